"""A turn as it was shown, its ruling, and the doubtful tiles on which the ruling hangs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import TYPE_CHECKING, Any, TypeAlias

from solver.notation import DeclaredSet
from solver.tiles import JOKER, Meld, Tile
from vision.gaps import one_more, pieces_in_line
from vision.reading import TileReading, Why
from webapp.beyond import (
    as_if_they_had_lain,
    as_if_they_lay_there,
    may_have_lain,
    tables_before,
    unseen_tiles,
)
from webapp.doubts import Change, doubts_among, renamed, turning, what_else
from webapp.seen import Seen
from webapp.unread import MOST_TRIES, Unread, completed, find_unread

if TYPE_CHECKING:
    from solver.referee import Ruling
    from solver.rules import Rules

WHERE = {
    "before": "the table before",
    "after": "the table after",
    "rack_before": "the rack before",
    "rack_after": "the rack after",
}
"""What a turn is shown by, in words."""


_At: TypeAlias = tuple[str, int, int]
"""Where a tile lies: a key of :data:`WHERE`, the set or tier, and the place, from 0."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """A doubtful tile on which the ruling hangs, and every other tile that would turn it,
    none where it may be anything.

    It is ``tile`` at ``place`` of set (or tier) ``row``, both from 0, of what ``shown``,
    a key of :data:`WHERE`, names. ``legal`` is the verdict with the tile as it was read.
    ``together``: it turns the ruling only if all the tiles named with it are others too.
    """

    shown: str
    row: int
    place: int
    tile: TileReading
    others: tuple[str, ...]
    legal: bool
    together: bool = False

    def __str__(self) -> str:
        others = " or ".join(self.others)
        as_read, otherwise = ("legal", "not legal") if self.legal else ("not legal", "legal")
        kind = "tier" if self.shown.startswith("rack") else "set"
        doubt = (
            f"tile {self.place + 1} of {kind} {self.row + 1} of {WHERE[self.shown]} "
            f"reads {self.tile.tile} but {what_else(self.tile, self.others)}"
        )
        if self.together or not self.others:
            return doubt
        return f"{doubt}: {as_read} with {self.tile.tile}, {otherwise} with {others}"

    def to_json(self) -> dict[str, Any]:
        """The tile and both verdicts; places count from 0 as they do for jokers."""
        return {
            "shown": self.shown,
            "set": self.row,
            "place": self.place,
            "tile": self.tile.tile,
            "legal": self.legal,
            "others": [{"tile": other, "legal": not self.legal} for other in self.others],
            "together": self.together,
        }


@dataclass(frozen=True, slots=True)
class Doubts:
    """The doubtful tiles on which a ruling hangs, none if it stands.

    ``tried_all``: every way to read the doubtful tiles otherwise was tried as far as it
    takes to know that.
    """

    deciding: tuple[Deciding, ...] = ()
    tried_all: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """The tables before and after a turn, and the racks where they were shown."""

    before: Seen
    after: Seen
    rack_before: Seen | None
    rack_after: Seen | None
    opened: bool
    rules: Rules
    pool_empty: bool = False

    @property
    def shown(self) -> Mapping[str, Seen]:
        """What was shown, by its name in :data:`WHERE`."""
        named = {name: getattr(self, name) for name in WHERE}
        return {name: seen for name, seen in named.items() if seen is not None}

    @property
    def vouched(self) -> Turn:
        """The same once somebody says that photos show all there was, and were read right."""
        changed: dict[str, Any] = {name: seen.vouched for name, seen in self.shown.items()}
        return replace(self, **changed)

    @property
    def has_doubts(self) -> bool:
        """Whether a tile that was shown is doubtful."""
        rows = (row for seen in self.shown.values() for row in seen.rows)
        return any(tile.doubtful for row in rows for tile in row)

    def ruling(self) -> Ruling:
        """The ruling on the turn with every tile as it was read."""
        from solver.referee import referee

        return referee(*self._tiles(), **self._options())

    def doubts(self) -> Doubts:
        """The doubtful tiles that would turn the verdict: each alone, or else together."""
        legal = self._is_legal()
        lying = (
            ((name, row, place), tile)
            for name, seen in self.shown.items()
            for row, tiles in enumerate(seen.rows)
            for place, tile in enumerate(tiles)
        )
        found = turning(doubts_among(lying), lambda those: self._read_otherwise(those)._is_legal())
        deciding = (
            Deciding(*one.at, one.tile, others, legal, found.together)
            for one, others in found.tiles
        )
        return Doubts(tuple(deciding), found.tried_all)

    def beyond_edge(self) -> Meld:
        """The missing tiles of the table that may lie beyond the edge of the photo after."""
        return unseen_tiles(*self._tiles()) if self.after.cut_off else ()

    @property
    def hard(self) -> tuple[str, ...]:
        """What was shown on photos that are hard to read, by its name in :data:`WHERE`."""
        return tuple(name for name, seen in self.shown.items() if seen.hard)

    def is_surely_illegal(self) -> bool:
        """Whether a set was laid that is not valid however doubtful tiles are read."""
        from solver.melds import judge

        rows = self.after.rows or ((),) * len(self.after.sets)
        lay = [len(row) for row in self.before.rows if any(tile.doubtful for tile in row)]
        said = self._options()["declared"]
        return any(
            not judge(meld, self.rules, said.get(meld)).valid
            and not any(tile.doubtful for tile in row)
            and meld not in self.before.sets
            and len(meld) not in lay
            for meld, row in zip(self.after.sets, rows, strict=True)
        )

    def unread(self) -> tuple[Unread, bool]:
        """The tiles that went or came and that photos may only not show, and whether the turn
        is legal if that is all."""
        photos = frozenset(name for name, seen in self.shown.items() if seen.photographed)
        found = find_unread(*self._tiles(), photos)
        if found and self._is_legal_as_if_read(found):
            return found, True
        perhaps, sure = self._perhaps_none()
        without = find_unread(*sure._tiles(), photos)
        if perhaps and sure._is_legal_as_if_read(without):
            return replace(without, perhaps=perhaps), True
        short = self._short_sets()
        if any(there._is_legal() for there in self._as_if_whole(short)):
            return Unread(short=tuple(map(self._lying_at, short))), True
        return found, False

    def _lying_at(self, places: Sequence[int]) -> Meld:
        """The tiles of these sets of the table after."""
        return tuple(tile for place in places for tile in self.after.sets[place])

    def _short_sets(self) -> Mapping[tuple[int, ...], tuple[Meld, ...]]:
        """The sets on the photo after that were laid and are none, and what one more tile that
        it may not show would make of each. None where one cannot be mended so.

        They are named by their place; by two where the tile may lie between pieces of a set.
        """
        rows = self.after.rows
        if not self.after.photographed or len(rows) != len(self.after.sets):
            return {}
        stock = tuple(self.rules.stock())
        broken = {
            place
            for place, meld in enumerate(self.after.sets)
            if meld not in self.before.sets and not self._may_lie(meld)
        }
        short: dict[tuple[int, ...], tuple[Meld, ...]] = {}
        for places in (*pieces_in_line(rows), *((place,) for place in sorted(broken))):
            meld, row = self._lying_at(places), [tile for place in places for tile in rows[place]]
            whole = one_more(meld, row, stock, self._may_lie) if len(meld) > 1 else ()
            if broken & set(places) and (ways := tuple(whole)):
                short[places] = ways
                broken -= set(places)
        return {} if broken else short

    def _as_if_whole(self, short: Mapping[tuple[int, ...], tuple[Meld, ...]]) -> Iterator[Turn]:
        """The turn as if those sets had been read whole, in all ways, as far as they are tried."""
        mended = {place for places in short for place in places}
        kept = tuple(m for place, m in enumerate(self.after.sets) if place not in mended)
        for chosen in islice(product(*short.values()), MOST_TRIES // 10 if short else 0):
            yield replace(self, after=replace(self.after, sets=(*kept, *chosen), rows=()))

    def _perhaps_none(self) -> tuple[Meld, Turn]:
        """The tiles of the photo after that may be none, and the turn without them."""
        perhaps: list[Tile] = []
        sets: list[Meld] = []
        for place, meld in enumerate(self.after.sets):
            row = self.after.rows[place] if self.after.rows else ()
            ghosts = {i for i, tile in enumerate(row) if tile.doubtful and Why.NO_TILE in tile.why}
            perhaps += [tile for i, tile in enumerate(meld) if i in ghosts]
            sets.append(tuple(tile for i, tile in enumerate(meld) if i not in ghosts))
        left = replace(self.after, sets=tuple(filter(None, sets)), rows=())
        return tuple(perhaps), replace(self, after=left)

    def _is_legal_as_if_read(self, unread: Unread) -> bool:
        """Whether it is legal if photos only do not show these tiles."""
        return any(self._as_if_read(unread, complete)._is_legal() for complete in (False, True))

    def _as_if_read(self, unread: Unread, complete: bool) -> Turn:
        """The turn as if these tiles had been read, where they were or may have been.

        ``complete``: sets that are not valid are completed by them first.
        """
        before, after, held, left = self._tiles()
        lost = unread.lost
        if complete and self.after.photographed:
            after, lost = completed(after, (*unread.gone, *lost), self._may_lie)
        if gone := unseen_tiles(before, after, held, left):
            before, after = as_if_they_lay_there(before, after, gone)
        if held is not None and self._is_photo("rack_before"):
            held = (*held, *unread.new, *unread.drawn)
        elif unread.new:
            before = as_if_they_had_lain(before, after, unread.new)
        if unread.lost and self._is_photo("rack_after"):
            left = (*(left or ()), *(Counter(unread.lost) & Counter(lost)).elements())
        elif unread.lost:
            left = None
        return replace(
            self,
            before=replace(self.before, sets=before),
            after=replace(self.after, sets=after),
            rack_before=None if held is None else Seen((held,)),
            rack_after=None if left is None else Seen((left,)),
        )

    def _is_photo(self, name: str) -> bool:
        seen = self.shown.get(name)
        return seen is not None and seen.photographed

    def legal_if_there_lay(self) -> Meld | None:
        """What has to have lain beyond the edge of the photo before for the turn to be legal,
        if what is missing afterwards lies beyond the edge of that photo.

        Nothing where that is enough; None where the turn is not legal whatever lay there.
        """
        there = self._with_missing()
        if there is not self and there._is_legal_or_lost():
            return ()
        if self.before.cut_off:
            for lain in may_have_lain(*there._tiles()):
                if there._with(lain)._is_legal_or_lost() and there._new_sets_are_valid():
                    return lain
        return None

    def illegal_if_there_lay(self) -> Meld | None:
        """What would make a legal turn illegal, had it lain beyond the edge of the photo before
        instead of being played; None where nothing does."""
        if not self.before.cut_off:
            return None
        for lain, table in tables_before(*self._tiles(), self._may_lie):
            there = replace(self, before=replace(self.before, sets=table))
            if there._is_in_stock() and not there._is_legal():
                return lain
        return None

    def _may_lie(self, meld: Meld) -> bool:
        """Whether these tiles are a set."""
        from solver.melds import judge

        return judge(meld, self.rules, self._options()["declared"].get(meld)).valid

    def _is_in_stock(self) -> bool:
        """Whether the game holds what lay on the table and on the rack before."""
        held = () if self.rack_before is None else self.rack_before.tiles
        stock = self.rules.stock()
        return all(n <= stock[tile] for tile, n in Counter((*self.before.tiles, *held)).items())

    def _with_missing(self) -> Turn:
        """The turn as if what is missing afterwards lay on beyond the edge of the photo."""
        missing = self.beyond_edge()
        if not missing:
            return self
        before, after = as_if_they_lay_there(self.before.sets, self.after.sets, missing)
        shown = replace(self.before, sets=before), replace(self.after, sets=after)
        return replace(self, before=shown[0], after=shown[1])

    def _with(self, lain: Meld) -> Turn:
        """The turn as if these new tiles had lain there before."""
        before = as_if_they_had_lain(self.before.sets, self.after.sets, lain)
        return replace(self, before=replace(self.before, sets=before))

    def _is_legal_or_lost(self) -> bool:
        """Whether it is legal, also where a tile that left the rack may have been laid beyond
        the edge of the photo after."""
        if self._is_legal():
            return True
        _before, _after, held, left = self._tiles()
        played = Counter(self.after.tiles) - Counter(self.before.tiles)
        lost = left is not None and Counter(held or ()) - played - Counter(left)
        return bool(lost) and self.after.cut_off and replace(self, rack_after=None)._is_legal()

    def _new_sets_are_valid(self) -> bool:
        """Whether the sets that were not seen before could have lain there between turns."""
        return all(map(self._may_lie, Counter(self.after.sets) - Counter(self.before.sets)))

    def _read_otherwise(self, changes: Sequence[Change[_At]]) -> Turn:
        """The turn with each of these tiles being another."""
        shown = dict(self.shown)
        for one, other in changes:
            name, row, place = one.at
            shown[name] = _with_tile(shown[name], row, place, other)
        changed: dict[str, Any] = shown
        return replace(self, **changed)

    def _is_legal(self) -> bool:
        from solver.referee import is_legal

        return is_legal(*self._tiles(), **self._options())

    def _tiles(self) -> tuple[tuple[Meld, ...], tuple[Meld, ...], Meld | None, Meld | None]:
        racks = [None if one is None else one.tiles for one in (self.rack_before, self.rack_after)]
        return self.before.sets, self.after.sets, racks[0], racks[1]

    def _options(self) -> dict[str, Any]:
        return {
            "opened": self.opened,
            "rules": self.rules,
            "declared": self.before.declared | self.after.declared,
            "pool_empty": self.pool_empty,
        }


def _with_tile(seen: Seen, row: int, place: int, name: str) -> Seen:
    """The same with one tile being another; what the other jokers were declared stays."""
    meld = seen.sets[row]
    meant = seen.declared.get(meld, (None,) * meld.count(JOKER))
    changed = renamed(DeclaredSet(meld, meant), place, name)
    declared = seen.declared | ({changed.tiles: changed.meant} if changed.declared else {})
    sets = (*seen.sets[:row], changed.tiles, *seen.sets[row + 1 :])
    return replace(seen, sets=sets, declared=declared)
