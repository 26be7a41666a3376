"""Two inks that the network takes for one: a navy black beside turquoise, vermilion beside crimson.

Alone a navy 7 is a blue one, and the network says so of every tile of that ink. But
where a photo shows two bundles of directions under that one name, these are two inks, and which
is which is told by how they lie beside each other: of blue and black the darker is black, of
red and orange the yellower is orange.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.classify import INKS

Array = NDArray[Any]

TWINS = tuple((INKS.index(one), INKS.index(other)) for one, other in ("BK", "RO"))
"""The inks that are taken for each other, as places in ``INKS``: bluer and darker, redder and
yellower."""
FEWEST = 3
"""Tiles of the two inks that a photo must show for their directions to be two bundles."""
APART = 12.0
"""Degrees between the middles of two bundles, at least: those of one ink fall closer."""
TIGHT = 0.33
"""A bundle's scatter, as a share of its way to where both are as far, at most."""
PLAINLY = 0.5
"""Share of a plain ink's strength that a direction must have to be counted."""
ALIKE = 0.5
"""Where the network names so much of each bundle by its own ink, nothing is to be put right."""


@dataclass(frozen=True, slots=True)
class Split:
    """Two bundles under the names of two inks; ``(N, 4)`` both, N tiles and ``INKS``.

    ``chances``: logarithms of what the network says of each ink, but which of the two it is.
    ``start``: chances of each ink, 0 to 1, the bundles named. ``lone``: one of them has but a
    single tile, whose direction may have been measured badly.
    """

    chances: Array
    start: Array
    lone: bool


def split(
    chances: Array, agreed: Array, directions: Array, plainness: Array, twins: tuple[int, int]
) -> Split | None:
    """How the tiles of two inks fall apart, if otherwise than the network thinks.

    ``chances`` ``(N, 4)`` are logarithms of what the network says of each tile's ink, ``agreed``
    ``(N, 4)`` the chances once all tiles were heard, ``directions`` ``(N, 3)`` unit vectors,
    ``plainness`` ``(N,)`` 0 to 1. The names ``twins`` are two places in ``INKS``.
    """
    both = np.logaddexp.reduce(chances[:, twins], axis=1)
    said = np.exp(both - np.logaddexp.reduce(chances, axis=1))
    sure = np.minimum(said, agreed[:, twins].sum(1)) > 0.5
    places = np.flatnonzero(sure & (plainness > PLAINLY))
    if len(places) < FEWEST:
        return None
    far = _far_half(directions[places])
    middles = _unit(directions[places][~far].mean(0)), _unit(directions[places][far].mean(0))
    if not _are_two(directions[places], far, middles):
        return None
    names = _named(middles, twins)
    named = np.where(far, names[1], names[0])
    thought = np.where(chances[places, twins[0]] >= chances[places, twins[1]], *twins)
    if all((thought == named)[half].mean() >= ALIKE for half in (far, ~far)):
        return None
    evenly = chances.copy()
    evenly[:, twins] = both[:, None] - np.log(2)
    start = agreed.copy()
    start[places] = np.eye(len(INKS))[named]
    return Split(evenly, start, lone=min(far.sum(), (~far).sum()) == 1)


def _far_half(directions: Array) -> Array:
    """``(N,)`` booleans: the tiles beyond the gap that parts them best along their longest way."""
    offsets = directions - directions.mean(0)
    along = offsets @ np.linalg.svd(offsets, full_matrices=False)[2][0]
    order = np.argsort(along, kind="stable")
    ranked = along[order]
    halves = [(ranked[:cut], ranked[cut:]) for cut in range(1, len(ranked))]
    scatters = [near.var() * near.size + far.var() * far.size for near, far in halves]
    beyond = np.zeros(len(order), bool)
    beyond[order[1 + int(np.argmin(scatters)) :]] = True
    return beyond


def _are_two(directions: Array, far: Array, middles: tuple[Array, Array]) -> bool:
    apart = _degrees(middles[0] @ middles[1])
    own = np.where(far, _degrees(directions @ middles[1]), _degrees(directions @ middles[0]))
    return bool(apart >= APART and np.sqrt((own**2).mean()) <= TIGHT * apart / 2)


def _named(middles: tuple[Array, Array], twins: tuple[int, int]) -> tuple[int, int]:
    """The inks of two bundles, of which these are the middles (CIELAB: L, a, b)."""
    if twins == TWINS[0]:
        second_is_second = middles[1][0] <= middles[0][0]  # further from white: darker
    else:
        yellow = [np.arctan2(b, a) for _, a, b in middles]
        second_is_second = yellow[1] >= yellow[0]
    return twins if second_is_second else twins[::-1]


def _unit(vector: Array) -> Array:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9))


def _degrees(cosine: Array) -> Array:
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1, 1))))
