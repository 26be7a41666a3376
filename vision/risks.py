"""Tiles that are worth a look however sure their face is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect import area_of, height_of, middles_apart, width_of
from vision.frame import CUT, share_beyond, touches
from vision.reading import FACE_DOWN, DecidedBy, Quad, SceneReading, TileReading, Why

MANY_BACKS = 3
"""So many face-down tiles bear each other out; fewer may be gaps between tiles, or cards."""
COMPANY, SURE_ALONE = 3, 0.99
"""Of fewer tiles than these on a photo each must be read with this confidence to be in no doubt."""
ALIKE = 1.25
"""At the frame a tile whose sides differ from the nearest whole one's by more may be a piece."""
SHRUNK = 0.03
"""An outline that the frame has shrunk ends this near to it, in heights of the tile."""
PIECE, BESIDE = 1.8, 0.9
"""So many times smaller in area than one whose middle is so many of its heights away is a piece."""
SIX_AND_NINE = ("6", "9")
ROW = 2
"""So many tiles beside a 6 or 9 tell how a row is held."""

_Risk = Callable[[TileReading], bool]


def doubted_at_risk(reading: SceneReading) -> SceneReading:
    """The reading with every tile marked doubtful that one of these says is at risk, and why."""
    risks = {
        Why.LONELY: _is_lonely(reading),
        Why.RARE_BACK: _is_rare_back(reading),
        Why.CUT: _is_cut(reading),
        Why.PIECE: _is_a_piece(reading),
        Why.INK_ALONE: _changed_ink_alone(reading),
        Why.SIX_OR_NINE: _is_turned_in_its_row(reading),
    }
    tiles = []
    for tile in reading.tiles:
        why = [why for why, risk in risks.items() if risk(tile)]
        tiles.append(tile.doubted(*why) if why else tile)
    return replace(reading, tiles=tuple(tiles))


def _is_lonely(reading: SceneReading) -> _Risk:
    """Prints and wood grain look like a tile: one almost alone must be very sure."""
    lonely = len(reading.tiles) < COMPANY
    return lambda tile: lonely and tile.confidence < SURE_ALONE


def _is_rare_back(reading: SceneReading) -> _Risk:
    """A blank or two among faces: gaps on a rack and cards look so."""
    backs = sum(tile.tile == FACE_DOWN for tile in reading.tiles)
    return lambda tile: tile.tile == FACE_DOWN and backs < MANY_BACKS


def _is_cut(reading: SceneReading) -> _Risk:
    """Cut by the frame, its 12 may be a 2; and its outline may have shrunk to what is left."""
    size = reading.width, reading.height
    whole = [tile.quad for tile in reading.tiles if not touches(tile.quad, *size)]

    def is_cut(tile: TileReading) -> bool:
        if share_beyond(tile.quad, *size) >= CUT:
            return True
        shrunk = touches(tile.quad, *size, within=SHRUNK)
        return bool(whole) and shrunk and not _like_nearest(tile.quad, whole)

    return is_cut


def _like_nearest(quad: Quad, whole: list[Quad]) -> bool:
    """Whether its sides are about those of the nearest whole tile."""
    nearest = min(whole, key=lambda other: middles_apart(quad, other))
    ratios = (height_of(quad) / height_of(nearest), width_of(quad) / width_of(nearest))
    return all(1 / ALIKE <= ratio <= ALIKE for ratio in ratios)


def _is_a_piece(reading: SceneReading) -> _Risk:
    """Far smaller than a tile right beside it: either is a piece of a tile, or both of one."""
    areas = {tile.id: area_of(tile.quad) for tile in reading.tiles}

    def larger_beside(small: TileReading, large: TileReading) -> bool:
        if areas[large.id] <= PIECE * areas[small.id]:
            return False
        return middles_apart(small.quad, large.quad) < BESIDE * height_of(large.quad)

    return lambda tile: any(
        larger_beside(tile, other) or larger_beside(other, tile) for other in reading.tiles
    )


def _changed_ink_alone(reading: SceneReading) -> _Risk:
    """Given another ink than the network saw, where most tiles of that ink were not.

    Were most of them, the network does not know the edition's inks.
    """
    inks = Counter(tile.tile[0] for tile in reading.tiles)
    changed = Counter(t.tile[0] for t in reading.tiles if t.decided_by == DecidedBy.INK)

    def alone(tile: TileReading) -> bool:
        ink = tile.tile[0]
        return tile.decided_by == DecidedBy.INK and changed[ink] * 2 < inks[ink]

    return alone


def _is_turned_in_its_row(reading: SceneReading) -> _Risk:
    """A 6 held the other way than the rest of its row may as well be a 9 that stands as they do."""
    turned = {
        tile_id
        for group in reading.groups
        for tile_id in group.tiles
        if reading.tile(tile_id).tile[1:] in SIX_AND_NINE
        and _all_lie_otherwise(reading, tile_id, group.tiles)
    }
    return lambda tile: tile.id in turned


def _all_lie_otherwise(reading: SceneReading, tile_id: int, row: Sequence[int]) -> bool:
    own = _up(reading.tile(tile_id).quad)
    others = [_up(reading.tile(other).quad) for other in row if other != tile_id]
    return len(others) >= ROW and all(float(own @ other) < 0 for other in others)


def _up(quad: Quad) -> NDArray[np.float64]:
    a, b, c, d = np.array(quad, np.float64)
    return np.asarray(a + b - c - d)
