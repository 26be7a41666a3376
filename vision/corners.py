"""Where the corners of a found tile really are.

The detector says where a tile is and how it lies, as a rectangle; seen aslant a
tile is none. A small network (``vision/weights/corners_v*``) looks at the crop
round each rectangle and says how far its corners are from the tile's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Quad
from vision.rectify import cut_crops
from vision.weights import Network, load_network

WIDTH, HEIGHT = 48, 64
MARGIN = 0.35
"""Share of the quad's side that the network sees beyond each edge."""
ROUNDS = 2
"""The second look starts from where the first arrived."""
LARGEST_MOVE = 0.6
"""No corner moves further than this share of the quad's side in one round."""
BATCH = 64


def refined(pixels: NDArray[np.uint8], quads: Sequence[Quad], rounds: int = ROUNDS) -> list[Quad]:
    """The quads with their corners on the tiles' corners, in order.

    Args:
        pixels: RGB uint8 ``(H, W, 3)``.
        quads: as found, in pixels; which corner is the top-left one stays as it is.
        rounds: how often the network looks.
    """
    corners = np.array(quads, np.float64).reshape(-1, 4, 2)
    for _ in range(rounds if len(corners) else 0):
        corners = _moved(corners, _offsets(pixels, corners))
    return [_as_quad(each) for each in corners]


def _moved(corners: NDArray[np.float64], offsets: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners after moving by offsets in sides of their own quad; a quad that would fold stays."""
    across = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3])[:, None] / 2
    down = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1])[:, None] / 2
    step = np.clip(offsets, -LARGEST_MOVE, LARGEST_MOVE)
    moved = corners + step[..., :1] * across + step[..., 1:] * down
    sound = [cv2.isContourConvex(each.astype(np.float32).reshape(4, 1, 2)) for each in moved]
    return np.where(np.array(sound)[:, None, None], moved, corners)


def _offsets(pixels: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N, 4, 2)``: what the network says, in sides of the quad."""
    crops = cut_crops(pixels, list(corners), width=WIDTH, height=HEIGHT, margin=MARGIN)
    parts = []
    for start in range(0, len(crops), BATCH):
        blob = cv2.dnn.blobFromImages(list(crops[start : start + BATCH]), 1 / 255)
        parts.append(loaded().answer(blob))
    return np.concatenate(parts).reshape(-1, 4, 2).astype(np.float64)


@cache
def loaded() -> Network:
    return load_network("corners")


def _as_quad(corners: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return (a, b, c, d)
