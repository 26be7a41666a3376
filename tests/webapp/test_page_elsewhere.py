"""Two pages of one game: what another one changed meanwhile is neither lost nor overwritten."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest

from tests.webapp.conftest import a_photo

CHANGED = "changed elsewhere meanwhile"


def field(page: str, name: str) -> str:
    """The value of a hidden field that a form of the page sends along."""
    return unescape(re.search(rf'name="{name}" value="([^"]*)"', page)[1])


def seen(player, part: str) -> dict[str, str]:
    """What a form of the page of ``part`` says that it was shown with."""
    return {"seen": field(player.get(f"/{part}").text, "seen")}


def typed_in(page: str) -> str:
    return unescape(re.search(r'<textarea id="tiles".*?>(.*?)</textarea>', page, re.DOTALL)[1])


def photograph(player, part: str, form: dict[str, str]):
    photo = {"photo": (io.BytesIO(a_photo()), "photo.jpg")}
    return player.post(f"/{part}/photo", form | photo, content_type="multipart/form-data")


@pytest.mark.parametrize("before", ["", "K9"])
def test_a_rack_typed_over_another_s_photo_is_refused_with_both_to_choose_from(
    player, reader, before
):
    if before:
        player.type("rack", before)
    mine = seen(player, "rack")
    reader.lay("R1 R2")
    player.photograph("rack")
    page = player.post("/rack/text", mine | {"tiles": "R5 J"})
    assert page.status_code == 409
    assert CHANGED in page.text
    assert typed_in(page.text) == "R5 J"
    assert "Keep what is there now" in page.text
    assert player.tiles("rack") == ["R1 R2"]
    player.post("/rack/text", {"seen": field(page.text, "seen"), "tiles": typed_in(page.text)})
    assert player.tiles("rack") == ["R5 J"]


def test_the_same_tiles_typed_twice_are_no_quarrel(player):
    mine = seen(player, "rack")
    player.type("rack", "R5 J")
    assert player.post("/rack/text", mine | {"tiles": "r5  j"}).status_code == 303


def test_a_text_over_a_correction_made_elsewhere_is_refused(player):
    player.type("table", "R1 R2 R3")
    mine = seen(player, "table")
    player.post("/table/tile/0", mine | {"tile": "O1"})
    page = player.post("/table/text", mine | {"tiles": "R1 R2 R3 R4"})
    assert page.status_code == 409
    assert typed_in(page.text) == "R1 R2 R3 R4"
    assert player.tiles("table") == ["O1 R2 R3"]


def test_what_was_typed_while_a_photo_was_read_is_offered_and_comes_back(player, reader):
    mine = seen(player, "rack")
    player.type("rack", "R5 J")
    reader.lay("R1 R2")
    page = player.client.get(photograph(player, "rack", mine).location).text
    assert "Other tiles were put here elsewhere" in page
    assert "Take the others: R5 J" in page
    assert player.tiles("rack") == ["R1 R2"]
    player.post("/rack/undo", {"seen": field(page, "seen")})
    assert player.tiles("rack") == ["R5 J"]
    assert "Take those of the photo" in player.get("/rack").text
    player.post("/rack/redo")
    assert player.tiles("rack") == ["R1 R2"]


def test_a_photo_in_the_place_of_what_was_seen_asks_nothing(player, reader):
    player.type("rack", "R5 J")
    reader.lay("R1 R2")
    photograph(player, "rack", seen(player, "rack"))
    assert "Other tiles were put here" not in player.get("/rack").text


STALE = (
    ("/table/tile/0", {"tile": "K13"}),
    ("/table/tile/0", {"remove": "1"}),
    ("/table/tile/0", {"move": "new"}),
    ("/table/add", {"tile": "K13", "group": "0"}),
    ("/table/text", {"tiles": "K13"}),
    ("/table/undo", {}),
    ("/table/photo/delete", {}),
    ("/swap", {"to": "rack"}),
)


@pytest.mark.parametrize(("path", "form"), STALE)
@pytest.mark.parametrize("meanwhile", ["photo", "turn", "carried"])
def test_an_old_screen_changes_nothing_of_what_came_after_it(player, reader, path, form, meanwhile):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    player.post("/table/tile/1", {"tile": "R2"})
    old = seen(player, "table")
    if meanwhile == "photo":
        reader.lay("B7 K7 O7")
        player.photograph("table")
    elif meanwhile == "turn":
        player.post("/next")
        reader.lay("B7 K7 O7")
        player.photograph("table")
    else:
        player.post("/next", {"from": "play", "table": "B7 K7 O7", "rack": "R1"})
    page = player.post(path, old | form)
    assert page.status_code == 409
    assert CHANGED in page.text
    assert player.tiles("table") == ["B7 K7 O7"]
    assert ("<image" in player.get("/table").text) == (meanwhile != "carried")


def test_an_old_screen_of_nothing_writes_nothing_into_the_next_turn(player):
    old = seen(player, "rack")
    player.post("/next")
    page = player.post("/rack/text", old | {"tiles": "R5 J"})
    assert page.status_code == 409
    assert typed_in(page.text) == "R5 J"
    assert player.tiles("rack") == []


def test_corrections_of_one_photo_from_two_pages_all_count(player, reader):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    old = seen(player, "table")
    for tile, name in enumerate(("B1", "B2", "B3")):
        assert player.post(f"/table/tile/{tile}", old | {"tile": name}).status_code == 303
    assert player.tiles("table") == ["B1 B2 B3"]


def test_a_photo_that_was_not_looked_at_is_not_learned(player, reader):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    old = seen(player, "table")
    reader.lay("B7 K7 O7")
    player.photograph("table")
    assert player.post("/tiles/learn/table", old).status_code == 409
    assert "Learned tiles" not in player.get("/tiles").text


def test_a_play_of_tiles_that_were_changed_since_is_not_carried_out(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4")
    page = player.get("/play").text
    names = ("turn", "from", "played", "table", "rack", "seen-table", "seen-rack")
    form = {name: field(page, name) for name in names}
    player.type("rack", "R4 K9")
    answer = player.post("/next", form)
    assert CHANGED in player.client.get(answer.location).text
    assert player.tiles("rack") == ["R4 K9"]
    assert "Turn 1" in player.get().text


@pytest.fixture
def match(player):
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    return player


def sheet(player, page: str = "") -> dict[str, str]:
    """The texts of the form of the round, as a browser would send them."""
    form = (page or player.get("/scores").text).split("/scores/round")[-1].split("</form>")[0]
    fields = {}
    for tag in re.findall(r'<input type="(?:text|hidden)"[^>]*>', form):
        name, value = (re.search(rf' {key}="([^"]*)"', tag) for key in ("name", "value"))
        fields[unescape(name[1])] = unescape(value[1])
    return fields


def rack_photo(player, name: str, form: dict[str, str]):
    photo = {f"photo-{name}": (io.BytesIO(a_photo()), "rack.jpg")}
    return player.post("/scores/round", form | photo, content_type="multipart/form-data")


def rounds(player) -> list[str]:
    lines = player.get("/scores/sheet.csv").text.splitlines()
    return [line for line in lines if line[0].isdigit()]


@pytest.mark.parametrize("asks", [{}, {"look": "p3"}])
def test_a_rack_typed_on_one_sheet_while_another_photographs_it(match, reader, asks):
    mine = sheet(match) | {"rack-Bo": "R5 J", "out": "Ann"}
    reader.lay("R7")
    rack_photo(match, "Bo", sheet(match))
    page = match.post("/scores/round", mine | asks)
    assert page.status_code == 409
    assert "Bo&#39;s rack was changed elsewhere meanwhile, to R7." in page.text
    assert sheet(match, page.text)["rack-Bo"] == "R5 J"
    assert "Keep what is there now" in page.text
    assert match.tiles("p2") == ["R7"]
    assert rounds(match) == []
    assert sheet(match)["rack-Bo"] == "R7"  # theirs
    match.post("/scores/round", sheet(match, page.text) | {"out": "Ann"})  # mine
    assert rounds(match)[0].endswith("35,-35,0")


def test_a_rack_typed_on_two_sheets_is_not_scored_unseen(match):
    mine = sheet(match) | {"rack-Bo": "R5 J", "out": "Ann"}
    match.post("/scores/round", sheet(match) | {"rack-Bo": "K1", "rack-Cy": "K2", "look": "p3"})
    page = match.post("/scores/round", mine)
    assert page.status_code == 409
    assert "Bo&#39;s rack was changed elsewhere meanwhile, to K1." in page.text
    assert "Cy&#39;s rack was changed elsewhere meanwhile, to K2: look at it" in page.text
    again = sheet(match, page.text)
    assert (again["rack-Bo"], again["rack-Cy"]) == ("R5 J", "K2")
    assert sheet(match)["rack-Bo"] == "K1"
    assert rounds(match) == []
    match.post("/scores/round", again | {"out": "Ann"})
    assert rounds(match)[0].endswith("37,-35,-2")


def test_a_photo_of_a_rack_that_was_typed_elsewhere_offers_what_was_typed(match, reader):
    mine = sheet(match)
    match.post("/scores/round", sheet(match) | {"rack-Bo": "R5 J", "look": "p3"})
    reader.lay("R7")
    page = match.client.get(rack_photo(match, "Bo", mine).location).text
    assert "Take the others: R5 J" in page
    match.post("/p2/undo")
    assert match.tiles("p2") == ["R5 J"]


@pytest.mark.parametrize("typed", ["R5 J", "R7 R7"])
def test_a_correction_made_elsewhere_is_not_typed_over(match, reader, typed):
    reader.lay("R7 B2")
    rack_photo(match, "Bo", sheet(match))
    mine = sheet(match) | {"rack-Bo": typed, "out": "Ann"}
    match.post("/p2/tile/1", {"tile": "B9"})
    page = match.post("/scores/round", mine)
    assert page.status_code == 409
    assert sheet(match, page.text)["rack-Bo"] == typed
    assert match.tiles("p2") == ["R7 B9"]


@pytest.mark.parametrize(
    ("path", "form"), [("/p2/tile/0", {"tile": "K13"}), ("/p2/text", {"tiles": "K13"})]
)
def test_an_old_screen_of_a_rack_writes_nothing_into_the_next_round(match, reader, path, form):
    reader.lay("R7")
    rack_photo(match, "Bo", sheet(match))
    old = seen(match, "p2")
    match.post("/scores/round", sheet(match) | {"out": "Ann"})
    assert len(rounds(match)) == 1
    page = match.post(path, old | form)
    assert page.status_code == 409
    assert CHANGED in page.text
    assert match.tiles("p2") == []
    assert sheet(match)["rack-Bo"] == ""


def test_the_refusals_speak_polish(match, reader):
    polish = {"Accept-Language": "pl"}
    mine = sheet(match) | {"rack-Bo": "R5 J", "out": "Ann"}
    old = seen(match, "table")
    reader.lay("R7")
    rack_photo(match, "Bo", sheet(match))
    match.type("table", "R1 R2 R3")
    assert "w tym czasie" in match.post("/scores/round", mine, headers=polish).text
    page = match.post("/table/text", old | {"tiles": "K1"}, headers=polish).text
    assert "w tym czasie" in page
