"""Where a joker goes that changes its place in its set while other tiles move.

Hands that follow a step see to the tiles they carry; a joker that has to make room
lies elsewhere in the end, and the words must say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from solver.piles import is_group, played_by_jokers
from solver.tiles import Meld, Tile

Where: TypeAlias = Literal["gap", "front", "end", "between", "too", "several", "named"]
Which: TypeAlias = Literal["only", "left", "right", "one"]


@dataclass(frozen=True, slots=True)
class Shift:
    """``joker`` goes ``where``; ``beside`` are the tiles that tell the place.

    That is the tile that left the gap, or the two neighbours; none for an end, nor
    where the joker moves ``too``, with one that comes, ``several`` do, or jokers that lay by
    themselves are ``named`` by the tiles that come. ``which``:
    the only one of its set, the left or the right one, or any one of several.
    """

    joker: Tile
    where: Where
    beside: Meld = ()
    which: Which = "only"


def keeps_order(before: Meld, after: Meld) -> bool:
    """Whether what lay there still lies in the same order: no joker has changed places."""
    left = iter(after)
    return all(tile in left for tile in before)


def joker_shift(lying: Meld, tiles: Meld, result: Meld) -> Shift | None:
    """How a joker of ``lying`` shifts when ``tiles`` leave or join it and ``result`` is left.

    None where no joker does, or where number tiles change places as well: only the
    whole set tells that.
    """
    if not lying or not result:
        return None
    fewer, more = sorted((lying, result), key=len)
    if not keeps_order(_numbers(fewer), _numbers(more)):
        return None
    if len(lying) > 1 and not _numbers(lying) and _numbers(result):
        return Shift(lying[0], "named")
    if keeps_order(fewer, more) and not _makes_way(lying, tiles, result):
        return None
    jokers = [tile for tile in (*more, *tiles) if tile.is_joker]
    if len(jokers) == 1:
        return _whither(result.index(jokers[0]), tiles, result, "only")
    return _of_several(lying, tiles, result) if len(set(jokers)) == 1 else None


def _makes_way(lying: Meld, tiles: Meld, result: Meld) -> bool:
    """Whether a tile that comes takes the place of the one joker of a run."""
    came = len(result) > len(lying) and not is_group(result)
    return came and bool(played_by_jokers(lying) & set(tiles))


def _of_several(lying: Meld, tiles: Meld, result: Meld) -> Shift | None:
    """How jokers shift that look alike: as few of them as will do."""
    (joker,) = {tile for tile in (*lying, *tiles) if tile.is_joker}
    if joker in tiles:
        return Shift(joker, "too") if lying.count(joker) == 1 else Shift(joker, "several")
    if keeps_order(*sorted((lying, result), key=len)):
        return None
    places = [place for place, tile in enumerate(lying) if tile == joker]
    ends = (0, len(result) - 1)  # easier to say than what lies beside
    there = [place for place, tile in enumerate(result) if tile == joker]
    for to in sorted(there, key=lambda place: place not in ends):
        others = _without(result, to)
        movable = [k for k in places if keeps_order(*sorted((_without(lying, k), others), key=len))]
        if movable:
            only = len(movable) == 1 and len(places) == 2
            which: Which = ("left", "right")[places.index(movable[0])] if only else "one"
            return _whither(to, tiles, result, which)
    return Shift(joker, "several")


def _without(meld: Meld, place: int) -> Meld:
    return meld[:place] + meld[place + 1 :]


def _whither(place: int, tiles: Meld, result: Meld, which: Which) -> Shift:
    """Where the joker goes that lies at ``place`` in the end."""
    joker = result[place]
    gap = played_by_jokers(result) & set(tiles) if _in_step(result) else set()
    gap = {tile for tile in gap if _belongs_at(place, tile, result)}
    if gap:
        return Shift(joker, "gap", tuple(gap), which)
    if place == len(result) - 1:
        return Shift(joker, "end", (), which)
    if place == 0:
        return Shift(joker, "front", (), which)
    return Shift(joker, "between", (result[place - 1], result[place + 1]), which)


def _belongs_at(place: int, tile: Tile, run: Meld) -> bool:
    """Whether ``tile`` is what a run that lies in step counts as at ``place``."""
    first = next(i for i, other in enumerate(run) if other.number)
    return tile.face_value - place == run[first].face_value - first


def _in_step(run: Meld) -> bool:
    """Whether every number tile lies where the first one lets it lie, in a run upwards."""
    return (
        len({(tile.color, tile.number - place) for place, tile in enumerate(run) if tile.number})
        == 1
    )


def _numbers(tiles: Meld) -> Meld:
    return tuple(tile for tile in tiles if not tile.is_joker)
