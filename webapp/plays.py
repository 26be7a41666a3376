"""A suggested play as pictures: which tile stays, moves, or comes from the rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.advise import Advice
from solver.heirs import find_heirs
from solver.melds import also_meant
from solver.notation import format_table, format_tiles
from solver.play import LaidSet
from solver.state import GameState
from solver.tiles import Stock, Tile


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile of the table after: where it ``came`` from, and what a joker stands for.

    ``came`` is ``stays``, ``moved`` or ``rack``; ``stands_for`` is in notation, two tiles
    for a double joker, a bare number for a colour change. ``or_else`` is the other
    tile that the joker of a group of three stands for just as well.
    """

    name: str
    came: str
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
    each rack tile with whether it is played. ``touched`` are places before.
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
    heir = find_heirs(state.table, after).of_before
    owner = {j: i for i, j in enumerate(heir) if j is not None}
    from_rack = Counter(advice.placed)
    sets = tuple(
        _shown_set(laid, state, owner.get(j), from_rack) for j, laid in enumerate(advice.sets)
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
        format_table(after),
        touched,
    )


def _shown_set(
    laid: LaidSet, state: GameState, owner: int | None, from_rack: Counter[Tile]
) -> ShownSet:
    stays = Counter(() if owner is None else state.table[owner])
    other = also_meant(laid, state.rules)
    tiles = []
    for tile, meant in zip(laid.tiles, laid.stands_for, strict=True):
        if stays[tile]:
            stays[tile] -= 1
            came = "stays"
        elif from_rack[tile]:
            from_rack[tile] -= 1
            came = "rack"
        else:
            came = "moved"
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
