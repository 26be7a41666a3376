"""What is judged from a photo is shown on the photo: each set outlined, beside its verdict."""

from __future__ import annotations

import io
import json
import math
import re
from html import unescape
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from tests.webapp.conftest import a_photo
from vision.photo import open_photo
from vision.reading import CUT_OFF, TAKE_IT_AGAIN, TileReading
from webapp.evidence import MOST_BYTES, SIDE, Evidence, frame_of
from webapp.photos import jpeg_of, shown
from webapp.presenting import closeup


def marks(page: str) -> list[tuple[str, str]]:
    """How each outlined set of the photo is marked, and what its label says."""
    return re.findall(r'<g class="mark is-(\w+)">.*?<text[^>]*>([^<]*)</text>', page, re.DOTALL)


def carried(page: str, name: str = "evidence") -> str:
    return unescape(re.search(rf'name="{name}" value="([^"]*)"', page)[1])


def cards(page: str) -> list[str]:
    return re.findall(r'<section class="card verdict.*?</section>', page, re.DOTALL)


def test_each_set_is_outlined_and_its_verdict_stands_beside_its_own_picture(player, reader):
    reader.lay("R4 R5 R6", "B1 B2 B9", "K1 ? K3")
    page = player.post_photo("/check").text
    assert page.count("data:image/jpeg;base64,") == 1
    assert marks(page) == [("valid", "1✓"), ("invalid", "2!"), ("open", "3?")]
    windows = []
    for number, card in enumerate(cards(page), start=1):
        assert f"{number}. " in card.split("</h2>")[0]
        windows += re.findall(r'class="set-photo" viewBox="([^"]*)"', card)
        assert '<use href="#photo-judged"' in card
    tops = [float(window.split()[1]) for window in windows]
    # the rows of the laid photo lie 60 pixels apart
    assert [round(b - a) for a, b in pairwise(tops)] == [60, 60]


def test_the_photo_stays_in_view_while_the_text_is_put_right(player, reader):
    reader.lay("R4 R5 R6", "K1 ? K3")
    page = player.post_photo("/check").text
    form = {"evidence": carried(page), "set": "R4 R5 R6 | K1 K2 K3"}
    page = player.post("/check", form).text
    assert marks(page) == [("valid", "1✓"), ("valid", "2✓")]
    assert page.count('class="set-photo"') == 2
    form = {"evidence": carried(page), "set": "R4 R5 R6 | K1 K2 Q"}
    page = player.post("/check", form).text
    assert "Not a tile" in page
    assert "data:image/jpeg;base64," in page


def test_a_joker_is_declared_without_losing_the_photo(player, reader):
    reader.lay("R9 J J")
    page = player.post_photo("/check").text
    ways = re.findall(r'<button form="judge" name="declared" value="([^"]*)"', page)
    run = next(text for text in ways if "R10" in text)
    form = {"evidence": carried(page), "set": "R9 J J", "declared": run}
    page = player.post("/check", form).text
    assert marks(page) == [("valid", "1✓")]
    assert 'value="R9 J=R10 J=R11"' in page


def test_a_set_that_was_typed_has_no_photo(player):
    page = player.get("/check?set=R4 R5 R6").text
    assert "judged-photo" not in page
    assert "set-photo" not in page


@pytest.mark.parametrize(
    "field",
    [
        "",
        "{}",
        "[]",
        "null",
        "x" * 100,
        json.dumps({"jpeg": "PHN2Zz4=", "reading": {}}),
        json.dumps({"jpeg": "/9j/", "reading": None}),
        "[" * 5000,
    ],
)
def test_a_field_that_carries_no_photo_is_passed_over(player, field):
    page = player.post("/check", {"evidence": field, "set": "R4 R5 R6"})
    assert page.status_code == 200
    assert 'data-verdict="valid"' in page.text
    assert "judged-photo" not in page.text


def test_only_a_whole_reading_and_a_jpeg_come_back(player, reader):
    reader.lay("R4 R5 R6")
    data = json.loads(carried(player.post_photo("/check").text))
    assert Evidence.from_field(json.dumps(data)) is not None
    stray = {**data["reading"], "groups": [{"zone": "table", "tiles": [7]}]}
    nowhere = json.loads(json.dumps(data["reading"]))
    nowhere["tiles"][0]["quad"][0][0] = math.nan
    for broken in (
        {**data, "jpeg": "R0lGODlh"},
        {**data, "reading": stray},
        {**data, "reading": nowhere},
        {**data, "reading": {**data["reading"], "width": 0}},
        {**data, "reading": {**data["reading"], "height": -1}},
    ):
        assert Evidence.from_field(json.dumps(broken)) is None


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "1" + "0" * 400, "1e308"])
@pytest.mark.parametrize("where", ["width", "height", "quad", "id", "in a set"])
def test_numbers_that_no_photo_has_are_passed_over_like_any_forged_field(
    player, reader, number, where
):
    reader.lay("R4 R5~R8 R6")
    data = json.loads(carried(player.post_photo("/check").text))
    reading = data["reading"]
    if where == "quad":
        reading["tiles"][1]["quad"][2][0] = "FORGED"
    elif where == "id":
        reading["tiles"][1]["id"] = "FORGED"
    elif where == "in a set":
        reading["groups"][0]["tiles"][1] = "FORGED"
    else:
        reading[where] = "FORGED"
    field = json.dumps(data).replace('"FORGED"', number)
    check = player.post("/check", {"evidence": field, "set": "R4 R5 R6"})
    assert check.status_code == 200
    assert 'data-verdict="valid"' in check.text
    assert "judged-photo" not in check.text
    turn = player.post("/referee", {"evidence-after": field, "after": "R4 R5 R6"})
    assert turn.status_code == 200
    assert "judged-photo" not in turn.text


def referee(player, form: dict[str, str], **photos: str):
    files = {f"photo-{name}": (io.BytesIO(a_photo()), f"{name}.jpg") for name in photos}
    return player.post("/referee", form | files, content_type="multipart/form-data").text


def test_a_turn_is_judged_with_its_photos_in_view(player, reader):
    reader.lay("R1 R2 R3", "B1 B2 B9")
    page = referee(player, {"before": "R1 R2 R3", "opened": "yes"}, after="")
    assert "Check what was read" in page
    assert marks(page) == [("valid", "1✓"), ("invalid", "2!")]
    form = {
        "before": "R1 R2 R3",
        "after": "R1 R2 R3\nB1 B2 B3",
        "opened": "yes",
        "evidence-after": carried(page, "evidence-after"),
    }
    page = referee(player, form)
    assert 'data-legal="' in page
    assert marks(page) == [("valid", "1✓"), ("valid", "2✓")]
    assert page.count('class="set-photo"') == 2
    page = referee(player, form | {"after": "R1 Q"})
    assert "Not a tile" in page
    assert "R1 Q</textarea>" in page
    assert carried(page, "evidence-after") == form["evidence-after"]


def buttons(page: str) -> list[str]:
    """What the buttons say that settle a doubtful tile, as the form posts it, each once."""
    return list(dict.fromkeys(re.findall(r'name="settle" value="([^"]*)"', page)))


def form_of(page: str, **more: str) -> dict[str, str]:
    """What a browser posts for the form of a dispute."""
    texts = re.findall(r'<textarea id="(\w+)"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    hidden = re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', page)
    return {name: unescape(text) for name, text in (*texts, *hidden)} | {"opened": "yes"} | more


DOUBTED = ("R1 R2 R3", "O1 O2 O3 O4~B4")


def test_a_doubt_about_a_turn_outlives_judging_until_it_is_settled(player, reader):
    reader.lay(*DOUBTED)
    page = referee(player, {"before": "O1 O2 O3", "opened": "yes"}, after="")
    assert "data-legal" not in page
    assert buttons(page) == ["after:6:O4", "after:6:B4"]
    for _again in range(2):
        page = referee(player, form_of(page))
        assert 'data-legal="open"' in page
        assert "The table after the turn: Set 2, Tile 4." in page
        assert "Legal with: orange 4. Not legal with: blue 4." in page
        assert "doubtful" in page
        assert buttons(page) == ["after:6:O4", "after:6:B4"]


@pytest.mark.parametrize(("tapped", "verdict"), [("after:6:O4", "yes"), ("after:6:B4", "no")])
def test_a_tap_settles_a_doubt_about_a_turn_for_good(player, reader, tapped, verdict):
    reader.lay(*DOUBTED)
    page = referee(player, form_of(referee(player, {"before": "O1 O2 O3"}, after="")))
    for more in ({"settle": tapped}, {}):
        page = referee(player, form_of(page, **more))
        assert f'data-legal="{verdict}"' in page
        assert buttons(page) == []
        assert f"O1 O2 O3 {tapped[-2:]}</textarea>" in page


def test_a_tap_before_judging_does_not_judge_yet(player, reader):
    reader.lay(*DOUBTED)
    page = referee(player, {"before": "O1 O2 O3"}, after="")
    page = referee(player, form_of(page, settle="after:6:O4"))
    assert "data-legal" not in page
    assert marks(page) == [("valid", "1✓"), ("valid", "2✓")]


def test_the_text_of_the_doubtful_tile_settles_it_and_no_other_text_does(player, reader):
    reader.lay(*DOUBTED)
    page = referee(player, {"before": "O1 O2 O3"}, after="")
    other = referee(player, form_of(page, after="R1 R2 R3 R4\nO1 O2 O3 O4"))
    assert 'data-legal="open"' in other
    own = referee(player, form_of(page, after="R1 R2 R3\nO1 O2 O3 B4"))
    assert 'data-legal="no"' in own


def test_a_doubt_that_decides_nothing_is_marked_and_said_to_change_nothing(player, reader):
    reader.lay("O1 O2 O3", "R7 B7~K7 O7")
    page = referee(player, {"before": "O1 O2 O3"}, after="")
    assert page.count('class="doubted"') == 2  # on the photo, and on its set's own picture
    assert "is-doubtful" in page
    page = referee(player, form_of(page))
    assert 'data-legal="yes"' in page
    assert "None of the doubtful tiles, read otherwise, would change this verdict." in page
    assert "is-doubtful" in page


def test_a_doubtful_tile_of_a_rack_is_marked_and_decides(player, reader):
    reader.lay("O4~B4 K9")
    page = referee(player, {"before": "O1 O2 O3", "after": "O1 O2 O3 O4"}, rack_before="")
    assert "is-doubtful" in page
    page = referee(player, form_of(page))
    assert 'data-legal="open"' in page
    page = referee(player, form_of(page, settle="rack_before:0:O4"))
    assert 'data-legal="yes"' in page


def test_the_doubts_of_the_table_of_the_turn_hold_in_a_dispute(player, reader):
    reader.lay("O1 O2 O3~B3")
    player.photograph("table")
    page = referee(player, form_of(player.get("/referee").text, after="O1 O2 O3 O4"))
    assert 'data-legal="open"' in page
    assert "/table?tile=2" in page


def test_a_doubt_about_a_set_outlives_judging_until_it_is_settled(player, reader):
    reader.lay("R4 R5~R8 R6", "B1 B2 B3", "K1 K2 K9")
    page = player.post_photo("/check").text
    text = "R4 R5 R6 | B1 B2 B3 | K1 K2 K9"
    assert "1 valid, 1 not valid, 1 undecided" in page
    assert buttons(page) == ["set:1:R5", "set:1:R8"]
    page = player.post("/check", {"evidence": carried(page), "set": text}).text
    assert marks(page)[0] == ("open", "1?")
    for tapped, first in (("R5", "valid"), ("R8", "invalid")):
        form = {"evidence": carried(page), "set": text, "settle": f"set:1:{tapped}"}
        settled = player.post("/check", form).text
        assert marks(settled)[0][0] == first
        assert f'value="R4 {tapped} R6 | B1 B2 B3 | K1 K2 K9"' in settled
        assert buttons(settled) == []


def test_a_doubtful_tile_that_decides_nothing_is_marked_on_its_set(player, reader):
    reader.lay("R7 B7~K7 O7")
    page = player.post_photo("/check").text
    assert marks(page) == [("valid", "1✓")]
    assert "is-doubtful" in cards(page)[0]
    assert page.count('class="doubted"') == 2


def test_settling_a_tile_keeps_what_jokers_were_declared(player, reader):
    reader.lay("R9~R8 J J")
    page = player.post_photo("/check").text
    form = {"evidence": carried(page), "set": "R9 J=R10 J=R11", "settle": "set:0:R9"}
    page = player.post("/check", form).text
    assert 'value="R9 J=R10 J=R11"' in page
    assert marks(page) == [("valid", "1✓")]


@pytest.mark.parametrize("tapped", ["set:99:R5", "set:x:R5", "set:0:Q", "nothing:0:R5", "::"])
def test_a_tap_that_names_no_tile_changes_nothing(player, reader, tapped):
    reader.lay("R4 R5~R8 R6")
    page = player.post_photo("/check").text
    form = {"evidence": carried(page), "set": "R4 R5 R6", "settle": tapped}
    page = player.post("/check", form)
    assert page.status_code == 200
    assert marks(page.text) == [("open", "1?")]


def test_enter_judges_and_never_says_what_a_tile_is(player, reader):
    reader.lay("R4 R5~R8 R6")
    for page in (player.post_photo("/check").text, referee(player, {}, after="")):
        pressed = re.search(r'<button form="(?:judge|turn)"([^>]*)>', page)[1]
        assert "name=" not in pressed


def noise(width: int, height: int) -> bytes:
    """A photo of more detail than any other of its size."""
    pixels = np.random.default_rng(7).integers(0, 255, (height, width, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=85)
    return out.getvalue()


@pytest.mark.parametrize("most", [MOST_BYTES, 40_000])
def test_a_picture_is_made_as_small_as_it_has_to_be(most):
    jpeg = jpeg_of(shown(open_photo(noise(1200, 900), "a.jpg"), SIDE), most)
    assert len(jpeg) <= most
    assert max(Image.open(io.BytesIO(jpeg)).size) >= 200


def test_photos_full_of_detail_go_along_as_well(player, reader):
    photo = noise(640, 480)
    reader.lay("R1 R2 R3")
    files = {"photo-after": (io.BytesIO(photo), "a.jpg")}
    page = player.post("/referee", files, content_type="multipart/form-data").text
    field = carried(page, "evidence-after")
    assert len(field) > 200_000
    names = ("before", "after", "rack_before", "rack_after")
    form = {f"evidence-{name}": field for name in names}
    page = player.post("/referee", form | {"before": "R1 R2 R3", "after": "R1 R2 R3"}).text
    assert page.count("data:image/jpeg;base64,") == 4
    assert 'data-legal="' in page


def test_a_rack_in_a_dispute_is_shown_without_a_verdict(player, reader):
    reader.lay("R1 B7 K9", "O4")
    page = referee(player, {"before": "R1 R2 R3", "opened": "yes"}, rack_before="")
    assert page.count('<g class="mark">') == 2
    assert marks(page) == []


def tile(number: int, x: float, y: float, angle: float) -> TileReading:
    """A tile of 30 by 40 pixels about x, y, held at that angle (radians, clockwise)."""
    right = (math.cos(angle), math.sin(angle))
    down = (-right[1], right[0])
    corners = [
        tuple(at + a * r + b * d for at, r, d in zip((x, y), right, down, strict=True))
        for a, b in ((-15, -20), (15, -20), (15, 20), (-15, 20))
    ]
    a, b, c, d = corners
    return TileReading(number, "R1", 1.0, False, (a, b, c, d))


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, 270, -45])
def test_a_set_lies_upright_in_its_window_however_it_lies_on_the_photo(degrees):
    angle = math.radians(degrees)
    places = [(500 + 30 * i * math.cos(angle), 400 + 30 * i * math.sin(angle)) for i in range(3)]
    frame = frame_of([tile(i, x, y, angle) for i, (x, y) in enumerate(places)])
    assert math.isclose(math.remainder(frame.turn + degrees, 360), 0, abs_tol=1e-6)
    assert 90 < frame.width < 120
    assert 40 < frame.height < 60
    assert frame.center == pytest.approx(places[1])
    assert frame_of([]) is None


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, 270, -45])
def test_a_turned_tile_is_upright_in_its_close_up(degrees):
    shown = closeup(tile(0, 500, 400, math.radians(degrees)))
    assert math.isclose(math.remainder(shown["turn"] + degrees, 360), 0, abs_tol=0.1)
    assert (shown["x"], shown["y"]) == (500, 400)
    assert shown["half"] >= 40


def test_a_set_that_hangs_on_tiles_together_names_all_of_them(player, reader):
    reader.lay("R1~B1 R2~B2 B3")
    page = player.post_photo("/check").text
    assert marks(page) == [("open", "1?")]
    assert "It depends on several tiles" in page
    assert "Tile 1 was read as red 1 but may be blue 1." in page
    assert "Tile 2 was read as red 2 but may be blue 2." in page
    form = {"evidence": carried(page), "set": "R1 R2 B3", "settle": "set:0:R1"}
    assert marks(player.post("/check", form).text) == [("invalid", "1!")]


def test_a_tile_that_may_be_anything_keeps_the_verdict_open_until_it_is_settled(player, reader):
    reader.lay("O1 O2 O3", "R7 B7~ O7")
    page = player.post_photo("/check").text
    assert marks(page) == [("valid", "1✓"), ("open", "2?")]
    assert "was read as blue 7 but may be any other" in page
    turn = referee(player, form_of(referee(player, {"before": "O1 O2 O3"}, after="")))
    assert 'data-legal="open"' in turn
    assert "It may be any other tile" in turn
    assert "None of the doubtful tiles" not in turn
    settled = referee(player, form_of(turn, settle="after:4:B7"))
    assert 'data-legal="yes"' in settled


def test_a_turn_is_not_illegal_for_tiles_that_may_lie_beyond_the_edge(player, reader):
    reader.lay("R1 R2", "K1 K2 K3 K4")
    reader.warnings = (CUT_OFF,)
    page = referee(player, {"before": "R1 R2 R3\nK1 K2 K3"}, after="")
    page = referee(player, form_of(page))
    assert 'data-legal="open"' in page
    assert "the photo does not show all of the table" in page
    assert "Missing, or beyond the edge of the photo: red 3." in page
    whole = referee(player, form_of(page, after="R1 R2 R3\nK1 K2 K3 K4"))
    assert 'data-legal="yes"' in whole
    wrong = referee(player, form_of(page, after="R1 R2\nK1 K2 K3 K4\nB1 B5 B9"))
    assert 'data-legal="no"' in wrong
    assert "Missing, or beyond the edge of the photo: red 3." in wrong


BEFORE_CUT = {
    "en": (
        "New, or beyond the edge of the photo of the table before: orange 3.",
        "Add to the text of the table before what lay there, or tick",
        "all tiles of this table are there",
    ),
    "pl": (
        "Nowe albo przedtem poza brzegiem zdjęcia stołu przed ruchem: pomarańczowa 3.",
        "Dopisz do tekstu stołu przed ruchem, co tam leżało, albo zaznacz",
        "są tu wszystkie kostki tego stołu",
    ),
}


@pytest.mark.parametrize("language", BEFORE_CUT)
def test_tiles_may_have_lain_beyond_the_edge_of_the_photo_before(player, reader, language):
    reader.lay("O1 O2")
    reader.warnings = (CUT_OFF,)
    told = {"after": "O1 O2 O3 O4", "rack_before": "O4 K9", "rack_after": "K9"}
    form = form_of(referee(player, told, before=""))
    page = player.post("/referee", data=form, headers={"Accept-Language": language}).text
    assert 'data-legal="open"' in page
    assert all(words in page for words in BEFORE_CUT[language])
    assert 'data-legal="yes"' in referee(player, form_of(page, before="O1 O2 O3"))
    ticked = referee(player, form_of(page, whole="before"))
    assert 'data-legal="no"' in ticked
    assert re.search(r'name="whole" value="before" checked', ticked)
    again = referee(player, form_of(ticked, whole="before"), before="")  # another photo
    assert not re.search(r'name="whole" value="before" checked', again)


@pytest.mark.parametrize("words", [("Row 1", "Row 2"), ("Rząd 1", "Rząd 2")])
def test_the_tiles_of_a_rack_are_shown_as_read_row_by_row(player, reader, words):
    reader.lay("R1 B5 X", "K9 ? O4~O1")
    photo = {"photo-rack_before": (io.BytesIO(a_photo()), "rack.jpg")}
    spoken = {"Accept-Language": "pl" if words[0].startswith("Rz") else "en"}
    sent = {"content_type": "multipart/form-data", "headers": spoken}
    page = player.post("/referee", {"before": "R1 R2 R3"} | photo, **sent).text
    rack = page.partition('name="evidence-rack_before"')[2].partition('name="photo-rack_before"')[0]
    rows = re.findall(
        r'class="set" role="group" aria-label="([^"]+)">(.*?)</span>(?=<span class="set"|</div>)',
        rack,
        re.DOTALL,
    )
    assert [name for name, _tiles in rows] == list(words)
    assert [tiles.count('class="tile ') for _name, tiles in rows] == [3, 3]
    assert [tiles.count("is-doubtful") for _name, tiles in rows] == [0, 2]


def test_no_turn_is_legal_for_tiles_that_may_have_lain_beyond_the_edge_before(player, reader):
    reader.lay("R1 R2 R3 R4", "B4 K4")
    reader.warnings = (CUT_OFF,)
    form = form_of(referee(player, {"after": "R1 R2 R3\nR4 B4 K4 O4"}, before=""))
    page = referee(player, form)
    assert 'data-legal="open"' in page
    assert "New, or beyond the edge of the photo of the table before: orange 4." in page
    assert 'data-legal="yes"' in referee(player, form_of(page, whole="before"))
    assert 'data-legal="no"' in referee(player, form_of(page, before="R1 R2 R3 R4\nB4 K4 O4"))


def test_the_photo_of_the_games_table_may_not_show_all_of_it_either(player, reader):
    reader.lay("R1 R2 R3 R4", "B4 K4")
    reader.warnings = (CUT_OFF,)
    player.photograph("table")
    form = form_of(player.get("/referee").text, after="R1 R2 R3\nR4 B4 K4 O4")
    assert "before" in form
    page = referee(player, form)
    assert 'data-legal="open"' in page
    assert "all tiles of this table are there" in page
    assert 'data-legal="yes"' in referee(player, form_of(page, whole="before"))


CUT = {
    "en": ("Cut by the edge of the photo.", "any other"),
    "pl": ("Ucięta przez brzeg zdjęcia.", "każda inna"),
}


@pytest.mark.parametrize("language", CUT)
@pytest.mark.parametrize("path", ["/check", "/referee"])
def test_a_doubtful_tile_of_a_dispute_says_why(player, reader, language, path):
    reader.lay("R1 R2 R3~cut")
    photo = (io.BytesIO(a_photo()), "table.jpg")
    data = {"photo": photo} if path == "/check" else {"photo-after": photo}
    sent = {"content_type": "multipart/form-data", "headers": {"Accept-Language": language}}
    page = player.post(path, data, **sent).text
    if path == "/referee":
        form = form_of(page)
        page = player.post(path, data=form, headers={"Accept-Language": language}).text
        assert 'data-legal="open"' in page
    told, untrue = CUT[language]
    assert told in page
    assert untrue not in page


BEYOND = {
    "en": ("It may go on beyond the edge of the photo", "none beyond the edge of the photo"),
    "pl": ("Może ciągnąć się dalej, poza brzeg zdjęcia", "żadna poza brzegiem zdjęcia"),
}


@pytest.mark.parametrize("language", BEYOND)
def test_a_set_that_may_go_on_beyond_the_edge_is_open_until_that_is_settled(
    player, reader, language
):
    player.client.post("/language", data={"language": language})
    head, tick = BEYOND[language]
    reader.lay("R4 R5~R8 R6", "K7 O7")
    reader.width, reader.warnings = 84, (f"{CUT_OFF}: move back",)
    page = player.post_photo("/check").text
    assert marks(page) == [("open", "1?"), ("open", "2?")]
    assert head in cards(page)[1]
    assert tick in page
    form = {"evidence": carried(page), "set": "R4 R5 R6 | K7 O7"}
    # a tap on another tile, or judging the text as it was, settles nothing about the edge
    page = player.post("/check", form | {"settle": "set:1:R5"}).text
    assert marks(page) == [("valid", "1✓"), ("open", "2?")]
    form["evidence"] = carried(page)
    page = player.post("/check", form).text
    assert marks(page) == [("valid", "1✓"), ("open", "2?")]
    # what lies there, or that nothing does, settles it, and the verdict is kept like that
    longer = player.post("/check", form | {"set": "R4 R5 R6 | K7 O7 R7"}).text
    assert marks(longer) == [("valid", "1✓"), ("valid", "2✓")]
    whole = player.post("/check", form | {"whole": "yes"}).text
    assert marks(whole) == [("valid", "1✓"), ("invalid", "2!")]
    assert re.search(r'name="whole" value="yes" checked', whole)
    again = player.client.get(unescape(re.search(r'data-kept="([^"]*)"', whole)[1])).text
    assert marks(again) == marks(whole)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_turn_is_judged_on_a_photo_that_is_hard_to_read(player, reader, language):
    reader.lay("R1 R2~R7 R3 R4")
    reader.warnings = (TAKE_IT_AGAIN,)
    form = form_of(referee(player, {"before": "R1 R2 R3"}, after=""))
    judged = player.post("/referee", data=form, headers={"Accept-Language": language}).text
    assert 'data-legal="open"' in judged
    again = {"en": "No verdict: take the photo again", "pl": "zrób zdjęcie jeszcze raz"}
    assert again[language] in judged
    assert 'data-legal="yes"' in referee(player, form_of(judged, settle=buttons(judged)[0]))
    vouched = referee(player, form_of(judged, as_read="yes"))
    assert 'data-legal="yes"' in vouched
    assert re.search(r'name="as_read" value="yes" checked', vouched)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_tile_that_a_photo_does_not_show_was_not_taken_away_for_certain(player, reader, language):
    reader.lay("R1 R2", "K1 K2 K3 K4")
    form = form_of(referee(player, {"before": "R1 R2 R3 R4\nK1 K2 K3"}, after=""))
    judged = player.post("/referee", data=form, headers={"Accept-Language": language}).text
    assert 'data-legal="open"' in judged
    line = {
        "en": "R3 and R4 lay there before and were not read afterwards",
        "pl": "Kostki R3 i R4 leżały tam przed ruchem, a po nim ich nie odczytano",
    }
    assert line[language] in judged
    assert "draws 3 tiles" not in judged
    vouched = referee(player, form | {"as_read": "yes"})
    assert 'data-legal="no"' in vouched
    # what lies there after all is put right
    mended = referee(player, form | {"after": "R1 R2 R3 R4\nK1 K2 K3 K4"})
    assert 'data-legal="yes"' in mended
    # a new photo is looked at anew
    anew = referee(player, form | {"as_read": "yes"}, after="")
    assert not re.search(r'name="as_read" value="yes" checked', anew)
    typed = {"before": form["before"], "after": form["after"], "opened": "yes"}
    assert 'data-legal="no"' in referee(player, typed)
