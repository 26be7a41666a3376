"""Photos of shapes that no camera makes: slivers hold no tiles, long strips show all of theirs."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.detect import blind_scale, closest_scale, first_scales
from vision.photo import open_photo
from vision.reader import read

RACK = Path(__file__).parents[2] / "samples/kitchen/rack.jpg"


def encoded(pixels: Image.Image | np.ndarray, form: str) -> bytes:
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    file = io.BytesIO()
    image.save(file, form)
    return file.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
@pytest.mark.parametrize("size", [(1, 1), (10, 10), (1, 5000), (5000, 1), (3, 2000)])
def test_a_sliver_of_a_photo_holds_no_tiles(size, form):
    reading = read(encoded(Image.new("RGB", size, "gray"), form))
    assert (reading.width, reading.height) == size
    assert reading.tiles == ()
    assert reading.warnings


@pytest.mark.parametrize("size", [(400_000, 1), (1, 400_000), (100_000, 30), (4_000_000, 16)])
def test_no_look_at_a_line_of_pixels_costs_more_than_one_at_a_photo(size):
    pixels = np.broadcast_to(np.uint8(90), (size[1], size[0], 3))
    scales = (*first_scales(pixels), blind_scale(pixels), closest_scale(pixels))
    for scale in scales:
        padded = [max(32, side * scale + 31) for side in size]
        assert padded[0] * padded[1] < 2048 * 2048


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
@pytest.mark.parametrize(
    ("size", "kept"),
    [
        ((6000, 400), (6000, 400)),
        ((400, 6000), (400, 6000)),
        ((12000, 1500), (6000, 750)),
        ((6000, 2000), (3000, 1000)),
        ((4624, 2604), (2312, 1302)),
    ],
)
def test_a_strip_is_made_smaller_by_what_it_holds_not_by_its_length(size, kept, form):
    photo = open_photo(encoded(Image.new("RGB", size, "gray"), form))
    assert (photo.width, photo.height) == size
    assert photo.pixels.shape[1::-1] == kept


@pytest.mark.parametrize("height", [60, 90])
def test_every_tile_of_a_long_strip_is_read(height):
    """A panorama along a rack: by its long side alone, its tiles would be a few pixels high."""
    photo = open_photo(RACK)
    rack = read(photo, kind="rack", second_reader=False)
    tier = [rack.tile(i) for i in rack.groups[0].tiles]
    corners = np.array([tile.quad for tile in tier]).reshape(-1, 2)
    (left, top), (right, bottom) = corners.min(0).astype(int) - 20, corners.max(0).astype(int) + 20
    part = photo.pixels[top:bottom, left:right]
    scale = height / len(part)
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    strip = np.concatenate([small] * 20, axis=1)
    assert strip.shape[1] > 50 * strip.shape[0]
    reading = read(encoded(strip, "PNG"), kind="rack", second_reader=False)
    assert [tile.tile for tile in reading.tiles] == [tile.tile for tile in tier] * 20
