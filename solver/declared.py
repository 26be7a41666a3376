"""Jokers by themselves: a set where the rules let a player declare what they are.

No search looks for one: jokers are worth more beside number tiles. Only where such a set
is all that a player needs to go out is it laid.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from solver.heirs import Heirs
from solver.layout import table_as_it_lies
from solver.notation import DeclaredSet
from solver.play import LaidSet
from solver.puzzle import Layout
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import FEWEST_IN_SET, JOKER, Meld, Tile, numbered


def goes_out_with_jokers(state: GameState, layout: Layout | None) -> Layout | None:
    """``layout`` with all that is left on the rack, which is jokers, as a set of their own.

    None where that is not possible; whether it opens is not asked
    here. ``layout`` is None where nothing else can be played.
    """
    left = Counter(state.rack) - Counter(layout.placed if layout else ())
    count = left[JOKER]
    allowed = may_lie_alone(state.rules) and not state.unnamed
    if (
        not allowed
        or left.total() > count
        or not FEWEST_IN_SET <= count <= state.rules.highest_number
    ):
        return None
    before = layout or _as_it_lies(state)
    alone = LaidSet((JOKER,) * count, _declared_as(count, state.rules))
    least = not before.heirs.moved and not before.heirs.touched
    placed = tuple(sorted((*before.placed, *alone.tiles)))
    return replace(before, placed=placed, sets=(*before.sets, alone), proven=least)


def may_lie_alone(rules: Rules) -> bool:
    """Whether jokers by themselves can be a set."""
    return rules.only_jokers_declared and rules.two_jokers


def about_jokers_alone(
    state: GameState, sets: tuple[LaidSet, ...], placed: Meld
) -> tuple[str, ...]:
    """What to declare of a new set of jokers alone; or that such a set would be one too."""
    new = [laid for laid in sets if laid.only_jokers and laid not in set(state.lying())]
    if new:
        told = " ".join(str(DeclaredSet(one.tiles, _said(one))) for one in new)
        return (f"jokers by themselves are a set only if you declare what they are: say {told}",)
    all_placed = len(placed) == len(state.rack)
    if all_placed or not may_lie_alone(state.rules) or state.rack.count(JOKER) < FEWEST_IN_SET:
        return ()
    return (
        "three jokers and more by themselves are a set too if you declare what they are; "
        "that is suggested only where it goes out",
    )


def _said(laid: LaidSet) -> Meld:
    """What the jokers of such a set are declared to be."""
    return tuple(meant for meant in laid.stands_for if isinstance(meant, Tile))


def _declared_as(count: int, rules: Rules) -> Meld:
    """The highest run of so many tiles."""
    top = rules.highest_number
    return tuple(numbered(rules.colors[0], n) for n in range(top + 1 - count, top + 1))


def _as_it_lies(state: GameState) -> Layout:
    places = tuple(range(len(state.table)))
    return Layout((), table_as_it_lies(state), Heirs(places, 0, 0), True, 0)
