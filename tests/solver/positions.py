"""Random positions that could lie on a real table, from a seed."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

from solver.advise import Advice, advise
from solver.notation import parse_table, parse_tiles
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER, Meld, Tile, numbered

GOLDEN = Path(__file__).parents[1] / "golden"


def random_position(
    seed: int, rules: Rules, *, sets: int = 5, rack: int = 8, opened: bool = True
) -> GameState:
    """A valid table of up to ``sets`` sets and up to ``rack`` tiles of the rest."""
    dice = random.Random(seed)
    pool = Counter(dict(rules.stock().counts))
    table = []
    for _ in range(dice.randint(0, sets)):
        meld = _random_set(dice, rules, pool)
        if meld is not None:
            table.append(meld)
            pool -= Counter(meld)
    rest = sorted(pool.elements())
    # near tiles make plays: half of the racks come from few numbers or colours
    if dice.random() < 0.5:
        near = set(dice.sample(range(1, rules.highest_number + 1), 4))
        rest = [t for t in rest if t.number in near or t.is_joker] or rest
    held = dice.sample(rest, min(len(rest), dice.randint(0, rack)))
    if pool[JOKER] and JOKER not in held and dice.random() < 0.3:
        held.append(JOKER)
    return GameState(tuple(table), tuple(held), opened, rules)


def _random_set(dice: random.Random, rules: Rules, pool: Counter[Tile]) -> Meld | None:
    for _ in range(20):
        if dice.random() < 0.6:
            length = dice.choice((3, 3, 4, 5, 7))
            length = min(length, rules.highest_number)
            low = dice.randint(1, rules.highest_number + 1 - length)
            color = dice.choice(rules.colors)
            faces = [numbered(color, low + i) for i in range(length)]
        else:
            number = dice.randint(1, rules.highest_number)
            size = min(dice.choice((3, 3, 4)), len(rules.colors))
            faces = [numbered(color, number) for color in dice.sample(rules.colors, size)]
        if len(faces) < 3:
            continue
        if pool[JOKER] and dice.random() < 0.25:
            faces[dice.randrange(len(faces))] = JOKER
        if not Counter(faces) - pool:
            return tuple(faces)
    return None


@cache
def golden_positions() -> list[dict]:
    """The 200 positions with their proven optimum."""
    return json.loads((GOLDEN / "positions.json").read_text())


def awkward_positions() -> list[dict]:
    """Positions that solvers get wrong, with the right answer."""
    return json.loads((GOLDEN / "awkward_positions.json").read_text())


def state_of(entry: dict) -> GameState:
    """The position that a golden entry describes, under the current box rules."""
    opened = entry.get("opened", True)
    return GameState(parse_table(entry["table"]), parse_tiles(entry["rack"]), opened)


def golden_advice(numbers: range = range(200)) -> list[tuple[GameState, Advice]]:
    """These golden positions, each with what is advised there: found once for all tests."""
    return [_golden_advice(number) for number in numbers]


@cache
def _golden_advice(number: int) -> tuple[GameState, Advice]:
    state = state_of(golden_positions()[number])
    return state, advise(state)
