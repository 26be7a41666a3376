"""Under every policy for jokers the answer is the best turn that the referee allows."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advise import advise
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER
from tests.solver.every_table import best_legal_table, crowded_position, is_legal
from tests.solver.positions import golden_positions, state_of

POLICIES = {
    "mso": Rules.preset("mso"),
    "sabra-50": Rules.preset("sabra-50"),
    "pressman-1998": Rules.preset("pressman-1998"),
    "polish": Rules.preset("polish"),
    "rack tile, another set": Rules.preset("mso").with_options({"freed_joker": "another set"}),
    "not split, any tile": Rules.preset("sabra-50").with_options({"joker_freed_by": "any"}),
    "both colours free a joker in three": Rules.preset("lemada").with_options(
        {"joker_in_three": "both"}
    ),
    "one joker a set": Rules.preset("sabra-50").with_options({"two_jokers": False}),
}
# where two jokers may lie beside a single number tile, some of these stay unproven
SELDOM_UNPROVEN = {
    "not split, new set": Rules.preset("sabra-50").with_options({"freed_joker": "new set"}),
    "not split, another set": Rules.preset("sabra-50").with_options({"freed_joker": "another set"}),
    # nobody can tell the advice what was declared
    "declared": Rules.preset("lemada").with_options({"joker_in_three": "declared"}),
    "both, own tile": Rules.preset("pressman-1998").with_options({"joker_in_three": "both"}),
    "both, not split": Rules.preset("sabra-50").with_options({"joker_in_three": "both"}),
}
# few numbers, so that the sets of a small table have much to do with each other
SMALL = {name: rules.with_options({"highest_number": 6}) for name, rules in POLICIES.items()}


def assert_best(state: GameState, *, proven: bool = True) -> None:
    """The answer is legal, as good as the best legal table, and knows that it is.

    Without ``proven`` it may also say that it does not know.
    """
    advice = advise(state)
    if not proven and not advice.moves_optimal:
        assert not advice.placed or is_legal(state, tuple(laid.tiles for laid in advice.sets))
        return
    best = best_legal_table(state)
    assert advice.optimal
    if best is None:
        assert not advice.placed
        return
    jokers = Counter(advice.placed)[JOKER]
    wins = len(advice.placed) == len(state.rack)
    totals = (int(wins), len(advice.placed) - jokers, -jokers, advice.value)
    assert is_legal(state, tuple(laid.tiles for laid in advice.sets))
    assert totals == best[0][:4], best[1]
    assert (-advice.moved, -advice.touched) == best[0][4:], best[1]
    assert advice.moves_optimal


@pytest.mark.parametrize("start", range(0, 150, 50))
@pytest.mark.parametrize("name", SMALL)
def test_no_legal_turn_is_better(name: str, start: int) -> None:
    for seed in range(start, start + 50):
        state = crowded_position(seed, SMALL[name], most=2, rack=3)
        if not state.problems():
            assert_best(state, proven=SMALL[name].two_jokers)


@pytest.mark.parametrize("name", SELDOM_UNPROVEN)
def test_what_is_called_the_best_turn_is(name: str) -> None:
    rules = SELDOM_UNPROVEN[name].with_options({"highest_number": 6})
    for seed in range(100):
        state = crowded_position(seed, rules, most=2, rack=3)
        if not state.problems():
            assert_best(state, proven=False)


@settings(max_examples=150)
@given(st.integers(1000, 10**9), st.sampled_from(sorted(SMALL)), st.integers(1, 3))
def test_no_legal_turn_is_better_anywhere(seed: int, name: str, sets: int) -> None:
    state = crowded_position(seed, SMALL[name], most=sets, rack=4)
    if not state.problems():
        assert_best(state, proven=SMALL[name].two_jokers)


# those of the 200 golden positions whose best free play breaks the policy worst
HARD = [("mso", 77), ("mso", 127), ("sabra-50", 28), ("sabra-50", 143), ("pressman-1998", 80)]


@pytest.mark.parametrize(("name", "number"), HARD)
def test_full_tables_are_proven_too(name: str, number: int) -> None:
    state = dataclasses.replace(state_of(golden_positions()[number]), rules=POLICIES[name])
    advice = advise(state)
    assert advice.optimal
    assert advice.moves_optimal
