"""From what a person gives, a text or a photo, to tiles.

A text is taken as written; a photo is read as it is: doubtful tiles are named in
``notices`` and never silently repaired.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from solver.notation import (
    DOUBTED,
    DeclaredSet,
    NotationError,
    declarations,
    format_table,
    parse_declared_table,
    parse_table,
    parse_tile,
    parse_tiles,
)
from solver.tiles import JOKER, Meld, Tile
from vision.reading import (
    CUT_OFF,
    FACE_DOWN,
    TAKE_IT_AGAIN,
    UNREADABLE,
    DecidedBy,
    SceneReading,
    TileReading,
    Why,
)
from webapp.corrections import is_on_photo

if TYPE_CHECKING:
    from solver.rules import Rules
    from vision.arrange import Kind
    from vision.profile import Profile

_FILE_NAME = re.compile(r"[/\\]|^~|\.[A-Za-z][A-Za-z0-9]{0,4}$")
_Parsed = TypeVar("_Parsed")


class BadInput(ValueError):
    """Something the user gave cannot be used; the message is one line that says
    what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The tiles that a text or a photo shows.

    ``sets`` are the sets of a table, the tiers of a rack, or one set; ``notices``
    say what the user ought to look at; ``reading`` is there for a photo.
    ``declared``: by the set, what a text said its jokers were declared to be.
    ``rows``: of a photo, how each tile of ``sets`` was read, set by set. ``cut_off``: the
    photo's edge cuts tiles, so there may be more than it shows. ``photographed``: it is known
    from a photo alone, which may not show every tile. ``hard``: that photo is hard to read.
    """

    sets: tuple[Meld, ...]
    notices: tuple[str, ...] = ()
    reading: SceneReading | None = None
    declared: dict[Meld, tuple[Tile | None, ...]] = field(default_factory=dict)
    rows: tuple[tuple[TileReading, ...], ...] = ()
    cut_off: bool = False
    photographed: bool = False
    hard: bool = False

    @property
    def vouched(self) -> Seen:
        """The same once somebody says that all of it is there and was read right."""
        rows = tuple(tuple(replace(tile, doubtful=False) for tile in row) for row in self.rows)
        return replace(self, rows=rows, cut_off=False, photographed=False, hard=False)

    @property
    def tiles(self) -> Meld:
        """All tiles, in the order they lie."""
        return tuple(tile for meld in self.sets for tile in meld)

    @property
    def unnamed(self) -> int:
        """How many tiles of the photo lie face down: they are in none of ``sets``."""
        if self.reading is None:
            return 0
        return sum(tile.tile == FACE_DOWN for tile in self.reading.tiles)

    @property
    def read_as(self) -> tuple[str, ...]:
        """What was read off the photo, as a line to show; nothing for a text."""
        if self.reading is None:
            return ()
        return (_read_as(self.reading, self.rows),)

    @property
    def as_read(self) -> tuple[tuple[str, ...], ...]:
        """The tiles set by set in words; those of a photo as :func:`marked` has them."""
        if self.reading is None:
            return tuple(tuple(str(one).split()) for one in self._told())
        return tuple(tuple(map(marked, row)) for row in self.rows)

    def _told(self) -> Iterator[DeclaredSet]:
        """The sets with what their jokers were declared to be."""
        for meld in self.sets:
            unsaid = (None,) * meld.count(JOKER)
            yield DeclaredSet(meld, self.declared.get(meld, unsaid))

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The tiles of the photo that were read doubtfully, as read; none for a text."""
        if self.reading is None:
            return ()
        return tuple(tile.tile for tile in self.reading.tiles if tile.doubtful)

    def __str__(self) -> str:
        return format_table(self.sets)


def is_cut_off(reading: SceneReading) -> bool:
    """Whether more tiles may lie beyond the photo's edge: the reader warns of that, or the
    edge cuts a tile that was read."""
    if any(map(warns_of_edge, reading.warnings)):
        return True
    return any(is_on_photo(tile) and _is_cut(tile, reading) for tile in reading.tiles)


def is_hard(reading: SceneReading, tiles: Iterable[TileReading] | None = None) -> bool:
    """Whether the reader says that the photo is hard to read, and nobody has settled since what it
    left in doubt: of its tiles, or of these of them."""
    left = reading.tiles if tiles is None else tiles
    return any(map(warns_to_take_again, reading.warnings)) and any(tile.doubtful for tile in left)


def warns_of_edge(warning: str) -> bool:
    """Whether the reader's warning is of tiles that the photo's edge cuts."""
    return CUT_OFF in warning


def warns_to_take_again(warning: str) -> bool:
    """Whether the reader's warning is that much of the photo is hard to read."""
    return TAKE_IT_AGAIN in warning


def _is_cut(tile: TileReading, reading: SceneReading) -> bool:
    """Whether the photo's edge cuts a tile, also one that somebody has looked at since."""
    from vision.frame import CUT, share_beyond

    if not (tile.raw and tile.decided_by is DecidedBy.USER) or tile.sights:
        return Why.CUT in tile.why
    return share_beyond(tile.quad, reading.width, reading.height) >= CUT


def marked(tile: TileReading) -> str:
    """A tile of a photo for people: ``*`` marks one that is worth a look."""
    return f"{tile.tile}{DOUBTED}" if tile.doubtful else tile.tile


def photo_path(source: str) -> Path | None:
    """The file that ``source`` names, or None when it is a text.

    Raises:
        BadInput: it looks like the name of a file, and there is none.
    """
    try:
        path = Path(source).expanduser() if source.startswith("~") else Path(source)
        if path.is_file():
            return path
    except (OSError, ValueError):  # a long or odd text that no file can be called
        return None
    except RuntimeError:  # ~ and the name of no user
        raise BadInput(f"{source}: no such file") from None
    if _FILE_NAME.search(source) and _is_folder(str(path)):
        raise BadInput(f"{source}: this is a folder; give one photo")
    if _FILE_NAME.search(source.strip()):
        if os.path.exists(path):  # no regular one, which whoever opens it says
            return path
        raise BadInput(f"{source}: no such file")
    return None


def see_table(source: str, rules: Rules | None = None, profile: Profile | None = None) -> Seen:
    """The sets of the table that ``source``, a text or the name of a photo, shows.

    Raises:
        BadInput: no such file, no photo, no tiles of the game, or a photo with
            tiles that could not be read.
    """
    path = photo_path(source)
    if path is None:
        return Seen(_parsed(parse_table, source))
    return table_of(read_photo(path, kind="table", rules=rules, profile=profile))


def see_declared_table(
    source: str, rules: Rules | None = None, profile: Profile | None = None
) -> Seen:
    """As :func:`see_table`; a text may say what jokers were declared to be (``J=R10``).

    Raises:
        BadInput: as :func:`see_table`.
    """
    if photo_path(source) is not None:
        return see_table(source, rules, profile)
    sets = declared_sets(source)
    return Seen(tuple(one.tiles for one in sets), declared=declarations(sets))


def see_rack(
    source: str,
    rules: Rules | None = None,
    profile: Profile | None = None,
    *,
    whose: str = "the rack",
) -> Seen:
    """The tiles of the one rack that ``source``, a text or the name of a photo, shows.

    ``whose`` names the rack in what is said of it.

    Raises:
        BadInput: as :func:`see_table`; or a photo seems to show several racks.
    """
    held = see_racks(source, rules, profile)
    if held.reading is not None:
        _refuse_several_racks(held.reading, whose)
    return held


def see_racks(source: str, rules: Rules | None = None, profile: Profile | None = None) -> Seen:
    """The tiles that ``source``, a text or the name of a photo, shows, on however many racks.

    Raises:
        BadInput: as :func:`see_table`.
    """
    path = photo_path(source)
    if path is None:
        tiles = _parsed(parse_tiles, source)
        return Seen((tiles,) if tiles else ())
    return rack_of(read_photo(path, kind="rack", rules=rules, profile=profile))


def declared_sets(text: str) -> tuple[DeclaredSet, ...]:
    """The sets of a text, jokers perhaps declared (``R9 J=R10 J=R11``).

    Raises:
        BadInput: a word is no tile.
    """
    return _parsed(parse_declared_table, text)


def read_photo(
    path: Path, *, kind: Kind = "auto", rules: Rules | None = None, profile: Profile | None = None
) -> SceneReading:
    """The reading of the photo in that file, with what ``profile`` tells of its tiles.

    Raises:
        BadInput: there is no such file or it holds no usable photo.
    """
    # unlike the path's own methods these say no to a name that no file can have
    if not os.path.exists(path):
        raise BadInput(f"{path}: no such file: check the name")
    from vision.photo import PhotoError
    from vision.reader import read
    from vision.weights import WeightsError

    try:
        return read(path, kind=kind, rules=rules, name=str(path), profile=profile)
    except PhotoError as error:
        raise BadInput(_named(str(path), error)) from error
    except WeightsError as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{path}: cannot be opened ({error.strerror or error})") from error


def table_of(reading: SceneReading) -> Seen:
    """The sets that lie on the table of ``reading``, left to right.

    Raises:
        BadInput: a tile could not be read; the message holds the text to correct.
    """
    return _zone_of(reading, "table")


def rack_of(reading: SceneReading) -> Seen:
    """The tiles on the rack of ``reading``, tier by tier.

    Raises:
        BadInput: a tile could not be read; the message holds the text to correct.
    """
    return _zone_of(reading, "rack")


def text_of(reading: SceneReading, zone: str) -> str:
    """The tiles of one zone as editable text, ``?`` for an unreadable tile.

    Face-down tiles are left out: they belong to no set.
    """
    return " | ".join(" ".join(tile.tile for tile in row) for row in faces_in(reading, zone))


def notices_of(reading: SceneReading) -> tuple[str, ...]:
    """What the user ought to know or look at before relying on ``reading``."""
    doubtful = tuple(_doubt(reading, tile) for tile in reading.tiles if tile.doubtful)
    proposals = tuple(
        f"{reading.photo}: {_where(reading, proposal.id)} may be {proposal.tile}: {proposal.why}"
        for proposal in reading.proposals
    )
    warnings = tuple(f"{reading.photo}: {warning}" for warning in reading.warnings)
    return warnings + doubtful + proposals


def remarks_on(reading: SceneReading, zone: str) -> tuple[str, ...]:
    """What was read in one zone of a photo, and what of it to look at before relying on it."""
    read_as = _read_as(reading, faces_in(reading, zone))
    return (read_as, *notices_of(reading), *_left_out(reading, zone))


def _read_as(reading: SceneReading, rows: Iterable[Sequence[TileReading]]) -> str:
    words = " | ".join(" ".join(map(marked, row)) for row in rows)
    return f"{reading.photo}: read as {words or 'no tiles'}"


def groups_in(reading: SceneReading, zone: str) -> Iterator[list[TileReading]]:
    """The tiles of each group that lies in ``zone``, in order."""
    tiles = {tile.id: tile for tile in reading.tiles}
    for group in reading.groups:
        if group.zone == zone:
            yield [tiles[tile_id] for tile_id in group.tiles]


def faces_in(reading: SceneReading, zone: str) -> tuple[tuple[TileReading, ...], ...]:
    """As :func:`groups_in`, without the tiles that lie face down: those belong to no set."""
    rows = (tuple(t for t in row if t.tile != FACE_DOWN) for row in groups_in(reading, zone))
    return tuple(row for row in rows if row)


def _zone_of(reading: SceneReading, zone: str) -> Seen:
    rows = faces_in(reading, zone)
    unreadable = sum(tile.tile == UNREADABLE for row in rows for tile in row)
    if unreadable:
        tiles = "1 tile" if unreadable == 1 else f"{unreadable} tiles"
        raise BadInput(
            f"{reading.photo}: {tiles} could not be read; put the right tile for each ? "
            f"and give this text instead: {text_of(reading, zone)}"
        )
    return Seen(
        tuple(tuple(parse_tile(tile.tile) for tile in row) for row in rows),
        notices_of(reading) + tuple(_left_out(reading, zone)),
        reading,
        rows=rows,
        cut_off=is_cut_off(reading),
        photographed=True,
        hard=is_hard(reading, chain.from_iterable(rows)),
    )


def _refuse_several_racks(reading: SceneReading, whose: str) -> None:
    from webapp.arranging import racks_on

    if racks := racks_on(reading):
        texts = " or ".join(f"'{' '.join(tile.tile for tile in rack)}'" for rack in racks)
        raise BadInput(
            f"{reading.photo}: {len(racks)} racks seem to be on the photo of {whose}: take one "
            f"of that rack alone, or give its tiles as text: {texts}"
        )


def _left_out(reading: SceneReading, zone: str) -> Iterator[str]:
    face_down = sum(tile.tile == FACE_DOWN for tile in reading.tiles)
    if face_down:
        yield f"{reading.photo}: face-down tiles left out: {face_down}"
    elsewhere = sum(len(group.tiles) for group in reading.groups if group.zone != zone)
    if elsewhere:
        yield f"{reading.photo}: tiles that do not lie on the {zone} left out: {elsewhere}"


def _where(reading: SceneReading, tile_id: int) -> str:
    """A tile by its set or tier, the place in it, and what it was read as."""
    for kind in ("table", "rack"):
        for row, tiles in enumerate(groups_in(reading, kind), start=1):
            for place, tile in enumerate(tiles, start=1):
                if tile.id == tile_id:
                    name = "set" if kind == "table" else "tier"
                    return f"tile {place} of {name} {row} ({tile.tile})"
    return reading.tile(tile_id).tile


def _doubt(reading: SceneReading, tile: TileReading) -> str:
    others = " or ".join(name for name, _ in tile.alternatives[:2])
    seen = tile.sights[0] if tile.sights else None
    photo, (x, y) = (reading.photo, tile.center) if seen is None else (seen.photo, seen.center)
    perhaps = f", perhaps {others}" if others else ""
    why = f": {', '.join(tile.why)}" if tile.why else ""
    return f"{photo}: look at {tile.tile}{perhaps} (at {x:.0f}, {y:.0f}){why}"


def _named(name: str, error: ValueError) -> str:
    message = str(error)
    return message if name in message else f"{name}: {message}"


def _parsed(parse: Callable[[str], _Parsed], text: str) -> _Parsed:
    try:
        return parse(text)
    except NotationError as error:
        if _is_folder(text):
            raise BadInput(f"{text}: this is a folder; give one photo") from error
        raise BadInput(str(error)) from error


def _is_folder(source: str) -> bool:
    try:
        return bool(source.strip()) and Path(source).is_dir()
    except (OSError, ValueError):
        return False
