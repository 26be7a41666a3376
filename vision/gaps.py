"""Room for a tile within a set: where a finger, a reflection or the dark may hide one.

Tiles of a set touch. Where one of them is not seen, the reader finds its neighbours as far
apart as if it lay there, and takes what lies to its left and right for two sets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from solver.notation import parse_tile
from solver.tiles import Meld, Tile
from vision.reading import FACE_DOWN, UNREADABLE, SceneReading, TileReading, Zone

if TYPE_CHECKING:
    from solver.rules import Rules

ROOM = 1.5
"""There is room between neighbours whose centres lie so many breadths of a tile apart: those of
real sets lie at most 1.15 apart, and next but one at least 1.92."""
ONE_APART, BESIDE = 2.6, 0.5
"""One tile fits between two whose centres are less than that apart, and as little aside."""


def with_room_told(reading: SceneReading, rules: Rules) -> SceneReading:
    """The reading with a warning for each place where a tile is missing from a set of the table.

    Said only where what lies there is no set as it was read, and one more tile of the game
    in that place makes it one.
    """
    table = [group.tiles for group in reading.groups if group.zone is Zone.TABLE]
    if sum(len(tiles) == 1 for tiles in table) > len(table) / 2:  # strewn about, no sets
        return reading
    rows = [_named(reading, tiles) for tiles in table]
    told = tuple(
        _room_between(rows[one][-1], rows[other][0])
        for one, other in pieces_in_line(rows)
        if _lacks_one_between(rows[one], rows[other], rules)
    )
    return replace(reading, warnings=(*reading.warnings, *told))


def _named(reading: SceneReading, ids: Iterable[int]) -> list[TileReading]:
    """The tiles of a group; none where one of them has no name."""
    tiles = [reading.tile(i) for i in ids]
    unnamed = any(tile.tile in (UNREADABLE, FACE_DOWN) for tile in tiles)
    return [] if unnamed else tiles


def _room_between(left: TileReading, right: TileReading) -> str:
    return (
        f"there is room for a tile between {left.tile} and {right.tile}: if one lies there, "
        "take the photo again so that it shows"
    )


def _lacks_one_between(
    left: Sequence[TileReading], right: Sequence[TileReading], rules: Rules
) -> bool:
    from solver.melds import judge

    if len(left) == len(right) == 1:
        return False  # two loose tiles hardly are what is seen of a set
    one, other = (tuple(parse_tile(tile.tile) for tile in row) for row in (left, right))
    if judge(one, rules).valid and judge(other, rules).valid:
        return False
    return any(judge((*one, tile, *other), rules).valid for tile in rules.stock())


def one_more(
    meld: Meld, row: Sequence[TileReading], stock: Iterable[Tile], is_set: Callable[[Meld], bool]
) -> Iterator[Meld]:
    """The valid sets that these tiles make with one more of the ``stock`` that a photo may not
    show: at an end, or where ``row``, how they were read, leaves room."""
    for place in range(len(meld) + 1):
        if 0 < place < len(meld) and not _has_room(row[place - 1], row[place]):
            continue
        yield from filter(is_set, ((*meld[:place], tile, *meld[place:]) for tile in stock))


def pieces_in_line(rows: Sequence[Sequence[TileReading]]) -> Iterator[tuple[int, int]]:
    """Pairs of rows, by their place, of which the second goes on where the first ends but for
    one tile: as a set is read in whose middle one is hidden."""
    for one, other in permutations(range(len(rows)), 2):
        if rows[one] and rows[other] and _is_one_apart(rows[one][-1], rows[other][0]):
            yield one, other


def _is_one_apart(left: TileReading, right: TileReading) -> bool:
    """Whether just one tile fits between these, side by side."""
    (ax, ay), (bx, by) = left.quad[:2]
    breadth = max(math.hypot(bx - ax, by - ay), 1.0)
    across, down = (bx - ax) / breadth, (by - ay) / breadth
    (x, y), (to_x, to_y) = _middle(left), _middle(right)
    along = abs((to_x - x) * across + (to_y - y) * down) / breadth
    aside = abs((to_x - x) * down - (to_y - y) * across) / breadth
    return _has_room(left, right) and along < ONE_APART and aside < BESIDE


def _has_room(left: TileReading, right: TileReading) -> bool:
    """Whether another tile may lie between these neighbours."""
    breadth = (math.dist(*left.quad[:2]) + math.dist(*right.quad[:2])) / 2
    return math.dist(_middle(left), _middle(right)) > ROOM * breadth


def _middle(tile: TileReading) -> tuple[float, float]:
    across, down = zip(*tile.quad, strict=True)
    return sum(across) / 4, sum(down) / 4
