"""Steps taken at their word lead to the table that was promised."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from solver.advise import Advice, advise
from solver.notation import parse_table, parse_tiles
from solver.rules import Rules
from solver.shifts import Shift
from solver.state import GameState
from solver.steps import Step
from solver.tiles import JOKER
from solver.wording import Sentence
from tests.solver.every_table import crowded_position
from tests.solver.hands import Hands, Unsure, looks
from tests.solver.positions import golden_advice, random_position


def carry_out(state: GameState, advice: Advice) -> None:
    hands = Hands(state.table, advice.placed)
    for step in advice.steps:
        hands.carry_out(step.sentences)
        assert looks(step.makes) in map(looks, hands.table), step.text
        assert not step.leaves or looks(step.leaves) in map(looks, hands.table), step.text
    assert not hands.rack.total()
    after = Counter(looks(laid.tiles) for laid in advice.sets)
    assert Counter(looks(pile) for pile in hands.table if pile) == after


@pytest.mark.parametrize("start", range(0, 200, 40))
def test_no_step_of_the_golden_positions_leaves_a_hand_unsure(start: int) -> None:
    for state, advice in golden_advice(range(start, start + 40)):
        carry_out(state, advice)


@pytest.mark.parametrize("name", ["lemada", "polish", "sabra-50", "xp"])
def test_no_step_among_many_jokers_leaves_a_hand_unsure(name: str) -> None:
    rules = Rules.preset(name)
    for seed in range(60):
        state = crowded_position(seed, rules, most=4, rack=6)
        if not state.problems():
            carry_out(state, advise(state))


def test_no_step_of_random_positions_leaves_a_hand_unsure() -> None:
    for seed in range(9000, 9060):
        state = random_position(seed, Rules.preset("lemada"), sets=7, rack=10)
        carry_out(state, advise(state))


@pytest.mark.parametrize("seed", range(40))
def test_no_set_that_is_put_in_order_leaves_a_hand_unsure(seed: int) -> None:
    dice = random.Random(seed)
    state = crowded_position(seed, Rules.preset("lemada"), most=4, rack=6)
    table = tuple(tuple(dice.sample(meld, len(meld))) for meld in state.table)
    mixed = dataclasses.replace(state, table=table)
    if not mixed.stock_problems():
        carry_out(mixed, advise(mixed, anyway=True))


def sentences(table: str, rack: str) -> tuple[GameState, tuple[Step, ...]]:
    state = GameState(parse_table(table), parse_tiles(rack))
    return state, advise(state).steps


def test_hands_notice_that_two_piles_have_one_name() -> None:
    hands = Hands(parse_table("R4 R5 R6"), parse_tiles("R7"))
    hands.table.append(parse_tiles("R4 R5"))
    with pytest.raises(Unsure):
        hands.carry_out((Sentence("rack.end", parse_tiles("R7"), parse_tiles("R5 R6")),))


def test_hands_notice_a_joker_that_could_be_either() -> None:
    hands = Hands(parse_table("R4 J R6 J"), ())
    take = Sentence("take.inside", parse_tiles("J"), parse_tiles("R4 J R6 J"))
    with pytest.raises(Unsure, match="which joker"):
        hands.carry_out((take, Sentence("put.start", parse_tiles("J"))))


def test_hands_notice_two_sets_that_look_the_same_and_nobody_says_so() -> None:
    table = parse_table("R4 R5 R6 | R4 R5 R6")
    with pytest.raises(Unsure, match="2 such sets"):
        Hands(table, parse_tiles("R7")).carry_out(
            (Sentence("rack.end", parse_tiles("R7"), table[0]),)
        )


def test_hands_notice_a_joker_that_moves_without_a_word() -> None:
    class Silent(Sentence):
        @property
        def shift(self) -> None:
            return None

    lying, result = parse_tiles("B8 B9 B10 B11 B12 J"), parse_tiles("B8 B9 B10 J B12")
    eleven = parse_tiles("B11")
    put = Sentence("put.start", eleven)
    with pytest.raises(Unsure, match="a joker has to move"):
        Hands((lying,), ()).carry_out((Silent("take.leaving", eleven, lying, result), put))
    Hands((lying,), ()).carry_out((Sentence("take.leaving", eleven, lying, result), put))


@pytest.mark.parametrize("words", ["right", "left"])
def test_hands_notice_that_the_other_joker_has_to_move(words: str) -> None:
    class Mistaken(Sentence):
        @property
        def shift(self) -> Shift | None:
            return Shift(JOKER, "end", (), words)

    lying, result = parse_tiles("J R6 R7 J R9"), parse_tiles("R7 J R9 J")
    six = parse_tiles("R6")
    put = Sentence("put.start", six)
    steps = (Mistaken("take.leaving", six, lying, result), put)
    if words == "left":
        Hands((lying,), ()).carry_out(steps)
        return
    with pytest.raises(Unsure, match="a joker has to move"):
        Hands((lying,), ()).carry_out(steps)


def test_a_tile_that_lies_alone_is_told_from_one_in_a_set() -> None:
    names = {str(Sentence("take.lone", parse_tiles("B3"), parse_tiles("B3")))}
    names.add(str(Sentence("take.all", parse_tiles("B3"), parse_tiles("B3 B4 B5"))))
    assert names == {"Take the blue 3 (lying alone).", "Pick up blue 3-5."}
