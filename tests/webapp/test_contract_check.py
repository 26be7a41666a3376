"""``tilesight check``: the form of its answers and its exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

import vision.reader
from vision.reading import CUT_OFF
from webapp.cli import cli

SAMPLES = Path(__file__).parents[2] / "samples"
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


@pytest.mark.parametrize(
    ("declared", "kind", "value"),
    [("J=R3 J=R4 R5", "run", 12), ("J=K5 J=O5 R5", "group", 15), ("J=B5 J R5", "group", 15)],
)
def test_what_the_jokers_were_declared_to_be_is_part_of_the_text(check, declared, kind, value):
    answers = [
        check(declared, "--json"),
        check("--batch", "-", input=json.dumps({"set": declared.split()})),
    ]
    for result in answers:
        answer = json.loads(result.stdout)
        assert (answer["kind"], answer["value"], answer["must_declare"]) == (kind, value, False)


def test_jokers_alone_are_a_set_where_they_are_declared(check):
    words = ("J=K11 J=K12 J=K13", "--rules", "xp", "--json")
    assert json.loads(check(*words).stdout)["value"] == 36
    assert check("J J J", "--rules", "xp").exit_code == 1


@pytest.mark.parametrize("wrong", ["J=R14 R2 R3", "J=J R2 R3", "R1=R2 R3 R4", "J= R2 R3"])
def test_a_declaration_that_names_no_tile_is_one_line(check, wrong):
    result = check(wrong)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


def test_people_are_told_what_frees_a_joker_and_what_another_order_is_worth(check):
    told = check("J R9 R10").stdout
    assert "A joker is freed by: R8" in told
    assert "30 points: R9 R10 J" in told
    assert "jokers counted as what they stand for" in told
    assert "say which reading is meant" in check("J J R5").stdout


def test_twist_jokers_are_told_by_their_kind(check):
    def told(text):
        return check(text, "--rules", "twist").stdout

    assert "JD = R3 R4" in told("R2 JD R5")
    assert "JM is the mirror, worth nothing" in told("R2 R3 JM R3 R2")
    assert "JC = 6" in told("R4 R5 JC B7 B8")


def test_where_both_missing_colours_free_a_joker_it_is_said(check, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('[rules]\njoker_in_three = "both"\n', encoding="utf-8")
    told = check("R7 B7 J", "--rules", str(house)).stdout
    assert "only by all of these together: K7 O7" in told


def test_several_sets_are_judged_one_by_one_with_the_fields_of_one_for_all(check):
    result = check("R1 R2 R3 | R5 R7 J | B9 J J", "--json")
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout)
    assert list(answer) == [*KEYS, "sets"]
    assert (answer["valid"], answer["kind"], answer["rescue"]) == (False, None, None)
    assert (answer["value"], answer["must_declare"]) == (36, True)
    assert answer["reason"] == "2 of 3 sets are valid"
    alone = ["R1 R2 R3", "R5 R7 J", "B9 J J"]
    assert answer["sets"] == [
        {"set": text.split(), **json.loads(check(text, "--json").stdout)} for text in alone
    ]
    assert check("R1 R2 R3 | R5 R6 R7").exit_code == 0


def test_people_are_told_of_every_set(check):
    told = check("R1 R2 R3 | R5 R7 J").stdout
    assert "Set 1: R1 R2 R3" in told
    assert "Valid run, 6 points" in told
    assert "Set 2: R5 R7 J" in told
    assert "In another order it would be valid: R5 J R7" in told
    assert "1 of 2 sets are valid." in told


def test_several_sets_in_one_line_of_a_batch_are_one_line_of_the_answer(check):
    lines = '{"set": "R1 R2 R3 | R5 R6 R7"}\n{"set": "R1\\nR2\\nR3"}\n'
    answers = [json.loads(line) for line in check("--batch", "-", input=lines).stdout.splitlines()]
    assert [len(answer.get("sets", "1")) for answer in answers] == [2, 1]
    assert [answer["valid"] for answer in answers] == [True, True]


def test_a_photo_of_a_whole_table_is_judged_set_by_set(check):
    result = check(str(SAMPLES / "misdealt/table.jpg"), "--json")
    assert result.exit_code in (1, 2)  # 2 where a verdict hangs on a doubtful tile
    answer = json.loads(result.stdout)
    assert len(answer["sets"]) > 1
    assert not answer["valid"]


def test_an_undecided_set_is_counted_as_such_and_its_reason_said_once(check, laid_photo):
    photo = laid_photo("R1 R2 R3", "O5 O6 O7~K7", "B1 B2 B9", "K4 K5 K6")
    told = check(photo)
    assert told.exit_code == 2
    assert "2 valid, 1 not valid, 1 undecided." in told.stdout
    assert "sets are valid" not in told.stdout
    assert told.output.count("O7 but may be K7") == 1
    failures = [line for line in told.stderr.splitlines() if line.startswith("tilesight: ")]
    assert len(failures) == 1
    answer = json.loads(check(photo, "--json").stdout)
    assert answer["reason"] == "2 valid, 1 not valid, 1 undecided"
    assert "O7 but may be K7" in answer["error"]


@pytest.mark.parametrize("laid", ["O5 O7~O6 O6~O7", "R1~B1 R2~B2 B3"])
def test_doubtful_tiles_that_decide_only_together_leave_a_set_undecided(check, laid_photo, laid):
    told = check(laid_photo(laid))
    assert told.exit_code == 2
    assert "the verdict hangs on them together" in told.stderr
    assert told.stderr.count("but may be") == len(laid.split("~")) - 1


def test_a_set_with_a_tile_that_may_be_anything_is_undecided(check, laid_photo):
    told = check(laid_photo("R7 B7~ O7"))
    assert told.exit_code == 2
    assert "tile 2 reads B7 but may be any other, and the verdict hangs on it" in told.stderr


def test_of_more_ways_to_read_a_set_than_can_be_tried_none_is_taken(check, laid_photo, monkeypatch):
    photo = laid_photo("R1~O1 B2~O2 K9~O9")
    assert check(photo).exit_code == 1
    monkeypatch.setattr("webapp.doubts.MOST_TOGETHER", 2)
    told = check(photo)
    assert told.exit_code == 2
    assert "tiles 1, 2, 3 are doubtful, and not every way to read them was tried" in told.stderr


def test_a_tile_that_is_only_cut_may_not_be_any_other(check, laid_photo):
    told = check(laid_photo("O1 O2 O3~cut"))
    assert told.exit_code == 2
    assert "reads O3 but is in doubt (cut by the edge of the photo)" in told.stderr
    assert "any other" not in told.output


CUT = (f"{CUT_OFF}: if they count, move back",)


OPEN = {
    "R7 B7~ O7": "tile 2 reads B7 but may be any other",
    "O5 O7~O6 O6~O7": "hangs on them together",
    "O1 O2 O3~cut": "cut by the edge of the photo",
    "R1 ? R3": "a tile could not be read",
}


@pytest.mark.parametrize(("laid", "why"), OPEN.items())
def test_one_set_without_a_verdict_has_an_object_that_says_on_what_it_hangs(
    check, laid_photo, laid, why
):
    photo = laid_photo(laid)
    told = check(photo, "--json")
    assert told.exit_code == 2
    (line,) = told.stdout.splitlines()
    answer = json.loads(line)
    assert list(answer) == ["error", *KEYS]
    assert (answer["valid"], answer["kind"], answer["value"]) == (None, None, 0)
    assert why in answer["error"]
    assert answer["error"].startswith(f"{photo}: ")
    assert f"tilesight: {answer['error']}" in told.stderr
    # a line of a batch is answered alike, and people get one line
    asked = [{"set": photo}, {"set": ["R1", "R2", "R3"]}]
    batch = check("--batch", "-", input="\n".join(map(json.dumps, asked)))
    first, second = map(json.loads, batch.stdout.splitlines())
    assert first == answer | {"line": 1}
    assert second["valid"] is True
    words = check(photo)
    assert (words.exit_code, words.stdout) == (2, "")
    assert words.stderr == f"tilesight: {answer['error']}\n"


def at_the_edge(laid_photo, monkeypatch, *groups: str, warnings=CUT, gap: float = 0.0):
    """A photo of these sets that ends ``gap`` pixels behind the last tile of the first."""
    photo = laid_photo(*groups, warnings=warnings)
    # the first tile of a set lies 20 pixels from the left edge, each next one 32 further
    wide = 20 + 32 * len(groups[0].split()) - 2 + gap
    laid = vision.reader.read

    def read(*words, **options):
        return replace(laid(*words, **options), width=round(wide))

    monkeypatch.setattr("vision.reader.read", read)
    return photo


@pytest.mark.parametrize("warnings", [(), CUT])
@pytest.mark.parametrize("cut", ["K7 O7", "R3 R4", "R1", "J", "B12 B13 R2 R3 R4 R5"])
def test_a_set_that_may_go_on_beyond_the_edge_is_not_called_invalid(
    check, laid_photo, monkeypatch, cut, warnings
):
    photo = at_the_edge(laid_photo, monkeypatch, cut, warnings=warnings)
    told = check(photo)
    if len(cut.split()) > 4:  # whatever lies beyond, that is no set
        assert (told.exit_code, "Not valid" in told.stdout) == (1, True)
        return
    assert (told.exit_code, told.stdout) == (2, "")
    assert f"{cut} may go on beyond the edge of the photo" in told.stderr
    assert "as text" in told.stderr
    assert check(cut).exit_code == 1  # a text is all there is


def test_of_several_sets_only_the_one_at_the_edge_is_open(check, laid_photo, monkeypatch):
    photo = at_the_edge(laid_photo, monkeypatch, "R3 R4 R5 R6", "B7 K7 O7 R7", "K1 K2 K3 R4")
    result = check(photo, "--json")
    assert result.exit_code == 1
    photo = at_the_edge(laid_photo, monkeypatch, "R3 R4", "B7 K7")
    answer = json.loads(check(photo, "--json").stdout)
    assert answer["valid"] is None
    assert ["beyond the edge" in one["error"] for one in answer["sets"]] == [True, True]
    assert check(photo).exit_code == 2
    photo = at_the_edge(laid_photo, monkeypatch, "R3 R4 R5", "B7 K7 O7")
    answer = json.loads(check(photo, "--json").stdout)
    assert [one["valid"] for one in answer["sets"]] == [True, True]


@pytest.mark.parametrize("gap", [10, 14, 40])
def test_a_set_that_ends_before_the_edge_is_no_set(check, laid_photo, monkeypatch, gap):
    photo = at_the_edge(laid_photo, monkeypatch, "K7 O7", warnings=(), gap=gap)
    told = check(photo)
    assert told.exit_code == 1
    assert "Not valid: only two tiles" in told.stdout


def test_a_set_along_the_edge_does_not_go_on_beyond_it(check, laid_photo, monkeypatch):
    photo = laid_photo("K7 O7", warnings=CUT)
    laid = vision.reader.read

    def read(*words, **options):
        reading = laid(*words, **options)
        moved = (
            replace(tile, quad=tuple((x + 150, y - 25) for x, y in tile.quad))
            for tile in reading.tiles
        )
        return replace(reading, tiles=tuple(moved))

    monkeypatch.setattr("vision.reader.read", read)
    assert check(photo).exit_code == 1


def test_a_real_photo_that_cuts_a_run_leaves_it_open(check, tmp_path):
    cut = tmp_path / "cut.jpg"
    with Image.open(SAMPLES / "kitchen/table.jpg") as whole:
        whole.crop((500, 480, 930, 720)).save(cut, quality=95)
    told = check(str(cut))
    assert (told.exit_code, told.stdout) == (2, "")
    assert "R3 R4 may go on beyond the edge" in told.stderr
