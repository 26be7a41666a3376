"""Names that look alike are one name; what scripts and emoji need is kept."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.match import Match, MatchError, distinct_players
from solver.names import is_visible, look, same_as, tidied
from solver.rules import Rules

LEMADA = Rules.preset("lemada")
ZOE = unicodedata.normalize("NFC", "Zoë")
ALIKE = (
    unicodedata.normalize("NFD", ZOE),
    f"  {ZOE}\t",
    f"{ZOE}\u200b",
    f"\ufeff{ZOE}",
    "Zoe\u200d\u0308",
    "Z\u2060oë",
    "Z\u00adoë",
    "Z\u200coë",
    "Z\x00oë",
)


@pytest.mark.parametrize("name", ALIKE)
def test_letters_in_pieces_blanks_and_signs_that_nobody_sees_are_tidied_away(name):
    assert tidied(name) == ZOE


def test_doubled_blanks_are_one():
    assert tidied("Ann \u00a0 Lee") == "Ann Lee"


@pytest.mark.parametrize(
    "name",
    [
        "👩🏽\u200d💻",
        "❤\ufe0f\u200d🔥",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می\u200cخواهم",
        "क्\u200dष",
    ],
)
def test_joiners_that_a_script_or_an_emoji_needs_are_kept(name):
    assert tidied(name) == name


@pytest.mark.parametrize(
    "name", ["", " ", "-", "–", "...", "\u200b", "\u3164", "\u2800", "\u0301", "«»", "\u200d"]
)
def test_a_name_with_nothing_to_see_is_none(name):
    assert not is_visible(name)
    with pytest.raises(MatchError, match="a player's name has"):
        Match.start(LEMADA, ["Ann", name])


@pytest.mark.parametrize("name", ["A", "7", "é", "名", "😀", "+", "O'Neil", "-A-"])
def test_a_letter_a_digit_or_a_symbol_is_a_name(name):
    assert is_visible(name)
    assert Match.start(LEMADA, ["Ann", name]).players[1] == name


@pytest.mark.parametrize("twin", [*ALIKE, "zoë", "ZOË", "Ｚoë"])
def test_two_players_of_one_game_have_names_to_tell_apart(twin):
    with pytest.raises(MatchError, match=r"playing already|look the same"):
        Match.start(LEMADA, [ZOE, "Bo", twin])
    match = Match.start(LEMADA, [ZOE, "Bo", "Cy"])
    with pytest.raises(MatchError, match=r"playing already|look the same"):
        match.join(twin)
    gone = match.leave(twin)
    assert gone.playing == ("Bo", "Cy")
    assert gone.join(twin).players == (ZOE, "Bo", "Cy")


def test_a_name_itself_comes_before_those_that_look_like_it():
    assert same_as("ann", ("Ann", "ann")) == "ann"
    assert same_as("ANN", ("Ann", "ann")) == "Ann"
    assert same_as("Bo", ("Ann",)) is None


def test_different_names_stay_different():
    names = ("Ann", "Anna", "Ann Lee", "AnnLee", "Anne", "Ånn", "👩", "👨")
    assert distinct_players(names) == names


@settings(max_examples=300)
@given(st.text(max_size=8))
def test_tidying_twice_changes_nothing_more(name):
    assert tidied(tidied(name)) == tidied(name)
    assert look(tidied(name)) == look(name)
