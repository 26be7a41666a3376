"""A whole hand of own melds: no way to lay it is worth more, and none that opens is missed."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from solver.differences import difference
from solver.hand import HandMeld, meld_hand
from solver.melds import judge
from solver.notation import format_tiles, parse_tiles
from solver.opening import judge_opening
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER, Meld, numbered
from tests.solver.every_table import _said, every_table

LEMADA = Rules.preset("lemada")


def dealt_hand(seed: int) -> tuple[Meld, Rules]:
    """A hand that nearly melds, jokers in the place of some tiles, and rules of its own."""
    dice = random.Random(seed)
    rules = LEMADA.with_options(
        {
            "highest_number": 6,
            "jokers": {"J": 4},
            "dealt": dice.choice((5, 6, 7)),
            "opening_points": dice.choice((5, 12, 20, 26)),
            "several_sets_open": dice.random() < 0.7,
            "two_jokers": dice.random() < 0.7,
            "only_jokers_declared": dice.random() < 0.5,
            "joker_opening_value": dice.choice(("its tile", "its tile", "not allowed")),
        }
    )
    low, ink = dice.randint(1, 4), dice.choice(rules.colors)
    hand = [numbered(ink, low + i) for i in range(3)]
    hand += [numbered(one, low) for one in dice.sample(rules.colors, 3)]
    for place in dice.sample(range(6), dice.choice((0, 1, 2, 3, 4))):
        hand[place] = JOKER
    stray = [numbered(dice.choice(rules.colors), dice.randint(1, 6))]
    return tuple(sorted(hand + stray * dice.randint(0, 1))), rules


def by_all_ways(hand: Meld, rules: Rules) -> tuple[int, int, bool]:
    """Most tiles in sets, most points then, and whether any way melds and opens."""
    state = GameState((), hand, True, rules)
    discard, best, opens = int(len(hand) > rules.dealt), (0, 0), False
    for table in every_table(state):
        said = _said(state, table)
        played = sum(map(len, table))
        values = [judge(meld, rules, said.get(meld)).value for meld in table]
        points = sum(values) if rules.several_sets_open else max(values, default=0)
        best = max(best, (played, points))
        fits = table and played >= len(hand) - discard
        opens |= bool(fits and not judge_opening(difference((), table), rules, said).faults)
    return (*best, opens)


@pytest.mark.parametrize("start", range(0, 120, 40))
def test_no_way_to_lay_a_hand_is_worth_more(start: int) -> None:
    opening = 0
    for seed in range(start, start + 40):
        hand, rules = dealt_hand(seed)
        if GameState((), hand, True, rules).problems():
            continue
        found = meld_hand(hand, rules)
        laid = Counter(tile for meld in found.sets for tile in meld)
        assert laid + Counter(found.left) == Counter(hand)
        tiles, points, opens = by_all_ways(hand, rules)
        assert found.opens is opens, seed
        if len(hand) - len(found.left) < tiles:  # only to open
            assert opens, seed
        elif rules.several_sets_open and rules.joker_opening_value == "its tile":
            assert found.points == points, seed
        opening += opens
    assert opening > 5


def opened(hand: str, rules: str) -> HandMeld:
    return meld_hand(parse_tiles(hand), Rules.preset(rules))


def test_jokers_stand_for_what_is_worth_most() -> None:
    found = opened("B9 B10 J J R3 K3 O3", "sabra-50")
    assert (found.points, found.opens) == (51, True)


def test_jokers_by_themselves_meld_where_they_may_be_declared() -> None:
    found = opened("J J J", "xp")
    assert (found.points, found.melds, found.opens) == (39, True, True)
    assert "say J=R13 J=B13 J=K13" in found.notices[0]
    assert format_tiles(opened("J J J", "lemada").left) == "J J J"
    assert not opened("R1 R2 R3 J J J", "xp").left
