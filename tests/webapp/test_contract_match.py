"""``tilesight match`` and ``score --sheet``: a match kept in a CSV file."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from webapp.cli import cli


@pytest.fixture
def tilesight() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words: runner.invoke(cli, list(map(str, words)), prog_name="tilesight")


@pytest.fixture
def sheet(tmp_path):
    return tmp_path / "match.csv"


def ranking(result: Result) -> dict[str, int]:
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    return {one["name"]: one["total"] for one in told["ranking"]}


def test_a_match_from_its_first_round_to_a_correction(tilesight, sheet):
    begun = tilesight("match", sheet, "--begin", "Ann", "--begin", "Bo", "--begin", "Cy", "--json")
    assert ranking(begun) == {"Ann": 0, "Bo": 0, "Cy": 0}
    scored = tilesight("score", "--sheet", sheet, "--out", "Ann", "Ann=", "Bo=R5", "Cy=K10")
    assert scored.exit_code == 0
    assert "+15" in scored.stdout
    by_hand = tilesight("match", sheet, "--winner", "Bo", "Ann=-7", "Bo=10", "Cy=-3", "--json")
    assert ranking(by_hand) == {"Ann": 8, "Bo": 5, "Cy": -13}
    words = ("--correct", "1", "--because", "a tile was overlooked", "--winner", "Ann")
    told = tilesight("match", sheet, *words, "Ann=18", "Bo=-8", "Cy=-10", "--json")
    assert ranking(told) == {"Ann": 11, "Bo": 2, "Cy": -13}
    assert json.loads(told.stdout)["rounds"][0]["replaced"] == [{"Ann": 15, "Bo": -5, "Cy": -10}]
    shown = tilesight("match", sheet)
    assert "1. Ann" in shown.stdout
    assert "corrected" in shown.stdout
    assert "a tile was overlooked" in sheet.read_text(encoding="utf-8")


def test_players_come_and_go(tilesight, sheet):
    tilesight("score", "--sheet", sheet, "--out", "Ann", "Ann=", "Bo=R5")
    changed = tilesight("match", sheet, "--join", "Cy", "--leave", "Bo", "--json")
    assert [one["playing"] for one in json.loads(changed.stdout)["ranking"]] == [True, True, False]
    wrong = tilesight("score", "--sheet", sheet, "--out", "Ann", "Ann=", "Bo=R5")
    assert wrong.exit_code == 2
    assert "Ann, Cy are playing" in wrong.stderr


def test_a_sheet_remembers_its_rules(tilesight, sheet):
    words = ("score", "--sheet", sheet, "--out", "A", "A=", "B=J")
    tilesight(*words, "--rules", "polish")
    assert ranking(tilesight("match", sheet, "--json")) == {"A": 100, "B": -100}
    tilesight(*words)
    assert ranking(tilesight("match", sheet, "--json")) == {"A": 200, "B": -200}
    other = tilesight(*words, "--rules", "mso")
    assert other.exit_code == 2
    assert "under polish, not mso" in other.stderr


def test_a_match_under_own_rules_asks_for_them(tilesight, sheet, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text("[rules]\njoker_rack_value = 7\n", encoding="utf-8")
    words = ("score", "--sheet", sheet, "--out", "A", "A=", "B=J")
    assert tilesight(*words, "--rules", house).exit_code == 0
    assert tilesight(*words, "--rules", house).exit_code == 0
    alone = tilesight("match", sheet)
    assert alone.exit_code == 2
    assert "rules unknown here" in alone.stderr
    named = tilesight("match", sheet, "--rules", house, "--json")
    assert ranking(named) == {"A": 14, "B": -14}


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--begin", "Ann"),
        ("--begin", "Ann", "--begin", "Ann"),
        ("--begin", "Ann", "--begin", "Bo", "Ann=1", "Bo=x"),
        ("--begin", "Ann", "--begin", "Bo", "Ann=1", "Cy=-1"),
        ("--begin", "Ann", "--begin", "Bo", "--leave", "Ann"),
        ("--begin", "Ann", "--begin", "Bo", "--correct", "1", "Ann=1", "Bo=-1"),
        ("--begin", "Ann", "--begin", "Bo", "--correct", "1"),
        ("--begin", "Ann", "--begin", "Bo", "--winner", "Ann"),
        ("--begin", "Ann", "--begin", "Bo", "Ann=1", "Bo=-1", "--winner", "Cy"),
        ("--begin", "Ann", "--begin", "Bo", "Ann=1", "Ann=-1"),
        ("--begin", "Ann", "--begin", "Bo", "--because", "why"),
    ],
)
def test_what_cannot_be_is_one_line_and_writes_nothing(tilesight, sheet, words):
    result = tilesight("match", sheet, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "went wrong" not in result.stderr
    assert not sheet.exists()


def test_a_sheet_is_never_begun_over_another(tilesight, sheet):
    tilesight("score", "--sheet", sheet, "--out", "A", "A=", "B=J")
    kept = sheet.read_bytes()
    again = tilesight("match", sheet, "--begin", "A", "--begin", "B")
    assert again.exit_code == 2
    tied = tilesight("score", "--sheet", sheet, "--nobody-out", "A=R5", "B=K5")
    assert tied.exit_code == 2
    assert sheet.read_bytes() == kept


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"hello,world\n1,2\n", b""])
def test_a_file_that_is_no_sheet_is_one_line(tilesight, sheet, content):
    sheet.write_bytes(content)
    for words in (("match", sheet), ("score", "--sheet", sheet, "--out", "A", "A=", "B=J")):
        result = tilesight(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1
    assert sheet.read_bytes() == content


def test_a_tie_that_nobody_ruled_on_is_not_written_down(tilesight, sheet):
    refused = tilesight("score", "--sheet", sheet, "--nobody-out", "A=R5", "B=R5")
    assert refused.exit_code == 2
    assert "A and B are tied" in refused.stderr
    assert "--winner" in refused.stderr
    assert not sheet.exists()
    ruled = tilesight("score", "--sheet", sheet, "--nobody-out", "--winner", "A", "A=R5", "B=R5")
    assert ruled.exit_code == 0, ruled.output
    assert sheet.exists()


def test_a_correction_of_points_takes_nobodys_win_away(tilesight, sheet):
    tilesight("score", "--sheet", sheet, "--out", "Ann", "Ann=", "Bo=R5 J", "Cy=K9")
    corrected = ("--correct", 1, "Ann=43", "Bo=-34", "Cy=-9", "--because", "a joker missed")
    told = tilesight("match", sheet, *corrected, "--json")
    assert told.exit_code == 0, told.output
    assert {one["name"]: one["wins"] for one in json.loads(told.stdout)["ranking"]}["Ann"] == 1
    other = tilesight("match", sheet, *corrected, "--winner", "Bo", "--json")
    assert {one["name"]: one["wins"] for one in json.loads(other.stdout)["ranking"]}["Bo"] == 1


def test_a_round_that_was_not_played_is_one_line(tilesight, sheet):
    tilesight("score", "--sheet", sheet, "--out", "Ann", "Ann=", "Bo=R5 J")
    refused = tilesight("match", sheet, "--correct", 99, "Ann=1", "Bo=1")
    assert refused.exit_code == 2
    assert refused.stderr.strip().count("\n") == 0
    assert "no round 99" in refused.stderr


def test_a_player_of_a_match_is_known_however_the_name_is_written(tilesight, sheet):
    tilesight("match", sheet, "--begin", "Zoe\u0308", "--begin", "Bo", "--begin", "Cy")
    words = ("--winner", " bo", "Zoe\u0308=-7", "bo=10", "Cy\u200b=-3", "--json")
    assert ranking(tilesight("match", sheet, *words)) == {"Zo\u00eb": -7, "Bo": 10, "Cy": -3}
    twice = tilesight("match", sheet, "Bo=1", "bo=-1", "Cy=0")
    assert twice.exit_code == 2
    assert "given twice" in twice.stderr
    taken = tilesight("match", sheet, "--join", "BO")
    assert taken.exit_code == 2
    assert "look the same, Bo and BO" in taken.stderr
    left = tilesight("match", sheet, "--leave", "zo\u00eb", "--json")
    assert [one["playing"] for one in json.loads(left.stdout)["ranking"]].count(False) == 1
