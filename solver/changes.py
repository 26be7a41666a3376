"""What a turn did to the table, in the names of the game's manipulations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.heirs import find_heirs
from solver.melds import judge
from solver.notation import format_tiles
from solver.rules import Rules
from solver.tiles import Meld, Tile


def name_changes(before: Sequence[Meld], after: Sequence[Meld], rules: Rules) -> tuple[str, ...]:
    """The changes from ``before`` to ``after``, one sentence each, sets before first."""
    tables = _Tables.of(before, after, rules)
    named = [text for i in range(len(before)) for text in _fate(i, tables)]
    split_off = {j for i in range(len(before)) for j in tables.pieces(i)}
    for j, meld in enumerate(after):
        if j not in tables.owner and j not in split_off:
            laid = "a set laid anew" if Counter(meld) & tables.harvested else "a new set"
            named.append(f"{laid}: {format_tiles(meld)}")
    if tables.harvested:
        tiles = sorted(tables.harvested.elements())
        named.append(f"moved to another set: {format_tiles(tiles)}")
    return tuple(named)


@dataclass(frozen=True, slots=True)
class _Tables:
    """Both tables, who inherits whom, and the table tiles that changed their set."""

    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    heirs: tuple[int | None, ...]
    owner: dict[int, int]
    harvested: Counter[Tile]
    rules: Rules

    @classmethod
    def of(cls, before: Sequence[Meld], after: Sequence[Meld], rules: Rules) -> _Tables:
        heirs = find_heirs(before, after).of_before
        owner = {j: i for i, j in enumerate(heirs) if j is not None}
        taken: Counter[Tile] = Counter()
        for meld, heir in zip(before, heirs, strict=True):
            taken += Counter(meld) - Counter(after[heir] if heir is not None else ())
        came: Counter[Tile] = Counter()
        for j, meld in enumerate(after):
            came += Counter(meld) - Counter(before[owner[j]] if j in owner else ())
        return cls(tuple(before), tuple(after), heirs, owner, taken & came, rules)

    def pieces(self, i: int) -> list[int]:
        """Where else a run goes on: the runs that took two or more tiles of it."""
        heir = self.heirs[i]
        if heir is None or judge(self.before[i], self.rules).kind != "run":
            return []
        spare = Counter(self.before[i]) - Counter(self.after[heir])
        pieces = []
        for j, meld in enumerate(self.after):
            came = Counter(meld) - Counter(self.before[self.owner[j]] if j in self.owner else ())
            taken = Counter(t for t in (came & spare).elements() if not t.is_joker)
            if j != heir and taken.total() > 1 and judge(meld, self.rules).kind == "run":
                pieces.append(j)
                spare -= taken
        return pieces


def _fate(i: int, tables: _Tables) -> Iterator[str]:
    """What became of set ``i`` of the table before."""
    old, heir = tables.before[i], tables.heirs[i]
    if heir is None:
        yield f"taken apart: {format_tiles(old)}"
        return
    new = tables.after[heir]
    gained, lost = Counter(new) - Counter(old), Counter(old) - Counter(new)
    put = _replaced_joker(old, new, tables.rules)
    if put:
        yield f"joker substitution: {format_tiles(put)} for the joker of {format_tiles(old)}"
        gained -= Counter(put)
        lost = Counter({tile: n for tile, n in lost.items() if not tile.is_joker})
    if gained or lost:
        pieces = [tables.after[j] for j in tables.pieces(i)]
        yield from _named(old, new, gained, lost, pieces)


def _replaced_joker(old: Meld, new: Meld, rules: Rules) -> Meld:
    """The tiles that took a joker's place in a set; ``()`` when none did.

    The joker either left the set, or lies elsewhere in it for another tile.
    """
    gained, lost = Counter(new) - Counter(old), Counter(old) - Counter(new)
    if any(not tile.is_joker for tile in lost):
        return ()
    now = {stand_in for reading in judge(new, rules).readings for stand_in in reading.jokers}
    for reading in judge(old, rules).readings:
        for stand_in in reading.jokers:
            tiles = (stand_in,) if isinstance(stand_in, Tile) else stand_in.tiles
            moved = bool(lost) or (stand_in not in now and judge(new, rules).kind == "run")
            if tiles and moved and Counter(tiles) <= gained:
                return tiles
    return ()


def _named(
    old: Meld, new: Meld, gained: Counter[Tile], lost: Counter[Tile], pieces: list[Meld]
) -> Iterator[str]:
    was, now = format_tiles(old), format_tiles(new)
    came, went = format_tiles(sorted(gained.elements())), format_tiles(sorted(lost.elements()))
    if not lost:
        yield f"adding to a set: {came} to {was}"
    elif pieces:
        parts = " and ".join([now, *map(format_tiles, pieces)])
        joined = bool(gained) or any(Counter(piece) - lost for piece in pieces)
        name = "multiple split" if len(pieces) > 1 else "splitting a run"
        if joined and len(pieces) == 1 and sum(map(len, [new, *pieces])) > len(old) + 1:
            name = "combined split"
        yield f"{name}: {was} into {parts}"
    elif not gained:
        yield f"no longer in {was}: {went}"
    elif len({tile.number for tile in old if tile.number}) == 1:
        yield f"substituting in a group: {came} in and {went} out of {was}"
    else:
        yield f"shifting a run: {came} in and {went} out of {was}"
