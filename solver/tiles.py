"""The pieces of the game: colours, tiles, jokers and stocks of tiles.

A :class:`Tile` has no copy number: the two red sevens of a box are equal, and
how many there are is the business of a :class:`Stock`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TypeAlias

MAX_NUMBER = 13
FEWEST_IN_SET = 3
"""A set holds at least so many tiles."""


class Color(StrEnum):
    """The four inks, by the letter the notation uses for them."""

    __hash__ = str.__hash__  # the enumeration's own takes longer, and tiles are counted often

    RED = "R"
    BLUE = "B"
    BLACK = "K"
    ORANGE = "O"


class JokerKind(StrEnum):
    """The kinds of joker; all but ``ORDINARY`` belong to Twist."""

    __hash__ = str.__hash__

    ORDINARY = "J"
    DOUBLE = "JD"
    MIRROR = "JM"
    CHANGE = "JC"


COLORS: tuple[Color, ...] = tuple(Color)
NUMBERS: range = range(1, MAX_NUMBER + 1)
_COLOR_ORDER = {color: place for place, color in enumerate(COLORS)}
_JOKER_ORDER = {kind: place for place, kind in enumerate(JokerKind)}


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: a colour and a number from 1 to 13, or a kind of joker.

    Exactly one of the two forms is filled in; :func:`numbered` and
    :func:`joker` build them. Tiles sort by colour (R, B, K, O), then number,
    jokers last. ``str(tile)`` is its notation (``R7``, ``J``, ``JD``).

    Raises:
        ValueError: the fields name no tile of the game.
    """

    color: Color | None = None
    number: int | None = None
    joker: JokerKind | None = None

    def __post_init__(self) -> None:
        is_number = self.color is not None and self.number is not None and self.joker is None
        is_joker = self.color is None and self.number is None and self.joker is not None
        if not (is_number or is_joker):
            raise ValueError(f"not a tile: {self.color!r}, {self.number!r}, {self.joker!r}")
        if self.number is not None and self.number not in NUMBERS:
            raise ValueError(f"no tile has the number {self.number}: numbers go from 1 to 13")

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker of any kind."""
        return self.joker is not None

    @property
    def face_value(self) -> int:
        """The printed number in points; 0 for a joker."""
        return self.number or 0

    def sort_key(self) -> tuple[int, int]:
        """Colour and number as integers, for a stable order."""
        if self.joker is not None:
            return (len(COLORS), _JOKER_ORDER[self.joker])
        assert self.color is not None and self.number is not None
        return (_COLOR_ORDER[self.color], self.number)

    def __lt__(self, other: Tile) -> bool:
        return self.sort_key() < other.sort_key()

    def __str__(self) -> str:
        return str(self.joker) if self.joker is not None else f"{self.color}{self.number}"


_JOKERS = {kind: Tile(joker=kind) for kind in JokerKind}
JOKER = _JOKERS[JokerKind.ORDINARY]

Meld: TypeAlias = tuple[Tile, ...]
"""Tiles lying together, left to right with the tiles upright; valid or not."""


# equal tiles are one object: that makes comparing sets quick
@cache
def numbered(color: Color, number: int) -> Tile:
    """The tile of that colour and number (1 to 13)."""
    return Tile(color=color, number=number)


def joker(kind: JokerKind = JokerKind.ORDINARY) -> Tile:
    """The joker of that kind."""
    return _JOKERS[kind]


@dataclass(frozen=True, slots=True)
class Stock(Mapping[Tile, int]):
    """An immutable multiset of tiles: tile -> how many, never 0 or less.

    ``stock[tile]`` is 0 for a tile that is not there. ``a + b`` joins, ``a - b``
    takes away and raises ``ValueError`` when ``b`` is not inside ``a``;
    ``a <= b`` tells whether ``a`` lies inside ``b``.
    """

    counts: tuple[tuple[Tile, int], ...] = ()

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Stock:
        """The stock holding each of ``tiles`` once per occurrence."""
        return cls.from_counts(Counter(tiles))

    @classmethod
    def from_counts(cls, counts: Mapping[Tile, int]) -> Stock:
        """The stock of these counts; zero counts are dropped.

        Raises:
            ValueError: a count is negative.
        """
        for tile, count in counts.items():
            if count < 0:
                raise ValueError(f"a stock cannot hold {count} of {tile}")
        return cls(tuple(sorted((tile, n) for tile, n in counts.items() if n)))

    def __getitem__(self, tile: Tile) -> int:
        for held, count in self.counts:
            if held == tile:
                return count
        return 0

    def __iter__(self) -> Iterator[Tile]:
        return (tile for tile, _ in self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __contains__(self, tile: object) -> bool:
        return any(held == tile for held, _ in self.counts)

    @property
    def total(self) -> int:
        """How many tiles there are, copies counted."""
        return sum(count for _, count in self.counts)

    def tiles(self) -> Meld:
        """All tiles, sorted, copies repeated."""
        return tuple(tile for tile, count in self.counts for _ in range(count))

    def __add__(self, other: Stock) -> Stock:
        return Stock.from_counts(Counter(dict(self.counts)) + Counter(dict(other.counts)))

    def __sub__(self, other: Stock) -> Stock:
        left = Counter(dict(self.counts))
        left.subtract(dict(other.counts))
        for tile, count in left.items():
            if count < 0:
                raise ValueError(f"there are not enough of {tile} to take away")
        return Stock.from_counts(left)

    def __le__(self, other: Stock) -> bool:
        there = dict(other.counts)
        return all(count <= there.get(tile, 0) for tile, count in self.counts)

    def excess_over(self, limit: Stock) -> Stock:
        """What this stock holds beyond ``limit``: the tiles too many."""
        allowed = dict(limit.counts)
        return Stock.from_counts(
            {tile: max(0, count - allowed.get(tile, 0)) for tile, count in self.counts}
        )


def box(copies: int = 2, jokers: Mapping[JokerKind, int] | None = None) -> Stock:
    """All tiles of a game: ``copies`` of each number and colour, and its jokers.

    ``jokers`` defaults to two ordinary ones (the 106-tile box).
    """
    counts = {numbered(color, number): copies for color in COLORS for number in NUMBERS}
    kinds = {JokerKind.ORDINARY: 2} if jokers is None else jokers
    counts |= {joker(kind): count for kind, count in kinds.items()}
    return Stock.from_counts(counts)
