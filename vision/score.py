"""How a reading is scored against a labelled photo.

- A labelled tile is *found* if its centre lies inside the quad of a reading,
  matched one to one, nearest centres first; it is *right* if the reading's tile
  is the labelled one.
- A reading that matches nothing is *false*, unless its quad comes within 1 % of
  the frame: tiles cut by the frame are sometimes unlabelled. Rendered photos
  also name the places of tiles mostly hidden (``partial``) or face down
  (``backs``): whoever reads something there is neither right nor wrong.
- A *set is exact* if one group holds the same tiles in the same order (or the
  exact reverse) and nothing else; a *photo is exact* if every labelled tile is
  right and nothing is false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np

from vision.reading import Point, Quad, SceneReading, TileReading

FRAME_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """``center`` in pixels of the upright photo."""

    tile: str
    center: Point


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """The truth about one photo; ``groups`` are places in ``tiles``, in order.

    ``unasked`` are the centres of tiles that nobody is asked to read.
    """

    width: int
    height: int
    scene: str
    tiles: tuple[LabelledTile, ...]
    groups: tuple[tuple[int, ...], ...]
    unasked: tuple[Point, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """One entry of a ``labels.json``: its tiles have ``quad``, ``box`` or ``center``.

        Raises:
            KeyError, TypeError, ValueError: it is not of that form.
        """
        tiles = tuple(LabelledTile(str(tile["tile"]), _center(tile)) for tile in data["tiles"])
        groups = tuple(tuple(int(i) for i in group) for group in data.get("groups", ()))
        if any(not 0 <= place < len(tiles) for group in groups for place in group):
            raise ValueError("a group names a tile that is not there")
        hidden = [*data.get("partial", ()), *data.get("backs", ())]
        return cls(
            width=int(data["width"]),
            height=int(data["height"]),
            scene=str(data["scene"]),
            tiles=tiles,
            groups=groups,
            unasked=tuple(_center({"quad": quad}) for quad in hidden),
        )


def _center(tile: Mapping[str, Any]) -> Point:
    if "quad" in tile:
        points = [(float(x), float(y)) for x, y in tile["quad"]]
        return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    if "box" in tile:
        left, top, right, bottom = (float(edge) for edge in tile["box"])
        return ((left + right) / 2, (top + bottom) / 2)
    x, y = (float(place) for place in tile["center"])
    return (x, y)


@dataclass(frozen=True, slots=True)
class Answer:
    """One reading held against the truth; ``label`` is None where there is no tile.

    ``proposed`` is what joint decoding thinks likelier, if anything.
    """

    label: str | None
    tile: str
    confidence: float
    doubtful: bool
    proposed: str | None = None

    @property
    def right(self) -> bool:
        return self.tile == self.label


@dataclass(frozen=True, slots=True)
class PhotoScore:
    """What came of one photo. ``answers`` hold found and false tiles alike."""

    labelled: int
    answers: tuple[Answer, ...]
    sets: int
    sets_exact: int

    @property
    def found(self) -> int:
        return sum(answer.label is not None for answer in self.answers)

    @property
    def right(self) -> int:
        return sum(answer.right for answer in self.answers)

    @property
    def false(self) -> int:
        return len(self.answers) - self.found

    @property
    def exact(self) -> bool:
        return self.right == self.labelled and not self.false


def score(truth: LabelledPhoto, reading: SceneReading) -> PhotoScore:
    """Hold ``reading`` against ``truth``, in the reading's pixels."""
    across, along = reading.width / truth.width, reading.height / truth.height
    centers = [(tile.center[0] * across, tile.center[1] * along) for tile in truth.tiles]
    unasked = [(x * across, y * along) for x, y in truth.unasked]
    matched = _matched(centers, reading.tiles)
    proposed = {proposal.id: proposal.tile for proposal in reading.proposals}
    answers = []
    for tile in reading.tiles:
        place = matched.get(tile.id)
        if place is None and _may_be_a_tile(tile.quad, reading, unasked):
            continue
        label = None if place is None else truth.tiles[place].tile
        answers.append(
            Answer(label, tile.tile, tile.confidence, tile.doubtful, proposed.get(tile.id))
        )
    return PhotoScore(
        labelled=len(truth.tiles),
        answers=tuple(answers),
        sets=len(truth.groups),
        sets_exact=_exact_sets(truth, reading, matched),
    )


def _matched(centers: Sequence[Point], tiles: Sequence[TileReading]) -> dict[int, int]:
    """Reading id -> place of the labelled tile."""
    candidates = []
    for tile in tiles:
        outline = np.array(tile.quad, np.float32).reshape(-1, 1, 2)
        x, y = tile.center
        for place, center in enumerate(centers):
            if cv2.pointPolygonTest(outline, center, False) >= 0:
                distance = (center[0] - x) ** 2 + (center[1] - y) ** 2
                candidates.append((distance, place, tile.id))
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for _, place, tile_id in sorted(candidates):
        if tile_id not in matched and place not in taken:
            matched[tile_id] = place
            taken.add(place)
    return matched


def _may_be_a_tile(quad: Quad, reading: SceneReading, unasked: Sequence[Point]) -> bool:
    """Whether a tile may well be there, only that the labels do not ask for it."""
    outline = np.array(quad, np.float32).reshape(-1, 1, 2)
    return _touches_frame(quad, reading.width, reading.height) or any(
        cv2.pointPolygonTest(outline, center, False) >= 0 for center in unasked
    )


def _touches_frame(quad: Quad, width: int, height: int) -> bool:
    return any(
        not FRAME_SHARE * width < x < (1 - FRAME_SHARE) * width
        or not FRAME_SHARE * height < y < (1 - FRAME_SHARE) * height
        for x, y in quad
    )


def _exact_sets(truth: LabelledPhoto, reading: SceneReading, matched: Mapping[int, int]) -> int:
    tiles = {tile.id: tile for tile in reading.tiles}
    laid = set()
    for group in reading.groups:
        places = tuple(matched.get(tile_id, -1) for tile_id in group.tiles)
        if all(
            place >= 0 and tiles[tile_id].tile == truth.tiles[place].tile
            for place, tile_id in zip(places, group.tiles, strict=True)
        ):
            laid.add(places)
    return sum(group in laid or group[::-1] in laid for group in truth.groups)
