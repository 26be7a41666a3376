"""Putting a table back as it lay: placement steps from the table as it is now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.heirs import find_heirs
from solver.notation import format_tiles
from solver.tiles import Meld, Tile

RACK = "rack"
NEW_SET = "new set"


@dataclass(frozen=True, slots=True)
class RestoreStep:
    """One movement: ``tiles`` go from ``source`` to ``target``.

    Both are sets as they lie just before the step, as text, or "rack" or
    "new set". ``makes`` is what the target then looks like.
    """

    action: str
    tiles: Meld
    source: str
    target: str
    makes: str
    text: str

    def to_json(self) -> dict[str, Any]:
        """A step in the contract's form, with ``makes`` beside it."""
        return {
            "action": self.action,
            "tiles": [str(tile) for tile in self.tiles],
            "from": self.source,
            "to": self.target,
            "text": self.text,
            "makes": self.makes,
        }


def restore_steps(
    now: Sequence[Meld], before: Sequence[Meld], rack: Meld | None = None
) -> tuple[RestoreStep, ...]:
    """Steps from the table ``now`` to the table ``before``.

    Tiles that did not lie there before go back to the rack first, each set then takes
    back what it lacks, and last comes what is not on the table any more: the
    player has it, on the ``rack`` as far as that is shown. Sets whose tiles only lie in
    another order are put in order.
    """
    heirs = find_heirs(before, now).of_before
    bench = _Bench.lay(now, before, heirs, rack or ())
    steps = bench.to_rack()
    for place, meld in enumerate(before):
        steps += bench.fill(place, meld)
    for place, meld in enumerate(before):
        steps += bench.put_in_order(place, meld)
    return tuple(steps)


def clearing_steps(broken: Sequence[Meld], leftovers: str) -> tuple[RestoreStep, ...]:
    """Steps that take the sets ``broken`` off the table, to the "pool" or the "player"."""
    steps = []
    for meld in broken:
        tiles = format_tiles(meld)
        target = RACK if leftovers == "player" else leftovers
        text = f"Take {tiles} off the table: to the {leftovers}."
        steps.append(RestoreStep("off the table", meld, tiles, target, "", text))
    return tuple(steps)


@dataclass(slots=True)
class _Bench:
    """The piles as they lie while hands put the table back."""

    piles: list[list[Tile]]
    spare: list[Counter[Tile]]
    pile_of: dict[int, int]
    wanted: Counter[Tile]
    rack: Counter[Tile]
    """What a rack that is shown has."""

    @classmethod
    def lay(
        cls, now: Sequence[Meld], before: Sequence[Meld], heirs: Sequence[int | None], rack: Meld
    ) -> _Bench:
        spare = [Counter(meld) for meld in now]
        for meld, heir in zip(before, heirs, strict=True):
            if heir is not None:
                spare[heir] -= Counter(meld)
        pile_of = {place: heir for place, heir in enumerate(heirs) if heir is not None}
        wanted = Counter(tile for meld in before for tile in meld)
        return cls([list(meld) for meld in now], spare, pile_of, wanted, Counter(rack))

    def to_rack(self) -> list[RestoreStep]:
        """Take away what did not lie on the table before."""
        there = Counter(tile for pile in self.piles for tile in pile)
        foreign = there - self.wanted
        steps = []
        for place, spare in enumerate(self.spare):
            back = spare & foreign
            if back:
                foreign -= back
                steps.append(self._move(place, back, None))
        return steps

    def fill(self, place: int, meld: Meld) -> list[RestoreStep]:
        """Give the set ``place`` of the table before everything it lacks."""
        steps = []
        here = self.pile_of.get(place)
        missing = Counter(meld) - Counter(self.piles[here] if here is not None else ())
        for source, spare in enumerate(self.spare):
            moving = missing & spare
            if moving and source != here:
                missing -= moving
                steps.append(self._move(source, moving, place, meld))
        held = missing & self.rack
        self.rack -= held
        for part, lost in ((held, False), (missing - held, True)):
            if part:
                steps.append(self._move(None, part, place, meld, lost=lost))
        return steps

    def put_in_order(self, place: int, meld: Meld) -> list[RestoreStep]:
        """Lay a set that has its tiles again as it lay before."""
        pile = self.piles[self.pile_of[place]]
        if tuple(pile) == meld:
            return []
        was, now = format_tiles(pile), format_tiles(meld)
        pile[:] = meld
        text = f"Lay {was} in the order {now}."
        return [RestoreStep("put in order", meld, was, was, now, text)]

    def _move(
        self,
        source: int | None,
        moving: Counter[Tile],
        place: int | None,
        meld: Meld = (),
        *,
        lost: bool = False,
    ) -> RestoreStep:
        """Move tiles; ``lost`` ones come from the player, nobody has seen from where."""
        tiles = tuple(sorted(moving.elements()))
        if source is not None and moving == Counter(self.piles[source]):
            tiles = tuple(self.piles[source])  # in hand as they lie
        origin = RACK if source is None else format_tiles(self.piles[source])
        if source is not None:
            self.spare[source] -= moving
            for tile in tiles:
                self.piles[source].remove(tile)
        if place is None:
            out_of = "" if format_tiles(tiles) == origin else f"from {origin} "
            text = f"Put {format_tiles(tiles)} {out_of}back on the rack."
            return RestoreStep("back to the rack", tiles, origin, RACK, "", text)
        target = self._receive(place, tiles, meld)
        makes = format_tiles(self.piles[self.pile_of[place]])
        where = "a free spot" if target == NEW_SET else f"{target}, so that {makes} lies there"
        what = f"Put {format_tiles(tiles)} from {'the ' * (origin == RACK)}{origin}"
        if lost:
            what = f"Put back {format_tiles(tiles)}, missing from the table,"
        action = "lay a set" if target == NEW_SET else "add to a set"
        return RestoreStep(action, tiles, origin, target, makes, f"{what} to {where}.")

    def _receive(self, place: int, tiles: Meld, meld: Meld) -> str:
        """Add ``tiles`` to the pile of a set, in its order; its text just before."""
        if place not in self.pile_of:
            self.pile_of[place] = len(self.piles)
            self.piles.append([])
            self.spare.append(Counter())
        pile = self.piles[self.pile_of[place]]
        target = format_tiles(pile) or NEW_SET
        pile.extend(tiles)
        if Counter(pile) == Counter(meld):
            pile[:] = meld
        else:
            rank = {tile: i for i, tile in reversed(list(enumerate(meld)))}
            pile.sort(key=lambda tile: rank.get(tile, len(meld)))
        return target
