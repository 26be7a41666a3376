"""Whatever a ruleset says about the opening, the answer is the best that the referee allows."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from solver.advise import advise
from solver.notation import parse_table, parse_tiles
from solver.odds import next_draw
from solver.question import OBJECTIVES
from solver.rules import Rules
from solver.state import GameState
from tests.solver.every_table import best_legal_table, crowded_position, is_legal, totals

SMALL = Rules.preset("lemada").with_options({"highest_number": 6})
OPENINGS = {
    "table tiles help": {"table_tiles_open": True},
    "table tiles help, no joker": {
        "table_tiles_open": True,
        "joker_opening_value": "not allowed",
    },
    "table tiles help, jokers too": {"table_tiles_open": True, "joker_before_opening": True},
    "a joker is taken": {"joker_before_opening": True},
    "a joker is taken, one set opens": {
        "joker_before_opening": True,
        "several_sets_open": False,
    },
    "no joker": {"joker_opening_value": "not allowed"},
    "laying off": {"lay_off_when_opening": True},
    "laying off, no joker": {
        "lay_off_when_opening": True,
        "joker_opening_value": "not allowed",
    },
    "laying off, a joker is taken": {"lay_off_when_opening": True, "joker_before_opening": True},
    "laying off, one set opens": {"lay_off_when_opening": True, "several_sets_open": False},
    "laying off, table tiles help, no joker": {
        "lay_off_when_opening": True,
        "table_tiles_open": True,
        "joker_opening_value": "not allowed",
    },
    "table tiles help, one set opens": {"table_tiles_open": True, "several_sets_open": False},
}
JOKERS = {
    "free": {},
    "sabra": {"joker_split": False, "joker_freed_by": "own"},
    "new set": {"freed_joker": "new set"},
    "another set": {"freed_joker": "another set", "freed_joker_needs_rack_tile": True},
    "one a set": {"two_jokers": False},
}


def opening_position(seed: int, options: dict[str, object]) -> GameState:
    """A small table and a rack of a player who has not opened."""
    dice = random.Random(seed)
    rules = SMALL.with_options({**options, "opening_points": dice.choice((6, 9, 12, 16, 20))})
    state = crowded_position(seed, rules, most=dice.choice((1, 2, 2)), rack=3)
    # a set of one's own, perhaps with a joker, without which most racks could not open
    own = crowded_position(seed + 1, rules, most=1, rack=1).table[:1] or ((),)
    left = Counter(dict(rules.stock().counts)) - Counter(state.table_tiles())
    rack = (Counter(own[0]) | Counter(state.rack)) & left
    return dataclasses.replace(state, rack=tuple(sorted(rack.elements())), opened=False)


def assert_best(state: GameState, objective: str, *, proven: bool) -> tuple[bool, bool, bool]:
    """The answer is legal, and the best there is when it says so.

    Returns whether there was a play, and whether it and its moves were proven.
    """
    advice = advise(state, objective=objective)
    best = best_legal_table(state, objective)
    placed = Counter(advice.placed)
    after = tuple(laid.tiles for laid in advice.sets)
    assert not placed or is_legal(state, after)
    if not advice.optimal:
        assert not proven
        return bool(placed), False, False
    if best is None:
        assert not placed
        return False, True, True
    score, table = best
    assert placed, table
    own = totals(state, after, placed, objective)
    assert own == score[:-2], table
    if advice.moves_optimal:
        assert (-advice.moved, -advice.touched) == score[-2:], table
    return True, True, advice.moves_optimal


@pytest.mark.parametrize("name", OPENINGS)
def test_no_legal_opening_is_better(name: str) -> None:
    for seed in range(15):
        policy = list(JOKERS.values())[seed % len(JOKERS)]
        state = opening_position(seed, OPENINGS[name] | policy)
        if not state.problems():
            objective = OBJECTIVES[seed // 3]
            assert_best(state, objective, proven=seed % len(JOKERS) < 2)


def test_most_points_are_asked_of_a_play_and_not_of_the_table_as_it_lies() -> None:
    played = 0
    for seed in range(300, 340):
        state = crowded_position(seed, SMALL, most=2, rack=3)
        if not state.problems():
            played += assert_best(state, "points", proven=True)[0]
    assert played > 10


ONE_TO_A_SET = {"two_jokers": False, "freed_joker": "new set"}


@pytest.mark.parametrize(
    ("table", "rack", "opened", "options"),
    [
        ("B3 J B5 | J B3 B4", "K4 O2 B6", True, ONE_TO_A_SET | {"joker_freed_by": "own"}),
        (
            "B6 K6 R6 | J R3 K3",
            "R5 J",
            False,
            ONE_TO_A_SET | {"table_tiles_open": True, "opening_points": 20},
        ),
        (
            "B4 B5 J",
            "B6 K2 K3 K4 K5 K6",
            False,
            ONE_TO_A_SET
            | {
                "lay_off_when_opening": True,
                "joker_opening_value": "not allowed",
                "joker_before_opening": True,
                "opening_points": 20,
            },
        ),
        (
            "J R3 R4",
            "R2 B4 B5 J",
            False,
            {
                "two_jokers": False,
                "freed_joker": "another set",
                "joker_split": False,
                "joker_before_opening": True,
                "several_sets_open": False,
                "opening_points": 6,
            },
        ),
    ],
    ids=[
        "a set of the table grows",
        "a set of the table opens as it grows",
        "a freed joker joins the long run that opens",
        "one set opens with the freed joker",
    ],
)
def test_a_set_may_take_a_freed_joker_and_need_not(
    table: str, rack: str, opened: bool, options: dict[str, object]
) -> None:
    rules = SMALL.with_options(options)
    state = GameState(parse_table(table), parse_tiles(rack), opened, rules)
    found, proven, _ = assert_best(state, "tiles", proven=True)
    assert found and proven


@pytest.mark.parametrize("name", OPENINGS)
def test_the_odds_know_what_may_open(name: str) -> None:
    for seed in range(101, 102):
        state = opening_position(seed, OPENINGS[name])
        if state.problems():
            continue
        odds = next_draw(state)
        if odds.can_play:
            continue
        for tile in odds.unseen:
            after = dataclasses.replace(state, rack=(*state.rack, tile))
            assert (tile in odds.plays) is bool(advise(after, objective="tiles").placed)
