"""Ink colour, measured against the tile's own white and compared across the photo.

Light and camera shift every colour, but they shift the white of the tile
beside the ink alike, and all tiles of one photo are printed in the same four
inks. So ink is measured as a direction away from the tile's white (blur and
glare only shorten it), and tiles whose inks point the same way share what the
network thinks of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.classify import INKS, TileScores
from vision.reading import Quad
from vision.rectify import cut_crops

SAME_INK_DEGREES = 7.0
"""Directions this far apart still tend to be one ink."""
OWN_WEIGHT = 1.0
"""What a tile's own answer counts beside one neighbour of the very same ink."""
_GAMMA = 2.2
_SIDE = (36, 48)


def ink_directions(pixels: np.ndarray, quads: Sequence[Quad]) -> np.ndarray:
    """Unit vectors ``(N, 3)`` from each tile's white to its ink, in CIELAB.

    ``pixels`` is RGB uint8 ``(H, W, 3)``. Black points at (-1, 0, 0).
    """
    crops = cut_crops(pixels, quads, width=_SIDE[0], height=_SIDE[1], margin=-0.1)
    return np.array([_direction(crop) for crop in crops], np.float64).reshape(-1, 3)


def _direction(crop: np.ndarray) -> np.ndarray:
    linear = ((crop.reshape(-1, 3) + 1.0) / 256) ** _GAMMA
    light = linear.mean(1)
    low, high = np.percentile(light, (50, 90))
    white = linear[(light >= low) & (light <= high)].mean(0)
    ratio = linear / white
    darkness = 1 - ratio.min(1)
    strongest = np.percentile(darkness, 98)
    ink = np.median(ratio[darkness >= 0.6 * strongest], 0)
    standard = np.clip(ink, 0, 1).astype(np.float32) ** np.float32(1 / _GAMMA)
    lab = cv2.cvtColor(standard.reshape(1, 1, 3), cv2.COLOR_RGB2LAB).reshape(3)
    away = lab.astype(np.float64) - [100.0, 0.0, 0.0]
    return away / max(float(np.linalg.norm(away)), 1e-6)


def share_inks(
    scores: Sequence[TileScores], directions: np.ndarray
) -> list[TileScores]:
    """The scores after tiles of one ink have shared their evidence of its colour."""
    if len(scores) < 2:
        return list(scores)
    return [
        replace(score, upright=upright, flipped=flipped)
        for score, upright, flipped in zip(
            scores,
            _shared([score.upright for score in scores], directions),
            _shared([score.flipped for score in scores], directions),
            strict=True,
        )
    ]


_Ranking = tuple[tuple[str, float], ...]


def _shared(rankings: Sequence[_Ranking], directions: np.ndarray) -> list[_Ranking]:
    own = np.array([_ink_marginal(ranking) for ranking in rankings])
    inked = own.sum(1)
    logs = np.log(np.clip(own / np.maximum(inked, 1e-9)[:, None], 1e-3, 1))
    degrees = np.degrees(np.arccos(np.clip(directions @ directions.T, -1, 1)))
    weight = np.exp(-((degrees / SAME_INK_DEGREES) ** 2)) * inked[None, :]
    np.fill_diagonal(weight, OWN_WEIGHT)
    pooled = weight @ logs / weight.sum(1, keepdims=True)
    after = np.exp(pooled - pooled.max(1, keepdims=True))
    after /= after.sum(1, keepdims=True)
    factor = after * inked[:, None] / np.maximum(own, 1e-9)
    return [_reweighted(ranking, row) for ranking, row in zip(rankings, factor, strict=True)]


def _ink_marginal(ranking: _Ranking) -> list[float]:
    totals = dict.fromkeys(INKS, 0.0)
    for name, probability in ranking:
        if name[0] in totals:
            totals[name[0]] += probability
    return list(totals.values())


def _reweighted(ranking: _Ranking, factor: np.ndarray) -> _Ranking:
    by_ink = dict(zip(INKS, factor, strict=True))
    changed = [(name, p * float(by_ink.get(name[0], 1.0))) for name, p in ranking]
    total = max(sum(p for _, p in changed), 1e-12)
    ranked = [(name, p / total) for name, p in changed]
    return tuple(sorted(ranked, key=lambda pair: -pair[1]))
