"""From the two readings of a turn to a position and everything wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from solver.melds import Verdict, judge
from solver.mend import misreadings
from solver.notation import (
    declarations,
    format_tiles,
    parse_declared_table,
    parse_tile,
    parse_tiles,
)
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import Tile
from vision.reading import FACE_DOWN, TileReading, Zone
from webapp.arranging import racks_on
from webapp.corrections import (
    Corrected,
    add_tile,
    doubtful,
    empty_scene,
    is_readable,
    melds,
    off_photo,
    told_set,
    told_sets,
    unnamed,
    with_more,
)
from webapp.declaring import has_to_be_declared, ways_to_declare
from webapp.seen import is_cut_off
from webapp.store import CARRIED, DREW, Part, Place, SceneRecord, TurnRecord
from webapp.typed import scene_of


def zone_of(part: Place) -> Zone:
    """Where the tiles of a scene lie."""
    return Zone.TABLE if part == Part.TABLE else Zone.RACK


@dataclass(frozen=True, slots=True)
class LaidGroup:
    """A set of the table, or a tier of the rack, as read.

    ``verdict`` is ``None`` on a rack and while a tile of the set is unreadable.
    ``declarable``: what its jokers stand for makes a difference and may be said;
    ``undeclared``: it must be, for no number tile says it.
    """

    tiles: tuple[TileReading, ...]
    verdict: Verdict | None = None
    declarable: bool = False
    undeclared: bool = False

    @property
    def broken(self) -> bool:
        """Whether this is no valid set as it lies."""
        return self.verdict is not None and not self.verdict.valid


@dataclass(frozen=True, slots=True)
class Position:
    """A turn as it stands: groups with verdicts, what is doubtful, what is too many."""

    table: tuple[LaidGroup, ...]
    rack: tuple[LaidGroup, ...]
    table_known: bool
    rack_known: bool
    doubtful: Mapping[Part, int]
    unreadable: Mapping[Part, int]
    meant: Mapping[int, tuple[tuple[int, str, str], ...]]
    """By the place of a broken set: tile id, what was read, what would mend the set."""
    too_many: tuple[tuple[Tile, int, int], ...]
    """Tiles there more often than the game has them: tile, seen, in the game."""
    racks: int = 0
    """Racks on the photo of one, where nobody has said yet which counts; else 0."""

    def suspects(self, tile: Tile) -> list[tuple[Part, TileReading]]:
        """Where a tile was read, the least sure reading first."""
        found = [
            (part, one)
            for part in Part
            for group in self.groups(part)
            for one in group.tiles
            if one.tile == str(tile)
        ]
        return sorted(found, key=lambda pair: pair[1].confidence)

    def groups(self, part: Part) -> tuple[LaidGroup, ...]:
        return self.table if part == Part.TABLE else self.rack

    @property
    def broken(self) -> tuple[int, ...]:
        """Places, from 0, of the table's sets that are not valid."""
        return tuple(place for place, group in enumerate(self.table) if group.broken)

    @property
    def complete(self) -> bool:
        """Whether a play can be looked for: it is known which rack it is, and every tile is
        named."""
        return self.rack_known and not self.racks and not any(self.unreadable.values())


def of_turn(turn: TurnRecord, rules: Rules) -> Position:
    """The position of a turn under ``rules``."""
    seen = Counter(tile for part in Part for tile in seen_tiles(turn.scene(part)))
    stock = dict(rules.stock().counts)
    too_many = tuple(
        (tile, count, stock.get(tile, 0))
        for tile, count in sorted(seen.items())
        if count > stock.get(tile, 0)
    )
    return Position(
        meant=_meant(turn, rules),
        table=groups_of(turn.table, rules),
        rack=groups_of(turn.rack, rules),
        table_known=turn.table.reading is not None,
        rack_known=turn.rack.reading is not None,
        doubtful={part: _count_doubtful(turn.scene(part)) for part in Part},
        unreadable={part: _count_unreadable(turn.scene(part)) for part in Part},
        too_many=too_many,
        racks=len(racks_apart(turn.rack)),
    )


def state_of(turn: TurnRecord, rules: Rules) -> GameState:
    """The solver's position of a turn; face-down tiles are left out, those of the rack counted."""
    table = () if turn.table.reading is None else told_sets(turn.table.reading)
    rack = () if turn.rack.reading is None else melds(turn.rack.reading)
    return GameState(
        tuple(one.tiles for one in table),
        tuple(tile for tier in rack for tile in tier),
        turn.opened,
        rules,
        0 if turn.rack.reading is None else len(unnamed(turn.rack.reading)),
        tuple(declarations(table).items()),
    )


def racks_apart(scene: SceneRecord) -> tuple[tuple[TileReading, ...], ...]:
    """The racks on the photo of one, where it seems to show several and nobody has said
    which counts; else none. That the photo is deleted settles nothing."""
    if scene.part == Part.TABLE or scene.reading is None:
        return ()
    return () if "together" in _since_photo(scene) else racks_on(scene.reading)


def may_go_on(scene: SceneRecord) -> bool:
    """Whether a rack may have tiles beyond the edge of its photo: more than are seen there,
    unless somebody has said that they are all."""
    if scene.part == Part.TABLE or scene.photo is None or scene.reading is None:
        return False
    return "whole" not in _since_photo(scene) and is_cut_off(scene.reading)


def _since_photo(scene: SceneRecord) -> tuple[str, ...]:
    """What was changed since the last photo was read."""
    last = max((n for n, change in enumerate(scene.changes) if change == "photo"), default=0)
    return scene.changes[last:]


def groups_of(scene: SceneRecord, rules: Rules) -> tuple[LaidGroup, ...]:
    """The sets of a table under ``rules``, or the tiers of a rack."""
    return _groups(scene, rules if scene.part == Part.TABLE else None)


def seen_tiles(scene: SceneRecord) -> tuple[Tile, ...]:
    """The tiles of a scene that could be read."""
    if scene.reading is None:
        return ()
    return tuple(tile for meld in melds(scene.reading) for tile in meld)


def after_play(turn: TurnRecord, table: str, rack: str) -> dict[Part, Corrected]:
    """Readings without photos for the table and rack that a play leaves behind.

    Tiles that have no name stay where they are, on the rack and on the table: no play takes them.
    ``table`` says what jokers were declared to be (``J=R10``).

    Raises:
        NotationError: the texts are not ours.
    """
    left = {
        Part.TABLE: scene_of(map(str, parse_declared_table(table)), Zone.TABLE),
        Part.RACK: scene_of([format_tiles(parse_tiles(rack))], Zone.RACK),
    }
    laid: dict[Part, Corrected] = {}
    for part, reading in left.items():
        before = turn.scene(part).reading
        apart = () if before is None else unnamed(before)
        laid[part] = (with_more(reading, apart, zone_of(part)) if apart else reading), CARRIED
    return laid


def after_draw(turn: TurnRecord, drawn: str) -> dict[Part, Corrected]:
    """Table and rack of the next turn when a tile was drawn in this one, without their photos.

    What was doubtful stays so. ``drawn`` is the tile, or "" when it is not told.

    Raises:
        NotationError, CorrectionError: it is no tile, or there are too many.
    """
    laid = {
        part: (off_photo(there, empty_scene()), CARRIED)
        for part in Part
        if (there := turn.scene(part).reading) is not None
    }
    if drawn:
        rack = laid.get(Part.RACK, (empty_scene(), CARRIED))[0]
        name = str(parse_tile(drawn))
        last = len(rack.groups) - 1 if rack.groups else None
        grown, _note = add_tile(rack, name, zone=Zone.RACK, group=last)
        laid[Part.RACK] = grown, f"{DREW}{name}"
    return laid


def _meant(turn: TurnRecord, rules: Rules) -> dict[int, tuple[tuple[int, str, str], ...]]:
    """What single misread tiles may be meant in the broken sets of the table."""
    reading = turn.table.reading
    if reading is None or not any(group.broken for group in groups_of(turn.table, rules)):
        return {}
    # The solver's table leaves out tiles without a name, and sets of none but such.
    rows = [
        (place, [i for i in group.tiles if is_readable(reading.tile(i))])
        for place, group in enumerate(reading.groups)
    ]
    rows = [(place, ids) for place, ids in rows if ids]
    meant: dict[int, list[tuple[int, str, str]]] = {}
    for one in misreadings(state_of(turn, rules)):
        place, ids = rows[one.place]
        meant.setdefault(place, []).append((ids[one.spot], str(one.seen), str(one.meant)))
    return {place: tuple(found) for place, found in meant.items()}


def _groups(scene: SceneRecord, rules: Rules | None) -> tuple[LaidGroup, ...]:
    if scene.reading is None:
        return ()
    rows = ([scene.reading.tile(i) for i in group.tiles] for group in scene.reading.groups)
    return tuple(_group(tuple(row), rules) for row in rows)


def _group(row: tuple[TileReading, ...], rules: Rules | None) -> LaidGroup:
    shown = [tile for tile in row if tile.tile != FACE_DOWN]
    if rules is None or not shown or not all(map(is_readable, shown)):
        return LaidGroup(row)
    told = told_set(shown)
    return LaidGroup(
        row,
        judge(told.tiles, rules, told.declared),
        declarable=len(ways_to_declare(told, rules)) > 1,
        undeclared=has_to_be_declared(told, rules),
    )


def _count_doubtful(scene: SceneRecord) -> int:
    return 0 if scene.reading is None else len(doubtful(scene.reading))


def _count_unreadable(scene: SceneRecord) -> int:
    tiles = () if scene.reading is None else scene.reading.tiles
    return sum(not is_readable(tile) and tile.tile != FACE_DOWN for tile in tiles)
