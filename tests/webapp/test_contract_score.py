"""``tilesight score``: the form of its answers and its exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from tests.webapp.conftest import LaidReader
from vision.reading import CUT_OFF
from webapp import seen
from webapp.cli import cli

KEYS = ["round", "big_points", "winner", "balanced", "undecided", "warnings"]


@pytest.fixture
def score() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words, **extra: runner.invoke(
        cli, ("score", *words), prog_name="tilesight", **extra
    )


def test_a_round_has_the_form_of_the_contract(score):
    result = score("--rules", "polish", "--out", "A", "--unopened", "B", "A=", "B=R5", "--json")
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout)
    assert list(answer) == KEYS
    assert answer["round"] == {"A": 100, "B": -100}
    assert answer["big_points"] == {"A": 1, "B": 0}
    assert (answer["winner"], answer["balanced"]) == ("A", True)
    assert (answer["undecided"], answer["warnings"]) == ([], [])


def test_the_contract_s_own_batch_line(score):
    line = (
        '{"rules": "polish", "racks": {"A": [], "B": ["R5"]}, "out": "A", "unopened": ["B"], '
        '"could_have_opened": [], "announced": [], "declared_winner": null}'
    )
    result = score("--batch", "-", input=line)
    assert (result.exit_code, json.loads(result.stdout)) == (
        0,
        {
            "round": {"A": 100, "B": -100},
            "big_points": {"A": 1, "B": 0},
            "winner": "A",
            "balanced": True,
            "undecided": [],
            "warnings": [],
        },
    )


def test_a_tie_that_nobody_ruled_on_has_no_scores(score):
    words = ("--nobody-out", "A=R12", "B=K12", "C=R13 K13 R4", "--json")
    answer = json.loads(score(*words).stdout)
    assert (answer["winner"], answer["undecided"], answer["round"]) == (None, ["A", "B"], {})
    assert any("the players settle who wins" in warning for warning in answer["warnings"])
    assert "referee" not in score(*words[:-1]).output  # there may be none at the table
    ruled = json.loads(score(*words, "--winner", "A").stdout)
    assert ruled["round"] == {"A": 18, "B": 0, "C": -18}


def test_what_is_said_about_opening_overrules_what_is_found_with_a_warning(score):
    line = {"rules": "polish", "racks": {"A": [], "B": ["R10", "B10", "K10"]}, "out": "A"}
    stated = [
        line | {"unopened": ["B"]},
        line | {"unopened": ["B"], "could_have_opened": []},
        line | {"unopened": ["B"], "could_have_opened": ["B"]},
    ]
    result = score("--batch", "-", input="\n".join(json.dumps(asked) for asked in stated))
    found, denied, agreed = [json.loads(answer) for answer in result.stdout.splitlines()]
    assert found["round"]["B"] == -200
    assert denied["round"]["B"] == -100
    assert any("R10" in warning for warning in denied["warnings"])
    assert agreed["round"]["B"] == -200


def test_people_get_a_score_sheet(score):
    result = score("--out", "Ann", "Ann=", "Bo=R5 J")
    assert result.exit_code == 0
    assert result.stdout.startswith("Ann wins.")
    assert "+35" in result.stdout
    assert "-35" in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("A=", "B=R5"),
        ("--out", "A", "--nobody-out", "A=", "B=R5"),
        ("--out", "C", "A=", "B=R5"),
        ("--out", "A", "A="),
        ("--out", "A", "A", "B=R5"),
        ("--out", "A", "A=", "A=R5"),
        ("--out", "A", "A=", "=R5"),
        ("--out", "A", "--unopened", "C", "A=", "B=R5"),
        ("--out", "A", "A=", "B=R14"),
        ("--out", "A", "A=", "B=missing.jpg"),
        ("--nobody-out", "--winner", "C", "A=R5", "B=K5", "C=R9"),
        ("--nobody-out", "--winner", "B", "A=R5", "B=K6"),
        ("--batch", "-", "--out", "A"),
        ("--batch", "-", "--nobody-out"),
        ("--batch", "-", "--unopened", "A"),
    ],
)
def test_what_cannot_be_scored_is_one_line(score, words):
    result = score(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "went wrong" not in result.stderr


def test_a_batch_puts_errors_in_place(score):
    lines = [
        '{"racks": {"A": [], "B": ["R5"]}, "out": "A"}',
        '{"racks": {"A": []}, "out": "A"}',
        '{"racks": {"A": [], "B": ["R5"]}, "out": "Z"}',
        '{"racks": {"A": [], "B": ["R5"]}, "out": "A", "unopened": "B"}',
        '{"racks": {"A": ["R1"], "B": ["R5"]}, "out": null}',
    ]
    result = score("--batch", "-", input="\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('{"racks": {"A": [], "B": ["R5"]}}', '"out" is missing'),
        ('{"racks": {"": [], "B": ["R5"]}, "out": "B"}', '"racks": a player has no name'),
        ('{"racks": {"A": [], " \\n": ["R5"]}, "out": "A"}', '"racks": a player has no name'),
        ('{"racks": {"A": [], "B": ["R5"]}, "out": ""}', "no player is called"),
        (
            '{"racks": {"A": [], "B": []}, "out": null, "declared_winner": ""}',
            "no player is called",
        ),
        ('{"racks": {"A": [], "B": []}, "out": "A", "unopened": [""]}', "no player is called"),
        ('{"racks": {"A": [], "B": []}, "out": "A", "announced": [" "]}', "no player is called"),
    ],
)
def test_a_round_that_leaves_something_out_says_what_and_costs_no_other_round(score, line, field):
    good = '{"racks": {"A": [], "B": ["R5"]}, "out": "A"}'
    result = score("--batch", "-", input="\n".join([good, line, good]))
    before, wrong, after = (json.loads(answer) for answer in result.stdout.splitlines())
    assert field in wrong["error"]
    assert wrong["error"].count("\n") == 0
    assert wrong["line"] == 2
    assert before == after
    assert before["winner"] == "A"
    assert result.exit_code == 2


@pytest.fixture
def photos(tmp_path, monkeypatch) -> Callable[..., list[str]]:
    """Makes photos of racks, each read as laid: ``R7~R1`` is a doubtful R7."""
    laid: dict[str, str] = {}

    def read(path, **_):
        reader = LaidReader((laid[str(path)],))
        return reader(SimpleNamespace(name=str(path), width=400, height=300), kind="rack")

    def lay(*racks: str) -> list[str]:
        for number, tiles in enumerate(racks):
            path = tmp_path / f"rack{number}.jpg"
            path.write_bytes(b"")
            laid[str(path)] = tiles
        return list(laid)

    monkeypatch.setattr(seen, "read_photo", read)
    return lay


def test_doubtful_tiles_are_warnings_and_stand_beside_the_points(score, photos, tmp_path):
    [photo] = photos("R7 B2~B8")
    words = ("--out", "A", "A=", f"B={photo}")
    answer = json.loads(score(*words, "--json").stdout)
    assert list(answer) == KEYS
    assert answer["round"] == {"A": 9, "B": -9}
    assert any("look at B2, perhaps B8" in warning for warning in answer["warnings"])
    batch = json.dumps({"racks": {"A": [], "B": photo}, "out": "A"})
    assert json.loads(score("--batch", "-", input=batch).stdout)["warnings"] == answer["warnings"]
    for sheet in ((), ("--sheet", str(tmp_path / "evening.csv"), "--as-read")):
        told = score(*words, *sheet).stdout.splitlines()
        [of_a] = [line for line in told if line.startswith("  A ")]
        [of_b] = [line for line in told if line.startswith("  B ")]
        assert "doubtful: B2" in of_b
        assert "doubtful" not in of_a


def test_a_loser_s_photo_without_tiles_is_refused_and_nothing_is_written(score, photos, tmp_path):
    none, some = photos("", "R5")
    sheet = tmp_path / "evening.csv"
    result = score("--out", "A", f"A={some}", f"B={none}", "--sheet", str(sheet))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "no tiles were found on the photo of B's rack" in result.stderr
    assert "as text" in result.stderr
    assert not sheet.exists()
    assert score("--nobody-out", "A=R5", f"B={none}").exit_code == 2
    assert score("--out", "A", f"A={none}", f"B={some}").exit_code == 0
    assert score("--out", "A", f"A={none}", "B=").exit_code == 0


@pytest.mark.parametrize("twin", ["ann=", "Ann\u200b=", " Ann ="])
def test_one_player_given_under_two_names_that_look_the_same_is_told(score, twin):
    result = score("--out", "Ann", "Ann=", twin, "Bo=R5")
    assert result.exit_code == 2
    assert "look the same" in result.stderr or "given twice" in result.stderr


def test_a_player_is_known_however_the_name_is_written(score):
    result = score("--json", "--out", "zoe\u0308", "Zo\u00eb=", "Bo=R5")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["winner"] == "Zo\u00eb"


UNCOUNTABLE = {
    ("R7 X",): "B's rack has 1 tile without a name: turn it over",
    ("X R7 X",): "B's rack has 2 tiles without a name: turn them over",
    ("R1 R2", "B1 B2", "", "", "", "K5 K6 K7"): "2 racks seem to be on the photo of B's rack",
}


@pytest.mark.parametrize("laid", UNCOUNTABLE)
@pytest.mark.parametrize("out", ["A", "B"])
def test_a_photo_of_which_nobody_knows_what_counts_is_refused(
    score, laid_photo, tmp_path, laid, out
):
    photo, sheet = laid_photo(*laid), tmp_path / "evening.csv"
    result = score("--out", out, "A=R5", f"B={photo}", "--sheet", str(sheet), "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert UNCOUNTABLE[laid] in result.stderr
    assert "text" in result.stderr
    assert not sheet.exists()
    asked = json.dumps({"racks": {"A": ["R5"], "B": photo}, "out": out})
    assert UNCOUNTABLE[laid] in json.loads(score("--batch", "-", input=asked).stdout)["error"]


def test_the_text_that_is_asked_for_can_be_given_once_the_tile_is_turned_over(score, laid_photo):
    refused = score("--out", "A", "A=", f"B={laid_photo('R7 X', 'K2')}").stderr
    text = refused.split("B='")[1].split("'")[0]
    assert text == "R7 X K2"
    answer = score("--out", "A", "A=", f"B={text.replace('X', 'K4')}", "--json")
    assert json.loads(answer.stdout)["round"] == {"A": 13, "B": -13}


@pytest.mark.parametrize("laid", [("R7 K2~cut",), ("R7 K2",)])
def test_a_rack_cut_by_the_edge_of_its_photo_is_said_beside_its_score(score, laid_photo, laid):
    photo = laid_photo(*laid, warnings=() if "cut" in laid[0] else (CUT_OFF,))
    told = score("--out", "A", "A=", f"B={photo}")
    assert told.exit_code == 0
    (line,) = (line for line in told.stdout.splitlines() if line.startswith("  B"))
    assert "-9" in line
    assert "not all of it counted: the photo's edge cuts tiles off" in line
    assert "not all of it" not in told.stdout.replace(line, "")
    answer = json.loads(score("--out", "A", "A=", f"B={photo}", "--json").stdout)
    assert answer["round"] == {"A": 9, "B": -9}
    assert any("B's rack: the edge of the photo" in warning for warning in answer["warnings"])
    whole = score("--out", "A", "A=", f"B={laid_photo('R7 K2')}")
    assert "cuts tiles" not in whole.output


UNSURE = {
    ("R7 B2~B8",): ("look at B2", ()),
    ("R7 B2", "K3~cut"): ("the photo's edge cuts tiles off", ()),
    ("R7 B2",): ("the photo's edge cuts tiles off", (f"{CUT_OFF}: move back",)),
}


@pytest.mark.parametrize("laid", UNSURE)
def test_a_round_in_doubt_gets_into_no_sheet_by_itself(score, laid_photo, tmp_path, laid):
    why, warnings = UNSURE[laid]
    photo, sheet = laid_photo(*laid, warnings=warnings), tmp_path / "evening.csv"
    assert score("--sheet", str(sheet), "--out", "A", "A=", "B=R5").exit_code == 0
    words = ("--sheet", str(sheet), "--out", "A", "A=", f"B={photo}")
    before = sheet.read_bytes()
    for form in ((), ("--json",)):
        result = score(*words, *form)
        assert (result.exit_code, result.stdout, sheet.read_bytes()) == (2, "", before)
        [line] = [line for line in result.stderr.splitlines() if line.startswith("tilesight: ")]
        assert f"B's rack ({photo}): " in line
        assert why in line
        assert "nothing is written" in line
        assert "--as-read" in line
    # a score that is only shown says so, as ever, and one that somebody vouches for is written
    assert score(*words[2:]).exit_code == 0
    assert sheet.read_bytes() == before
    assert score(*words, "--as-read").exit_code == 0
    assert sheet.read_bytes() != before


def test_what_is_sure_needs_nobody_to_vouch_for_it(score, laid_photo, tmp_path):
    sheet = tmp_path / "evening.csv"
    words = ("--out", "A", "A=", f"B={laid_photo('R7 B2')}")
    assert score("--sheet", str(sheet), *words).exit_code == 0
    assert sheet.exists()
    refused = score("--as-read", *words)
    assert refused.exit_code == 2
    assert "--sheet" in refused.stderr
