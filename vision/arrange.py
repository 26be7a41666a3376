"""Quads to sets in order, rack tiers and zones; and which way up each tile lies.

Geometry alone: what is printed on the tiles has no say, so a set that breaks
the rules stays broken. Two arrangements are known:

- **table**: tiles are chained side edge to side edge, in any direction; a loose
  tile is a chain of one. Rows under each other never touch at their side edges.
- **rack**: tiles stand on tiers, with gaps between them. The tiers' lines meet
  in one vanishing point, so two numbers describe them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import Quad, Zone

Kind: TypeAlias = Literal["auto", "table", "rack"]
Array: TypeAlias = NDArray[np.float64]

MAX_GAP = 0.4
"""Tile widths between two side edges that still touch."""
MAX_OFFSET = 0.45
"""Tile heights by which neighbours in a crooked set may be shifted."""
MAX_ANGLE = np.radians(28)
TIER_GAP = 0.35
"""Tile heights between the lines of two different tiers, at least."""
TURNED_IN_SET = 0.03
"""How often a tile lies upside down within a set whose other tiles do not."""
UNKNOWN_UPSIDE_DOWN = 0.1
SUREST = 0.99
"""No single tile's opinion on which way is up counts for more than this."""


@dataclass(frozen=True, slots=True)
class Group:
    """Places of tiles in the list given, left to right with the tiles upright."""

    zone: Zone
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """``upside_down``: for each quad the chance, 0 to 1, that it is given upside down."""

    groups: tuple[Group, ...]
    upside_down: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Arrays over the tiles: centre, vector along the width, vector downwards; sizes."""

    center: Array
    right: Array
    down: Array
    width: Array
    height: Array

    @classmethod
    def of(cls, quads: Sequence[Quad]) -> _Shapes:
        corners = np.array(quads, float).reshape(-1, 4, 2)
        right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
        down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
        width = np.maximum(np.linalg.norm(right, axis=1), 1e-6)
        height = np.maximum(np.linalg.norm(down, axis=1), 1e-6)
        return cls(corners.mean(1), right, down, width, height)


def arrange(
    quads: Sequence[Quad], *, upside_down: Sequence[float] | None = None, kind: Kind = "auto"
) -> Arrangement:
    """Group the tiles of one photo.

    Args:
        quads: corners in any pixels; each tile's own idea of up may be wrong by
            half a turn.
        upside_down: chance, 0 to 1, that each quad is given upside down, as far
            as the tile alone tells.
        kind: what lies there; ``auto`` decides from how the tiles lie.

    Returns:
        Sets from top to bottom of the photo, or tiers from the top one down.
    """
    if not quads:
        return Arrangement((), ())
    shapes = _Shapes.of(quads)
    chances = [UNKNOWN_UPSIDE_DOWN] * len(quads) if upside_down is None else list(upside_down)
    chains = _chains(shapes)
    tiers = None if kind == "table" else _tiers(shapes, chains)
    if tiers is not None and (kind == "rack" or _looks_like_rack(shapes, chains, tiers)):
        return _as_rack(shapes, tiers, chances)
    return _as_table(shapes, chains, chances)


def vote_upside_down(
    agrees: Sequence[bool], upside_down: Sequence[float]
) -> tuple[float, list[float]]:
    """Let the tiles of one row settle together which way is up.

    Args:
        agrees: whether each quad's own right points along the row's direction.
        upside_down: chance that each quad is given upside down, judged alone.

    Returns:
        The chance that the row must be read against its direction, and for each
        quad the chance that it is upside down now that the others were heard. A
        tile that is sure of itself stays turned within its set.
    """
    if len(agrees) == 1:
        alone = upside_down[0]
        return (alone if agrees[0] else 1 - alone), [alone]
    along = np.where(agrees, 1 - np.array(upside_down), np.array(upside_down))
    heard = np.clip(along, 1 - SUREST, SUREST)
    with_row = (1 - TURNED_IN_SET) * heard + TURNED_IN_SET * (1 - heard)
    against_row = TURNED_IN_SET * heard + (1 - TURNED_IN_SET) * (1 - heard)
    odds = float(np.log(against_row).sum() - np.log(with_row).sum())
    against = 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
    points_along = (1 - against) * (1 - TURNED_IN_SET) * heard / with_row
    points_along += against * TURNED_IN_SET * heard / against_row
    turned = np.where(agrees, 1 - points_along, points_along)
    return float(against), [float(chance) for chance in turned]


def _as_table(shapes: _Shapes, chains: list[list[int]], chances: Sequence[float]) -> Arrangement:
    settled = list(chances)
    groups = []
    for chain in chains:
        order, turned = _directed(shapes, chain, chances)
        groups.append(order)
        for tile, chance in zip(chain, turned, strict=True):
            settled[tile] = chance
    groups.sort(key=lambda group: tuple(shapes.center[group].mean(0)[::-1]))
    return Arrangement(tuple(Group(Zone.TABLE, tuple(group)) for group in groups), tuple(settled))


def _directed(
    shapes: _Shapes, chain: list[int], chances: Sequence[float]
) -> tuple[list[int], list[float]]:
    along = _row_direction(shapes, chain)
    agrees = [bool(shapes.right[tile] @ along > 0) for tile in chain]
    against, turned = vote_upside_down(agrees, [chances[tile] for tile in chain])
    return (chain[::-1] if against > 0.5 else chain), turned


def _row_direction(shapes: _Shapes, chain: list[int]) -> Array:
    if len(chain) == 1:
        return shapes.right[chain[0]]
    return np.asarray(shapes.center[chain[-1]] - shapes.center[chain[0]])


def _as_rack(shapes: _Shapes, tiers: _Tiers, chances: Sequence[float]) -> Arrangement:
    agrees = [bool(right @ tiers.axis > 0) for right in shapes.right]
    against, settled = vote_upside_down(agrees, chances)
    if len(agrees) == 1:
        against = float(against > 0.5)
    rows = tiers.rows
    if against > 0.5:
        rows = [row[::-1] for row in reversed(rows)]
    return Arrangement(tuple(Group(Zone.RACK, tuple(row)) for row in rows), tuple(settled))


# --- chains of tiles that touch side by side ---------------------------------------------


def _chains(shapes: _Shapes) -> list[list[int]]:
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


def _touching_sides(shapes: _Shapes) -> list[tuple[int, int, int, int]]:
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


# --- tiers of a rack ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tiers:
    """Rows along ``axis`` (unit vector), the topmost first if ``axis`` points right.

    ``level``: each tile's height on the picture once perspective is taken out.
    """

    axis: Array
    rows: list[list[int]]
    level: Array


def _tiers(shapes: _Shapes, chains: list[list[int]]) -> _Tiers:
    axis = _common_axis(shapes.right)
    normal = np.array([-axis[1], axis[0]])
    middle = shapes.center.mean(0)
    along = (shapes.center - middle) @ axis
    below = (shapes.center - middle) @ normal
    height = float(np.median(shapes.height))
    rows = [sorted(chain, key=lambda tile: along[tile]) for chain in chains]
    level = below
    for _ in range(3):
        slope, turn = _family_of_lines(shapes, axis, along, below, rows)
        level = (below - slope * along) / np.maximum(1 + turn * along, 0.2)
        rows = _split(level, along, TIER_GAP * height)
    return _Tiers(axis, rows, level)


def _common_axis(right: Array) -> Array:
    """The direction most widths agree on, whichever way each tile is turned."""
    doubled = np.arctan2(right[:, 1], right[:, 0]) * 2
    angle = np.arctan2(np.sin(doubled).sum(), np.cos(doubled).sum()) / 2
    axis = np.array([np.cos(angle), np.sin(angle)])
    return axis if axis[0] >= 0 else -axis


def _family_of_lines(
    shapes: _Shapes, axis: Array, along: Array, below: Array, rows: list[list[int]]
) -> tuple[float, float]:
    """``slope`` and ``turn``: the line through level y is ``y + (slope + turn * y) * along``.

    Rows of several tiles tell their slope by their line, the longer the better;
    every tile tells it faintly by its own edges.
    """
    normal = np.array([-axis[1], axis[0]])
    height = float(np.median(shapes.height))
    slopes = np.clip((shapes.right @ normal) / _away_from_zero(shapes.right @ axis), -1, 1)
    weights = np.full(len(slopes), (0.1 * height) ** 2)
    levels = below - slopes * along
    for row in rows:
        if len(row) < 2:
            continue
        x, y = along[row], below[row]
        spread = float(((x - x.mean()) ** 2).sum())
        if spread < (0.5 * height) ** 2:
            continue
        slope = float(((x - x.mean()) * (y - y.mean())).sum() / spread)
        slopes = np.append(slopes, slope)
        levels = np.append(levels, y.mean() - slope * x.mean())
        weights = np.append(weights, spread)
    # A faint wish for parallel lines keeps a single row from inventing perspective.
    mean = float(np.average(slopes, weights=weights))
    center = float(np.average(levels, weights=weights))
    deviation = levels - center
    turn = float((weights * deviation * (slopes - mean)).sum())
    turn /= float((weights * deviation**2).sum() + weights.sum() * (0.5 * height) ** 2)
    return mean - turn * center, turn


def _away_from_zero(values: Array) -> Array:
    return np.where(np.abs(values) < 1e-6, 1e-6, values)


def _split(level: Array, along: Array, gap: float) -> list[list[int]]:
    order = np.argsort(level, kind="stable")
    cuts = np.flatnonzero(np.diff(level[order]) > gap) + 1
    return [
        sorted((int(tile) for tile in row), key=lambda tile: along[tile])
        for row in np.split(order, cuts)
    ]


def _looks_like_rack(shapes: _Shapes, chains: list[list[int]], tiers: _Tiers) -> bool:
    """Whether the tiles stand on few close tiers, with gaps such as tables lack."""
    unit = shapes.right / shapes.width[:, None]
    if np.mean(np.abs(unit @ tiers.axis) > np.cos(np.radians(25))) < 0.9:
        return False
    height = float(np.median(shapes.height))
    levels = np.array([tiers.level[row].mean() for row in tiers.rows])
    steps = np.diff(levels) / height
    if len(tiers.rows) > 4 or np.any((steps < 0.5) | (steps > 1.5)):
        return False
    scatter = max(float(np.ptp(tiers.level[row])) for row in tiers.rows) / height
    if scatter > 0.3 or len(chains) == 1:
        return False
    if len(chains) == len(tiers.rows):
        return True
    in_sets = sum(len(chain) for chain in chains if len(chain) >= 3) / len(shapes.center)
    stacked = len(steps) > 0 and bool(np.all(steps < 1.25)) and scatter < 0.2
    return in_sets < (0.95 if stacked else 0.7)
