"""The layout moves as few table tiles as possible: checked against brute force."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from solver.advise import advise
from solver.heirs import find_heirs
from solver.melds import judge
from solver.notation import parse_table
from solver.rules import Rules
from solver.tiles import COLORS, JOKER, NUMBERS, Meld, Tile, numbered
from tests.solver.positions import random_position

LEMADA = Rules.preset("lemada")


@cache
def every_set() -> tuple[tuple[Meld, Counter[Tile]], ...]:
    """Every set of number tiles, and those with jokers in some places; with their tiles."""
    runs = [
        tuple(numbered(color, n) for n in range(low, high + 1))
        for color in COLORS
        for low in NUMBERS
        for high in range(low + 2, 14)
    ]
    groups = [
        tuple(numbered(color, n) for color in colors)
        for n in NUMBERS
        for size in (3, 4)
        for colors in combinations(COLORS, size)
    ]
    melds = set(runs) | set(groups)
    for meld in runs + groups:
        for count in (1, 2):
            for places in combinations(range(len(meld)), count):
                melds.add(tuple(JOKER if i in places else t for i, t in enumerate(meld)))
    return tuple((meld, Counter(meld)) for meld in sorted(melds))


def all_tables(tiles: Counter[Tile]):
    """Every way to lay exactly these tiles as sets."""
    needs = {meld: count for meld, count in every_set() if count <= tiles}
    kinds: dict[tuple, Meld] = {}
    for meld in needs:  # a group's jokers are alike: one of each kind will do
        kinds.setdefault(tuple(sorted(meld)) if judge(meld, LEMADA).kind == "group" else meld, meld)
    holding = {tile: [m for m in kinds.values() if tile in m] for tile in tiles}

    def lay(left: Counter[Tile], last: tuple):
        if not +left:
            yield ()
            return
        tile = min(tile for tile in left if left[tile] > 0)
        for meld in holding[tile]:
            if needs[meld] <= left:
                for rest in lay(left - needs[meld], last):
                    yield (meld, *rest)

    return lay(tiles, ())


@pytest.mark.parametrize("block", range(8))
def test_no_table_as_good_moves_fewer_tiles(block):
    checked = 0
    for seed in range(7000 + block * 40, 7040 + block * 40):
        state = random_position(seed, LEMADA, sets=4, rack=6)
        advice = advise(state, objective="tiles")
        tiles = Counter(state.table_tiles()) + Counter(advice.placed)
        if not advice.placed or tiles.total() + 4 * tiles[JOKER] > 19:
            continue
        assert advice.moves_optimal
        others = [find_heirs(state.table, sets) for sets in all_tables(tiles)]
        best = min((heirs.moved, heirs.touched) for heirs in others)
        assert (advice.moved, advice.touched) <= best
        checked += 1
    assert checked >= 3


def brute_moved(before, after) -> int:
    """Moved tiles by trying every pairing of sets."""

    @cache
    def most(i: int, free: frozenset[int]) -> int:
        if i == len(before):
            return 0
        best = most(i + 1, free)
        for j in free:
            kept = (Counter(before[i]) & Counter(after[j])).total()
            best = max(best, kept + most(i + 1, free - {j}))
        return best

    return sum(map(len, before)) - most(0, frozenset(range(len(after))))


def test_heirs_leave_the_fewest_tiles_moved():
    for seed in range(300):
        before = random_position(seed, LEMADA, sets=6).table
        after = random_position(seed + 1, LEMADA, sets=6).table
        assert find_heirs(before, after).moved == brute_moved(before, after)


def test_each_set_has_one_heir():
    before = parse_table("R1 R2 R3 R4 R5 R6")
    after = parse_table("R1 R2 R3 | R4 R5 R6")
    heirs = find_heirs(before, after)
    assert (heirs.moved, heirs.touched) == (3, 1)
    twins = parse_table("R1 R2 R3 | R1 R2 R3")
    assert find_heirs(twins, parse_table("R1 R2 R3 R4 | R1 R2 R3")).moved == 0


def test_of_two_possible_heirs_the_one_with_fewer_tiles_to_come():
    before = parse_table("R4 R5 R6 J")
    after = parse_table("R3 R4 R5 R6 R7 R8 | R4 R5 R6 | B2 B3 J")
    assert find_heirs(before, after).of_before == (1,)
