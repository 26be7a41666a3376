"""Finds the tiles on a photo: oriented quads, by a small network.

The network (``vision/weights/detector_v*``, architecture in
``vision.training.networks.DetectorNet``) answers at a quarter of its input's
size whether a cell lies in a tile's core, where that tile's centre is, how its
sides run, and where its top is. Cores do not touch even where tiles do, so each
connected patch of core is a tile: the rectangle round it, grown back, and its
cells vote on which end is the top. Where the frame cuts a core its outline says
little, and the cells' votes are taken for the whole of the shape; so they are where the cores
of several tiles run together (:mod:`vision.cell_votes`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cell_votes import STRIDE, mean_votes, parallelogram, told_apart, voted_corners
from vision.patches import overlap
from vision.photo import long_side
from vision.reading import Quad
from vision.weights import Network, load_network

Maps = NDArray[Any]

FIRST_SIDE = 832
"""Long side, in pixels, of the picture that the network sees first ..."""
SMALL_PHOTO, SMALL_PHOTO_SIDE = 900, 1024
"""... but of a photo smaller than this, which someone made smaller, tiles and all."""
BLIND_SIDE, LARGEST_SIDE = 1344, 2048
"""Long side of the closer look where nothing tells how close to look, and of the closest."""
ENLARGED = 1.152
"""A photo that nobody made smaller is looked at so many times enlarged where no tile is sure."""
LONGEST = 16384
"""No look is at more pixels than this in a row: a line of millions must not cost minutes."""
COARSE = 0.375
"""The second look's scale, relative to the first."""
GOOD_HEIGHT = (44.0, 150.0)
"""Tile heights, in network pixels, at which the network sees best."""
WANTED_HEIGHT = 60.0
MULTIPLE = 32
CORE_THRESHOLD = 0.5
CORE_SIDE = 0.62
"""Share of a tile's sides that its core covers."""
LEAST_SCORE = 0.6
MOST_FINDS = 300
"""The best of one look: almost three boxes of tiles; a tiled wall must not cost minutes."""
SURE_OF_SIDES = 0.5
"""Votes closer than this (they differ by 2 at most) do not tell which sides are the long ones."""
CORE_SHARES = (0.22, 0.45)
"""Share of its quad that a tile's core may cover (``CORE_SIDE`` squared when perfect)."""
LEAST_PIECE, PIECE_SHARES, SMALLEST_PIECE = 0.8, (0.18, 0.5), 28
"""The score and the share of its quad that a core must have which ran together with another, and
the side, in network pixels, of a square as large as that quad."""
SAME_PLACE = 0.6
"""Finds that share this much (intersection over union) and their middle are one."""
ASPECTS = (0.22, 3.2)
"""Width over height of a tile, perspective included."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A find: ``quad`` in photo pixels, ``score`` the mean core probability, 0 to 1.

    ``well_seen``: at the scale of this look the network saw it at a good size.
    """

    quad: Quad
    score: float
    well_seen: bool = True

    @property
    def height(self) -> float:
        return height_of(self.quad)


def height_of(quad: Quad) -> float:
    """Mean length of the two sides that run towards the tile's top, pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return (math.hypot(ax - dx, ay - dy) + math.hypot(bx - cx, by - cy)) / 2


def width_of(quad: Quad) -> float:
    """Mean length of the two sides that run across the tile, pixels."""
    a, b, c, d = quad
    return height_of((b, c, d, a))


def area_of(quad: Quad) -> float:
    """Square pixels."""
    return float(cv2.contourArea(np.array(quad, np.float32)))


def middles_apart(one: Quad, other: Quad) -> float:
    """Pixels between the middles of two quads."""
    return float(np.linalg.norm(np.mean(one, axis=0) - np.mean(other, axis=0)))


def first_scales(pixels: Maps) -> tuple[float, float]:
    """Scales of the first looks; at the second, tiles that fill the photo are seen whole."""
    longest = long_side(*pixels.shape[:2])
    side = SMALL_PHOTO_SIDE if longest < SMALL_PHOTO else FIRST_SIDE
    scale = min(side / longest, 2.0, closest_scale(pixels))
    return scale, scale * COARSE


def blind_scale(pixels: Maps) -> float:
    """How much closer to look where no tile is sure, so that nothing tells how large they are."""
    longest = long_side(*pixels.shape[:2])
    side = BLIND_SIDE if longest < SMALL_PHOTO else min(BLIND_SIDE, ENLARGED * longest)
    return min(side / longest, closest_scale(pixels))


def closest_scale(pixels: Maps) -> float:
    """The largest scale at which this photo is ever looked at."""
    scale = min(LARGEST_SIDE / long_side(*pixels.shape[:2]), 4.0)
    return min(scale, LONGEST / max(pixels.shape[:2]))


def merged(looks: Sequence[Sequence[Sighting]]) -> list[Sighting]:
    """The finds of several looks, each tile once; those seen at a good size win."""
    every = [find for look in looks for find in look]
    every.sort(key=lambda find: (not find.well_seen, -find.score))
    return sorted(_without_doubles(every), key=lambda find: -find.score)[:MOST_FINDS]


@cache
def loaded() -> Network:
    return load_network("detector")


def look(pixels: Maps, scale: float) -> list[Sighting]:
    """What the network finds on an upright RGB uint8 photo ``(H, W, 3)`` at this scale."""
    image = _scaled(pixels, scale)
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(
        image, 0, -height % MULTIPLE, 0, -width % MULTIPLE, cv2.BORDER_CONSTANT
    )
    maps = loaded().answer(cv2.dnn.blobFromImage(padded, 1 / 255))[0]
    scales = width / pixels.shape[1], height / pixels.shape[0]
    found = decode_maps(maps, scales, frame=(width, height))
    low, high = GOOD_HEIGHT
    return [replace(find, well_seen=low <= find.height * scale <= high) for find in found]


def _scaled(pixels: NDArray[Any], scale: float) -> NDArray[Any]:
    if abs(scale - 1) < 0.02:
        return pixels
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    rows, columns = pixels.shape[:2]
    if min(rows, columns) * scale <= 0.5:  # a strip would vanish
        size = max(1, round(columns * scale)), max(1, round(rows * scale))
        return cv2.resize(pixels, size, interpolation=how)
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how)


def decode_maps(
    maps: Maps, scale: tuple[float, float] = (1.0, 1.0), *, frame: tuple[int, int] | None = None
) -> list[Sighting]:
    """Sightings of one network answer ``(11, H, W)``, in pixels divided by ``scale`` (x, y).

    ``frame`` is the picture's width and height in network pixels, without padding.
    """
    width, height = frame or (maps.shape[2] * STRIDE, maps.shape[1] * STRIDE)
    core = 1 / (1 + np.exp(-maps[0]))
    fine = cv2.resize(core, None, fx=STRIDE, fy=STRIDE, interpolation=cv2.INTER_LINEAR)
    mask = (fine > CORE_THRESHOLD).astype(np.uint8)
    count, patches, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    if count < 2:
        return []
    cells = patches[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
    cells, most, torn = told_apart(maps, cells, count)
    votes = mean_votes(maps, core, cells, most)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        column, row = contour[0, 0]
        patch = int(patches[row, column])
        if patch in torn:
            continue
        x, y, across, down, area = (int(value) for value in stats[patch])
        cut = min(x, y, width - x - across, height - y - down) < STRIDE
        corners = voted_corners(votes[patch]) if cut else _corners(contour, votes[patch])
        if _plausible(corners, None if cut else area):
            found.append(Sighting(_as_quad(corners, scale), float(votes[patch, 0])))
    number = np.bincount(cells.ravel(), minlength=most)
    for pieces in torn.values():
        found += _pieces(votes[pieces], number[pieces], scale)
    found = [tile for tile in found if tile.score >= LEAST_SCORE]
    return _without_doubles(sorted(found, key=lambda tile: -tile.score)[:MOST_FINDS])


def _pieces(votes: Maps, cells: Maps, scale: tuple[float, float]) -> list[Sighting]:
    """The tiles whose cores ran together, of so many ``cells`` each: clutter seldom looks like
    tiles in every piece, and small ones a closer look sees better."""
    quads = [voted_corners(piece) for piece in votes]
    for quad, piece, count in zip(quads, votes, cells, strict=True):
        whole = piece[0] >= LEAST_PIECE and _plausible(quad, count * STRIDE**2, PIECE_SHARES)
        if not whole or cv2.contourArea(quad.astype(np.float32)) < SMALLEST_PIECE**2:
            return []
    scores = votes[:, 0].tolist()
    return [Sighting(_as_quad(q, scale), score) for q, score in zip(quads, scores, strict=True)]


def _without_doubles(found: list[Sighting]) -> list[Sighting]:
    """Drops a detection that is a better one once more.

    Of a large find about a small one either may be the tile: only their faces tell.
    """
    near = neighbours([tile.quad for tile in found])
    kept: list[int] = []
    for place, tile in enumerate(found):
        others = (found[other] for other in kept if near[place, other])
        if not any(share_middle(tile.quad, other.quad) and _alike(tile, other) for other in others):
            kept.append(place)
    return [found[place] for place in kept]


def neighbours(quads: Sequence[Quad]) -> Maps:
    """``(N, N)``: whether two quads are near enough to share their middle; cheap."""
    corners = np.array(quads, np.float64).reshape(-1, 4, 2)
    centers = corners.mean(1)
    reach = np.linalg.norm(corners - centers[:, None], axis=2).max(1) * CORE_SIDE
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    return apart <= np.maximum(reach[:, None], reach[None])


def share_middle(one: Quad, other: Quad) -> bool:
    """Whether the centre of one quad lies deep inside the other's."""
    return _deep_inside(one, other) or _deep_inside(other, one)


def _deep_inside(one: Quad, other: Quad) -> bool:
    x, y = (sum(part) / 4 for part in zip(*one, strict=True))
    quad = np.array(other, np.float32)
    center = quad.mean(0)
    core = center + (quad - center) * CORE_SIDE
    return cv2.pointPolygonTest(core, (float(x), float(y)), False) >= 0


def _alike(tile: Sighting, other: Sighting) -> bool:
    quads = np.array([tile.quad, other.quad], np.float32)
    return overlap(quads[0], quads[1:]) >= SAME_PLACE


def _corners(contour: Maps, votes: Maps) -> Maps:
    """``(4, 2)``: the rectangle round a core, grown to the tile, its top-left first.

    The votes only say which pair of sides runs down the tile and which end is
    its top: the outline of the core is the better judge of the shape.
    """
    (x, y), sides, degrees = cv2.minAreaRect(contour)
    angle = np.radians(degrees)
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    axes *= (np.array(sides)[:, None] + 1) / CORE_SIDE
    votes_down = votes[6] * np.cos(2 * angle) + votes[7] * np.sin(2 * angle)
    votes_across = votes[3] * np.cos(2 * angle) + votes[4] * np.sin(2 * angle)
    sure = abs(votes_across - votes_down) > SURE_OF_SIDES
    first_is_across = votes_across > votes_down if sure else sides[0] < sides[1]
    across, down = axes if first_is_across else axes[::-1]
    return parallelogram(np.array([x, y]), across, down, votes[9:11])


def _plausible(
    corners: Maps, core_area: int | None, shares: tuple[float, float] = CORE_SHARES
) -> bool:
    """Whether the corners make a tile-like quad of which the core is such a share, where that is
    whole."""
    quad = corners.astype(np.float32)
    if not cv2.isContourConvex(quad.reshape(4, 1, 2)):
        return False
    across = float(np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[3] - quad[2]))
    along = float(np.linalg.norm(quad[0] - quad[3]) + np.linalg.norm(quad[1] - quad[2]))
    if not ASPECTS[0] <= across / max(along, 1e-6) <= ASPECTS[1]:
        return False
    if core_area is None:
        return True
    share = core_area / max(cv2.contourArea(quad), 1e-6)
    return shares[0] <= share <= shares[1]


def _as_quad(corners: NDArray[Any], scale: tuple[float, float]) -> Quad:
    a, b, c, d = (
        ((float(x) + 0.5) / scale[0] - 0.5, (float(y) + 0.5) / scale[1] - 0.5) for x, y in corners
    )
    return (a, b, c, d)
