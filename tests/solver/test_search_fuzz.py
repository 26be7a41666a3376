"""Fuzzing: any rack on any table gets the oracle's optimum and a sound play."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advise import Status, advise
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import COLORS, JOKER, Meld, numbered
from solver.verify import faults_of_play, faults_of_steps
from tests.solver.oracle import best_score

LEMADA = Rules.preset("lemada")
STOCK = LEMADA.stock().tiles()


@st.composite
def a_set(draw) -> Meld:
    """A valid set, sometimes with a joker in it."""
    if draw(st.booleans()):
        color, low = draw(st.sampled_from(COLORS)), draw(st.integers(1, 11))
        high = draw(st.integers(low + 2, min(13, low + 6)))
        faces = [numbered(color, number) for number in range(low, high + 1)]
    else:
        number = draw(st.integers(1, 13))
        colors = draw(st.lists(st.sampled_from(COLORS), min_size=3, max_size=4, unique=True))
        faces = [numbered(color, number) for color in colors]
    if draw(st.integers(0, 4)) == 0:
        faces[draw(st.integers(0, len(faces) - 1))] = JOKER
    return tuple(faces)


@st.composite
def a_position(draw) -> GameState:
    """A valid table and a rack from what is left of the box."""
    table = []
    left = Counter(STOCK)
    for meld in draw(st.lists(a_set(), max_size=3)):
        if not Counter(meld) - left:
            table.append(meld)
            left -= Counter(meld)
    rack = draw(st.lists(st.sampled_from(sorted(left.elements())), max_size=7))
    held = Counter(rack) & left
    return GameState(tuple(table), tuple(sorted(held.elements())))


@settings(max_examples=150)
@given(a_position())
def test_any_position_gets_the_optimum_and_a_sound_play(state):
    advice = advise(state, objective="tiles")
    best = best_score(state.table_tiles(), state.rack, state.rules, "tiles")
    assert (len(advice.placed), advice.value) == best
    assert advice.optimal
    if advice.status is Status.DRAW:
        return
    assert faults_of_play(state, advice.placed, advice.sets) == ()
    assert faults_of_steps(state.table, advice.placed, advice.sets, advice.steps) == ()
    assert (advice.status is Status.WIN) is (advice.placed == state.rack)
