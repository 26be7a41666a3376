"""A table that is not valid: what it may have been meant to be, and how to lay it."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from solver.layout import mend_layout
from solver.lying import as_laid
from solver.melds import may_be_declared
from solver.notation import format_tiles
from solver.readings import LONGEST
from solver.state import GameState
from solver.steps import Step, plan_steps
from solver.tiles import JOKER, Meld, Tile

MOST_READINGS = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """One tile of a broken set read as another makes the set valid.

    ``place`` is the set's place on the table and ``spot`` the tile's in the set,
    both from 0.
    """

    place: int
    spot: int
    seen: Tile
    meant: Tile

    def to_json(self) -> dict[str, Any]:
        """Places and tiles, tiles in notation."""
        return {
            "set": self.place,
            "place": self.spot,
            "seen": str(self.seen),
            "meant": str(self.meant),
        }


@dataclass(frozen=True, slots=True)
class Saying:
    """What to declare the jokers of a set that is broken only by what was declared of them.

    ``place`` is the set's place on the table, from 0; ``jokers`` are in the order they lie.
    """

    place: int
    jokers: Meld

    def to_json(self) -> dict[str, Any]:
        """The place, and tiles in notation."""
        return {"set": self.place, "jokers": [str(tile) for tile in self.jokers]}


@dataclass(frozen=True, slots=True)
class Mending:
    """How a broken table could become valid.

    ``readings``: single tiles that may have been misread, likeliest first, at
    most five a set. ``sayings``: what jokers could be declared instead, at most
    five a set. ``sets`` and ``steps``: the same tiles laid as valid sets with the
    fewest moved, None and () when that cannot be done; ``moved`` counts. ``notice``
    says why nothing was looked for, or that time ran out first, or is empty.
    """

    readings: tuple[Reading, ...]
    sets: tuple[Meld, ...] | None
    steps: tuple[Step, ...]
    moved: int
    notice: str = ""
    sayings: tuple[Saying, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The mending as plain values, tiles in notation."""
        return {
            "readings": [reading.to_json() for reading in self.readings],
            "declarations": [saying.to_json() for saying in self.sayings],
            "table_after": None if self.sets is None else [format_tiles(m) for m in self.sets],
            "moved": self.moved,
            "steps": [step.to_json() for step in self.steps],
            "notice": self.notice,
        }


NOT_SETTLED = (
    "whether the same tiles can be laid as valid sets is not known: the search ran out of time"
)


def mend_table(state: GameState, time_limit: float | None = None) -> Mending:
    """What would make the table of ``state`` valid; the rack plays no part.

    ``time_limit``: seconds for the search of sets.
    """
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    for place, meld in enumerate(state.table):
        if len(meld) > LONGEST:
            return Mending((), None, (), 0, _several_sets(place, meld))
    broken = [place for place, laid in enumerate(state.lying()) if laid is None]
    readings = misreadings(state)
    sayings = tuple(one for place in broken for one in _sayings(state, place))
    try:
        layout = mend_layout(state, deadline) if broken else None
    except TimeoutError:
        return Mending(readings, None, (), 0, NOT_SETTLED, sayings)
    if layout is None:
        return Mending(readings, None, (), 0, sayings=sayings)
    steps = plan_steps(state.table, layout.sets, layout.heirs, state.rules).steps
    sets = tuple(laid.tiles for laid in layout.sets)
    return Mending(readings, sets, steps, layout.heirs.moved, sayings=sayings)


def misreadings(state: GameState) -> tuple[Reading, ...]:
    """Single tiles of the broken sets that may have been misread, as in :class:`Mending`."""
    if any(len(meld) > LONGEST for meld in state.table):
        return ()
    broken = (place for place, laid in enumerate(state.lying()) if laid is None)
    return tuple(one for place in broken for one in _readings(state, place))


def _several_sets(place: int, meld: Meld) -> str:
    return (
        f"set {place + 1} has {len(meld)} tiles, more than any set can have, so no way to mend "
        "the table was looked for: set its sets apart"
    )


def _readings(state: GameState, place: int) -> list[Reading]:
    """Single tiles of one set that may be misread, those most alike first."""
    meld = state.table[place]
    said = dict(zip(_jokers_of(meld), state.said_of(meld) or (), strict=False))
    stock = Counter(dict(state.rules.stock().counts))
    left = stock - Counter(state.table_tiles()) - Counter(state.rack)
    found = []
    for spot, seen in enumerate(meld):
        if said.get(spot):
            continue  # whoever declared it knows it for a joker
        for meant in sorted(set(left) - {seen}):
            again = (*meld[:spot], meant, *meld[spot + 1 :])
            still = tuple(said.get(i) for i in _jokers_of(again))
            if as_laid(again, state.rules, still) is not None:
                found.append(Reading(place, spot, seen, meant))
    return sorted(found, key=_unlikeness)[:MOST_READINGS]


def _jokers_of(meld: Meld) -> list[int]:
    """The places of the ordinary jokers, which alone are declared."""
    return [spot for spot, tile in enumerate(meld) if tile == JOKER]


def _sayings(state: GameState, place: int) -> list[Saying]:
    """What the jokers of one set could be declared, if only their declaration is wrong."""
    meld = state.table[place]
    if not any(state.said_of(meld) or ()):
        return []
    return [Saying(place, one) for one in may_be_declared(meld, state.rules)][:MOST_READINGS]


def _unlikeness(reading: Reading) -> tuple[int, int]:
    """Tiles of one number are most alike, then those of one colour, jokers least."""
    seen, meant = reading.seen, reading.meant
    if seen.is_joker or meant.is_joker:
        return 2, reading.spot
    return (0 if seen.number == meant.number else 1), reading.spot
