"""What the cells of the detector's answer vote for: the tile that each of them lies in.

Every cell of a tile's core says where that tile's centre is, how its sides run and where its
top is. The cells of one patch mostly speak of one tile, and their mean is its shape. Where the
patches of several tiles run together, as those of a rack's tiers do that cover each other, the
centres that they vote for still lie apart.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Maps = NDArray[Any]

STRIDE = 4
"""Network pixels from cell to cell."""
UNIT = 32.0
"""Network pixels that one unit of the network's offsets and lengths stands for."""
DISAGREED = 0.3
"""Cells whose votes for the centre deviate by more than this share of the tile's shorter side
lie in several tiles: those of one deviate by 0.13 at most, those of two by 0.35 at least."""
MOST_PIECES = 300
"""Of one answer: a tiled wall must not cost minutes."""
_LONGEST = 5.0
"""Logarithm of a side's length in units of ``UNIT`` above which no answer is believed."""


def told_apart(maps: Maps, patches: Maps, count: int) -> tuple[Maps, int, dict[int, list[int]]]:
    """Every patch of cells that lies in several tiles parted into those.

    Args:
        maps: the network's answer ``(11, H, W)``.
        patches: ``(H, W)``: the patch that each cell lies in, 0 for none.
        count: patches, the 0 included.

    Returns:
        A copy of ``patches`` in which the cells of such a patch have new numbers, from ``count``
        on, one for each tile; the number that would come next; and the new numbers of each patch
        that is gone.
    """
    cells, last = patches.copy(), count
    asked = _disagreeing(maps, cells, range(1, count))
    pieces = {patch: [patch] for patch in asked}
    of_patch = {patch: patch for patch in asked}
    while asked and last < count + MOST_PIECES:
        before = last
        for piece in asked:
            rows, columns = np.nonzero(cells == piece)
            first = _belong_to_first(_centers(maps, rows, columns))
            cells[rows, columns] = np.where(first, last, last + 1)
            patch = of_patch[last] = of_patch[last + 1] = of_patch[piece]
            pieces[patch].remove(piece)
            pieces[patch] += (last, last + 1)
            last += 2
        asked = _disagreeing(maps, cells, range(before, last))
    return cells, last, pieces


def _disagreeing(maps: Maps, cells: Maps, among: range) -> list[int]:
    """The patches whose cells do not agree where their tile's centre is."""
    if not among:
        return []
    rows, columns = np.nonzero(cells >= among.start)
    patch = cells[rows, columns] - among.start
    number = np.maximum(np.bincount(patch, minlength=len(among)), 1)

    def mean(values: Maps) -> Maps:
        return np.bincount(patch, values, len(among)) / number

    centers = _centers(maps, rows, columns)
    x, y = (centers - np.stack([mean(part) for part in centers.T], 1)[patch]).T
    # the variance along the direction in which it is largest
    xx, yy, xy = mean(x * x), mean(y * y), mean(x * y)
    widest = (xx + yy) / 2 + np.hypot((xx - yy) / 2, xy)
    shorter = np.minimum(mean(maps[5, rows, columns]), mean(maps[8, rows, columns]))
    limit = DISAGREED * UNIT * np.exp(np.minimum(shorter, _LONGEST))
    return [among.start + int(place) for place in np.nonzero(widest > limit**2)[0]]


def _centers(maps: Maps, rows: Maps, columns: Maps) -> Maps:
    """``(N, 2)``: where these cells take their tile's centre to be, network pixels."""
    offsets = maps[1:3, rows, columns].T.astype(np.float64)
    return offsets * UNIT + np.stack([columns, rows], 1) * STRIDE + (STRIDE - 1) / 2


def _belong_to_first(centers: Maps) -> Maps:
    """``(N,)`` bool: parts points in two along their main axis, where that leaves the least spread
    within the two (Otsu's criterion)."""
    away = centers - centers.mean(0)
    along = away @ np.linalg.eigh(away.T @ away)[1][:, 1]
    ordered = np.sort(along)
    before = np.arange(1, len(along))
    after = len(along) - before
    total = np.cumsum(ordered)[:-1]
    between = (total / before - (ordered.sum() - total) / after) ** 2 * before * after
    return along <= ordered[int(np.argmax(between))]


def mean_votes(maps: Maps, core: Maps, patches: Maps, count: int) -> Maps:
    """``(count, 11)``: each patch's mean core probability and what its cells say of its shape.

    1 and 2 are the tile's centre in network pixels, the others as the network gives them.
    """
    rows, columns = np.nonzero(patches)
    patch, weight = patches[rows, columns], core[rows, columns].astype(np.float64)
    total = np.maximum(np.bincount(patch, weight, count), 1e-9)
    cells = np.maximum(np.bincount(patch, minlength=count), 1)
    shape = maps[1:11, rows, columns].astype(np.float64)
    shape[:2] = shape[:2] * UNIT + np.stack([columns, rows]) * STRIDE + (STRIDE - 1) / 2
    shape *= weight
    means = [np.bincount(patch, channel, count) / total for channel in shape]
    return np.stack([total / cells, *means], 1)


def voted_corners(votes: Maps) -> Maps:
    """``(4, 2)``: the tile as its cells take it to be, wherever the photo ends."""
    return parallelogram(votes[1:3], _voted_side(votes[3:6]), _voted_side(votes[6:9]), votes[9:11])


def _voted_side(votes: Maps) -> Maps:
    """A side's vector, network pixels, of its doubled angle and the logarithm of its length."""
    angle = math.atan2(votes[1], votes[0]) / 2
    return np.array([math.cos(angle), math.sin(angle)]) * (math.exp(min(votes[2], _LONGEST)) * UNIT)


def parallelogram(center: Maps, across: Maps, down: Maps, up: Maps) -> Maps:
    """``(4, 2)``: the corners about a centre, the one at the top left first."""
    if down @ up > 0:
        down = -down
    # seen from its face, a tile's right side lies clockwise of its top
    if across[0] * down[1] - across[1] * down[0] < 0:
        across = -across
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([center + (i * across + j * down) / 2 for i, j in signs])
