"""Of plays as good that move as few tiles, the one with the fewest sets and steps."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from solver.advise import Advice, advise
from solver.heirs import find_heirs
from solver.lying import as_laid
from solver.notation import parse_table, parse_tiles
from solver.play import LaidSet
from solver.question import Objective
from solver.rules import Rules
from solver.state import GameState
from solver.steps import Step, plan_steps
from solver.tiles import Meld, numbered
from tests.solver.every_table import crowded_position, every_table, is_legal, totals
from tests.solver.positions import random_position

LEMADA = Rules.preset("lemada")
MOST_TABLES = 3000


def small_position(seed: int) -> GameState:
    """A few sets with many jokers, or a rack with whole stretches of a colour."""
    dice = random.Random(seed)
    rules = LEMADA.with_options({"highest_number": dice.choice((6, 7, 9))})
    if dice.random() < 0.4:
        return crowded_position(seed, rules, most=2, rack=4)
    state = random_position(seed, rules, sets=dice.choice((0, 1, 2)), rack=3)
    left = Counter(dict(rules.stock().counts)) - Counter(state.table_tiles())
    rack = Counter(state.rack)
    for _ in range(dice.choice((1, 1, 2))):
        low = dice.randint(1, rules.highest_number - 5)
        ink = dice.choice(rules.colors)
        rack |= Counter(numbered(ink, low + i) for i in range(6))
    return replace(state, rack=tuple(sorted((rack & left).elements())))


def rivals(state: GameState, advice: Advice, objective: Objective) -> list[tuple[Meld, ...]] | None:
    """Every table as good that moves and touches as little; None if there are too many."""
    tables = list(islice(every_table(state), MOST_TABLES + 1))
    if len(tables) > MOST_TABLES:
        return None
    best = totals(state, [laid.tiles for laid in advice.sets], Counter(advice.placed), objective)
    found = []
    for table in tables:
        placed = Counter(t for meld in table for t in meld) - Counter(state.table_tiles())
        heirs = find_heirs(state.table, table)
        still = (heirs.moved, heirs.touched) == (advice.moved, advice.touched)
        if still and totals(state, table, placed, objective) == best:
            found.append(table)
    return found


def carried(steps: tuple[Step, ...]) -> int:
    """How often tiles are carried; sets that the oracle lays in another order do not count."""
    return sum(step.action != "put in order" for step in steps)


def carried_for(state: GameState, table: tuple[Meld, ...]) -> int:
    """How often tiles are carried for ``table``."""
    laid = [as_laid(meld, state.rules) for meld in table]
    assert all(isinstance(one, LaidSet) for one in laid)
    heirs = find_heirs(state.table, table)
    return carried(plan_steps(state.table, [one for one in laid if one], heirs, state.rules).steps)


@pytest.mark.parametrize("start", range(0, 240, 60))
def test_no_play_as_good_has_fewer_sets_or_steps(start: int) -> None:
    checked = chosen = 0
    for seed in range(start, start + 60):
        state = small_position(seed)
        objective: Objective = ("advice", "tiles", "value")[seed % 3]
        if state.problems():
            continue
        advice = advise(state, objective=objective)
        others = rivals(state, advice, objective) if advice.placed else None
        if not others:
            continue
        assert advice.moves_optimal
        assert len(advice.sets) == min(map(len, others))
        assert carried(advice.steps) <= min(carried_for(state, table) for table in others)
        checked += 1
        chosen += len(set(map(len, others))) > 1
    assert checked >= 15
    assert chosen  # somewhere there was something to choose


def test_no_opening_as_good_has_fewer_sets() -> None:
    rules = LEMADA.with_options({"highest_number": 9, "opening_points": 12})
    checked = 0
    for seed in range(60):
        state = GameState((), small_position(seed).rack, False, rules)
        advice = advise(state)
        others = rivals(state, advice, "advice") if advice.placed else None
        legal = [table for table in others or () if is_legal(state, table)]
        if legal:
            assert len(advice.sets) == min(map(len, legal))
            checked += 1
    assert checked >= 15


LAID = [
    # (table, rack, number of sets after)
    ("", "R1 R2 R3 R4 R5 R6 R7 R8 R9", 1),
    ("", "R1 R2 R3 R4 R5 R6 R7 B1 B2 B3 B4 B5 B6 B7 K1 K2 K3 K4 K5 K6 K7", 3),
    ("", "R1 R2 R3 B1 B2 B3 K1 K2 K3 O1 O2 O3", 3),
    ("R1 R2 R3", "R4 R5 R6 R7 R8 R9", 2),
    ("K5 K6 K7", "R1 R2 R3 R4 R5 R6 B1 B2 B3 B4 B5 B6", 3),
    ("", "R1 R2 J R4 R5 R6", 1),
]


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize(("table", "rack", "sets"), LAID)
def test_long_runs_come_out_whole(table: str, rack: str, sets: int, opened: bool) -> None:
    rules = LEMADA.with_options({"opening_points": 10})
    advice = advise(GameState(parse_table(table), parse_tiles(rack), opened, rules))
    assert len(advice.placed) == len(parse_tiles(rack))
    assert len(advice.sets) == sets
    assert advice.moved == advice.touched == 0
