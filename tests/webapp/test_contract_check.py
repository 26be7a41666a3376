"""``tilesight check``: the form of its answers and its exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from webapp.cli import cli

KEYS = ["valid", "kind", "value", "readings", "must_declare", "reason", "rescue"]


@pytest.fixture
def check() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words, **extra: runner.invoke(
        cli, ("check", *words), prog_name="tilesight", **extra
    )


def test_the_answer_has_the_form_of_the_contract(check):
    result = check("R7 B7 J", "--json")
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout)
    assert list(answer) == KEYS
    assert (answer["valid"], answer["kind"], answer["value"]) == (True, "group", 21)
    assert answer["readings"] == [
        {"kind": "group", "value": 21, "jokers": ["K7"]},
        {"kind": "group", "value": 21, "jokers": ["O7"]},
    ]
    assert answer["must_declare"] is False
    assert answer["rescue"] is None
    assert answer["reason"]


def test_an_invalid_set_is_exit_code_1_with_a_reason_and_a_rescue(check):
    result = check("R5 R7 J", "--json")
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert list(answer) == KEYS
    assert answer["valid"] is False
    assert (answer["kind"], answer["value"], answer["readings"]) == (None, 0, [])
    assert answer["rescue"] == ["R5", "J", "R7"]


def test_three_red_sevens_are_an_invalid_set_not_bad_input(check):
    assert check("R7 R7 R7").exit_code == 1
    assert json.loads(check("R7 R7 R7", "--json").stdout)["valid"] is False


def test_readings_that_differ_must_be_declared_and_the_best_one_counts(check):
    answer = json.loads(check("R9 J J", "--json").stdout)
    assert answer["must_declare"] is True
    assert (answer["kind"], answer["value"]) == ("run", 30)


def test_people_get_words(check):
    valid = check("r7, b7 J")
    assert valid.exit_code == 0
    assert "Valid group" in valid.stdout
    assert "21 points" in valid.stdout
    invalid = check("R5 R7 J")
    assert "Not valid" in invalid.stdout
    assert "R5 J R7" in invalid.stdout


def test_the_ruleset_is_obeyed(check):
    words = ("R2 JD R5", "--json")
    assert check(*words, "--rules", "twist").exit_code == 0


def test_a_batch_answers_every_line_in_order_and_puts_errors_in_place(check):
    lines = [
        '{"set": ["R7", "B7", "J"], "rules": "lemada"}',
        "not json",
        '{"set": ["R14"]}',
        "",
        '{"set": ["R7", "B7"]}',
        "[1, 2]",
        '{"sat": ["R7"]}',
        '{"set": ["R1", "R2", "R3"], "rules": "nope"}',
        '{"set": 7}',
        '{"set": ["photo.jpg"]}',
        '{"set": "R1 R2 R3"}',
    ]
    result = check("--batch", "-", "--json", input="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("valid", "error") for answer in answers] == [
        True, "error", "error", False, "error", "error", "error", "error", "error", True,
    ]  # fmt: skip
    assert [answer["line"] for answer in answers if "error" in answer] == [2, 3, 6, 7, 8, 9, 10]
    assert "R14" in answers[2]["error"]
    assert result.exit_code == 2


def test_a_batch_without_bad_input_is_exit_code_0_whatever_the_verdicts(check, tmp_path):
    file = tmp_path / "sets.jsonl"
    file.write_text('{"set": ["R7", "B7"]}\n{"set": ["R7", "B7", "K7"]}', encoding="utf-8")
    result = check("--batch", str(file))
    assert result.exit_code == 0
    assert [json.loads(line)["valid"] for line in result.stdout.splitlines()] == [False, True]
