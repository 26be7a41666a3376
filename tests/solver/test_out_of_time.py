"""When time runs out an answer says so; the clock here counts looks, so no machine is too fast."""

from __future__ import annotations

import pytest

from solver import mend, search
from solver.advise import advise
from solver.choices import Why, choose, has_others
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
    monkeypatch.setattr(search, "LATE_SECONDS", 10**6)  # as many looks as it takes
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


def test_where_jokers_alone_might_open_with_others_nothing_is_claimed_too_early(looks):
    state = GameState((), parse_tiles("R1 R2 R3 J J J"), False, XP)
    whole = find_play(state, "advice", 10**9)
    needed, cut = looks.count, 0
    assert whole.optimal
    assert len(whole.layout.placed) == 6
    for most in range(needed):
        looks.count = 0
        play = find_play(state, "advice", most)
        cut += not play.optimal
        assert not play.optimal or len(play.layout.placed) == 6
    assert cut


BROKEN = [
    # (table, what is known of it with all the time there is)
    ("R1 R2 R4 | R5 R6 R7 R3 | K1 K2 K3", True),
    ("R1 R2 | B9 K4 | K1 K2 K3", False),
    ("R2 JD R5 | R7 R8 R9 K9 | K10 K11", True),
    ("R2 JD R5 | R7 R8 B7", False),
]


@pytest.mark.parametrize(("table", "mends"), BROKEN)
def test_a_table_is_called_beyond_mending_only_when_that_is_known(table, mends, looks):
    rules = Rules.preset("twist")
    state = GameState(parse_table(table), (), True, rules)
    whole = mend.mend_layout(state, 10**9)
    needed, unknown = looks.count, 0
    assert (whole is not None) is mends
    for most in range(needed):
        looks.count = 0
        try:
            layout = mend.mend_layout(state, most)
        except TimeoutError:
            unknown += 1
            continue
        assert (layout is not None) is mends, most
    assert unknown


def test_that_mending_ran_out_of_time_is_said_and_misread_tiles_are_named_all_the_same():
    state = GameState(parse_table("R1 R2 R4 | R5 R6 R7 R3"), (), True, XP)
    cut, whole = mend.mend_table(state, time_limit=-1), mend.mend_table(state)
    assert cut.readings == whole.readings == mend.misreadings(state)
    assert (cut.sets, cut.steps, cut.notice) == (None, (), mend.NOT_SETTLED)
    assert cut.to_json()["notice"] == mend.NOT_SETTLED
    assert whole.sets
    assert not whole.notice


def test_no_search_goes_on_without_a_deadline_when_one_was_given(monkeypatch):
    """Whatever the rules and the question, every search ends by the clock it was given."""
    explored = []
    explore = search._Tree.explore

    def noted(tree):
        explored.append(tree._deadline)
        explore(tree)

    monkeypatch.setattr(search._Tree, "explore", noted)
    for opened in (True, False):
        for table, rack in [(CROWDED.table, CROWDED.rack), ((), parse_tiles("R1 R2 R3 J J J"))]:
            state = GameState(table, rack, opened, XP)
            best = advise(state, time_limit=0)
            has_others(state, best, 0.1)
            choose(state, time_limit=0.3)
            advise(state, time_limit=0.3)
            advise(state, time_limit=0.3, objective="points")
    assert explored
    assert None not in explored


def test_other_plays_share_one_limit(monkeypatch):
    """The ways to play are asked one after the other, within the time for all of them."""
    limits = []
    monkeypatch.setattr(
        "solver.choices.advise",
        lambda state, time_limit, **_: limits.append(time_limit) or advise(state),
    )
    state = GameState(parse_table("R1 R2 R3"), parse_tiles("R4 J K9"), True, XP)
    has_others(state, advise(state), 1.0)
    assert limits
    assert sum(limits) <= 1.0
