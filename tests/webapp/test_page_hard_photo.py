"""A photo that is hard to read: first of all it is to be taken again, for the same place."""

from __future__ import annotations

import re

import pytest

from vision.reading import TAKE_IT_AGAIN

ASKED = "Much of this photo is hard to read. Take it again"
OTHER = "the photo has no colours: take it again in colour"
HARD = ("R1~R7 R2~ R3", "B7~ K8~K9 O7")


@pytest.fixture
def hard(player, reader):
    """A player with a table photo that is hard to read, which the reader warns of last."""
    reader.warnings = (OTHER, TAKE_IT_AGAIN)
    reader.lay(*HARD)
    player.photograph("table")
    return player


def in_order(page: str, *texts: str) -> bool:
    places = [page.index(text) for text in texts]
    return places == sorted(places)


def retakes(page: str) -> list[str]:
    """Where the buttons beside the warning send a photo."""
    asked = re.findall(r'class="[^"]*take-again".*?</section>', page, re.DOTALL)
    return [re.search(r'action="[^"]*(/\w+/photo)"', one)[1] for one in asked]


def test_the_way_to_take_it_again_comes_first_then_the_photo_and_the_rest_is_folded(hard):
    page = hard.get("/table").text
    assert retakes(page) == ["/table/photo"]
    assert page.count("ard to read") == 1
    assert in_order(page, ASKED, "<details", "The photo has no colours", "Look at 4 doubtful tiles")
    assert in_order(page, "Look at 4 doubtful tiles", "</details>", 'id="photo"')
    problems = page[page.index('id="wrong"') : page.index('id="problems"')]
    assert "<details" in problems
    assert page.count("neither one number nor one colour") <= 1


def test_the_game_page_asks_for_it_too(hard):
    assert retakes(hard.get().text) == ["/table/photo"]
    page = hard.get().text
    assert in_order(page, ASKED, "Look at 4 doubtful tiles", "<summary>As it lies", 'id="problems"')


def test_a_rack_is_taken_again_for_the_rack(player, reader):
    reader.warnings = (TAKE_IT_AGAIN,)
    reader.lay("R1~R7 R2~ R3 B7~ K8~K9 O7")
    player.photograph("rack")
    assert retakes(player.get("/rack").text) == ["/rack/photo"]
    assert retakes(player.get().text) == ["/rack/photo"]


def test_a_clear_photo_in_its_place_ends_it(hard, reader):
    reader.warnings = ()
    reader.lay("R1 R2 R3")
    hard.photograph("table")
    assert retakes(hard.get("/table").text) == []
    assert retakes(hard.get().text) == []


def test_so_does_looking_at_every_doubtful_tile(hard):
    for number in (0, 1, 3, 4):
        hard.post(f"/table/tile/{number}", {"tile": "R9"})
    page = hard.get("/table").text
    assert "ard to read" not in page
    assert "<details" not in page[: page.index('id="photo"')]
    assert "The photo has no colours" in page


def test_a_photo_that_is_deleted_is_not_to_be_taken_again(hard):
    hard.post("/table/photo/delete")
    assert retakes(hard.get().text) == []
