"""From photos of an owner's tiles, their names known, to the pictures of a profile.

Names come from the order the tiles were laid out in, or from a person who typed or
corrected them: never from the network alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.adapt import Learned
from vision.arrange import arrange
from vision.backs import without_bare_ground
from vision.classify import NUMBERS, TILE_NAMES
from vision.decide import both_ways, upright
from vision.detect import height_of
from vision.find import Found, find_tiles
from vision.in_order import (
    Alignment,
    Layout,
    align,
    games_in_order,
)
from vision.ink import ink_vectors
from vision.patches import LEAST_HEIGHT, cut_at, empty_beside
from vision.photo import Photo
from vision.profile import NO_TILE, Patch, patches_of
from vision.reading import (
    FACE_DOWN,
    UNREADABLE,
    DecidedBy,
    Quad,
    SceneReading,
    TileGroup,
    TileReading,
    Why,
    Zone,
)
from vision.shared_inks import share_inks
from vision.stopwatch import Stopwatch

MOST_MISSING = 0.15
"""Share of the layout's tiles that may not have been seen, and of the finds that may be none."""
LEAST_AGREEMENT = 0.3
"""Share of the tiles that must read as the order says; by chance one in fifty does."""
SURE_MARGIN = 6.0
"""Nats by which the best naming must be likelier than any other to be taken for right."""
EMPTY_SHARE = 0.4
"""Pictures of no tile, from between and around the tiles, for each picture of one."""
OFTEN = 3
"""A number that so many tiles bear lies there; fewer may be misread."""
_HOW = "lay each colour from 1 to 13, the jokers last, in rows that do not touch"


class CalibrationError(ValueError):
    """A photo that nothing can be learned from: one line saying what was seen and what to do."""


@dataclass(frozen=True, slots=True)
class LabelledPatch:
    """A tile as the order names it, and as a reading of the photo has it, inks told apart."""

    patch: Patch
    read: str

    @property
    def differs(self) -> bool:
        return self.patch.tile != self.read


@dataclass(frozen=True, slots=True)
class Stray:
    """A find that belongs nowhere in the order: its ``row`` and ``place`` in it, from 1, and
    what was ``read`` there. ``id`` is its place among all finds, as tiles of the reading have."""

    id: int
    row: int
    place: int
    read: str


@dataclass(frozen=True, slots=True)
class Calibration:
    """What one photo shows.

    ``reading`` is the photo with the tiles as they are named now (doubtful where
    that is not what was read); ``tiles`` are its pictures in reading order and
    ``empty`` those of no tile; ``missing`` were expected and not found, ``left_out``
    is how many finds belong nowhere, the ``strays``. ``sure`` says that another order of the
    colours is out of the question.
    """

    reading: SceneReading
    tiles: tuple[LabelledPatch, ...]
    empty: tuple[Patch, ...]
    missing: tuple[str, ...]
    left_out: int
    sure: bool
    strays: tuple[Stray, ...] = ()

    @property
    def patches(self) -> tuple[Patch, ...]:
        """All the evidence."""
        return (*(labelled.patch for labelled in self.tiles), *self.empty)


def calibrate(
    photo: Photo, *, laid: Sequence[str] | None = None, known: Learned | None = None
) -> Calibration:
    """The tiles on a photo of a game laid out in order, or of the tiles named.

    Args:
        photo: rows from top to bottom, each from left to right.
        laid: what lies there, in that order; by default each colour from 1 to 13
            in any order of colours, one or both copies, jokers last.
        known: what was learned from these tiles before.

    Raises:
        CalibrationError: there are no such tiles.
    """
    found = find_tiles(photo.pixels, Stopwatch(), known.adaptation if known else None)
    found = without_bare_ground(photo.pixels, found)
    if not found:
        raise CalibrationError(
            f"{photo.name}: no tiles found: {_HOW}, and fill the photo with them"
        )
    rows = _rows(found)
    order = [place for row, _ in rows for place in row]
    turned = dict(pair for row, chances in rows for pair in zip(row, chances, strict=True))
    rankings = [both_ways(found[place].scores, turned[place]) for place in order]
    quads = [upright(found[place].quad, turned[place]) for place in order]
    inks = known.inks if known else None
    vectors, heights = ink_vectors(photo.pixels, quads), [height_of(quad) for quad in quads]
    shared = share_inks([found[i].scores for i in order], vectors, inks, heights=heights)
    # the order itself is told by each tile alone: what is shared may be wrong for all of them
    read = [
        both_ways(scores, turned[place])[0][0] for place, scores in zip(order, shared, strict=True)
    ]
    seen = [read[start:stop] for start, stop in _spans([len(row) for row, _ in rows])]
    is_tile = np.array([found[place].scores.tile_probability for place in order])
    aligned, sure = _named(_chances(rankings), is_tile, laid, photo.name, seen)
    kept = [place for place, name in enumerate(aligned.names) if name is not None]
    names = [str(aligned.names[place]) for place in kept]
    patches = patches_of(names, cut_at(photo.pixels, [quads[place] for place in kept]))
    return Calibration(
        reading=_as_reading(photo, aligned, read, quads, [len(row) for row, _ in rows]),
        tiles=tuple(
            LabelledPatch(patch, read[place]) for patch, place in zip(patches, kept, strict=True)
        ),
        empty=_empty_patches(photo, quads),
        missing=aligned.missing,
        left_out=len(order) - len(kept),
        sure=sure,
        strays=tuple(_strays(aligned, read, [len(row) for row, _ in rows])),
    )


def _strays(aligned: Alignment, read: Sequence[str], lengths: Sequence[int]) -> Iterator[Stray]:
    for row, (start, stop) in enumerate(_spans(lengths), start=1):
        for place in range(start, stop):
            if aligned.names[place] is None:
                yield Stray(place, row, place - start + 1, read[place])


def patches_from(photo: Photo, reading: SceneReading) -> tuple[Patch, ...]:
    """The pictures of the tiles on a photo whose reading a person has put right.

    Tiles that nobody could read, that are face down, or that a person added where
    nothing was found (their corners are a guess) are left out. ``photo`` may be a
    smaller picture than the one that was read.

    Raises:
        CalibrationError: nothing is left.
    """
    scale = photo.pixels.shape[1] / max(reading.width, 1)
    tiles = [tile for tile in reading.tiles if _is_evidence(tile, scale)]
    if not tiles:
        raise CalibrationError(f"{photo.name}: no tiles to learn from: look at the photo again")
    quads = [_scaled(tile.quad, scale) for tile in tiles]
    everything = [_scaled(quad, scale) for tile in reading.tiles for quad in tile.quads]
    names = [tile.tile for tile in tiles]
    return (*patches_of(names, cut_at(photo.pixels, quads)), *_empty_patches(photo, everything))


def _is_evidence(tile: TileReading, scale: float) -> bool:
    by_hand = tile.decided_by is DecidedBy.USER and not tile.raw
    high = math.dist(tile.quad[0], tile.quad[3]) * scale >= LEAST_HEIGHT
    return high and not by_hand and tile.tile not in (UNREADABLE, FACE_DOWN)


def _scaled(quad: Quad, scale: float) -> Quad:
    a, b, c, d = (((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in quad)
    return (a, b, c, d)


def _rows(found: Sequence[Found]) -> list[tuple[tuple[int, ...], tuple[float, ...]]]:
    """Places of the finds row by row, and for each the chance that it is upside down."""
    laid = arrange(
        [tile.quad for tile in found],
        upside_down=[tile.scores.upside_down for tile in found],
        kind="rack",  # rows are tiers that lie flat: gaps do not end them
    )
    return [(row.tiles, tuple(laid.upside_down[i] for i in row.tiles)) for row in laid.groups]


def _chances(rankings: Sequence[Sequence[tuple[str, float]]]) -> NDArray[Any]:
    by_name = [dict(ranking) for ranking in rankings]
    return np.array([[each.get(name, 0.0) for name in TILE_NAMES] for each in by_name])


def _named(
    chances: NDArray[Any],
    is_tile: NDArray[Any],
    laid: Sequence[str] | None,
    photo: str,
    seen: Sequence[Sequence[str]],
) -> tuple[Alignment, bool]:
    """The likeliest naming, and whether it is far likelier than any other."""
    layouts = games_in_order() if laid is None else [[_as_layout(laid)]]
    best, margin = align(chances, is_tile, layouts)
    if not _fits(best, chances):
        gap = _gap(seen) if laid is None else None
        wanted = _HOW if laid is None else "name the tiles row by row from the top"
        what = _shown(seen, best) if gap is None else _without(seen, *gap)
        raise CalibrationError(f"{photo}: {what}: {wanted}")
    return best, margin >= SURE_MARGIN


def _as_layout(laid: Sequence[str]) -> Layout:
    return tuple("J" if name.startswith("J") else name for name in laid)


def _fits(best: Alignment, chances: NDArray[Any]) -> bool:
    wanted = sum(name != "J" for name in best.layout)
    named = [(i, name) for i, name in enumerate(best.names) if name is not None]
    agreeing = sum(TILE_NAMES[int(chances[i].argmax())] == name for i, name in named)
    return (
        len(best.missing) <= MOST_MISSING * wanted
        and len(best.names) - len(named) <= max(2, MOST_MISSING * len(best.names))
        and agreeing >= LEAST_AGREEMENT * len(named)
    )


def _gap(seen: Sequence[Sequence[str]]) -> tuple[int, int] | None:
    """The first and last of the numbers that are not there, where all others are."""
    counts = Counter(name[1:] for row in seen for name in row)
    there = [counts[str(number)] >= OFTEN for number in range(1, NUMBERS + 1)]
    gone = [number for number, is_there in enumerate(there, start=1) if not is_there]
    lone = sum(counts[str(number)] for number in gone)
    if not gone or lone >= OFTEN or gone[-1] - gone[0] + 1 != len(gone) or not any(there):
        return None
    return gone[0], gone[-1]


def _without(seen: Sequence[Sequence[str]], first: int, last: int) -> str:
    return f"{sum(map(len, seen))} tiles found, none of them from {first} to {last}"


def _shown(seen: Sequence[Sequence[str]], best: Alignment) -> str:
    """What was seen, with the row that fits the layout worst."""
    count = sum(map(len, seen))
    tiles = f"{count} tile" + ("" if count == 1 else "s")
    spans = _spans([len(row) for row in seen])
    agreement = [
        sum(one == other for one, other in zip(row, best.names[start:stop], strict=True)) / len(row)
        for row, (start, stop) in zip(seen, spans, strict=True)
    ]
    worst = int(np.argmin(agreement))
    row = " ".join(seen[worst][:13])
    return f"{tiles} found in {len(seen)} rows, row {worst + 1} reads {row}"


def _spans(lengths: Sequence[int]) -> list[tuple[int, int]]:
    stops = np.cumsum(lengths).tolist()
    return list(zip([0, *stops[:-1]], stops, strict=True))


def _empty_patches(photo: Photo, quads: Sequence[Quad]) -> tuple[Patch, ...]:
    height, width = photo.pixels.shape[:2]
    places = empty_beside(quads, (width, height), most=math.ceil(EMPTY_SHARE * len(quads)))
    return patches_of([NO_TILE] * len(places), cut_at(photo.pixels, places)) if places else ()


def _as_reading(
    photo: Photo,
    aligned: Alignment,
    read: Sequence[str],
    quads: Sequence[Quad],
    lengths: Sequence[int],
) -> SceneReading:
    """The photo with the tiles as the order names them; finds that are none left out."""
    tiles = tuple(
        TileReading(
            id=place,
            tile=name,
            confidence=1.0,
            doubtful=name != read[place],
            quad=_scaled(quads[place], photo.scale),
            raw=read[place],
            decided_by=DecidedBy.RULES,
            why=() if name == read[place] else (Why.ORDER,),
        )
        for place, name in enumerate(aligned.names)
        if name is not None
    )
    named = {tile.id for tile in tiles}
    rows = (tuple(i for i in range(*span) if i in named) for span in _spans(lengths))
    return SceneReading(
        photo=photo.name,
        width=photo.width,
        height=photo.height,
        tiles=tiles,
        groups=tuple(TileGroup(Zone.TABLE, row) for row in rows if row),
    )
