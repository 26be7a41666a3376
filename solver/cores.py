"""What the heir of a set can keep of it: the cores that a layout chooses from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from solver.faces import Face, Faces, Shape


@dataclass(frozen=True, slots=True)
class Core:
    """What an heir holds at least, before it grows.

    ``shape`` is what its places count as, ``jokers`` the faces that jokers play,
    ``kept`` those that number tiles must play. ``stays`` counts the tiles of the
    set before in it. An ``intact`` core is the very set before and takes no more
    tiles; else ``grows`` tells whether it may grow at its ends.
    """

    shape: Shape
    jokers: frozenset[Face]
    kept: frozenset[Face]
    stays: int
    grows: bool
    intact: bool = False


def cores_of(held: frozenset[Face], jokers: int, least: int, faces: Faces) -> tuple[Core, ...]:
    """Every core that keeps ``least`` or more tiles of a set and needs no smaller one.

    The set shows the number tiles ``held`` and has so many jokers. A run core
    ends in kept tiles unless it is just three long: whatever else an heir has at
    its ends, it gets by growing.
    """
    return cores_around(frozenset(), frozenset(), held, jokers, least, faces)


@lru_cache(maxsize=16384)
def cores_around(
    played: frozenset[Face],
    kept: frozenset[Face],
    held: frozenset[Face],
    jokers: int,
    least: int,
    faces: Faces,
) -> tuple[Core, ...]:
    """The cores of :func:`cores_of` that also hold certain jokers and number tiles.

    Jokers play the faces ``played``, number tiles the faces ``kept``. With nothing
    ``held`` these are the smallest sets that hold them, of no ancestor.
    """
    return tuple(
        core
        for more in range(max(0, jokers - len(played)) + 1)
        for make in (_run_cores, _group_cores)
        for core in make(_Wish(played, kept, held, jokers), more, faces)
        if core.stays >= least
    )


def intact_core(shape: Shape, jokers: frozenset[Face]) -> Core:
    """The core that is the set before itself."""
    kept = frozenset(shape) - jokers
    return Core(shape, jokers, kept, len(shape), grows=False, intact=True)


@dataclass(frozen=True, slots=True)
class _Wish:
    """The arguments of :func:`cores_around`."""

    played: frozenset[Face]
    kept: frozenset[Face]
    held: frozenset[Face]
    jokers: int

    @property
    def must(self) -> frozenset[Face]:
        """The faces that have to be there."""
        return self.played | self.kept

    def core(self, shape: Shape, more: tuple[Face, ...], grows: bool) -> Core:
        """The core of this shape in which jokers also play the faces ``more``."""
        played = self.played.union(more)
        there = self.held.intersection(shape) - played
        stays = min(self.jokers, len(played)) + len(there)
        return Core(shape, played, there | self.kept, stays, grows)


def _run_cores(wish: _Wish, more: int, faces: Faces) -> Iterator[Core]:
    for lowest in range(0, len(faces.tiles), faces.highest):
        color = range(lowest, lowest + faces.highest)
        marks = wish.held.intersection(color)
        if not wish.must.issubset(color) or not (marks or more or wish.must):
            continue
        for played in combinations(color, more):
            if wish.must.isdisjoint(played):
                anchors = sorted(wish.must.union(played))
                for low, high in _stretches(marks.union(anchors), anchors, color):
                    yield wish.core(tuple(range(low, high + 1)), played, grows=True)


def _stretches(
    ends: frozenset[Face], anchors: Sequence[Face], color: range
) -> list[tuple[Face, Face]]:
    """(low, high) of every smallest run that holds all of ``anchors``."""
    first = anchors[0] if anchors else color[-1]
    last = anchors[-1] if anchors else color[0]
    found = {
        (low, high)
        for low in ends
        for high in ends
        if high - low >= 2 and low <= first and last <= high
    }
    for end in ends:
        for low in (end - 2, end - 1, end):
            if color[0] <= low <= first and max(last, low + 2) == low + 2 <= color[-1]:
                found.add((low, low + 2))
    return sorted(found)


def _group_cores(wish: _Wish, more: int, faces: Faces) -> Iterator[Core]:
    numbers = {faces.values[face] for face in wish.held}
    for group in faces.groups:
        known = faces.values[group[0]] in numbers or (more and not numbers)
        if wish.must.issubset(group) and (wish.must or known):
            for played in combinations(group, more):
                if wish.must.isdisjoint(played):
                    yield wish.core(group, played, grows=False)
