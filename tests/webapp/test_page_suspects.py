"""More copies of a tile than the game has: which are named, and how each is known."""

from __future__ import annotations

import re
from html import unescape

import pytest

READ_WRONGLY = {"en": "One of them is read wrongly.", "pl": "Jedną z nich odczytano błędnie."}
SAID_WRONGLY = {
    "en": "One of these is not what it is said to be.",
    "pl": "Jedna z nich nie jest tym, co podano.",
}
ENTERED = {"en": "entered by you", "pl": "wpisana przez ciebie"}
CONFIRMED = {"en": "confirmed by you", "pl": "potwierdzona przez ciebie"}
CARRIED = {"en": "from the turn before", "pl": "z poprzedniej tury"}
NAMED = {"en": "Red 7, on", "pl": "Czerwona 7, na"}
EACH = pytest.mark.parametrize("language", ["en", "pl"])


def warned(player, language):
    """What the warning says, and what of each tile."""
    page = unescape(player.get(headers={"Accept-Language": language}).text)
    problems = page[page.index('id="problems"') :]
    labels = re.findall(r"<span>([^<]+ · [^<]+)</span>", problems)
    assert all(NAMED[language] in label for label in labels)
    return problems, labels


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "At least 2 of them are read wrongly."),
        ("pl", "Co najmniej 2 z nich odczytano błędnie."),
    ],
)
def test_of_four_jokers_at_least_two_are_read_wrongly(player, reader, language, line):
    reader.lay("R7 B7 J", "R4 J R6", "J K2 K3", "O1 J O3")
    player.photograph("table")
    page = unescape(player.get(headers={"Accept-Language": language}).text)
    assert line in page
    assert READ_WRONGLY[language] not in page


def lay_two_and_one(player, reader):
    reader.lay("R7 B7 K7", "R7 O7 B7")
    player.photograph("table")


@EACH
def test_tiles_that_are_only_read_say_how_sure_that_is(player, reader, language):
    lay_two_and_one(player, reader)
    reader.lay("R7")
    player.photograph("rack")
    text, labels = warned(player, language)
    assert READ_WRONGLY[language] in text
    assert [label.split(" · ")[1] for label in labels] == ["98 %"] * 3


@EACH
def test_a_tile_that_was_entered_or_confirmed_says_so_and_is_not_said_to_be_read(
    player, reader, language
):
    lay_two_and_one(player, reader)
    player.type("rack", "R7")
    player.post("/table/tile/0", {"tile": "R7"})
    text, labels = warned(player, language)
    assert SAID_WRONGLY[language] in text
    assert READ_WRONGLY[language] not in text
    known = [label.split(" · ")[1] for label in labels]
    assert sorted(known) == sorted(["98 %", CONFIRMED[language], ENTERED[language]])


@EACH
def test_a_tile_that_was_put_right_is_entered_not_confirmed(player, reader, language):
    reader.lay("R7 B7 K7", "R7 O7 B7", "R1")
    player.photograph("table")
    player.post("/table/tile/6", {"tile": "R7"})
    _text, labels = warned(player, language)
    assert [label.split(" · ")[1] for label in labels][-1] == ENTERED[language]


@EACH
def test_a_tile_of_the_turn_before_is_not_said_to_be_entered_now(player, language):
    laid = {"from": "play", "played": "yes", "table": "R7 B7 K7 | R7 O7 B7", "rack": "R7"}
    player.type("rack", "R7")
    player.post("/next", laid)
    _text, labels = warned(player, language)
    assert len(labels) == 3
    assert all(CARRIED[language] in label for label in labels)
