"""The best legal play of a position: searched freely first, then under all policies.

Most positions' best play breaks no policy for jokers, and then it is the answer.
Only otherwise is the larger program asked that knows them.
"""

from __future__ import annotations

import dataclasses
import time

from solver.beside import Play, beside_jokers_alone
from solver.bound_plays import best_within_policies, breaks_policy, grow_sets
from solver.declared import goes_out_with_jokers, may_lie_alone
from solver.faces import is_ordinary
from solver.layout import lay_as_found, lay_out
from solver.left_alone import put_back, without
from solver.opening import may_lie_in_opening
from solver.opening_sets import may_touch
from solver.puzzle import Layout
from solver.question import Objective
from solver.search import a_little_later, best_play
from solver.state import GameState
from solver.tiles import JOKER, Meld

# said where a rule binds that the search does not know for the jokers of Twist
ONLY_ORDINARY_JOKERS = (
    "plays are suggested with number tiles and ordinary jokers only: sets with another "
    "joker stay as they lie, and such jokers stay on the rack"
)

GOING_OUT = ("advice", "tiles", "value")
"""The objectives under which no play is better than one of the whole rack."""


def find_play(
    state: GameState,
    objective: Objective,
    deadline: float | None = None,
    *,
    grow_only: bool = False,
) -> Play:
    """The best play that the rules of ``state`` allow.

    ``deadline``: a ``time.perf_counter()`` moment after which the searches give
    the best they have. ``grow_only``: sets of the table may only be added to.
    """
    if grow_only:
        return _search(state, objective, deadline, grow_only=True)
    play = _search(state, objective, deadline)
    layout = play.layout
    goes_out = objective in GOING_OUT
    wins = goes_out_with_jokers(state, layout) if goes_out else None
    if wins and not breaks_policy(state, wins):  # nothing is better than going out
        return dataclasses.replace(play, layout=wins, optimal=True, moves_optimal=wins.proven)
    whole = goes_out and layout is not None and len(layout.placed) == len(state.rack)
    least = whole and layout is not None and not layout.heirs.touched
    if least or not may_lie_alone(state.rules):
        return play
    return beside_jokers_alone(state, play, objective, deadline, search=_search)


def _search(
    state: GameState, objective: Objective, deadline: float | None, *, grow_only: bool = False
) -> Play:
    """The best play without new sets of jokers alone."""
    inner = part_in_play(state)
    play = _grow(inner, objective, deadline) if grow_only else _find(inner, objective, deadline)
    return dataclasses.replace(play, layout=play.layout and put_back(state, inner, play.layout))


def part_in_play(state: GameState) -> GameState:
    """The position without the sets that may not be touched and tiles that may not be played."""
    rules, opened = state.rules, state.opened
    # where laying off is allowed in the opening turn, a joker may follow in any case
    any_joker = opened or rules.lay_off_when_opening
    rack = tuple(tile for tile in state.rack if any_joker or may_lie_in_opening(tile, rules))
    inner = without(state, lambda meld: not (opened or may_touch(meld, rules)))
    return inner if len(rack) == len(state.rack) else _with_rack(inner, rack)


def _with_rack(state: GameState, rack: Meld) -> GameState:
    """The position with these rack tiles alone; the others stay there, so nobody goes out."""
    kept = len(state.rack) - len(rack)
    return dataclasses.replace(state, rack=rack, unnamed=state.unnamed + kept)


def _find(state: GameState, objective: Objective, deadline: float | None) -> Play:
    special = not all(map(is_ordinary, (*state.table_tiles(), *state.rack)))
    if special and not state.opened and (state.table or not state.rules.several_sets_open):
        return _ordinary_only(state, objective, deadline)
    if not state.opened and state.rules.table_tiles_open and state.table:
        return _open_with_table(state, objective, deadline)
    started = time.perf_counter()
    optimum = best_play(state, objective, deadline)
    searched = time.perf_counter()
    if not optimum.placed:
        late = a_little_later(deadline)
        added = None if optimum.proven else grow_sets(state, objective, late)
        return _timed(added, optimum.proven, started, searched)
    layout = lay_out(state, optimum, deadline, objective=objective)
    if not breaks_policy(state, layout):
        return _timed(layout, optimum.proven, started, searched)
    if special:
        return _ordinary_only(state, objective, deadline)
    found, optimal = best_within_policies(state, objective, deadline)
    return _timed(found, optimal, started, time.perf_counter())


def _ordinary_only(state: GameState, objective: Objective, deadline: float | None) -> Play:
    """The best play with number tiles and ordinary jokers, and the word that it is no more."""
    inner = without(state, lambda meld: not all(map(is_ordinary, meld)))
    inner = _with_rack(inner, tuple(filter(is_ordinary, state.rack)))
    play = _find(inner, objective, deadline)
    layout = play.layout and put_back(state, inner, play.layout)
    return dataclasses.replace(
        play, layout=layout, optimal=False, moves_optimal=False, notices=(ONLY_ORDINARY_JOKERS,)
    )


def _open_with_table(state: GameState, objective: Objective, deadline: float | None) -> Play:
    """The best opening where table tiles may help to it.

    Any layout of the best play's tiles will do that makes enough points: one that
    moves few tiles is looked for first.
    """
    started = time.perf_counter()
    bound = best_play(state, objective, deadline, joker_rules=_asks_policies(state))
    searched = time.perf_counter()
    if not bound.placed:
        return _timed(None, bound.proven, started, searched)
    freely = lay_out(dataclasses.replace(state, opened=True), bound, deadline, objective=objective)
    if not breaks_policy(state, freely):
        return _timed(freely, bound.proven, started, searched)
    found = lay_as_found(state, bound, lambda made: not breaks_policy(state, made))
    least = freely.proven and _kept(found) == _kept(freely)
    found = dataclasses.replace(found, proven=least)
    if breaks_policy(state, found):
        return _timed(None, False, started, searched)
    return _timed(found, bound.proven, started, searched)


def _asks_policies(state: GameState) -> bool:
    """Whether a rule for jokers of the table may bind."""
    return not state.rules.two_jokers or any(JOKER in meld for meld in state.table)


def _kept(layout: Layout) -> tuple[int, int]:
    return layout.heirs.moved, layout.heirs.touched


def _grow(state: GameState, objective: Objective, deadline: float | None) -> Play:
    started = time.perf_counter()
    # sets with a Twist joker may be added to, but that is not looked for
    untouched = not state.opened and not state.rules.lay_off_when_opening
    inner = without(state, lambda meld: untouched or not all(map(is_ordinary, meld)))
    optimum = best_play(inner, objective, deadline, grow_only=True)
    searched = time.perf_counter()
    layout = put_back(state, inner, lay_as_found(inner, optimum)) if optimum.placed else None
    proven = optimum.proven and inner.table == state.table
    if layout is not None and breaks_policy(state, layout):
        layout, proven = None, False
    return _timed(layout, proven, started, searched)


def _timed(layout: Layout | None, optimal: bool, started: float, searched: float) -> Play:
    now = time.perf_counter()
    moves_optimal = optimal and layout.proven if layout else optimal
    return Play(
        layout, optimal, moves_optimal, (), (searched - started) * 1000, (now - searched) * 1000
    )
