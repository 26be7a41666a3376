"""Photos of shapes that no camera makes are photos without tiles, not failures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from vision.reader import read


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
@pytest.mark.parametrize("size", [(1, 1), (10, 10), (1, 5000), (5000, 1), (3, 2000)])
def test_a_sliver_of_a_photo_holds_no_tiles(size, form):
    file = io.BytesIO()
    Image.new("RGB", size, "gray").save(file, form)
    reading = read(file.getvalue())
    assert (reading.width, reading.height) == size
    assert reading.tiles == ()
    assert reading.warnings
