"""The photo that something is judged from, and where on it each set lies.

A page that shows one carries it along in its form, so that it stays in view while the text
of the sets is put right; only that of the last verdict is kept (:mod:`webapp.disputes`).
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.notation import DeclaredSet, format_table, format_tiles, parse_declared_table
from solver.rules import Rules
from solver.tiles import Meld
from vision.reading import Point, SceneReading, TileReading, Zone
from webapp.corrections import is_on_photo, replace_tile
from webapp.judging import JudgedSet, judged_as_read, judged_as_told
from webapp.seen import faces_in, groups_in
from webapp.typed import retype

SIDE = 1000
"""Longest side, in pixels, of the picture that a form carries along."""
MOST_BYTES = 300_000
"""Of that picture; four of them must fit in a form."""
_FAR = 10**6
"""Pixels that no photo has along a side, and within which all its tiles lie."""
_MARGIN = 0.12
"""Room round a set, in heights of its tiles."""
_JPEG = b"\xff\xd8\xff"


@dataclass(frozen=True, slots=True)
class Frame:
    """A set on its photo, in pixels of the photo.

    ``points`` are the corners of a box round its tiles, along them, as SVG text.
    Turned by ``turn`` degrees about ``center`` the set lies upright, within a window
    ``width`` wide and ``height`` high about the same point.
    """

    points: str
    center: Point
    turn: float
    width: float
    height: float
    label: Point
    """Its corner before the first tile, where a number may stand."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A JPEG and what was read on it; quads are in pixels of ``reading``'s size."""

    jpeg: bytes
    reading: SceneReading

    @property
    def address(self) -> str:
        """The picture as an address of its own."""
        return f"data:image/jpeg;base64,{base64.b64encode(self.jpeg).decode()}"

    @property
    def field(self) -> str:
        """The whole as the value of a form's field; :meth:`from_field` is the inverse."""
        jpeg = base64.b64encode(self.jpeg).decode()
        return json.dumps({"jpeg": jpeg, "reading": self.reading.to_json()})

    @classmethod
    def from_field(cls, text: str) -> Self | None:
        """What a form carried along; None where it carried none, or nothing that is one."""
        try:
            data: dict[str, Any] = json.loads(text)
            jpeg = base64.b64decode(data["jpeg"], validate=True)
            reading = SceneReading.from_json(data["reading"])
            known = {tile.id for tile in reading.tiles}
            whole = all({*group.tiles} <= known for group in reading.groups)
            near = all(abs(x) < _FAR for t in reading.tiles for xy in t.quad for x in xy)
        except (
            ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError,
            binascii.Error,
        ):  # fmt: skip
            return None
        sized = 0 < reading.width < _FAR and 0 < reading.height < _FAR
        fair = jpeg.startswith(_JPEG) and len(jpeg) <= MOST_BYTES and sized
        return cls(jpeg, reading) if fair and whole and near else None


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A photo with the sets that are judged from it, and the frame of each on the photo.

    A rack is no set, so its tiers have frames only. ``rows``: the tiles of each set or
    tier, also those that the photo does not show.
    """

    evidence: Evidence
    frames: tuple[Frame | None, ...]
    rows: tuple[tuple[TileReading, ...], ...]
    sets: tuple[JudgedSet, ...] = ()

    @property
    def doubtful(self) -> tuple[TileReading, ...]:
        """The tiles that nobody has settled."""
        return tuple(tile for row in self.rows for tile in row if tile.doubtful)

    @classmethod
    def as_read(cls, evidence: Evidence, rules: Rules, *, whole: bool = False) -> Self:
        """The sets as they were read; ``whole`` if none goes on beyond the photo's edge."""
        rows = faces_in(evidence.reading, "table")
        sets = judged_as_read(evidence.reading, rules, whole=whole)
        return cls(evidence, tuple(map(frame_of, rows)), rows, sets)

    @classmethod
    def as_told(
        cls,
        evidence: Evidence,
        sets: Sequence[DeclaredSet],
        rules: Rules,
        *,
        whole: bool = False,
    ) -> Self:
        """The sets as a person told them, on the photo as far as its tiles are theirs.

        ``whole``: none of them goes on beyond the photo's edge.

        Raises:
            CorrectionError: there are more tiles than any game has.
        """
        text = format_table(one.tiles for one in sets)
        rows = _rows(retype(evidence.reading, text, Zone.TABLE)[0])
        judged = judged_as_told(sets, rules, rows, None if whole else evidence.reading)
        return cls(evidence, tuple(map(frame_of, rows)), rows, judged)

    @classmethod
    def of_rack(cls, evidence: Evidence, tiles: Meld | None = None) -> Self:
        """The tiers of a rack; ``tiles`` are those that a person told, in one row.

        Raises:
            CorrectionError: there are more tiles than any game has.
        """
        read = tuple(map(tuple, groups_in(evidence.reading, "rack")))
        frames = tuple(map(frame_of, read))
        if tiles is None:
            return cls(evidence, frames, read)
        return cls(
            evidence, frames, _rows(retype(evidence.reading, format_tiles(tiles), Zone.RACK)[0])
        )


def settle(
    evidence: Evidence, text: str, zone: Zone, tile_id: int, name: str
) -> tuple[Evidence, str]:
    """A person says what a tile of the photo is: the photo without that doubt, and the
    text of its sets, one a line, with that tile.

    Raises:
        NotationError: ``text`` names no tiles.
        CorrectionError: there is no such tile, or ``name`` is none.
    """
    settled = replace(evidence, reading=replace_tile(evidence.reading, tile_id, name)[0])
    sets = parse_declared_table(text) if "=" in text else ()
    laid, _what = retype(evidence.reading, format_table(s.tiles for s in sets) or text, zone)
    rows = [list(group.tiles) for group in laid.groups]
    words = [str(one).split() for one in sets] or [[laid.tile(i).tile for i in r] for r in rows]
    for row, ids in enumerate(rows):
        if tile_id in ids and laid.tile(tile_id).tile != name:
            words[row][ids.index(tile_id)] = name
    return settled, "\n".join(map(" ".join, words))


def _rows(reading: SceneReading) -> tuple[tuple[TileReading, ...], ...]:
    return tuple(tuple(reading.tile(i) for i in group.tiles) for group in reading.groups)


def frame_of(tiles: Sequence[TileReading]) -> Frame | None:
    """The frame round tiles that lie beside each other; None where none is on a photo."""
    quads = [tile.quad for tile in tiles if is_on_photo(tile)]
    if not quads:
        return None
    tops = [(b[0] - a[0], b[1] - a[1]) for a, b, _c, _d in quads]
    angle = math.atan2(sum(y for _x, y in tops), sum(x for x, _y in tops))
    corners = [_turned(point, -angle) for quad in quads for point in quad]
    room = _MARGIN * max(math.dist(quad[0], quad[3]) for quad in quads)
    (left, right), (top, bottom) = (
        (min(axis) - room, max(axis) + room) for axis in zip(*corners, strict=True)
    )
    box = [(left, top), (right, top), (right, bottom), (left, bottom)]
    middle = ((left + right) / 2, (top + bottom) / 2)
    placed = [_turned(point, angle) for point in box]
    return Frame(
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in placed),
        center=_turned(middle, angle),
        turn=-math.degrees(angle),
        width=right - left,
        height=bottom - top,
        label=placed[0],
    )


def _turned(point: Point, angle: float) -> Point:
    """The point turned by ``angle`` radians about the origin, from x towards y."""
    x, y = point
    cos, sin = math.cos(angle), math.sin(angle)
    return x * cos - y * sin, x * sin + y * cos
