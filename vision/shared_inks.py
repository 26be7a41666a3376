"""Which ink is which: the tiles of one photo agree on it.

All tiles of one photo are printed in the same four inks, so their directions
(:mod:`vision.ink`) are taken for a mixture of four, one an ink, whose middles and common
scatter the photo itself tells (expectation and maximisation: Dempster, Laird and Rubin
1977). What the network says of each tile is where that begins, and has its say to the end:
in the dark, where directions scatter, they weigh little; where they fall into tight
bundles, much. What glare washes out scatters more, and stays in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.classify import INKS, TileScores
from vision.known_inks import USUAL_INKS, USUAL_SPREAD, KnownInks
from vision.twin_inks import TWINS, split

Array = NDArray[Any]

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
TWO_INKS = 3.0
"""That an ink under one name is two must explain the directions better by this many nats, ..."""
LONE = 0.4
"""... and counts no more than this where one of the two has a single tile: a doubt, no more."""
SMALL, HEARD_SMALL = 32.0, 0.6
"""On a tile lower than this, in pixels, colours have run, which the network hardly knows: what it
says of the ink counts to this power."""
ROUNDS = 8
PLAIN = 75
"""Percentile of the photo's inks, by strength, from which on one counts as shown plainly."""
SCATTERS = 0.75
"""An ink this many times weaker than a plain one scatters that many times more, to this power."""
WASHED_OUT, MISTAKEN = 0.5, 0.12
"""Below this share of a plain ink's strength a tile is under glare: red and orange, or black and
blue, are then taken for each other with this chance, however sure the network is."""
LEAST_STRENGTH = 0.02
"""An ink weaker than this (of 0 to 1) shows no direction."""
TAKEN_FOR = tuple(INKS.index(ink) for ink in "OKBR")
"""For each of ``INKS`` the one that it is taken for where it is washed out."""
_LEAST_CHANCE, _LEAST_TILES = 1e-5, 0.05
_NO_CHANGE = 1e-4
_Ranking = tuple[tuple[str, float], ...]


def share_inks(
    scores: Sequence[TileScores],
    vectors: Array,
    known: KnownInks | None = None,
    *,
    heights: Sequence[float] | None = None,
) -> list[TileScores]:
    """The scores after the tiles of one photo have agreed on which ink is which.

    ``vectors`` ``(N, 3)`` are those of :func:`vision.ink.ink_vectors`, one a score. ``known`` are
    the inks of this game: evidence among other, not a verdict. ``heights`` are the tiles', in
    pixels; without them all are large. Numbers, jokers and which way is up are left as they were.
    """
    if len(scores) < (2 if known is None else 1):
        return list(scores)
    measured = _measured(vectors)
    small = np.zeros(len(scores), bool) if heights is None else np.array(heights) < SMALL
    heard = np.where(small, HEARD_SMALL, 1.0)
    upright = _shared([score.upright for score in scores], measured, heard, known)
    flipped = _shared([score.flipped for score in scores], measured, heard, known)
    return [
        replace(score, upright=straight, flipped=turned)
        for score, straight, turned in zip(scores, upright, flipped, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """Directions ``(N, 3)``, unit vectors, and how plainly each is shown ``(N,)``, 0 to 1.

    Nothing at all on a tile has the direction 0 and is shown not at all.
    """

    directions: Array
    plainness: Array

    def __getitem__(self, places: Array) -> _Measured:
        return _Measured(self.directions[places], self.plainness[places])


def _measured(vectors: Array) -> _Measured:
    strengths = np.linalg.norm(vectors, axis=1)
    shown = strengths >= LEAST_STRENGTH
    directions = np.where(shown, 1 / np.maximum(strengths, LEAST_STRENGTH), 0.0)[:, None] * vectors
    plain = float(np.percentile(strengths, PLAIN))
    plainness = np.where(shown, np.minimum(strengths / max(plain, LEAST_STRENGTH), 1), 0.0)
    return _Measured(directions, plainness)


def _shared(
    rankings: Sequence[_Ranking], measured: _Measured, heard: Array, known: KnownInks | None
) -> list[_Ranking]:
    """``heard`` ``(N,)``, 0 to 1: to which power what the network says of an ink counts."""
    own = np.array([_ink_marginal(ranking) for ranking in rankings])
    inked = np.maximum(own.sum(1), 1e-9)
    before = own / inked[:, None]
    inks = before.copy()
    printed = np.flatnonzero((own.sum(1) > 0.5) & (measured.plainness > 0))
    if len(printed):
        agreed = _agreed(inks[printed], measured[printed], heard[printed], known)
        inks[printed] = _doubted_under_glare(agreed, measured.plainness[printed])
    rows = zip(rankings, before, inks, strict=True)
    return [_with_inks(ranking, was, now) for ranking, was, now in rows]


def _agreed(inks: Array, measured: _Measured, heard: Array, known: KnownInks | None) -> Array:
    """``(N, 4)``: chances of each tile's ink once all tiles have been heard.

    Suppositions are followed to their end: that the network knows these inks,
    that it does not and may be as sure as it likes, and where it has one name for
    two inks, that they are two. The photo decides how much each counts.
    With the network doubted, red must still look more like a red than like a black.
    """
    chances = np.log(np.maximum(inks, _LEAST_CHANCE)) * heard[:, None]
    evidence = 0.0 if known is None else known.evidence(measured.directions)
    trusted, worth = _mixture(chances + evidence, measured)
    usual = USUAL_INKS.evidence(measured.directions, USUAL_SPREAD)
    doubted, doubted_worth = _mixture(MILD * chances + usual + evidence, measured)
    share = _share(doubted_worth - worth - SURPRISE)
    agreed = share * doubted + (1 - share) * trusted
    explained = float(np.logaddexp(worth, doubted_worth - SURPRISE))
    for twins in TWINS:
        parted = split(chances, trusted, measured.directions, measured.plainness, twins)
        if parted is not None:
            apart, apart_worth = _mixture(parted.chances + evidence, measured, parted.start)
            share = _share(apart_worth - explained - TWO_INKS)
            share = min(share, LONE) if parted.lone else share
            agreed = share * apart + (1 - share) * agreed
    return agreed


def _share(nats: float) -> float:
    """What a supposition counts, 0 to 1, that is likelier by so many nats than another."""
    return float(1 / (1 + np.exp(-np.clip(nats / HESITATION, -50, 50))))


def _doubted_under_glare(inks: Array, plainness: Array) -> Array:
    """Chances ``(N, 4)``; where glare washes an ink out, some are given to the one it is like."""
    mistaken = np.where(plainness < WASHED_OUT, MISTAKEN, 0.0)[:, None]
    return (1 - mistaken) * inks + mistaken * inks[:, TAKEN_FOR]


def _mixture(prior: Array, measured: _Measured, start: Array | None = None) -> tuple[Array, float]:
    """Chances ``(N, 4)`` of each ink, and how well they explain the directions, in nats.

    ``prior`` ``(N, 4)`` are the logarithms of the chances before, to a constant a tile;
    ``start`` ``(N, 4)``, 0 to 1, where the search begins if not there.
    """
    prior = prior - np.logaddexp.reduce(prior, axis=1, keepdims=True)
    chances = tiles = np.exp(prior) if start is None else start
    joint = prior
    for _ in range(ROUNDS):
        inside = np.log(1 - STRAY) + _density(tiles, measured)
        likelihood = np.logaddexp(inside, np.log(STRAY) - 2 * np.log(STRAY_DEGREES))
        joint = prior + likelihood
        chances = np.exp(joint - np.logaddexp.reduce(joint, axis=1, keepdims=True))
        tiles = chances * np.exp(inside - likelihood)
    return chances, float(np.logaddexp.reduce(joint, axis=1).sum())


def _density(tiles: Array, measured: _Measured) -> Array:
    """``(N, 4)``: log density of each direction under each ink, were it measured well.

    ``tiles`` ``(N, 4)`` says how much of each direction tells where an ink lies; the
    less there is of it, the wider that ink is taken to be.
    """
    narrowed = measured.plainness[:, None] ** SCATTERS
    sums = (tiles * narrowed**2).T @ measured.directions
    middles = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    apart = narrowed * np.degrees(np.arccos(np.clip(measured.directions @ middles.T, -1, 1)))
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


def _with_inks(ranking: _Ranking, before: Array, after: Array) -> _Ranking:
    """A ranking whose inks had the chances ``before`` ``(4,)``, given those ``after``.

    Of an ink that it hardly thought of, the numbers are taken to be as likely as of all.
    """
    if np.abs(after - before).max() < _NO_CHANGE:
        return ranking
    numbers: dict[str, float] = {}
    for name, chance in ranking:
        if name[0] in INKS:
            numbers[name[1:]] = numbers.get(name[1:], 0.0) + chance
    changed = []
    for name, chance in ranking:
        if name[0] in INKS:
            place = INKS.index(name[0])
            known = before[place] >= _LEAST_CHANCE
            share = chance / before[place] if known else numbers[name[1:]]
            changed.append((name, float(share * after[place])))
        else:
            changed.append((name, chance))
    total = max(sum(chance for _, chance in changed), 1e-12)
    return tuple(sorted(((name, p / total) for name, p in changed), key=lambda pair: -pair[1]))
