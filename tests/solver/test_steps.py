"""Steps can be carried out by two hands, and the checker notices when they cannot."""

from __future__ import annotations

import dataclasses

import pytest

from solver.advise import advise
from solver.mend import mend_table
from solver.notation import parse_table, parse_tiles
from solver.play import LaidSet
from solver.state import GameState
from solver.verify import faults_of_play, faults_of_steps
from solver.wording import TEMPLATES
from tests.solver.positions import golden_advice


def play(table: str, rack: str, **more):
    state = GameState(parse_table(table), parse_tiles(rack), **more)
    return state, advise(state)


def texts(table: str, rack: str) -> list[str]:
    return [step.text for step in play(table, rack)[1].steps]


def actions(table: str, rack: str) -> list[str]:
    return [step.action for step in play(table, rack)[1].steps]


def test_adding_at_either_end():
    assert texts("R1 R2 R3", "R4") == ["Put the red 4 from your rack at the end of red 1-3."]
    assert texts("R3 R4 R5", "R2") == ["Put the red 2 from your rack at the front of red 3-5."]


def test_adding_to_a_group():
    assert texts("R7 B7 K7", "O7") == [
        "Add the orange 7 from your rack to the 7s (red, blue, black)."
    ]


def test_laying_a_new_set():
    assert texts("", "R9 R10 R11") == ["Lay red 9-11 from your rack as a new set."]


def test_taking_a_tile_from_a_run():
    assert texts("B6 B7 B8 B9", "K9 O9") == [
        "Lay the black 9 and the orange 9 from your rack in a free spot: a new set begins there.",
        "Take the blue 9 from the end of blue 6-9. Add it to the 9s (black, orange).",
    ]


def test_manipulations_have_their_names():
    assert "split a run" in actions("R3 R4 R5 R6 R7 R8", "R5 K1")
    assert "take from a run" in actions("B6 B7 B8 B9", "K9 O9")
    assert "substitute in a group" in actions("R7 B7 K7", "O7 R8 R9")
    assert "shift a run" in actions("R3 R4 R5", "R6 B3 K3")
    assert "replace the joker" in actions("R1 J R3", "R2 K9 O9")


def test_the_joker_is_replaced_before_it_is_used():
    state, advice = play("R1 J R3", "R2 K9 O9")
    replaced = next(i for i, s in enumerate(advice.steps) if s.action == "replace the joker")
    used = next(i for i, s in enumerate(advice.steps) if parse_tiles("J") == s.tiles)
    assert replaced < used
    assert faults_of_steps(state.table, advice.placed, advice.sets, advice.steps) == ()


@pytest.mark.parametrize(
    ("table", "rack", "words"),
    [
        (
            "R5 R7 J",
            "K1 K2 K3",
            "Lay red 5, 7, joker in the order red 5, joker, 7"
            " (the joker moves between the red 5 and the red 7).",
        ),
        ("R5 R7 R6 | B1 B2 B3", "B4", "Lay red 5, 7, 6 in the order red 5, 6, 7."),
        ("R5 J R4 | B1 B2 B3", "B4", "Lay red 5, joker, 4 in the order red 4, 5, joker."),
    ],
)
def test_a_set_that_lies_in_the_wrong_order_is_put_right_first(table, rack, words):
    state = GameState(parse_table(table), parse_tiles(rack))
    advice = advise(state, anyway=True)
    first, second = advice.steps
    assert (first.action, first.text, first.legal) == ("put in order", words, True)
    assert first.to_json()["from"] == first.to_json()["to"] == table.split(" | ")[0]
    assert second.source is None
    assert advice.steps_at_least == 2
    assert faults_of_steps(state.table, advice.placed, advice.sets, advice.steps) == ()


def test_no_step_is_legal_while_another_set_waits_to_be_put_right():
    state = GameState(parse_table("R5 R7 J | K9 K8 K10 | B3 B1 B2"), parse_tiles("B4"))
    steps = advise(state, anyway=True).steps
    assert [step.action for step in steps] == ["put in order", "put in order", "add to a set"]
    assert [step.legal for step in steps] == [False, False, True]


def test_a_broken_table_is_mended_by_putting_sets_in_order():
    mending = mend_table(GameState(parse_table("R5 R7 J | B1 B2 B3"), ()))
    assert [step.action for step in mending.steps] == ["put in order"]
    assert mending.moved == 0


def test_every_step_moves_tiles_from_one_place_to_one_place():
    for _, advice in golden_advice():
        for step in advice.steps:
            assert step.tiles
            assert all(sentence.template in TEMPLATES for sentence in step.sentences)
            assert "{" not in step.text
        if advice.steps:
            assert advice.steps[-1].legal
            assert advice.steps_at_least <= len(advice.steps)


def test_tiles_do_not_wait_among_others_when_they_need_not():
    # the group gives its 4 and 5 away and becomes a run: nothing joins before
    _, advice = play("K4 O4 R4 | O5 O6 O7 | K5 O5 R5", "R3 R6 R7 K3")
    for step in advice.steps:
        colors = {tile.color for tile in step.makes}
        numbers = {tile.number for tile in step.makes}
        assert len(step.makes) < 4 or len(colors) == 1 or len(numbers) == 1


class TestCheckerOfSteps:
    state, advice = play("B6 B7 B8 B9", "K9 O9")

    def faults(self, *steps):
        return faults_of_steps(self.state.table, self.advice.placed, self.advice.sets, steps)

    def test_accepts_the_steps(self):
        assert self.faults(*self.advice.steps) == ()

    def test_notices_a_missing_step(self):
        assert "stays on the rack" in self.faults()[0]
        assert self.faults(self.advice.steps[0]) == (
            "the sets after the last step are not those of the play",
        )

    def test_notices_a_wrong_order(self):
        assert "does not lie there" in self.faults(*reversed(self.advice.steps))[0]

    @pytest.mark.parametrize(
        "change",
        [
            {"tiles": parse_tiles("B8")},
            {"source": parse_tiles("B6 B7 B8")},
            {"leaves": parse_tiles("B6 B7")},
            {"makes": parse_tiles("K9 O9 R9")},
        ],
    )
    def test_notices_a_wrong_step(self, change):
        first, second = self.advice.steps
        assert self.faults(first, dataclasses.replace(second, **change)) != ()


class TestCheckerOfPlays:
    state = GameState(parse_table("R1 R2 R3 | B1 B2 B3"), parse_tiles("R4 B4 K9"))

    def faults(self, placed: str, after: str, state: GameState | None = None):
        sets = [LaidSet(meld, meld) for meld in parse_table(after)]
        return " ".join(faults_of_play(state or self.state, parse_tiles(placed), sets))

    def test_accepts_a_play(self):
        assert self.faults("R4", "R1 R2 R3 R4 | B1 B2 B3") == ""

    def test_notices_lost_and_foreign_tiles(self):
        assert "1 of B3 got lost" in self.faults("R4", "R1 R2 R3 R4 | B1 B2")
        assert "came from nowhere" in self.faults("R4", "R1 R2 R3 R4 | B1 B2 B3 B4")
        assert "R5 is not on the rack" in self.faults("R5", "R1 R2 R3 | B1 B2 B3")

    def test_notices_invalid_sets_and_idle_turns(self):
        assert "is not a set" in self.faults("R4", "R1 R2 R3 | B1 B2 B3 R4")
        assert "no rack tile" in self.faults("", "R1 R2 R3 | B1 B2 B3")

    def test_notices_a_broken_opening(self):
        fresh = dataclasses.replace(self.state, opened=False)
        assert "in the opening turn" in self.faults("R4", "R1 R2 R3 R4 | B1 B2 B3", fresh)
        small = GameState((), parse_tiles("R1 R2 R3"), opened=False)
        assert "worth 6 points, 30 are needed" in self.faults("R1 R2 R3", "R1 R2 R3", small)

    def test_notices_a_joker_that_means_something_else(self):
        state = GameState((), parse_tiles("R5 J R7"))
        wrong = LaidSet(parse_tiles("R5 J R7"), parse_tiles("R5 R8 R7"))
        assert faults_of_play(state, parse_tiles("R5 J R7"), [wrong]) != ()
