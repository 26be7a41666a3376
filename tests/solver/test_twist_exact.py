"""The jokers of Twist: no play is better than the one found, by every objective."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advise import advise
from solver.declared import about_jokers_alone
from solver.melds import judge
from solver.rules import Rules
from solver.state import GameState
from tests.solver.every_table import best_scores, is_legal
from tests.solver.twist_sets import CHANGE, DOUBLE, MIRROR, twist_position, twist_sets

TWIST = Rules.preset("twist")
# few numbers, so that tiles and jokers have much to do with each other
SMALL = TWIST.with_options({"highest_number": 6})
OPENING = SMALL.with_options({"opening_points": 18})
THREE_COLORS = SMALL.with_options({"colors": "RBK"})
MANY_DOUBLES = SMALL.with_options({"jokers": {"J": 1, "JD": 4, "JM": 1, "JC": 1}})
MANY_ORDINARY = SMALL.with_options({"jokers": {"J": 4, "JD": 1, "JM": 1, "JC": 1}})


def score(state: GameState, objective: str) -> tuple[int, ...]:
    """The score of the play suggested, in the form of :func:`best_scores`."""
    found = advise(state, objective=objective)
    assert found.optimal
    assert found.notices == about_jokers_alone(state, found.sets)
    placed = found.placed
    jokers = sum(tile.is_joker for tile in placed)
    if placed and state.opened:
        assert is_legal(state, tuple(laid.tiles for laid in found.sets))
    if objective == "tiles":
        return len(placed), found.value
    wins = bool(placed) and Counter(placed) == Counter(state.rack)
    if objective == "value":
        return found.value, int(wins), -jokers, len(placed) - jokers
    return int(wins), len(placed) - jokers, -jokers, found.value


def assert_best(state: GameState) -> None:
    """Every objective reaches what the best of all tables does."""
    for objective, best in best_scores(state).items():
        assert score(state, objective) == best, objective


@pytest.mark.parametrize("start", range(0, 80, 20))
def test_no_play_is_better(start: int) -> None:
    for seed in range(start, start + 20):
        state = twist_position(seed, SMALL)
        if not state.problems():
            assert_best(state)


@pytest.mark.parametrize(
    "rules",
    [THREE_COLORS, MANY_DOUBLES, MANY_ORDINARY],
    ids=["colours", "doubles", "ordinary jokers"],
)
def test_no_play_is_better_in_another_box(rules: Rules) -> None:
    for seed in range(15):
        state = twist_position(seed, rules)
        if not state.problems():
            assert_best(state)


def test_no_opening_is_better() -> None:
    for seed in range(30):
        state = twist_position(seed, OPENING, sets=0, rack=7)
        assert_best(dataclasses.replace(state, opened=False))


@settings(max_examples=30)
@given(st.integers(1000, 10**9), st.integers(0, 3), st.integers(1, 5))
def test_no_play_is_better_anywhere(seed: int, sets: int, rack: int) -> None:
    state = twist_position(seed, SMALL, sets=sets, rack=rack)
    if not state.problems():
        assert_best(state)


def test_the_oracle_knows_every_set() -> None:
    """By all orders of a handful of tiles, judged one by one."""
    dice = random.Random(4)
    pool = [tile for tile in SMALL.stock().tiles() if tile.is_joker or tile.face_value < 4]
    for _ in range(15):
        hand = Counter(dice.choices([DOUBLE, MIRROR, CHANGE], k=1) + dice.sample(pool, 4))
        sets = [
            tuple(sorted(order[:size]))
            for order in permutations(sorted(hand.elements()))
            for size in (3, 4, 5)
            if {DOUBLE, MIRROR, CHANGE} & set(order[:size]) and judge(order[:size], SMALL).valid
        ]
        assert {tuple(sorted(meld)) for meld in twist_sets(SMALL, hand)} == set(sets)
