"""Games of own melds: does a whole hand meld, and is it worth enough?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from solver.differences import difference
from solver.opening import judge_opening
from solver.play import LaidSet
from solver.rules import Rules
from solver.tiles import JOKER, Meld

if TYPE_CHECKING:
    from solver.question import Objective
    from solver.state import GameState


@dataclass(frozen=True, slots=True)
class HandMeld:
    """The best melds of a hand: its sets as ``laid``, their ``points``, what is ``left``.

    ``melds``: everything melds but for the one tile that is discarded when the
    hand holds more than was dealt. ``opens``: it does, with enough points. ``notices``:
    what has to be said with them.
    """

    laid: tuple[LaidSet, ...]
    points: int
    left: Meld
    melds: bool
    opens: bool
    notices: tuple[str, ...] = ()

    @property
    def sets(self) -> tuple[Meld, ...]:
        """The tiles of each set."""
        return tuple(one.tiles for one in self.laid)


def meld_hand(hand: Meld, rules: Rules) -> HandMeld:
    """Lay as many tiles of ``hand`` as can be in sets of its own, then most points.

    A joker counts as what it stands for. Where a hand could be discarded from so that it
    opens, though not with as many tiles or points, that is what is found.
    """
    from solver.plays import part_in_play  # loaded only when it is asked
    from solver.state import GameState

    state = GameState((), hand, opened=True, rules=rules)
    most = max(_tiles(sets) for sets in _best_sets(state, "tiles"))
    found = [_judged(state, sets) for sets in _best_sets(state, "points", most)]
    best = max(found, key=lambda meld: (_tiles(meld.laid), meld.points))
    if best.opens or not best.melds:
        return best
    needed = len(hand) - _discards(state)
    closed = part_in_play(replace(state, opened=False))
    others = (sets for one in (state, closed) for sets in _best_sets(one, "points", needed))
    return next((meld for sets in others if (meld := _judged(state, sets)).opens), best)


def _best_sets(
    state: GameState, objective: Objective, at_least: int = 0
) -> Iterator[tuple[LaidSet, ...]]:
    """The best sets of the rack, for every choice of jokers by themselves that may be."""
    from solver.declared import may_lie_alone, sets_of_jokers
    from solver.search import best_play

    own = state.rack.count(JOKER) if may_lie_alone(state.rules) else 0
    bound = not state.rules.two_jokers
    for beside in ((), *sets_of_jokers(state, own)):
        yield best_play(state, objective, joker_rules=bound, beside=beside, at_least=at_least).sets


def _judged(state: GameState, sets: tuple[LaidSet, ...]) -> HandMeld:
    """What these sets of the rack are worth."""
    from solver.declared import about_jokers_alone

    melds = tuple(one.tiles for one in sets)
    turn = difference((), melds)
    opening = judge_opening(turn, state.rules, state.said_with(sets))
    left = tuple(sorted((Counter(state.rack) - Counter(t for m in melds for t in m)).elements()))
    whole = bool(sets) and len(left) <= _discards(state)
    opens = whole and not opening.faults
    notices = about_jokers_alone(state, sets)
    return HandMeld(sets, opening.points, left, whole, opens, notices)


def _tiles(sets: tuple[LaidSet, ...]) -> int:
    return sum(len(one.tiles) for one in sets)


def _discards(state: GameState) -> int:
    """How many tiles may be left: one where the hand holds more than was dealt."""
    return int(len(state.rack) > state.rules.dealt)
