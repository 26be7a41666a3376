"""Other orders of the same tiles: which of them is the best set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice

from solver.readings import LONGEST, readings
from solver.rules import Rules
from solver.tiles import JOKER, JokerKind, Meld, Tile

_MOST_ORDERS = 20_000
"""Orders looked at before giving up; only sets with five Twist jokers have more."""


def best_order(meld: Meld, rules: Rules) -> tuple[Meld, int] | None:
    """The order of ``meld`` worth most, and its points; None when none is valid.

    The order as laid is not preferred: ask it of an invalid set for its rescue,
    or of a valid one whether its joker would be worth more elsewhere.
    """
    if not 3 <= len(meld) <= LONGEST:
        return None
    best: tuple[Meld, int] | None = None
    for order in islice(_orders(meld), _MOST_ORDERS):
        found = readings(order, rules)
        if found and (best is None or found[0].value > best[1]):
            best = order, found[0].value
    return best


def better_order(meld: Meld, value: int, rules: Rules) -> tuple[Meld, int] | None:
    """An order worth more than ``value``, which ``meld`` is worth as laid, and its points."""
    if not any(tile.is_joker for tile in meld):
        return None
    best = best_order(meld, rules)
    return best if best is not None and best[1] > value else None


def _orders(meld: Meld) -> Iterator[Meld]:
    """The orders that can matter: number tiles upwards, jokers anywhere.

    A run that is valid downwards is valid upwards, and a group in any order.
    """
    numbers = sorted((t for t in meld if not t.is_joker), key=lambda t: (t.face_value, t))
    jokers = sorted(tile for tile in meld if tile.is_joker)
    if any(tile.joker is JokerKind.MIRROR for tile in jokers):
        yield from _mirror_orders(numbers, jokers)
    else:
        yield from _woven(numbers, jokers)


def _woven(numbers: list[Tile], jokers: list[Tile]) -> Iterator[Meld]:
    size = len(numbers) + len(jokers)
    for places in combinations(range(size), len(jokers)):
        for arrangement in _arrangements(Counter(jokers)):
            order = iter(numbers)
            taken = dict(zip(places, arrangement, strict=True))
            yield tuple(taken[i] if i in taken else next(order) for i in range(size))


def _arrangements(jokers: Counter[Tile]) -> Iterator[Meld]:
    """Every different order of these jokers."""
    if not jokers:
        yield ()
    for first in sorted(jokers):
        for rest in _arrangements(jokers - Counter([first])):
            yield (first, *rest)


def _mirror_orders(numbers: list[Tile], jokers: list[Tile]) -> Iterator[Meld]:
    """Folded orders; the other side of a single tile is an ordinary joker."""
    fold = [tile for tile in jokers if tile.joker is JokerKind.MIRROR]
    wild = len([tile for tile in jokers if tile == JOKER])
    counts = Counter(numbers)
    single = {tile for tile, count in counts.items() if count == 1}
    pairs, odd = divmod(wild - len(single), 2)
    if len(fold) != 1 or len(fold) + wild != len(jokers) or pairs < 0 or odd:
        return
    if max(counts.values(), default=0) > 2:
        return
    for side in _woven(list(counts), [JOKER] * pairs):
        other = tuple(JOKER if tile in single else tile for tile in reversed(side))
        yield (*side, fold[0], *other)
