"""Jokers alone make no set unless they are declared, and no position is too much to answer."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from solver.advise import Advice, Status, advise
from solver.melds import judge
from solver.mend import mend_table
from solver.notation import parse_table, parse_tiles
from solver.odds import next_draw
from solver.question import OBJECTIVES, Objective
from solver.rules import Rules, preset_names
from solver.state import GameState
from solver.tiles import JOKER
from solver.verify import faults_of_play, faults_of_steps
from tests.solver.every_table import best_legal_table, crowded_position, is_legal, totals
from tests.solver.positions import random_position

XP = Rules.preset("xp")
# few numbers, so that every table can be tried
SMALL = Rules.preset("lemada").with_options({"highest_number": 6, "jokers": {"J": 4}})
PLAYED = [name for name in preset_names() if Rules.preset(name).play_advice]


def with_jokers(state: GameState, count: int) -> GameState:
    """The same with up to so many more jokers on the rack, of any kind that is left."""
    held = Counter(state.table_tiles()) + Counter(state.rack)
    left = Counter(dict(state.rules.stock().counts)) - held
    jokers = sorted(tile for tile in left.elements() if tile.is_joker)
    more = random.Random(count).sample(jokers, min(count, len(jokers)))
    return dataclasses.replace(state, rack=(*state.rack, *more))


def is_sound(state: GameState, advice: Advice) -> bool:
    """Whether something is played; then it is legal, and its steps lead to it."""
    if not advice.placed:
        return False
    assert faults_of_play(state, advice.placed, advice.sets) == ()
    assert faults_of_steps(state.table, advice.placed, advice.sets, advice.steps) == ()
    return True


@pytest.mark.parametrize("name", PLAYED)
def test_every_position_has_an_answer(name: str) -> None:
    """Under every ruleset and objective; a wrong play found would raise."""
    rules, played = Rules.preset(name), 0
    for seed in range(6):
        found = random_position(seed, rules, sets=4, rack=5, opened=seed % 3 > 0)
        state = with_jokers(found, (seed * 2) % 5 if len(rules.jokers) == 1 else seed % 3)
        for objective in OBJECTIVES:
            played += is_sound(state, advise(state, objective=objective))
    assert played


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    ("table", "rack"),
    [
        (
            "K1 B1 R1 | J O11 O12 | J O3 O4 O5 O6 O7 O8 | O2 O3 O4 | B3 R3 K3 O3 | K3 K4 K5 K6"
            " | B9 B10 B11 B12 B13 | O7 O8 O9 O10 O11 | R2 R3 R4",
            "J J B5 R3",
        ),
        ("R3 R4 R5", "J J J"),
        ("R3 R4 R5", "J J J J"),
        ("R3 R4 R5", "J J J R3 R4"),
        ("", "J J J R3 R4 R5"),
        ("B12 O12 K12 | K7 K8 K9 K10 K11 K12 K13", "J J J"),
        ("J J R5", "J J R3 R4"),
    ],
)
def test_three_jokers_and_more(table: str, rack: str, objective: Objective) -> None:
    for opened in (True, False):
        state = GameState(parse_table(table), parse_tiles(rack), opened, XP)
        advice = advise(state, objective=objective)
        played = is_sound(state, advice)
        assert played or not opened or objective == "opening"
        assert advice.optimal or objective == "points"


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_no_play_with_many_jokers_is_better(start: int) -> None:
    played = 0
    for seed in range(start, start + 20):
        state = with_jokers(crowded_position(seed, SMALL, most=2, rack=2), 2 + seed % 2)
        if seed % 4 == 3:
            rules = SMALL.with_options({"opening_points": 12})
            state = dataclasses.replace(state, table=(), opened=False, rules=rules)
        objective = OBJECTIVES[seed % len(OBJECTIVES)]
        if state.problems() or (state.opened and objective == "opening"):
            continue
        advice = advise(state, objective=objective)
        assert advice.optimal
        if not is_sound(state, advice):
            assert best_legal_table(state, objective) is None
            continue
        best = best_legal_table(state, objective)
        assert best is not None
        after = tuple(laid.tiles for laid in advice.sets)
        assert is_legal(state, after)
        own = totals(state, after, Counter(advice.placed), objective)
        assert own == best[0][:-2], best[1]
        if advice.moves_optimal:
            assert (-advice.moved, -advice.touched) == best[0][-2:], best[1]
        played += 1
    assert played > 5


@pytest.mark.parametrize(
    ("rack", "status"),
    [("J J J", Status.DRAW), ("J J J J", Status.DRAW), ("J J R5", Status.WIN)],
)
def test_jokers_need_a_number_tile(rack: str, status: Status) -> None:
    state = GameState((), parse_tiles(rack), True, SMALL)
    advice = advise(state, objective="tiles")
    assert advice.status is status
    assert not advice.notices


@pytest.mark.parametrize("objective", ["advice", "tiles", "value"])
@pytest.mark.parametrize(
    ("table", "rack", "placed"),
    [
        ("", "J J J", "J J J"),
        ("", "J J J J", "J J J J"),
        ("", "R1 R2 R3 J J J", "R1 R2 R3 J J J"),
        ("R1 R2 R3 | K5 B5 O5", "J J J", "J J J"),
    ],
)
def test_jokers_alone_go_out_where_they_may_be_declared(
    table: str, rack: str, placed: str, objective: Objective
) -> None:
    state = GameState(parse_table(table), parse_tiles(rack), True, XP)
    advice = advise(state, objective=objective)
    assert is_sound(state, advice)
    assert (advice.status, advice.placed) == (Status.WIN, parse_tiles(placed))
    alone = [laid for laid in advice.sets if laid.only_jokers]
    assert len(advice.notices) == len(alone)
    for laid in alone:
        said = " ".join(f"J={meant}" for meant in laid.stands_for)
        assert said in advice.notices[0]
        assert judge(laid.tiles, XP, laid.stands_for).valid


@pytest.mark.parametrize("objective", ["advice", "tiles", "value"])
@pytest.mark.parametrize(
    ("table", "rack", "placed"),
    [
        ("", "R1 R2 R3 J J J", "R1 R2 R3 J J J"),
        ("K10 K11 K12", "R1 R2 R3 B9 J J J", "R1 R2 R3 B9 J J J"),
        ("K10 K11 K12", "R1 R2 R3 J J J", "R1 R2 R3 J J J"),
        ("", "B1 K1 O1 R2 R3 R4 J J J", "B1 K1 O1 R2 R3 R4 J J J"),
    ],
)
def test_jokers_alone_lift_an_opening(
    table: str, rack: str, placed: str, objective: Objective
) -> None:
    state = GameState(parse_table(table), parse_tiles(rack), False, XP)
    advice = advise(state, objective=objective)
    assert is_sound(state, advice)
    assert advice.optimal
    assert advice.moves_optimal
    assert Counter(advice.placed) == Counter(parse_tiles(placed))


def alone_position(seed: int) -> GameState | None:
    """A small position with three jokers and more, of table and rack together."""
    dice = random.Random(seed)
    rules = SMALL.with_options(
        {
            "only_jokers_declared": True,
            "highest_number": dice.choice((5, 6)),
            "freed_joker": dice.choice(("any set", "new set", "another set")),
            "opening_points": dice.choice((0, 6, 12, 16, 20, 24)),
            "several_sets_open": dice.random() < 0.7,
            "joker_split": dice.random() < 0.8,
            "lay_off_when_opening": dice.random() < 0.15,
            "joker_before_opening": dice.random() < 0.15,
            "table_tiles_open": dice.random() < 0.1,
        }
    )
    found = crowded_position(seed, rules, most=2, rack=dice.choice((2, 3)))
    state = with_jokers(found, dice.choice((1, 2, 2, 3, 4)))
    state = dataclasses.replace(state, opened=dice.random() < 0.5)
    jokers = (*state.rack, *state.table_tiles()).count(JOKER)
    return None if state.problems() or len(state.rack) > 5 or jokers < 3 else state


@pytest.mark.parametrize("start", range(0, 150, 50))
def test_no_play_with_jokers_alone_is_better(start: int) -> None:
    """Opened or not, of jokers of the rack or freed from the table: by all tables there are."""
    proven = alone = 0
    for seed in range(start, start + 50):
        state = alone_position(seed)
        objective = OBJECTIVES[seed % len(OBJECTIVES)]
        if state is None or (state.opened and objective == "opening"):
            continue
        advice = advise(state, objective=objective)
        best = best_legal_table(state, objective)
        after = tuple(laid.tiles for laid in advice.sets)
        assert not is_sound(state, advice) or is_legal(state, after)
        if not advice.optimal:
            continue
        proven += 1
        assert bool(advice.placed) is (best is not None), seed
        if best is not None:
            assert totals(state, after, Counter(advice.placed), objective) == best[0][:-2], seed
            assert not advice.moves_optimal or (-advice.moved, -advice.touched) == best[0][-2:]
            alone += any(laid.only_jokers for laid in advice.sets)
    assert proven > 10
    assert alone


def test_a_joker_freed_from_the_table_lies_with_others_alone() -> None:
    rules = XP.with_options({"freed_joker": "any set"})
    state = GameState(parse_table("R1 J R3"), parse_tiles("R2 J J"), True, rules)
    advice = advise(state, objective="points")
    assert is_sound(state, advice)
    assert (JOKER,) * 3 in [laid.tiles for laid in advice.sets]
    assert parse_tiles("R1 R2 R3") in [laid.tiles for laid in advice.sets]


def test_a_third_joker_drawn_opens_where_jokers_alone_do() -> None:
    held = parse_tiles("R1 R2 R3 J J")
    assert JOKER in next_draw(GameState((), held, False, XP)).wins
    assert JOKER not in next_draw(GameState((), held, False, SMALL)).wins


def declared_position(seed: int) -> GameState | None:
    """A small table with jokers that were declared to be a run or a group, and others."""
    dice = random.Random(seed)
    options = {"only_jokers_declared": True, "freed_joker": ("any set", "new set")[seed % 2]}
    if seed % 5 == 0:
        options |= {"joker_split": False}
    rules = SMALL.with_options(options)
    state = crowded_position(seed, rules, most=1, rack=3)
    if Counter((*state.table_tiles(), *state.rack))[JOKER] > 1:
        return None
    low = dice.randint(1, 4)
    said = dice.choice(
        [
            parse_tiles(f"R{low} R{low + 1} R{low + 2}"),
            parse_tiles(f"K{low} B{low} O{low}"),
        ]
    )
    alone = (JOKER,) * 3
    return dataclasses.replace(state, table=(*state.table, alone), declared=((alone, said),))


@pytest.mark.parametrize("start", range(0, 80, 40))
def test_no_play_beside_declared_jokers_is_better(start: int) -> None:
    played = proven = 0
    for seed in range(start, start + 40):
        state = declared_position(seed)
        if state is None:
            continue
        assert not state.problems()
        objective: Objective = ("advice", "tiles", "value", "points")[seed % 4]
        advice = advise(state, objective=objective)
        best = best_legal_table(state, objective)
        after = tuple(laid.tiles for laid in advice.sets)
        assert not is_sound(state, advice) or is_legal(state, after)
        if not advice.optimal:
            continue
        assert bool(advice.placed) is (best is not None)
        if best is not None:
            own = totals(state, after, Counter(advice.placed), objective)
            assert own == best[0][:-2], best[1]
            if advice.moves_optimal:
                assert (-advice.moved, -advice.touched) == best[0][-2:], best[1]
                proven += 1
            played += 1
    assert played > 5
    assert proven


def declared_with_jokers_held(seed: int, rules: Rules) -> GameState:
    """A set, three jokers that were declared a run, and one more joker on the rack."""
    without = rules.with_options({"jokers": {}})
    found = dataclasses.replace(crowded_position(seed, without, most=1, rack=2), rules=rules)
    low = random.Random(seed).randint(1, rules.highest_number - 2)
    said = parse_tiles(f"R{low} R{low + 1} R{low + 2}")
    alone = (JOKER,) * 3
    table = (*found.table, alone)
    return dataclasses.replace(
        found, table=table, rack=(*found.rack, JOKER), declared=((alone, said),)
    )


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_jokers_held_beside_declared_ones_find_the_best_play(start: int) -> None:
    """The rules of XP with fewer numbers, so that every table can be tried."""
    rules, proven = XP.with_options({"highest_number": 7}), 0
    for seed in range(start, start + 20):
        state = declared_with_jokers_held(seed, rules)
        objective = ("advice", "tiles", "value", "points")[seed % 4]
        advice = advise(state, objective=objective)
        best = best_legal_table(state, objective)
        after = tuple(laid.tiles for laid in advice.sets)
        assert not is_sound(state, advice) or is_legal(state, after)
        if advice.optimal:
            assert bool(advice.placed) is (best is not None)
            own = totals(state, after, Counter(advice.placed), objective)
            assert best is None or own == best[0][:-2], best[1]
            proven += 1
    assert proven > 12


def test_jokers_held_beside_declared_ones_are_soon_settled() -> None:
    """In the whole game too, where such jokers may go into hundreds of sets."""
    settled = 0
    for seed in range(12):
        state = declared_with_jokers_held(seed, XP)
        advice = advise(state, time_limit=10)
        settled += is_sound(state, advice) and advice.optimal
    assert settled > 6


@pytest.mark.parametrize(
    ("table", "rack", "said"),
    [
        ("B7 B8 B9 | J J J", "R9 J", "R4 R5 R6"),
        ("K4 R4 O4 B4 | J J J", "R7 J", "R3 R4 R5"),
        ("O6 O7 O8 O9 | O4 K4 B4 R4 | J J J", "R13 J", "R9 R10 R11"),
    ],
)
def test_declared_jokers_go_on_with_what_is_held(table: str, rack: str, said: str) -> None:
    declared = (((JOKER,) * 3, parse_tiles(said)),)
    state = GameState(parse_table(table), parse_tiles(rack), True, XP, declared=declared)
    advice = advise(state)
    assert is_sound(state, advice)
    assert (advice.status, advice.moved, advice.moves_optimal) == (Status.WIN, 0, True)


def test_a_set_of_declared_jokers_lies_on_as_it_was_declared() -> None:
    said = parse_tiles("B7 K7 R7")
    alone = (JOKER,) * 3
    table = (alone, *parse_table("R1 R2 R3"))
    state = GameState(table, parse_tiles("R10 B10 O10"), False, XP, declared=((alone, said),))
    advice = advise(state)
    assert advice.status is Status.WIN
    jokers = advice.to_json()["jokers"]
    assert [joker["stands_for"] for joker in jokers] == ["B7", "K7", "R7"]
    assert advise(dataclasses.replace(state, declared=())).status is Status.INVALID_TABLE


def test_a_third_joker_drawn_makes_no_set() -> None:
    odds = next_draw(GameState((), parse_tiles("J J"), True, XP))
    assert JOKER not in odds.plays
    assert parse_tiles("R5")[0] in odds.plays


def test_a_table_is_not_mended_by_jokers_alone() -> None:
    mended = mend_table(GameState(parse_table("R3 R4 R5 | J J J | K1 K2"), (), True, XP))
    assert mended.sets is not None
    assert all(Counter(meld)[JOKER] < len(meld) for meld in mended.sets)
