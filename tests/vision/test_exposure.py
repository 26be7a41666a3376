"""Where light or the dark may hide tiles it is said, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.exposure import LIGHT_HIDES, VERY_DARK, hides_tiles, is_very_dark
from vision.photo import open_photo
from vision.reader import read
from vision.reading import Quad

SAMPLES = Path(__file__).parents[2] / "samples"
TABLE = SAMPLES / "kitchen" / "table.jpg"


def row_of_tiles() -> tuple[np.ndarray, list[Quad]]:
    """Four white tiles 60 x 80 on wood, with room for a fifth before the last."""
    pixels = np.full((400, 600, 3), (120, 90, 60), np.uint8)
    quads: list[Quad] = []
    for x in (100, 170, 240, 400):
        cv2.rectangle(pixels, (x, 160), (x + 59, 239), (252, 252, 251), -1)
        quads.append(((x, 160), (x + 60, 160), (x + 60, 240), (x, 240)))
    return pixels, quads


def with_a_reflection(pixels: np.ndarray, x: float, y: float, size: float) -> np.ndarray:
    """The photo with the white image of a lamp, ``size`` pixels wide, that fades at its rim."""
    rows, columns = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
    away = np.hypot(columns - x, rows - y) / size
    added = 255 * np.clip(1.6 - 1.2 * away, 0, 1)
    return np.clip(pixels + added[..., None], 0, 255).astype(np.uint8)


def test_white_tiles_are_no_reflection() -> None:
    assert not hides_tiles(*row_of_tiles())


def test_a_reflection_between_tiles_may_hide_one() -> None:
    pixels, quads = row_of_tiles()
    assert hides_tiles(with_a_reflection(pixels, 350, 200, 60), quads)


@pytest.mark.parametrize(("x", "y", "size"), [(350, 200, 12), (40, 20, 30)])
def test_one_that_is_small_or_far_from_the_tiles_hides_none(x: int, y: int, size: int) -> None:
    pixels, quads = row_of_tiles()
    assert not hides_tiles(with_a_reflection(pixels, x, y, size), quads)


def test_a_sheet_of_paper_is_no_reflection() -> None:
    pixels, quads = row_of_tiles()
    pixels[250:350, 120:320] = 255
    assert not hides_tiles(pixels, quads)


def test_the_dark_is_told_by_the_tiles_not_by_the_table() -> None:
    pixels, quads = row_of_tiles()
    assert not is_very_dark(pixels, quads)
    assert is_very_dark((pixels * 0.12).astype(np.uint8), quads)
    black_table = pixels.copy()
    black_table[pixels[..., 2] == 60] = 3
    assert not is_very_dark(black_table, quads)
    assert not is_very_dark(pixels, [])
    assert not hides_tiles(pixels, [])


@pytest.mark.parametrize("photo", sorted(SAMPLES.glob("*/*.jpg")), ids=lambda p: p.stem)
def test_the_samples_hide_nothing(photo: Path) -> None:
    warnings = read(photo, second_reader=False).warnings
    assert not {LIGHT_HIDES, VERY_DARK} & set(warnings)


def test_tiles_that_a_lamp_hides_are_missed_and_that_is_said(tmp_path: Path) -> None:
    whole = read(TABLE, second_reader=False)
    pixels = open_photo(TABLE).pixels
    middle = pixels.shape[1] * 0.45, pixels.shape[0] * 0.5
    lit = tmp_path / "lit.png"
    shown = with_a_reflection(pixels, *middle, pixels.shape[1] / 5)
    cv2.imwrite(str(lit), cv2.cvtColor(shown, cv2.COLOR_RGB2BGR))
    reading = read(lit, second_reader=False)
    assert len(reading.tiles) < len(whole.tiles)
    assert LIGHT_HIDES in reading.warnings


def test_a_photo_in_the_dark_says_so(tmp_path: Path) -> None:
    dark = tmp_path / "dark.png"
    shown = (open_photo(TABLE).pixels * 0.1).astype(np.uint8)
    cv2.imwrite(str(dark), cv2.cvtColor(shown, cv2.COLOR_RGB2BGR))
    assert VERY_DARK in read(dark, second_reader=False).warnings
