"""A set as it lies on the table once every joker has been given its meaning."""

from __future__ import annotations

from dataclasses import dataclass

from solver.readings import StandIn
from solver.tiles import Meld, Tile


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A set, left to right, with what every place of it counts as.

    ``stands_for[i]`` is the tile that place ``i`` counts as: ``tiles[i]`` itself
    for a number tile, what it stands for for a joker; a joker of a set that is not
    valid stands for itself.
    """

    tiles: Meld
    stands_for: tuple[StandIn, ...]

    @property
    def is_run(self) -> bool:
        """Whether this is a run (its numbers differ); else it is a group."""
        numbers = {
            tile.number
            for meant in self.stands_for
            for tile in ((meant,) if isinstance(meant, Tile) else meant.tiles)
        }
        return len(numbers) > 1

    @property
    def value(self) -> int:
        """Points of the set, a joker counting as what it stands for."""
        return sum(meant.face_value for meant in self.stands_for)

    @property
    def only_jokers(self) -> bool:
        """Whether no number tile lies in it to tell what its jokers stand for."""
        return all(tile.is_joker for tile in self.tiles)

    def jokers(self) -> tuple[tuple[int, StandIn], ...]:
        """(place, what it stands for) of every joker, left to right."""
        return tuple(
            (place, meant)
            for place, (tile, meant) in enumerate(zip(self.tiles, self.stands_for, strict=True))
            if tile.is_joker
        )
