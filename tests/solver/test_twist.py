"""The jokers of Twist in play: what is suggested, how it is said, and what is kept."""

from __future__ import annotations

import json

import pytest

from solver.advise import Status, advise
from solver.choices import choose
from solver.mend import mend_table
from solver.notation import format_table, parse_table, parse_tiles
from solver.odds import next_draw
from solver.readings import readings
from solver.referee import referee
from solver.rules import Rules
from solver.search import best_play
from solver.state import GameState
from solver.tiles import JokerKind, joker
from solver.verify import faults_of_steps
from tests.solver.every_table import is_legal
from tests.solver.test_twist_exact import SMALL
from tests.solver.twist_sets import twist_position

TWIST = Rules.preset("twist")


def position(table: str, rack: str, *, opened: bool = True, rules: Rules = TWIST) -> GameState:
    return GameState(parse_table(table), parse_tiles(rack), opened, rules)


def sets_of(state: GameState) -> list[str]:
    return sorted(format_table([laid.tiles]) for laid in advise(state).sets)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("R4 R5 R6", "JD R9", ["R4 R5 R6 JD R9"]),
        ("R4 R5 R6", "JC B8", ["R4 R5 R6 JC B8"]),
        ("R2 R3 R4", "R2 R3 R4 JM K9", ["R2 R3 R4", "R2 R3 R4"]),  # the mirror is kept
        ("K1 K2 K3", "R2 R2 R3 R3 JM", ["K1 K2 K3", "R2 R3 JM R3 R2"]),
        ("R3 B3 JM B3 R3", "K3 K3", ["R3 B3 K3 JM K3 B3 R3"]),
        ("R2 JD R5", "R3 R4 K1 K2", ["K1 K2 JD", "R2 R3 R4 R5"]),
        ("", "K7 B7 JD", ["B7 K7 JD"]),
        ("", "R1 JC B3 JC R5", ["R1 JC B3 JC R5"]),
        ("", "R2 JD JM R3", ["JD JM R3 R2"]),
    ],
)
def test_the_best_play(table: str, rack: str, after: list[str]) -> None:
    state = position(table, rack)
    made = [tuple(sorted(meld)) for meld in map(parse_tiles, after)]
    found = advise(state)
    assert sorted(tuple(sorted(laid.tiles)) for laid in found.sets) == sorted(made)
    assert found.optimal
    assert is_legal(state, tuple(laid.tiles for laid in found.sets))


@pytest.mark.parametrize(
    ("table", "rack", "placed"),
    [
        ("K6 K7 K8 | K8 R8 B8 | R6 K6 O6 B6", "K7 K13 O3 O7 J JD JD JM JM JC JC", 11),
        (
            "R1 B1 O1 | B5 K5 R5 | K7 K8 K9 K10 K11 | R1 R2 R3 R4 | J K7 R7 | K3 K4 K5",
            "K10 K13 JD JM JM JC JC",
            3,
        ),
        (
            "J B5 B6 B7 | J R9 K9 | B9 B10 B11 | O12 R12 B12 K12 | O1 B1 K1",
            "R6 B2 B11 K11 O11 O13 JD JD JM JM JC",
            11,
        ),
        ("J B9 B10 B11 B12", "R4 R5 R9 B1 O1 O1 O4 O9 J JM JM JC JC", 9),
    ],
)
def test_two_mirrors_among_many_jokers_are_settled_soon(table: str, rack: str, placed: int) -> None:
    """Halves of mirrors with single tiles took hundreds to thousands of nodes."""
    optimum = best_play(position(table, rack))
    assert optimum.proven
    assert len(optimum.placed) == placed
    assert optimum.nodes < 100


@pytest.mark.parametrize("rack", ["J J JD", "JD JC JD", "J JC J", "JD JM JD", "J JD JC J"])
def test_jokers_alone_are_no_set(rack: str) -> None:
    assert advise(position("", rack), objective="tiles").status is Status.DRAW


@pytest.mark.parametrize(
    ("rack", "opens"),
    [
        ("R10 R11 JD", True),  # 46
        ("R2 R3 JD", False),  # 14
        ("R4 R5 JC B7 B8", True),  # 30, the change counts its number
        ("R4 R5 JC B7", False),  # 22
        ("R7 R8 JM R8 R7", True),  # 30, the mirror counts nothing
        ("R2 R3 JM R3 R2", False),  # 10
        ("B8 R8 JD", True),  # 32
    ],
)
def test_such_jokers_open_by_what_they_stand_for(rack: str, opens: bool) -> None:
    state = position("K1 K2 K3", rack, opened=False)
    found = advise(state)
    assert (found.status is Status.WIN) == opens
    assert found.optimal
    if opens:
        after = tuple(laid.tiles for laid in found.sets)
        assert referee(state.table, after, state.rack, (), opened=False, rules=TWIST).legal


def test_what_they_stand_for_is_told() -> None:
    found = advise(position("R4 R5 R6 | K3 O3 R3", "JC B8 K1 K2 JD R2 R2 JM R1 R1")).to_json()
    told = {
        found["table_after"][one["set"]][one["place"]]: one["stands_for"] for one in found["jokers"]
    }
    assert json.dumps(found)
    for name, meant in told.items():
        assert len(meant.split()) == {"J": 1, "JD": 2, "JM": 0, "JC": 1}[name]
    assert {"JC", "JD"} & set(told)


def test_steps_call_them_by_name() -> None:
    for rack, name in (("JD R9", "double joker"), ("JC B8", "colour-change joker")):
        texts = [step.text for step in advise(position("R4 R5 R6", rack)).steps]
        assert any(f"the {name}" in text for text in texts), texts
    folded = advise(position("", "R2 R2 R3 R3 JM"))
    assert "red 2, 3, mirror joker, 3, 2" in folded.steps[0].text


def test_every_step_can_be_carried_out() -> None:
    for seed in range(300, 325):
        state = twist_position(seed, SMALL, sets=3, rack=5)
        if not state.problems():
            found = advise(state)
            faults = faults_of_steps(state.table, found.placed, found.sets, found.steps)
            assert not faults, (seed, faults)
            assert len(found.steps) >= found.steps_at_least


def test_more_jokers_never_make_a_play_worse() -> None:
    for seed in range(400, 408):
        state = twist_position(seed, SMALL, sets=2, rack=3)
        if state.problems():
            continue
        for kind in JokerKind:
            richer = GameState(state.table, (*state.rack, joker(kind)), True, SMALL)
            if not richer.problems():
                assert _number_tiles(richer) >= _number_tiles(state)


def _number_tiles(state: GameState) -> int:
    return sum(not tile.is_joker for tile in advise(state).placed)


def test_a_broken_table_with_such_jokers_is_mended() -> None:
    mended = mend_table(position("R2 JD R5 | R7 R8 R9 K9 | K10 K11", ""))
    assert mended.sets == parse_table("R2 JD R5 | R7 R8 R9 | K9 K10 K11")
    assert mended.moved == 1
    assert mend_table(position("R2 JD R5 | R7 R8 B7", "")).sets is None


def test_a_draw_that_only_such_a_joker_makes_playable_counts() -> None:
    odds = next_draw(position("R4 R5 R6", "R9 K1"))
    assert joker(JokerKind.DOUBLE) in odds.plays
    # a mirror needs every tile twice
    assert joker(JokerKind.MIRROR) not in odds.plays
    held = next_draw(position("R4 R5 R6", "R9 K1 JD"))
    assert held.can_play


def test_the_odds_are_those_of_asking_about_every_tile() -> None:
    for seed in range(600, 606):
        state = twist_position(seed, SMALL, sets=2, rack=3)
        odds = next_draw(state)
        for tile in odds.unseen:
            if tile.is_joker or tile.face_value == 3:
                rack = (*state.rack, tile)
                found = advise(GameState(state.table, rack, True, SMALL), objective="tiles")
                assert bool(found.placed) == (tile in odds.plays), (seed, tile)
                assert (len(found.placed) == len(rack)) == (tile in odds.wins), (seed, tile)


def test_every_choice_is_legal_and_one_keeps_the_jokers() -> None:
    plays = choose(position("R4 R5 R6", "R7 JD K1 K2 B9"))
    assert parse_tiles("R7") in [choice.advice.placed for choice in plays]
    for seed in range(610, 620):
        state = twist_position(seed, SMALL, sets=2, rack=3)
        for choice in choose(state):
            assert is_legal(state, tuple(laid.tiles for laid in choice.advice.sets)), seed


def test_a_mirrored_colour_change_is_freed_by_both_colours() -> None:
    (reading,) = readings(parse_tiles("R4 JC B6 JM B6 JC R4"), TWIST)
    assert [str(one) for one in reading.jokers] == ["5", "", "5"]
    assert set(reading.frees()) == set(parse_tiles("R5 B5"))
    first, _, last = reading.jokers
    assert first == last
