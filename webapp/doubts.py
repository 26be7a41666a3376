"""Doubtful tiles of a photo, and which of them a verdict hangs on.

Where a doubtful tile lies (``at``) is told by whoever asks: a place in a set, or the
table, the set and the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from solver.notation import DeclaredSet, parse_declared_set
from solver.tiles import Color
from solver.wording import COLOR_NAMES
from vision.reading import FACE_DOWN, UNREADABLE, TileReading, Why

if TYPE_CHECKING:
    from solver.rules import Rules

MOST_TOGETHER = 2_000
"""So many ways to read several doubtful tiles otherwise are tried, fewest tiles first."""

At = TypeVar("At")


@dataclass(frozen=True, slots=True)
class Doubt(Generic[At]):
    """A doubtful tile, where it lies, and what it may be instead: anything if that is empty."""

    at: At
    tile: TileReading
    others: tuple[str, ...]


Change: TypeAlias = tuple[Doubt[At], str]
"""A doubtful tile being another one."""


@dataclass(frozen=True, slots=True)
class Turning(Generic[At]):
    """The doubtful tiles that would turn a verdict, none if it stands.

    With each are the others that do it; none where it may be anything, for then no verdict
    is sure. ``together``: they turn it only if all of them are others. ``tried_all``: every
    way to read the doubtful tiles otherwise was tried as far as it takes to know that.
    """

    tiles: tuple[tuple[Doubt[At], tuple[str, ...]], ...] = ()
    together: bool = False
    tried_all: bool = True


def others_of(tile: TileReading) -> tuple[str, ...]:
    """The tiles of the game that a doubtful tile may be instead, the likeliest first."""
    if not tile.doubtful:
        return ()
    others = (other for other, _chance in tile.alternatives)
    return tuple(other for other in others if other not in (UNREADABLE, FACE_DOWN))


def doubts_among(tiles: Iterable[tuple[At, TileReading]]) -> tuple[Doubt[At], ...]:
    """The doubtful ones of some tiles."""
    return tuple(Doubt(at, tile, others_of(tile)) for at, tile in tiles if tile.doubtful)


def turning(
    doubts: Sequence[Doubt[At]], verdict: Callable[[Sequence[Change[At]]], object]
) -> Turning[At]:
    """The doubtful tiles on which ``verdict`` hangs: each alone, or else together.

    ``verdict`` tells what is judged with these tiles being others.
    """
    as_read = verdict(())
    alone = tuple(
        (one, tuple(other for other in one.others if verdict([(one, other)]) != as_read))
        for one in doubts
    )
    if found := tuple((one, others) for one, others in alone if others or not one.others):
        return Turning(found)
    for number, changes in enumerate(_together(doubts)):
        if number == MOST_TOGETHER:
            return Turning(tried_all=False)
        if verdict(changes) != as_read:
            return Turning(tuple((one, (other,)) for one, other in changes), together=True)
    return Turning()


def _together(doubts: Sequence[Doubt[At]]) -> Iterator[tuple[Change[At], ...]]:
    """Every way to read two or more doubtful tiles otherwise, fewest tiles first."""
    for count in range(2, len(doubts) + 1):
        for chosen in combinations(doubts, count):
            for others in product(*(one.others for one in chosen)):
                yield tuple(zip(chosen, others, strict=True))


def renamed(told: DeclaredSet, place: int, name: str) -> DeclaredSet:
    """The set with the tile at ``place`` being another; other jokers stay as declared."""
    words = str(told).split()
    return parse_declared_set(" ".join((*words[:place], name, *words[place + 1 :])))


@dataclass(frozen=True, slots=True)
class OpenVerdict:
    """The doubtful tiles on which the verdict on a set hangs; at are their places, from 0.

    Where not every way to read them was tried, these are all its doubtful tiles.
    """

    turning: Turning[int]

    @property
    def why(self) -> str:
        """Why there is no verdict."""
        tiles = self.turning.tiles
        if not self.turning.tried_all:
            places = ", ".join(str(one.at + 1) for one, _others in tiles)
            return f"tiles {places} are doubtful, and not every way to read them was tried"
        if self.turning.together:
            told = " and ".join(f"tile {_may_be(one, others)}" for one, others in tiles)
            return f"{told}, and the verdict hangs on them together"
        return f"tile {_may_be(*tiles[0])}, and the verdict hangs on it"


def _may_be(one: Doubt[int], others: Sequence[str]) -> str:
    return f"{one.at + 1} reads {one.tile.tile} but {what_else(one.tile, others[:1])}"


def reasons_of(tile: TileReading) -> tuple[str, ...]:
    """Why a tile is in doubt, and between which tiles where only its colour is hard to tell."""
    others = (other for other in others_of(tile) if other[1:] == tile.tile[1:])
    other = next(others, "") if tile.tile[:1] in COLOR_NAMES else ""
    between = f"{Why.INK}: {_in_words(tile.tile)} or {_in_words(other)}" if other else Why.INK
    return tuple(between if why is Why.INK else str(why) for why in tile.why)


def _in_words(name: str) -> str:
    return f"{COLOR_NAMES[Color(name[0])]} {name[1:]}"


def what_else(tile: TileReading, others: Sequence[str]) -> str:
    """What a doubtful tile may be instead; why it is in doubt where no other is likely."""
    if others or not tile.why:
        return f"may be {' or '.join(others) or 'any other'}"
    return f"is in doubt ({', '.join(reasons_of(tile))})"


def open_verdict(
    told: DeclaredSet, tiles: Sequence[TileReading], rules: Rules
) -> OpenVerdict | None:
    """The doubtful tiles of a photographed set on which its verdict hangs, if any.

    ``tiles`` are how those of the set were read, left to right.
    """
    from solver.melds import judge

    def verdict(changes: Sequence[Change[int]]) -> tuple[bool, int]:
        one = told
        for doubt, other in changes:
            one = renamed(one, doubt.at, other)
        judged = judge(one.tiles, rules, one.declared)
        return judged.valid, judged.value

    doubts = doubts_among(enumerate(tiles))
    found = turning(doubts, verdict)
    if not found.tried_all:
        found = Turning(tuple((one, one.others) for one in doubts), tried_all=False)
    return OpenVerdict(found) if found.tiles else None
