"""Options put together at random: the answer is the best that the referee allows, or says
that it may not be."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from solver.advise import advise
from solver.notation import parse_table, parse_tiles
from solver.question import OBJECTIVES, Objective
from solver.referee import referee
from solver.rules import Rules
from solver.state import GameState
from tests.solver.every_table import best_legal_table, crowded_position, is_legal, totals
from tests.solver.positions import golden_positions, state_of

LEMADA = Rules.preset("lemada")
# weighed by hand, so that plays are found under most of them
CHOICES: dict[str, tuple[object, ...]] = {
    "highest_number": (5, 6, 6, 7),
    "copies": (1, 2, 2, 3),
    "jokers": tuple({"J": count} for count in (1, 2, 2, 2, 3, 4)),
    "colors": ("RBKO", "RBKO", "RBKO", "RBK"),
    "opening_points": (0, 6, 9, 12, 16, 20),
    "several_sets_open": (True, True, True, False),
    "table_tiles_open": (False, False, True),
    "lay_off_when_opening": (False, False, True),
    "joker_opening_value": ("its tile", "its tile", "not allowed"),
    "joker_freed_by": ("any", "rack", "own"),
    "joker_in_three": ("either", "either", "both", "declared"),
    "joker_split": (True, False),
    "freed_joker_same_turn": (True, True, True, False),
    "freed_joker": ("any set", "new set", "another set"),
    "freed_joker_needs_rack_tile": (False, False, True),
    "joker_before_opening": (False, False, True),
    "two_jokers": (True, True, False),
    "two_jokers_declared": (False, False, True),
    "only_jokers_declared": (False, False, True),
}


def position(seed: int) -> tuple[GameState, Objective]:
    """A small table and rack under options of its own, and what is asked for."""
    dice = random.Random(seed)
    rules = LEMADA.with_options({name: dice.choice(values) for name, values in CHOICES.items()})
    state = crowded_position(seed, rules, most=dice.choice((1, 2, 2)), rack=3)
    if dice.random() < 0.6:
        return state, dice.choice(("advice", "advice", "tiles", "value", "points"))
    # a set of one's own, perhaps with a joker, without which most racks could not open
    own = crowded_position(seed + 1, rules, most=1, rack=1).table[:1] or ((),)
    left = Counter(dict(rules.stock().counts)) - Counter(state.table_tiles())
    rack = (Counter(own[0]) | Counter(state.rack)) & left
    closed = dataclasses.replace(state, rack=tuple(sorted(rack.elements())), opened=False)
    return closed, dice.choice(OBJECTIVES)


@pytest.mark.parametrize("start", range(0, 160, 40))
def test_no_legal_turn_is_better_unless_it_is_said(start: int) -> None:
    played = proven = 0
    for seed in range(start, start + 40):
        state, objective = position(seed)
        if state.problems():
            continue
        advice = advise(state, objective=objective)
        after = tuple(laid.tiles for laid in advice.sets)
        placed = Counter(advice.placed)
        assert not placed or is_legal(state, after)
        played += bool(placed)
        if not advice.optimal:
            continue
        proven += 1
        best = best_legal_table(state, objective)
        if best is None:
            assert not placed
            continue
        score, table = best
        assert placed, table
        assert totals(state, after, placed, objective) == score[:-2], table
        if advice.moves_optimal:
            assert (-advice.moved, -advice.touched) == score[-2:], table
    assert played >= 10
    assert proven >= 35


def test_two_jokers_of_which_one_must_be_told_leave_the_other_where_it_lies() -> None:
    rules = LEMADA.with_options({"jokers": {"J": 4}, "joker_freed_by": "own", "highest_number": 6})
    table = parse_table("R3 J R5 | J K3 K4 | K2 J J")
    advice = advise(GameState(table, parse_tiles("R1 R2 B4"), True, rules), objective="tiles")
    assert (len(advice.placed), advice.moved) == (3, 1)
    assert advice.moves_optimal


def test_a_set_of_one_number_that_may_be_called_worth_more_is_not_proven() -> None:
    """The referee takes R3 J J for the group that J J R3 was, and for a run of 12 points."""
    rules = LEMADA.with_options(
        {
            "joker_split": False,
            "freed_joker": "new set",
            "joker_freed_by": "rack",
            "highest_number": 5,
            "jokers": {"J": 3},
            "colors": "RBK",
        }
    )
    state = GameState(parse_table("K2 J K4 K5 | J J R3"), parse_tiles("K1 R5"), True, rules)
    advice = advise(state, objective="points")
    best = best_legal_table(state, "points")
    assert best is not None
    assert sum(laid.value for laid in advice.sets) == best[0][0] or not advice.optimal


def test_tiles_that_stay_together_with_the_joker_elsewhere_are_untouched() -> None:
    rules = LEMADA.with_options({"highest_number": 7, "jokers": {"J": 5}})
    rules = rules.with_options({"only_jokers_declared": True})
    rack = parse_tiles("R4 K5 R4 R5 J J J J")
    advice = advise(GameState(parse_table("J K4 K5"), rack, True, rules), objective="points")
    assert (advice.moves_optimal, advice.moved, advice.touched) == (True, 0, 0)


@pytest.mark.parametrize("highest", [5, 13])
def test_a_freed_joker_may_join_copies_of_tiles_that_it_lay_with(highest: int) -> None:
    rules = LEMADA.with_options(
        {
            "joker_freed_by": "rack",
            "joker_split": False,
            "freed_joker": "another set",
            "highest_number": highest,
        }
    )
    table = parse_table("O1 O2 O3 J | J O2 O3 O4 O5 | B1 B2 B3 B4 B5")
    advice = advise(GameState(table, parse_tiles("O1"), True, rules))
    assert len(advice.placed) == 1
    # the referee would let one tile do: what moves more is not called the fewest
    assert advice.moved == 1 or not advice.moves_optimal


def test_where_that_might_move_fewer_tiles_and_is_not_looked_for_it_is_said() -> None:
    """Freed jokers beside copies of two tiles that they lay with; decision 050."""
    rules = Rules.preset("pressman-1998")
    advice = advise(dataclasses.replace(state_of(golden_positions()[174]), rules=rules))
    assert advice.optimal
    assert not advice.moves_optimal


def test_the_tiles_of_an_opening_are_counted_together() -> None:
    """Each of the sets could be of rack tiles alone, but not all of them."""
    before = parse_table("J R4 R5 R6")
    rack = parse_tiles("R2 R3 R4 R5 R6 O6 J")
    rules = LEMADA.with_options({"opening_points": 9, "highest_number": 6})
    after = parse_table("R2 R3 R4 R5 R6 | R4 R5 J | R6 O6 J")
    ruling = referee(before, after, rack, (), opened=False, rules=rules)
    assert not ruling.legal
    assert any("opening turn used table tiles" in fault for fault in ruling.faults)
    as_it_lay = (*before, *parse_table("R2 R3 R4 R5 | R6 O6 J"))
    assert referee(before, as_it_lay, rack, (), opened=False, rules=rules).legal
