"""The deal, and hands that are melded as a whole."""

from __future__ import annotations

import itertools
import random

import pytest

from solver.deal import (
    deal_steps,
    doublets,
    first_player,
    highest_drawn,
    may_redeal,
    pool_blocks,
    pool_left,
)
from solver.hand import meld_hand
from solver.notation import format_tiles, parse_tile, parse_tiles
from solver.rules import Rules, RulesError

POLISH, LEMADA = Rules.preset("polish"), Rules.preset("lemada")


def test_the_pool_lies_in_sevens_and_the_last_block_has_eight() -> None:
    blocks = pool_blocks(POLISH)
    assert (len(blocks), set(blocks[:-1]), blocks[-1]) == (15, {7}, 8)
    assert pool_blocks(LEMADA) == (106,)


def test_tiles_left_in_the_pool() -> None:
    assert pool_left(LEMADA, players=4, drawn=0) == 106 - 56
    assert pool_left(LEMADA, players=2, drawn=10, returned=1) == 106 - 28 - 9
    assert pool_left(Rules.preset("xp"), players=6, drawn=0) == 160 - 84
    assert pool_left(Rules.preset("xp"), players=4, drawn=0) == 106 - 56
    assert pool_left(LEMADA, players=2, drawn=200) == 0
    with pytest.raises(RulesError, match="2 to 4 players"):
        pool_left(LEMADA, players=7, drawn=0)


def test_three_doublets_entitle_to_a_redeal_where_the_rules_know_it() -> None:
    three = parse_tiles("R1 R1 B5 B5 K7 K7 J J O2")
    assert format_tiles(doublets(three)) == "R1 B5 K7"
    assert may_redeal(three, POLISH)
    assert may_redeal(three, Rules.preset("mso"))
    assert not may_redeal(three, LEMADA)
    assert not may_redeal(parse_tiles("R1 R1 B5 B5 J J"), POLISH)


def test_who_begins() -> None:
    draws = {"A": parse_tile("R7"), "B": parse_tile("B12"), "C": parse_tile("K12")}
    assert highest_drawn(draws) == ("B", "C")
    assert highest_drawn({**draws, "C": parse_tile("J")}) == ("B",)
    assert highest_drawn({}) == ()


def test_the_highest_tile_begins_and_ties_draw_again() -> None:
    again_drawn = 0
    for seed in range(40):
        first = first_player(["Ann", "Bo", "Cy", "Di"], LEMADA, rnd=random.Random(seed))
        assert list(first.draws[0]) == ["Ann", "Bo", "Cy", "Di"]
        for draw, again in itertools.pairwise(first.draws):
            top = max(tile.face_value for tile in draw.values())
            assert list(again) == [n for n, tile in draw.items() if tile.face_value == top]
            again_drawn += 1
        last = first.draws[-1]
        highest = max(last, key=lambda name: last[name].face_value)
        assert (first.name, first.words) == (highest, f"{highest} begins")
    assert again_drawn


def test_other_ways_to_begin() -> None:
    assert first_player(["Ann", "Bo"], LEMADA, "youngest").name is None
    assert "dealer's right" in first_player(["Ann", "Bo"], Rules.preset("american-1978")).words
    chosen = {
        first_player(["Ann", "Bo"], LEMADA, "drawn", random.Random(seed)).name for seed in range(9)
    }
    assert chosen == {"Ann", "Bo"}


def test_the_deal_in_steps() -> None:
    assert deal_steps(LEMADA, 4) == (
        "Shuffle all 106 tiles face down.",
        "Each of the 4 players draws 14 tiles.",
        "The pool keeps 50 tiles.",
    )
    told = " ".join(deal_steps(POLISH, 4))
    assert "14 blocks of 7 and a last one of 8" in told
    assert "takes 2 blocks" in told
    assert "50 tiles: 7 blocks" in told
    assert "3 doublets may ask" in told
    mso = " ".join(deal_steps(Rules.preset("mso"), 3))
    assert "1 joker and draws 13" in mso
    assert "only 2 jokers" in mso
    assert "laid open" in " ".join(deal_steps(Rules.preset("american-1978"), 2))
    assert "Shuffle all 106 tiles" in deal_steps(Rules.preset("xp"), 4)[0]


def test_a_hand_that_melds_as_a_whole() -> None:
    rules = Rules.preset("international-1978")
    hand = meld_hand(parse_tiles("R1 R2 R3 R4 B7 K7 O7 B10 B11 B12 B13 K1 O1 R1 K9"), rules)
    assert (hand.melds, hand.opens, format_tiles(hand.left)) == (True, True, "K9")
    assert hand.points == 10 + 21 + 46 + 3
    small = meld_hand(parse_tiles("R1 R2 R3 B1 K1 O1 R4"), rules)
    assert (small.melds, small.opens) == (True, False)
    broken = meld_hand(parse_tiles("R1 R2 R3 B9 K4"), rules)
    assert (broken.melds, format_tiles(broken.left)) == (False, "B9 K4")
