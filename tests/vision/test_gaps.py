"""A tile that something hides within a set leaves room, and that is said."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from solver.rules import Rules
from tests.vision.readings import reading_of
from vision.gaps import with_room_told
from vision.merge import merge
from vision.photo import open_photo
from vision.reader import read
from vision.reading import SceneReading, TileGroup, TileReading, Zone

SAMPLES = Path("samples")
TABLE = SAMPLES / "kitchen/table.jpg"
FINGER = (205, 152, 122)


def told(reading: SceneReading) -> list[str]:
    return [warning for warning in reading.warnings if "there is room for a tile" in warning]


def under_a_finger(photo: Path, tile: TileReading) -> SceneReading:
    pixels = open_photo(photo).pixels.copy()
    corners = np.array(tile.quad)
    across = corners[1] - corners[0]
    breadth, angle = np.linalg.norm(across), np.degrees(np.arctan2(across[1], across[0]))
    middle = tuple(int(value) for value in corners.mean(0))
    axes = (int(0.6 * breadth), int(0.95 * breadth))
    cv2.ellipse(pixels, middle, axes, float(angle), 0, 360, FINGER, -1, cv2.LINE_AA)
    _, data = cv2.imencode(".png", pixels[..., ::-1])
    return read(data.tobytes(), name="covered.png", rules=Rules())


def laid(*rows: str, apart: float = 1.0) -> SceneReading:
    """Sets of a table, each on a line of its own; ``_`` leaves room, ``/`` ends a set there."""
    tiles: list[TileReading] = []
    groups: list[TileGroup] = []
    for line, row in enumerate(rows):
        place, ids = 0.0, []
        for word in [*row.split(), "/"]:
            if word == "/" and ids:
                groups.append(TileGroup(Zone.TABLE, tuple(ids)))
                ids = []
            elif word == "_":
                place += apart
            elif word != "/":
                x, y = 40 * place, 90.0 * line
                quad = ((x, y), (x + 40, y), (x + 40, y + 56), (x, y + 56))
                ids.append(len(tiles))
                tiles.append(TileReading(len(tiles), word, 0.99, False, quad, raw=word))
                place += 1
    return SceneReading("table.jpg", 2000, 1000, tuple(tiles), tuple(groups))


@pytest.mark.parametrize("number", [2, 3])
def test_a_tile_under_a_finger_is_missed_and_that_is_said(number: int) -> None:
    whole = reading_of(TABLE)
    ids = whole.groups[number].tiles
    left, covered, right = (whole.tile(i) for i in ids[1:4])
    reading = under_a_finger(TABLE, covered)
    assert len(reading.tiles) == len(whole.tiles) - 1
    assert told(reading) == [
        f"there is room for a tile between {left.tile} and {right.tile}: if one lies there, "
        "take the photo again so that it shows"
    ]


@pytest.mark.parametrize("photo", sorted(SAMPLES.glob("*/table.jpg")), ids=lambda p: p.parent.name)
def test_whole_tables_leave_no_room(photo: Path) -> None:
    assert not told(reading_of(photo))


def test_another_photo_that_shows_the_tile_settles_it() -> None:
    whole = reading_of(TABLE)
    hidden = under_a_finger(TABLE, whole.tile(whole.groups[2].tiles[2]))
    assert told(hidden)
    merged = merge([hidden, whole], Rules())
    assert len(merged.tiles) == len(whole.tiles)
    assert not told(merged)


@pytest.mark.parametrize(
    "rows",
    [
        ["R3 R4 R5 _ / R7"],
        ["R3 _ / R5 R6 R7"],
        ["R8 _ / B8 K8"],
        ["R3 R4 _ / R6 R7"],
        ["B1 B2 B3", "R8 J _ / K8"],
    ],
)
def test_what_one_tile_makes_a_set_has_room_for_it(rows: list[str]) -> None:
    assert len(told(with_room_told(laid(*rows), Rules()))) == 1


@pytest.mark.parametrize(
    "rows",
    [
        ["R3 R4 R5 / R7 R8"],  # they touch
        ["R3 R4 R5 _ / R7 R8 R9"],  # two sets, both whole
        ["R3 R4 R5 _ / B7"],  # no tile makes one set of them
        ["R3 R4 R5 _ _ / R7"],  # room for two
        ["R3 R4 R5 _ / ?"],
        ["R3 _ / R5", "B1 B2 B3"],  # two loose tiles
        ["R3 R4 _ / R6", "B1", "K9", "O4", "R13"],  # strewn about
    ],
)
def test_elsewhere_nothing_is_said(rows: list[str]) -> None:
    assert not told(with_room_told(laid(*rows), Rules()))
