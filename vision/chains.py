"""Tiles that touch side by side: chains of them, whichever way each one is turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import Quad

Array: TypeAlias = NDArray[np.float64]

MAX_GAP = 0.4
"""Tile widths between two side edges that still touch."""
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
    root = list(range(count))
    for first, side, second, other in _touching_sides(shapes):
        if side in neighbours[first] or other in neighbours[second]:
            continue
        a, b = _find(root, first), _find(root, second)
        if a == b:
            continue
        root[a] = b
        neighbours[first][side] = second
        neighbours[second][other] = first
    return _walk(neighbours)


def _touching_sides(shapes: Shapes) -> list[tuple[int, int, int, int]]:
    """``(tile, side, other tile, its side)``, best fit first; side 1 is right, 0 left."""
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
    fits = (np.abs(gap) <= MAX_GAP) & (offset <= MAX_OFFSET) & (angle <= MAX_ANGLE)
    owner = np.repeat(np.arange(count), 2)
    fits &= owner[:, None] < owner[None]
    misfit = np.abs(gap) + offset + angle / MAX_ANGLE / 2
    pairs = np.argwhere(fits)
    order = np.argsort(misfit[fits], kind="stable")
    return [(int(a) // 2, int(a) % 2, int(b) // 2, int(b) % 2) for a, b in pairs[order]]


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
