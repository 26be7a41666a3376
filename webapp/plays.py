"""A suggested play as pictures: which tile stays, moves, or comes from the rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from solver.advise import Advice
from solver.heirs import Heirs, find_heirs
from solver.melds import also_meant
from solver.notation import DeclaredSet, format_tiles
from solver.play import LaidSet
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER, Meld, Stock, Tile

Came: TypeAlias = Literal["stays", "moved", "rack"]


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile of the table after: where it ``came`` from, and what a joker stands for.

    ``stands_for`` is in notation, two tiles for a double joker, a bare number for a
    colour change. ``or_else`` is the other tile that the joker of a group of three stands
    for just as well.
    """

    name: str
    came: Came
    stands_for: str | None = None
    or_else: str | None = None


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A set of the table after; ``from_set`` is the place before it grew out of, if any."""

    tiles: tuple[ShownTile, ...]
    from_set: int | None

    @property
    def changed(self) -> bool:
        return any(tile.came != "stays" for tile in self.tiles)


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """Before and after, as names of tiles.

    ``before[i]`` pairs each tile with whether it leaves its set; ``rack`` pairs
    each rack tile with whether it is played. ``touched`` are places before. ``table_after``
    says what jokers were declared to be, and what jokers by themselves have to be.
    """

    before: tuple[tuple[tuple[str, bool], ...], ...]
    after: tuple[ShownSet, ...]
    rack: tuple[tuple[str, bool], ...]
    rack_left: str
    table_after: str
    touched: tuple[int, ...]


def shown(state: GameState, advice: Advice) -> ShownPlay:
    """How to draw ``advice`` for ``state``."""
    after = [laid.tiles for laid in advice.sets]
    heirs = find_heirs(state.table, after)
    heir, owner = heirs.of_before, _owner(heirs)
    origins = whence(state.table, after, heirs, advice.placed)
    sets = tuple(
        _shown_set(laid, came, owner.get(j), state.rules)
        for j, (laid, came) in enumerate(zip(advice.sets, origins, strict=True))
    )
    before = tuple(
        _leaving(meld, () if j is None else after[j])
        for meld, j in zip(state.table, heir, strict=True)
    )
    left = Stock.of(state.rack) - Stock.of(advice.placed)
    touched = tuple(
        i
        for i, meld in enumerate(state.table)
        if (j := heir[i]) is None or Counter(after[j]) != Counter(meld)
    )
    return ShownPlay(
        before,
        sets,
        _leaving(sorted(state.rack), left.tiles()),
        format_tiles(left.tiles()),
        " | ".join(map(str, _declared(state, advice.sets))),
        touched,
    )


def _declared(state: GameState, sets: Sequence[LaidSet]) -> Iterator[DeclaredSet]:
    said = state.said_with(sets)
    for laid in sets:
        yield DeclaredSet(
            laid.tiles, tuple(said.get(laid.tiles, (None,) * laid.tiles.count(JOKER)))
        )


def whence(
    before: Sequence[Meld], after: Sequence[Meld], heirs: Heirs, placed: Meld
) -> tuple[tuple[Came, ...], ...]:
    """Where every tile of the sets ``after`` came from, ``placed`` being those of the rack."""
    owner = _owner(heirs)
    from_rack = Counter(placed)
    sets: list[tuple[Came, ...]] = []
    for j, meld in enumerate(after):
        stays = Counter(before[owner[j]] if j in owner else ())
        came: list[Came] = []
        for tile in meld:
            origin: Came = "stays" if stays[tile] else "rack" if from_rack[tile] else "moved"
            came.append(origin)
            stays[tile] -= origin == "stays"
            from_rack[tile] -= origin == "rack"
        sets.append(tuple(came))
    return tuple(sets)


def _owner(heirs: Heirs) -> dict[int, int]:
    """Place after -> place before of every set that inherits one."""
    return {j: i for i, j in enumerate(heirs.of_before) if j is not None}


def _shown_set(laid: LaidSet, origins: Sequence[Came], owner: int | None, rules: Rules) -> ShownSet:
    other = also_meant(laid, rules)
    tiles = []
    for tile, meant, came in zip(laid.tiles, laid.stands_for, origins, strict=True):
        # a mirror joker stands for nothing, one in a broken set for itself
        stands_for = str(meant) or None if tile.is_joker and meant != tile else None
        or_else = str(other) if stands_for and other else None
        tiles.append(ShownTile(str(tile), came, stands_for, or_else))
    return ShownSet(tuple(tiles), owner)


def _leaving(meld: Sequence[Tile], kept: Sequence[Tile]) -> tuple[tuple[str, bool], ...]:
    """Each tile with whether it is not among ``kept``."""
    left = Counter(kept)
    marked = []
    for tile in meld:
        leaves = left[tile] == 0
        left[tile] -= 0 if leaves else 1
        marked.append((str(tile), leaves))
    return tuple(marked)
