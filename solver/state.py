"""A position: the table, one player's rack, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from solver.lying import as_laid
from solver.melds import judge
from solver.notation import format_tiles
from solver.play import LaidSet
from solver.rules import Rules
from solver.tiles import Meld, Stock, Tile


class ProblemKind(StrEnum):
    """What kind of thing is wrong."""

    BROKEN_SET = "broken set"
    TOO_MANY = "too many of a tile"
    NO_ADVICE = "no play advice"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a position, with a line that says it.

    ``place`` is the set's place on the table, from 0, for a broken set;
    ``rescue`` is an order of its tiles that would be valid, if there is one.
    """

    kind: ProblemKind
    text: str
    place: int | None = None
    rescue: Meld | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class GameState:
    """The table's sets as they lie, the player's rack, whether the player has opened.

    ``unnamed``: so many more tiles are on the rack, of which nobody knows the faces: none
    of them can be played, and so nobody goes out. ``declared``: sets of the table with what
    their jokers were declared to be, as :data:`solver.melds.Declarations` in pairs.
    """

    table: tuple[Meld, ...]
    rack: Meld
    opened: bool = True
    rules: Rules = field(default_factory=lambda: Rules.preset("lemada"))
    unnamed: int = 0
    declared: tuple[tuple[Meld, tuple[Tile | None, ...]], ...] = ()

    def table_tiles(self) -> Meld:
        """All tiles of the table, in the order they lie."""
        return tuple(tile for meld in self.table for tile in meld)

    def said_of(self, meld: Meld) -> tuple[Tile | None, ...] | None:
        """What the jokers of a set of the table were declared to be; None if nothing was."""
        return next((said for told, said in self.declared if told == meld), None)

    def said_with(self, sets: Iterable[LaidSet]) -> dict[Meld, tuple[Tile | None, ...]]:
        """What was declared, and what the sets of jokers alone among ``sets`` have to be."""
        new = {laid.tiles: laid.stands_for for laid in sets if laid.only_jokers}
        told = {
            meld: tuple(tile if isinstance(tile, Tile) else None for tile in meant)
            for meld, meant in new.items()
        }
        return told | dict(self.declared)

    def lying(self) -> Iterator[LaidSet | None]:
        """The table's sets with what their jokers mean; None for one that is not valid."""
        return (as_laid(meld, self.rules, self.said_of(meld)) for meld in self.table)

    def jokers_alone(self, sets: Iterable[LaidSet]) -> bool:
        """Whether one of ``sets`` holds nothing but jokers, and does not lie there like that."""
        alone = [laid for laid in sets if laid.only_jokers]
        return bool(alone) and not set(alone) <= set(self.lying())

    def problems(self) -> tuple[Problem, ...]:
        """Stock violations first, then the broken sets; ``()`` when all is well."""
        return (*self.stock_problems(), *self.broken_sets())

    def stock_problems(self) -> tuple[Problem, ...]:
        """Tiles that are there more often than the whole game holds."""
        held = Stock.of((*self.table_tiles(), *self.rack))
        stock = self.rules.stock()
        return tuple(
            Problem(ProblemKind.TOO_MANY, _too_many(tile, held[tile], stock[tile]))
            for tile in held.excess_over(stock)
        )

    def broken_sets(self) -> tuple[Problem, ...]:
        """The table's sets that are not valid as they lie."""
        problems = []
        for place, (meld, laid) in enumerate(zip(self.table, self.lying(), strict=True)):
            if laid is None:
                verdict = judge(meld, self.rules, self.said_of(meld))
                text = f"set {place + 1} ({format_tiles(meld)}) is not valid: {verdict.reason}"
                if verdict.rescue:
                    text += f"; laid {format_tiles(verdict.rescue)} it would be"
                problems.append(Problem(ProblemKind.BROKEN_SET, text, place, verdict.rescue))
        return tuple(problems)


def _too_many(tile: Tile, held: int, allowed: int) -> str:
    if allowed == 0:
        return f"{tile} is not a tile of this game"
    return f"{tile} is there {held} times, but the game has only {allowed}"
