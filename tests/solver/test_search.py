"""The search finds the optimum: golden answers, and an independent oracle."""

from __future__ import annotations

import dataclasses

import pytest

from solver.rules import Rules
from solver.search import best_play
from solver.tiles import box
from tests.solver.oracle import best_score
from tests.solver.positions import (
    awkward_positions,
    golden_positions,
    random_position,
    state_of,
)

LEMADA = Rules.preset("lemada")
OBJECTIVES = ("advice", "tiles", "value")


def score(placed, objective):
    """The totals of a play, in the oracle's order."""
    points = sum(tile.face_value for tile in placed)
    jokers = sum(1 for tile in placed if tile.is_joker)
    return {
        "tiles": (len(placed), points),
        "value": (points, -jokers, len(placed) - jokers),
        "advice": (len(placed) - jokers, -jokers, points),
    }[objective]


@pytest.mark.parametrize("entry", golden_positions(), ids=lambda entry: str(entry["id"]))
def test_golden_position(entry):
    state = state_of(entry)
    most = best_play(state, "tiles")
    assert score(most.placed, "tiles") == (entry["most_tiles"], entry["points_of_most_tiles"])
    richest = best_play(state, "value")
    assert score(richest.placed, "value")[0] == entry["most_points"]
    assert most.proven
    assert richest.proven


@pytest.mark.parametrize(
    "entry", [e for e in awkward_positions() if e.get("valid", True)], ids=lambda e: e["why"]
)
def test_awkward_position(entry):
    state = state_of(entry)
    most = best_play(state, "tiles").placed
    if "placed" in entry:
        assert len(most) == entry["placed"]
    else:
        assert score(most, "tiles") == (entry["most_tiles"], entry["points_of_most_tiles"])
        assert score(best_play(state, "value").placed, "value")[0] == entry["most_points"]


def agrees_with_oracle(state, objective):
    table = state.table_tiles() if state.opened else ()
    opening = 0 if state.opened else state.rules.opening_points
    wanted = best_score(table, state.rack, state.rules, objective, opening)
    found = best_play(state, objective)
    assert found.proven
    nothing = score((), objective)
    all_of_it = tuple(sorted(state.rack))
    going_out = objective in ("advice", "value") and state.rack
    if going_out and found.placed == all_of_it:
        # a win is worth every joker: the oracle's most tiles must say so too
        most = best_score(table, state.rack, state.rules, "tiles", opening)
        assert most == score(all_of_it, "tiles")
    elif wanted is None:
        assert found.placed == ()
    else:
        assert score(found.placed, objective) == max(wanted, nothing)
        if going_out:
            most = best_score(table, state.rack, state.rules, "tiles", opening)
            assert most is None or most[0] < len(state.rack), "a win was missed"


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("block", range(10))
def test_random_positions_agree_with_the_oracle(block, objective):
    for seed in range(block * 50, block * 50 + 50):
        agrees_with_oracle(random_position(seed, LEMADA, sets=4), objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_openings_agree_with_the_oracle(objective):
    for seed in range(1000, 1080):
        state = random_position(seed, LEMADA, sets=1, rack=14, opened=False)
        agrees_with_oracle(state, objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_three_copies_and_four_jokers_agree_with_the_oracle(objective):
    for seed in range(2000, 2050):
        agrees_with_oracle(random_position(seed, Rules.preset("xp"), sets=3, rack=7), objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_smaller_boxes_agree_with_the_oracle(objective):
    small = LEMADA.with_options({"colors": "RBK", "highest_number": 7})
    for seed in range(3000, 3050):
        agrees_with_oracle(random_position(seed, small, sets=4, rack=9), objective)


def test_one_more_rack_tile_never_lowers_the_optimum():
    for seed in range(4000, 4070):
        state = random_position(seed, LEMADA)
        more = random_position(seed + 1, LEMADA).rack[:1]
        richer = dataclasses.replace(state, rack=state.rack + more)
        for objective in ("tiles", "value"):
            before = score(best_play(state, objective).placed, objective)
            after = score(best_play(richer, objective).placed, objective)
        assert after >= before


def test_the_whole_box_on_one_rack_can_be_laid():
    state = dataclasses.replace(state_of(golden_positions()[0]), table=(), rack=box().tiles())
    assert len(best_play(state, "tiles").placed) == 106


def test_the_answer_is_the_same_every_time():
    for entry in golden_positions()[::10]:
        state = state_of(entry)
        assert best_play(state) == best_play(state)
