"""The number tiles of a game as *faces*, numbered colour by colour, and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from solver.rules import Rules
from solver.tiles import Color, JokerKind, Tile, numbered

Face: TypeAlias = int
"""A number tile of the game, see :class:`Faces`."""

Shape: TypeAlias = tuple[Face, ...]
"""What the places of a set count as, left to right."""


@dataclass(frozen=True, slots=True, eq=False)  # one object a game: compared as such
class Faces:
    """The number tiles of a game, numbered colour by colour.

    ``tiles[face]`` is the tile, ``values[face]`` its number. ``runs`` are all
    runs of three, ``groups`` all groups.
    """

    tiles: tuple[Tile, ...]
    values: tuple[int, ...]
    of: Mapping[Tile, Face]
    runs: tuple[Shape, ...]
    groups: tuple[Shape, ...]
    highest: int

    @classmethod
    def of_rules(cls, rules: Rules) -> Faces:
        """The faces of the game with these rules."""
        return _faces(rules.colors, rules.highest_number)

    def value(self, shape: Shape) -> int:
        """The points of a set of this shape."""
        return sum(self.values[face] for face in shape)

    def shapes(self) -> tuple[Shape, ...]:
        """All sets there are, whole: every run of three or more and every group."""
        return _all_shapes(self)


@lru_cache(maxsize=8)
def _faces(colors: tuple[Color, ...], highest: int) -> Faces:
    tiles = tuple(numbered(c, v) for c in colors for v in range(1, highest + 1))
    of = {tile: face for face, tile in enumerate(tiles)}
    runs = tuple(
        (face, face + 1, face + 2)
        for face, tile in enumerate(tiles)
        if tile.face_value + 2 <= highest
    )
    groups = tuple(
        tuple(of[numbered(color, number)] for color in chosen)
        for number in range(1, highest + 1)
        for size in (3, 4)
        for chosen in combinations(colors, size)
    )
    return Faces(tiles, tuple(t.face_value for t in tiles), of, runs, groups, highest)


@lru_cache(maxsize=8)
def _all_shapes(faces: Faces) -> tuple[Shape, ...]:
    runs = [
        tuple(range(run[0], high + 1))
        for run in faces.runs
        for high in range(run[2], run[0] + faces.highest - faces.values[run[0]] + 1)
    ]
    return (*runs, *faces.groups)


@dataclass(frozen=True, slots=True)
class Supply:
    """What sets may be laid with: between ``least`` and ``most`` of each face.

    ``twist`` says the same of every other kind of joker there is: (least, most).
    """

    least: Sequence[int]
    most: Sequence[int]
    least_jokers: int
    most_jokers: int
    twist: Mapping[JokerKind, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, must: Iterable[Tile], may: Iterable[Tile], faces: Faces) -> Supply:
        """All of ``must`` and any of ``may``."""
        least, jokers = _counted(must, faces)
        more, more_jokers = _counted(may, faces)
        most = [a + b for a, b in zip(least, more, strict=True)]
        ordinary = jokers.pop(JokerKind.ORDINARY, 0)
        may_lie = ordinary + more_jokers.pop(JokerKind.ORDINARY, 0)
        twist = {kind: (jokers[kind], n) for kind, n in sorted((jokers + more_jokers).items())}
        return cls(least, most, ordinary, may_lie, twist)

    def jokers(self) -> Counter[JokerKind]:
        """The most there can be of each kind of joker."""
        most = {kind: most for kind, (_, most) in self.twist.items()}
        return Counter({JokerKind.ORDINARY: self.most_jokers, **most})


def _counted(tiles: Iterable[Tile], faces: Faces) -> tuple[list[int], Counter[JokerKind]]:
    counts = [0] * len(faces.tiles)
    jokers: Counter[JokerKind] = Counter()
    for tile, count in Counter(tiles).items():
        if tile.joker is not None:
            jokers[tile.joker] += count
        elif tile in faces.of:
            counts[faces.of[tile]] += count
    return counts, jokers


def is_ordinary(tile: Tile) -> bool:
    """Whether this is a number tile or an ordinary joker: no joker of Twist."""
    return tile.joker in (None, JokerKind.ORDINARY)
