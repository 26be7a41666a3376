"""Tiles that touch side by side: chains of them, whichever way each one is turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import Quad

Array: TypeAlias = NDArray[np.float64]

MAX_GAP = 0.3
"""Tile widths between two neighbours of one set, at most ..."""
LOOSE_GAP, MAX_LOOSE_GAP = 0.15, 0.5
"""... but the second of these where the set's gaps are larger than the first throughout."""
OWN_GAP = 0.16
"""Between tiles that otherwise lie tight, so much more than the usual gap parts two sets."""
LEAST_GAP = 0.1
"""But never a gap smaller than this: quads are not that exact."""
MAX_OFFSET = 0.45
"""Tile heights by which neighbours in a crooked set may be shifted."""
MAX_ANGLE = np.radians(28)


@dataclass(frozen=True, slots=True)
class Shapes:
    """Arrays over the tiles: centre, vector along the width, vector downwards; sizes."""

    center: Array
    right: Array
    down: Array
    width: Array
    height: Array

    @classmethod
    def of(cls, quads: Sequence[Quad]) -> Shapes:
        """Shapes of quads in any pixels, in their order."""
        corners = np.array(quads, float).reshape(-1, 4, 2)
        right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
        down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
        width = np.maximum(np.linalg.norm(right, axis=1), 1e-6)
        height = np.maximum(np.linalg.norm(down, axis=1), 1e-6)
        return cls(corners.mean(1), right, down, width, height)


def chains_of(shapes: Shapes) -> list[list[int]]:
    """Every tile in one chain, in order along it (either way round)."""
    count = len(shapes.center)
    neighbours: list[dict[int, int]] = [{} for _ in range(count)]
    gaps: dict[frozenset[int], float] = {}
    root = list(range(count))
    for first, side, second, other, gap in _touching_sides(shapes):
        if side in neighbours[first] or other in neighbours[second]:
            continue
        a, b = _find(root, first), _find(root, second)
        if a == b:
            continue
        root[a] = b
        neighbours[first][side] = second
        neighbours[second][other] = first
        gaps[frozenset((first, second))] = gap
    return [part for chain in _walk(neighbours) for part in _cut(chain, gaps)]


def _cut(chain: list[int], gaps: dict[frozenset[int], float]) -> list[list[int]]:
    """The chain, cut where a gap is wide and the others of the chain are not."""
    between = [gaps[frozenset(pair)] for pair in pairwise(chain)]
    usual = float(np.median(between)) if between else 0.0
    limit = MAX_GAP
    if len(between) > 1 and usual > LOOSE_GAP:
        limit = MAX_LOOSE_GAP
    elif len(between) > 2:
        limit = min(MAX_GAP, max(usual + OWN_GAP, LEAST_GAP))
    parts = [[chain[0]]]
    for tile, gap in zip(chain[1:], between, strict=True):
        if gap > limit:
            parts.append([])
        parts[-1].append(tile)
    return parts


def _touching_sides(shapes: Shapes) -> list[tuple[int, int, int, int, float]]:
    """``(tile, side, other tile, its side, gap)``, best fit first; side 1 is right, 0 left."""
    count = len(shapes.center)
    unit = shapes.right / shapes.width[:, None]
    outward = np.stack([-unit, unit], 1).reshape(-1, 2)
    width, height = np.repeat(shapes.width, 2), np.repeat(shapes.height, 2)
    edge = np.repeat(shapes.center, 2, 0) + outward * width[:, None] / 2
    between = outward[:, None] - outward[None]
    length = np.linalg.norm(between, axis=2)
    axis = between / np.maximum(length, 1e-6)[..., None]
    step = edge[None] - edge[:, None]
    gap = (step * axis).sum(2) / ((width[:, None] + width) / 2)
    across = step[..., 0] * -axis[..., 1] + step[..., 1] * axis[..., 0]
    offset = np.abs(across) / ((height[:, None] + height) / 2)
    angle = np.arccos(np.clip(-(outward @ outward.T), -1, 1))
    # A wide gap and a large offset together are two sets, not one crooked set.
    apart = (gap / MAX_LOOSE_GAP) ** 2 + (offset / MAX_OFFSET) ** 2
    fits = (apart <= 1) & (angle <= MAX_ANGLE)
    owner = np.repeat(np.arange(count), 2)
    fits &= owner[:, None] < owner[None]
    misfit = np.abs(gap) + offset + angle / MAX_ANGLE / 2
    pairs = np.argwhere(fits)
    order = np.argsort(misfit[fits], kind="stable")
    return [
        (int(a) // 2, int(a) % 2, int(b) // 2, int(b) % 2, float(gap[a, b]))
        for a, b in pairs[order]
    ]


def _find(root: list[int], tile: int) -> int:
    while root[tile] != tile:
        root[tile] = root[root[tile]]
        tile = root[tile]
    return tile


def _walk(neighbours: list[dict[int, int]]) -> list[list[int]]:
    chains: list[list[int]] = []
    seen: set[int] = set()
    for start, links in enumerate(neighbours):
        if start in seen or len(links) == 2:
            continue
        chain = [start]
        seen.add(start)
        while step := [n for n in neighbours[chain[-1]].values() if n not in seen]:
            chain.append(step[0])
            seen.add(step[0])
        chains.append(chain)
    return chains
