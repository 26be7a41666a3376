"""Every table that a turn could leave behind, one by one: for small positions only.

Written without a look at the search; the best legal table is found by asking the
referee about the best ones first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

from solver.melds import judge
from solver.referee import referee
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER, Meld, Tile, numbered
from tests.solver.twist_sets import twist_sets

Score = tuple[int, ...]


def best_scores(state: GameState) -> dict[str, Score]:
    """The best scores where no rule about jokers binds, by objective.

    ``advice``: win, number tiles, -jokers, points; ``tiles``: tiles, points;
    ``value``: points, win, -jokers, number tiles. Playing nothing is all zeros. Of a
    player who has not opened the table must be empty; all sets count together.
    """
    nothing: dict[str, Score] = {"advice": (0, 0, 0, 0), "tiles": (0, 0), "value": (0, 0, 0, 0)}
    best = dict(nothing)
    for table in every_table(state):
        placed = Counter(t for meld in table for t in meld) - Counter(state.table_tiles())
        if placed and (state.opened or _opens(table, state.rules)):
            found = {name: totals(state, table, placed, name) for name in best}
            best = {name: max(score, found[name]) for name, score in best.items()}
    return best


def _opens(table: tuple[Meld, ...], rules: Rules) -> bool:
    return sum(judge(meld, rules).value for meld in table) >= rules.opening_points


def best_legal_table(
    state: GameState, objective: str = "advice"
) -> tuple[Score, tuple[Meld, ...]] | None:
    """The best score of a legal turn, and such a table; None when it is best to draw.

    A score: the objective's own totals, then -moved, -touched.
    """
    scored = {}
    for table in every_table(state):
        placed = Counter(t for meld in table for t in meld) - Counter(state.table_tiles())
        if placed and tuple(sorted(table)) not in scored:
            scored[tuple(sorted(table))] = _score(state, table, placed, objective)
    for table, score in sorted(scored.items(), key=lambda item: item[1], reverse=True):
        # only jokers can be played: they are better kept
        if objective in ("advice", "value") and score[:3] < (0, 0, 0):
            return None
        if is_legal(state, table):
            return score, table
    return None


def is_legal(state: GameState, table: tuple[Meld, ...]) -> bool:
    """What the referee says about the turn that leaves ``table`` behind."""
    placed = Counter(t for meld in table for t in meld) - Counter(state.table_tiles())
    left = tuple((Counter(state.rack) - placed).elements())
    ruling = referee(
        state.table,
        table,
        state.rack,
        left,
        opened=state.opened,
        rules=state.rules,
        declared=_said(state, table),
    )
    return ruling.legal


def _said(state: GameState, table: Sequence[Meld]) -> dict[Meld, Meld]:
    """What was declared, and of new sets of jokers alone what is worth most."""
    rules, said = state.rules, dict(state.declared)
    for meld in table:
        if meld not in said and set(meld) == {JOKER}:
            size, top = len(meld), rules.highest_number
            run = tuple(numbered(rules.colors[0], top + 1 - size + i) for i in range(size))
            group = tuple(numbered(ink, top) for ink in rules.colors)[:size]
            both = [one for one in (run, group) if len(one) == size]
            said[meld] = max(both, key=lambda one: sum(tile.face_value for tile in one))
    return said


def totals(state: GameState, table: Sequence[Meld], placed: Counter, objective: str) -> Score:
    """What ``objective`` asks of a turn, most important first."""
    jokers = sum(count for tile, count in placed.items() if tile.is_joker)
    numbers = placed.total() - jokers
    value = sum(tile.face_value * count for tile, count in placed.items())
    if objective == "tiles":
        return placed.total(), value
    win = int(placed.total() == len(state.rack))
    if objective == "value":
        return value, win, -jokers, numbers
    if objective == "opening":
        return -numbers - 2 * jokers, -value
    if objective == "points":
        said = _said(state, table)
        values = (judge(meld, state.rules, said.get(meld)).value for meld in table)
        return (sum(values),)
    return win, numbers, -jokers, value


def every_table(state: GameState) -> Iterator[tuple[Meld, ...]]:
    """Every way to lay all tiles of the table and some of the rack as sets."""
    must = Counter(state.table_tiles())
    there = must + Counter(state.rack)
    jokers = there[JOKER] if state.rules.two_jokers else min(1, there[JOKER])
    tiles = sorted(there)
    all_melds = _melds(state.rules, there, jokers)
    if state.rules.only_jokers_declared and state.rules.two_jokers:
        most = min(jokers, state.rules.highest_number)
        all_melds += [(JOKER,) * size for size in range(3, most + 1)]
    if any(tile.is_joker and tile != JOKER for tile in there):
        all_melds += twist_sets(state.rules, there)
    melds = [
        (meld, [(tiles.index(tile), count) for tile, count in Counter(meld).items()])
        for meld in dict.fromkeys((*all_melds, *_by_order(state)))
    ]
    yield from _covered([must[t] for t in tiles], [there[t] for t in tiles], melds, 0, ())


def _by_order(state: GameState) -> list[Meld]:
    """The table's sets of which the order, or a declaration, tells what their jokers are."""
    return [meld for meld in state.table if len(meld) - Counter(meld)[JOKER] <= 1]


def _covered(must, there, melds, first, table) -> Iterator[tuple[Meld, ...]]:
    wanted = next((place for place, count in enumerate(must) if count), None)
    if wanted is None:
        yield table
    for place, (meld, needs) in enumerate(melds):
        # sets that hold a wanted tile are chosen by that tile, the rest in their order
        if place < first if wanted is None else all(i != wanted for i, _ in needs):
            continue
        if all(there[i] >= count for i, count in needs):
            less, left = list(must), list(there)
            for i, count in needs:
                less[i], left[i] = max(0, less[i] - count), left[i] - count
            begin = place if wanted is None else 0
            yield from _covered(less, left, melds, begin, (*table, meld))


def _melds(rules: Rules, there: Counter, jokers: int) -> list[Meld]:
    return [
        meld
        for meld, needs in _every_meld(rules, jokers)
        if all(there[tile] >= count for tile, count in needs)
    ]


@cache
def _every_meld(rules: Rules, jokers: int) -> tuple[tuple[Meld, tuple[tuple[Tile, int], ...]], ...]:
    """Every set of a game with up to so many jokers in it, and how many of which tile it needs."""
    top, inks = rules.highest_number, rules.colors
    shapes = [
        [numbered(ink, n) for n in range(low, high + 1)]
        for ink in inks
        for low in range(1, top + 1)
        for high in range(low + 2, top + 1)
    ]
    shapes += [
        [numbered(ink, n) for ink in chosen]
        for n in range(1, top + 1)
        for size in (3, 4)
        for chosen in combinations(inks, size)
    ]
    melds: dict[Meld, tuple[tuple[Tile, int], ...]] = {}
    for shape in shapes:
        for count in range(min(jokers, len(shape) - 1) + 1):
            for played in combinations(range(len(shape)), count):
                meld = tuple(JOKER if i in played else t for i, t in enumerate(shape))
                # the order of a group says something only beside a single number
                group = shape[0].number == shape[1].number
                told = tuple(sorted(meld)) if group and len(shape) - count > 1 else meld
                melds[told] = tuple(Counter(told).items())
    return tuple(melds.items())


def _score(state: GameState, table: tuple[Meld, ...], placed: Counter, objective: str) -> Score:
    moved, touched = _moved(state.table, table)
    return (*totals(state, table, placed, objective), -moved, -touched)


def _moved(before: tuple[Meld, ...], after: tuple[Meld, ...]) -> tuple[int, int]:
    kept = [[(Counter(old) & Counter(new)).total() for new in after] for old in before]
    blank = [None] * len(before)
    choices = set(permutations([*range(len(after)), *blank], len(before)))
    most = max(sum(kept[i][j] for i, j in enumerate(choice) if j is not None) for choice in choices)
    left = Counter(tuple(sorted(meld)) for meld in after)
    untouched = (Counter(tuple(sorted(meld)) for meld in before) & left).total()
    return sum(map(len, before)) - most, len(before) - untouched


def crowded_position(seed: int, rules: Rules, *, most: int = 3, rack: int = 4) -> GameState:
    """A small table full of jokers, where many a play breaks a rule about them."""
    dice = random.Random(seed)
    pool = Counter(dict(rules.stock().counts))
    table: list[Meld] = []
    for _ in range(dice.randint(1, most)):
        if dice.random() < 0.65:
            length = dice.choice((3, 3, 3, 4, 5))
            low = dice.randint(1, rules.highest_number + 1 - length)
            ink = dice.choice(rules.colors)
            meld = [numbered(ink, low + i) for i in range(length)]
        else:
            number = dice.randint(1, rules.highest_number)
            size = dice.choice((3, 3, min(4, len(rules.colors))))
            meld = [numbered(ink, number) for ink in dice.sample(rules.colors, size)]
        for _ in range(dice.choice((0, 1, 1, 2)) if rules.two_jokers else dice.choice((0, 1))):
            if Counter(meld)[JOKER] < pool[JOKER]:
                meld[dice.randrange(len(meld))] = JOKER
        if Counter(meld) <= pool and any(not tile.is_joker for tile in meld):
            pool -= Counter(meld)
            table.append(tuple(meld))
    near = {t.face_value + d for meld in table for t in meld if not t.is_joker for d in (-1, 0, 1)}
    rest = [t for t in sorted(pool.elements()) if t.is_joker or t.face_value in near]
    held = dice.sample(rest, min(len(rest), dice.randint(1, rack)))
    return GameState(tuple(table), tuple(held), True, rules)
