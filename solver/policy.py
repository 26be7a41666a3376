"""The ruleset's policies for jokers of the table, as columns and rows.

Only for positions whose best play breaks such a policy otherwise. Every table
joker then gets one of the places that the ruleset lets it take, as a column for
the whole set it lies in:

- it *stays*: it stands for the same tile beside a number tile of its set, or,
  where such sets may not be split, its whole set lies on, perhaps with more tiles;
- it is *freed* and goes where the ruleset says: into another set, with at most
  one number tile of its old set, or into a new one, which holds no whole set of
  the table before;
- where only an own tile may replace it, that tile is played for it, and the joker
  joins the jokers that may go anywhere.

Left out, and said so by ``complete``: freeing one of two jokers that lie in one
set, putting two jokers freed by different sets into one, and, where only a rack
tile may replace a joker but sets may be split, freeing it by splitting alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.flow import Face, Flow, Shape
from solver.program import Terms
from solver.readings import readings
from solver.rules import Rules
from solver.tiles import Meld, Tile


@dataclass(slots=True)
class JokerPlaces:
    """What :func:`add_joker_places` added.

    ``jokers`` table jokers have their place settled by columns; ``freed`` are
    columns that give one of them back to be used anywhere, for which the own
    tiles in ``own_tiles`` must be played. ``settled`` are the sets concerned.
    """

    jokers: int = 0
    freed: Terms = field(default_factory=list)
    own_tiles: dict[Face, Terms] = field(default_factory=dict)
    settled: frozenset[Meld] = frozenset()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _JokerSet:
    """A table set with jokers: its number faces and what its jokers may mean."""

    numbers: frozenset[Face]
    jokers: int
    meanings: tuple[frozenset[Face], ...]


def add_joker_places(flow: Flow, table: Sequence[Meld], rules: Rules) -> JokerPlaces:
    """Give every joker of ``table`` the places that ``rules`` allow."""
    sets = [meld for meld in table if any(tile.is_joker for tile in meld)]
    places = JokerPlaces(settled=frozenset(sets))
    one_place_each = rules.joker_split and rules.freed_joker != "any set"
    if (one_place_each and len(sets) > 1) or (rules.joker_split and rules.joker_freed_by != "any"):
        places.complete = False
    olds = [_numbers(flow, meld) for meld in table]
    for meld in sets:
        jokers = _joker_set(flow, meld, rules)
        places.jokers += jokers.jokers
        columns: Terms = []
        for shape in flow.faces.shapes():
            for played in _places_in(shape, jokers, olds, rules):
                column = flow.add_set(shape, played)
                if column is not None:
                    columns.append((column, 1))
        if jokers.jokers == 1 and (not rules.joker_split or rules.joker_freed_by != "any"):
            columns += _replaced(flow, jokers, places, rules)
        if jokers.jokers > 1:
            places.complete = False
        flow.program.row(1, 1, columns)
    return places


def keep_all_sets(flow: Flow, table: Sequence[Meld], rules: Rules) -> JokerPlaces:
    """Let every set of ``table`` lie on, as it is or with more tiles, and nothing else."""
    places = JokerPlaces(settled=frozenset(table))
    for meld in table:
        old = _joker_set(flow, meld, rules)
        places.jokers += old.jokers
        columns = [
            (column, 1)
            for shape in flow.faces.shapes()
            for meant in set(old.meanings)
            if old.numbers | meant <= frozenset(shape)
            and (column := flow.add_set(shape, meant)) is not None
        ]
        flow.program.row(1, 1, columns)
    return places


def _numbers(flow: Flow, meld: Meld) -> frozenset[Face]:
    return frozenset(flow.faces.of[tile] for tile in meld if not tile.is_joker)


def _joker_set(flow: Flow, meld: Meld, rules: Rules) -> _JokerSet:
    meanings = tuple(
        frozenset(flow.faces.of[meant] for meant in reading.jokers if isinstance(meant, Tile))
        for reading in readings(meld, rules)
    )
    jokers = sum(1 for tile in meld if tile.is_joker)
    return _JokerSet(_numbers(flow, meld), jokers, meanings)


def _places_in(
    shape: Shape, old: _JokerSet, olds: Sequence[frozenset[Face]], rules: Rules
) -> list[frozenset[Face]]:
    """The faces of ``shape`` that the jokers of the set may play together."""
    allowed = []
    whole = frozenset(shape)
    for meant in old.meanings:
        there = whole - meant
        stays = there & old.numbers if rules.joker_split else there >= old.numbers
        if old.jokers > 1:  # two jokers of one set stay in it
            stays = there >= old.numbers
        if meant <= whole and stays:
            allowed.append(meant)
    if old.jokers > 1 or rules.freed_joker == "any set" or not rules.joker_split:
        return allowed
    for face in shape:
        there = whole - {face}
        new = rules.freed_joker == "another set" or not any(
            len(numbers) > 1 and numbers <= there for numbers in olds
        )
        if len(there & old.numbers) <= 1 and new and frozenset({face}) not in allowed:
            allowed.append(frozenset({face}))
    return allowed


def _replaced(flow: Flow, old: _JokerSet, places: JokerPlaces, rules: Rules) -> Terms:
    """Columns that play an own tile for the joker, which is then free."""
    columns: Terms = []
    for meant in old.meanings:
        (face,) = meant
        hosts: list[int | None] = []
        if rules.joker_split:
            hosts.append(flow.program.column(1))
        else:  # the set has to lie on, with the own tile in the joker's place
            hosts += [
                flow.add_set(shape)
                for shape in flow.faces.shapes()
                if old.numbers | meant <= frozenset(shape)
            ]
        for host in hosts:
            if host is not None:
                columns.append((host, 1))
                places.freed.append((host, 1))
                places.own_tiles.setdefault(face, []).append((host, 1))
    return columns
