"""Several photos of one table, taken by moving along it, become one reading.

Where photos overlap they show the same tiles. Two tiles of the same name suggest
how one photo lies on the other (a turn, a scale and a shift); the suggestion
that most other tiles agree with, and few contradict, is refined into the
homography between the two views of the table. All tiles are then moved into the
pixels of the first photo, doubles are joined, and sets are arranged anew.

Two tables may share a set or two, and then two photos fit that show no table in common.
That is said wherever it cannot be ruled out: where the overlap is one row of tiles, where
tiles in it contradict it, and where the whole holds more of a tile than the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrange import arrange
from vision.reading import FACE_DOWN, UNREADABLE, Quad, SceneReading, TileGroup, TileReading
from vision.stock import held_against

if TYPE_CHECKING:
    from solver.rules import Rules

Matrix: TypeAlias = NDArray[np.float64]

SAME_PLACE = 0.45
"""Tile heights between two centres that are one tile, the photos once aligned."""
LEAST_SHARED = 2
LEAST_AGREEMENT = 0.6
"""Share of the tiles in the overlap that must be the same ones in both photos."""
CONTRADICTED = 0.15
"""With a larger share of them not the same, the photos may show two tables."""
ENOUGH_SHARED = 3
"""Fewer tiles, and those of one set alone, two tables may share as well."""
TURNED = 0.03
"""Chance that a reading has a tile upside down; merged rows may still settle it."""
_UNTOLD = (UNREADABLE, FACE_DOWN)


class MergeError(ValueError):
    """Photos that do not fit together; one line."""


@dataclass(frozen=True, slots=True)
class _View:
    """One photo's tiles: corners ``(N, 4, 2)``, centres ``(N, 2)``, heights ``(N,)``."""

    reading: SceneReading
    corners: Matrix
    centers: Matrix
    heights: Matrix

    @classmethod
    def of(cls, reading: SceneReading) -> _View:
        corners = np.array([tile.quad for tile in reading.tiles], float).reshape(-1, 4, 2)
        sides = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
        return cls(reading, corners, corners.mean(1), np.linalg.norm(sides, axis=1))


@dataclass(frozen=True, slots=True)
class _Fit:
    """How one photo lies on another: ``pairs`` are places of the same tile in both.

    ``against`` is how many tiles in the overlap have no such partner in the other.
    """

    onto: Matrix
    pairs: tuple[tuple[int, int], ...]
    against: int

    @property
    def worth(self) -> int:
        return len(self.pairs) - self.against

    @property
    def overlap(self) -> int:
        return len(self.pairs) + self.against

    @property
    def is_contradicted(self) -> bool:
        return self.against > CONTRADICTED * self.overlap


def merge(readings: Sequence[SceneReading], rules: Rules | None = None) -> SceneReading:
    """One reading of the table that all the photos show.

    Quads, width and height are in the pixels of the first photo, whose frame they
    may leave. Where photos disagree on a tile, the surer reading stands, the
    other is its first alternative, and the tile is doubtful. Proposals are not
    carried over. ``warnings`` say where the photos may show two tables, and, held
    against the game of ``rules``, which tiles are too many.

    Raises:
        MergeError: there are no photos, or one shares no tiles with the others.
    """
    if not readings:
        raise MergeError("no photos to merge")
    views = [_View.of(reading) for reading in readings]
    onto, doubts = _onto_first(views)
    tiles: list[TileReading] = []
    for view, matrix in zip(views, onto, strict=True):
        tiles = _joined(tiles, _moved(view, matrix))
    merged = _arranged(readings, tiles)
    if rules is not None:
        merged = held_against(merged, rules)
    return replace(merged, warnings=(*doubts, *merged.warnings))


def _onto_first(views: Sequence[_View]) -> tuple[list[Matrix], list[str]]:
    """For each photo the homography onto the first, by way of others where needed, and what
    speaks against the fits that were taken."""
    known: dict[int, Matrix] = {0: np.eye(3)}
    doubts: list[str] = []
    while len(known) < len(views):
        fits = [
            (fit, here, there)
            for here in range(len(views))
            if here not in known
            for there in known
            if (fit := _fit(views[here], views[there])) is not None
        ]
        if not fits:
            left = next(i for i in range(len(views)) if i not in known)
            raise MergeError(
                f"{views[left].reading.photo}: shares no tiles with the other photos: "
                "take them so that each shows some tiles of the one before"
            )
        best, here, there = max(fits, key=lambda each: each[0].worth)
        known[here] = known[there] @ best.onto
        doubts += _doubts_about(best, views[here], views[there])
    return [known[i] for i in range(len(views))], doubts


def _doubts_about(fit: _Fit, view: _View, other: _View) -> Iterator[str]:
    """What speaks for two tables, though the photos fit."""
    photos = f"{other.reading.photo} and {view.reading.photo}"
    if fit.is_contradicted:
        yield (
            f"{photos}: where they overlap, {fit.against} of {fit.overlap} tiles are not the same:"
            " if they show two tables, or one before and after a turn, read them one by one"
        )
    elif _is_thin(fit, view, other):
        tiles = " ".join(other.reading.tiles[place].tile for _, place in fit.pairs)
        yield (
            f"{photos}: all that lies in both is {tiles}: if they show two tables, read them one"
            " by one; if one table, let more of it be in both"
        )


def _is_thin(fit: _Fit, view: _View, other: _View) -> bool:
    """Whether so few tiles, or of one set alone, lie in both that two tables may share them."""
    rows = (
        _rows_of([i for i, _ in fit.pairs], view.reading),
        _rows_of([j for _, j in fit.pairs], other.reading),
    )
    return len(fit.pairs) < ENOUGH_SHARED or min(map(len, rows)) == 1


def _rows_of(places: Sequence[int], reading: SceneReading) -> set[int]:
    """The groups that the tiles at these places lie in; without one, each is its own."""
    groups = {i: number for number, group in enumerate(reading.groups) for i in group.tiles}
    return {groups.get(reading.tiles[place].id, -1 - place) for place in places}


def _fit(view: _View, other: _View) -> _Fit | None:
    """The way to lay ``view`` on ``other`` that the tiles agree with most, if any."""
    best: _Fit | None = None
    for matrix in _suggestions(view, other):
        fit = _judged(view, other, matrix)
        if fit is not None and (best is None or fit.worth > best.worth):
            best = fit
    if best is None:
        return None
    for _ in range(2):
        finer = _judged(view, other, _homography(view, other, best.pairs))
        if finer is None or finer.worth < best.worth:
            break
        best = finer
    return None if best.is_contradicted and _is_thin(best, view, other) else best


def _suggestions(view: _View, other: _View) -> Iterator[Matrix]:
    for i, tile in enumerate(view.reading.tiles):
        if tile.tile in _UNTOLD:
            continue
        for j, same in enumerate(other.reading.tiles):
            if same.tile == tile.tile:
                yield _similarity(view.corners[i], other.corners[j])


def _similarity(corners: Matrix, target: Matrix) -> Matrix:
    """Turn, scale and shift of one quad onto another, least squares (complex numbers)."""
    here = corners[:, 0] + 1j * corners[:, 1]
    there = target[:, 0] + 1j * target[:, 1]
    off, aim = here - here.mean(), there - there.mean()
    factor = np.vdot(off, aim) / max(float(np.vdot(off, off).real), 1e-9)
    shift = there.mean() - factor * here.mean()
    return np.array(
        [
            [factor.real, -factor.imag, shift.real],
            [factor.imag, factor.real, shift.imag],
            [0, 0, 1],
        ]
    )


def _judged(view: _View, other: _View, onto: Matrix) -> _Fit | None:
    """The pairs that ``onto`` makes, unless too many tiles of the overlap speak against it."""
    laid = _transformed(view.centers, onto)
    distance = np.linalg.norm(laid[:, None] - other.centers[None], axis=2)
    near = distance < SAME_PLACE * other.heights[None]
    pairs: list[tuple[int, int]] = []
    against = 0
    nearest_back = distance.argmin(0)
    for i in range(len(laid)):
        j = int(distance[i].argmin())
        if near[i, j] and nearest_back[j] == i:
            if _same_name(view.reading.tiles[i], other.reading.tiles[j]):
                pairs.append((i, j))
            else:
                against += 1
        elif _inside(laid[i], other.reading, float(other.heights[j])):
            against += 1
    back = _transformed(other.centers, _inverse(onto))
    for j in map(int, np.flatnonzero(~near.any(0))):
        against += _inside(back[j], view.reading, float(view.heights[nearest_back[j]]))
    if len(pairs) < LEAST_SHARED or len(pairs) < LEAST_AGREEMENT * (len(pairs) + against):
        return None
    return _Fit(onto, tuple(pairs), against)


def _same_name(tile: TileReading, other: TileReading) -> bool:
    """Whether they may be one tile: either may be misread, so their doubts count too."""
    names = {tile.tile, *(name for name, _ in tile.alternatives[:2])}
    return other.tile in names or tile.tile in {name for name, _ in other.alternatives[:2]}


def _inside(point: Matrix, reading: SceneReading, margin: float) -> bool:
    x, y = point
    return bool(margin < x < reading.width - margin and margin < y < reading.height - margin)


def _homography(view: _View, other: _View, pairs: Sequence[tuple[int, int]]) -> Matrix:
    here = view.corners[[i for i, _ in pairs]].reshape(-1, 2)
    there = other.corners[[j for _, j in pairs]].reshape(-1, 2)
    found, _ = cv2.findHomography(here, there)
    return np.eye(3) if found is None else np.asarray(found, float)


def _inverse(matrix: Matrix) -> Matrix:
    return np.asarray(np.linalg.pinv(matrix), float)


def _transformed(points: Matrix, matrix: Matrix) -> Matrix:
    whole = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    depth = np.where(np.abs(whole[:, 2:]) < 1e-9, 1e-9, whole[:, 2:])
    return np.asarray(whole[:, :2] / depth)


def _moved(view: _View, onto: Matrix) -> list[TileReading]:
    moved = []
    for tile, corners in zip(view.reading.tiles, view.corners, strict=True):
        a, b, c, d = ((float(x), float(y)) for x, y in _transformed(corners, onto))
        moved.append(replace(tile, quad=(a, b, c, d)))
    return moved


def _joined(tiles: list[TileReading], more: Sequence[TileReading]) -> list[TileReading]:
    """``tiles`` with ``more``, each physical tile once."""
    joined = list(tiles)
    for tile in more:
        place = _double(tile, tiles)
        if place is None:
            joined.append(tile)
        else:
            joined[place] = _agreed(joined[place], tile)
    return joined


def _double(tile: TileReading, tiles: Sequence[TileReading]) -> int | None:
    if not tiles:
        return None
    distances = [np.hypot(*np.subtract(tile.center, other.center)) for other in tiles]
    place = int(np.argmin(distances))
    return place if distances[place] < SAME_PLACE * _height(tiles[place].quad) else None


def _height(quad: Quad) -> float:
    a, b, c, d = (np.array(point) for point in quad)
    return float(np.linalg.norm((d - a + c - b) / 2))


def _agreed(tile: TileReading, again: TileReading) -> TileReading:
    if again.confidence > tile.confidence:
        best, other = replace(again, quad=tile.quad), tile
    else:
        best, other = tile, again
    if best.tile == other.tile or other.tile in _UNTOLD:
        return best
    rest = tuple(pair for pair in best.alternatives if pair[0] != other.tile)
    doubt = (other.tile, min(other.confidence, best.confidence))
    return replace(best, doubtful=True, alternatives=(doubt, *rest))


def _arranged(readings: Sequence[SceneReading], tiles: Sequence[TileReading]) -> SceneReading:
    laid = arrange([t.quad for t in tiles], upside_down=[TURNED] * len(tiles), kind="table")
    order = [place for group in laid.groups for place in group.tiles]
    number = {place: tile_id for tile_id, place in enumerate(order)}
    times: dict[str, float] = {}
    for reading in readings:
        for stage, ms in reading.timings_ms.items():
            times[stage] = times.get(stage, 0.0) + ms
    warnings = [f"{r.photo}: {warning}" for r in readings for warning in r.warnings]
    return SceneReading(
        photo=" + ".join(reading.photo for reading in readings),
        width=readings[0].width,
        height=readings[0].height,
        tiles=tuple(replace(tiles[place], id=number[place]) for place in order),
        groups=tuple(
            TileGroup(group.zone, tuple(number[place] for place in group.tiles))
            for group in laid.groups
        ),
        warnings=tuple(warnings),
        timings_ms=times,
    )
