"""Plays are legal under the chosen ruleset: the referee agrees with every one."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from solver.advise import Advice, Status, advise
from solver.notation import parse_table, parse_tiles
from solver.referee import referee
from solver.rules import Rules, preset_names
from solver.state import GameState
from solver.verify import faults_of_steps
from tests.solver.positions import golden_positions, random_position, state_of

TABLE_GAMES = [name for name in preset_names() if Rules.preset(name).play_advice]


def position(table: str, rack: str, rules: str | Rules = "lemada", opened=True) -> GameState:
    rules = rules if isinstance(rules, Rules) else Rules.preset(rules)
    return GameState(parse_table(table), parse_tiles(rack), opened, rules)


def referee_agrees(state: GameState, advice: Advice) -> None:
    rack_after = tuple((Counter(state.rack) - Counter(advice.placed)).elements())
    after = [laid.tiles for laid in advice.sets]
    ruling = referee(
        state.table, after, state.rack, rack_after, opened=state.opened, rules=state.rules
    )
    assert ruling.faults == ()
    assert faults_of_steps(state.table, advice.placed, advice.sets, advice.steps) == ()


@pytest.mark.parametrize("name", TABLE_GAMES)
def test_the_referee_accepts_every_play(name):
    rules = Rules.preset(name)
    for seed in range(8000, 8040):
        state = random_position(seed, rules, sets=5, rack=9)
        advice = advise(state)
        if advice.placed:
            referee_agrees(state, advice)


@pytest.mark.parametrize("name", ["polish", "pressman-1998", "mso", "sabra-1978", "sabra-50"])
def test_the_referee_accepts_plays_on_full_tables(name):
    rules = Rules.preset(name)
    for entry in golden_positions()[::8]:
        state = dataclasses.replace(state_of(entry), rules=rules)
        advice = advise(state)
        if advice.placed:
            referee_agrees(state, advice)
            assert len(advice.placed) <= entry["most_tiles"]


@pytest.mark.parametrize("name", TABLE_GAMES)
def test_the_referee_accepts_every_opening(name):
    rules = Rules.preset(name)
    for seed in range(8100, 8130):
        state = random_position(seed, rules, sets=2, rack=14, opened=False)
        advice = advise(state)
        if advice.placed:
            referee_agrees(state, advice)


def test_a_freed_joker_may_go_back_where_the_rules_let_it():
    assert advise(position("R1 J R3", "R2 B9")).placed == parse_tiles("R2")
    # another or a new set: there is none to be had
    assert advise(position("R1 J R3", "R2 B9", "polish")).status is Status.DRAW
    assert advise(position("R1 J R3", "R2 B9", "pressman-1998")).status is Status.DRAW


def test_another_set_is_enough_for_some_rules_and_not_for_others():
    table, rack = "R1 J R3 | B5 B6 B7", "R2 K9"
    assert advise(position(table, rack, "polish")).placed == parse_tiles("R2")
    assert advise(position(table, rack, "pressman-1998")).status is Status.DRAW
    new = advise(position(table, "R2 K9 K10", "pressman-1998"))
    assert new.status is Status.WIN
    assert new.optimal


@pytest.mark.parametrize(
    ("table", "rack", "options"),
    [
        ("B2 B3 B4 J | J R3 R4 R5", "K6 O3 K3", {"two_jokers": False, "joker_freed_by": "own"}),
        ("K3 K4 J | O4 O5 J", "O6 R5", {"freed_joker_needs_rack_tile": True}),
    ],
)
def test_what_a_joker_needs_to_be_legal_is_a_step_and_other_sets_lie_as_they_lay(
    table, rack, options
):
    small = Rules.preset("lemada").with_options({"highest_number": 6})
    rules = small.with_options({"freed_joker": "another set", **options})
    state = position(table, rack, rules)
    for objective in ("advice", "value", "tiles"):
        referee_agrees(state, advise(state, objective=objective))


def test_a_set_with_a_joker_is_not_split_where_that_is_forbidden():
    table, rack = "R3 J R5 R6 R7 R8", "B8 K8 K1"
    assert advise(position(table, rack)).placed == parse_tiles("B8 K8")
    assert advise(position(table, rack, "sabra-50")).status is Status.DRAW


def test_only_an_own_tile_frees_a_joker_where_the_rules_say_so():
    table = "R3 J R5 | R4 R5 R6 R7"
    rack = "B9 K9 K1"
    assert advise(position(table, rack)).placed == parse_tiles("B9 K9")
    assert advise(position(table, rack, "sabra-50")).status is Status.DRAW
    own = advise(position(table, "R4 B9 K9 K1", "sabra-50"))
    assert own.placed == parse_tiles("R4 B9 K9")
    assert own.optimal


def test_one_joker_a_set_where_two_are_not_allowed():
    rules = Rules.preset("lemada").with_options({"two_jokers": False})
    assert advise(position("", "J R5 J")).placed == parse_tiles("R5 J J")
    assert advise(position("", "J R5 J K1", rules)).status is Status.DRAW
    assert advise(position("", "R5 R6 J J B9 K9", rules)).status is Status.WIN


def test_one_set_must_open_alone_where_several_do_not_count():
    rules = Rules.preset("lemada").with_options({"several_sets_open": False})
    several = "R7 B7 K7 R3 R4 R5"
    assert advise(position("", several, opened=False)).status is Status.WIN
    assert advise(position("", several, rules, opened=False)).status is Status.DRAW
    assert advise(position("", "R10 B10 K10 R3 R4 R5", rules, opened=False)).status is Status.WIN


def test_laying_off_while_opening_where_the_rules_allow_it():
    table, rack = "B1 B2 B3", "K10 B10 O10 B4"
    assert advise(position(table, rack, opened=False)).status is Status.PLAY
    assert advise(position(table, rack, "sabra-1978", opened=False)).status is Status.WIN
    # the table does not help to reach the points
    assert advise(position(table, "K9 B9 O9 B4", "sabra-1978", opened=False)).placed == ()


def test_three_copies_and_four_jokers_are_played():
    state = position("R7 B7 K7 | R7 B7 O7", "R7 K7 O7 R5 R6 J J", "xp")
    assert advise(state).status is Status.WIN


@pytest.mark.parametrize(
    ("table", "rack", "opened", "options"),
    [
        ("R2 JD R5", "R3 R4 J J K9", True, {"two_jokers": False}),
        ("R2 JD R5 R6 R7", "K1 K2 K9", True, {"joker_split": False}),
        ("R1 JC B3", "B4 B5 K9", True, {"joker_split": False}),
        ("", "R10 R11 JD K9", False, {"several_sets_open": False}),
    ],
)
def test_where_a_rule_binds_twist_says_plainly_which_jokers_it_plays(table, rack, opened, options):
    rules = Rules.preset("twist").with_options(options)
    state = position(table, rack, rules, opened=opened)
    advice = advise(state)
    if advice.optimal:
        assert not advice.notices
    else:
        assert any("ordinary jokers only" in notice for notice in advice.notices)
        assert all(meld in [laid.tiles for laid in advice.sets] for meld in state.table)
    if advice.placed and opened:
        referee_agrees(state, advice)


def test_the_jokers_of_twist_need_no_such_word():
    advice = advise(position("R2 JD R5 | B1 B2 B3", "B4 JM K9 K10", "twist"))
    assert advice.optimal
    assert advice.notices == ()


def test_games_of_own_melds_have_no_advice_and_say_so():
    advice = advise(position("", "R1 R2 R3", "international-1978"))
    assert advice.status is Status.INVALID_INPUT
    assert "no play advice" in str(advice.problems[0])
