"""Runs that can swap their tails, where hands then have fewer ways to go.

Two runs of one colour that share a tile may each go on, from there, as the other does:
``R4-R8`` and ``R3-R6`` are as well ``R4-R6`` and ``R3-R8``. No tile, point or set is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from solver.faces import is_ordinary
from solver.heirs import find_heirs
from solver.movements import find_routes
from solver.play import LaidSet
from solver.puzzle import Layout
from solver.state import GameState
from solver.tiles import FEWEST_IN_SET


def swap_tails(state: GameState, layout: Layout, allowed: Callable[[Layout], bool]) -> Layout:
    """``layout``, or one like it whose tiles travel fewer ways.

    As many tiles move and as many sets are touched; only ``allowed`` layouts are taken.
    """
    while True:
        ways = _ways(state, layout)
        for other in _swapped(state, layout):
            if _ways(state, other) < ways and allowed(other):
                layout = other
                break
        else:
            return layout


def _ways(state: GameState, layout: Layout) -> int:
    return len(find_routes(state.table, layout.sets, layout.heirs))


def _swapped(state: GameState, layout: Layout) -> Iterator[Layout]:
    """Every layout that differs from ``layout`` in two tails and keeps as much in place."""
    sets = layout.sets
    still = Counter(tuple(sorted(meld)) for meld in state.table)
    changed = []
    for place, laid in enumerate(sets):
        looks = tuple(sorted(laid.tiles))
        if still[looks]:
            still[looks] -= 1
        elif laid.is_run and all(map(is_ordinary, laid.tiles)):
            changed.append(place)
    for i, j in combinations(changed, 2):
        for first, second in _pairs(sets[i], sets[j]):
            swapped = [*sets]
            swapped[i], swapped[j] = first, second
            if not state.rules.two_jokers and _crowded(first, second):
                continue
            heirs = find_heirs(state.table, [laid.tiles for laid in swapped])
            if (heirs.moved, heirs.touched) == (layout.heirs.moved, layout.heirs.touched):
                yield replace(layout, sets=tuple(swapped), heirs=heirs)


def _pairs(first: LaidSet, second: LaidSet) -> Iterator[tuple[LaidSet, LaidSet]]:
    """The two runs with their tails swapped, at every tile where they then still are sets."""
    for cut, meant in enumerate(first.stands_for):
        if meant in second.stands_for:
            other = second.stands_for.index(meant)
            pair = _joined(first, cut, second, other), _joined(second, other, first, cut)
            if all(len(laid.tiles) >= FEWEST_IN_SET and not laid.only_jokers for laid in pair):
                yield pair


def _joined(head: LaidSet, cut: int, tail: LaidSet, start: int) -> LaidSet:
    return LaidSet(
        head.tiles[:cut] + tail.tiles[start:], head.stands_for[:cut] + tail.stands_for[start:]
    )


def _crowded(*sets: LaidSet) -> bool:
    return any(len(laid.jokers()) > 1 for laid in sets)
