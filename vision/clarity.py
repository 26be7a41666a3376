"""How far a tile that seems clear can be believed on a photo where little is.

A network that has never seen such light, or such a print, is wrong with as much
confidence as it is right; but then it wavers about the tiles beside it. So a tile's confidence
is held against that of the others on its photo: where they are read plainly it
stays as it is, and the less they are, the less remains of it.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.decide import DOUBTFUL_BELOW
from vision.detect import height_of
from vision.reading import SceneReading, TileReading, Why

PLAIN, PLAIN_TILES = 0.97, 2.0
"""Mean confidence of tiles that are read plainly, and how many of those are taken to lie beside
the photo's own: of two or three tiles one that is hard to read says little of the other."""
SLOPE = 0.75
"""A tile's odds of being right fall with those of the others' mean, to this power."""
LEAST, MOST = 1e-6, 1 - 1e-6
"""No tile is taken to be less sure, or surer, than this."""
HARD_PHOTO, HARD_PHOTO_TILES = 0.5, 5
"""Where so large a share of so many tiles, or more, is in doubt, the photo is at fault."""


def believed_together(reading: SceneReading) -> SceneReading:
    """The reading with each tile's confidence lowered by what the others on its photo lack.

    The odds between the names that a tile may have stay as they were. Tiles far smaller or larger
    lie elsewhere, and count less: by the square of how much.
    """
    if not reading.tiles:
        return reading
    sure = np.array([tile.confidence for tile in reading.tiles])
    heights = np.array([height_of(tile.quad) for tile in reading.tiles])
    ratio = np.maximum(heights, 1.0)[:, None] / np.maximum(heights, 1.0)
    weights = np.minimum(ratio, 1 / ratio) ** 2
    np.fill_diagonal(weights, 0)
    others = (weights @ sure + PLAIN * PLAIN_TILES) / (weights.sum(1) + PLAIN_TILES)
    believed = map(_believed, reading.tiles, map(float, others))
    return replace(reading, tiles=tuple(believed))


def _believed(tile: TileReading, others: float) -> TileReading:
    """``others``: mean confidence, 0 to 1, of the tiles beside it."""
    if others >= PLAIN or not tile.confidence:
        return tile
    log_odds = _log_odds(tile.confidence) - SLOPE * (_log_odds(PLAIN) - _log_odds(others))
    confidence = min(1 / (1 + math.exp(-log_odds)), tile.confidence)
    left = confidence / tile.confidence
    alternatives = tuple((name, chance * left) for name, chance in tile.alternatives)
    lowered = replace(tile, confidence=confidence, alternatives=alternatives)
    fell = confidence < DOUBTFUL_BELOW <= tile.confidence
    return lowered.doubted(Why.HARD_PHOTO) if fell else lowered


def _log_odds(chance: float) -> float:
    within = min(max(chance, LEAST), MOST)
    return math.log(within / (1 - within))


def is_hard_to_read(reading: SceneReading) -> bool:
    """Whether so much of the photo is in doubt that another one is worth taking."""
    doubtful = sum(tile.doubtful for tile in reading.tiles)
    return doubtful >= max(HARD_PHOTO_TILES, HARD_PHOTO * len(reading.tiles))
