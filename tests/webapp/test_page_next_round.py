"""After a round is scored the next one starts afresh, and nothing of the last one is lost."""

from __future__ import annotations

import re

import pytest

NEXT = "Next round"


@pytest.fixture
def scored(player):
    """A game of two players in its third turn, whose first round is written down."""
    player.post("/rules", {"preset": "polish"})
    player.post("/scores/players", {"names": "Ann\nBo"})
    player.post("/round/draw", {"how": "drawn"})
    player.post("/round/pool", {"drew": "3"})
    player.type("table", "R1 R2 R3")
    player.type("rack", "B9 K12")
    player.post("/next", {"from": "draw", "tile": "B5", "turn": "1"})
    player.post("/next", {"from": "draw", "tile": "", "turn": "2"})
    player.post("/scores/round", {"out": "Ann", "rack-Bo": "R5 K1", "round": "1"})
    return player


def pool(player) -> int:
    return int(re.search(r"data-left[^>]*>(\d+)<", player.get("/round").text)[1])


def without_tokens(page: str) -> str:
    return re.sub(r'name="csrf_token" value="[^"]*"', "", page)


def turn_shown(page: str) -> str:
    return re.search(r"Turn (\d+) ·", page)[1]


def opening_made(page: str) -> bool:
    return re.search(r'value="yes" aria-pressed="true"', page) is not None


def test_no_next_round_is_offered_before_one_is_scored(player):
    player.post("/scores/players", {"names": "Ann\nBo"})
    assert NEXT not in player.get().text
    assert NEXT not in player.get("/scores").text
    assert player.post("/round/next", {"turn": "1"}).status_code == 303
    assert turn_shown(player.get().text) == "1"


def test_the_next_round_has_a_fresh_table_rack_turn_opening_and_pool(scored):
    assert pool(scored) == 74
    assert NEXT in scored.get("/scores").text
    page = scored.get().text
    assert NEXT in page
    assert turn_shown(page) == "3"
    answer = scored.post("/round/next", {"turn": "3"})
    page = scored.client.get(answer.location).text
    assert turn_shown(page) == "1"
    assert not opening_made(page)
    assert NEXT not in page
    assert scored.tiles("table") == scored.tiles("rack") == []
    assert pool(scored) == 78
    assert "begins." not in scored.get("/round").text
    assert "turn 1 ·" in scored.client.get("/").text


def test_players_match_and_rules_stay(scored):
    csv = scored.get("/scores/sheet.csv").text
    scored.post("/round/next", {"turn": "3"})
    assert scored.get("/scores/sheet.csv").text == csv
    sheet = scored.get("/scores").text
    assert "Round 2" in sheet
    assert "Polish" in scored.get().text
    scored.post("/scores/round", {"out": "Bo", "rack-Ann": "R7", "round": "2"})
    assert NEXT in scored.get().text


def test_the_next_round_can_be_taken_back_with_all_that_was_there(scored):
    scored.get("/scores")  # where all is told that has been done so far
    before = without_tokens(scored.get("/round").text)
    scored.post("/round/next", {"turn": "3"})
    assert "Undo: back to the round before" in scored.get().text
    scored.post("/back", {"turn": "4"})
    page = scored.get().text
    assert turn_shown(page) == "3"
    assert opening_made(page)
    assert NEXT in page
    assert scored.tiles("table") == ["R1 R2 R3"]
    assert scored.tiles("rack") == ["B9 K12 B5"]
    assert without_tokens(scored.get("/round").text) == before


def test_a_round_in_which_something_was_done_is_not_taken_back(scored):
    scored.post("/round/next", {"turn": "3"})
    scored.type("rack", "O1 O2")
    assert "Undo" not in scored.get().text
    scored.post("/back", {"turn": "4"})
    assert scored.tiles("rack") == ["O1 O2"]


def test_the_same_press_twice_begins_one_round(scored):
    scored.post("/round/next", {"turn": "3"})
    answer = scored.post("/round/next", {"turn": "3"})
    assert "Warning" not in scored.client.get(answer.location).text
    scored.post("/next", {"turn": "4"})
    assert turn_shown(scored.get().text) == "2"
    assert "Undo: back to turn 1" in scored.get().text


def test_a_page_of_the_round_before_changes_nothing_and_says_so(scored):
    scored.post("/round/next", {"turn": "3"})
    scored.type("rack", "O1 O2")
    for path in ("/next", "/round/next"):
        answer = scored.post(path, {"turn": "2"})
        page = scored.client.get(answer.location).text
        assert "of the round before, which is over: nothing was changed. Here is turn 1." in page
    assert scored.tiles("rack") == ["O1 O2"]


def test_a_rack_that_is_being_counted_goes_along(scored, reader):
    reader.lay("R7 B7")
    scored.post_photo("/p2/photo")
    scored.post("/round/next", {"turn": "3"})
    assert scored.tiles("p2") == ["R7 B7"]
    scored.post("/back", {"turn": "4"})
    assert scored.tiles("p2") == ["R7 B7"]


@pytest.mark.parametrize(
    ("where", "form"),
    [
        ("/round/draw", {"how": "drawn"}),
        ("/round/pool", {"drew": "5"}),
        ("/scores/round", {"out": "Bo", "rack-Ann": "R7", "round": "2"}),
    ],
)
def test_a_round_that_someone_began_to_keep_is_not_taken_back(scored, where, form):
    scored.post("/round/next", {"turn": "3"})
    assert "Undo: back to the round before" in scored.get().text
    scored.post(where, form)
    assert "Undo: back to the round before" not in scored.get().text
    kept = without_tokens(scored.get("/round").text), scored.get("/scores/sheet.csv").text
    scored.post("/back", {"turn": "4"})
    assert "Nothing was taken back" in scored.get().text
    assert (
        without_tokens(scored.get("/round").text),
        scored.get("/scores/sheet.csv").text,
    ) == kept
