"""Full tables with many jokers: settled in few steps, never left without a play."""

from __future__ import annotations

import time

import pytest

from solver import puzzle
from solver.advise import advise
from solver.bound_plays import best_within_policies
from solver.layout import lay_out
from solver.notation import parse_table, parse_tiles
from solver.program import Program
from solver.rules import Rules
from solver.search import best_play, maximise
from solver.state import GameState
from solver.verify import faults_of_play

XP = Rules.preset("xp")
MOST_NODES = 1000
FULL = [
    # (table, rack, points of the best play)
    (
        "O1 O2 O3 O4 O5 | R12 K12 B12 | K5 O5 B5 | O5 O6 O7 O8 O9 O10 O11 | K3 K4 K5"
        " | K1 K2 K3 K4 K5 | K2 J R2",
        "B6 J B2 B5 K6 R2 R2 J J",
        224,  # with the four jokers declared as a set of their own
    ),
    (
        "K6 K7 J K9 | O4 O5 O6 | K7 K8 K9 K10 K11 K12 K13 | J K12 R12 | B5 B6 B7 B8 B9 B10 B11"
        " | O5 J O7 | O10 J B10 | O1 O2 O3 O4",
        "O7",
        277,
    ),
]


@pytest.mark.parametrize(("table", "rack", "points"), FULL)
def test_most_points_are_found_in_few_steps_of_the_search(table, rack, points, monkeypatch):
    nodes = []

    def counted(program: Program, above: int, deadline: float | None = None):
        solution = maximise(program, above, deadline)
        nodes.append(solution.nodes)
        return solution

    monkeypatch.setattr(puzzle, "maximise", counted)
    state = GameState(parse_table(table), parse_tiles(rack), True, XP)
    advice = advise(state, objective="points")
    assert sum(laid.value for laid in advice.sets) == points
    assert faults_of_play(state, advice.placed, advice.sets) == ()
    assert nodes
    assert max(nodes) < MOST_NODES


def test_a_layout_of_most_points_moves_the_fewest_tiles():
    table, rack, _ = FULL[0]
    state = GameState(parse_table(table), parse_tiles(rack), True, XP)
    layout = lay_out(state, best_play(state, "points"), objective="points")
    assert layout.proven


@pytest.mark.parametrize("objective", ["advice", "points"])
def test_where_time_runs_out_a_play_that_leaves_jokers_alone_is_there_still(objective):
    state = GameState(parse_table("R1 J R3 | B5 B6 B7"), parse_tiles("R2 B8"), True, XP)
    gone_by = time.perf_counter() - 1
    found, optimal = best_within_policies(state, objective, gone_by)
    assert found is not None
    assert found.placed == parse_tiles("B8")
    assert not optimal
