"""Corrections of a reading: each takes a reading and gives another one.

A correction never touches what the network said (``raw``, ``alternatives``);
it sets the tile, marks it as the user's and therefore no longer doubtful.
Tiles that were typed and lie on no photo have the quad :data:`NOWHERE`.
Every function returns the new reading and a short note of the change, a word
and its arguments (``replaced R7 B7``), which the page puts into sentences.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from solver.notation import DOUBTED, DeclaredSet, parse_tile, parse_tiles
from solver.rules import Rules
from solver.tiles import JOKER, Meld
from vision.reading import (
    FACE_DOWN,
    UNREADABLE,
    DecidedBy,
    Point,
    Quad,
    SceneReading,
    TileGroup,
    TileReading,
    Zone,
)

NOWHERE: Quad = ((0.0, 0.0),) * 4
"""The quad of a tile that lies on no photo."""
MAX_TILES = 320
"""More than two boxes of the largest game; keeps a pasted novel out."""
GONE = "that tile is not there any more: look at the picture again"
"""What is said of a correction to a tile that somebody else took away."""
_NEAR = 1.7
"""Tile widths within which a tap joins the set of the nearest tile."""

Corrected: TypeAlias = tuple[SceneReading, str]


class CorrectionError(ValueError):
    """A correction that cannot be made; one line saying why."""


def empty_scene() -> SceneReading:
    """A reading without photo and without tiles."""
    return SceneReading(photo="", width=0, height=0, tiles=(), groups=())


def off_photo(reading: SceneReading, photo: SceneReading) -> SceneReading:
    """The tiles of ``reading`` beside the photo of another one, on which they have no place."""
    return replace(
        photo,
        tiles=tuple(replace(tile, quad=NOWHERE, sights=()) for tile in reading.tiles),
        groups=reading.groups,
        proposals=(),
        warnings=(),
    )


def with_more(reading: SceneReading, tiles: Sequence[TileReading], zone: Zone) -> SceneReading:
    """The reading with more tiles, off the photo: on a rack at the end of its last tier, on a
    table together in a group of their own."""
    first = next_id(reading.tiles)
    more = tuple(replace(t, id=first + n, quad=NOWHERE, sights=()) for n, t in enumerate(tiles))
    rows = [list(group.tiles) for group in reading.groups]
    if zone is Zone.TABLE or not rows:
        rows.append([])
    rows[-1] += [tile.id for tile in more]
    return arranged(replace(reading, tiles=(*reading.tiles, *more)), rows, zone)


def is_on_photo(tile: TileReading) -> bool:
    """Whether the tile has a place on the photo."""
    return tile.quad != NOWHERE


def melds(reading: SceneReading) -> tuple[Meld, ...]:
    """The groups as solver tiles; unreadable and face-down ones are left out."""
    rows = (
        tuple(parse_tile(t.tile) for t in map(reading.tile, group.tiles) if is_readable(t))
        for group in reading.groups
    )
    return tuple(row for row in rows if row)


def told_sets(reading: SceneReading) -> tuple[DeclaredSet, ...]:
    """The groups as :func:`melds` gives them, with what their jokers were declared to be."""
    rows = (told_set(map(reading.tile, group.tiles)) for group in reading.groups)
    return tuple(row for row in rows if row.tiles)


def told_set(row: Iterable[TileReading]) -> DeclaredSet:
    """The tiles of a set that have a name, with what its jokers were declared to be."""
    named = [tile for tile in row if is_readable(tile)]
    jokers = (tile for tile in named if tile.tile == str(JOKER))
    return DeclaredSet(
        tuple(parse_tile(tile.tile) for tile in named),
        tuple(parse_tile(tile.meant) if tile.meant else None for tile in jokers),
    )


def is_readable(tile: TileReading) -> bool:
    """Whether the reading names a tile of the game."""
    return tile.tile not in (UNREADABLE, FACE_DOWN)


def doubtful(reading: SceneReading) -> tuple[TileReading, ...]:
    """The tiles to look at, in the order they lie."""
    ordered = (reading.tile(i) for group in reading.groups for i in group.tiles)
    return tuple(tile for tile in ordered if tile.doubtful)


def unnamed(reading: SceneReading) -> tuple[TileReading, ...]:
    """The tiles that lie face down or could not be read, in the order they lie."""
    ordered = (reading.tile(i) for group in reading.groups for i in group.tiles)
    return tuple(tile for tile in ordered if not is_readable(tile))


def replace_tile(reading: SceneReading, tile_id: int, name: str) -> Corrected:
    """Say what a tile is; saying what it already is confirms it."""
    old = _known(reading, tile_id)
    new = _named(name)
    tile = settled(old, new)
    tiles = tuple(tile if t.id == tile_id else t for t in reading.tiles)
    proposals = tuple(p for p in reading.proposals if p.id != tile_id)
    change = f"confirmed {new}" if new == old.tile else f"replaced {old.tile} {new}"
    return replace(reading, tiles=tiles, proposals=proposals), change


def settled(tile: TileReading, name: str) -> TileReading:
    """The tile as a person says it is: beyond doubt."""
    return replace(
        tile,
        tile=name,
        confidence=1.0,
        doubtful=False,
        decided_by=DecidedBy.USER,
        why=(),
        meant=tile.meant if name == tile.tile else "",
    )


def remove_tile(reading: SceneReading, tile_id: int) -> Corrected:
    """Take away a tile that is none."""
    old = _known(reading, tile_id)
    return _without(reading, tile_id), f"removed {old.tile}"


def remove_set(reading: SceneReading, tile_id: int) -> Corrected:
    """Take away a tile with all that lie in its set."""
    _known(reading, tile_id)
    row = _row_of(reading, tile_id)
    for each in row:
        reading = _without(reading, each)
    return reading, f"removed {len(row)}"


def reorder_set(reading: SceneReading, tile_id: int, text: str) -> Corrected:
    """Put the set of a tile in the order of ``text``, which names the same tiles.

    Raises:
        CorrectionError: it names other tiles.
    """
    _known(reading, tile_id)
    row = list(_row_of(reading, tile_id))
    ordered: list[int] = []
    for name in map(str, parse_tiles(text)):
        same = next((i for i in row if reading.tile(i).tile == name), None)
        if same is None:
            raise CorrectionError(GONE)
        row.remove(same)
        ordered.append(same)
    ordered += row  # face-down tiles have no name in the text
    groups = tuple(
        TileGroup(g.zone, tuple(ordered)) if tile_id in g.tiles else g for g in reading.groups
    )
    return replace(reading, groups=groups), "moved " + text


def add_tile(
    reading: SceneReading,
    name: str,
    *,
    zone: Zone,
    group: int | None = None,
    at: Point | None = None,
) -> Corrected:
    """Add a tile that was missed.

    Args:
        group: index of the group whose end it joins; ``None`` starts a new one
            unless ``at`` says better.
        at: where it lies, pixels of the upright photo; it then takes the size and
            slant of the nearest tile and its place in that tile's group.
    """
    new_name = _named(name)
    if len(reading.tiles) >= MAX_TILES:
        raise CorrectionError(f"there are {MAX_TILES} tiles already: no game has more")
    near = None if at is None else _nearest(reading, at)
    quad = NOWHERE if at is None else _quad_at(reading, at, near)
    tile = TileReading(
        id=next_id(reading.tiles),
        tile=new_name,
        confidence=1.0,
        doubtful=False,
        quad=quad,
        raw="",
        decided_by=DecidedBy.USER,
    )
    rows = [list(g.tiles) for g in reading.groups]
    if near is not None and at is not None and group is None:
        row, place = _place_beside(reading, near, at)
    else:
        row, place = group, None
    if row is None:
        rows.append([tile.id])
    elif 0 <= row < len(rows):
        rows[row].insert(len(rows[row]) if place is None else place, tile.id)
    else:
        what = "set" if zone is Zone.TABLE else "row"
        raise CorrectionError(f"there is no {what} {row + 1}")
    grown = replace(reading, tiles=(*reading.tiles, tile))
    return arranged(grown, rows, zone), f"added {new_name}"


def move_tile(reading: SceneReading, tile_id: int, to: str, zone: Zone) -> Corrected:
    """Move a tile: ``left``, ``right``, ``new`` (a set of its own) or a set's index.

    ``split`` cuts the set in two before the tile; ``join`` puts the next set at
    the end of the tile's set.
    """
    old = _known(reading, tile_id)
    rows = [list(g.tiles) for g in reading.groups]
    row = next(i for i, tiles in enumerate(rows) if tile_id in tiles)
    place = rows[row].index(tile_id)
    if to in ("left", "right"):
        target = place + (1 if to == "right" else -1)
        if 0 <= target < len(rows[row]):
            rows[row].insert(target, rows[row].pop(place))
    elif to == "split":
        rows[row : row + 1] = [rows[row][:place], rows[row][place:]]
    elif to == "join":
        if row + 1 < len(rows):
            rows[row].extend(rows.pop(row + 1))
    elif to == "new":
        rows[row].pop(place)
        rows.append([tile_id])
    elif to.isdecimal() and int(to) < len(rows):
        rows[row].pop(place)
        rows[int(to)].append(tile_id)
    else:
        raise CorrectionError(f"a tile cannot move to {to[:20]!r}")
    return arranged(reading, rows, zone), f"moved {old.tile}"


def _known(reading: SceneReading, tile_id: int) -> TileReading:
    try:
        return reading.tile(tile_id)
    except KeyError:
        raise CorrectionError(GONE) from None


def _row_of(reading: SceneReading, tile_id: int) -> tuple[int, ...]:
    return next(group.tiles for group in reading.groups if tile_id in group.tiles)


def _named(name: str) -> str:
    """Exact notation of one tile; ``?`` and ``X`` pass too."""
    word = name.strip().upper().removesuffix(DOUBTED)
    return word if word in (UNREADABLE, FACE_DOWN) else str(parse_tile(name))


def next_id(tiles: Sequence[TileReading]) -> int:
    """The id that a further tile gets."""
    return max((tile.id for tile in tiles), default=-1) + 1


def in_game(name: str, rules: Rules) -> str:
    """The name of a tile that somebody says lies there, if the game has such a tile.

    Raises:
        NotationError: it names no tile.
        CorrectionError: the game has none.
    """
    named = _named(name)
    if named not in (UNREADABLE, FACE_DOWN) and parse_tile(named) not in rules.stock():
        raise CorrectionError(f"{named} is not a tile of this game")
    return named


def _without(reading: SceneReading, tile_id: int) -> SceneReading:
    groups = (TileGroup(g.zone, tuple(i for i in g.tiles if i != tile_id)) for g in reading.groups)
    return replace(
        reading,
        tiles=tuple(t for t in reading.tiles if t.id != tile_id),
        groups=tuple(g for g in groups if g.tiles),
        proposals=tuple(p for p in reading.proposals if p.id != tile_id),
    )


def arranged(reading: SceneReading, rows: Iterable[Sequence[int]], zone: Zone) -> SceneReading:
    """The reading with its tiles in these groups; empty ones are dropped."""
    groups = tuple(TileGroup(zone, tuple(row)) for row in rows if row)
    return replace(reading, groups=groups)


def _nearest(reading: SceneReading, at: Point) -> TileReading | None:
    placed = [
        replace(tile, quad=quad)
        for tile in reading.tiles
        if is_on_photo(tile)
        for quad in tile.quads
    ]
    return min(placed, key=lambda tile: math.dist(tile.center, at), default=None)


def _place_beside(
    reading: SceneReading, near: TileReading, at: Point
) -> tuple[int | None, int | None]:
    """Row and place beside ``near``, or none when the tap is too far from it."""
    right = _right_of(near)
    width = math.hypot(*right)
    if width == 0 or math.dist(near.center, at) > _NEAR * width:
        return None, None
    along = (at[0] - near.center[0]) * right[0] + (at[1] - near.center[1]) * right[1]
    if abs(along) < 0.5 * width * width:
        return None, None  # above or below: another row
    row = next(i for i, group in enumerate(reading.groups) if near.id in group.tiles)
    place = reading.groups[row].tiles.index(near.id)
    return row, place + (1 if along > 0 else 0)


def _right_of(tile: TileReading) -> Point:
    """The vector along the top edge of the tile, pixels."""
    (ax, ay), (bx, by) = tile.quad[0], tile.quad[1]
    return bx - ax, by - ay


def _quad_at(reading: SceneReading, at: Point, near: TileReading | None) -> Quad:
    """The nearest tile's quad moved to ``at``; without one an upright tile of fair size."""
    if near is None:
        w, h = reading.width / 60, reading.width / 44
        shape: tuple[Point, ...] = ((-w, -h), (w, -h), (w, h), (-w, h))
    else:
        cx, cy = near.center
        shape = tuple((x - cx, y - cy) for x, y in near.quad)
    a, b, c, d = ((at[0] + x, at[1] + y) for x, y in shape)
    return (a, b, c, d)
