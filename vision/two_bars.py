"""A 1 that may be two bars side by side: an 11 in a plain typeface.

The network takes close bars for one stroke. Between two bars, however close, the ink is thinner
over their whole height; within one stroke it is not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plastic import crops_in_lab
from vision.reading import SceneReading, TileReading, Why

Array = NDArray[Any]

ONE, ELEVEN = "1", "11"
VALLEY, AS_DARK = 0.15, 0.5
"""Between two bars the ink is thinner than on either by this share at least, and the fainter of
them differs from the plastic at least so much as the other, ..."""
ROWS = 0.9
"""... in so many of the rows of the print's middle: of 190 reprinted 1s at most in 0.76 of them,
of 176 real ones in 0.82."""
BESIDE = 0.4
"""Share of the print's height within which, beside it, the second bar lies."""
ENDS = 0.15
"""Share of the print's height at each end that is no middle: feet and flags."""
LEAST_INK, TALL = 15.0, 0.2
"""What differs from the plastic by so much, in CIELAB, is ink; the least height of a print, as a
share of the tile's."""
EITHER = 0.5
"""Chance that it is the 11: on drawn editions as many of such tiles were 1s in outlined digits."""
_SIDE = (96, 128)
_INSET = 0.08


def doubted_ones(reading: SceneReading, pixels: Array) -> SceneReading:
    """The reading with every 1 that shows two bars doubtful, the 11 beside it.

    ``pixels``: RGB uint8 ``(H, W, 3)``, the photo, perhaps made smaller.
    """
    ones = [tile for tile in reading.tiles if tile.tile[1:] == ONE]
    if not ones:
        return reading
    shown = np.array([pixels.shape[1] / reading.width, pixels.shape[0] / reading.height])
    quads = [_scaled(tile, shown) for tile in ones]
    crops = crops_in_lab(pixels, quads, _SIDE, _INSET)
    told = {t.id for t, crop in zip(ones, crops, strict=True) if shows_two_bars(crop)}
    tiles = [_or_eleven(tile) if tile.id in told else tile for tile in reading.tiles]
    return replace(reading, tiles=tuple(tiles))


def shows_two_bars(crop: Array) -> bool:
    """Whether the main print on a tile's upright crop, CIELAB ``(H, W, 3)``, is two bars."""
    plastic = np.median(crop.reshape(-1, 3), axis=0)
    ink = np.linalg.norm(crop - plastic, axis=2)
    box = _main_print(ink)
    if box is None:
        return False
    left, top, width, height = box
    reach = max(width, int(BESIDE * height))
    around = slice(max(0, left - reach), left + width + reach)
    ends = int(ENDS * height)
    rows = ink[top + ends : top + height - ends, around]
    return float(np.mean([_deepest_valley(row) >= VALLEY for row in rows])) >= ROWS


def _main_print(ink: Array) -> tuple[int, int, int, int] | None:
    """Left, top, width and height of the patch with most ink, if it stands upright."""
    as_grey = np.clip(ink, 0, 255).astype(np.uint8)
    limit = max(cv2.threshold(as_grey, 0, 255, cv2.THRESH_OTSU)[0], LEAST_INK)
    count, patches, stats, _ = cv2.connectedComponentsWithStats((as_grey > limit).astype(np.uint8))
    weight = np.bincount(patches.ravel(), ink.ravel(), count)
    tall = [patch for patch in range(1, count) if stats[patch][3] >= TALL * len(ink)]
    if not tall:
        return None
    left, top, width, height, _ = map(int, stats[max(tall, key=lambda patch: float(weight[patch]))])
    return (left, top, width, height) if width < height else None


def _deepest_valley(row: Array) -> float:
    """How much less ink lies between a row's darkest place and another that is nearly as dark,
    as a share of the fainter one's."""
    darkest = int(row.argmax())
    deepest = 0.0
    for side in (row[darkest:], row[darkest::-1]):
        dark = side >= AS_DARK * row[darkest]
        between = np.minimum.accumulate(side)
        deepest = max(deepest, float((1 - between[dark] / side[dark]).max()))
    return deepest


def _or_eleven(tile: TileReading) -> TileReading:
    eleven = tile.tile[0] + ELEVEN
    others = dict(tile.alternatives)
    chance = tile.confidence + others.pop(eleven, 0.0)
    others[eleven] = chance * EITHER
    return replace(
        tile.doubted(Why.NUMBER),
        confidence=chance * (1 - EITHER),
        alternatives=tuple(sorted(others.items(), key=lambda each: -each[1])),
    )


def _scaled(tile: TileReading, shown: Array) -> Any:
    return tuple(map(tuple, (np.array(tile.quad) * shown).tolist()))
