"""A photo without colours says so, be it grey or in one tint; one with colours does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo import open_photo
from vision.reader import read
from vision.reading import Why

SAMPLES = Path(__file__).parents[2] / "samples"
NO_COLOURS = "the photo has no colours: take it again in colour"
_SEPIA = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])


def grey(pixels: np.ndarray) -> np.ndarray:
    """How light each pixel is, 0 to 1, ``(H, W, 1)``."""
    return (cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY) / 255.0)[..., None]


FILTERS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "black and white": lambda pixels: grey(pixels) * np.array([255, 255, 255]),
    "silver": lambda pixels: grey(pixels) * np.array([255, 250, 240]),
    "blue": lambda pixels: grey(pixels) * np.array([200, 220, 255]),
    "sepia": lambda pixels: pixels @ _SEPIA.T,
    "duotone": lambda pixels: (
        (1 - grey(pixels)) * np.array([40, 20, 90]) + grey(pixels) * np.array([255, 230, 180])
    ),
    "nine tenths silver": lambda pixels: (
        0.9 * grey(pixels) * np.array([255, 250, 240]) + 0.1 * pixels
    ),
}


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("sample", ["kitchen/table.jpg", "marble/rack.jpg"])
def test_a_photo_in_one_tint_marks_every_tile(name: str, sample: str, tmp_path: Path) -> None:
    shown = np.clip(FILTERS[name](open_photo(SAMPLES / sample).pixels), 0, 255).astype(np.uint8)
    tinted = tmp_path / "tinted.jpg"
    cv2.imwrite(str(tinted), cv2.cvtColor(shown, cv2.COLOR_RGB2BGR))
    reading = read(tinted, second_reader=False)
    assert reading.tiles
    assert NO_COLOURS in reading.warnings
    assert all(tile.doubtful and Why.WHOLE_PHOTO in tile.why for tile in reading.tiles)


@pytest.mark.parametrize("photo", sorted(SAMPLES.glob("*/*.jpg")), ids=lambda p: p.parent.name)
def test_a_photo_of_four_inks_has_colours(photo: Path) -> None:
    assert NO_COLOURS not in read(photo, second_reader=False).warnings


def test_tiles_of_one_ink_on_a_coloured_table_are_no_grey_photo(tmp_path: Path) -> None:
    """Black tiles alone: only what lies about them tells that the photo has colours."""
    whole = read(SAMPLES / "kitchen" / "table.jpg", second_reader=False)
    black = [tile for tile in whole.tiles if tile.tile.startswith("K")]
    pixels = open_photo(SAMPLES / "kitchen" / "table.jpg").pixels
    run = [tile for tile in black if tile.center[1] > pixels.shape[0] * 0.7]
    assert len(run) == 3
    corners = np.array([corner for tile in run for corner in tile.quad])
    (left, top), (right, bottom) = corners.min(0) - 60, corners.max(0) + 60
    cut = pixels[int(top) : int(bottom), int(left) : int(right)]
    photo = tmp_path / "black.png"
    cv2.imwrite(str(photo), cv2.cvtColor(cut, cv2.COLOR_RGB2BGR))
    reading = read(photo, second_reader=False)
    assert [tile.tile[0] for tile in reading.tiles] == ["K", "K", "K"]
    assert NO_COLOURS not in reading.warnings
