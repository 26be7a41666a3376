"""Ink colour, measured against the tile's own white and compared across the photo.

Light and camera shift every colour, but they shift the white of the tile
beside the ink alike, and all tiles of one photo are printed in the same four
inks. So ink is measured as a direction away from the tile's white (blur and
glare only shorten it), tiles whose inks point the same way are gathered, and
the gatherings are named together: two that differ are hardly one ink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify import INKS, TileScores
from vision.patches import PATCH_MARGIN
from vision.reading import Quad
from vision.rectify import cut_crops

Array = NDArray[Any]

SAME_INK_DEGREES = 6.0
"""Gatherings whose mean directions lie closer than this become one."""
TWO_NAMES = 1.2
"""What calling two gatherings by one ink costs, in nats a tile of the smaller one, where they
lie ``SAME_INK_DEGREES`` apart: twice as far costs twice as much."""
MOST_WITNESSES = 8.0
"""However large the smaller one is, its tiles count as no more than this ..."""
LONE_WITNESS = 0.6
"""... less this: a single tile's direction may just be measured badly ..."""
FARTHEST = 2.5
"""... and however far apart they lie, as no further than this many times those degrees."""
MOST_VOICES = 2.0
"""However many tiles agree, they count as no more independent answers than this."""
MOST_GATHERINGS = 6
"""Only the largest are named together; the rest keep the network's answer."""
GREY_SPREAD = 6
"""Channels that differ by no more than this, of 255, show no colour (JPEG adds a little)."""
KNOWN_SPREAD = 7.0
"""Degrees by which an ink's direction differs between two photos of one game, typically."""
MOST_KNOWN = 8.0
"""However far off a known ink lies, it speaks against a name with no more nats than this."""
KNOWN_AWAY = 2.5
LEAST_KNOWN = 2
"""Tiles of an ink that a profile must show for the ink to be known."""
_LEAST_CHANCE = 1e-3
_GAMMA = 2.2
_SIDE = (36, 48)
_Ranking = tuple[tuple[str, float], ...]


def ink_directions(pixels: Array, quads: Sequence[Quad]) -> Array:
    """Unit vectors ``(N, 3)`` from each tile's white to its ink, in CIELAB.

    ``pixels`` is RGB uint8 ``(H, W, 3)``. Black points at (-1, 0, 0).
    """
    crops = cut_crops(pixels, quads, width=_SIDE[0], height=_SIDE[1], margin=-0.1)
    return np.array([_direction(crop) for crop in crops], np.float64).reshape(-1, 3)


def _direction(crop: Array) -> Array:
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


@dataclass(frozen=True, slots=True)
class KnownInks:
    """The direction of each ink of a game (unit vector as of :func:`ink_directions`), if known."""

    directions: tuple[tuple[float, float, float] | None, ...] = (None,) * len(INKS)

    def evidence(self, directions: Array) -> Array:
        """``(N, 4)``: nats that speak for each ink, by how near a direction lies to it.

        An ink that is not known is taken to lie ``KNOWN_AWAY`` spreads off.
        """
        nats = np.full((len(directions), len(INKS)), -(KNOWN_AWAY**2) / 2)
        if all(known is None for known in self.directions):
            return np.zeros_like(nats)
        for place, known in enumerate(self.directions):
            if known is not None:
                cosine = np.clip(directions @ np.array(known), -1, 1)
                nats[:, place] = -((np.degrees(np.arccos(cosine)) / KNOWN_SPREAD) ** 2) / 2
        return np.maximum(nats, -MOST_KNOWN)


def known_inks(tiles: Sequence[tuple[str, Array]]) -> KnownInks:
    """The inks of a game from pictures of its tiles.

    ``tiles`` are names and patches (:mod:`vision.patches`).
    """
    inked = [(name, patch) for name, patch in tiles if name[0] in INKS and name[1:].isdecimal()]
    found = [_direction(_middle_of(patch)) for _, patch in inked]
    directions = []
    for ink in INKS:
        of_ink = [each for (name, _), each in zip(inked, found, strict=True) if name[0] == ink]
        mean = np.mean(of_ink, 0) if len(of_ink) >= LEAST_KNOWN else np.zeros(3)
        length = float(np.linalg.norm(mean))
        directions.append((mean / length).tolist() if length > 0 else None)
    return KnownInks(
        tuple(None if each is None else (each[0], each[1], each[2]) for each in directions)
    )


def _middle_of(patch: Array) -> Array:
    inset = (PATCH_MARGIN + 0.1) / (1 + 2 * PATCH_MARGIN)
    height, width = patch.shape[:2]
    down, across = round(height * inset), round(width * inset)
    return np.asarray(patch[down : height - down, across : width - across])


def is_colourless(pixels: Array) -> bool:
    """Whether an RGB uint8 ``(H, W, 3)`` photo is black and white, so that no ink can be told."""
    some = pixels[::4, ::4].astype(np.int16)
    return float(np.percentile(np.ptp(some, axis=2), 99.9)) <= GREY_SPREAD


def share_inks(
    scores: Sequence[TileScores], directions: Array, known: KnownInks | None = None
) -> list[TileScores]:
    """The scores after the tiles of one photo have agreed on which ink is which.

    ``directions`` are those of :func:`ink_directions`, one a score. ``known`` are
    the inks of this game: evidence among other, not a verdict. Numbers, jokers and
    which way is up are left as they were.
    """
    if len(scores) < (2 if known is None else 1):
        return list(scores)
    upright = _shared([score.upright for score in scores], directions, known)
    flipped = _shared([score.flipped for score in scores], directions, known)
    return [
        replace(score, upright=straight, flipped=turned)
        for score, straight, turned in zip(scores, upright, flipped, strict=True)
    ]


def _shared(
    rankings: Sequence[_Ranking], directions: Array, known: KnownInks | None
) -> list[_Ranking]:
    own = np.array([_ink_marginal(ranking) for ranking in rankings])
    inked = np.maximum(own.sum(1), 1e-9)
    inks = own / inked[:, None]
    shown = np.linalg.norm(directions, axis=1) > 0.5  # nothing at all on it: no direction
    printed = np.flatnonzero((own.sum(1) > 0.5) & shown)
    gatherings = [printed[members] for members in _gathered(directions[printed])]
    largest = sorted(gatherings, key=len, reverse=True)[:MOST_GATHERINGS]
    nats = _known_evidence(directions, largest, known)
    named = _named_together(inks, directions, largest, nats)
    for members, chances in zip(largest, named, strict=True):
        inks[members] = chances
    factor = inks * inked[:, None] / np.maximum(own, 1e-9)
    return [_reweighted(ranking, row) for ranking, row in zip(rankings, factor, strict=True)]


def _gathered(directions: Array) -> list[list[int]]:
    """Places of directions that belong together: nearest means joined first."""
    members = [[place] for place in range(len(directions))]
    sums = list(directions)
    while len(members) > 1:
        means = np.array(sums) / np.maximum(np.linalg.norm(sums, axis=1), 1e-9)[:, None]
        closeness = means @ means.T
        np.fill_diagonal(closeness, -1)
        one, other = sorted(np.unravel_index(int(closeness.argmax()), closeness.shape))
        if closeness[one, other] < np.cos(np.radians(SAME_INK_DEGREES)):
            break
        members[one] += members.pop(other)
        sums[one] = sums[one] + sums.pop(other)
    return members


def _known_evidence(
    directions: Array, gatherings: Sequence[Array], known: KnownInks | None
) -> Array:
    """``(G, 4)``: what the game's known inks say of each gathering, nats."""
    if known is None or not gatherings:
        return np.zeros((len(gatherings), len(INKS)))
    return known.evidence(_mean_directions(directions, gatherings))


def _mean_directions(directions: Array, gatherings: Sequence[Array]) -> Array:
    """Unit vectors ``(G, 3)``."""
    means = np.array([directions[members].mean(0) for members in gatherings])
    return np.asarray(means / np.maximum(np.linalg.norm(means, axis=1), 1e-9)[:, None])


def _named_together(
    inks: Array, directions: Array, gatherings: Sequence[Array], known: Array
) -> Array:
    """``(G, 4)``: chances of each ink for each gathering, all namings weighed at once.

    ``known`` ``(G, 4)`` are nats from elsewhere.
    """
    if not gatherings:
        return np.empty((0, len(INKS)))
    voices = np.array([min(len(members), MOST_VOICES) for members in gatherings])
    logs = np.log(np.maximum(inks, _LEAST_CHANCE))
    evidence = np.array([logs[members].mean(0) for members in gatherings]) * voices[:, None]
    evidence += known
    namings = np.array(list(product(range(len(INKS)), repeat=len(gatherings))))
    worth = evidence[np.arange(len(gatherings)), namings].sum(1)
    costs = _costs_of_one_name(directions, gatherings)
    for one, other in combinations(range(len(gatherings)), 2):
        same = namings[:, one] == namings[:, other]
        worth -= costs[one, other] * same
    weight = np.exp(worth - worth.max())
    weight /= weight.sum()
    return np.array([np.bincount(column, weight, len(INKS)) for column in namings.T])


def _costs_of_one_name(directions: Array, gatherings: Sequence[Array]) -> Array:
    """``(G, G)``: nats it costs to call two gatherings by one ink."""
    means = _mean_directions(directions, gatherings)
    apart = np.degrees(np.arccos(np.clip(means @ means.T, -1, 1)))
    sizes = np.array([len(members) for members in gatherings])
    witnesses = np.minimum(sizes, MOST_WITNESSES) - LONE_WITNESS
    fewer = np.minimum(witnesses[:, None], witnesses)
    return TWO_NAMES * fewer * np.minimum(apart / SAME_INK_DEGREES, FARTHEST)


def _ink_marginal(ranking: _Ranking) -> list[float]:
    totals = dict.fromkeys(INKS, 0.0)
    for name, probability in ranking:
        if name[0] in totals:
            totals[name[0]] += probability
    return list(totals.values())


def _reweighted(ranking: _Ranking, factor: Array) -> _Ranking:
    by_ink = dict(zip(INKS, factor, strict=True))
    changed = [(name, p * float(by_ink.get(name[0], 1.0))) for name, p in ranking]
    total = max(sum(p for _, p in changed), 1e-12)
    ranked = [(name, p / total) for name, p in changed]
    return tuple(sorted(ranked, key=lambda pair: -pair[1]))
