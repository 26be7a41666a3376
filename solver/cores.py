"""What the heir of a set can keep of it: the cores that a layout chooses from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from solver.play import LaidSet
from solver.rules import Rules
from solver.tiles import Color, Meld, Tile, numbered


@dataclass(frozen=True, slots=True)
class Core:
    """What an heir holds at least, before it grows.

    ``faces`` are what its places count as, ``jokers`` the places that hold
    jokers of the set before, ``kept`` the places that hold any tile of it. An
    ``intact`` core is the very set before and takes no more tiles.
    """

    faces: Meld
    jokers: tuple[int, ...]
    kept: tuple[int, ...]
    intact: bool = False

    @property
    def is_run(self) -> bool:
        """Whether it is (part of) a run and may grow at its ends."""
        return self.faces[0].color == self.faces[1].color


@lru_cache(maxsize=4096)
def cores_of(meld: Meld, colors: tuple[Color, ...], highest: int, least: int) -> tuple[Core, ...]:
    """Every core that keeps ``least`` or more tiles of ``meld`` and needs no smaller one.

    A run core ends in kept tiles unless it is just three long: whatever else an
    heir has at its ends, it gets by growing.
    """
    faces = frozenset(tile for tile in meld if not tile.is_joker)
    jokers = sum(1 for tile in meld if tile.is_joker)
    return tuple(
        core
        for count in range(jokers + 1)
        for core in (
            *_run_cores(faces, count, colors, highest),
            *_group_cores(faces, count, colors, highest),
        )
        if len(core.kept) >= least
    )


def intact_core(laid: LaidSet) -> Core:
    """The core that is ``laid`` itself."""
    places = range(len(laid.tiles))
    jokers = tuple(place for place in places if laid.tiles[place].is_joker)
    return Core(laid.stands_for, jokers, tuple(places), intact=True)


def rules_key(rules: Rules) -> tuple[tuple[Color, ...], int]:
    """What :func:`cores_of` needs to know of the rules."""
    return rules.colors, rules.highest_number


def _run_cores(
    faces: frozenset[Tile], jokers: int, colors: tuple[Color, ...], highest: int
) -> Iterator[Core]:
    for color in colors:
        marks = {tile.face_value for tile in faces if tile.color == color}
        if not marks and not jokers:
            continue
        for low, high, held in _stretches(marks, jokers, highest):
            numbers = range(low, high + 1)
            kept = tuple(n - low for n in numbers if n in marks or n in held)
            yield Core(
                tuple(numbered(color, number) for number in numbers),
                tuple(number - low for number in held),
                kept,
            )


def _stretches(
    marks: set[int], jokers: int, highest: int
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """(low, high, numbers that jokers play) of every smallest run with kept ends."""
    for held in combinations(range(1, highest + 1), jokers):
        ends = sorted(marks | set(held))
        seen = set()
        for low in ends:
            for high in ends:
                if high - low >= 2 and all(low <= number <= high for number in held):
                    seen.add((low, high))
        for end in ends:
            for low in (end - 2, end - 1, end):
                inside = [low <= number <= low + 2 for number in held]
                if low >= 1 and low + 2 <= highest and all(inside):
                    seen.add((low, low + 2))
        for low, high in sorted(seen):
            yield low, high, held


def _group_cores(
    faces: frozenset[Tile], jokers: int, colors: tuple[Color, ...], highest: int
) -> Iterator[Core]:
    numbers = sorted({tile.face_value for tile in faces})
    for number in numbers if numbers or not jokers else range(1, highest + 1):
        for size in (3, 4):
            for inks in combinations(colors, size):
                group = tuple(numbered(ink, number) for ink in inks)
                for held in combinations(range(size), jokers):
                    kept = tuple(p for p in range(size) if p in held or group[p] in faces)
                    yield Core(group, held, kept)
