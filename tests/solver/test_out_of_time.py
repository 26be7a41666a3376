"""When time runs out an answer says so; the clock here counts looks, so no machine is too fast."""

from __future__ import annotations

import pytest

from solver import search
from solver.choices import Why, choose
from solver.notation import parse_table, parse_tiles
from solver.odds import next_draw
from solver.plays import find_play
from solver.question import worth
from solver.referee import referee
from solver.rules import Rules
from solver.state import GameState

XP = Rules.preset("xp")
POSITIONS = [
    # (table, rack, objective): what wins is found only when a win is asked for
    (
        "R4 O4 K4 B4 | B1 J B3 | K10 O10 B10 R10 | O6 R6 K6 | B5 O5 R5",
        "J",
        "advice",
    ),
    (
        "B1 B2 B3 B4 B5 | K4 K5 K6 | J K2 K3 K4 K5 | R12 O12 B12 K12 | O2 R2 B2",
        "J",
        "value",
    ),
    (
        "R1 R2 R3 R4 R5 R6 R7 | B2 B3 B4 | O3 O4 O5 O6 O7 O8 O9 | J R10 B10",
        "J O8 O10 K8",
        "advice",
    ),
    ("R1 J R3 | B5 B6 B7", "R2 B8", "tiles"),
    ("R3 R4 R5 R6 | B1 B2 B3", "B4 K6 O6 K13", "advice"),
]


class Looks:
    """A clock that says how often it was looked at."""

    def __init__(self) -> None:
        self.count = 0

    def perf_counter(self) -> float:
        self.count += 1
        return self.count


@pytest.fixture
def looks(monkeypatch) -> Looks:
    clock = Looks()
    monkeypatch.setattr(search, "time", clock)
    return clock


@pytest.mark.parametrize(("table", "rack", "objective"), POSITIONS)
def test_no_answer_is_called_optimal_unless_it_is(table, rack, objective, looks):
    state = GameState(parse_table(table), parse_tiles(rack), True, XP)
    whole = find_play(state, objective, 10**9)
    needed, cut = looks.count, 0
    assert whole.optimal
    best = worth(state, whole.layout.placed, objective)
    for most in {*range(min(needed, 12)), *range(0, needed, max(1, needed // 12))}:
        looks.count = 0
        play = find_play(state, objective, most)
        cut += not play.optimal
        if play.optimal:
            assert play.layout is not None, most
            assert worth(state, play.layout.placed, objective) == best, most
        if play.moves_optimal:
            assert play.optimal, most
            assert play.layout.heirs.moved == whole.layout.heirs.moved, most
    assert cut


CROWDED = GameState(
    parse_table(
        "R11 J O11 | B3 B4 B5 B6 | R11 R12 R13 | O2 O3 O4 | R3 R4 R5 | B2 B3 B4 B5 J B7 B8"
        " | J R8 R9 | K3 B3 O3 | B9 J B11"
    ),
    parse_tiles("K12 B9 K12 R2 K1 O6 O2 R11"),
    True,
    XP,
)


@pytest.mark.parametrize("limit", [0, 5])
def test_tiles_are_added_to_sets_with_jokers_where_time_runs_out(limit, looks):
    play = find_play(CROWDED, "advice", limit)
    assert play.layout.placed == parse_tiles("R2 B9")
    assert not play.optimal


def test_the_first_choice_is_the_best_known_and_claims_no_more():
    first, *others = choose(CROWDED, time_limit=0)
    assert Why.BEST in first.why
    assert not first.advice.optimal
    assert first.outs is None
    own = worth(CROWDED, first.advice.placed, "advice")
    assert all(own >= worth(CROWDED, other.advice.placed, "advice") for other in others)


def test_odds_that_are_not_settled_are_not_given():
    with pytest.raises(TimeoutError):
        next_draw(CROWDED, deadline=0.0)


@pytest.mark.parametrize("rack", ["J J J", "J J J J"])
def test_jokers_alone_open_and_go_out(rack):
    held = parse_tiles(rack)
    state = GameState((), held, False, XP)
    play = find_play(state, "advice")
    (alone,) = play.layout.sets
    said = {alone.tiles: alone.stands_for}
    ruling = referee((), (alone.tiles,), held, (), opened=False, rules=XP, declared=said)
    assert ruling.legal
    assert play.layout.placed == held


def test_where_jokers_alone_might_open_with_others_nothing_is_claimed():
    state = GameState((), parse_tiles("R1 R2 R3 K8 J J J"), False, XP)
    play = find_play(state, "advice")
    assert not (play.layout is None and play.optimal)
