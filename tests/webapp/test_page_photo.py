"""Photos on the page: read, drawn, corrected tile by tile, deleted."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from PIL import Image

from tests.webapp.conftest import LaidReader
from webapp.montage import GAP


def a_photo(width: int = 400, height: int = 300) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#7a5a3a").save(out, "JPEG")
    return out.getvalue()


def shown(player, part="table") -> bytes:
    address = re.search(r'<image href="(/g/[^"]+\.jpg)"', player.get(f"/{part}").text)[1]
    return player.client.get(address).data


def test_the_reading_is_drawn_on_the_photo_and_doubt_is_marked(player, reader):
    reader.lay("R1 R2~R7 R3", "B7 K7 O7")
    assert player.photograph("table").status_code == 303
    page = player.get("/table").text
    assert page.count('class="edge"') == 6
    assert 'points="20,20 50,20 50,64 20,64"' in page
    assert "red 2, doubtful" in page
    assert "Look at 1 doubtful tile" in page
    assert "R2?" in page


def test_settling_a_doubt_keeps_the_tile_and_leads_to_the_next(player, reader):
    reader.lay("R1 R2~R7 R3", "B7 K7~K1 O7")
    player.photograph("table")
    assert "Is this red 2?" in player.get("/table?review=1").text
    settled = player.post("/table/tile/1", {"tile": "R2", "review": "1"})
    assert "tile=4" in settled.location
    page = player.client.get(settled.location).text
    assert "Is this black 7?" in page
    player.post("/table/tile/4", {"tile": "K1", "review": "1"})
    assert player.tiles("table") == ["R1 R2 R3", "B7 K1 O7"]
    assert "No tile is in doubt" in player.get("/table").text


def test_the_picker_offers_alternatives_first_and_only_what_the_stock_has_left(player, reader):
    reader.lay("R1 R2~R7 R3", "R7 B7 K7", "R7 O7 B7")
    player.photograph("table")
    page = player.get("/table?tile=1").text
    first = re.findall(r'<button name="tile" value="(\w+)"', page)
    assert first[:2] == ["R2", "R7"]
    used_up = re.findall(r'value="(\w+)" class="pick" disabled', page)
    assert used_up == ["R7", "B7"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "all of them are seen already"), ("pl", "wszystkie już widać")],
)
def test_a_likely_tile_of_which_all_are_seen_says_so_in_sight(player, reader, language, words):
    reader.lay("R1 R2~R7 R3", "R7 B7 K7", "R7 O7 B7", "O1 O2~O9 O3")
    player.photograph("table")
    for tile, used_up in ((1, ["R7"]), (10, [])):
        page = player.get(f"/table?tile={tile}", headers={"Accept-Language": language}).text
        offered = re.findall(r'<button name="tile" value="(\w+)" class="guess.*?</button>', page)
        said = re.findall(
            rf'value="(\w+)" class="guess[^/]*?(?:(?!</button>).)*<small class="all-seen">{words}<',
            page,
            re.DOTALL,
        )
        assert len(offered) == 2
        assert said == used_up


def test_undo_takes_a_correction_back_and_redo_makes_it_again(player, reader):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    player.post("/table/tile/0", {"tile": "O1"})
    player.post("/table/tile/2", {"remove": "1"})
    assert player.tiles("table") == ["O1 R2"]
    player.post("/table/undo")
    player.post("/table/undo")
    assert player.tiles("table") == ["R1 R2 R3"]
    player.post("/table/redo")
    assert player.tiles("table") == ["O1 R2 R3"]


def test_a_missed_tile_joins_the_set_beside_which_it_was_tapped(player, reader):
    reader.lay("R1 R2", "B7 K7 O7")
    player.photograph("table")
    player.post("/table/add", {"tile": "R3", "x": "99", "y": "42"})
    assert player.tiles("table") == ["R1 R2 R3", "B7 K7 O7"]
    page = player.get("/table").text
    assert 'points="84,20 114,20 114,64 84,64"' in page


def test_a_missed_tile_far_from_all_others_lies_alone(player, reader):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    player.post("/table/add", {"tile": "K9", "x": "300", "y": "250"})
    assert player.tiles("table") == ["R1 R2 R3", "K9"]


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("left", ["R2 R1 R3", "B7 K7 O7"]),
        ("right", ["R1 R3 R2", "B7 K7 O7"]),
        ("split", ["R1", "R2 R3", "B7 K7 O7"]),
        ("join", ["R1 R2 R3 B7 K7 O7"]),
        ("new", ["R1 R3", "B7 K7 O7", "R2"]),
        ("1", ["R1 R3", "B7 K7 O7 R2"]),
    ],
)
def test_a_tile_moves_within_and_between_sets(player, reader, move, after):
    reader.lay("R1 R2 R3", "B7 K7 O7")
    player.photograph("table")
    player.post("/table/tile/1", {"move": move})
    assert player.tiles("table") == after


def test_editing_as_text_keeps_the_places_on_the_photo(player, reader):
    reader.lay("R1 R2 R3", "B7 K7 O7")
    player.photograph("table")
    player.post("/table/text", {"tiles": "R1 R2 R3\nB7 K8 O7 J"})
    page = player.get("/table").text
    assert page.count('class="edge"') == 6  # the joker was typed and lies nowhere
    assert "K8</text>" in page
    assert player.tiles("table") == ["R1 R2 R3", "B7 K8 O7 J"]


def test_unreadable_and_face_down_tiles_survive_and_hold_the_play_back(player, reader):
    reader.lay("R1 ? R3", "X")
    player.photograph("table")
    player.type("rack", "R4")
    assert player.tiles("table") == ["R1 ? R3", "X"]
    assert "Name the unreadable tiles" in player.get().text
    player.post("/table/tile/1", {"tile": "R2"})
    assert 'data-status="win"' in player.get("/play").text


def test_a_new_photo_takes_the_place_of_the_old_one(player, reader):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    reader.lay("K1 K2 K3")
    player.photograph("table")
    assert player.tiles("table") == ["K1 K2 K3"]


def test_a_photo_without_tiles_is_no_error(player, reader):
    reader.lay()
    assert player.photograph("table").status_code == 303
    assert "No tiles were found" in player.get("/table").text


def test_the_kept_picture_is_small_upright_and_without_its_metadata(player, reader):
    picture = Image.new("RGB", (3000, 2000), "white")
    exif = picture.getexif()
    exif[0x0112] = 6  # lies on its side
    exif[0x010E] = "taken at home"
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif)
    reader.lay("R1 R2 R3")
    player.photograph("table", out.getvalue())
    kept = shown(player)
    with Image.open(io.BytesIO(kept)) as image:
        assert image.size == (1067, 1600)
        assert not image.getexif()
    assert b"taken at home" not in kept


def test_the_photo_can_be_deleted_and_the_tiles_stay(player, reader, app):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    player.post("/table/photo/delete")
    assert "<image" not in player.get("/table").text
    assert player.tiles("table") == ["R1 R2 R3"]
    assert app.extensions["tilesight_store"].count_photos() == 0


def test_the_next_turn_and_deleting_all_forget_photos(player, reader, app, client):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    player.post("/next")
    assert app.extensions["tilesight_store"].count_photos() == 0
    player.photograph("rack")
    client.post("/privacy/photos/delete")
    assert app.extensions["tilesight_store"].count_photos() == 0


def test_a_photo_of_another_game_is_not_shown(player, reader, client):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    address = re.search(r'<image href="(/g/[^"]+\.jpg)"', player.get("/table").text)[1]
    other = client.post("/games", data={"rules": "lemada"}).location
    assert client.get(other + "/photo/" + address.rsplit("/", 1)[1]).status_code == 404


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"these are my tiles: R1 R2 R3", "tiles.jpg"),
        (b"", "nothing.jpg"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01", "cut.jpg"),
        (b"GIF89a\x01\x00\x01\x00\x00\x00\x00;", "moving.gif"),
    ],
)
def test_what_is_no_photo_is_a_readable_415_and_nothing_is_lost(player, reader, content, name):
    player.type("table", "R1 R2 R3")
    page = player.photograph("table", content, name)
    assert page.status_code == 415
    assert "cannot be used" in page.text
    assert name in page.text
    assert player.tiles("table") == ["R1 R2 R3"]


def test_a_decompression_bomb_is_refused_unopened(player):
    bomb = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(bomb, "PNG")
    page = player.photograph("table", bomb.getvalue(), "bomb.png")
    assert page.status_code == 415
    assert "pixels are too many" in page.text


def test_too_many_bytes_are_a_readable_413(player, app):
    app.config["MAX_CONTENT_LENGTH"] = 200_000
    page = player.photograph("table", b"x" * 200_001)
    assert page.status_code == 413
    assert "Too large" in page.text


@pytest.mark.parametrize(("files", "line"), [(0, "No photo was chosen"), (7, "At most 6 photos")])
def test_no_photo_and_too_many_are_told_as_such(player, files, line):
    data = {"photo": [(io.BytesIO(a_photo()), f"{n}.jpg") for n in range(files)]}
    page = player.post("/table/photo", data, content_type="multipart/form-data")
    assert page.status_code == 400
    assert f'<p class="line">{line}' in page.text


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/table/tile/0", {"tile": "R14"}),
        ("/table/tile/0", {"tile": "R1 R2"}),
        ("/table/tile/0", {"move": "nowhere"}),
        ("/table/tile/0", {}),
        ("/table/tile/77", {"remove": "1"}),
        ("/table/add", {"tile": "hello"}),
        ("/table/add", {"tile": "R1", "x": "here", "y": "there"}),
        ("/table/add", {"tile": "R1", "x": "nan", "y": "42"}),
        ("/table/add", {"tile": "R1", "x": "42", "y": "-1e400"}),
        ("/table/add", {"tile": "R1", "x": "inf", "y": "42"}),
        ("/table/add", {"tile": "R1", "x": "1e308", "y": "42"}),
        ("/table/add", {"tile": "R1", "x": "42", "y": "-9"}),
        ("/table/add", {"tile": "R1", "group": "99"}),
    ],
)
def test_a_correction_that_makes_no_sense_is_a_400_and_changes_nothing(player, reader, path, data):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    assert player.post(path, data).status_code == 400
    assert player.tiles("table") == ["R1 R2 R3"]


def test_several_photos_of_one_table_are_read_as_one(player, app):
    rows = iter((("R1 R2 R3", "B7 K7 O7"), ("R1 R2 R3", "B7 K7 O7", "K1 K2 K3")))
    lay = app.config["READER"]

    def next_photo(photo, **options):
        lay.lay(*next(rows))
        return lay(photo, **options)

    app.config["READER"] = next_photo
    data = {"photo": [(io.BytesIO(a_photo()), "left.jpg"), (io.BytesIO(a_photo()), "right.jpg")]}
    player.post("/table/photo", data, content_type="multipart/form-data")
    assert sorted(player.tiles("table")) == ["B7 K7 O7", "K1 K2 K3", "R1 R2 R3"]


def two_photos(player, app, first, second):
    """A table from two photos of the same name, 400 x 300 and, half as large, 200 x 150."""
    lay, rows = app.config["READER"], iter((first, second))

    def next_photo(photo, **options):
        lay.lay(*next(rows))
        reading = lay(photo, **options)
        scale = photo.width / 400
        tiles = tuple(
            replace(tile, quad=tuple((x * scale, y * scale) for x, y in tile.quad))
            for tile in reading.tiles
        )
        return replace(reading, tiles=tiles)

    app.config["READER"] = next_photo
    photos = [(io.BytesIO(a_photo(w, h)), "image.jpg") for w, h in ((400, 300), (200, 150))]
    player.post("/table/photo", {"photo": photos}, content_type="multipart/form-data")
    return player.get("/table").text


def outlines_on(page):
    """The boxes of the outlines on the page, left top right bottom, by the number of the tile."""
    boxes = {}
    for number, points in re.findall(
        r'data-tile="(\d+)" class="outline.*?class="edge" points="([^"]+)"', page, re.DOTALL
    ):
        xs, ys = zip(*(map(int, point.split(",")) for point in points.split()), strict=True)
        boxes.setdefault(int(number), []).append((min(xs), min(ys), max(xs), max(ys)))
    return boxes


def viewed(page):
    """The parts of the kept picture that are shown, each clipped to itself."""
    return re.findall(r'class="photo"[^>]*viewBox="([^"]*)"', page)


def test_each_photo_of_a_table_holds_its_own_outlines_and_no_others(player, app):
    rows = ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "B7 K7 O7")
    page = two_photos(player, app, rows, rows)
    upper, lower = (
        outlines_on(part) for part in re.findall(r'class="photo".*?</svg>', page, re.DOTALL)
    )
    assert all(box[3] <= 300 for found in upper.values() for box in found)
    assert all(box[1] >= 300 for found in lower.values() for box in found)
    for x, y, wide in re.findall(r'<rect x="(\S+)" y="(\S+)" width="(\S+)"', page):
        across = 400 if float(y) < 300 else 200
        assert 0 <= float(x) <= float(x) + float(wide) <= across + 0.2


def test_one_photo_is_not_counted(player, reader):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    page = player.get("/table").text
    assert viewed(page) == ["0 0 400 300"]
    assert "Photo 1 of" not in page


def test_several_photos_are_shown_one_under_the_other_each_with_its_outlines(player, app):
    page = two_photos(player, app, ("R1 R2 R3", "B7 K7 O7"), ("R1 R2 R3", "B7 K7 O7", "K1 K2 K3"))
    top = 300 + GAP
    assert viewed(page) == ["0 0 400 300", f"0 {top} 200 150"]
    assert re.findall(r"Photo (\d) of (\d)", page) == [("1", "2"), ("2", "2")]
    picture = Image.open(io.BytesIO(shown(player)))
    assert picture.size == (400, top + 150)
    boxes = outlines_on(page)
    upper = [box for found in boxes.values() for box in found if box[3] <= 300]
    lower = [box for found in boxes.values() for box in found if box[1] >= top]
    assert (len(upper), len(lower)) == (6, 9)
    assert sorted(map(len, boxes.values())) == [1, 1, 1, 2, 2, 2, 2, 2, 2]
    assert all(box[2] <= 200 for box in lower)


def test_a_tile_of_the_second_photo_is_shown_and_corrected_there(player, app):
    page = two_photos(player, app, ("R1 R2 R3", "B7 K7 O7"), ("R1 R2 R3", "B7 K7 O7", "K1 K2 K3"))
    (number,) = re.findall(r'id="tile-(\d+)"[^>]*><span[^>]*aria-label="black 2"', page)
    sheet = player.get(f"/table?tile={number}").text
    (x, y, side) = map(
        float, re.search(r'class="closeup" viewBox="(\S+) (\S+) (\S+)', sheet).groups()
    )
    middle = (20 + 32 + 15) / 2, 300 + GAP + (20 + 120 + 22) / 2
    assert (x + side / 2, y + side / 2) == pytest.approx(middle, abs=0.2)
    # a tile missed at the end of that row joins it there
    player.post("/table/add", {"tile": "K4", "x": middle[0] + 32, "y": middle[1]})
    assert "K1 K2 K3 K4" in player.tiles("table")
    player.post(f"/table/tile/{number}", {"tile": "B2"})
    assert len(outlines_on(player.get("/table").text)) == 10


KEEP_THE_TILES = {
    "en": ("Delete these 2 photos, keep", "The 2 photos are deleted", "Delete this photo, keep"),
    "pl": ("Usuń te 2 zdjęcia, zostaw", "2 zdjęcia usunięto", "Usuń zdjęcie, zostaw"),
}


@pytest.mark.parametrize("language", KEEP_THE_TILES)
def test_deleting_says_how_many_photos_of_a_table_go(player, app, language):
    both, gone, one = KEEP_THE_TILES[language]
    spoken = {"headers": {"Accept-Language": language}}
    two_photos(player, app, ("R1 R2 R3", "B7 K7 O7"), ("R1 R2 R3", "B7 K7 O7", "K1 K2 K3"))
    assert both in player.get("/table", **spoken).text
    told = player.post("/table/photo/delete", follow_redirects=True, **spoken).text
    assert gone in told
    assert sorted(player.tiles("table")) == ["B7 K7 O7", "K1 K2 K3", "R1 R2 R3"]
    app.config["READER"] = LaidReader(("R1 R2 R3",))
    player.photograph("table")
    assert one in player.get("/table", **spoken).text


ROWS = {
    "en": ("Join next row", "Own row", "a new row"),
    "pl": ("Połącz z następnym", "Osobny rząd", "nowy rząd"),
}
SETS = {"en": ("Join next set", "Own set", "a new set"), "pl": ("zestaw",)}


@pytest.mark.parametrize("language", ROWS)
@pytest.mark.parametrize("part", ["rack", "p2"])
def test_a_rack_has_rows_and_no_sets(player, reader, part, language):
    player.post("/scores/players", {"names": "Ann\nBo"})
    reader.lay("R1 R2 R3", "B7 K7 O7")
    player.photograph(part)
    pages = [
        player.get(f"/{part}{asked}", headers={"Accept-Language": language}).text
        for asked in ("?tile=4", "?add=1")
    ]
    sheets = [page.partition('<aside id="sheet"')[2] for page in pages]
    assert all(any(words in sheet for sheet in sheets) for words in ROWS[language])
    assert not any(words in sheet for sheet in sheets for words in SETS[language])
    refused = player.post(f"/{part}/add", {"tile": "R4", "group": "7"})
    assert (refused.status_code, "there is no row 8" in refused.text) == (400, True)


def test_a_tile_missed_beside_the_second_sight_of_a_set_joins_it(player, app):
    two_photos(player, app, ("R1 R2 R3", "B7 K7 O7"), ("R1 R2 R3", "B7 K7 O7", "K1 K2 K3"))
    player.post("/table/add", {"tile": "R4", "x": (20 + 3 * 32 + 15) / 2, "y": 300 + GAP + 21})
    assert "R1 R2 R3 R4" in player.tiles("table")


def test_a_tile_beside_the_picture_is_drawn_and_no_black_square(player, app, reader):
    """As merged scenes were kept before: in the pixels of the first photo alone."""
    reader.lay("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13")
    player.photograph("table")
    sheet = player.get("/table?tile=12").text
    assert 'class="closeup"' not in sheet
    assert sheet.count('aria-label="red 13"') >= 2
    assert 'class="closeup"' in player.get("/table?tile=0").text


def test_photos_that_share_no_tiles_are_a_readable_400(player, app):
    rows = iter((("R1 R2 R3",), ("K9 K10 K11",)))
    lay = app.config["READER"]

    def next_photo(photo, **options):
        lay.lay(*next(rows))
        return lay(photo, **options)

    app.config["READER"] = next_photo
    data = {"photo": [(io.BytesIO(a_photo()), "left.jpg"), (io.BytesIO(a_photo()), "right.jpg")]}
    page = player.post("/table/photo", data, content_type="multipart/form-data")
    assert page.status_code == 400
    assert "shares no tiles with the other photos" in page.text


def test_a_set_that_is_none_is_taken_away_with_one_tap(player, reader):
    reader.lay("R1 R2 R3", "K2 B11")
    player.photograph("table")
    player.post("/table/tile/4", {"remove_set": "1"})
    assert player.tiles("table") == ["R1 R2 R3"]


def test_a_set_read_in_the_wrong_order_is_put_in_the_one_that_is_valid(player, reader):
    reader.lay("R5 R7 J", "B1 B2 B3")
    player.photograph("table")
    page = player.get("/table").text
    assert 'name="order" value="R5 J R7"' in page
    player.post("/table/tile/0", {"order": "R5 J R7"})
    assert player.tiles("table") == ["R5 J R7", "B1 B2 B3"]
    assert player.post("/table/tile/0", {"order": "R5 J R8"}).status_code == 400


@pytest.mark.parametrize(
    ("path", "data", "said"),
    [
        ("/table/tile/0", {"tile": "B9"}, "Red 1 is now blue 9"),
        ("/table/tile/0", {"tile": "R1"}, "Confirmed: red 1"),
        ("/table/tile/0", {"remove": "1"}, "Taken away: red 1"),
        ("/table/tile/0", {"remove_set": "1"}, "Taken away: 3 tiles"),
        ("/table/tile/0", {"move": "right"}, "Moved: red 1"),
        ("/table/tile/0", {"order": "R3 R2 R1"}, "Moved: red 3, red 2, red 1"),
        ("/table/add", {"tile": "J"}, "Added: joker"),
        ("/table/text", {"tiles": "K1 K2 K3"}, "Tiles typed"),
    ],
)
def test_what_was_changed_last_is_said(player, reader, path, data, said):
    reader.lay("R1 R2 R3")
    player.photograph("table")
    player.post(path, data)
    assert f'data-said="{said}"' in player.get("/table").text


def test_of_too_many_equal_tiles_the_least_sure_is_shown_first(player, reader):
    reader.lay("R7 B7 K7", "R7~R1 R8 R9", "R7 O7 B7")
    player.photograph("table")
    page = player.get().text
    doubtful, *others = re.findall(r"/table\?tile=(\d+)\"><svg", page)
    assert doubtful == "3"
    assert sorted(others) == ["0", "6"]


def test_a_play_says_which_photos_have_tiles_nobody_looked_at(player, reader):
    reader.lay("R1 R2~R7 R3", "B7 K7 O7")
    player.photograph("table")
    reader.lay("R4 K1")
    player.photograph("rack")
    page = player.get("/play").text
    assert re.search(r'href="/g/[^"]+/table\?review=1"[^>]*>.*?Look at 1 doubtful tile', page, re.S)
    assert "/rack?review=1" not in page
    player.post("/table/tile/1", {"tile": "R2"})
    assert "doubtful tile" not in player.get("/play").text


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        (["R1 R2 R3", "B7 K7 O7"], "No tile is in doubt."),
        (["R1 R2 R4", "B7 K7 O7"], "No tile is in doubt, but 1 set is not valid as it lies."),
        (["R1 R2", "B7 K8 O7"], "No tile is in doubt, but 2 sets are not valid as they lie."),
        (
            ["R1 R2 R3", "R1 B1 K1", "R1 B1 O1"],
            "No tile is in doubt, but more of a tile are there than the game has.",
        ),
        (["R1 R2~R3 R4"], "Look at 1 doubtful tile"),
    ],
)
def test_all_is_clear_only_where_the_sets_are_too(player, reader, sets, said):
    reader.lay(*sets)
    player.photograph("table")
    page = player.get("/table").text
    doubts = re.search(r'<div id="doubts".*?(?=<section)', page, re.DOTALL)[0]
    assert said in doubts
    assert ("notice good" in doubts) == said.endswith("doubt.")
    if "but" in said:
        assert 'href="#problems"' in doubts
        assert 'id="problems"' in page


def test_a_rack_with_more_of_a_tile_than_the_game_has_is_no_all_clear(player, reader):
    reader.lay("R1 R1 R1")
    player.photograph("rack")
    page = player.get("/rack").text
    assert "more of a tile are there than the game has" in page
    assert f'href="{player.game}#problems"' in page


def test_the_box_that_so_many_players_use_counts_on_the_correction_screen(player, reader):
    player.post("/rules", {"preset": "xp"})
    reader.lay("R7 B7 K7", "R7 B7 O7", "R7 K7 O7")
    player.photograph("table")

    def used_up() -> list[str]:
        return re.findall(r'value="(\w+)" class="pick" disabled', player.get("/table?add=1").text)

    assert "No tile is in doubt." in player.get("/table").text
    assert used_up() == ["R7"]
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    assert "seen 3 times, but the game has 2" in player.get("/table").text
    assert "No tile is in doubt." not in player.get("/table").text
    assert used_up() == ["R7", "B7", "K7", "O7"]
