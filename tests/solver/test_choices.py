"""What is offered beside the best play: choices, odds, what is closest, mending."""

from __future__ import annotations

import dataclasses

import pytest

from solver.advise import Status
from solver.choices import Why, choose
from solver.closest import closest_play
from solver.melds import judge
from solver.mend import mend_table
from solver.notation import parse_table, parse_tile, parse_tiles
from solver.odds import next_draw
from solver.plays import find_play
from solver.rules import Rules
from solver.state import GameState
from solver.verify import faults_of_play
from tests.solver.every_table import every_table
from tests.solver.positions import golden_positions, random_position, state_of

LEMADA = Rules.preset("lemada")


def position(table: str, rack: str, **more) -> GameState:
    return GameState(parse_table(table), parse_tiles(rack), **more)


def test_odds_count_unseen_tiles():
    odds = next_draw(position("R1 R2 R3", "R4 B9"))
    assert odds.unseen.total == 106 - 5
    assert odds.can_play
    assert odds.chance_to_play == 1


def test_odds_name_the_winning_draws():
    odds = next_draw(position("R1 R2 R3", "B9 K9"))
    assert not odds.can_play
    # a nine of a third colour, or a joker; red 4 alone would not place the nines
    assert odds.wins == parse_tiles("R9 O9 J")
    assert odds.chance_to_win == pytest.approx(6 / 101)
    assert parse_tile("R4") in odds.plays


def test_tiles_known_to_be_elsewhere_are_not_drawn():
    state = position("R1 R2 R3", "B9 K9")
    odds = next_draw(state, seen=parse_tiles("O9 O9"))
    assert odds.wins == parse_tiles("R9 J")
    with pytest.raises(ValueError, match="not enough of O9"):
        next_draw(state, seen=parse_tiles("O9 O9 O9"))


@pytest.mark.parametrize("name", ["lemada", "polish", "sabra-50"])
def test_every_draw_is_judged_as_the_search_would(name):
    rules = Rules.preset(name)
    for seed in range(9000, 9004):
        state = random_position(seed, rules, sets=3, rack=5)
        odds = next_draw(state)
        for tile in odds.unseen:
            drawn = dataclasses.replace(state, rack=(*state.rack, tile))
            layout = find_play(drawn, "tiles").layout
            assert (layout is not None) is (tile in odds.plays)
            wins = layout is not None and len(layout.placed) == len(drawn.rack)
            assert wins is (tile in odds.wins)


def test_draws_that_open():
    odds = next_draw(position("", "R9 B9 K1 K2", opened=False))
    assert odds.plays == ()  # three nines are worth 27
    odds = next_draw(position("", "R10 B10 K1 K2", opened=False))
    assert odds.plays == parse_tiles("K10 O10 J")


def test_choices_differ_and_each_is_legal():
    for entry in golden_positions()[2:60:9]:
        state = state_of(entry)
        choices = choose(state)
        assert bool(choices) is (entry["most_tiles"] > 0)
        if not choices:
            continue
        assert len({choice.advice.placed for choice in choices}) == len(choices) <= 5
        assert choices[0].why[0] is Why.BEST
        for choice in choices:
            advice = choice.advice
            assert faults_of_play(state, advice.placed, advice.sets) == ()
            if Why.SIMPLEST in choice.why:
                assert advice.moved == 0


def test_the_simplest_choice_moves_nothing():
    state = position("R3 R4 R5 R6 | B1 B2 B3", "B4 K6 O6 K13")
    choices = {why: choice for choice in choose(state) for why in choice.why}
    assert choices[Why.BEST].advice.placed == parse_tiles("B4 K6 O6")
    assert choices[Why.SIMPLEST].advice.placed == parse_tiles("B4")


def test_a_choice_keeps_the_jokers():
    state = position("", "R7 B7 K7 R1 R2 J K13")
    choices = {why: choice for choice in choose(state) for why in choice.why}
    assert "J" in map(str, choices[Why.BEST].advice.placed)
    assert choices[Why.KEEPS_JOKERS].advice.placed == parse_tiles("R7 B7 K7")


@pytest.mark.parametrize(
    ("table", "rack"),
    [("R1 R2 R3", "R4 J"), ("R3 R4 R5 R6 | B1 B2 B3", "B4 K6 O6 J"), ("", "R7 B7 K7 J J")],
)
def test_a_choice_wins_when_it_leaves_the_rack_empty(table, rack):
    state = position(table, rack)
    choices = choose(state)
    assert len(choices) > 1
    for choice in choices:
        empty = len(choice.advice.placed) == len(state.rack)
        assert (choice.advice.status is Status.WIN) is empty


def test_the_simplest_choice_wins_where_that_can_be_simple():
    choices = {why: choice for choice in choose(position("R1 R2 R3", "R4 J")) for why in choice.why}
    assert choices[Why.SIMPLEST] is choices[Why.BEST]
    assert choices[Why.SIMPLEST].advice.status is Status.WIN


def test_the_smallest_opening():
    state = position("", "R10 B10 K10 O1 O2 O3 O4 K5", opened=False)
    choices = {why: choice for choice in choose(state) for why in choice.why}
    assert len(choices[Why.BEST].advice.placed) == 7
    assert choices[Why.SMALLEST_OPENING].advice.placed == parse_tiles("R10 B10 K10")


def test_nothing_to_choose_from():
    assert choose(position("R1 R2 R3", "K9")) == ()


def test_how_many_points_an_opening_misses():
    closest = closest_play(position("", "R8 B8 K8 R9 B2", opened=False))
    assert closest is not None
    assert closest.missing_points == 6
    assert parse_tile("O8") in closest.tiles  # 32 points
    assert "misses 6 points" in closest.text
    assert "R8 B8 K8" in closest.text


@pytest.mark.parametrize(
    "options", [{}, {"two_jokers": False}, {"joker_opening_value": "not allowed"}]
)
@pytest.mark.parametrize("several", [True, False])
def test_the_missing_points_are_those_of_the_best_own_sets(several, options):
    rules = LEMADA.with_options({"several_sets_open": several, "opening_points": 90, **options})
    for rack in ("R10 R11 R12 B10 K10 O10 K1", "R9 J J B2", "R12 B12 J R13 J K3", "R1 B2 K3"):
        state = position("", rack, rules=rules, opened=False)
        allowed = options.get("joker_opening_value") != "not allowed"
        own = dataclasses.replace(
            state, rack=tuple(t for t in state.rack if allowed or not t.is_joker)
        )
        values = [[judge(meld, rules).value for meld in table] for table in every_table(own)]
        best = max(sum(sets) if several else max(sets, default=0) for sets in values)
        closest = closest_play(state)
        assert closest is not None
        assert closest.missing_points == 90 - best
        assert all(judge(laid.tiles, rules).valid for laid in closest.sets)


def test_the_tile_that_would_do():
    closest = closest_play(position("R1 R2 R3", "B9 K9"))
    assert closest is not None
    assert closest.missing_points is None
    assert {"R9", "O9", "R4", "J"} <= set(map(str, closest.tiles))
    assert closest_play(position("R1 R2 R3", "R4")) is None


def test_a_broken_table_is_laid_anew():
    mending = mend_table(position("R1 R2 | R3 R4 R5 | K1 K2 K3", "K9"))
    assert mending.sets == parse_table("R1 R2 R3 R4 R5 | K1 K2 K3")
    assert mending.moved == 2
    assert len(mending.steps) == 1


def test_a_misread_tile_is_proposed():
    mending = mend_table(position("R1 R2 R4 | K1 K2 K3", "K9"))
    assert mending.sets is None
    assert [(str(r.seen), str(r.meant)) for r in mending.readings] == [("R4", "R3"), ("R4", "J")]
    group = mend_table(position("R7 B7 K1", ""))
    assert (str(group.readings[0].seen), str(group.readings[0].meant)) == ("K1", "K7")


def test_a_valid_table_needs_no_mending():
    mending = mend_table(position("R1 R2 R3", "K9"))
    assert mending.readings == ()
    assert mending.steps == ()
