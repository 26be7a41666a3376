"""Which finds are tiles, and when a photo is looked at once more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision import classify, corners, detect
from vision.classify import Adaptation, TileScores
from vision.detect import Sighting
from vision.find import find_tiles
from vision.reading import Quad
from vision.stopwatch import Stopwatch

PHOTO = np.full((750, 1000, 3), 200, np.uint8)


def quad_at(x: float, y: float, height: float) -> Quad:
    width = 0.75 * height
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def height_of(quad: Quad) -> float:
    return quad[2][1] - quad[0][1]


def face(tile_probability: float) -> TileScores:
    ranking = (("R7", 0.98), ("R1", 0.02))
    return TileScores(ranking, ranking, 0.01, tile_probability, "R7")


@pytest.fixture
def scene(monkeypatch):
    """Plays a detector that sees, at each scale, those quads tall enough for it."""

    def found(tiles: Sequence[Quad], clutter: Sequence[Quad], least_seen: float = 20.0):
        scales: list[float] = []

        def look(pixels: np.ndarray, scale: float) -> list[Sighting]:
            scales.append(scale)
            return [
                Sighting(quad, 0.9, 34 <= height_of(quad) * scale <= 150)
                for quad in (*tiles, *clutter)
                if height_of(quad) * scale >= least_seen
            ]

        def faces(
            pixels: np.ndarray, quads: Sequence[Quad], adaptation: Adaptation | None
        ) -> list[TileScores]:
            return [face(0.99 if quad in tiles else 0.05) for quad in quads]

        monkeypatch.setattr(detect, "look", look)
        monkeypatch.setattr(corners, "refined", lambda pixels, quads: list(quads))
        monkeypatch.setattr(classify, "classify", faces)
        return {each.quad for each in find_tiles(PHOTO, Stopwatch())}, scales

    return found


ROW = [quad_at(100 + 20 * n, 300, 24) for n in range(8)]
BOOKS = [quad_at(40 + 220 * n, 40, 200) for n in range(4)]


def test_large_clutter_does_not_hide_small_tiles(scene):
    found, _ = scene(ROW, BOOKS)
    assert found == set(ROW)


def test_small_tiles_are_looked_at_closer_whatever_lies_beside_them(scene):
    tiny = [quad_at(100 + 16 * n, 300, 18) for n in range(8)]
    found, scales = scene(tiny, BOOKS)
    assert found == set(tiny)
    assert max(scales) > 1.3 * scales[0]


def test_one_crumb_that_only_a_closer_look_shows_is_no_tile(scene):
    crumb, row = quad_at(500, 300, 18), [quad_at(100 + 16 * n, 300, 18) for n in range(4)]
    assert scene([crumb], BOOKS)[0] == set()
    assert scene(row, BOOKS)[0] == set(row)


def test_tiles_of_a_good_size_need_no_closer_look(scene):
    found, scales = scene([quad_at(100 + 60 * n, 300, 70) for n in range(8)], BOOKS)
    assert len(found) == 8
    assert max(scales) == scales[0]


def test_a_tile_like_thing_of_quite_another_size_is_no_tile(scene):
    row = [quad_at(100 + 60 * n, 300, 70) for n in range(8)]
    crumb = quad_at(700, 600, 18)
    found, _ = scene([*row, crumb], [])
    assert found == set(row)


def test_a_wall_of_tiles_is_not_looked_at_without_end():
    wall = [Sighting(quad_at(30 * (n % 60), 40 * (n // 60), 30), 0.9) for n in range(1500)]
    assert len(detect.merged([wall])) == detect.MOST_FINDS


def named(tile: str, chance: float, tile_probability: float = 0.99) -> TileScores:
    ranking = ((tile, chance), ("R1", 1 - chance))
    return TileScores(ranking, ranking, 0.01, tile_probability, tile)


WIDE: Quad = ((100.0, 100.0), (180.0, 100.0), (180.0, 160.0), (100.0, 160.0))
TALL: Quad = quad_at(100, 100, 80)


@pytest.mark.parametrize(
    ("quad", "as_seen", "turned", "wins"),
    [
        (WIDE, named("R5", 0.4), named("R7", 0.98), "R7"),
        (WIDE, named("R8", 0.6), named("J", 0.98), "J"),
        (WIDE, named("J", 0.98), named("R7", 0.95), "R7"),
        (WIDE, named("R7", 0.95), named("J", 0.99), "R7"),
        (WIDE, named("R7", 0.95), named("R10", 0.98), "R7"),
        (WIDE, named("R7", 0.6), named("R10", 0.8), "R7"),
        (TALL, named("J", 0.98), named("R7", 0.95), "R7"),
        (TALL, named("J", 0.98), named("R7", 0.6), "J"),
        (TALL, named("J", 0.8, 0.1), named("R7", 0.98), "R7"),
        (TALL, named("R5", 0.4), named("R7", 0.98), "R5"),
        (TALL, TileScores((("R1", 0.6), ("O1", 0.4)), (), 0.01, 0.99), named("J", 0.99), "R1"),
    ],
)
def test_a_find_taken_by_the_wrong_sides_is_turned(monkeypatch, quad, as_seen, turned, wins):
    """Seen aslant or on its side, only its face can tell; a doubt of its ink is none of that."""

    def faces(
        pixels: np.ndarray, quads: Sequence[Quad], adaptation: Adaptation | None
    ) -> list[TileScores]:
        return [as_seen if each == quad else turned for each in quads]

    def look(pixels: np.ndarray, scale: float) -> list[Sighting]:
        return [Sighting(quad, 0.9)]

    monkeypatch.setattr(detect, "look", look)
    monkeypatch.setattr(corners, "refined", lambda pixels, quads: list(quads))
    monkeypatch.setattr(classify, "classify", faces)
    assert [each.face for each in find_tiles(PHOTO, Stopwatch())] == [wins]
