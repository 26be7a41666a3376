"""What differs between two tables, set by set and tile by tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.tiles import Meld, Stock, Tile


@dataclass(frozen=True, slots=True)
class Difference:
    """The table before against the table after.

    ``broken_up`` are the sets before that no longer lie there, ``made`` the sets
    after that did not; a set turned round, or a group in another order, is the
    same set. ``unchanged`` are all others. ``added`` and ``missing`` are the tiles
    after that were not there before, and the other way round.
    """

    broken_up: tuple[Meld, ...]
    made: tuple[Meld, ...]
    added: Stock
    missing: Stock
    unchanged: tuple[Meld, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether both tables hold the same sets."""
        return not self.broken_up and not self.made


def difference(before: Sequence[Meld], after: Sequence[Meld]) -> Difference:
    """What differs between the tables ``before`` and ``after``."""
    there, then = _tiles(before), _tiles(after)
    broken_up = _without(before, after)
    return Difference(
        broken_up,
        _without(after, before),
        Stock.from_counts(then - there),
        Stock.from_counts(there - then),
        _without(before, broken_up),
    )


def _tiles(table: Iterable[Meld]) -> Counter[Tile]:
    return Counter(tile for meld in table for tile in meld)


def _without(table: Sequence[Meld], other: Sequence[Meld]) -> tuple[Meld, ...]:
    left = Counter(as_told(meld) for meld in other)
    kept = []
    for meld in table:
        told = as_told(meld)
        if left[told]:
            left[told] -= 1
        else:
            kept.append(meld)
    return tuple(kept)


def as_told(meld: Meld) -> Meld:
    """One form for all ways to lay the same set, to compare sets by.

    With a single number tile the order says what the jokers are: it stays.
    """
    numbers = [tile.number for tile in meld if not tile.is_joker]
    if len(numbers) < 2:
        return meld
    return tuple(sorted(meld)) if len(set(numbers)) == 1 else min(meld, meld[::-1])
