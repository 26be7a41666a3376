"""All tiles of a photo with the network's scores: looks, corners, faces, and looks again.

What a find is, only its face tells. So the faces of the first two looks say how
large this photo's tiles are; where those turn out small, or none showed, a closer look
follows, and finds of quite another size than the tiles are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import classify, corners, detect
from vision.classify import Adaptation, TileScores
from vision.detect import Sighting
from vision.reading import FACE_DOWN, JOKER, Quad
from vision.stopwatch import Stopwatch

SURE_TILE, READABLE_WELL = 0.97, 0.5
"""A find that is a tile with the first probability and shows one face with the second is sure."""
LONE_JOKER = 0.97
"""A find without company must be a tile with the first probability; and if it is a joker, with
this one, for whatever looks like a picture soon looks like one."""
LIKELY_TILE = 0.8
"""Beside one sure tile of its size, a find must be a tile with this probability ..."""
LEAST_TILE, COMPANY = 0.5, 2
"""... and beside so many with this one ..."""
READABLE = 0.3
"""... if it shows at least one face with this probability ..."""
FAINT_TILE = 0.2
"""... or with this one, if its face is clear: cut by the frame, or half in the dark."""
LEAST_ON_ITS_SIDE = 0.05
"""On its side a tile looks like a joker, and hardly like a tile; from here on it may be one."""
LIKELY_BACK = 0.8
"""A face-down tile is a blank rectangle: it must look like one with this probability, lie where a
sure tile shows its face, and be of its plastic (:mod:`vision.backs`)."""
CLEAR = 0.9
"""A face that is there with this probability is clear."""
NARROWEST = 0.55
"""A find narrower than this would, a quarter round, be wider than any tile is seen."""
SAME_SIZE = 1.7
"""Tiles of one photo differ in height by no more than this factor from their company."""
LARGER = 1.6
"""Of two finds, one on the other, the larger by this factor in area is the tile, or two of them."""
LOOSE = 2.2
"""An outline about a tile is larger than it by no more than this factor in area."""
OTHER_SIZE = 3.3
"""A find this many times smaller or larger than the photo's typical tile is none."""
CLOSER_LOOKS = 2
"""At most: one that shows whether there are tiles, and one as close as they ask."""
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

    @property
    def area(self) -> float:
        """Square pixels."""
        return detect.area_of(self.quad)

    @property
    def face(self) -> str:
        """What its scores name first."""
        return self.scores.own[0][0]

    @property
    def shows_back(self) -> bool:
        """Whether it is a blank: a tile face down."""
        return self.face == FACE_DOWN

    @property
    def clarity(self) -> float:
        """Chance, 0 to 1, of a tile with the number, joker or back that comes first, in any ink."""
        first = _without_ink(self.face)
        alike = sum(p for name, p in self.scores.own if _without_ink(name) == first)
        return self.scores.tile_probability * alike


def _without_ink(name: str) -> str:
    return name[1:] or name


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
    return any(_is_sure(each) and _company(each, sure) >= COMPANY for each in found)


def first_sightings(pixels: NDArray[np.uint8], watch: Stopwatch) -> list[Sighting]:
    """What the detector takes for tiles at the first two scales, each with its corners."""
    with watch.stage("detect"):
        return _seen_at(pixels, *detect.first_scales(pixels))


def blind_sightings(pixels: NDArray[np.uint8], watch: Stopwatch) -> list[Sighting]:
    """The first sightings, and what the closer look adds that follows where no tile is sure."""
    closer = detect.blind_scale(pixels)
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
        return _from_the_other_sides(
            pixels, [Found(quad, seen[quad]) for quad in quads], adaptation
        )


def _from_the_other_sides(
    pixels: NDArray[np.uint8], found: Sequence[Found], adaptation: Adaptation | None
) -> list[Found]:
    """Seen aslant, a tile may be taken by the wrong pair of sides: a quarter round, then.

    Those are tried that are wider than tall, and jokers: many a number on its side is a fair one.
    """
    asked = [place for place, each in enumerate(found) if _may_lie_on_its_side(each)]
    quads = [_turned_by_a_quarter(found[place].quad) for place in asked]
    answers = classify.classify(pixels, quads, adaptation)
    settled = list(found)
    for place, quad, scores in zip(asked, quads, answers, strict=True):
        turned = Found(quad, scores)
        if _is_better(turned, settled[place]):
            settled[place] = turned
    return settled


def _may_lie_on_its_side(each: Found) -> bool:
    width = detect.width_of(each.quad)
    if width > each.height:
        return True
    may_be_tile = each.scores.tile_probability >= LEAST_ON_ITS_SIDE
    return each.face == JOKER and may_be_tile and width > NARROWEST * each.height


def _is_better(turned: Found, as_seen: Found) -> bool:
    """Whether a clear face shows only from that side; of two clear ones, the number is it."""
    if turned.clarity < (LONE_JOKER if turned.face == JOKER else CLEAR):
        return False
    return as_seen.clarity < CLEAR or (as_seen.face == JOKER and turned.face != JOKER)


def _turned_by_a_quarter(quad: Quad) -> Quad:
    return (quad[1], quad[2], quad[3], quad[0])


def _closer_scale(pixels: NDArray[np.uint8], found: Sequence[Found], scale: float) -> float:
    """The scale at which the tiles would be seen best; ``scale`` itself where it will do."""
    height = _typical_height(found)
    if height is None:
        return detect.blind_scale(pixels)
    if height * scale >= detect.GOOD_HEIGHT[0]:
        return scale
    return min(detect.WANTED_HEIGHT / height, detect.closest_scale(pixels))


def _typical_height(found: Sequence[Found]) -> float | None:
    """Median height of the finds that are surely tiles."""
    heights = _sure_heights(found)
    return float(np.median(heights)) if heights else None


def _sure_heights(found: Sequence[Found]) -> list[float]:
    return [each.height for each in found if _is_sure(each)]


def likely_tiles(found: Sequence[Found]) -> list[Found]:
    """The finds that are tiles by themselves, and the weaker ones in sure company.

    Clutter looks a little like a tile here and there, but hardly ever beside tiles.
    """
    sure, typical = _sure_heights(found), _typical_height(found)

    def of_other_size(each: Found) -> bool:
        return typical is not None and not 1 / OTHER_SIZE <= each.height / typical <= OTHER_SIZE

    sized = [each for each in found if not of_other_size(each) and not _covers_several(each, found)]
    return _once_each(
        [
            each
            for each in sized
            if _is_likely(each, _company(each, sure)) and not _lies_on_another(each, sized)
        ]
    )


def _once_each(found: Sequence[Found]) -> list[Found]:
    """Of finds that share their middle the one with the clearest face."""
    ranked = sorted(found, key=lambda each: -each.clarity)
    near = detect.neighbours([each.quad for each in ranked])
    kept: list[int] = []
    for place, each in enumerate(ranked):
        others = (ranked[other].quad for other in kept if near[place, other])
        if not any(detect.share_middle(each.quad, other) for other in others):
            kept.append(place)
    return [ranked[place] for place in kept]


def _lies_on_another(each: Found, found: Sequence[Found]) -> bool:
    """Whether it is a mark or digit on a larger tile: tiles lie beside each other.

    Of two that are not far from one size the clearer is the tile, and the other a loose outline.
    """
    x, y = _middle(each)
    area = each.area
    for other in found:
        if _is_sure(other) and other.area > LARGER * area:
            much_larger = other.height > SAME_SIZE * each.height
            depth = cv2.pointPolygonTest(np.array(other.quad, np.float32), (x, y), True)
            as_clear = other.area > LOOSE * area or other.clarity >= each.clarity
            if as_clear and depth > (-each.height / 4 if much_larger else 0):
                return True
    return False


def _covers_several(each: Found, found: Sequence[Found]) -> bool:
    """Whether two sure tiles lie in it: it is both of them, seen as one."""
    outline, area = np.array(each.quad, np.float32), each.area
    within = (
        _is_sure(other)
        and other.area * LARGER < area
        and cv2.pointPolygonTest(outline, _middle(other), False) > 0
        for other in found
    )
    return sum(within) > 1


def _middle(each: Found) -> tuple[float, float]:
    x, y = np.mean(each.quad, axis=0)
    return float(x), float(y)


def _is_sure(each: Found) -> bool:
    best, chance = each.scores.own[0]
    return (
        best != FACE_DOWN and each.scores.tile_probability >= SURE_TILE and chance >= READABLE_WELL
    )


def _company(each: Found, sure: Sequence[float]) -> int:
    """How many others of its size are surely tiles; ``sure`` are the heights of all that are."""
    height = each.height
    alike = sum(1 / SAME_SIZE <= other / height <= SAME_SIZE for other in sure)
    return alike - _is_sure(each)


def _is_likely(each: Found, company: int) -> bool:
    """Whether a find is a tile, among ``company`` sure ones of its size."""
    best, chance = each.scores.own[0]
    tile = each.scores.tile_probability
    if best == FACE_DOWN:
        return company > 0 and each.clarity >= LIKELY_BACK
    if company >= COMPANY and (
        (tile >= LEAST_TILE and chance >= READABLE) or (tile >= FAINT_TILE and chance >= CLEAR)
    ):
        return True
    if company:
        return tile >= LIKELY_TILE
    return tile >= SURE_TILE and (best != JOKER or chance >= LONE_JOKER)
