"""Crops show the tile upright, whole, and without jagged edges."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reading import Quad
from vision.rectify import cut_crops

CORNER_COLORS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0))


def tile(width: int, height: int) -> np.ndarray:
    """White, with a differently coloured quarter at each corner (clockwise from top-left)."""
    face = np.full((height, width, 3), 255, np.uint8)
    w, h = width // 4, height // 4
    face[:h, :w], face[:h, -w:] = CORNER_COLORS[0], CORNER_COLORS[1]
    face[-h:, -w:], face[-h:, :w] = CORNER_COLORS[2], CORNER_COLORS[3]
    return face


def laid(quad: Quad, size: tuple[int, int] = (400, 300)) -> np.ndarray:
    """A grey photo with the tile drawn into ``quad``."""
    face = tile(96, 128)
    corners = np.array([[-0.5, -0.5], [95.5, -0.5], [95.5, 127.5], [-0.5, 127.5]], np.float32)
    transform = cv2.getPerspectiveTransform(corners, np.array(quad, np.float32))
    photo = cv2.warpPerspective(face, transform, size, borderValue=(90, 90, 90))
    return np.asarray(photo, np.uint8)


QUADS: list[Quad] = [
    ((100.0, 80.0), (172.0, 80.0), (172.0, 176.0), (100.0, 176.0)),
    ((172.0, 176.0), (100.0, 176.0), (100.0, 80.0), (172.0, 80.0)),
    ((150.0, 60.0), (220.0, 100.0), (170.0, 186.0), (100.0, 146.0)),
    ((120.0, 60.0), (190.0, 70.0), (210.0, 190.0), (90.0, 180.0)),
]


@pytest.mark.parametrize("quad", QUADS)
def test_a_crop_is_upright(quad: Quad) -> None:
    crop = cut_crops(laid(quad), [quad], width=48, height=64, margin=0.0)[0]
    places = ((6, 5), (6, 42), (58, 42), (58, 5))
    for (row, column), color in zip(places, CORNER_COLORS, strict=True):
        assert np.abs(crop[row, column].astype(int) - color).max() < 40


def test_the_margin_shows_what_lies_around() -> None:
    crop = cut_crops(laid(QUADS[0]), [QUADS[0]], width=48, height=64, margin=0.1)[0]
    assert crop[1, 24].tolist() == [90, 90, 90]
    assert crop[32, 1].tolist() == [90, 90, 90]
    assert crop[8, 8].tolist() == list(CORNER_COLORS[0])


def test_a_tile_over_the_edge_of_the_photo_still_gives_a_crop() -> None:
    quad: Quad = ((-30.0, -40.0), (42.0, -40.0), (42.0, 56.0), (-30.0, 56.0))
    crops = cut_crops(laid(QUADS[0]), [quad], width=48, height=64, margin=0.08)
    assert crops.shape == (1, 64, 48, 3)


def test_large_tiles_do_not_alias() -> None:
    """Fine stripes on a large tile average out to grey instead of beating."""
    photo = np.zeros((1200, 900, 3), np.uint8)
    photo[:, ::2] = 255
    quad: Quad = ((3.0, 5.0), (830.0, 5.0), (830.0, 1100.0), (3.0, 1100.0))
    crop = cut_crops(photo, [quad], width=48, height=64, margin=0.0)[0]
    assert np.abs(crop.astype(int) - 127).max() <= 6


def test_no_quads_give_no_crops() -> None:
    assert cut_crops(laid(QUADS[0]), [], width=48, height=64, margin=0.08).shape == (0, 64, 48, 3)
