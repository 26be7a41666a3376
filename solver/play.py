"""A set as it lies on the table once every joker has been given its meaning."""

from __future__ import annotations

from dataclasses import dataclass

from solver.tiles import Meld, Tile


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A set, left to right, with what every place of it counts as.

    ``stands_for[i]`` is the tile that place ``i`` counts as: ``tiles[i]`` itself
    for a number tile, the tile it replaces for a joker.
    """

    tiles: Meld
    stands_for: Meld

    @property
    def is_run(self) -> bool:
        """Whether this is a run (one colour); else it is a group."""
        return self.stands_for[0].color == self.stands_for[1].color

    @property
    def value(self) -> int:
        """Points of the set, a joker counting as the tile it stands for."""
        return sum(tile.face_value for tile in self.stands_for)

    def jokers(self) -> tuple[tuple[int, Tile], ...]:
        """(place, tile it stands for) of every joker, left to right."""
        return tuple(
            (place, meant)
            for place, (tile, meant) in enumerate(zip(self.tiles, self.stands_for, strict=True))
            if tile.is_joker
        )
