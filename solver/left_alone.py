"""A position without some sets of its table, and a layout with those put back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.heirs import Heirs
from solver.layout import table_as_it_lies
from solver.play import LaidSet
from solver.puzzle import Layout
from solver.state import GameState
from solver.tiles import Meld


def without(state: GameState, leave: Callable[[Meld], bool]) -> GameState:
    """The position without the sets to leave alone."""
    table = tuple(meld for meld in state.table if not leave(meld))
    return state if len(table) == len(state.table) else replace(state, table=table)


def put_back(state: GameState, inner: GameState, layout: Layout) -> Layout:
    """``layout`` of ``inner`` with the sets that were left out of ``state`` where they lie."""
    if inner.table == state.table:
        return layout
    inner_places = iter(layout.heirs.of_before)
    left_in = list(inner.table)
    sets: list[LaidSet] = []
    heirs: list[int | None] = []
    for laid, meld in zip(table_as_it_lies(state), state.table, strict=True):
        if left_in and left_in[0] == meld:
            left_in.pop(0)
            heir = next(inner_places)
            heirs.append(None if heir is None else len(sets))
            sets += [] if heir is None else [layout.sets[heir]]
        else:
            heirs.append(len(sets))
            sets.append(laid)
    taken = set(layout.heirs.of_before)
    sets += [laid for j, laid in enumerate(layout.sets) if j not in taken]
    settled = Heirs(tuple(heirs), layout.heirs.moved, layout.heirs.touched)
    return replace(layout, sets=tuple(sets), heirs=settled)
