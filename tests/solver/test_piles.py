"""A pile is called a set just where one can be laid of its tiles, and then lies as one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from solver.advise import advise
from solver.melds import judge
from solver.notation import parse_table, parse_tiles
from solver.orders import best_order
from solver.piles import arrange
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER, numbered

LEMADA = Rules.preset("lemada")


@pytest.mark.parametrize("colors", ["RBKO", "RBK"])
@pytest.mark.parametrize("highest", [3, 4, 5])
def test_a_pile_is_a_set_where_its_tiles_can_be_one(colors: str, highest: int) -> None:
    rules = LEMADA.with_options({"highest_number": highest, "colors": colors, "jokers": {"J": 5}})
    faces = [numbered(ink, n) for ink in rules.colors[:2] for n in range(1, highest + 1)]
    for count in (1, 2):
        for shown in combinations_with_replacement(faces, count):
            for jokers in range(6):
                tiles = Counter((*shown, *[JOKER] * jokers))
                pile = arrange(tiles, (), None, rules)
                assert Counter(pile.tiles) == tiles
                assert pile.valid is (best_order(pile.tiles, rules) is not None)
                assert judge(pile.tiles, rules).valid or not pile.valid


def test_more_jokers_than_any_run_is_long_are_rearranged() -> None:
    rules = LEMADA.with_options(
        {"only_jokers_declared": True, "highest_number": 5, "jokers": {"J": 5}}
    )
    state = GameState(parse_table("B1 J J"), parse_tiles("K2 K1 J J J"), True, rules)
    advice = advise(state, objective="points")
    assert advice.placed
    assert advice.steps
