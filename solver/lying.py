"""Sets as they lie on the table, with what their jokers stand for."""

from __future__ import annotations

from functools import lru_cache

from solver.melds import Declared, readings_as_declared
from solver.play import LaidSet
from solver.rules import Rules
from solver.tiles import Meld


@lru_cache(maxsize=4096)
def as_laid(meld: Meld, rules: Rules, declared: Declared | None = None) -> LaidSet | None:
    """``meld`` as it lies, its jokers read as the set worth most; None if invalid.

    ``declared``: what its ordinary jokers were declared to be. Agrees with
    :func:`solver.melds.judge`, whose reasons take longer to find than the verdict.
    """
    kinds = [tile.joker for tile in meld if tile.joker]
    if len(kinds) > 1 and not rules.two_jokers:
        return None
    found = readings_as_declared(meld, rules, declared)
    if not found or any(kind not in rules.jokers for kind in kinds):
        return None
    meant = iter(found[0].jokers)
    return LaidSet(meld, tuple(next(meant) if tile.is_joker else tile for tile in meld))
