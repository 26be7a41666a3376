"""A photo of tiles with known names becomes pictures with those names; the finds are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision import calibrate as calibrating
from vision.calibrate import CalibrationError, calibrate, patches_from
from vision.classify import TILE_NAMES, TileScores
from vision.find import Found
from vision.photo import Photo, open_photo
from vision.profile import NO_TILE
from vision.reader import read
from vision.reading import DecidedBy, Quad, SceneReading, TileGroup, TileReading, Zone

SAMPLES = Path(__file__).parents[2] / "samples"
ROWS = [[f"{ink}{number}" for number in range(1, 14)] for ink in "RBKO"]


def found(
    name: str, quad: Quad, other: str = "X", chance: float = 0.9, tile: float = 0.99
) -> Found:
    ranking = [(name, chance), (other, 1 - chance)]
    scores = TileScores(tuple(ranking), (("O9", 1.0),), 0.01, tile, name)
    return Found(quad, scores)


def quad_at(column: int, row: int) -> Quad:
    x, y = 20.0 + 34 * column, 20.0 + 60 * row
    return ((x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40))


def game(rows: Sequence[Sequence[str]]) -> list[Found]:
    """Finds in rows as named, in no order of reading."""
    finds = [found(n, quad_at(c, r)) for r, row in enumerate(rows) for c, n in enumerate(row)]
    return finds[::-1]


@pytest.fixture
def learn(monkeypatch):
    """Calibrates on a grey photo on which these finds lie."""

    def from_finds(finds: list[Found], **options):
        monkeypatch.setattr(calibrating, "find_tiles", lambda *_: finds)
        pixels = np.full((400, 520, 3), 120, np.uint8)
        return calibrate(Photo("tiles.jpg", pixels, 1040, 800), **options)

    return from_finds


def names(calibration) -> list[str]:
    return [labelled.patch.tile for labelled in calibration.tiles]


def test_the_order_names_the_tiles_and_what_was_read_otherwise_is_told(learn):
    rows = [list(row) for row in ROWS]
    rows[1][6] = "B1"
    rows[3][2] = "R3"
    calibration = learn(game([*rows, ["J", "J"]]))
    assert names(calibration) == [name for row in [*ROWS, ["J", "J"]] for name in row]
    assert [(t.patch.tile, t.read) for t in calibration.tiles if t.differs] == [
        ("B7", "B1"),
        ("O3", "R3"),
    ]
    marked = [tile.tile for tile in calibration.reading.tiles if tile.doubtful]
    assert marked == ["B7", "O3"]
    assert calibration.sure


def test_rows_may_break_anywhere_and_colours_come_in_any_order(learn):
    line = [name for row in (ROWS[3], ROWS[0], ROWS[2], ROWS[1]) for name in row]
    broken = [line[:9], line[9:20], line[20:31], line[31:40], line[40:52], ["J"]]
    assert names(learn(game(broken))) == [*line, "J"]


def test_quads_are_pixels_of_the_whole_photo(learn):
    first = learn(game(ROWS)).reading.tiles[0]
    assert first.quad[0] == pytest.approx((40.5, 40.5))


def test_what_is_missing_or_belongs_nowhere_is_told_and_not_learned(learn):
    finds = [f for f in game(ROWS) if f.quad != quad_at(4, 2)]
    finds.append(found("B3", quad_at(13, 1), tile=0.3))
    calibration = learn(finds)
    assert calibration.missing == ("K5",)
    assert calibration.left_out == 1
    assert len(calibration.tiles) == 51


def test_places_without_a_tile_are_learned_too(learn):
    empty = learn(game(ROWS)).empty
    assert len(empty) > 10
    assert {patch.tile for patch in empty} == {NO_TILE}


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "no tiles found: lay each colour from 1 to 13"),
        ([["R1", "R2", "R3"], ["B7", "K7", "O7"]], "6 tiles found in 2 rows, row 1 reads R1 R2 R3"),
        ([row[:9] for row in ROWS], "36 tiles found, none of them from 10 to 13: lay each colour"),
        ([row[3:] for row in ROWS], "40 tiles found, none of them from 1 to 3: lay each colour"),
        ([row[:3] + row[5:8] + row[10:] for row in ROWS], "36 tiles found in 4 rows, row"),
        ([row[::-1] for row in ROWS], "52 tiles found in 4 rows, row"),
    ],
)
def test_tiles_in_no_order_are_refused_with_what_was_seen(learn, rows, why):
    with pytest.raises(CalibrationError, match=why):
        learn(game(rows))


def test_colours_that_cannot_be_told_apart_are_not_sure(learn):
    finds = []
    for find in game(ROWS):
        name = find.scores.upright[0][0]
        alike = {"B": "K", "K": "B"}.get(name[0])
        pair = (name, alike + name[1:]) if alike else (name, "X")
        finds.append(found(pair[0], find.quad, pair[1], 0.5 if alike else 0.9))
    assert not learn(finds).sure


def test_tiles_that_somebody_names_need_no_order_of_the_game(learn):
    calibration = learn(game([["R7", "B2"], ["J"]]), laid=("R7", "B3", "JM"))
    assert names(calibration) == ["R7", "B3", "J"]


def reading(*tiles: TileReading) -> SceneReading:
    groups = (TileGroup(Zone.TABLE, tuple(tile.id for tile in tiles)),)
    return SceneReading("table.jpg", 1040, 800, tiles, groups)


def tile(number: int, name: str, **changes) -> TileReading:
    quad = tuple((2 * x, 2 * y) for x, y in quad_at(number, 0))
    return replace(TileReading(number, name, 0.99, False, quad, raw=name), **changes)


def test_a_corrected_photo_is_learned_from_but_guesses_are_not():
    photo = Photo("table.jpg", np.full((400, 520, 3), 120, np.uint8), 520, 400)
    shown = reading(
        tile(0, "R1"),
        tile(1, "R2", raw="R7", decided_by=DecidedBy.USER),
        tile(2, "?"),
        tile(3, "X"),
        tile(4, "R5", raw="", decided_by=DecidedBy.USER),
    )
    learned = [patch.tile for patch in patches_from(photo, shown) if patch.tile != NO_TILE]
    assert learned == ["R1", "R2"]
    with pytest.raises(CalibrationError, match="no tiles to learn from"):
        patches_from(photo, reading(tile(0, "?")))


def test_every_name_the_network_knows_is_a_name_of_a_picture():
    assert NO_TILE not in TILE_NAMES


def test_tiles_that_a_reading_names_so_were_not_read_otherwise():
    """The network alone takes this table's black for blue; the inks of the photo tell it."""
    photo = open_photo(SAMPLES / "physical" / "table-1.jpg")
    as_read = read(photo, kind="rack", second_reader=False)
    assert any(tile.raw != tile.tile for tile in as_read.tiles)
    laid = [as_read.tile(i).tile for group in as_read.groups for i in group.tiles]
    calibration = calibrate(photo, laid=laid)
    assert names(calibration) == laid
    assert [(tile.patch.tile, tile.read) for tile in calibration.tiles if tile.differs] == []
    assert not any(tile.doubtful for tile in calibration.reading.tiles)
