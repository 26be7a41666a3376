"""Several photos of one table, taken by moving along it, become one reading.

Where photos overlap they show the same tiles. Two tiles of the same name suggest
how one photo lies on the other (a turn, a scale and a shift); the suggestion
that most other tiles agree with, and few contradict, is refined into the
homography between the two views of the table. All tiles are then moved into the
pixels of the first photo, doubles are joined, and sets are arranged anew.

A doubtful tile, or one that a frame cuts, may be misread: it speaks for a fit, never
against one, and where another photo shows the same tile whole, that is what counts.

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
from vision.edge import STEP
from vision.frame import share_beyond
from vision.gaps import with_room_told
from vision.reading import (
    CUT_OFF,
    FACE_DOWN,
    UNREADABLE,
    Quad,
    SceneReading,
    Sight,
    TileGroup,
    TileReading,
    Why,
)
from vision.stock import held_against

if TYPE_CHECKING:
    from solver.rules import Rules

Matrix: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]

SAME_PLACE = 0.45
"""Tile heights between two centres that are one tile, the photos once aligned."""
AT_THE_FRAME = 0.2
"""Tile widths from the frame of the photo within which a corner may be a cut, and no corner."""
MOST_OF_IT = 0.85
"""Share of a tile's face that a photo must show to be asked what the tile is."""
WELL_IN_VIEW = 0.02
"""Of a place that a photo shows no larger share lies beyond its frame."""
HARDLY_SHOWN = (0.5, 0.9)
"""Share of a tile beyond the frame with which it shows, but may not be read."""
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
    """One photo's tiles: corners ``(N, 4, 2)``, which of them lie clear of the frame
    ``(N, 4)``, centres ``(N, 2)``, heights ``(N,)``."""

    reading: SceneReading
    corners: Matrix
    clear: Mask
    centers: Matrix
    heights: Matrix

    @classmethod
    def of(cls, reading: SceneReading) -> _View:
        corners = np.array([tile.quad for tile in reading.tiles], float).reshape(-1, 4, 2)
        heights = np.array([_height(tile.quad) for tile in reading.tiles])
        widths = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)[:, None, None]
        room = np.minimum(corners, (reading.width, reading.height) - corners)
        clear = (room > AT_THE_FRAME * widths).all(2)
        return cls(reading, corners, clear, corners.mean(1), heights)

    def is_whole(self, place: int) -> bool:
        """Whether the frame cuts nothing off the tile."""
        return bool(self.clear[place].all())

    def is_sure(self, place: int) -> bool:
        """Whether the tile may speak against another photo."""
        return self.is_whole(place) and not self.reading.tiles[place].doubtful


@dataclass(frozen=True, slots=True)
class _Placed:
    """A tile as one photo shows it, its quad in pixels of the first photo."""

    tile: TileReading
    sight: Sight
    whole: bool

    @property
    def is_told(self) -> bool:
        return self.tile.tile not in _UNTOLD

    @property
    def is_sure(self) -> bool:
        return self.whole and not self.tile.doubtful


@dataclass(frozen=True, slots=True)
class _Fit:
    """How one photo lies on another: ``pairs`` are places of the same tile in both.

    ``against`` is how many sure tiles in the overlap have no such partner in the other.
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
    may leave; ``sights`` of each tile say where it lies on which photo, the one whose
    reading stands first. Where photos disagree on a tile, the surer reading stands, the
    other is its first alternative, and the tile is doubtful, but for one that the frame
    cuts where the other photo shows it whole and sure. Proposals are not carried over.
    ``warnings`` say where the photos may show two tables, and, held against the game of
    ``rules``, which tiles are too many.

    Raises:
        MergeError: there are no photos, or one shares no tiles with the others.
    """
    if not readings:
        raise MergeError("no photos to merge")
    views = [_View.of(reading) for reading in readings]
    onto, doubts = _onto_first(views)
    seen: list[list[_Placed]] = []
    for number, (view, matrix) in enumerate(zip(views, onto, strict=True)):
        seen = _joined(seen, _moved(number, view, matrix))
    shown = [n for n in range(len(views)) if _rest_is_shown(n, views, onto, seen)]
    tiles = [_agreed(sights) for sights in seen]
    merged = _arranged(_without_cut(readings, shown), tiles, rules)
    if rules is not None:
        merged = with_room_told(held_against(merged, rules), rules)
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
                yield _similarity(*_corners_in_both(view, other, [(i, j)]))


def _corners_in_both(
    view: _View, other: _View, pairs: Sequence[tuple[int, int]]
) -> tuple[Matrix, Matrix]:
    """Corners ``(N, 2)`` of the paired tiles that neither frame cuts; all where those are few."""
    here, there = [i for i, _ in pairs], [j for _, j in pairs]
    clear = view.clear[here] & other.clear[there]
    if clear.sum() < 2:
        clear[:] = True
    return view.corners[here][clear], other.corners[there][clear]


def _similarity(corners: Matrix, target: Matrix) -> Matrix:
    """Turn, scale and shift of some points onto others, least squares (complex numbers)."""
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
            elif view.is_sure(i) and other.is_sure(j):
                against += 1
        elif view.is_sure(i) and _inside(laid[i], other.reading, float(other.heights[j])):
            against += 1
    back = _transformed(other.centers, _inverse(onto))
    for j in filter(other.is_sure, map(int, np.flatnonzero(~near.any(0)))):
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
    """The view's tiles onto their partners: by whole tiles, or as far as corners are there."""
    whole = [(i, j) for i, j in pairs if view.is_whole(i) and other.is_whole(j)]
    here, there = _corners_in_both(view, other, whole or pairs)
    if len(whole) < LEAST_SHARED:
        return _similarity(*_corners_in_both(view, other, pairs))
    found, _ = cv2.findHomography(here, there)
    return np.eye(3) if found is None else np.asarray(found, float)


def _inverse(matrix: Matrix) -> Matrix:
    return np.asarray(np.linalg.pinv(matrix), float)


def _transformed(points: Matrix, matrix: Matrix) -> Matrix:
    whole = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    depth = np.where(np.abs(whole[:, 2:]) < 1e-9, 1e-9, whole[:, 2:])
    return np.asarray(whole[:, :2] / depth)


def _moved(number: int, view: _View, onto: Matrix) -> list[_Placed]:
    moved = []
    for place, tile in enumerate(view.reading.tiles):
        quad = _as_quad(_transformed(view.corners[place], onto))
        sight = Sight(number, view.reading.photo, tile.quad)
        moved.append(_Placed(replace(tile, quad=quad), sight, view.is_whole(place)))
    return moved


def _joined(seen: Sequence[list[_Placed]], more: Sequence[_Placed]) -> list[list[_Placed]]:
    """``seen`` with ``more``: all sights of one physical tile together."""
    joined = [list(sights) for sights in seen]
    for tile in more:
        place = _double(tile, seen)
        if place is None:
            joined.append([tile])
        else:
            joined[place].append(tile)
    return joined


def _double(tile: _Placed, seen: Sequence[list[_Placed]]) -> int | None:
    if not seen:
        return None
    # of a tile that the frame cuts the middle is not where that of the whole one is
    others = [next((each for each in sights if each.whole), sights[0]).tile for sights in seen]
    distances = [np.hypot(*np.subtract(tile.tile.center, other.center)) for other in others]
    place = int(np.argmin(distances))
    height = max(_height(tile.tile.quad), _height(others[place].quad))
    return place if distances[place] < SAME_PLACE * height else None


def _height(quad: Quad) -> float:
    """Pixels; that of a tile cut by the frame is at least its width."""
    a, b, c, d = (np.array(point) for point in quad)
    return float(max(np.linalg.norm((d - a + c - b) / 2), np.linalg.norm((b - a + c - d) / 2)))


def _shows_less(sight: _Placed, sure: _Placed) -> bool:
    """Whether the frame cuts off some of a tile of which ``sure`` is a sure and whole sight."""
    if not sure.is_sure or sight.whole:
        return False
    is_cut = _area(sight.tile.quad) < MOST_OF_IT * _area(sure.tile.quad)
    return is_cut or Why.CUT in sight.tile.why


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.array(quad, np.float32)))


def _agreed(sights: Sequence[_Placed]) -> TileReading:
    """What several sights of one tile say: the sure one, or else the likeliest, stands."""
    best = max(sights, key=_worth)
    if Why.CUT in best.tile.why:  # which concerns that photo's edge alone
        same = (each for each in sights if each.whole and each.tile.tile == best.tile.tile)
        best = max(same, key=_worth, default=best)
    place = next((each for each in sights if each.whole), best)
    others = [
        each.tile
        for each in sights
        if each.tile.tile != best.tile.tile and each.is_told and not _shows_less(each, best)
    ]
    ordered = (best.sight, *(each.sight for each in sights if each is not best))
    tile = replace(best.tile, quad=place.tile.quad, sights=ordered)
    if not others:
        return tile
    rest = tuple(pair for pair in tile.alternatives if pair[0] not in {o.tile for o in others})
    surest = max(others, key=lambda each: each.confidence)
    doubt = (surest.tile, min(surest.confidence, tile.confidence))
    return replace(tile.doubted(Why.PHOTOS), alternatives=(doubt, *rest))


def _worth(sight: _Placed) -> tuple[bool, bool, bool, float]:
    tile = sight.tile
    return sight.is_told, sight.is_sure, not tile.doubtful, tile.confidence


def _without_cut(readings: Sequence[SceneReading], shown: Sequence[int]) -> list[SceneReading]:
    """The readings, those numbered ``shown`` without the warning of tiles cut too far."""
    return [
        replace(one, warnings=tuple(w for w in one.warnings if not w.startswith(CUT_OFF)))
        if number in shown
        else one
        for number, one in enumerate(readings)
    ]


def _rest_is_shown(
    number: int, views: Sequence[_View], onto: Sequence[Matrix], seen: Sequence[list[_Placed]]
) -> bool:
    """Whether other photos show what the frame of photo ``number`` cuts too far to be read.

    They must show a tile whole of which a piece lies in that photo, where nothing was read,
    and every place that one of its rows may go on to beyond its frame.
    """
    here, back = views[number].reading, _inverse(onto[number])
    others = [(view, _inverse(onto[n])) for n, view in enumerate(views) if n != number]

    def lies_across(sights: Sequence[_Placed]) -> bool:
        if any(each.sight.number == number for each in sights):
            return False
        beyond = (
            share_beyond(_laid(each.tile.quad, back), here.width, here.height)
            for each in sights
            if each.whole
        )
        return any(0 < share < 1 for share in beyond)

    def is_in_view(place: Quad) -> bool:
        there = _laid(place, onto[number])
        return any(
            share_beyond(_laid(there, way), view.reading.width, view.reading.height) < WELL_IN_VIEW
            for view, way in others
        )

    return any(map(lies_across, seen)) and all(map(is_in_view, _places_beyond(here)))


def _places_beyond(reading: SceneReading) -> Iterator[Quad]:
    """Where the next tile of each row would lie, if of one there too little would show; pixels."""
    for group in reading.groups:
        for tile_id, side in ((group.tiles[0], -1), (group.tiles[-1], 1)):
            tile = reading.tile(tile_id)
            quad = np.array(tile.quad, float)
            right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
            place = _as_quad(quad + side * STEP * right)
            beyond = share_beyond(place, reading.width, reading.height)
            # a row along the edge is cut by it too, but does not lead beyond it
            along = share_beyond(tile.quad, reading.width, reading.height)
            if along < beyond and HARDLY_SHOWN[0] <= beyond <= HARDLY_SHOWN[1]:
                yield place


def _laid(quad: Quad, matrix: Matrix) -> Quad:
    return _as_quad(_transformed(np.array(quad, float), matrix))


def _as_quad(corners: Matrix) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return (a, b, c, d)


def _still_said(reading: SceneReading, rules: Rules | None) -> Iterator[str]:
    """Its warnings, without those of too many of a tile or room for one: of that the whole is
    asked anew."""
    known = replace(reading, warnings=())
    outdated: tuple[str, ...] = ()
    if rules is not None:
        outdated = with_room_told(held_against(known, rules), rules).warnings
    for warning in reading.warnings:
        if warning not in outdated:
            yield f"{reading.photo}: {warning}"


def _arranged(
    readings: Sequence[SceneReading], tiles: Sequence[TileReading], rules: Rules | None
) -> SceneReading:
    laid = arrange([t.quad for t in tiles], upside_down=[TURNED] * len(tiles), kind="table")
    order = [place for group in laid.groups for place in group.tiles]
    number = {place: tile_id for tile_id, place in enumerate(order)}
    times: dict[str, float] = {}
    for reading in readings:
        for stage, ms in reading.timings_ms.items():
            times[stage] = times.get(stage, 0.0) + ms
    warnings = [warning for reading in readings for warning in _still_said(reading, rules)]
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
