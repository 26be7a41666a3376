"""The optimum by dynamic programming over the numbers 1 to 13.

Written without a look at the search: it lays no columns and solves no linear
programs. A state is what is still open after all tiles up to a number: for each
colour the lengths of its runs (3 stands for 3 and more) and the jokers used.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from solver.tiles import JOKER, NUMBERS, Meld, Tile, numbered

Score = tuple[int, ...]


@cache
def best_score(table: Meld, rack: Meld, rules, objective: str, opening: int = 0) -> Score | None:
    """The best score of laying all of ``table`` and any of ``rack``; None if impossible.

    Scores compare as tuples: ``tiles`` (rack tiles, points), ``value`` (points,
    -jokers, number tiles), ``advice`` (number tiles, -jokers, points); that going out is
    worth every joker is not in them. With ``opening``, all sets together must be worth
    so much, jokers as what they stand for.
    """
    must, may = Counter(table), Counter(rack)
    jokers = must[JOKER] + may[JOKER]
    none = tuple(() for _ in rules.colors)
    better = (lambda s: (s[1], s[0])) if objective == "value" else (lambda s: s)
    states: dict[tuple, Score] = {(none, 0, 0): (0, 0)}
    for number in NUMBERS:
        partial = {(runs, used, points, 0, 0): s for (runs, used, points), s in states.items()}
        for place, color in enumerate(rules.colors):
            tile = numbered(color, number)
            partial = _one_tile(partial, place, tile, must, may, jokers, opening, better)
        states = {}
        for (runs, used, points, grouped, widest), score in partial.items():
            if _groups_exist(grouped, widest):
                _keep(states, (runs, used, points), score, better)
    best = None
    for (runs, used, points), (tiles, value) in states.items():
        if any(length < 3 for lengths in runs for length in lengths):
            continue
        if used < must[JOKER] or points < opening:
            continue
        spent = used - must[JOKER]
        score = {
            "tiles": (tiles + spent, value),
            "value": (value, -spent, tiles),
            "advice": (tiles, -spent, value),
        }[objective]
        best = score if best is None else max(best, score)
    return best


def _one_tile(partial, place, tile: Tile, must, may, jokers, opening, better):
    least, most = must[tile], must[tile] + may[tile]
    after: dict[tuple, Score] = {}
    for (runs, used, points, grouped, widest), (tiles, value) in partial.items():
        short = [length for length in runs[place] if length < 3]
        long = len(runs[place]) - len(short)
        room = most + jokers - used - len(short)
        for going, begun, in_groups in product(range(long + 1), range(room + 1), range(room + 1)):
            count = len(short) + going + begun + in_groups
            if count > most + jokers - used:
                continue
            lengths = tuple(sorted([n + 1 for n in short] + [3] * going + [1] * begun))
            all_runs = (*runs[:place], lengths, *runs[place + 1 :])
            for real in range(least, min(count, most) + 1):
                if used + count - real > jokers:
                    continue
                key = (
                    all_runs,
                    used + count - real,
                    min(opening, points + count * tile.face_value),
                    grouped + in_groups,
                    max(widest, in_groups),
                )
                played = real - least
                score = (tiles + played, value + played * tile.face_value)
                _keep(after, key, score, better)
    return after


def _groups_exist(grouped: int, widest: int) -> bool:
    """Whether so many tiles of one number, no colour more than ``widest``, make groups."""
    return any(3 * n <= grouped <= 4 * n for n in range(widest, grouped // 3 + 1)) or grouped == 0


def _keep(states, key, score, better) -> None:
    if key not in states or better(states[key]) < better(score):
        states[key] = score
