"""Quads of a photo to upright crops of one size."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading import Quad

SMALLER_BELOW = 0.75
"""A region is averaged down first when the crop holds less than this share of its side."""


def cut_crops(
    pixels: np.ndarray, quads: Sequence[Quad], *, width: int, height: int, margin: float
) -> np.ndarray:
    """The crop of each quad, uint8 ``(N, height, width, 3)``.

    ``margin`` is the share of the tile's side that a crop shows beyond each of
    its edges. Pixels outside the photo repeat its border.
    """
    crops = np.empty((len(quads), height, width, 3), np.uint8)
    for place, quad in enumerate(quads):
        crops[place] = cut_crop(pixels, quad, width=width, height=height, margin=margin)
    return crops


def cut_crop(
    pixels: np.ndarray, quad: Quad, *, width: int, height: int, margin: float
) -> np.ndarray:
    """The crop of one quad, uint8 ``(height, width, 3)``; see :func:`cut_crops`."""
    corners = np.array(quad, np.float32)
    inner = np.array([width, height]) / (1 + 2 * margin)
    region, corners = _region(pixels, corners, margin)
    tall = max(float(np.linalg.norm(corners[0] - corners[3])), 1.0)
    shrink = min(1.0, float(inner[1]) / tall)
    if shrink < SMALLER_BELOW:
        region, corners = _smaller(region, corners, shrink)
    border = (np.array([width, height]) - inner) / 2
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    target = (unit * inner + border - 0.5).astype(np.float32)
    view = cv2.getPerspectiveTransform(corners, target)
    return cv2.warpPerspective(
        region, view, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def _region(
    pixels: np.ndarray, corners: np.ndarray, margin: float
) -> tuple[np.ndarray, np.ndarray]:
    """The part of the photo that the crop can show, and the corners in it."""
    reach = np.ptp(corners, 0) * (margin + 0.1) + 2
    size = np.array(pixels.shape[1::-1])
    low = np.clip(np.floor(corners.min(0) - reach).astype(int), 0, size - 1)
    high = np.clip(np.ceil(corners.max(0) + reach).astype(int), low + 1, size)
    return pixels[low[1] : high[1], low[0] : high[0]], corners - low.astype(np.float32)


def _smaller(
    region: np.ndarray, corners: np.ndarray, shrink: float
) -> tuple[np.ndarray, np.ndarray]:
    """Region and corners made smaller by averaging, so that warping skips no pixel."""
    height, width = region.shape[:2]
    size = (max(1, round(width * shrink)), max(1, round(height * shrink)))
    scale = np.array([size[0] / width, size[1] / height], np.float32)
    smaller = cv2.resize(region, size, interpolation=cv2.INTER_AREA)
    return smaller, (corners + 0.5) * scale - 0.5
