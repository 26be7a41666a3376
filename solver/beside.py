"""The best play with sets of jokers alone beside the others, where the rules allow them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from solver.bound_plays import breaks_policy
from solver.declared import as_it_lies, laid_beside, opens_alone, rest_of_opening, sets_of_jokers
from solver.layout import lay_as_found, lay_out
from solver.opening_sets import may_touch
from solver.play import LaidSet
from solver.puzzle import Layout
from solver.question import Objective, worth
from solver.search import best_play
from solver.state import GameState
from solver.tiles import FEWEST_IN_SET, JOKER


@dataclass(frozen=True, slots=True)
class Play:
    """A play and how sure it is; ``layout`` is None when nothing can be played.

    ``optimal``: no legal play is better. ``moves_optimal``: none as good moves
    fewer table tiles. ``search_ms`` and ``layout_ms`` are milliseconds.
    """

    layout: Layout | None
    optimal: bool
    moves_optimal: bool
    notices: tuple[str, ...]
    search_ms: float
    layout_ms: float


Search: TypeAlias = Callable[[GameState, Objective, "float | None"], Play]


@dataclass(frozen=True, slots=True)
class _Found:
    """What one choice of sets of jokers alone leads to; ``settled``: to nothing better."""

    layouts: tuple[Layout, ...]
    settled: bool


def beside_jokers_alone(
    state: GameState,
    play: Play,
    objective: Objective,
    deadline: float | None,
    search: Search,
) -> Play:
    """``play``, or a better one with new sets of jokers alone.

    ``search`` finds the best play of a position without such sets, as ``play`` was found.
    """
    best, optimal = play.layout, play.optimal
    moves_optimal = play.moves_optimal
    for found in _all_found(state, play, objective, deadline, search):
        optimal = optimal and found.settled
        for layout in found.layouts:
            if breaks_policy(state, layout):
                # legal in another layout perhaps, or a lesser play is
                optimal = optimal and not _better(state, layout, best, objective)
            elif _better(state, layout, best, objective):
                best, moves_optimal = layout, layout.proven
            elif best and not _better(state, best, layout, objective):
                # as good: the one that moves less
                moves_optimal = moves_optimal and layout.proven
                best = min(best, layout, key=_moves)
    least = best is not None and _moves(best) == (0, 0)
    return replace(
        play, layout=best, optimal=optimal, moves_optimal=optimal and (moves_optimal or least)
    )


def _all_found(
    state: GameState, play: Play, objective: Objective, deadline: float | None, search: Search
) -> Iterator[_Found]:
    own = state.rack.count(JOKER)
    loose = tuple(meld for meld in state.table if state.opened or may_touch(meld, state.rules))
    lying = sum(meld.count(JOKER) for meld in loose)
    if state.opened:
        for alone in sets_of_jokers(state, own + lying):
            yield _with_freed(state, play.layout, objective, deadline, alone)
        return
    for alone in sets_of_jokers(state, own):
        found = search(rest_of_opening(state, alone), objective, deadline)
        layouts = [as_it_lies(state)] if opens_alone(state, alone) else []
        layouts += [found.layout] if found.layout else []
        yield _Found(tuple(laid_beside(layout, alone) for layout in layouts), found.optimal)
    if lying and own + lying >= FEWEST_IN_SET:
        # that a joker of the table goes into such a set in an opening turn is not looked for
        yield _Found((), settled=False)


def _with_freed(
    state: GameState,
    known: Layout | None,
    objective: Objective,
    deadline: float | None,
    alone: tuple[LaidSet, ...],
) -> _Found:
    """The best play with ``alone`` on the table, of jokers of the rack or the table."""
    optimum = best_play(state, objective, deadline, beside=alone)
    if not optimum.placed:
        return _Found((), optimum.proven)
    as_found = lay_as_found(state, optimum)
    if known and _better(state, known, as_found, objective):
        return _Found((), optimum.proven)
    layouts = (lay_out(state, optimum, deadline, objective=objective), as_found)
    legal = (layout for layout in layouts if not breaks_policy(state, layout))
    return _Found((next(legal, as_found),), optimum.proven)


def _better(state: GameState, one: Layout, other: Layout | None, objective: Objective) -> bool:
    """Whether ``one`` is the better play; ``other`` is None for no play."""
    if objective == "points":
        return other is None or _points(one) > _points(other)
    if other is None:
        nothing = worth(state, (), objective)
        return objective == "opening" or worth(state, one.placed, objective) > nothing
    return worth(state, one.placed, objective) > worth(state, other.placed, objective)


def _points(layout: Layout) -> int:
    return sum(laid.value for laid in layout.sets)


def _moves(layout: Layout) -> tuple[int, int]:
    return layout.heirs.moved, layout.heirs.touched
