"""The words of a step say all that the hands have to do."""

from __future__ import annotations

import re

import pytest

from solver.advise import advise
from solver.notation import declarations, parse_declared_table, parse_table, parse_tiles
from solver.rules import Rules
from solver.state import GameState
from solver.wording import Sentence, spell_out
from tests.solver.positions import golden_advice

SAYS_THE_WHOLE_SET = (".anew", ".joker", ".group", ".next", ".beside")


@pytest.mark.parametrize("start", range(0, 200, 40))
def test_no_tile_changes_places_without_a_word(start: int) -> None:
    for _, advice in golden_advice(range(start, start + 40)):
        for step in advice.to_json()["steps"]:
            template = step["sentences"][-1]["template"]
            if step["to"] == "new set" or template.endswith(SAYS_THE_WHOLE_SET):
                continue
            makes = iter(step["makes"].split())
            assert all(tile in makes for tile in step["to"].split()), step["text"]


def test_a_joker_that_shifts_is_said() -> None:
    table, rack = parse_table("K4 K5 K6 J | R1 R2 R3"), parse_tiles("K2")
    (step,) = advise(GameState(table, rack)).to_json()["steps"]
    assert "so that it reads black 2, joker, 4, 5, 6" in step["text"]


def test_a_replaced_joker_that_stays_in_the_set_is_said() -> None:
    table, rack = parse_table("O10 O11 J"), parse_tiles("O12")
    (step,) = advise(GameState(table, rack)).to_json()["steps"]
    assert "waits" not in step["text"]
    assert "so that it reads" in step["text"]


@pytest.mark.parametrize(
    ("tiles", "lying", "result", "words"),
    [
        ("B9", "B8 B9 B10 J", "B8 J B10", "the joker moves to where the blue 9 was"),
        ("R9", "R7 R8 R9 J R11", "R7 R8 R11 J", "the joker moves to the end"),
        ("R6", "R4 J R6 R7 R8", "J R4 R7 R8", "the joker moves to the front"),
        ("R6", "J R6 R7 J R9", "R7 J R9 J", "the left joker moves to the end"),
        ("R5", "J R3 R4 R5 J", "J R3 R4 J", ""),
        ("R5", "R3 R4 R5 J J", "R3 J J R4", "the jokers move"),
        ("R4", "R4 R5 J R7", "R5 J R7", ""),
        ("R8", "R8 R7 J", "R7 J", ""),
    ],
)  # fmt: skip
def test_where_the_joker_goes_that_shifts_when_a_tile_is_taken(
    tiles: str, lying: str, result: str, words: str
) -> None:
    told = Sentence("take.leaving", *map(parse_tiles, (tiles, lying, result)))
    rest = f", so that the rest reads {spell_out(parse_tiles(result))}"
    assert str(told).endswith(f"{rest} ({words})." if words else f"{rest}.")


@pytest.mark.parametrize(
    ("tiles", "lying", "result", "words"),
    [
        ("K2", "K1 J K3 K4", "K1 K2 K3 K4 J", "the joker moves to the end"),
        ("R11", "R10 J R12 R13", "J R10 R11 R12 R13", "the joker moves to the front"),
        ("K6", "K8 J", "K6 J K8", "the joker moves between the black 6 and the black 8"),
        ("O12", "O10 O11 J", "O10 O11 O12 J", "the joker moves to the end"),
        ("O9", "O8 J O10 J", "O8 O9 O10 J J", "the left joker moves to the end"),
        ("O8", "O5 J O7 J O9", "O5 J O7 O8 O9 J", "the right joker moves to the end"),
        (
            "O4",
            "O6 O7 J O9 J",
            "O4 J O6 O7 J O9",
            "the right joker moves between the orange 4 and the orange 6",
        ),
        ("B4", "J J B5", "J B4 B5 J", "one joker moves to the end"),
        ("B11", "B10 J J", "B10 B11 J J", ""),
        ("B3", "B6 B7 B8 J J", "B3 J J B6 B7 B8", "the jokers move"),
        ("J", "B4 B6 B8 J", "B4 J B6 J B8", "the joker that lies there moves too"),
        ("O12", "O9 O10 O11 JD", "O9 O10 O11 O12 JD", ""),
        ("K3 J", "K4 K5 K6", "J K3 K4 K5 K6", ""),
    ],
)
def test_where_the_joker_goes_that_shifts_when_a_tile_comes(
    tiles: str, lying: str, result: str, words: str
) -> None:
    told = Sentence("rack.anew", *map(parse_tiles, (tiles, lying, result)))
    assert str(told).endswith(f" ({words})." if words else told_as(result))


def told_as(result: str) -> str:
    return f"so that it reads {spell_out(parse_tiles(result))}."


def test_a_joker_that_can_stay_where_it_lies_stays_there() -> None:
    ((_, advice),) = golden_advice(range(110, 111))
    told = [step["text"] for step in advice.to_json()["steps"]]
    assert any(text.startswith("Take the red 6 out of red 4, joker, 6, 7. ") for text in told)
    assert any(text.startswith("Take the joker out of red 4, joker, 7. ") for text in told)


@pytest.mark.parametrize(
    ("table", "rack", "words"),
    [
        ("B2 K2 O2 | O2 B2 K2", "R2", "to the 2s (orange, blue, black; either of the two)"),
        ("R1 R2 R3 | R1 R2 R3", "R4", "at the end of red 1-3 (either of the two)"),
        ("R1 R2 R3 | R1 R2 R3 R4", "R4", "at the end of red 1-3"),
    ],
)  # fmt: skip
def test_one_of_two_equal_sets_is_either_of_them(table: str, rack: str, words: str) -> None:
    (step,) = advise(GameState(parse_table(table), parse_tiles(rack))).to_json()["steps"]
    assert step["text"].endswith(f" from your rack {words}.")


def test_what_is_left_of_a_group_is_called_a_group() -> None:
    ((_, advice),) = golden_advice(range(121, 122))
    steps = advice.to_json()["steps"]
    told = [step["text"] for step in steps]
    assert told[1].startswith("Take the red 10 out of the 10s (red, joker).")
    assert told[2] == "Put the blue 13 from your rack beside the joker (lying alone)."
    assert told[3].endswith("Add it to the 13s (blue, joker).")
    assert steps[1]["action"] == "take from a group"


def test_a_number_tile_and_a_joker_are_called_what_they_become() -> None:
    named = 0
    for _, advice in golden_advice():
        kinds = {laid.tiles: len({tile.color for tile in laid.stands_for}) for laid in advice.sets}
        for step in advice.steps:
            if step.makes in kinds and step.target and any(t.is_joker for t in step.target):
                group = kinds[step.makes] > 1
                if not group and len(step.target) == 1:
                    continue  # a joker alone is called so either way
                last = str(step.sentences[-1])
                assert ("lying alone" in last or "s (" in last) == group, last
                named += group and len(step.target) < 3
    assert named


def test_a_lone_tile_has_no_front_and_no_end() -> None:
    lone = set()
    for _, advice in golden_advice():
        for step in advice.steps:
            for sentence in step.sentences:
                if len(sentence.lying) == 1:
                    where = sentence.template.split(".")[1]
                    lone.add(where)
                    assert where in ("left", "right", "sides", "next", "beside", "lone"), sentence
                    assert not re.search("front|end|into|Pick up", str(sentence)), sentence
    assert {"left", "right", "next", "lone"} <= lone


@pytest.mark.parametrize(
    ("template", "lying", "words"),
    [
        ("take.group", "B2 K2 J J", "Take a joker out of the 2s (blue, black, joker, joker)."),
        ("take.group", "B2 K2 J", "Take the joker out of the 2s (blue, black, joker)."),
        ("take.end", "J R5 R6 J", "Take the joker from the end of joker, red 5, 6, joker."),
    ],
)
def test_any_of_two_jokers_will_do_where_the_place_does_not_tell(template, lying, words) -> None:
    assert str(Sentence(template, parse_tiles("J"), parse_tiles(lying))) == words


def test_a_joker_that_travels_with_other_tiles_is_told_its_place() -> None:
    """Named after the tile it lies left of, it would be laid on the wrong side."""
    told = [
        step.text
        for _, advice in golden_advice()
        for step in advice.steps
        if step.target
        and len(step.tiles) > 1
        and any(tile.is_joker for tile in step.tiles)
        and len({tile.number for tile in step.makes if tile.number}) > 1
    ]
    assert told
    assert all("so that" in text for text in told), told


def test_tiles_that_join_jokers_say_where_each_goes_and_that_the_jokers_read_otherwise() -> None:
    rules = Rules.preset("xp")
    table = parse_declared_table("R1 R2 R3 | J=B5 J=B6 J=B7")
    sets = tuple(one.tiles for one in table)
    state = GameState(
        sets, parse_tiles("B8 B6"), True, rules, declared=tuple(declarations(table).items())
    )
    (step,) = advise(state).steps
    assert "so that it reads blue 6, joker, 8, joker, joker" in step.text
    assert "each joker now stands for the tile that is missing in its place" in step.text
