"""Blanks among faces: a tile face down is of the faces' plastic, the rack's wood is not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classify import TileScores
from vision.find import Found
from vision.gaps import without_gaps
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


def find(place: int, name: str) -> Found:
    ranking = ((name, 0.999), ("R1", 0.001))
    return Found(box(place), TileScores(ranking, ranking, 0.01, 0.999, name))


@pytest.mark.parametrize(
    ("colour", "kept"),
    [(CREAM, True), (SHADED, True), (WOOD, False), (NAVY, True)],
    ids=["own plastic", "in the shade", "wood", "printed back"],
)
def test_bare_wood_between_tiles_is_no_face_down_tile(colour, kept):
    found = [find(0, "R7"), find(1, "X"), find(2, "B9")]
    left = without_gaps(rack(CREAM, colour, CREAM), found)
    assert [each.face for each in left] == (["R7", "X", "B9"] if kept else ["R7", "B9"])


def test_gaps_do_not_bear_each_other_out():
    found = [find(0, "R7"), *(find(place, "X") for place in (1, 2, 3)), find(4, "B9")]
    left = without_gaps(rack(CREAM, WOOD, WOOD, WOOD, CREAM), found)
    assert [each.face for each in left] == ["R7", "B9"]


def test_nothing_but_backs_stays_as_it_is():
    found = [find(0, "X"), find(1, "X")]
    assert without_gaps(rack(WOOD, CREAM), found) == found
