"""A verdict on a photo of a set that hangs on a tile which was read doubtfully."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.notation import DeclaredSet, parse_declared_set
from vision.reading import FACE_DOWN, UNREADABLE, TileReading

if TYPE_CHECKING:
    from solver.rules import Rules


@dataclass(frozen=True, slots=True)
class OpenVerdict:
    """The tile at ``place``, from 0, reads ``tile`` but may be ``other``: then all changes."""

    place: int
    tile: str
    other: str


def others_of(tile: TileReading) -> tuple[str, ...]:
    """The tiles of the game that a doubtful tile may be instead, the likeliest first."""
    if not tile.doubtful:
        return ()
    others = (other for other, _chance in tile.alternatives)
    return tuple(other for other in others if other not in (UNREADABLE, FACE_DOWN))


def renamed(told: DeclaredSet, place: int, name: str) -> DeclaredSet:
    """The set with the tile at ``place`` being another; other jokers stay as declared."""
    words = str(told).split()
    return parse_declared_set(" ".join((*words[:place], name, *words[place + 1 :])))


def open_verdict(
    told: DeclaredSet, tiles: Sequence[TileReading], rules: Rules
) -> OpenVerdict | None:
    """The doubtful tile of a photographed set on which its verdict hangs, if any.

    ``tiles`` are how those of the set were read, left to right.
    """
    from solver.melds import judge

    verdict = judge(told.tiles, rules, told.declared)
    for place, tile in enumerate(tiles):
        for other in others_of(tile):
            one = renamed(told, place, other)
            changed = judge(one.tiles, rules, one.declared)
            if (changed.valid, changed.value) != (verdict.valid, verdict.value):
                return OpenVerdict(place, tile.tile, other)
    return None
