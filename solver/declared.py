"""Jokers by themselves: a set where the rules let a player declare what they are.

The programs do not lay such a set of their own accord: they are asked again with it
beside the others, once for each choice of such sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

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
    before = layout or as_it_lies(state)
    least = not before.heirs.moved and not before.heirs.touched
    return replace(laid_beside(before, (_alone(count, state),)), proven=least)


def may_lie_alone(rules: Rules) -> bool:
    """Whether jokers by themselves can be a set."""
    return rules.only_jokers_declared and rules.two_jokers


def sets_of_jokers(state: GameState, most: int) -> Iterator[tuple[LaidSet, ...]]:
    """Every choice of sets of jokers alone, one and more, with up to ``most`` jokers."""
    sizes = range(FEWEST_IN_SET, min(most, state.rules.highest_number) + 1)
    for number in range(1, most // FEWEST_IN_SET + 1):
        for chosen in combinations_with_replacement(sizes, number):
            if sum(chosen) <= most:
                yield tuple(_alone(count, state) for count in chosen)


def ways_alone(count: int, rules: Rules) -> tuple[Meld, ...]:
    """All that so many jokers by themselves can be declared to be: runs, then groups.

    None where the rules know no such set.
    """
    if not may_lie_alone(rules) or count < FEWEST_IN_SET:
        return ()
    top, colors = rules.highest_number, rules.colors
    runs = (
        tuple(numbered(color, first + place) for place in range(count))
        for color in colors
        for first in range(1, top + 2 - count)
    )
    groups = (
        tuple(numbered(color, number) for color in chosen)
        for number in range(1, top + 1)
        for chosen in combinations(colors, count)
    )
    return (*runs, *groups)


def rest_of_opening(state: GameState, alone: tuple[LaidSet, ...]) -> GameState:
    """The position of a player who has laid ``alone`` off the rack and is not done opening."""
    left = Counter(state.rack) - Counter({JOKER: sum(len(laid.tiles) for laid in alone)})
    missing, rules = _missing_points(alone, state.rules), state.rules
    if missing != rules.opening_points:
        rules = rules.with_options({"opening_points": missing, "several_sets_open": True})
    return replace(state, rack=tuple(sorted(left.elements())), rules=rules)


def opens_alone(state: GameState, alone: tuple[LaidSet, ...]) -> bool:
    """Whether these sets are worth enough to open with, and nothing else."""
    return not _missing_points(alone, state.rules)


def _missing_points(alone: tuple[LaidSet, ...], rules: Rules) -> int:
    """The points that other sets still have to make."""
    points = [laid.value for laid in alone]
    if rules.several_sets_open:
        return max(0, rules.opening_points - sum(points))
    return 0 if max(points) >= rules.opening_points else rules.opening_points


def laid_beside(layout: Layout, alone: tuple[LaidSet, ...]) -> Layout:
    """``layout`` with sets of rack jokers alone besides."""
    placed = tuple(sorted((*layout.placed, *(tile for laid in alone for tile in laid.tiles))))
    return replace(layout, placed=placed, sets=(*layout.sets, *alone))


def as_it_lies(state: GameState) -> Layout:
    """The layout in which nothing has been played."""
    places = tuple(range(len(state.table)))
    return Layout((), table_as_it_lies(state), Heirs(places, 0, 0), True, 0)


def about_jokers_alone(state: GameState, sets: tuple[LaidSet, ...]) -> tuple[str, ...]:
    """What to declare of new sets of jokers alone."""
    told = declared_alone(state, sets)
    if not told:
        return ()
    return (f"jokers by themselves are a set only if you declare what they are: say {told}",)


def declared_alone(state: GameState, sets: tuple[LaidSet, ...]) -> str:
    """New sets of jokers alone, as they have to be declared; "" where there is none."""
    new = [laid for laid in sets if laid.only_jokers and laid not in set(state.lying())]
    return " ".join(str(DeclaredSet(one.tiles, _said(one))) for one in new)


def _said(laid: LaidSet) -> Meld:
    """What the jokers of such a set are declared to be."""
    return tuple(meant for meant in laid.stands_for if isinstance(meant, Tile))


def _alone(count: int, state: GameState) -> LaidSet:
    """A set of so many jokers: as one that lies there already, or else worth most."""
    alike = (laid for laid in state.lying() if laid and laid.tiles == (JOKER,) * count)
    return next(alike, None) or LaidSet((JOKER,) * count, _worth_most(count, state.rules))


def _worth_most(count: int, rules: Rules) -> Meld:
    """The highest group of so many tiles, or else the highest run."""
    top = rules.highest_number
    if count <= len(rules.colors):
        return tuple(numbered(color, top) for color in rules.colors[:count])
    return tuple(numbered(rules.colors[0], n) for n in range(top + 1 - count, top + 1))
