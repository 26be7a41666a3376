"""From the detector's maps to quads: the tile's whole shape, wherever the photo ends."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.cell_votes import STRIDE, UNIT
from vision.detect import CORE_SIDE, decode_maps, first_scales

FRAME = (256, 192)


def tile_at(x: float, y: float, degrees: float, height: float) -> np.ndarray:
    """Corners ``(4, 2)`` of a tile about a place, its top turned clockwise by ``degrees``."""
    box = np.array([[-0.36, -0.5], [0.36, -0.5], [0.36, 0.5], [-0.36, 0.5]]) * height
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return box @ turn + (x, y)


def maps_of(quad: np.ndarray) -> np.ndarray:
    """What a network without fault answers for this tile ``(11, 48, 64)``."""
    columns, rows = FRAME[0] // STRIDE, FRAME[1] // STRIDE
    maps = np.zeros((11, rows, columns), np.float32)
    center = quad.mean(0)
    shrunk = ((center + (quad - center) * CORE_SIDE - 1.5) / STRIDE).astype(np.float32)
    y, x = np.mgrid[:rows, :columns]
    inside = np.array(
        [
            cv2.pointPolygonTest(shrunk, (float(a), float(b)), False) >= 0
            for a, b in zip(x.ravel(), y.ravel(), strict=True)
        ]
    ).reshape(rows, columns)
    maps[0] = np.where(inside, 6.0, -6.0)
    maps[1] = (center[0] - (x * STRIDE + 1.5)) / UNIT
    maps[2] = (center[1] - (y * STRIDE + 1.5)) / UNIT
    maps[3:6] = _side(quad[1] - quad[0])[:, None, None]
    maps[6:9] = _side(quad[3] - quad[0])[:, None, None]
    up = quad[0] - quad[3]
    maps[9:11] = (up / np.linalg.norm(up))[:, None, None]
    return maps


def _side(vector: np.ndarray) -> np.ndarray:
    twice = 2 * np.arctan2(vector[1], vector[0])
    return np.array([np.cos(twice), np.sin(twice), np.log(np.linalg.norm(vector) / UNIT)])


def worst_corner(found: np.ndarray, quad: np.ndarray) -> float:
    return float(np.linalg.norm(np.array(found) - quad, axis=1).max())


degrees = st.floats(-180, 180)
heights = st.floats(60, 110)


@given(degrees, heights)
def test_a_whole_tile_is_found_with_its_first_corner_at_the_top_left(turn, height):
    quad = tile_at(128, 96, turn, height)
    (find,) = decode_maps(maps_of(quad), frame=FRAME)
    assert worst_corner(find.quad, quad) < 0.15 * height


@given(degrees, heights, st.sampled_from(["left", "right", "top", "bottom"]))
def test_a_tile_cut_in_half_by_the_frame_is_found_whole(turn, height, side):
    place = {"left": (2, 90), "right": (254, 90), "top": (120, 2), "bottom": (120, 190)}[side]
    quad = tile_at(*place, turn, height)
    (find,) = decode_maps(maps_of(quad), frame=FRAME)
    assert worst_corner(find.quad, quad) < 0.05 * height


@given(degrees, heights)
def test_a_tile_in_the_corner_of_the_photo_is_found_whole(turn, height):
    quad = tile_at(8, 8, turn, height)
    (find,) = decode_maps(maps_of(quad), frame=FRAME)
    assert worst_corner(find.quad, quad) < 0.05 * height


def run_together(quads: list[np.ndarray]) -> np.ndarray:
    """The answer for tiles whose cores the network sees as one, out to the middles between them."""
    answers = np.stack([maps_of(quad) for quad in quads])
    rows, columns = answers.shape[2:]
    y, x = np.mgrid[:rows, :columns] * STRIDE + 1.5
    apart = [np.hypot(x - quad[:, 0].mean(), y - quad[:, 1].mean()) for quad in quads]
    maps = np.take_along_axis(answers, np.argmin(apart, 0)[None, None], 0)[0]
    cores = (answers[:, 0] > 0).any(0).astype(np.uint8)
    closed = cv2.morphologyEx(cores, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    maps[0] = np.where(closed, 6.0, -6.0)
    assert cv2.connectedComponents(closed)[0] == 2
    return maps


@given(degrees, st.integers(2, 3))
def test_tiles_whose_cores_run_together_are_each_found(turn, count):
    angle, height = np.radians(turn), 66.0
    down = np.array([-np.sin(angle), np.cos(angle)]) * 0.75 * height
    middles = [down * (place - (count - 1) / 2) + (128, 96) for place in range(count)]
    tiers = [tile_at(*middle, turn, height) for middle in middles]
    finds = decode_maps(run_together(tiers), frame=FRAME)
    assert len(finds) == count
    for tile in tiers:
        assert min(worst_corner(find.quad, tile) for find in finds) < 0.1 * height


@pytest.mark.parametrize("scale", [(1.0, 1.0), (0.5, 0.5), (0.25, 0.26)])
def test_cut_tiles_are_told_in_pixels_of_the_photo(scale):
    quad = tile_at(2, 90, 30, 80)
    (find,) = decode_maps(maps_of(quad), scale, frame=FRAME)
    wanted = (quad + 0.5) / scale - 0.5
    assert worst_corner(find.quad, wanted) < 0.05 * 80 / min(scale)


def test_the_padding_below_and_beside_a_photo_is_not_part_of_it():
    # the photo ends 12 pixels before the network's picture does
    quad = tile_at(244, 90, 20, 80)
    (find,) = decode_maps(maps_of(quad), frame=(244, 180))
    assert worst_corner(find.quad, quad) < 0.05 * 80


def test_a_photo_that_was_made_smaller_is_looked_at_larger():
    thumbnail, ordinary = (np.zeros((side * 3 // 4, side, 3), np.uint8) for side in (640, 1000))
    assert max(first_scales(thumbnail)) > 1.5
    assert max(first_scales(ordinary)) < 1.0
