"""Photos of shapes that no camera makes: slivers hold no tiles, strips keep their pixels."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from vision.photo import open_photo
from vision.reader import read


def encoded(image: Image.Image, form: str) -> bytes:
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
