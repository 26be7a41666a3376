"""Light that hides tiles: what a photo does not show, its reading cannot name.

The detector finds nothing where a reflection is pure white, or where hardly any light is: such
tiles are missed in silence. So it is said where they may lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import area_of
from vision.reading import Quad

Array = NDArray[Any]

BLOWN = 250
"""A pixel of which no channel is lower than this shows nothing but light."""
SOFT = 215
"""A reflection fades: half of its rim is lighter than this. A sheet of paper ends."""
HIDES = 1.0
"""Tiles that must have room in one such place."""
RIM = 0.25
"""Width of the rim, in tiles."""
GROWN = 1.1
"""A tile's own white face, a little larger than its outline, is no reflection."""
DARK = 45
"""A photo is very dark whose tiles' white is lower than this in its brightest channel."""
WHITE = 80
"""Percentile of a tile's pixels that is its white."""
_ENOUGH = 12
"""So many pixels each way tell it."""
LIGHT_HIDES = (
    "light is reflected in a part of this photo: tiles that lie there may be missing;"
    " take it again from another side"
)
VERY_DARK = "this photo is very dark: tiles may be missing; take it again in more light"


def is_very_dark(pixels: Array, quads: Sequence[Quad]) -> bool:
    """Whether the tiles at ``quads`` are so dark that others will have been missed.

    ``pixels`` is RGB uint8 ``(H, W, 3)``, ``quads`` are in its pixels.
    """
    whites = [_white_of(pixels, quad) for quad in quads]
    return bool(whites) and float(np.median(whites)) < DARK


def _white_of(pixels: Array, quad: Quad) -> float:
    height, width = pixels.shape[:2]
    corners = np.array(quad)
    left, top = np.clip(corners.min(0).astype(int), 0, (width - 1, height - 1))
    right, bottom = np.maximum(corners.max(0).astype(int), (left, top)) + 1
    across, down = (max(1, side // _ENOUGH) for side in (right - left, bottom - top))
    some = pixels[top:bottom:down, left:right:across]
    return float(np.percentile(some.max(2), WHITE))


def hides_tiles(pixels: Array, quads: Sequence[Quad]) -> bool:
    """Whether between the tiles at ``quads``, or close by, a reflection may hide a tile.

    ``pixels`` is RGB uint8 ``(H, W, 3)``, ``quads`` are in its pixels.
    """
    darkest = _darkest_channel(pixels)
    tile = float(np.median([area_of(quad) for quad in quads])) if quads else 0.0
    if tile < 1 or (darkest >= BLOWN).sum() < HIDES * tile:
        return False
    faces = _filled(darkest.shape, [_grown(quad) for quad in quads])
    near = cv2.dilate(_hull_of(darkest.shape, quads), _square(2 * tile**0.5))
    blown = ((darkest >= BLOWN) & ~faces & (near > 0)).astype(np.uint8)
    blown = cv2.morphologyEx(blown, cv2.MORPH_OPEN, _square(tile**0.5 / 6))
    count, places, stats, _ = cv2.connectedComponentsWithStats(blown)
    large = (n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= HIDES * tile)
    return any(_fades(darkest, places == n, RIM * tile**0.5) for n in large)


def _darkest_channel(pixels: Array) -> Array:
    """``(H, W)``: the lowest of each pixel's channels; many times faster than numpy's ``min``."""
    red, green, blue = cv2.split(np.ascontiguousarray(pixels))
    return np.asarray(cv2.min(cv2.min(red, green), blue))


def _fades(darkest: Array, place: Array, width: float) -> bool:
    """Whether it grows darker little by little beyond the rim of ``place``."""
    rim = (cv2.dilate(place.astype(np.uint8), _square(width)) > 0) & ~place
    return bool(rim.any()) and float(np.median(darkest[rim])) >= SOFT


def _filled(shape: tuple[int, ...], outlines: Sequence[Array]) -> Array:
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 1)
    return mask > 0


def _hull_of(shape: tuple[int, ...], quads: Sequence[Quad]) -> Array:
    corners = np.array(quads, np.float32).reshape(-1, 1, 2)
    return _filled(shape, [cv2.convexHull(corners)]).astype(np.uint8)


def _grown(quad: Quad) -> Array:
    corners = np.array(quad)
    middle = corners.mean(0)
    return np.asarray(middle + GROWN * (corners - middle))


def _square(side: float) -> Array:
    return np.ones((max(3, int(side) | 1),) * 2, np.uint8)
