"""A row that goes on beyond the photo's edge is noticed; one that ends before it is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.classify import TileScores
from vision.edge import goes_on_beyond
from vision.find import Found
from vision.reader import read

SAMPLES = Path(__file__).parents[2] / "samples"
CREAM, FELT = (235, 230, 190), (30, 110, 60)


def row_to_the_right(shown: float, *, ground: tuple[int, int, int] = FELT, tiles: int = 3):
    """A photo that ends where ``shown`` of the next tile's place is in it, and two tiles found."""
    pixels = np.full((400, round(20 + 60 * (2 + shown)), 3), ground, np.uint8)
    pixels[160:240, 20 : 20 + 60 * tiles] = CREAM
    scores = TileScores((("R7", 1.0),), (("R7", 1.0),), 0.01, 1.0, "R7")
    found = []
    for x in (20.0, 80.0):
        found.append(Found(((x, 160.0), (x + 60, 160.0), (x + 60, 240.0), (x, 240.0)), scores))
    return pixels, found


@pytest.mark.parametrize("shown", [0.3, 0.5, 0.7])
def test_a_row_with_a_cut_tile_goes_on(shown):
    assert goes_on_beyond(*row_to_the_right(shown))


@pytest.mark.parametrize("shown", [0.3, 0.5, 0.7])
def test_a_row_that_ends_before_the_edge_does_not(shown):
    assert not goes_on_beyond(*row_to_the_right(shown, tiles=2))


def test_on_a_table_as_white_as_the_tiles_nothing_is_said():
    assert not goes_on_beyond(*row_to_the_right(0.5, ground=CREAM))


def test_a_third_of_a_tile_at_the_edge_of_a_photo_is_said_to_be_there(tmp_path):
    """The last two of a rack's tiers are cut: what is left of them shows no face."""
    cut = tmp_path / "cut.png"
    with Image.open(SAMPLES / "kitchen" / "rack.jpg") as photo:
        whole = read(SAMPLES / "kitchen" / "rack.jpg", kind="rack", second_reader=False)
        photo.crop((0, 0, 1130, photo.height)).save(cut)
    assert not whole.warnings
    reading = read(cut, kind="rack", second_reader=False)
    assert len(reading.tiles) < len(whole.tiles)
    assert any("photo's edge" in warning for warning in reading.warnings)
