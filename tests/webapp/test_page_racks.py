"""A photo that shows several racks: which one counts is asked wherever it matters."""

from __future__ import annotations

import pytest

ASKED = "2 racks seem to be in this photo. Which one counts?"
TWO_RACKS = ("R9 R10 R11", "B4 B5 B6", "", "", "", "K5 K6 K7")


@pytest.fixture
def undecided(player, reader):
    """A player whose rack photo shows two racks, on a page left without an answer."""
    player.type("table", "R1 R2 R3")
    reader.lay(*TWO_RACKS)
    player.photograph("rack")
    return player


def asks_first(player) -> bool:
    """Whether neither the play nor a hint nor other plays are shown, but the question."""
    answers = [player.get(path) for path in ("/play", "/play?hint=1", "/choices")]
    return all(
        answer.status_code == 303 and answer.location.endswith("/rack#doubts") for answer in answers
    )


def test_the_game_page_keeps_asking_and_no_play_is_shown_meanwhile(undecided):
    page = undecided.get().text
    assert ASKED in page
    assert "Show the best play" not in page
    assert asks_first(undecided)
    assert ASKED in undecided.get("/rack").text


def test_a_photo_of_the_table_taken_for_the_rack_is_asked_about_too(player, reader):
    reader.lay(*TWO_RACKS)
    player.photograph("table")
    player.post("/swap", {"to": "rack"})
    assert ASKED in player.get().text
    assert asks_first(player)


def test_an_answer_settles_it_and_undoing_the_answer_asks_again(undecided):
    undecided.post("/rack/rack", {"tiles": "0 1 2 3 4 5"})
    assert ASKED not in undecided.get().text
    assert undecided.get("/play").status_code == 200
    undecided.post("/rack/undo")
    assert ASKED in undecided.get().text
    assert asks_first(undecided)


def test_that_it_is_one_rack_is_an_answer(undecided):
    undecided.post("/rack/rack", {"tiles": " ".join(map(str, range(9)))})
    assert ASKED not in undecided.get().text
    assert "Show the best play" in undecided.get().text


def test_deleting_the_photo_settles_nothing_and_the_tiles_tell_the_racks_apart(undecided):
    undecided.post("/rack/photo/delete")
    assert ASKED in undecided.get().text
    assert asks_first(undecided)
    page = undecided.get("/rack").text
    assert "1: 6 tiles: R9 R10 R11 B4 B5 B6" in page
    assert "2: 3 tiles: K5 K6 K7" in page
    undecided.post("/rack/rack", {"tiles": "6 7 8"})
    assert undecided.tiles("rack") == ["K5 K6 K7"]


def test_a_rack_that_was_typed_is_one_rack(undecided):
    undecided.type("rack", "R9 R10 R11 B4 B5 B6")
    assert ASKED not in undecided.get().text
    assert undecided.get("/play").status_code == 200


def test_a_rack_with_a_set_before_it_put_in_for_the_table_may_be_a_rack(player, reader):
    reader.lay("R9 R10 R11", "J K10 K11 K12 K13 J", "B4 B5 B6", "", "", "K5 K6 K7")
    player.photograph("table")
    page = player.get("/table").text
    assert "Read as the table, but it may be a rack." in page
    assert "It is my rack" in page
    reader.lay("R9 R10 R11", "K10 K11 K12 K13", "B4 B5 B6", "", "", "K5 K6 K7")
    player.photograph("table")
    assert "it may be a rack" not in player.get("/table").text
