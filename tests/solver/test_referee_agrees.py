"""Every play that the solver suggests is legal to the referee, under every ruleset."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from solver.advise import advise
from solver.closest import closest_play
from solver.notation import format_table, parse_table, parse_tiles
from solver.referee import referee
from solver.rules import Rules, preset_names
from solver.state import GameState
from solver.tiles import COLORS, JOKER, Meld, Stock, numbered

PLAYED = [name for name in preset_names() if Rules.preset(name).play_advice]


def position(
    seed: int, rules: Rules, table_jokers: int, held: int = 12
) -> tuple[tuple[Meld, ...], Meld]:
    """A table of random runs and groups from the game's stock, and a rack."""
    rnd = random.Random(seed)
    pool = Counter(dict(rules.stock().counts))
    for tile in [tile for tile in pool if tile.is_joker and tile != JOKER]:
        del pool[tile]
    table: list[Meld] = []
    for _ in range(rnd.randint(3, 7)):
        color, number = rnd.choice(COLORS), rnd.randint(1, 11)
        if rnd.random() < 0.5:
            top = min(13, number + rnd.randint(2, 4))
            meld = [numbered(color, n) for n in range(number, top + 1)]
        else:
            meld = [numbered(c, number) for c in rnd.sample(COLORS, rnd.randint(3, 4))]
        if table_jokers and rnd.random() < 0.5:
            meld[rnd.randrange(len(meld))] = JOKER
            table_jokers -= 1
        if Stock.of(meld) <= Stock.from_counts(pool):
            pool -= Counter(meld)
            table.append(tuple(meld))
    left = sorted(tile for tile in pool.elements() if not tile.is_joker)
    return tuple(table), tuple(rnd.sample(left, held))


def assert_legal(table: tuple[Meld, ...], rack: Meld, opened: bool, rules: Rules) -> bool:
    """Whether a play was suggested; fails when the referee forbids it."""
    advice = advise(GameState(table, rack, opened, rules))
    if str(advice.status) not in ("play", "win"):
        return False
    after = tuple(laid.tiles for laid in advice.sets)
    left = tuple(sorted((Counter(rack) - Counter(advice.placed)).elements()))
    ruling = referee(table, after, rack, left, opened=opened, rules=rules)
    told = f"{format_table(table)} -> {format_table(after)}: {ruling.faults}"
    assert ruling.legal, told
    return True


@pytest.mark.parametrize("opened", [True, False], ids=["opened", "opening"])
@pytest.mark.parametrize("name", PLAYED)
def test_plays_on_tables_without_jokers(name: str, opened: bool) -> None:
    rules = Rules.preset(name)
    plays = [
        assert_legal(*position(seed, rules, 0, 12 if opened else 26), opened, rules)
        for seed in range(8)
    ]
    assert any(plays)


@pytest.mark.parametrize("name", PLAYED)
def test_plays_on_tables_with_jokers(name: str) -> None:
    rules = Rules.preset(name)
    plays = [assert_legal(*position(seed, rules, 2), True, rules) for seed in range(12)]
    assert any(plays)


HOUSE_RULES = {
    "both missing colours": {"joker_in_three": "both"},
    "both, and no splitting": {"joker_in_three": "both", "joker_split": False},
    "the declared colour": {"joker_in_three": "declared"},
    "a freed joker may wait": {"freed_joker_same_turn": False},
}


@pytest.mark.parametrize("options", HOUSE_RULES.values(), ids=HOUSE_RULES)
def test_plays_under_house_rules_for_jokers(options: dict[str, object]) -> None:
    rules = Rules.preset("lemada").with_options(options)
    plays = [assert_legal(*position(seed, rules, 2), True, rules) for seed in range(8)]
    assert any(plays)


@pytest.mark.parametrize("name", ["lemada", "sabra-1978"])
def test_openings_where_no_joker_may_lie_in_one(name: str) -> None:
    rules = Rules.preset(name).with_options({"joker_opening_value": "not allowed"})
    plays = []
    for seed in range(8):
        table, rack = position(seed, rules, 0, 25)
        plays.append(assert_legal(table, (*rack, JOKER), False, rules))
    assert any(plays)


def test_a_joker_of_three_is_freed_only_as_the_house_rule_lets_it() -> None:
    table = parse_table("R7 B7 J")
    free = Rules.preset("lemada")
    both = free.with_options({"joker_in_three": "both"})
    one = GameState(table, parse_tiles("O7 K1 K2"), True, free)
    assert advise(one).placed == parse_tiles("O7 K1 K2")[1:] + parse_tiles("O7")
    assert advise(dataclasses.replace(one, rules=both)).placed == parse_tiles("O7")
    two = dataclasses.replace(one, rack=parse_tiles("O7 K7 K1 K2"), rules=both)
    assert len(advise(two).placed) == 4


def test_a_joker_is_no_helpful_draw_where_none_may_lie_in_the_opening() -> None:
    rules = Rules.preset("lemada").with_options({"joker_opening_value": "not allowed"})
    state = GameState((), parse_tiles("R9 R10 J"), False, rules)
    near = closest_play(state)
    assert near is not None
    assert near.missing_points == 30
    assert near.tiles == near.odds.plays == parse_tiles("R11")
