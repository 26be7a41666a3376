"""``tilesight deal``, ``hand`` and ``rules``: before and around a game."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from solver.options import OPTIONS
from solver.rules import Rules, load_rules, preset_names, without_use
from vision.reading import CUT_OFF
from webapp.cli import cli


@pytest.fixture
def tilesight() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words: runner.invoke(cli, list(map(str, words)), prog_name="tilesight")


def test_the_deal_and_who_begins(tilesight):
    told = json.loads(tilesight("deal", "Ann", "Bo", "--rules", "polish", "--json").stdout)
    assert "14 blocks of 7 and a last one of 8" in told["steps"][1]
    assert set(told["draws"][0]) == {"Ann", "Bo"}
    assert told["begins"] in ("Ann", "Bo")
    shown = tilesight("deal", "Ann", "Bo", "--first", "drawn").stdout
    assert "Each of the 2 players draws 14 tiles." in shown
    assert shown.splitlines()[-1] in ("Ann begins.", "Bo begins.")
    assert (
        "The youngest player begins." in tilesight("deal", "A", "B", "--first", "youngest").stdout
    )


def test_three_doublets_entitle_to_a_redeal(tilesight):
    words = ("deal", "--rack", "R1 R1 B5 B5 K9 K9 O2", "--json", "--rules")
    assert json.loads(tilesight(*words, "polish").stdout) == {
        "doublets": ["R1", "B5", "K9"],
        "redeal": True,
    }
    assert json.loads(tilesight(*words, "lemada").stdout)["redeal"] is False


@pytest.mark.parametrize("words", [(), ("Ann",), ("Ann", "Ann"), tuple("ABCDEFG"), ("A", " ")])
def test_a_deal_that_cannot_be_is_one_line(tilesight, words):
    result = tilesight("deal", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


def test_a_hand_that_melds_as_a_whole(tilesight):
    hand = "R1 R2 R3 R4 B7 K7 O7 B10 B11 B12 B13 K1 O1 R1 K9"
    words = ("hand", hand, "--rules", "international-1978")
    told = json.loads(tilesight(*words, "--json").stdout)
    assert (told["melds"], told["opens"], told["points"], told["left"]) == (True, True, 80, ["K9"])
    assert "enough to open with 50" in tilesight(*words).stdout
    broken = tilesight("hand", "R1 R2 R3 B9 K4", "--rules", "international-1978")
    assert broken.exit_code == 1
    assert "not enough" in broken.stdout


@pytest.mark.parametrize("name", preset_names())
def test_every_interpretation_of_ours_is_marked_with_its_alternatives(tilesight, name):
    shown = tilesight("rules", name).stdout.splitlines()[1:]
    sources = dict(Rules.preset(name).sources)
    idle = without_use(Rules.preset(name))
    listed = [option for option in OPTIONS if option.name not in idle]
    assert len(shown) == len(listed)
    for option, line in zip(listed, shown, strict=True):
        ours = sources.get(option.name, "ours").startswith("ours")
        assert ("(ours" in line) is ours, line
        if ours and option.form in ("choice", "yes_no"):
            assert "; or: " in line, line


def test_no_choice_has_a_single_value():
    for option in OPTIONS:
        assert option.form != "choice" or len(option.choices) > 1, option.name


def test_a_ruleset_is_printed_as_a_file_to_change(tilesight, tmp_path):
    path = tmp_path / "polish.toml"
    path.write_text(tilesight("rules", "polish", "--toml").stdout, encoding="utf-8")
    assert load_rules(path) == Rules.preset("polish")
    assert tilesight("rules", "--toml").exit_code == 2


@pytest.mark.parametrize("name", preset_names())
def test_the_rules_in_words_leave_out_a_smaller_box_that_is_never_used(tilesight, name):
    told = tilesight("rules", name).stdout
    assert ("smaller box" in told) == bool(Rules.preset(name).few_players)
    assert "players at most" in told


def test_the_rules_in_json_name_every_option(tilesight):
    told = json.loads(tilesight("rules", "polish", "--json").stdout)
    assert [one["name"] for one in told["options"]] == [option.name for option in OPTIONS]
    ours = {one["name"] for one in told["options"] if one["ours"]}
    assert {"nobody_out_gain", "first_player", "ties"} <= ours


@pytest.mark.parametrize(
    "words",
    [("hand", "R1 R2 R3 J J J"), ("hand", "R1 R1 R1"), ("deal", "A", "B", "--rack", "R1 R1 R1")],
)
def test_more_tiles_than_the_game_has_are_bad_input(words):
    refused = CliRunner().invoke(cli, words)
    assert refused.exit_code == 2
    assert "but the game has" in refused.stderr


OF_A_RACK = [
    (("hand", "--rules", "international-1978"), "R1 R2 R3", "melds"),
    (("deal", "--rules", "polish", "--rack"), "R1 R1 K9", "redeal"),
    (("deal", "Ann", "Bo", "--rack"), "R1 R1 K9", "redeal"),
]


@pytest.mark.parametrize(("words", "laid", "key"), OF_A_RACK)
@pytest.mark.parametrize("last", ["~cut", ""])
def test_a_rack_cut_by_the_edge_of_its_photo_is_said_in_the_answer(
    tilesight, laid_photo, words, laid, key, last
):
    photo = laid_photo(laid + last, warnings=() if last else (CUT_OFF,))
    told = json.loads(tilesight(words[0], "--json", *words[1:], photo).stdout)
    assert key in told
    assert told["warnings"][-1].startswith("the rack: the edge of the photo cuts tiles off")
    shown = tilesight(*words, photo).stdout
    assert "ot all of it counted: the photo's edge cuts tiles off" in shown
    whole = laid_photo(laid)
    told = json.loads(tilesight(words[0], "--json", *words[1:], whole).stdout)
    assert told["warnings"] == [f"{whole}: read as {laid}"]
    assert "cuts tiles off" not in tilesight(*words, whole).output
    assert "warnings" not in json.loads(tilesight(words[0], "--json", *words[1:], laid).stdout)
