"""Tiers of a rack: rows whose lines meet in one vanishing point, gaps and all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.chains import Array, Shapes

TIER_GAP = 0.35
"""Tile heights between the lines of two different tiers, at least."""
LONGEST_TIER = 14
"""Widths of tiles that fit on a tier, at most."""
_APART = 2
"""Widths of tiles between two racks that stand side by side, at least."""
_FAR_BELOW = 2.6
"""Heights between the tiers of two racks: above three tiers the middle one may be empty."""
_UNEVEN = 1.5
"""By how much a step between two racks exceeds those between the tiers of one, at least."""
_FEWEST = 2
"""Tiles that stand apart, by which one thinks of another rack."""


@dataclass(frozen=True, slots=True)
class Tiers:
    """Rows along ``axis`` (unit vector), the topmost first if ``axis`` points right.

    ``level``: each tile's height on the picture once perspective is taken out.
    """

    axis: Array
    rows: list[list[int]]
    level: Array


def tiers_of(shapes: Shapes, chains: list[list[int]]) -> Tiers:
    """The tiers that the tiles stand on; ``chains`` are those that touch, in any order."""
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
    return Tiers(axis, rows, level)


def _common_axis(right: Array) -> Array:
    """The direction most widths agree on, whichever way each tile is turned."""
    doubled = np.arctan2(right[:, 1], right[:, 0]) * 2
    angle = np.arctan2(np.sin(doubled).sum(), np.cos(doubled).sum()) / 2
    axis = np.array([np.cos(angle), np.sin(angle)])
    return axis if axis[0] >= 0 else -axis


def _family_of_lines(
    shapes: Shapes, axis: Array, along: Array, below: Array, rows: list[list[int]]
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


def looks_like_rack(shapes: Shapes, chains: list[list[int]], tiers: Tiers) -> bool:
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


def racks_of(shapes: Shapes, tiers: Tiers) -> list[list[int]]:
    """The tiles by the rack that they seem to stand on, from the top and the left.

    One rack where nothing speaks for several, that is neither a step between tiers far
    larger than its others nor a length that no tier has.
    """
    height, width = float(np.median(shapes.height)), float(np.median(shapes.width))
    levels = np.array([tiers.level[row].mean() for row in tiers.rows])
    steps = np.diff(levels) / height
    least = float(steps.min()) if len(steps) > 1 else np.inf
    cuts = np.flatnonzero((steps > _FAR_BELOW) | (steps > _UNEVEN * max(least, 1.0))) + 1
    blocks = np.split(np.arange(len(tiers.rows)), cuts)
    along = shapes.center @ tiers.axis / width
    racks = [
        part
        for block in blocks
        for part in _side_by_side([tile for row in block for tile in tiers.rows[row]], along)
    ]
    single = len(racks) == 1 or any(len(rack) < _FEWEST for rack in racks)
    return [list(range(len(shapes.center)))] if single else racks


def _side_by_side(tiles: list[int], along: Array) -> list[list[int]]:
    """The tiles cut where no tile stands for a while, if they are too far apart for one rack."""
    ordered = sorted(tiles, key=lambda tile: along[tile])
    places = along[ordered]
    if places[-1] - places[0] + 1 <= LONGEST_TIER:
        return [tiles]
    cuts = np.flatnonzero(np.diff(places) - 1 >= _APART) + 1
    parts = np.split(np.array(ordered), cuts)
    return [[tile for tile in tiles if tile in part] for part in parts]
