"""Among all best plays, the sets that leave the table most as it lies.

A second exact search (:mod:`solver.puzzle`): with the totals of the optimum fixed,
keep as many table tiles as possible in the heirs of their sets, then as many sets as
possible wholly untouched. What is found is then put back as it lay, as far as it can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from dataclasses import replace

from solver.faces import is_ordinary
from solver.heirs import Heirs
from solver.lying import as_laid
from solver.opening_sets import may_touch
from solver.piles import arrange
from solver.play import LaidSet
from solver.program import UNBOUNDED
from solver.puzzle import Layout, Puzzle, measured, no_layout
from solver.question import Objective
from solver.rules import Rules
from solver.search import Optimum, best_play, out_of_time
from solver.state import GameState
from solver.tails import swap_tails
from solver.tiles import Meld


def lay_out(
    state: GameState,
    optimum: Optimum,
    deadline: float | None = None,
    legal: Callable[[Layout], bool] | None = None,
    objective: Objective = "advice",
    *,
    narrow: bool = False,
    known: Layout | None = None,
) -> Layout:
    """The concrete sets of the best play that moves the fewest table tiles.

    ``optimum`` is what :func:`solver.search.best_play` found for ``state`` under
    ``objective``. Sets keep their places: heirs come first, in the order of the sets
    before. With ``legal`` the ruleset's policies for jokers bind, on which it has the
    last word; when no legal layout is found, an illegal one is returned. ``narrow`` asks
    a smaller program in which no set that a freed joker goes into inherits another: its
    layout may not be the best. ``known`` is a legal layout to be better than.
    """
    if not state.opened and state.rules.table_tiles_open and state.table:
        return lay_as_found(state, optimum)
    first = measured(state, optimum.sets, False, 0)
    if not state.table and len(first.sets) == 1:
        return replace(first, proven=True)
    if known:
        first = known
    elif legal and not legal(first):
        first = no_layout(state)
    found = _fewest_moved(state, optimum, first, deadline, legal, objective, narrow)
    return found if found.sets else lay_as_found(state, optimum)


def mend_layout(state: GameState, deadline: float | None = None) -> Layout | None:
    """The table's own tiles laid as valid sets with the fewest moved; None if impossible.

    Raises:
        TimeoutError: the ``deadline``, a ``time.perf_counter()`` moment, came before any
            way was found, so that nobody knows whether there is one.
    """
    nothing = Optimum((), (), proven=True, nodes=0)
    # laying the table right is nobody's turn, so nobody's opening
    alone = replace(state, rack=(), opened=True)
    if not all(map(is_ordinary, state.table_tiles())):
        nothing = best_play(alone, "opening", deadline)
        if not nothing.sets:
            _must_be_settled(nothing.proven)
            return None
    layout = _fewest_moved(alone, nothing, no_layout(alone), deadline)
    if layout.sets:
        return layout
    _must_be_settled(layout.proven)
    return None


def _must_be_settled(proven: bool) -> None:
    if not proven:
        raise TimeoutError("whether the table can be laid as valid sets is not settled")


def _fewest_moved(
    state: GameState,
    optimum: Optimum,
    first: Layout,
    deadline: float | None,
    legal: Callable[[Layout], bool] | None = None,
    objective: Objective = "advice",
    narrow: bool = False,
) -> Layout:
    """The best layout with the totals of ``optimum``, no worse than ``first``."""
    lying = tuple(state.lying())
    new = Counter(optimum.sets) - Counter(laid for laid in lying if laid is not None)
    given = tuple(
        laid
        for laid in optimum.sets
        if not all(map(is_ordinary, laid.tiles)) or (laid.only_jokers and new[laid])
    )
    best, strict = first, False
    in_full: frozenset[int] = frozenset()
    while not (best.proven or out_of_time(deadline)):
        most = best.heirs.moved if best.sets else UNBOUNDED
        puzzle = Puzzle(
            state, lying, optimum, in_full, legal, objective, given, narrow, most, strict=strict
        )
        answer = puzzle.solve(best, deadline)
        best = answer.layout
        if answer.jokers_alone:
            strict = True
            continue
        if not answer.doubtful:
            break
        in_full |= answer.doubtful
    best = replace(best, proven=best.proven and not narrow)
    rules = state.rules
    if not (state.opened or rules.lay_off_when_opening or rules.several_sets_open):
        # that a set which opens alone goes on as the heir of another is not looked for
        best = replace(best, proven=not best.heirs.moved and not best.heirs.touched)
    if given:  # with other sets around these jokers fewer tiles might move
        best = replace(best, proven=best.heirs.moved == 0)
    worth = _value(best) if objective == "points" else 0

    def allowed(made: Layout) -> bool:
        return _value(made) >= worth and (legal is None or legal(made))

    if best.sets:
        best = swap_tails(state, best, allowed)
    return _settled(state, lying, best, allowed)


def _value(layout: Layout) -> int:
    return sum(laid.value for laid in layout.sets)


def lay_as_found(
    state: GameState, optimum: Optimum, legal: Callable[[Layout], bool] | None = None
) -> Layout:
    """The sets of ``optimum`` as they are; of an opening, beside the untouched table.

    Tiles go back where they lay, unless ``legal`` says no to that.
    """
    sets = optimum.sets
    if not state.opened:
        there = zip(state.table, table_as_it_lies(state), strict=True)
        sets = (*(laid for meld, laid in there if not may_touch(meld, state.rules)), *sets)
    lying = tuple(state.lying())
    layout = measured(state, sets, proven=False, nodes=0)
    least = not layout.heirs.moved and not layout.heirs.touched
    layout = replace(layout, proven=least)
    worth = _value(layout)
    return _settled(
        state, lying, layout, lambda made: _value(made) >= worth and (legal is None or legal(made))
    )


def table_as_it_lies(state: GameState) -> tuple[LaidSet, ...]:
    """The table's sets unchanged; a joker of a broken one stands for itself."""
    sets = zip(state.table, state.lying(), strict=True)
    return tuple(laid or LaidSet(meld, meld) for meld, laid in sets)


def _settled(
    state: GameState,
    lying: tuple[LaidSet | None, ...],
    layout: Layout,
    allowed: Callable[[Layout], bool],
) -> Layout:
    """The layout with heirs where their sets lay, in their old order where that is ``allowed``.

    A joker put back where it lay may tell another story than the one that is legal, or
    make a set worth less: then every set is tried on its own.
    """
    inherited = {i for i, j in enumerate(layout.heirs.of_before) if j is not None}
    settled = _in_old_places(state, lying, layout, inherited)
    if allowed(settled):
        return settled
    kept: set[int] = set()
    for place in sorted(inherited):
        if allowed(_in_old_places(state, lying, layout, kept | {place})):
            kept.add(place)
    return _in_old_places(state, lying, layout, kept)


def _in_old_places(
    state: GameState, lying: tuple[LaidSet | None, ...], layout: Layout, kept: Set[int]
) -> Layout:
    """The layout with heirs where their sets lay, new sets behind, the old order ``kept``."""
    heirs = layout.heirs.of_before
    sets: list[LaidSet] = []
    places: list[int | None] = []
    for i, j in enumerate(heirs):
        places.append(None if j is None else len(sets))
        if j is not None:
            laid = layout.sets[j]
            old = _in_old_order(state.table[i], lying[i], laid, state.rules) if i in kept else laid
            sets.append(old)
    new = [laid for j, laid in enumerate(layout.sets) if j not in heirs]
    settled = Heirs(tuple(places), layout.heirs.moved, layout.heirs.touched)
    return Layout(layout.placed, (*sets, *new), settled, layout.proven, layout.nodes)


def _in_old_order(before: Meld, lying: LaidSet | None, after: LaidSet, rules: Rules) -> LaidSet:
    """``after`` with the tiles of ``before`` where they lay, as far as rules allow."""
    if lying is not None and Counter(before) == Counter(after.tiles):
        return lying
    if not all(map(is_ordinary, after.tiles)):
        return after
    if after.is_run:
        return _jokers_in_old_places(before, after, rules) if after.jokers() else after
    rest = list(zip(after.tiles, after.stands_for, strict=True))
    kept = []
    for tile in before:
        if pair := next((pair for pair in rest if pair[0] == tile), None):
            rest.remove(pair)
            kept.append(pair)
    tiles, meant = zip(*kept, *rest, strict=True) if kept else (after.tiles, after.stands_for)
    return LaidSet(tuple(tiles), tuple(meant))


def _jokers_in_old_places(before: Meld, after: LaidSet, rules: Rules) -> LaidSet:
    """The run ``after`` with its jokers where they lay in ``before``, if that makes one."""
    pile = arrange(Counter(after.tiles), before, None, rules)
    laid = as_laid(pile.tiles, rules) if pile.valid else None
    return laid if laid is not None and laid.is_run else after
