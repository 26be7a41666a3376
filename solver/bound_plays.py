"""The best play where a policy for jokers of the table binds.

The larger programs of :mod:`solver.policy` are asked from the smallest on. Where freed
jokers may not go into just any set, the first lets them: a legal play as good as what it
finds is the best, and most often there is one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from solver.differences import difference
from solver.faces import is_ordinary
from solver.joker_policy import joker_faults, replacements_of
from solver.layout import lay_as_found, lay_out
from solver.left_alone import put_back, without
from solver.opening import judge_opening
from solver.puzzle import Layout
from solver.question import Objective, totals, worth
from solver.search import Optimum, a_little_later, best_play
from solver.state import GameState
from solver.tiles import Meld


def breaks_policy(state: GameState, layout: Layout) -> bool:
    """Whether the referee would blame the turn for its jokers or its opening."""
    turn = difference(state.table, [laid.tiles for laid in layout.sets])
    if any(len(laid.jokers()) > 1 and not state.rules.two_jokers for laid in layout.sets):
        return True
    said = state.said_with(layout.sets)
    if joker_faults(turn, state.rules, said, opened=state.opened):
        return True
    return not state.opened and bool(judge_opening(turn, state.rules, said).faults)


def best_within_policies(
    state: GameState, objective: Objective, deadline: float | None
) -> tuple[Layout | None, bool]:
    """The best play that breaks no policy, and whether there is surely none better."""
    found, optimal = _within_policies(state, objective, deadline)
    return found, optimal and not (objective == "points" and _may_be_called_other(state))


def _may_be_called_other(state: GameState) -> bool:
    """Whether a set of one number tile may stay and yet be called a set worth more.

    The referee sees the same tiles in another order, that jokers of a group stay there
    and that it may as well be a run; no program looks for both at once.
    """
    return any(
        sum(not tile.is_joker for tile in meld) == 1 and _has_joker(meld) for meld in state.table
    )


def _within_policies(
    state: GameState, objective: Objective, deadline: float | None
) -> tuple[Layout | None, bool]:
    if state.rules.freed_joker == "any set":
        return _by_its_own_program(state, objective, deadline)
    anywhere = state.rules.with_options({"freed_joker": "any set"})
    loose = replace(state, rules=anywhere)
    bound = best_play(loose, objective, deadline, joker_rules=True)
    if not bound.placed:
        found = None if bound.proven else _jokers_left_in_place(state, objective, deadline)
        return found, bound.proven
    ideal = _lay_legally(loose, bound, objective, deadline)
    if ideal is not None and not breaks_policy(state, ideal):
        return ideal, bound.proven
    found = ideal and _lay_legally(state, bound, objective, deadline, narrow=True)
    if found and _keeps_as_much(found, ideal):
        return replace(found, proven=True), bound.proven
    copies = _may_join_copies(state)
    if found:
        # only fewer tiles might be moved; that is asked where it can be proven
        better = None if copies else _lay_legally(state, bound, objective, deadline, known=found)
        return better or found, bound.proven
    found, optimal = _by_its_own_program(state, objective, deadline)
    if copies and not _as_good(found, bound, objective):
        optimal = False
    return found and replace(found, proven=found.proven and not copies), optimal


def _by_its_own_program(
    state: GameState, objective: Objective, deadline: float | None
) -> tuple[Layout | None, bool]:
    """The best play of the program that knows the policies, and whether it is the best."""
    bound = best_play(state, objective, deadline, joker_rules=True)
    found = _lay_legally(state, bound, objective, deadline) if bound.placed else None
    if found is None and (bound.placed or not bound.proven):
        found = _jokers_left_in_place(state, objective, deadline)
    return found, bound.proven and _as_good(found, bound, objective)


def _lay_legally(
    state: GameState,
    optimum: Optimum,
    objective: Objective,
    deadline: float | None,
    *,
    narrow: bool = False,
    known: Layout | None = None,
) -> Layout | None:
    """The layout of ``optimum`` that moves fewest, None if it breaks a policy still."""
    layout = lay_out(
        state,
        optimum,
        deadline,
        lambda made: not breaks_policy(state, made),
        objective,
        narrow=narrow,
        known=known,
    )
    return None if breaks_policy(state, layout) else layout


def _keeps_as_much(found: Layout, ideal: Layout | None) -> bool:
    """Whether as few tiles move and sets are touched as in a layout that is proven."""
    if ideal is None or not ideal.proven or found.heirs.moved != ideal.heirs.moved:
        return False
    return found.heirs.touched == ideal.heirs.touched and len(found.placed) == len(ideal.placed)


def _as_good(found: Layout | None, bound: Optimum, objective: Objective) -> bool:
    if found is None or not bound.placed:
        return found is None and not bound.placed
    if objective == "points":
        return sum(one.value for one in found.sets) == sum(one.value for one in bound.sets)
    return totals(found.placed, objective) == totals(bound.placed, objective)


def _may_join_copies(state: GameState) -> bool:
    """Whether a freed joker could be put with copies of two tiles that it lay with.

    The referee lets that pass where another tile took the joker's place, and no program
    looks for it (see :mod:`solver.policy`): so none can prove that fewest tiles move.
    """
    own = Counter(state.rack)
    there = own + Counter(state.table_tiles())
    takes = own if state.rules.joker_freed_by != "any" else there
    for meld in filter(_has_joker, state.table):
        twice = sum(there[tile] > 1 for tile in set(meld) if not tile.is_joker)
        if twice > 1 and any(put <= takes for put, _ in replacements_of(meld, state.rules)):
            return True
    return False


def _jokers_left_in_place(
    state: GameState, objective: Objective, deadline: float | None
) -> Layout | None:
    """The best play found that at most adds to sets with jokers: legal, seldom best.

    It is found soon: where time has run out it may still take a little.
    """
    deadline = a_little_later(deadline)
    inner = without(state, _has_joker)
    optimum = best_play(inner, objective, deadline)
    apart = None
    if optimum.placed:
        laid = put_back(state, inner, lay_out(inner, optimum, deadline, objective=objective))
        apart = replace(laid, proven=False)
    grown = (grow_sets(state, objective, deadline, first) for first in (apart, None))
    plays = [apart, *grown]
    legal = [play for play in plays if play and not breaks_policy(state, play)]
    return max(legal, key=lambda play: _worth(state, play, objective), default=None)


def _worth(state: GameState, play: Layout, objective: Objective) -> tuple[int, ...]:
    if objective == "points":
        return (sum(laid.value for laid in play.sets),)
    return worth(state, play.placed, objective)


def grow_sets(
    state: GameState, objective: Objective, deadline: float | None, first: Layout | None = None
) -> Layout | None:
    """``first``, or the table as it lies, with rack tiles added to its sets and in new ones.

    None where nothing is added, no legal way is found, or the player has not opened.
    """
    if not state.opened:
        return None
    left = Counter(state.rack) - Counter(first.placed if first else ())
    table = tuple(laid.tiles for laid in first.sets) if first else state.table
    after = replace(state, table=table, rack=tuple(left.elements()))
    if not all(map(is_ordinary, (*after.table_tiles(), *after.rack))):
        return None
    optimum = best_play(after, objective, deadline, grow_only=True)
    if not optimum.placed:
        return None
    placed = tuple(sorted((*optimum.placed, *(first.placed if first else ()))))
    grown = lay_as_found(
        state,
        Optimum(placed, optimum.sets, proven=False, nodes=optimum.nodes),
        lambda made: not breaks_policy(state, made),
    )
    return None if breaks_policy(state, grown) else replace(grown, proven=False)


def _has_joker(meld: Meld) -> bool:
    return any(tile.is_joker for tile in meld)
