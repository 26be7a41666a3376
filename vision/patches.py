"""Patches: small upright pictures of single tiles with a wide margin.

The classifier learns from patches, and a profile is made of them. A patch shows
more than the reader's crop, so that crops with another error of the corners can be
cut from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Quad
from vision.rectify import cut_crops

PATCH_WIDTH, PATCH_HEIGHT = 72, 96
PATCH_MARGIN = 0.2
"""Share of the tile's side that a patch shows beyond each edge."""
LEAST_HEIGHT = 15.0
"""Tiles lower than this many pixels are not read reliably by anyone: not learned from."""
EMPTY_OVERLAP = 0.45
"""A place that shares this much with a tile (intersection over union) is not empty."""


def cut_at(pixels: NDArray[np.uint8], quads: Sequence[Quad]) -> NDArray[np.uint8]:
    """The patches of these quads of an RGB photo, uint8 ``(N, 96, 72, 3)``."""
    return cut_crops(pixels, quads, width=PATCH_WIDTH, height=PATCH_HEIGHT, margin=PATCH_MARGIN)


def overlap(quad: NDArray[np.float32], others: NDArray[np.float32]) -> float:
    """The largest intersection over union of ``quad`` ``(4, 2)`` with any of ``others``."""
    best, area = 0.0, cv2.contourArea(quad.astype(np.float32))
    for other in others:
        common, _ = cv2.intersectConvexConvex(
            cv2.convexHull(quad.astype(np.float32)), cv2.convexHull(other)
        )
        both = area + cv2.contourArea(other) - common
        best = max(best, common / max(both, 1e-6))
    return best


def empty_beside(
    quads: Sequence[Quad], size: tuple[int, int], *, most: int, seed: int = 0
) -> tuple[Quad, ...]:
    """Tile-shaped places beside or between tiles that hold none, or only a slice of one.

    Args:
        quads: every tile of the photo.
        size: width and height of the photo, pixels.
        most: how many places at most.
        seed: the same seed gives the same places.
    """
    return tuple(_empty(np.array(quads, np.float32).reshape(-1, 4, 2), size, most, seed))


def _empty(
    tiles: NDArray[np.float32], size: tuple[int, int], most: int, seed: int
) -> Iterator[Quad]:
    rng = np.random.default_rng(seed)
    wanted = most
    for _ in range(8 * most if len(tiles) else 0):
        quad = tiles[rng.integers(len(tiles))]
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        step = rng.choice([-1, 1]) * rng.uniform(0.5, 1.5)
        moved = (quad + step * (across if rng.random() < 0.5 else down)).astype(np.float32)
        inside = (moved > 0).all() and (moved < size).all()
        if inside and overlap(moved, tiles) < EMPTY_OVERLAP:
            a, b, c, d = ((float(x), float(y)) for x, y in moved)
            yield (a, b, c, d)
            wanted -= 1
            if not wanted:
                return
