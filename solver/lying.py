"""Sets as they lie on the table, with what their jokers stand for."""

from __future__ import annotations

from functools import lru_cache

from solver.play import LaidSet
from solver.readings import readings
from solver.rules import Rules
from solver.tiles import Meld


@lru_cache(maxsize=4096)
def as_laid(meld: Meld, rules: Rules) -> LaidSet | None:
    """``meld`` as it lies, its jokers read as the set worth most; None if invalid.

    Agrees with :func:`solver.melds.judge`, whose reasons take longer to find than the
    verdict.
    """
    kinds = [tile.joker for tile in meld if tile.joker]
    if len(kinds) > 1 and not rules.two_jokers:
        return None
    found = readings(meld, rules)
    if not found or any(kind not in rules.jokers for kind in kinds):
        return None
    meant = iter(found[0].jokers)
    return LaidSet(meld, tuple(next(meant) if tile.is_joker else tile for tile in meld))
