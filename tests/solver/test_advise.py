"""What a player gets: a play that is right, verified, and says what it is."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from solver.advise import Status, advise
from solver.lying import as_laid
from solver.melds import judge
from solver.notation import parse_table, parse_tiles
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER
from solver.verify import faults_of_play, faults_of_steps
from tests.solver.positions import (
    awkward_positions,
    golden_advice,
    golden_positions,
    random_position,
    state_of,
)

LEMADA = Rules.preset("lemada")


def position(table: str, rack: str, **more) -> GameState:
    return GameState(parse_table(table), parse_tiles(rack), **more)


def is_sound(state: GameState, advice) -> None:
    """The play is legal, its steps lead to it, and no tile is lost."""
    assert faults_of_play(state, advice.placed, advice.sets) == ()
    assert faults_of_steps(state.table, advice.placed, advice.sets, advice.steps) == ()
    after = Counter(tile for laid in advice.sets for tile in laid.tiles)
    assert after == Counter(state.table_tiles()) + Counter(advice.placed)
    assert len(advice.steps) >= advice.steps_at_least


@pytest.mark.parametrize(("objective", "every"), [("advice", 1), ("tiles", 4), ("value", 4)])
def test_golden_positions_get_sound_plays(objective, every):
    chosen = zip(golden_positions()[::every], golden_advice(range(0, 200, every)), strict=True)
    for entry, (state, advised) in chosen:
        advice = advised if objective == "advice" else advise(state, objective=objective)
        assert advice.optimal
        assert advice.moves_optimal
        if advice.status is Status.DRAW:
            assert advice.placed == ()
            assert [laid.tiles for laid in advice.sets] == list(state.table)
        else:
            is_sound(state, advice)
        if objective == "tiles":
            found = len(advice.placed), advice.value
            assert found == (entry["most_tiles"], entry["points_of_most_tiles"])
        elif objective == "value":
            assert advice.value == entry["most_points"]


@pytest.mark.parametrize("entry", awkward_positions(), ids=lambda entry: entry["why"])
def test_awkward_positions(entry):
    state = state_of(entry)
    advice = advise(state, objective="tiles")
    if not entry.get("valid", True):
        assert advice.status is Status.INVALID_TABLE
        assert advice.problems
        return
    if advice.placed:
        is_sound(state, advice)
    wanted = entry.get("placed", entry.get("most_tiles"))
    assert len(advice.placed) == wanted


def test_random_positions_get_sound_plays():
    for seed in range(5000, 5100):
        state = random_position(seed, LEMADA, sets=8, rack=12)
        advice = advise(state)
        if advice.placed:
            is_sound(state, advice)


def test_win_is_said():
    assert advise(position("R1 R2 R3", "R4")).status is Status.WIN
    assert advise(position("R1 R2 R3", "R4 B9")).status is Status.PLAY


def test_a_joker_is_spent_to_win_but_not_for_nothing():
    assert advise(position("R1 R2 R3", "J")).status is Status.WIN
    advice = advise(position("R1 R2 R3", "J B9"))
    assert advice.status is Status.DRAW
    assert advise(position("R1 R2 R3", "J B9"), objective="tiles").placed == parse_tiles("J")


@pytest.mark.parametrize("objective", ["advice", "tiles", "value"])
@pytest.mark.parametrize(
    ("table", "rack", "rules"),
    [
        ("R3 R4 R5", "R6 J", "lemada"),
        ("R3 R4 R5", "J", "lemada"),
        ("R3 R4 R5", "R6 J J", "sabra-1978"),
        ("J R4 R5", "R3 R9 B9", "pressman-1998"),
        ("R3 R4 R5", "R6 J J J J", "xp"),
        ("R3 R4 R5", "R6 JD", "twist"),
    ],
)
def test_going_out_is_worth_every_joker(table, rack, rules, objective):
    state = GameState(parse_table(table), parse_tiles(rack), rules=Rules.preset(rules))
    advice = advise(state, objective=objective)
    assert advice.status is Status.WIN
    assert advice.optimal
    is_sound(state, advice)


@pytest.mark.parametrize("objective", ["advice", "value"])
def test_no_joker_is_spent_on_a_win_while_another_tile_has_to_stay(objective):
    rules = LEMADA.with_options({"joker_opening_value": "not allowed"})
    for state in (
        GameState(parse_table("R3 R4 R5"), parse_tiles("R6 J"), unnamed=1),
        GameState((), parse_tiles("R9 R10 R11 R12 J"), opened=False, rules=rules),
    ):
        advice = advise(state, objective=objective)
        assert advice.status is Status.PLAY
        assert not any(tile.is_joker for tile in advice.placed)


def test_a_joker_is_spent_for_more_tiles():
    advice = advise(position("R1 R2 R3", "J B9 K9"))
    assert advice.status is Status.WIN
    assert advise(position("", "J B9 K9 O2 R5")).placed == parse_tiles("B9 K9 J")


def test_the_opening_binds_under_every_objective():
    short = position("B1 B2 B3", "R9 B9 B4", opened=False)
    for objective in ("advice", "tiles", "value"):
        assert advise(short, objective=objective).status is Status.DRAW
        enough = position("B1 B2 B3", "K10 B10 O10 B4", opened=False)
        advice = advise(enough, objective=objective)
        assert advice.placed == parse_tiles("B10 K10 O10")
        assert advice.moved == 0


def test_a_broken_table_is_named_and_advised_on_only_when_asked():
    broken = position("R1 R2 | R4 R5 | K1 K2 K3", "R3 K4")
    advice = advise(broken)
    assert advice.status is Status.INVALID_TABLE
    texts = [str(problem) for problem in advice.problems]
    assert len(texts) == 2
    assert "set 1 (R1 R2)" in texts[0]
    anyway = advise(broken, anyway=True)
    assert anyway.status is Status.WIN
    assert [str(problem) for problem in anyway.problems] == texts
    is_sound(broken, anyway)


def test_a_third_copy_is_bad_input_where_there_are_two():
    three = position("R7 B7 K7 | R7 B7 O7", "R7")
    advice = advise(three)
    assert advice.status is Status.INVALID_INPUT
    assert "R7 is there 3 times" in str(advice.problems[0])
    xp = position("R7 B7 K7 | R7 B7 O7", "R7", rules=Rules.preset("xp"))
    assert advise(xp).status is not Status.INVALID_INPUT


def test_an_unknown_objective_is_named():
    with pytest.raises(ValueError, match="no such objective: 'fun'"):
        advise(position("", "R1"), objective="fun")


def test_json_has_the_form_of_the_contract():
    found = advise(position("R1 J R3 | B5 B6 B7", "R2 B8")).to_json()
    assert found["status"] == "win"
    assert found["placed"] == ["R2", "B8"]
    assert found["value"] == 10
    assert found["optimal"] is found["moves_optimal"] is True
    assert found["problems"] == []
    assert set(found["timings_ms"]) >= {"search", "layout", "verify", "steps"}
    for joker in found["jokers"]:
        assert found["table_after"][joker["set"]][joker["place"]] == "J"
    for step in found["steps"]:
        assert {"action", "tiles", "from", "to", "text"} <= set(step)


def test_the_joker_says_what_it_is():
    found = advise(position("R1 J R3", "B5 B6 B7")).to_json()
    assert found["jokers"] == [{"set": 0, "place": 1, "stands_for": "R2"}]


@pytest.mark.parametrize(
    ("table", "options", "either"),
    [
        ("R7 B7 J", {}, ["K7", "O7"]),
        ("R7 B7 J", {"joker_in_three": "both"}, ["K7", "O7"]),
        ("R7 B7 J", {"joker_in_three": "declared"}, None),
        ("R7 B7 J", {"colors": "RBK"}, None),
        ("R7 B7 K7 J", {}, None),
        ("R7 J R9", {}, None),
        ("R7 J J", {}, None),
    ],
)
def test_a_joker_in_a_group_of_three_is_either_of_two_tiles(table, options, either):
    rules = LEMADA.with_options(options)
    state = GameState(parse_table(table), parse_tiles("K1 K2 K3"), True, rules)
    for joker in advise(state).to_json()["jokers"]:
        assert ("or" in joker) is (either is not None)
        assert either is None or sorted([joker["stands_for"], joker["or"]]) == either


def test_untouched_sets_keep_their_place_and_order():
    state = position("B7 R7 K7 | R9 R8 R7 | O4 O5 O6", "O3 K1")
    after = [laid.tiles for laid in advise(state).sets]
    assert after[:2] == [parse_tiles("B7 R7 K7"), parse_tiles("R9 R8 R7")]
    assert after[2] == parse_tiles("O3 O4 O5 O6")


def test_no_time_means_no_claim():
    state = state_of(golden_positions()[41])
    advice = advise(state, time_limit=0.0)
    assert not advice.optimal


@pytest.mark.parametrize("name", ["lemada", "xp", "twist", "american-1978"])
def test_sets_as_they_lie_are_valid_exactly_when_the_verdict_says_so(name):
    rules = Rules.preset(name)
    tiles = rules.stock().tiles()
    dice = random.Random(11)
    for _ in range(400):
        near = [t for t in tiles if t.is_joker or t.number in (5, 6, 7)]
        meld = tuple(dice.choices(near, k=dice.randint(1, 5)))
        assert (as_laid(meld, rules) is not None) is judge(meld, rules).valid


def test_jokers_that_stay_are_said_to_stay():
    one_a_set = dataclasses.replace(Rules(), two_jokers=False)
    advice = advise(position("R1 R2 R3", "J J R4 K9", opened=True, rules=one_a_set))
    assert (advice.placed, advice.kept) == (parse_tiles("R4"), parse_tiles("J J"))
    assert advice.why_kept.startswith("J J stay on your rack: a joker laid without")


def test_every_joker_of_the_rack_is_played_or_said_to_be_kept():
    seen: Counter[int] = Counter()
    for seed in range(60):
        state = random_position(seed, Rules())
        state = dataclasses.replace(state, rack=(*state.rack, *[JOKER] * (seed % 3)))
        advice = advise(state)
        if advice.status not in (Status.WIN, Status.PLAY):
            continue
        jokers = sum(tile.is_joker for tile in state.rack)
        played = sum(tile.is_joker for tile in advice.placed)
        assert len(advice.kept) == jokers - played
        assert ("on your rack" in advice.why_kept) == (jokers > played)
        seen[jokers - played] += 1
    assert seen[0] and seen[1]
