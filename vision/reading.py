"""What was read off a photo, as frozen values with a JSON form.

The JSON form is the contract of ``tilesight read --json``; ``from_json`` and
``to_json`` round-trip it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self, TypeAlias

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
"""Pixels (x, y) of the upright photo: top-left, top-right, bottom-right,
bottom-left of the tile held upright."""

UNREADABLE = "?"
FACE_DOWN = "X"
JOKER = "J"


CUT_OFF = (
    "tiles at the photo's edge are cut too far to be read: if they count,"
    " move back until all of them are in view"
)
"""The reader's warning where tiles may lie beyond the edge of a photo."""
TAKE_IT_AGAIN = (
    "much of this photo is hard to read: take it again closer, in even light, holding still"
)
"""The reader's warning where so much is in doubt that another photo is worth taking."""


class DecidedBy(StrEnum):
    """Who had the last word on a tile.

    ``rules``: how tiles of the game lie. In a row they are held the same way up, which tells
    a 6 from a 9; laid out in order to be learned from, their places name them.
    """

    NETWORK = "network"
    INK = "ink"
    TESSERACT = "tesseract"
    RULES = "rules"
    USER = "user"


class Why(StrEnum):
    """Why a tile is worth a look; each completes "doubtful: ..."."""

    HARD_TO_READ = "hard to read"
    NUMBER = "its number is hard to read"
    SIX_OR_NINE = "may be a 6 or a 9"
    INK = "its colour is hard to tell"
    INK_ALONE = "its colour is told only by comparing it with other tiles"
    READERS = "its number was read in two ways"
    NO_TILE = "may be no tile"
    CUT = "cut by the edge of the photo"
    PIECE = "partly covered, or a piece of a tile"
    LONELY = "too few tiles are in view to compare it with"
    RARE_BACK = "a gap or a card may look like a face-down tile"
    STOCK = "read more often than the game has it"
    ANOTHER_FITS = "another tile would fit here"
    PHOTOS = "the photos show it differently"
    HARD_PHOTO = "the tiles beside it are hard to read"
    OTHER_PLASTIC = "of another colour than the tiles about it"
    WHOLE_PHOTO = "all tiles of this photo are in doubt"
    ORDER = "the order says another tile than was read"


class Zone(StrEnum):
    """Where a group of tiles lies."""

    TABLE = "table"
    RACK = "rack"


@dataclass(frozen=True, slots=True)
class Sight:
    """A tile on one of several photos of a table: the photo's number, from 0, and its
    name, and where on it the tile lies."""

    number: int
    photo: str
    quad: Quad

    @property
    def center(self) -> Point:
        """Mean of the four corners, pixels of that photo."""
        return _center(self.quad)

    def to_json(self) -> dict[str, Any]:
        return {"number": self.number, "photo": self.photo, "quad": _quad_json(self.quad)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(int(data["number"]), str(data["photo"]), _quad_of(data["quad"]))


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile of a photo.

    ``tile`` is notation (``R7``, ``J``), ``?`` for an unreadable or ``X`` for a
    face-down one. ``confidence`` is the calibrated probability, 0 to 1, that
    ``tile`` is right (0 for ``?``, which names no tile); ``doubtful`` asks the user to
    look. ``alternatives`` are the next likely tiles with their probabilities, falling,
    which with ``confidence`` sum to 1 at most. ``raw`` is the network's own answer,
    before anything else had a say. ``sights``, of a reading that several photos were
    merged into, are the tile on each that shows it, the one it was read on first.
    ``why`` it is doubtful, each reason once; none where it is not, or where nobody noted it.
    ``meant``, of a joker: the tile that its player declared it to be, which no photo tells; ""
    where nobody said.
    """

    id: int
    tile: str
    confidence: float
    doubtful: bool
    quad: Quad
    alternatives: tuple[tuple[str, float], ...] = ()
    raw: str = ""
    decided_by: DecidedBy = DecidedBy.NETWORK
    sights: tuple[Sight, ...] = ()
    why: tuple[Why, ...] = ()
    meant: str = ""

    def doubted(self, *why: Why) -> Self:
        """The tile as one that is worth a look, for these reasons too."""
        return replace(self, doubtful=True, why=tuple(dict.fromkeys((*self.why, *why))))

    @property
    def center(self) -> Point:
        """Mean of the four corners, pixels."""
        return _center(self.quad)

    @property
    def quads(self) -> tuple[Quad, ...]:
        """Every place of the tile in a picture that shows all of the photos, each once."""
        return tuple(dict.fromkeys((self.quad, *(sight.quad for sight in self.sights))))

    def to_json(self) -> dict[str, Any]:
        """The contract's object, numbers rounded for reading."""
        sights = {"sights": [sight.to_json() for sight in self.sights]} if self.sights else {}
        why = {"why": list(map(str, self.why))} if self.why else {}
        meant = {"meant": self.meant} if self.meant else {}
        return {
            "id": self.id,
            "tile": self.tile,
            "confidence": round(self.confidence, 4),
            "doubtful": self.doubtful,
            "quad": _quad_json(self.quad),
            "alternatives": [[tile, round(p, 4)] for tile, p in self.alternatives],
            "raw": self.raw,
            "decided_by": str(self.decided_by),
            **sights,
            **why,
            **meant,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Inverse of :meth:`to_json`.

        Raises:
            KeyError, ValueError: the object is not of the contract's form.
        """
        return cls(
            id=int(data["id"]),
            tile=str(data["tile"]),
            confidence=float(data["confidence"]),
            doubtful=bool(data["doubtful"]),
            quad=_quad_of(data["quad"]),
            alternatives=tuple((str(t), float(p)) for t, p in data["alternatives"]),
            raw=str(data["raw"]),
            decided_by=DecidedBy(data["decided_by"]),
            sights=tuple(map(Sight.from_json, data.get("sights", ()))),
            why=tuple(map(Why, data.get("why", ()))),
            meant=str(data.get("meant", "")),
        )


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Ids of tiles that lie together, left to right with the tiles upright.

    A loose tile is a group of one; on a rack a group is one tier, top first.
    """

    zone: Zone
    tiles: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"zone": str(self.zone), "tiles": list(self.tiles)}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A likelier reading of one tile given the rest: shown, never applied."""

    id: int
    tile: str
    why: str

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "tile": self.tile, "why": self.why}


@dataclass(frozen=True, slots=True)
class SceneReading:
    """Everything read off one photo; ``timings_ms`` are disjoint stages."""

    photo: str
    width: int
    height: int
    tiles: tuple[TileReading, ...]
    groups: tuple[TileGroup, ...]
    proposals: tuple[Proposal, ...] = ()
    warnings: tuple[str, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    def tile(self, tile_id: int) -> TileReading:
        """The tile of that id.

        Raises:
            KeyError: no tile has it.
        """
        for reading in self.tiles:
            if reading.id == tile_id:
                return reading
        raise KeyError(tile_id)

    def to_json(self) -> dict[str, Any]:
        """The contract's object for one photo."""
        return {
            "photo": self.photo,
            "width": self.width,
            "height": self.height,
            "tiles": [tile.to_json() for tile in self.tiles],
            "groups": [group.to_json() for group in self.groups],
            "proposals": [proposal.to_json() for proposal in self.proposals],
            "warnings": list(self.warnings),
            "timings_ms": {stage: round(ms, 2) for stage, ms in self.timings_ms.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Inverse of :meth:`to_json`.

        Raises:
            KeyError, ValueError: the object is not of the contract's form.
        """
        return cls(
            photo=str(data["photo"]),
            width=int(data["width"]),
            height=int(data["height"]),
            tiles=tuple(TileReading.from_json(tile) for tile in data["tiles"]),
            groups=tuple(
                TileGroup(Zone(group["zone"]), tuple(int(i) for i in group["tiles"]))
                for group in data["groups"]
            ),
            proposals=tuple(
                Proposal(int(p["id"]), str(p["tile"]), str(p["why"])) for p in data["proposals"]
            ),
            warnings=tuple(str(w) for w in data["warnings"]),
            timings_ms={str(k): float(v) for k, v in data["timings_ms"].items()},
        )


def _center(quad: Quad) -> Point:
    return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)


def _quad_json(quad: Quad) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in quad]


def _quad_of(data: Any) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in data)
    return (a, b, c, d)
