"""Blanks among faces: a tile face down is of the faces' plastic, the rack's wood is not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.backs import without_bare_ground
from vision.classify import TileScores
from vision.find import Found
from vision.reading import Quad

CREAM, WOOD, SHADED, NAVY = (235, 230, 190), (190, 140, 100), (225, 220, 182), (20, 30, 90)


def box(place: int) -> Quad:
    x = 20.0 + 62 * place
    return ((x, 20.0), (x + 60, 20.0), (x + 60, 100.0), (x, 100.0))


def rack(*colours: tuple[int, int, int]) -> np.ndarray:
    pixels = np.full((130, 400, 3), 90, np.uint8)
    for place, colour in enumerate(colours):
        x = 20 + 62 * place
        pixels[20:100, x : x + 60] = colour
    return pixels


def find(place: int, name: str, clarity: float = 0.999) -> Found:
    ranking = ((name, clarity), ("R1", 1 - clarity))
    return Found(box(place), TileScores(ranking, ranking, 0.01, 1.0, name))


@pytest.mark.parametrize(
    ("colour", "kept"),
    [(CREAM, True), (SHADED, True), (WOOD, False), (NAVY, True)],
    ids=["own plastic", "in the shade", "wood", "printed back"],
)
def test_bare_wood_between_tiles_is_no_face_down_tile(colour, kept):
    found = [find(0, "R7"), find(1, "X"), find(2, "B9")]
    left = without_bare_ground(rack(CREAM, colour, CREAM), found)
    assert [each.face for each in left] == (["R7", "X", "B9"] if kept else ["R7", "B9"])


@pytest.mark.parametrize(
    ("colour", "kept"),
    [(CREAM, True), (SHADED, True), (WOOD, False), (NAVY, False)],
    ids=["own plastic", "in the shade", "wood", "another colour"],
)
def test_a_blank_that_is_less_clear_must_be_of_the_faces_plastic(colour, kept):
    found = [find(0, "R7"), find(1, "X", clarity=0.85), find(2, "B9")]
    left = without_bare_ground(rack(CREAM, colour, CREAM), found)
    assert [each.face for each in left] == (["R7", "X", "B9"] if kept else ["R7", "B9"])


@pytest.mark.parametrize(
    "light", [(0.06, 0.06, 0.06), (1.0, 0.6, 0.25), (0.5, 0.45, 1.0)], ids=["dark", "warm", "blue"]
)
def test_no_light_makes_wood_a_tile_nor_a_tile_wood(light):
    found = [find(0, "R7"), find(1, "X"), find(2, "X", clarity=0.85), find(3, "X"), find(4, "B9")]
    linear = (rack(CREAM, WOOD, WOOD, SHADED, CREAM) / 255.0) ** 2.2 * np.array(light)
    lit = (linear ** (1 / 2.2) * 255).round().astype(np.uint8)
    assert [each.quad for each in without_bare_ground(lit, found)] == [box(0), box(3), box(4)]


def test_gaps_do_not_bear_each_other_out():
    found = [find(0, "R7"), *(find(place, "X") for place in (1, 2, 3)), find(4, "B9")]
    left = without_bare_ground(rack(CREAM, WOOD, WOOD, WOOD, CREAM), found)
    assert [each.face for each in left] == ["R7", "B9"]


def test_of_nothing_but_backs_the_sure_ones_stay():
    found = [find(0, "X"), find(1, "X"), find(2, "X", clarity=0.85)]
    assert without_bare_ground(rack(WOOD, CREAM, CREAM), found) == found[:2]
