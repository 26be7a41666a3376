"""An 11 whose bars lie close together may be read as a 1: what lies between them tells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading import SceneReading, TileGroup, TileReading, Zone
from vision.two_bars import doubted_ones

INKS = {"R": (190, 30, 40), "K": (30, 30, 35), "O": (235, 140, 20), "B": (25, 60, 170)}
QUAD = ((20.0, 20.0), (92.0, 20.0), (92.0, 116.0), (20.0, 116.0))


def photo(ink: str, bars: int, gap: int, lean: int, *, foot: bool = False) -> np.ndarray:
    """A tile with so many bars, ``gap`` pixels between them, blurred as a camera does."""
    large = np.full((136 * 4, 112 * 4, 3), 90, np.uint8)
    large[80:464, 80:368] = (236, 230, 215)
    for bar in range(bars):
        x = 4 * (56 + round((bar - (bars - 1) / 2) * (6 + gap)))
        cv2.line(large, (x + 2 * lean, 130), (x - 2 * lean, 290), INKS[ink], 24)
    if foot:
        cv2.rectangle(large, (190, 280), (258, 300), INKS[ink], -1)
    small = cv2.resize(large, (112, 136), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 0.8)


def read_as(name: str, pixels: np.ndarray) -> TileReading:
    tile = TileReading(0, name, 0.98, False, QUAD, (("J", 0.01),), raw=name)
    group = TileGroup(Zone.TABLE, (0,))
    reading = SceneReading("a.png", 112, 136, (tile,), (group,), (), ())
    return doubted_ones(reading, pixels).tiles[0]


@given(st.sampled_from("RKOB"), st.integers(4, 12), st.integers(-10, 10))
def test_two_bars_read_as_a_1_may_be_an_11(ink, gap, lean):
    told = read_as(f"{ink}1", photo(ink, 2, gap, lean))
    assert told.tile == told.raw == f"{ink}1"
    assert told.doubtful
    assert told.alternatives[0][0] == f"{ink}11"
    assert told.alternatives[0][1] > 0.4
    assert told.confidence + sum(chance for _, chance in told.alternatives) <= 1


@given(st.sampled_from("RKOB"), st.integers(-10, 10), st.booleans())
def test_one_bar_stays_a_1(ink, lean, foot):
    told = read_as(f"{ink}1", photo(ink, 1, 0, lean, foot=foot))
    assert (told.tile, told.doubtful, told.confidence) == (f"{ink}1", False, 0.98)


@pytest.mark.parametrize("name", ["R11", "R7", "J", "?"])
def test_only_what_was_read_as_a_1_is_looked_at(name):
    assert not read_as(name, photo("R", 2, 6, 0)).doubtful
