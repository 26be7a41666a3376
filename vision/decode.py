"""Joint decoding: likelier readings given the whole scene, shown beside the raw ones.

Two things are known before looking: the box holds so many of each tile, and
sets on a table are nearly always valid. With these as prior, the likeliest
reading of all tiles together is found exactly (CP-SAT). Where it differs from
what was read the difference is *proposed*; nothing is changed here, so an
invalid set stays invalid until the user says otherwise.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver.melds import judge
from solver.notation import format_tiles, parse_tile
from solver.rules import Rules
from solver.tiles import COLORS, Color, Meld, Tile, numbered
from vision.reading import (
    FACE_DOWN,
    UNREADABLE,
    DecidedBy,
    Proposal,
    SceneReading,
    TileReading,
    Zone,
)

VALID_SET = 0.97
"""How often a row of three tiles or more on a table is a valid set."""
TOO_MANY = 0.02
"""How often one more of a tile than the game has is really in view (another box)."""
_SCALE = 1000
_TIME_LIMIT_S = 0.5
_NO_TILES = (UNREADABLE, FACE_DOWN)

Chances = Mapping[Tile, float]
"""Tile -> logarithm of its probability, of what one tile may be."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A valid set that a row may be: its tiles and who lies where."""

    ids: tuple[int, ...]
    meld: Meld


def propose(reading: SceneReading, rules: Rules) -> tuple[Proposal, ...]:
    """Likelier readings of single tiles, in the order of their ids.

    Only what a tile itself hints at (its alternatives) is ever proposed for it,
    and never for a tile that the user has decided.
    """
    if not worth_a_search(reading, rules):
        return ()
    chances = {tile.id: _chances(tile) for tile in reading.tiles if tile.tile != FACE_DOWN}
    choices = [choice for row in _rows(reading) for choice in _choices(row, chances, rules)]
    best, sets = _likeliest(chances, choices, rules)
    read = Counter(tile.tile for tile in reading.tiles)
    return tuple(
        Proposal(tile.id, str(best[tile.id]), _why(tile, best[tile.id], sets, read, rules))
        for tile in reading.tiles
        if tile.id in best and str(best[tile.id]) != tile.tile
    )


def _chances(tile: TileReading) -> Chances:
    told = {} if tile.tile in _NO_TILES else {tile.tile: max(tile.confidence, 1e-6)}
    if tile.decided_by != DecidedBy.USER:
        told |= {name: p for name, p in tile.alternatives if name not in _NO_TILES and p > 0}
    total = sum(told.values())
    return {parse_tile(name): math.log(p / total) for name, p in told.items()}


def worth_a_search(reading: SceneReading, rules: Rules) -> bool:
    """Whether anything at all may be better read another way: on most photos nothing is."""
    stock = _stock(rules)
    counts = Counter(tile.tile for tile in reading.tiles if tile.tile not in _NO_TILES)
    if any(tile.tile == UNREADABLE for tile in reading.tiles):
        return True
    if any(count > stock.get(parse_tile(name), 0) for name, count in counts.items()):
        return True
    return any(not judge(_meld(row), rules).valid for row in _rows(reading))


def load_search() -> None:
    """Load the solver, which takes far longer than the search itself."""
    from ortools.sat.python import cp_model

    cp_model.CpModel()


def _rows(reading: SceneReading) -> list[list[TileReading]]:
    """The rows on the table that ought to be sets."""
    tiles = {tile.id: tile for tile in reading.tiles}
    rows = [
        [tiles[tile_id] for tile_id in group.tiles]
        for group in reading.groups
        if group.zone == Zone.TABLE and len(group.tiles) >= 3
    ]
    return [row for row in rows if all(tile.tile != FACE_DOWN for tile in row)]


def _meld(row: Sequence[TileReading]) -> Meld:
    return tuple(parse_tile(tile.tile) for tile in row)


def _stock(rules: Rules) -> dict[Tile, int]:
    """The box with all kinds of joker as one: their faces are not told apart here."""
    stock: Counter[Tile] = Counter()
    for tile, count in rules.stock().items():
        stock[parse_tile("J") if tile.is_joker else tile] += count
    return dict(stock)


# --- the valid sets that a row may be ----------------------------------------------------


def _choices(
    row: Sequence[TileReading], chances: Mapping[int, Chances], rules: Rules
) -> Iterator[_Choice]:
    ids = tuple(tile.id for tile in row)
    options = [chances[tile_id] for tile_id in ids]
    seen: set[Meld] = set()
    for meld in (*_runs(options, rules), *_groups(options)):
        if meld not in seen and judge(meld, rules).valid:
            seen.add(meld)
            yield _Choice(ids, meld)


def _runs(options: Sequence[Chances], rules: Rules) -> Iterator[Meld]:
    last = rules.highest_number - len(options) + 1
    for color in COLORS:
        for start in range(1, last + 1):
            wanted = [numbered(color, start + place) for place in range(len(options))]
            yield from _filled(wanted, options)


def _filled(wanted: Sequence[Tile], options: Sequence[Chances]) -> Iterator[Meld]:
    """The tiles wanted, or jokers in their places, where the row allows them."""
    if not wanted:
        yield ()
        return
    here = [tile for tile in options[0] if tile == wanted[0] or tile.is_joker]
    if here:
        for rest in _filled(wanted[1:], options[1:]):
            for tile in here:
                yield (tile, *rest)


def _groups(options: Sequence[Chances]) -> Iterator[Meld]:
    numbers = {tile.number for option in options for tile in option if tile.number is not None}
    for number in sorted(numbers):
        yield from _colored(number, options, frozenset())


def _colored(number: int, options: Sequence[Chances], used: frozenset[Color]) -> Iterator[Meld]:
    if not options:
        yield ()
        return
    for tile in options[0]:
        if tile.is_joker:
            taken = used
        elif tile.number == number and tile.color is not None and tile.color not in used:
            taken = used | {tile.color}
        else:
            continue
        for rest in _colored(number, options[1:], taken):
            yield (tile, *rest)


# --- the search --------------------------------------------------------------------------


def _likeliest(
    chances: Mapping[int, Chances], choices: Sequence[_Choice], rules: Rules
) -> tuple[dict[int, Tile], list[_Choice]]:
    """The likeliest tile for each id, and the valid sets that speak for it."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    is_tile = {
        (tile_id, tile): model.new_bool_var("")
        for tile_id, options in chances.items()
        for tile in options
    }
    gain = [(var, chances[tile_id][tile]) for (tile_id, tile), var in is_tile.items()]
    for tile_id, options in chances.items():
        if options:
            model.add_exactly_one(is_tile[tile_id, tile] for tile in options)
    is_set = [model.new_bool_var("") for _ in choices]
    for var, choice in zip(is_set, choices, strict=True):
        for tile_id, tile in zip(choice.ids, choice.meld, strict=True):
            model.add_implication(var, is_tile[tile_id, tile])
        gain.append((var, math.log(VALID_SET / (1 - VALID_SET))))
    for ids in {choice.ids for choice in choices}:
        model.add_at_most_one(v for v, c in zip(is_set, choices, strict=True) if c.ids == ids)
    stock = _stock(rules)
    for tile in {tile for _, tile in is_tile}:
        places = [var for (_, other), var in is_tile.items() if other == tile]
        held = stock.get(tile, 0)
        if len(places) > held:
            excess = model.new_int_var(0, len(places), "")
            model.add(sum(places) <= held + excess)
            gain.append((excess, math.log(TOO_MANY)))
    model.maximize(sum(round(_SCALE * weight) * var for var, weight in gain))
    search = cp_model.CpSolver()
    search.parameters.num_workers = 1
    search.parameters.random_seed = 0
    search.parameters.max_time_in_seconds = _TIME_LIMIT_S
    if search.solve(model) != cp_model.OPTIMAL:
        return {}, []
    best = {tile_id: tile for (tile_id, tile), var in is_tile.items() if search.value(var)}
    return best, [c for c, var in zip(choices, is_set, strict=True) if search.value(var)]


def _why(
    tile: TileReading,
    better: Tile,
    sets: Sequence[_Choice],
    read: Mapping[str, int],
    rules: Rules,
) -> str:
    for choice in sets:
        if tile.id in choice.ids:
            kind = judge(choice.meld, rules).kind
            return f"{format_tiles(choice.meld)} would be a valid {kind}"
    if tile.tile not in _NO_TILES:
        held = _stock(rules).get(parse_tile(tile.tile), 0)
        if read[tile.tile] > held:
            return f"the game has only {held} {tile.tile}, and {read[tile.tile]} were read"
    return f"{better} is the likeliest with all the other tiles"
