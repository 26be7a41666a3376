"""Quads to crops: each tile as if seen straight from above, upright."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Quad

SHARPNESS = 1.2
"""A coarser level is taken from this many (times two) photo pixels a crop pixel on."""


def cut_crops(
    pixels: NDArray[np.uint8], quads: Sequence[Quad], *, width: int, height: int, margin: float
) -> NDArray[np.uint8]:
    """One crop a quad.

    Each is cut from the level of an image pyramid that is about as fine as the
    crop, so that tiles of any size come out without jagged edges.

    Args:
        pixels: uint8 ``(H, W, 3)``.
        quads: corners in pixels of ``pixels`` (whole numbers are pixel centres).
        width, height: pixels of a crop.
        margin: share of the tile's side to show beyond each edge; what lies
            outside the photo repeats its border.

    Returns:
        uint8 ``(N, height, width, 3)``, in the order of ``quads``.
    """
    crops = np.empty((len(quads), height, width, 3), np.uint8)
    levels = [np.ascontiguousarray(pixels)]
    target = _target_corners(width, height, margin)
    for place, quad in enumerate(quads):
        corners = np.array(quad, np.float32)
        level = _level(corners, width, height, margin)
        while len(levels) <= level:
            levels.append(_halved(levels[-1]))
        factor = np.float32(2**level)
        transform = cv2.getPerspectiveTransform((corners + 0.5) / factor - 0.5, target)
        cv2.warpPerspective(
            levels[level],
            transform,
            (width, height),
            dst=crops[place],
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


def _target_corners(width: int, height: int, margin: float) -> NDArray[np.float32]:
    inset = margin / (1 + 2 * margin)
    left, right = width * inset - 0.5, width * (1 - inset) - 0.5
    top, bottom = height * inset - 0.5, height * (1 - inset) - 0.5
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def _level(corners: NDArray[np.float32], width: int, height: int, margin: float) -> int:
    """Which halving of the photo has about as many pixels a tile as the crop."""
    a, b, c, d = corners
    across = max(np.hypot(*(a - b)), np.hypot(*(d - c))) * (1 + 2 * margin) / width
    along = max(np.hypot(*(a - d)), np.hypot(*(b - c))) * (1 + 2 * margin) / height
    return max(0, math.floor(math.log2(max(across, along, 1e-3) * SHARPNESS)))


def _halved(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = pixels.shape[:2]
    even = pixels[: max(height // 2 * 2, 1), : max(width // 2 * 2, 1)]
    size = (max(width // 2, 1), max(height // 2, 1))
    return np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), np.uint8)
