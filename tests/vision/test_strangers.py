"""A note or card read among tiles is worth a look; tiles under uneven light are not."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.readings import reading_of
from vision.photo import open_photo
from vision.reading import SceneReading, TileReading, Why
from vision.strangers import doubted_strangers

SAMPLES = Path(__file__).parents[2] / "samples"
CREAM, NOTE = (240, 236, 222), (250, 225, 80)


def row(*plastics: tuple[int, int, int]) -> tuple[SceneReading, np.ndarray]:
    """A row of black ones on plastics of these colours, and its photo."""
    pixels = np.full((120, 80 * len(plastics) + 20, 3), (90, 70, 50), np.uint8)
    tiles = []
    for place, plastic in enumerate(plastics):
        x = 20 + 80 * place
        cv2.rectangle(pixels, (x, 20), (x + 59, 99), plastic, -1)
        cv2.rectangle(pixels, (x + 27, 34), (x + 32, 70), (20, 20, 20), -1)
        quad = ((x, 20.0), (x + 60.0, 20.0), (x + 60.0, 100.0), (float(x), 100.0))
        tiles.append(TileReading(place, "K1", 0.99, False, quad))
    return SceneReading("a.png", pixels.shape[1], 120, tuple(tiles), ()), pixels


def marked(reading: SceneReading) -> list[int]:
    return [tile.id for tile in reading.tiles if Why.OTHER_PLASTIC in tile.why]


def test_a_yellow_note_among_cream_tiles_is_worth_a_look() -> None:
    assert marked(doubted_strangers(*row(CREAM, CREAM, NOTE, CREAM))) == [2]


def test_in_a_game_of_yellow_tiles_none_is() -> None:
    assert marked(doubted_strangers(*row(NOTE, NOTE, NOTE, NOTE))) == []


@pytest.mark.parametrize("lamp", [(1.0, 0.7, 0.4), (0.3, 0.3, 0.3), (0.6, 0.8, 1.0)])
def test_the_light_makes_no_difference(lamp: tuple[float, float, float]) -> None:
    reading, pixels = row(CREAM, CREAM, NOTE, CREAM, CREAM)
    lit = ((pixels / 255.0) ** 2.2 * np.array(lamp)) ** (1 / 2.2) * 255
    assert marked(doubted_strangers(reading, lit.astype(np.uint8))) == [2]


def test_tiles_half_in_shadow_are_of_one_plastic() -> None:
    reading, pixels = row(*[CREAM] * 6)
    pixels[:, : pixels.shape[1] // 2] = pixels[:, : pixels.shape[1] // 2] * 0.45
    assert marked(doubted_strangers(reading, pixels)) == []


def test_a_smaller_photo_of_the_same_scene_says_the_same() -> None:
    reading, pixels = row(CREAM, CREAM, NOTE, CREAM)
    smaller = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    assert marked(doubted_strangers(reading, smaller)) == [2]


@pytest.mark.parametrize("photo", sorted(SAMPLES.glob("*/*.jpg")), ids=lambda p: p.parent.name)
def test_no_sample_has_a_stranger(photo: Path) -> None:
    reading = reading_of(photo)
    assert marked(doubted_strangers(reading, open_photo(photo).pixels)) == []
