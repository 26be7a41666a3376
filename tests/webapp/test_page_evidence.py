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
from vision.reading import TileReading
from webapp.evidence import MOST_BYTES, SIDE, Evidence, frame_of
from webapp.photos import shown_jpeg
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
    ):
        assert Evidence.from_field(json.dumps(broken)) is None


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


def noise(width: int, height: int) -> bytes:
    """A photo of more detail than any other of its size."""
    pixels = np.random.default_rng(7).integers(0, 255, (height, width, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=85)
    return out.getvalue()


@pytest.mark.parametrize("most", [MOST_BYTES, 40_000])
def test_a_picture_is_made_as_small_as_it_has_to_be(most):
    jpeg = shown_jpeg(open_photo(noise(1200, 900), "a.jpg"), SIDE, most)
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
