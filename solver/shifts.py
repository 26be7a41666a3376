"""Where a joker goes that changes its place in its set while other tiles move.

Hands that follow a step see to the tiles they carry; a joker that has to make room
lies elsewhere in the end, and the words must say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from solver.piles import is_group, played_by_jokers
from solver.tiles import Meld, Tile

Where: TypeAlias = Literal["gap", "front", "end", "between", "one of several"]


@dataclass(frozen=True, slots=True)
class Shift:
    """``joker`` goes ``where``; ``beside`` are the tiles that tell the place.

    That is the tile that left the gap, or the two neighbours; none for an end, nor
    where it is ``one of several`` jokers that shifts.
    """

    joker: Tile
    where: Where
    beside: Meld = ()


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
    if keeps_order(fewer, more) and not _makes_way(lying, tiles, result):
        return None
    jokers = [tile for tile in (*more, *tiles) if tile.is_joker]
    return _whither(jokers[0], tiles, result) if len(jokers) == 1 else _unclear(jokers)


def _makes_way(lying: Meld, tiles: Meld, result: Meld) -> bool:
    """Whether a tile that comes takes the place of the one joker of a run."""
    came = len(result) > len(lying) and not is_group(result)
    return came and bool(played_by_jokers(lying) & set(tiles))


def _whither(joker: Tile, tiles: Meld, result: Meld) -> Shift:
    gap = played_by_jokers(result) & set(tiles) if _in_step(result) else ()
    place = result.index(joker)
    if gap:
        return Shift(joker, "gap", tuple(gap))
    if place == len(result) - 1:
        return Shift(joker, "end")
    if place == 0:
        return Shift(joker, "front")
    return Shift(joker, "between", (result[place - 1], result[place + 1]))


def _in_step(run: Meld) -> bool:
    """Whether every number tile lies where the first one lets it lie, in a run upwards."""
    return (
        len({(tile.color, tile.number - place) for place, tile in enumerate(run) if tile.number})
        == 1
    )


def _unclear(jokers: list[Tile]) -> Shift | None:
    return Shift(jokers[0], "one of several") if len(set(jokers)) == 1 else None


def _numbers(tiles: Meld) -> Meld:
    return tuple(tile for tile in tiles if not tile.is_joker)
