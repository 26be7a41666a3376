"""How tiles lie that share a spot while a table is being rearranged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from solver.lying import as_laid
from solver.orders import best_order
from solver.play import LaidSet
from solver.rules import Rules
from solver.tiles import FEWEST_IN_SET, JOKER, MAX_NUMBER, JokerKind, Meld, Tile, numbered


@dataclass(frozen=True, slots=True)
class Pile:
    """Tiles in one spot, left to right, and whether they are a valid set."""

    tiles: Meld
    valid: bool


def arrange(tiles: Counter[Tile], before: Meld, final: LaidSet | None, rules: Rules) -> Pile:
    """The tiles in the order a player would lay them.

    As in ``before`` or ``final`` when they are just those; else as a set if they
    can be one, with jokers where they last lay if possible; else what is
    left of ``before`` as it lay, other tiles of one colour in order, and others with
    what lay there before on the left.
    """
    if final is not None and tiles == Counter(final.tiles):
        return Pile(final.tiles, True)
    if tiles == Counter(before):
        return Pile(before, as_laid(before, rules) is not None)
    numbers = sorted(tile for tile in tiles.elements() if not tile.is_joker)
    jokers = [tile for tile in tiles.elements() if tile.is_joker]
    if len(jokers) > 1 and not rules.two_jokers:
        return Pile((*numbers, *jokers), False)
    if any(tile != JOKER for tile in jokers):
        best = best_order((*numbers, *jokers), rules)
        return Pile((*numbers, *jokers), False) if best is None else Pile(best[0], True)
    return _arrange_ordinary(numbers, jokers, before, rules)


def _arrange_ordinary(numbers: list[Tile], jokers: list[Tile], before: Meld, rules: Rules) -> Pile:
    """The same for number tiles and ordinary jokers."""
    valid = _is_set(numbers, len(jokers), rules)
    too_many = len(numbers) + len(jokers) > rules.highest_number  # for any run
    if len({tile.color for tile in numbers}) > 1 or (valid and too_many):
        # what lay there keeps its order, and the others come to its right
        order = {tile: place for place, tile in enumerate(before)}
        numbers.sort(key=lambda tile: (order.get(tile, len(before)), tile))
        return Pile((*numbers, *jokers), valid)
    if not valid:
        return Pile(_broken(numbers, jokers, before), False)
    return Pile(_run(numbers, jokers, before, rules), True)


def _broken(numbers: list[Tile], jokers: list[Tile], before: Meld) -> Meld:
    """Tiles that are no set: what is left of ``before`` stays as it lay, jokers included."""
    tiles = (*numbers, *jokers)
    stays = tuple(tile for tile in before if tile in tiles)
    # of equal tiles, one that stays and one that leaves, no place is told
    return stays if jokers and Counter(stays) == Counter(tiles) else tiles


def _is_set(numbers: list[Tile], jokers: int, rules: Rules) -> bool:
    size = len(numbers) + jokers
    if size < FEWEST_IN_SET or not numbers or len(set(numbers)) < len(numbers):
        return False
    longest = rules.highest_number
    if _one_number(numbers):
        # one tile alone may as well be of a run
        return size <= max(min(4, len(rules.colors)), longest if len(numbers) == 1 else 0)
    if any(tile.color != numbers[0].color for tile in numbers):
        return False
    span = numbers[-1].face_value - numbers[0].face_value + 1
    return span <= size <= longest


def _one_number(numbers: list[Tile]) -> bool:
    return len({tile.number for tile in numbers}) == 1


def _run(numbers: list[Tile], jokers: list[Tile], before: Meld, rules: Rules) -> Meld:
    """A run of these tiles, its jokers where they lay in ``before`` if possible."""
    color = numbers[0].color
    assert color is not None
    low, high = numbers[0].face_value, numbers[-1].face_value
    size = len(numbers) + len(jokers)
    starts = [
        start
        for start in range(max(1, high - size + 1), low + 1)
        if start + size - 1 <= rules.highest_number
    ]
    lain = {tile.face_value for tile in played_by_jokers(before)}
    start = max(starts, key=lambda s: (len(lain & set(range(s, s + size))), s))
    rest = list(jokers)
    there = set(numbers)
    faces = [numbered(color, start + i) for i in range(size)]
    return tuple(face if face in there else rest.pop() for face in faces)


def played_by_jokers(run: Meld) -> set[Tile]:
    """The tiles that the jokers of a run stand for, judged by the tiles beside them.

    None where a Twist joker lies: it may take two places, or turn the run.
    """
    if any(tile.is_joker and tile != JOKER for tile in run):
        return set()
    for place, tile in enumerate(run):
        if tile.color is not None:
            numbers = {tile.face_value - place + i for i, other in enumerate(run) if other.is_joker}
            return {numbered(tile.color, n) for n in numbers if 1 <= n <= MAX_NUMBER}
    return set()


def is_group(tiles: Meld) -> bool:
    """Whether the number tiles, two or more, all show one number, in no special order."""
    if any(tile.joker is JokerKind.MIRROR for tile in tiles):
        return False
    numbers = [tile.number for tile in tiles if not tile.is_joker]
    return len(numbers) > 1 and len(set(numbers)) == 1
