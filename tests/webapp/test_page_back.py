"""The browser's way back, and going back a turn: nothing is doubled, nothing is lost."""

from __future__ import annotations

import re
from html import unescape

import pytest

IN = {"en": {"Accept-Language": "en"}, "pl": {"Accept-Language": "pl"}}
OVER = {
    "en": "That page was of turn 1, which is over: nothing was changed. Here is turn 2.",
    "pl": "To była strona tury 1, która już się skończyła: nic się nie zmieniło. Oto tura 2.",
}
OFF_AGAIN = {
    "en": "Blue 5 is off your rack again: this is turn 1.",
    "pl": "Niebieska 5 nie leży już na twojej tabliczce: to znów tura 1.",
}


@pytest.fixture
def drawing(player):
    """A player who has to draw."""
    player.type("table", "R1 R2 R3\nX")
    player.type("rack", "B9 K12")
    return player


def form(page: str, action: str) -> dict[str, str]:
    """What the form of that page that is sent to ``action`` sends."""
    found = re.search(rf'<form[^>]*action="[^"]*{action}".*?</form>', page, re.DOTALL)[0]
    fields = re.findall(r'type="hidden" name="([^"]+)"[^>]*? value="([^"]*)"', found)
    return {name: unescape(value) for name, value in fields}


def shown_play(player) -> str:
    """The address of the play that the page of the turn leads to."""
    return unescape(re.search(r'class="button primary wide" href="([^"]+)"', player.get().text)[1])


def follow(player, path: str, data, **options):
    return player.post(path, data, follow_redirects=True, **options).text


@pytest.mark.parametrize("language", IN)
def test_the_way_back_to_the_page_of_a_draw_draws_no_second_tile(drawing, language):
    address = shown_play(drawing)
    page = drawing.client.get(address).text
    follow(drawing, "/next", form(page, "/next") | {"tile": "B5"})
    back = drawing.client.get(address, follow_redirects=True, headers=IN[language]).text
    assert OVER[language] in back
    assert 'id="draw"' not in back
    assert 'action="' + drawing.game + '/back"' in back
    assert drawing.tiles("rack") == ["B9 K12 B5"]


@pytest.mark.parametrize("path", ["/choices", "/play"])
def test_no_page_of_a_play_is_shown_for_another_turn_than_it_was_asked_for(drawing, path):
    follow(drawing, "/next", form(drawing.get("/play").text, "/next"))
    assert drawing.get(f"{path}?turn=1").status_code == 303
    for asked in (f"{path}?turn=2", path):
        shown = drawing.get(asked)
        # where there is no choice the page of the best play says so
        assert shown.status_code == 200 or shown.location.endswith("/play?turn=2")


@pytest.mark.parametrize("language", IN)
def test_another_tile_from_the_old_page_of_a_draw_is_told_and_adds_none(drawing, language):
    sent = form(drawing.get("/play").text, "/next")
    follow(drawing, "/next", sent | {"tile": "B5"})
    told = follow(drawing, "/next", sent | {"tile": "R5"}, headers=IN[language])
    assert OVER[language] in told
    assert drawing.tiles("rack") == ["B9 K12 B5"]
    again = follow(drawing, "/next", sent | {"tile": "B5"})
    assert "which is over" not in again  # the same tap came twice: it did count
    assert "Blue 5 is on your rack now." in again
    assert "Turn 2" in again


def test_another_play_from_an_old_page_is_told_and_lays_nothing(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4 R5 K9")
    sent = form(player.get("/play").text, "/next")
    assert "which is over" not in follow(player, "/next", sent)
    assert "which is over" not in follow(player, "/next", sent)
    told = follow(player, "/next", sent | {"table": "R1 R2 R3 R4", "rack": "R5 K9"})
    assert OVER["en"] in told
    assert player.tiles("table") == ["R1 R2 R3 R4 R5"]


@pytest.mark.parametrize("language", IN)
def test_a_draw_can_be_taken_back_to_where_another_tile_can_be_tapped(drawing, reader, language):
    reader.lay("B9 K12~K2", "O1")
    drawing.photograph("rack")
    drawn = follow(drawing, "/next", form(drawing.get("/play").text, "/next") | {"tile": "B5"})
    back = follow(drawing, "/back", form(drawn, "/back"), headers=IN[language])
    assert OFF_AGAIN[language] in back
    assert 'id="draw"' in back
    assert drawing.tiles("rack") == ["B9 K12", "O1"]
    assert drawing.tiles("table") == ["R1 R2 R3", "X"]
    assert "Look at 1 doubtful tile" in drawing.get().text
    page = follow(drawing, "/next", form(drawing.get("/play").text, "/next") | {"tile": "R5"})
    assert "Turn 2" in page
    assert drawing.tiles("rack") == ["B9 K12", "O1 R5"]


def test_a_play_can_be_taken_back_with_the_opening_that_it_was(player):
    player.post("/opened", {"opened": "no"})
    player.type("rack", "R10 R11 R12 K9")
    opened = follow(player, "/next", form(player.get("/play").text, "/next"))
    assert re.search(r'value="yes" aria-pressed="true"', opened)
    back = follow(player, "/back", form(opened, "/back"))
    assert "This is turn 1 again." in back
    assert player.tiles("rack") == ["R10 R11 R12 K9"]
    assert re.search(r'value="no" aria-pressed="true"', player.get().text)


def test_a_turn_begun_from_nothing_by_mistake_is_taken_back_with_its_tiles(drawing):
    page = follow(drawing, "/next", form(drawing.get().text, "/next"))
    assert drawing.tiles("rack") == [""] or drawing.tiles("rack") == []
    follow(drawing, "/back", form(page, "/back"))
    assert drawing.tiles("rack") == ["B9 K12"]


@pytest.mark.parametrize("done", ["photo", "text", "tile"])
def test_a_turn_in_which_something_was_done_is_not_taken_back(drawing, reader, done):
    page = follow(drawing, "/next", form(drawing.get("/play").text, "/next") | {"tile": "B5"})
    sent = form(page, "/back")
    if done == "photo":
        reader.lay("R1 R2 R3 R4")
        drawing.photograph("table")
    elif done == "text":
        drawing.type("rack", "B9 K12 B6")
    else:
        drawing.post("/rack/tile/0", {"tile": "B8"})
    assert 'action="' + drawing.game + '/back"' not in drawing.get().text
    before = [drawing.tiles(part) for part in ("table", "rack")]
    told = follow(drawing, "/back", sent)
    assert "Nothing was taken back: turn 2 goes on" in told
    assert [drawing.tiles(part) for part in ("table", "rack")] == before


def test_a_turn_is_taken_back_once_and_the_first_never(drawing):
    assert 'action="' + drawing.game + '/back"' not in drawing.get().text
    for _turn in (1, 2):
        follow(drawing, "/next", form(drawing.get("/play").text, "/next"))
    sent = form(drawing.get().text, "/back")
    assert "Turn 2" in (follow(drawing, "/back", sent) and drawing.get().text)
    assert "Nothing was taken back: turn 2 goes on" in follow(drawing, "/back", sent)
    follow(drawing, "/back", {"turn": "2"})
    assert "Nothing was taken back: turn 1 goes on" in follow(drawing, "/back", {"turn": "1"})
    assert drawing.tiles("rack") == ["B9 K12"]


def test_racks_that_are_counted_come_along_when_a_turn_is_taken_back(drawing, reader):
    drawing.post("/scores/players", {"names": "Ann\nBo"})
    page = follow(drawing, "/next", form(drawing.get("/play").text, "/next"))
    reader.lay("R7 B2")
    drawing.post_photo("/p2/photo")
    follow(drawing, "/back", form(page, "/back"))
    assert drawing.tiles("p2") == ["R7 B2"]


@pytest.mark.parametrize(
    ("table", "left"),
    [
        (("R1 R2 R3", "X X"), ["R1 R2 R3 R4", "X X"]),
        (("R1 R2 R3 X", "B7 K7 O7"), ["R1 R2 R3 R4", "B7 K7 O7", "X"]),
        (("R1 R2 R3", "X~K9"), ["R1 R2 R3 R4", "X"]),
    ],
)
def test_tiles_that_lie_face_down_on_the_table_lie_there_in_the_next_turn(
    player, reader, table, left
):
    reader.lay(*table)
    player.photograph("table")
    player.type("rack", "R4 K9 B2")
    page = follow(player, "/next", form(player.get("/play").text, "/next"))
    assert player.tiles("table") == left
    assert page.count('aria-label="face-down tile') == sum(row.count("X") for row in left)
    assert ("Look at 1 doubtful tile" in page) == ("X~K9" in table)


TAKEN_BACK = {
    "en": "That page was of turn 2, which was taken back: nothing was changed. Here is turn 1.",
    "pl": "To była strona tury 2, którą cofnięto: nic się nie zmieniło. Oto tura 1.",
}


@pytest.mark.parametrize("language", IN)
def test_a_page_of_a_turn_that_was_taken_back_says_so(drawing, language):
    follow(drawing, "/next", form(drawing.get("/play").text, "/next") | {"tile": "B5"})
    of_turn_2 = shown_play(drawing)
    sent = form(drawing.get("/play").text, "/next")
    follow(drawing, "/back", {"turn": "2"})
    options = {"follow_redirects": True, "headers": IN[language]}
    assert TAKEN_BACK[language] in drawing.client.get(of_turn_2, **options).text
    assert TAKEN_BACK[language] in drawing.post("/next", sent, **options).text
    assert drawing.tiles("rack") == ["B9 K12"]


def test_a_drawn_tile_that_was_corrected_and_put_back_leaves_the_way_back(drawing):
    follow(drawing, "/next", form(drawing.get("/play").text, "/next") | {"tile": "B5"})
    drawing.post("/rack/tile/2", {"tile": "B6"})
    assert "Back to turn 1" not in drawing.get().text
    drawing.post("/rack/undo")
    assert drawing.tiles("rack") == ["B9 K12 B5"]
    assert "Back to turn 1" in drawing.get().text
    follow(drawing, "/back", {"turn": "2"})
    assert "Turn 1" in drawing.get().text
    assert drawing.tiles("rack") == ["B9 K12"]


def test_a_turn_with_new_photos_in_which_tiles_were_typed_is_not_taken_back(player):
    player.type("rack", "B9")
    player.post("/next", {"turn": "1"})
    player.type("rack", "O1 O2")
    assert "Undo: back" not in player.get().text
    player.post("/back", {"turn": "2"})
    assert player.tiles("rack") == ["O1 O2"]
