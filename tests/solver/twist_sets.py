"""Every set with the jokers of Twist, by its definition: for few tiles only.

Written without a look at the search: first the line that a set counts as, slot by
slot, then every way to lay tiles along it, on both sides of a mirror.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product

from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER, JokerKind, Meld, Tile, joker, numbered

DOUBLE, MIRROR, CHANGE = (
    joker(JokerKind.DOUBLE),
    joker(JokerKind.MIRROR),
    joker(JokerKind.CHANGE),
)
LONGEST = 7
"""The most tiles of a set that lies on a table made up here."""
Line = tuple[Tile, ...]
"""What the slots of a line count as; a slot where the colour changes is a ``CHANGE``."""


def twist_sets(rules: Rules, there: Counter[Tile]) -> list[Meld]:
    """The best way to lay every set that needs a Twist joker, by the tiles in it."""
    left = Counter(there)
    best: dict[Meld, tuple[int, Meld]] = {}

    def note(meld: Meld, points: int) -> None:
        if len(meld) >= 3 and any(not tile.is_joker for tile in meld):
            key = tuple(sorted(meld))
            best[key] = max(best.get(key, (0, meld)), (points, meld))

    for line, points in _lines(rules, there[CHANGE]):
        # a generator that waits has taken its tiles out of ``left``
        for side in _sides(line, left):
            if any(tile in (DOUBLE, CHANGE) for tile in side):
                note(side, points)
            if left[MIRROR]:
                for other in _sides(line, left):
                    note((*side, MIRROR, *reversed(other)), 2 * points)
    return [meld for _, meld in best.values()]


def _lines(rules: Rules, changes: int) -> Iterator[tuple[Line, int]]:
    """Every line of two slots or more, and its points."""
    top = rules.highest_number
    for low in range(1, top + 1):
        for high in range(low + 1, top + 1):
            inner = range(low + 1, high)
            for count in range(changes + 1):
                for at in combinations(inner, count):
                    if all(b - a > 1 for a, b in pairwise(at)):
                        points = sum(range(low, high + 1))
                        yield from ((line, points) for line in _colored(rules, low, high, at))
    for number in range(1, top + 1):
        for size in range(2, len(rules.colors) + 1):
            for inks in permutations(rules.colors, size):
                yield tuple(numbered(ink, number) for ink in inks), number * size


def _colored(rules: Rules, low: int, high: int, at: tuple[int, ...]) -> Iterator[Line]:
    for inks in product(rules.colors, repeat=len(at) + 1):
        if all(a != b for a, b in pairwise(inks)):
            yield tuple(
                CHANGE if n in at else numbered(inks[sum(n > place for place in at)], n)
                for n in range(low, high + 1)
            )


def _sides(line: Line, there: Counter[Tile]) -> Iterator[Meld]:
    """Every way to lay tiles of ``there``, which are out of it meanwhile, along ``line``."""
    if not line:
        yield ()
        return
    first, *rest = line
    options = [(first, 1)] if first == CHANGE else [(first, 1), (JOKER, 1)]
    if first != CHANGE and rest and rest[0] != CHANGE:
        options.append((DOUBLE, 2))
    for tile, slots in options:
        if there[tile]:
            there[tile] -= 1
            for others in _sides(line[slots:], there):
                yield (tile, *others)
            there[tile] += 1


def twist_position(seed: int, rules: Rules, *, sets: int = 2, rack: int = 4) -> GameState:
    """A small table and rack with many jokers of every kind."""
    dice = random.Random(seed)
    pool = Counter(dict(rules.stock().counts))
    table: list[Meld] = []
    for _ in range(dice.randint(0, sets)):
        # what lies there is chosen from all sets of a handful of near tiles
        near = dice.sample(range(1, rules.highest_number + 1), 4)
        tiles = [tile for tile in pool.elements() if tile.number in near]
        hand = Counter(dice.sample(sorted(tiles), min(len(tiles), 12)))
        kinds = sorted(tile for tile in pool.elements() if tile.is_joker)
        hand += Counter(dice.sample(kinds, min(len(kinds), dice.randint(0, 2))))
        made = [*twist_sets(rules, hand), *_ordinary(hand)]
        melds = [meld for meld in made if len(meld) <= LONGEST]
        if melds:
            meld = dice.choice(sorted(melds))
            table.append(meld)
            pool -= Counter(meld)
    rest = sorted(pool.elements())
    on_table = {t.face_value + d for meld in table for t in meld for d in (-1, 0, 1)}
    if table and dice.random() < 0.7:
        rest = [tile for tile in rest if tile.is_joker or tile.face_value in on_table]
    weights = [5 if tile.is_joker else 1 for tile in rest]
    held: Counter[Tile] = Counter()
    for tile in dice.choices(rest, weights, k=dice.randint(1, rack)):
        held[tile] = min(held[tile] + 1, pool[tile])
    return GameState(tuple(table), tuple(sorted(held.elements())), True, rules)


def _ordinary(hand: Counter[Tile]) -> list[Meld]:
    tiles = sorted(tile for tile in hand if not tile.is_joker)
    return [
        meld
        for meld in combinations(tiles, 3)
        if len({t.number for t in meld}) == 1
        or (len({t.color for t in meld}) == 1 and meld[2].face_value - meld[0].face_value == 2)
    ]
