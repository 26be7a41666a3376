"""Sets as they lie on the table, with what their jokers stand for."""

from __future__ import annotations

from functools import lru_cache

from solver.melds import judge
from solver.play import LaidSet
from solver.rules import Rules
from solver.tiles import Meld, Tile


@lru_cache(maxsize=4096)
def as_laid(meld: Meld, rules: Rules) -> LaidSet | None:
    """``meld`` as it lies, its jokers read as the set worth most; None if invalid.

    A Twist joker stands for no single tile: it stands for itself here.
    """
    verdict = judge(meld, rules)
    if not verdict.valid:
        return None
    meant = iter(verdict.readings[0].jokers)
    faces = (next(meant) if tile.is_joker else tile for tile in meld)
    pairs = zip(faces, meld, strict=True)
    return LaidSet(meld, tuple(face if isinstance(face, Tile) else tile for face, tile in pairs))
