"""All tiles of a photo with the network's scores: looks, corners, faces, and looks again.

What a find is, only its face tells. So the faces of the first two looks say how
large this photo's tiles are; where those turn out small, or none showed, a closer look
follows, and finds of quite another size than the tiles are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import classify, corners, detect
from vision.classify import Adaptation, TileScores
from vision.detect import Sighting
from vision.reading import FACE_DOWN, Quad
from vision.stopwatch import Stopwatch

LIKELY_TILE = 0.8
"""A find that is a tile with this probability stands alone ..."""
LEAST_TILE, SURE_TILE, COMPANY = 0.5, 0.97, 2
"""... one of the first probability only among as many sure ones (of the second) of its size."""
READABLE = 0.3
"""What is weak as a tile must at least show one face with this probability."""
LIKELY_BACK = 0.95
"""A face-down tile is a blank rectangle: it must look like one with this probability."""
SAME_SIZE = 1.7
"""Tiles of one photo differ in height by no more than this factor from their company."""
OTHER_SIZE = 3.3
"""A find this many times smaller or larger than the photo's typical tile is none."""
CLOSER_LOOKS = 2
"""At most: one that shows whether there are tiles, and one as close as they ask."""
BLIND_CLOSER = 1.5
"""Where no tile is sure, so that nothing tells how close to look, this much closer."""
ENOUGH_CLOSER = 1.15
"""A closer look must magnify at least this much more to be worth its time."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tile: its quad in pixels of the photo, and what its face says."""

    quad: Quad
    scores: TileScores

    @property
    def height(self) -> float:
        """Mean length of the two sides that run towards the tile's top, pixels."""
        return detect.height_of(self.quad)


def find_tiles(
    pixels: NDArray[np.uint8], watch: Stopwatch, adaptation: Adaptation | None = None
) -> list[Found]:
    """The tiles on an upright RGB uint8 photo ``(H, W, 3)``, in no particular order.

    ``watch`` gets the time spent as ``detect`` and ``classify``; ``adaptation`` is
    what is known of this game's faces.
    """
    sightings = first_sightings(pixels, watch)
    found = _faces(pixels, sightings, [], watch, adaptation)
    scale = detect.first_scales(pixels)[0]
    for _ in range(CLOSER_LOOKS):
        closer = _closer_scale(pixels, found, scale)
        if closer <= ENOUGH_CLOSER * scale:
            break
        with watch.stage("detect"):
            sightings = detect.merged([sightings, _seen_at(pixels, closer)])
        nearer = _faces(pixels, sightings, found, watch, adaptation)
        if _typical_height(found) is None and not _show_each_other(nearer):
            break
        found, scale = nearer, closer
    return likely_tiles(found)


def _show_each_other(found: Sequence[Found]) -> bool:
    """Whether there are enough sure tiles of one size to believe what only a closer look shows."""
    sure = _sure_heights(found)
    alike = [sum(1 / SAME_SIZE <= other / one <= SAME_SIZE for other in sure) for one in sure]
    return max(alike, default=0) > COMPANY


def first_sightings(pixels: NDArray[np.uint8], watch: Stopwatch) -> list[Sighting]:
    """What the detector takes for tiles at the first two scales, each with its corners."""
    with watch.stage("detect"):
        return _seen_at(pixels, *detect.first_scales(pixels))


def blind_sightings(pixels: NDArray[np.uint8], watch: Stopwatch) -> list[Sighting]:
    """The first sightings, and what the closer look adds that follows where no tile is sure."""
    closer = min(BLIND_CLOSER * detect.first_scales(pixels)[0], detect.closest_scale(pixels))
    first = first_sightings(pixels, watch)
    with watch.stage("detect"):
        return detect.merged([first, _seen_at(pixels, closer)])


def _seen_at(pixels: NDArray[np.uint8], *scales: float) -> list[Sighting]:
    finds = detect.merged([detect.look(pixels, scale) for scale in scales])
    quads = corners.refined(pixels, [find.quad for find in finds])
    # two finds may turn out to be one tile once their corners are right
    return detect.merged([[replace(f, quad=q) for f, q in zip(finds, quads, strict=True)]])


def _faces(
    pixels: NDArray[np.uint8],
    sightings: Sequence[Sighting],
    known: Sequence[Found],
    watch: Stopwatch,
    adaptation: Adaptation | None,
) -> list[Found]:
    """Every sighting with what its face says; those of ``known`` need no second reading."""
    with watch.stage("classify"):
        quads = [find.quad for find in sightings]
        seen = {each.quad: each.scores for each in known}
        new = [quad for quad in quads if quad not in seen]
        seen.update(zip(new, classify.classify(pixels, new, adaptation), strict=True))
        return [Found(quad, seen[quad]) for quad in quads]


def _closer_scale(pixels: NDArray[np.uint8], found: Sequence[Found], scale: float) -> float:
    """The scale at which the tiles would be seen best; ``scale`` itself where it will do."""
    height = _typical_height(found)
    if height is None:
        return min(BLIND_CLOSER * scale, detect.closest_scale(pixels))
    if height * scale >= detect.GOOD_HEIGHT[0]:
        return scale
    return min(detect.WANTED_HEIGHT / height, detect.closest_scale(pixels))


def _typical_height(found: Sequence[Found]) -> float | None:
    """Median height of the finds that are surely tiles."""
    heights = _sure_heights(found)
    return float(np.median(heights)) if heights else None


def _sure_heights(found: Sequence[Found]) -> list[float]:
    return [each.height for each in found if each.scores.tile_probability >= SURE_TILE]


def likely_tiles(found: Sequence[Found]) -> list[Found]:
    """The finds that are tiles by themselves, and the weaker ones in sure company.

    Clutter looks a little like a tile here and there, but hardly ever beside tiles.
    """
    sure = _sure_heights(found)
    typical = _typical_height(found)

    def in_company(height: float) -> bool:
        return sum(1 / SAME_SIZE <= other / height <= SAME_SIZE for other in sure) >= COMPANY

    def of_other_size(height: float) -> bool:
        return typical is not None and not 1 / OTHER_SIZE <= height / typical <= OTHER_SIZE

    return [
        each
        for each in found
        if not of_other_size(each.height)
        and not _is_weak_back(each.scores)
        and (
            each.scores.tile_probability >= LIKELY_TILE
            or (
                each.scores.tile_probability >= LEAST_TILE
                and _is_readable(each.scores)
                and in_company(each.height)
            )
        )
    ]


def _is_weak_back(score: TileScores) -> bool:
    best, chance = score.own[0]
    return best == FACE_DOWN and chance * score.tile_probability < LIKELY_BACK


def _is_readable(score: TileScores) -> bool:
    best, chance = score.own[0]
    return best != FACE_DOWN and chance >= READABLE
