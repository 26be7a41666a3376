"""Which tile is which where the order is known: a game laid out, or tiles named in a row.

The tiles seen, in reading order, are aligned with what should lie there by dynamic
programming: a tile of the layout may have been missed, and a find may be none. Among
several layouts (which colour comes first, one copy or both) the likeliest wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, permutations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.classify import INKS, NUMBERS, TILE_NAMES

Array: TypeAlias = NDArray[Any]
Layout: TypeAlias = tuple[str, ...]

MISSED = -4.0
"""Nats for a tile of the layout that was not seen."""
LEAST_FALSE = 0.007
"""However sure a find looks, it is none with this chance."""
LEAST_CHANCE = 0.0025
"""However sure the network is, another tile may lie there with this chance: the order knows."""
LEAST_JOKER = 0.03
"""The same for jokers, whose faces differ most between games."""
MOST_JOKERS = 4
_ROUNDING = 1e-6
_PLACE = {name: place for place, name in enumerate(TILE_NAMES)}


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the tiles seen lie on a layout.

    ``names``: for each tile seen its name, None for a find that is none; ``missing``:
    tiles of the layout that were not seen; ``worth``: logarithm of the likelihood, nats.
    """

    layout: Layout
    names: tuple[str | None, ...]
    missing: tuple[str, ...]
    worth: float


def games_in_order() -> list[list[Layout]]:
    """Every way a whole game lies in order, jokers last, in lists of one length.

    The colours come in any order, each from 1 to 13: once; or twice, number by number,
    row after row, or the whole game after the other.
    """
    once, twice = [], []
    for inks in permutations(INKS):
        rows = [[f"{ink}{number}" for number in range(1, NUMBERS + 1)] for ink in inks]
        whole = [name for row in rows for name in row]
        once.append(_with_jokers(whole))
        twice.append(_with_jokers([name for row in rows for name in row for _ in range(2)]))
        twice.append(_with_jokers([name for row in rows for name in (*row, *row)]))
        twice.append(_with_jokers(whole * 2))
    return [once, twice]


def _with_jokers(names: list[str]) -> Layout:
    return (*names, *["J"] * MOST_JOKERS)


def align(
    chances: Array, is_tile: Array, layouts: Sequence[Sequence[Layout]]
) -> tuple[Alignment, float]:
    """The likeliest alignment with any layout, and how sure its names are.

    Args:
        chances: ``(N, 54)``, each find's distribution over ``TILE_NAMES``, in reading order.
        is_tile: ``(N,)``, the chance that each find is a tile at all.
        layouts: lists of layouts of one length. Jokers at a layout's end may be absent.

    Returns:
        The alignment, and the nats by which it is likelier than the best one that
        names the tiles otherwise (infinite when there is none).
    """
    tables = [_table(chances, is_tile, of_length) for of_length in layouts]
    ranked = sorted(
        ((table, place) for table in tables for place in range(len(table.layouts))),
        key=lambda each: -each[0].worth(each[1]),
    )
    best = _traced(*ranked[0])
    for table, place in ranked[1:]:
        other = _traced(table, place)
        if other.names != best.names:
            return best, best.worth - other.worth
    return best, float(np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """The table of the dynamic programme, for layouts of one length L.

    ``fits`` ``(N, layouts, L)``: nats of a find lying on a place; ``before`` ``(N + 1,
    layouts, L + 1)``: the best worth once so many finds and places are passed;
    ``after`` ``(N, layouts, L + 1)``: the same with a find passed last.
    """

    layouts: Sequence[Layout]
    fits: Array
    before: Array
    after: Array

    def worth(self, place: int) -> float:
        return float(self.before[-1, place, -1])


def _table(chances: Array, is_tile: Array, layouts: Sequence[Layout]) -> _Table:
    places = np.array([[_PLACE[name] for name in layout] for layout in layouts])
    least = np.where(places == _PLACE["J"], LEAST_JOKER, LEAST_CHANCE)
    fits = np.log(np.maximum(chances[:, places], least))
    fits += np.log(np.maximum(is_tile, LEAST_FALSE))[:, None, None]
    false = np.log(np.maximum(1 - is_tile, LEAST_FALSE))
    missed = np.array([_missed_until(layout) for layout in layouts])
    before, after = [missed], []
    for fit, none in zip(fits, false, strict=True):
        here = before[-1] + none
        here[:, 1:] = np.maximum(here[:, 1:], before[-1][:, :-1] + fit)
        after.append(here)
        before.append(np.maximum.accumulate(here - missed, axis=1) + missed)
    return _Table(layouts, fits, np.array(before), np.array(after))


def _missed_until(layout: Layout) -> Array:
    """What it costs to see none of the first 0, 1, 2, ... tiles of the layout."""
    trailing = len(list(next(group for _, group in groupby(reversed(layout)))))
    free = trailing if layout[-1] == "J" else 0
    costs = [MISSED] * (len(layout) - free) + [0.0] * free
    return np.concatenate([[0.0], np.cumsum(costs)])


def _traced(table: _Table, place: int) -> Alignment:
    """The alignment that the last cell of a layout's table stands for."""
    layout, fits = table.layouts[place], table.fits[:, place]
    before, after = table.before[:, place], table.after[:, place]
    seen, passed = len(fits), len(layout)
    names: list[str | None] = [None] * seen
    missing: list[str] = []
    while seen or passed:
        if seen and after[seen - 1, passed] >= before[seen, passed] - _ROUNDING:
            seen -= 1
            met = before[seen, passed - 1] + fits[seen, passed - 1] if passed else -np.inf
            if met >= after[seen, passed] - _ROUNDING:
                passed -= 1
                names[seen] = layout[passed]
        else:
            passed -= 1
            missing.append(layout[passed])
    wanted = tuple(name for name in reversed(missing) if name != "J")
    return Alignment(layout, tuple(names), wanted, table.worth(place))
