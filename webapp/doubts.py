"""A verdict on a photo of a set that hangs on a tile which was read doubtfully."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.notation import parse_tile
from solver.tiles import Meld
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


def open_verdict(tiles: Sequence[TileReading], rules: Rules) -> OpenVerdict | None:
    """The doubtful tile of a photographed set on which its verdict hangs, if any.

    ``tiles`` are those of the set, left to right; face-down ones belong to no set.
    """
    from solver.melds import judge

    shown = [tile for tile in tiles if tile.tile != FACE_DOWN]
    meld: Meld = tuple(parse_tile(tile.tile) for tile in shown)
    verdict = judge(meld, rules)
    for place, tile in enumerate(shown):
        for other in others_of(tile):
            changed = judge((*meld[:place], parse_tile(other), *meld[place + 1 :]), rules)
            if (changed.valid, changed.value) != (verdict.valid, verdict.value):
                return OpenVerdict(place, tile.tile, other)
    return None
