"""What the heir of a set can keep of it: the cores that a layout chooses from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from solver.flow import Face, Faces, Shape


@dataclass(frozen=True, slots=True)
class Core:
    """What an heir holds at least, before it grows.

    ``shape`` is what its places count as, ``jokers`` the faces that jokers of the
    set before play, ``kept`` those that number tiles of it play. ``needs`` is the
    shape without ``jokers``. An ``intact`` core is the very set before and takes
    no more tiles; else ``grows`` tells whether it may grow at its ends.
    """

    shape: Shape
    jokers: frozenset[Face]
    kept: frozenset[Face]
    needs: Shape
    grows: bool
    intact: bool = False

    @property
    def stays(self) -> int:
        """How many tiles of the set before stay."""
        return len(self.jokers) + len(self.kept)


@lru_cache(maxsize=4096)
def cores_of(held: frozenset[Face], jokers: int, least: int, faces: Faces) -> tuple[Core, ...]:
    """Every core that keeps ``least`` or more tiles of a set and needs no smaller one.

    The set shows the number tiles ``held`` and has so many jokers. A run core
    ends in kept tiles unless it is just three long: whatever else an heir has at
    its ends, it gets by growing.
    """
    return tuple(
        core
        for count in range(jokers + 1)
        for core in (*_run_cores(held, count, faces), *_group_cores(held, count, faces))
        if core.stays >= least
    )


def intact_core(shape: Shape, jokers: frozenset[Face]) -> Core:
    """The core that is the set before itself."""
    needs = tuple(face for face in shape if face not in jokers)
    return Core(shape, jokers, frozenset(needs), needs, grows=False, intact=True)


def _run_cores(held: frozenset[Face], jokers: int, faces: Faces) -> Iterator[Core]:
    for lowest in range(0, len(faces.tiles), faces.highest):
        color = range(lowest, lowest + faces.highest)
        marks = held.intersection(color)
        if not marks and not jokers:
            continue
        for played in combinations(color, jokers):
            for low, high in _stretches(marks.union(played), played, color):
                yield _core(tuple(range(low, high + 1)), played, held, grows=True)


def _stretches(
    ends: frozenset[Face], played: tuple[Face, ...], color: range
) -> list[tuple[Face, Face]]:
    """(low, high) of every smallest run that holds all of ``played``."""
    first = played[0] if played else color[-1]
    last = played[-1] if played else color[0]
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


def _group_cores(held: frozenset[Face], jokers: int, faces: Faces) -> Iterator[Core]:
    numbers = {faces.values[face] for face in held}
    for group in faces.groups:
        if faces.values[group[0]] in numbers or (jokers and not numbers):
            for played in combinations(group, jokers):
                yield _core(group, played, held, grows=False)


def _core(shape: Shape, played: tuple[Face, ...], held: frozenset[Face], grows: bool) -> Core:
    needs = tuple(face for face in shape if face not in played)
    return Core(shape, frozenset(played), held.intersection(needs), needs, grows)
