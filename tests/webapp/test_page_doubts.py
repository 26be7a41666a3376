"""What a doubtful tile is asked, and what may be answered."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.webapp.conftest import a_photo
from vision.reading import TileReading, Why
from webapp.doubts import reasons_of


def test_a_tile_that_lies_face_down_is_confirmed_like_any_other(player, reader):
    reader.lay("R1 X~R7 R3")
    player.photograph("table")
    page = player.get("/table?review=1").text
    assert "Is this a face-down tile?" in page
    offered = re.findall(r'<button name="tile" value="(\w)" class="guess yes">(.*?)</button>', page)
    assert [name for name, _ in offered] == ["X"]
    assert "Yes" in offered[0][1]
    player.post("/table/tile/1", {"tile": "X", "review": "1"})
    assert player.tiles("table") == ["R1 X R3"]
    assert "No tile is in doubt" in player.get("/table").text


def test_a_tile_read_as_another_may_be_said_to_lie_face_down(player, reader):
    reader.lay("R1 R2~X R3")
    player.photograph("table")
    page = player.get("/table?review=1").text
    assert re.findall(r'name="tile" value="(\w+)" class="guess', page) == ["R2", "X"]


def test_of_an_unreadable_tile_it_is_asked_which_it_is(player, reader):
    reader.lay("R1 ?~R2 R3")
    player.photograph("table")
    page = player.get("/table?review=1").text
    assert "Which tile is this?" in page
    assert re.findall(r'name="tile" value="([^"]+)" class="guess', page) == ["R2"]


def test_no_outline_of_a_tile_lies_over_the_label_of_another(player, reader):
    reader.lay("R1~R7 R2 R3", "R4 R5 R6")
    player.photograph("rack")
    page = player.get("/rack").text
    drawn = page[page.index('<svg class="photo"') :]
    drawn = drawn[: drawn.index("</svg>")]
    labels = re.findall(
        r'<a [^>]*data-tile="(\d)" class="label[^>]*>.*?>(\w+\??)</text>', drawn, re.DOTALL
    )
    assert labels == [("0", "R1?"), *((str(n - 1), f"R{n}") for n in range(2, 7))]
    assert drawn.rindex('class="edge"') < drawn.index("</text>")


@pytest.mark.parametrize("name", ["R7", "O10~O1", "K12", "K13~", "JD~J"])
@pytest.mark.parametrize("edge", [False, True])
def test_the_letters_of_a_label_lie_on_its_plate_and_that_on_the_photo(player, reader, name, edge):
    reader.lay(name)
    reader.width = reader.height = 400
    player.photograph("table", a_photo(400 if not edge else 44, 300 if not edge else 62))
    page = player.get("/table").text
    width, height = re.search(r'class="photo"[^>]*viewBox="0 0 (\d+) (\d+)"', page).groups()
    plate = r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    x, y, wide, high = map(float, re.search(plate, page).groups())
    size, text = re.search(r'font-size="([\d.]+)"[^>]*>([^<]+)</text>', page).groups()
    assert min(x, y) >= -0.1
    assert x + wide <= int(width) + 0.1
    assert y + high <= int(height) + 0.1
    assert len(text) * 0.66 * float(size) <= wide
    assert float(size) <= high
    assert wide <= 30  # as wide as the tile at most


COLOR = {
    "en": "Its colour is hard to tell: red 7 or orange 7.",
    "pl": "Trudno rozpoznać jej kolor: czerwona 7 lub pomarańczowa 7.",
}


@pytest.mark.parametrize("language", COLOR)
def test_a_tile_of_an_uncertain_colour_says_which_two_it_may_have(
    player, reader, language, monkeypatch
):
    plain = reader._tile
    monkeypatch.setattr(
        reader,
        "_tile",
        lambda *at: one.doubted(Why.INK) if (one := plain(*at)).doubtful else one,
    )
    reader.lay("R5 R6 R7~O7")
    player.photograph("rack")
    page = player.get("/rack?review=1", headers={"Accept-Language": language}).text
    assert COLOR[language] in page


def test_an_uncertain_colour_without_another_tile_names_none():
    tile = TileReading(0, "R7", 0.6, True, ((0, 0),) * 4, why=(Why.CUT, Why.INK))
    assert reasons_of(tile) == (Why.CUT, Why.INK)
    other = replace(tile, alternatives=(("R1", 0.2), ("K7", 0.1)))
    assert reasons_of(other)[1] == "its colour is hard to tell: red 7 or black 7"
    back = replace(tile, tile="X", alternatives=(("K7", 0.1),))
    assert reasons_of(back) == (Why.CUT, Why.INK)


WHY = {
    "en": "Cut by the edge of the photo.",
    "pl": "Ucięta przez brzeg zdjęcia.",
}


@pytest.mark.parametrize("language", WHY)
def test_the_sheet_of_a_doubtful_tile_says_why_until_it_is_settled(player, reader, language):
    reader.lay("R1 R2 R3~cut")
    player.photograph("rack")
    spoken = {"Accept-Language": language}
    assert WHY[language] in player.get("/rack?review=1", headers=spoken).text
    assert WHY[language] not in player.get("/rack?tile=0", headers=spoken).text
    player.post("/rack/tile/2", {"tile": "R3"})
    assert WHY[language] not in player.get("/rack?tile=2", headers=spoken).text


def test_a_mark_that_is_shown_may_be_typed_wherever_tiles_are(player):
    player.type("table", "R1 R2* R3\nX* ?*")
    assert player.tiles("table") == ["R1 R2 R3", "X ?"]
    player.type("rack", "K1* J*")
    assert player.tiles("rack") == ["K1 J"]
    player.post("/rack/tile/0", {"tile": "K2*"})
    assert player.tiles("rack") == ["K2 J"]
    assert 'data-verdict="valid"' in player.get("/check?set=R1+R2*+J*%3DR3").text
    ruled = player.post(
        "/referee", {"before": "R1 R2 R3*", "after": "R1 R2 R3 R4*", "opened": "yes"}
    ).text
    assert 'data-legal="yes"' in ruled
    player.post("/scores/players", {"names": "Ann\nBo"})
    player.post("/scores/round", {"out": "Ann", "rack-Bo": "K9* J*"})
    assert "-39" in player.get("/scores/sheet.csv").text
