"""What the jokers of a table's sets were declared to be: asked, said, and remembered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver.declared import ways_alone
from solver.melds import judge, may_be_declared
from solver.notation import DeclaredSet, format_tiles, parse_declared_set, parse_tiles
from solver.rules import Rules
from solver.tiles import JOKER, Meld, Tile
from vision.reading import SceneReading, TileReading
from webapp.corrections import GONE, Corrected, CorrectionError, told_set, told_sets

CANNOT = "the jokers of that set cannot stand for that"
"""What is said of a declaration that makes no set."""


def ways_to_declare(told: DeclaredSet, rules: Rules) -> tuple[Meld, ...]:
    """All that the jokers of a set may be declared to be, where that makes a difference.

    None where there are no jokers, or all that they may stand for is one and the same set.
    """
    if JOKER not in told.tiles:
        return ()
    if all(tile == JOKER for tile in told.tiles):
        return ways_alone(len(told.tiles), rules)
    plain = judge(told.tiles, rules)
    return may_be_declared(told.tiles, rules) if plain.must_declare else ()


def has_to_be_declared(told: DeclaredSet, rules: Rules) -> bool:
    """Whether jokers by themselves lie there, and nobody said for what, or for no set."""
    alone = bool(told.tiles) and all(tile == JOKER for tile in told.tiles)
    if not alone or judge(told.tiles, rules, told.declared).valid:
        return False
    return bool(ways_alone(len(told.tiles), rules))


def declare(reading: SceneReading, tile_id: int, text: str, rules: Rules) -> Corrected:
    """Say what the ordinary jokers of a tile's set stand for: ``R10 R11``, as they lie.

    Raises:
        CorrectionError: the tile is gone, or it would be no set.
        NotationError: a word is no tile.
    """
    row = next(([*map(reading.tile, g.tiles)] for g in reading.groups if tile_id in g.tiles), None)
    if row is None:
        raise CorrectionError(GONE)
    told, meant = told_set(row), parse_tiles(text)
    if len(meant) != len(told.meant) or not judge(told.tiles, rules, meant).valid:
        raise CorrectionError(CANNOT)
    return _with_meant(reading, [(row, meant)]), f"declared {format_tiles(meant)}"


def remembering(reading: SceneReading, known: Iterable[str]) -> SceneReading:
    """The reading with what is known of sets that lie there as they lay before.

    ``known`` are sets in notation, ``J=R10 J=R11 J=R12``. What somebody said since stands.
    """
    before = [parse_declared_set(text) for text in known]
    found: list[tuple[list[TileReading], Sequence[Tile | None]]] = []
    for group in reading.groups:
        row = [*map(reading.tile, group.tiles)]
        told = told_set(row)
        same = next((one for one in before if one.tiles == told.tiles), None)
        if same is None or len(row) != len(told.tiles):
            continue
        before.remove(same)
        if not told.declared:
            found.append((row, same.meant))
    return _with_meant(reading, found) if found else reading


def known_of(reading: SceneReading | None, more: Iterable[str] = ()) -> tuple[str, ...]:
    """The sets of a table of which it is known what their jokers stand for, and ``more`` sets
    of which that is known, unless they lie there and somebody said otherwise."""
    sets = () if reading is None else told_sets(reading)
    said = {one.tiles: str(one) for one in sets if one.declared}
    others = (text for text in more if parse_declared_set(text).tiles not in said)
    return (*said.values(), *others)


def _with_meant(
    reading: SceneReading, rows: Iterable[tuple[Iterable[TileReading], Sequence[Tile | None]]]
) -> SceneReading:
    """The reading with the ordinary jokers of each row standing for these tiles."""
    said: dict[int, str] = {}
    for row, meant in rows:
        jokers = (tile.id for tile in row if tile.tile == str(JOKER))
        said |= dict(zip(jokers, (str(one or "") for one in meant), strict=True))
    tiles = (replace(t, meant=said[t.id]) if t.id in said else t for t in reading.tiles)
    return replace(reading, tiles=tuple(tiles))
