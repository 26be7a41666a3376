"""Whatever a line of a batch or a word holds: an answer or a clear error, never a crash."""

from __future__ import annotations

import json

from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.cli import cli

fuzzed = settings(max_examples=40)

TILES = [f"{color}{number}" for color in "RBKO" for number in range(1, 14)]
a_tile = st.sampled_from([*TILES, "J", "J", "JD", "R14", "?", "", "r7", "x.jpg", "R7 B7"])
some_tiles = st.lists(a_tile, max_size=6)
a_table = st.lists(some_tiles, max_size=5)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
a_name = st.sampled_from(["A", "B", "C", "", "Ann"])
some_rules = st.sampled_from(["lemada", "polish", "twist", "xp", "american-1978", "nope"])


def questions(**entries: st.SearchStrategy) -> st.SearchStrategy:
    """Objects with some of these entries, mostly of the right kind."""
    return st.fixed_dictionaries({}, optional={k: v | anything for k, v in entries.items()})


def answers_to(command: str, asked: list) -> list[dict]:
    text = "\n".join(json.dumps(question) for question in asked)
    result = CliRunner().invoke(cli, [command, "--batch", "-"], input=text)
    assert result.exit_code in (0, 2)
    lines = result.stdout.splitlines()
    assert len(lines) == len(asked)
    answers = [json.loads(line) for line in lines]
    for question, answer in zip(asked, answers, strict=True):
        assert "went wrong inside" not in str(answer.get("error", "")), question
    assert (result.exit_code == 2) == any("error" in answer for answer in answers)
    return answers


@fuzzed
@given(st.lists(questions(set=some_tiles, rules=some_rules), max_size=4))
def test_check(asked):
    for answer in answers_to("check", asked):
        assert "error" in answer or isinstance(answer["valid"], bool)


@fuzzed
@given(
    st.lists(
        questions(
            table=a_table,
            rack=some_tiles,
            opened=st.booleans(),
            rules=some_rules,
            objective=st.sampled_from(["advice", "tiles", "value"]),
            anyway=st.booleans(),
        ),
        max_size=3,
    )
)
def test_advise(asked):
    for answer in answers_to("advise", asked):
        assert "error" in answer or answer["status"] in ("win", "play", "draw", "invalid_table")


@fuzzed
@given(
    st.lists(
        questions(
            racks=st.dictionaries(a_name, some_tiles, max_size=4),
            rules=some_rules,
            out=a_name,
            unopened=st.lists(a_name, max_size=2),
            could_have_opened=st.lists(a_name, max_size=2),
            announced=st.lists(a_name, max_size=2),
            declared_winner=a_name,
        ),
        max_size=3,
    )
)
def test_score(asked):
    for answer in answers_to("score", asked):
        if "error" not in answer and not answer["undecided"] and answer["balanced"]:
            assert sum(answer["round"].values()) == 0


@fuzzed
@given(st.lists(st.binary(max_size=40), max_size=4))
def test_lines_of_rubbish(lines):
    text = b"\n".join(line.replace(b"\n", b" ").replace(b"\r", b" ") for line in lines)
    result = CliRunner().invoke(cli, ["check", "--batch", "-"], input=text)
    assert result.exit_code in (0, 2)
    assert all("error" in json.loads(line) for line in result.stdout.splitlines())


@fuzzed
@given(st.text(max_size=30))
def test_words_of_rubbish(text):
    result = CliRunner().invoke(cli, ["check", "--", text])
    assert result.exit_code in (0, 1, 2)
    assert "went wrong inside" not in result.output
    if result.exit_code == 2:
        assert len(result.stderr.splitlines()) == 1
