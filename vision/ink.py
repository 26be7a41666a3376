"""Ink colour, measured against the tile's own white and compared across the photo.

Light and camera shift every colour, but they shift the white of the tile
beside the ink alike, and all tiles of one photo are printed in the same four
inks. So ink is measured as a direction away from the tile's white (blur and
glare only shorten it), and the directions of a photo are taken for a mixture of
four, one an ink, whose middles and common scatter the photo itself tells
(expectation and maximisation: Dempster, Laird and Rubin 1977). What the network
says of each tile is where that begins, and has its say to the end: in the dark,
where directions scatter, they weigh little; where they fall into tight bundles, much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify import INKS, TileScores
from vision.patches import PATCH_MARGIN
from vision.reading import Quad
from vision.rectify import cut_crops

Array = NDArray[Any]

INSET = 0.18
"""Share of the tile's sides left out at each edge: a gap or a shadow there is darker than ink."""
ABOVE = 0.72
"""Share of what is left, from its top, that is looked at: below may be the lip of a rack."""
SPREAD, SPREAD_TILES = 3.0, 4.0
"""Degrees by which the directions of one ink scatter on a photo, before the photo is heard, and
how many tiles that counts as much as."""
LEAST_SPREAD = 2.0
STRAY, STRAY_DEGREES = 0.1, 60.0
"""Share of directions that are measured badly, and how far off those may point."""
MILD = 0.2
"""All tiles of an ink look alike to the network, so that it can be sure and wrong about every one
of them: the second supposition raises its chances to this power ..."""
SURPRISE, HESITATION = 10.0, 2.0
"""... and must explain the photo's directions better by this many nats; near there, within some of
these, both have a say, and where they differ the ink is in doubt."""
ROUNDS = 8
GREY_SPREAD = 6
"""Channels that differ by no more than this, of 255, show no colour (JPEG adds a little)."""
KNOWN_SPREAD = 7.0
"""Degrees by which an ink's direction differs between two photos of one game, typically."""
MOST_KNOWN = 5.0
"""However far off a known ink lies, it speaks against a name with no more nats than this."""
KNOWN_AWAY = 2.5
LEAST_KNOWN = 2
"""Tiles of an ink that a profile must show for the ink to be known."""
_LEAST_CHANCE, _LEAST_TILES = 1e-5, 0.05
_GAMMA = 2.2
_SIDE = (36, 48)
_Ranking = tuple[tuple[str, float], ...]


def ink_directions(pixels: Array, quads: Sequence[Quad]) -> Array:
    """Unit vectors ``(N, 3)`` from each tile's white to its ink, in CIELAB.

    ``pixels`` is RGB uint8 ``(H, W, 3)``, ``quads`` are of tiles held upright. Black points
    at (-1, 0, 0).
    """
    crops = cut_crops(pixels, quads, width=_SIDE[0], height=_SIDE[1], margin=-INSET)
    return np.array([_direction(crop) for crop in crops], np.float64).reshape(-1, 3)


def _direction(crop: Array) -> Array:
    above = crop[: round(ABOVE * len(crop))]
    linear = ((above.reshape(-1, 3) + 1.0) / 256) ** _GAMMA
    light = linear.mean(1)
    low, high = np.percentile(light, (50, 90))
    white = linear[(light >= low) & (light <= high)].mean(0)
    ratio = linear / white
    darkness = 1 - ratio.min(1)
    strongest = np.percentile(darkness, 98)
    # on a blank it is nothing, or by rounding less than nothing
    ink = np.median(ratio[darkness >= min(0.6 * strongest, strongest)], 0)
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
    inset = (PATCH_MARGIN + INSET) / (1 + 2 * PATCH_MARGIN)
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
    if len(printed):
        inks[printed] = _agreed(inks[printed], directions[printed], known)
    factor = inks * inked[:, None] / np.maximum(own, 1e-9)
    return [_reweighted(ranking, row) for ranking, row in zip(rankings, factor, strict=True)]


def _agreed(inks: Array, directions: Array, known: KnownInks | None) -> Array:
    """``(N, 4)``: chances of each tile's ink once all tiles have been heard.

    Two suppositions are followed to their end: that the network knows these inks,
    and that it does not and may be as sure as it likes. The photo decides how much each counts.
    """
    chances = np.log(np.maximum(inks, _LEAST_CHANCE))
    evidence = 0.0 if known is None else known.evidence(directions)
    trusted, worth = _mixture(chances + evidence, directions)
    doubted, doubted_worth = _mixture(MILD * chances + evidence, directions)
    nats = (doubted_worth - worth - SURPRISE) / HESITATION
    share = 1 / (1 + np.exp(-np.clip(nats, -50, 50)))
    return share * doubted + (1 - share) * trusted


def _mixture(prior: Array, directions: Array) -> tuple[Array, float]:
    """Chances ``(N, 4)`` of each ink, and how well they explain the directions, in nats.

    ``prior`` ``(N, 4)`` are the logarithms of the chances before, to a constant a tile.
    """
    prior = prior - np.logaddexp.reduce(prior, axis=1, keepdims=True)
    chances = tiles = np.exp(prior)
    joint = prior
    for _ in range(ROUNDS):
        inside = np.log(1 - STRAY) + _density(tiles, directions)
        likelihood = np.logaddexp(inside, np.log(STRAY) - 2 * np.log(STRAY_DEGREES))
        joint = prior + likelihood
        chances = np.exp(joint - np.logaddexp.reduce(joint, axis=1, keepdims=True))
        tiles = chances * np.exp(inside - likelihood)
    return chances, float(np.logaddexp.reduce(joint, axis=1).sum())


def _density(tiles: Array, directions: Array) -> Array:
    """``(N, 4)``: log density of each direction under each ink, were it measured well.

    ``tiles`` ``(N, 4)`` says how much of each direction tells where an ink lies; the
    less there is of it, the wider that ink is taken to be.
    """
    sums = tiles.T @ directions
    middles = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    apart = np.degrees(np.arccos(np.clip(directions @ middles.T, -1, 1)))
    scatter = (tiles * apart**2).sum() / 2  # over two dimensions
    variance = (scatter + SPREAD_TILES * SPREAD**2) / (tiles.sum() + SPREAD_TILES)
    wide = max(variance, LEAST_SPREAD**2) * (1 + 1 / np.maximum(tiles.sum(0), _LEAST_TILES))
    return np.asarray(-(apart**2) / (2 * wide) - np.log(wide))


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
