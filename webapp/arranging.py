"""On what the tiles of a photo seem to lie, table or rack, and laying them out as the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from solver.melds import judge
from solver.notation import parse_tile
from solver.rules import Rules
from vision.arrange import Kind, arrange, racks
from vision.reading import SceneReading, TileReading, Zone
from webapp.corrections import (
    GONE,
    Corrected,
    CorrectionError,
    arranged,
    is_on_photo,
    is_readable,
)

_TWO = 2
"""Valid sets on a photo of a rack that make one think of a table."""


def laid_as(reading: SceneReading, zone: Zone) -> Corrected:
    """The reading with its tiles arranged as they lie on a table, or stand on a rack.

    Tiles that lie on no photo stay together.
    """
    rows, _zone = _rows(reading, "table" if zone is Zone.TABLE else "rack")
    typed = [
        [i for i in group.tiles if not is_on_photo(reading.tile(i))] for group in reading.groups
    ]
    return arranged(reading, [*rows, *typed], zone), f"laid {zone}"


def racks_on(reading: SceneReading) -> tuple[tuple[TileReading, ...], ...]:
    """The tiles of a photo by the rack they seem to stand on; one rack is none to ask about."""
    tiles = [tile for tile in reading.tiles if is_on_photo(tile)]
    found = racks([tile.quad for tile in tiles])
    if len(found) < _TWO:
        return ()
    return tuple(tuple(tiles[place] for place in rack) for rack in found)


def keep_rack(reading: SceneReading, ids: Collection[int]) -> Corrected:
    """The reading with these tiles alone: all others stand on somebody else's rack.

    Raises:
        CorrectionError: some of them are not there any more.
    """
    there = {tile.id for tile in reading.tiles}
    if not ids or not there.issuperset(ids):
        raise CorrectionError(GONE)
    rows = [[i for i in group.tiles if i in ids] for group in reading.groups]
    kept = replace(
        reading,
        tiles=tuple(tile for tile in reading.tiles if tile.id in ids),
        proposals=tuple(p for p in reading.proposals if p.id in ids),
    )
    what = "together" if len(ids) == len(there) else f"kept {len(ids)}"
    return arranged(kept, rows, Zone.RACK), what


def seems_elsewhere(reading: SceneReading, zone: Zone, rules: Rules) -> bool:
    """Whether the photo seems to show a rack where a table was meant, or the other way round.

    How the tiles lie alone is a guess: tables may lie in close rows, and racks may hold
    sets. So what was meant stands unless the sets speak against it too.
    """
    rows, seen = _rows(reading, "auto")
    if zone is Zone.TABLE and _holds_a_rack(reading, rules):
        return True
    if seen is zone or not rows:
        return False
    if zone is Zone.TABLE:
        rows = [list(group.tiles) for group in reading.groups]
    return _sets_speak_against(reading, rows, zone, rules)


def guess_is_doubtful(reading: SceneReading, rules: Rules) -> bool:
    """Whether the sets speak against where the tiles were taken to lie by how they lie."""
    if not reading.groups:
        return False
    if reading.groups[0].zone is Zone.TABLE and _holds_a_rack(reading, rules):
        return True
    rows = [list(group.tiles) for group in reading.groups]
    return _sets_speak_against(reading, rows, reading.groups[0].zone, rules)


def _holds_a_rack(reading: SceneReading, rules: Rules) -> bool:
    """Whether some of a table's tiles seem to stand on a rack with other tiles beside it.

    Then the tiers of that part alone lie as those of a rack do, and one of them is no set.
    """
    return any(_is_rack_like(reading, part, rules) for part in racks_on(reading))


def _is_rack_like(reading: SceneReading, part: Sequence[TileReading], rules: Rules) -> bool:
    found = arrange([tile.quad for tile in part], kind="auto").groups
    rows = [[part[place].id for place in group.tiles] for group in found]
    stands = len(rows) >= _TWO and found[0].zone is Zone.RACK
    return stands and not all(_valid(reading, row, rules) for row in rows)


def _sets_speak_against(
    reading: SceneReading, rows: Sequence[Sequence[int]], zone: Zone, rules: Rules
) -> bool:
    """Whether most of a table's groups are no sets, or all of a rack's tiers are."""
    valid = sum(_valid(reading, row, rules) for row in rows)
    if zone is Zone.TABLE:
        return 2 * valid < len(rows)
    return len(rows) >= _TWO and valid == len(rows)


def _rows(reading: SceneReading, kind: Kind) -> tuple[list[list[int]], Zone]:
    """The ids of the tiles on the photo, group by group, and on what they lie."""
    tiles = [tile for tile in reading.tiles if is_on_photo(tile)]
    found = arrange([tile.quad for tile in tiles], kind=kind).groups
    zone = found[0].zone if found else Zone.TABLE
    return [[tiles[place].id for place in group.tiles] for group in found], zone


def _valid(reading: SceneReading, ids: Sequence[int], rules: Rules) -> bool:
    row = [reading.tile(i) for i in ids]
    if not all(map(is_readable, row)):
        return False
    return judge(tuple(parse_tile(tile.tile) for tile in row), rules).valid
