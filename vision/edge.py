"""Rows that go on beyond the photo's edge, where too little shows to find the next tile.

Where a row's next tile would lie partly in the photo and partly beyond, what shows there
is either a tile, and then of the plastic of its neighbour, or the ground, and then like
the ground above and below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import Found
from vision.frame import share_beyond
from vision.plastic import crops_in_lab, plastic_of
from vision.reading import Quad, TileReading

Array: TypeAlias = NDArray[Any]

SHOWN = (0.1, 0.85)
"""Share of a next tile that lies in the photo: of less nothing can be said, more is found."""
STEP = 1.03
"""Tiles of a row are so many of their widths apart."""
SAME_PLASTIC = 14.0
"""What shows of a next tile differs from its neighbour by no more, in CIELAB ..."""
LEAST_DIFFERENCE, CONTRAST = 6.0, 1.6
"""... and the ground by so many times more than that, and than so much."""
_SIDE = (32, 48)
_INSET = 0.08
_BESIDE = 4
"""Columns next to the neighbour that are left out: its own edge and a shadow."""
_FEWEST = 80
"""Pixels that must show."""
_SHADE = 30


def goes_on_beyond(pixels: Array, found: Sequence[Found]) -> bool:
    """Whether a row of these tiles seems to go on beyond the edge with a tile cut by it.

    ``pixels``: RGB uint8 ``(H, W, 3)``, in which the finds' quads are given.
    """
    quads = [np.array(each.quad, np.float64) for each in found if not each.shows_back]
    height, width = pixels.shape[:2]
    for quad in quads:
        for side in (1, -1):
            place = _moved(quad, side * STEP, 0)
            shown = 1 - share_beyond(_as_quad(place), width, height)
            if not SHOWN[0] <= shown <= SHOWN[1] or _is_taken(place, quad, quads):
                continue
            if _is_of_its_plastic(pixels, quad, place, side, quads):
                return True
    return False


def open_ends(
    row: Sequence[TileReading], width: int, height: int, *, cut_off: bool
) -> tuple[bool, bool]:
    """Whether a next tile of a row, left and right, may lie beyond the edge of its photo.

    ``row``: left to right, quads in pixels of the photo, ``width`` by ``height``. ``cut_off``: the
    edge is known to cut tiles; then what shows of the next one may be such a tile, and otherwise
    it is ground unless it is too little to tell.
    """
    most = SHOWN[1] if cut_off else SHOWN[0]

    def is_open(tile: TileReading, side: int) -> bool:
        quad = np.array(tile.quad, np.float64)
        beyond = share_beyond(_as_quad(_moved(quad, side * STEP, 0)), width, height)
        # a row along the edge is cut by it too, but does not lead beyond it
        return beyond > share_beyond(tile.quad, width, height) and 1 - beyond <= most

    return is_open(row[0], -1), is_open(row[-1], 1)


def _moved(quad: Array, across: float, down: float) -> Array:
    """``(4, 2)``: the place beside, above or below, so many of the tile's sides away."""
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    below = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    return quad + right * across + below * down


def _is_taken(place: Array, own: Array, quads: Sequence[Array]) -> bool:
    """Whether another tile lies there, or near enough to be it."""
    x, y = place.mean(0)
    near = float(np.linalg.norm(own[0] - own[1])) / 4
    return any(
        cv2.pointPolygonTest(other.astype(np.float32), (float(x), float(y)), True) > -near
        for other in quads
        if other is not own
    )


def _is_of_its_plastic(
    pixels: Array, quad: Array, place: Array, side: int, quads: Sequence[Array]
) -> bool:
    own = plastic_of(_lab(pixels, quad), _SHADE)
    shown = _in_the_photo(pixels, place)
    shown[:, slice(None, _BESIDE) if side > 0 else slice(-_BESIDE, None)] = False
    if shown.sum() < _FEWEST:
        return False
    difference = float(np.linalg.norm(plastic_of(_lab(pixels, place)[shown], _SHADE) - own))
    grounds = [plastic_of(_lab(pixels, each), _SHADE) for each in _ground(quad, quads, pixels)]
    ground = min((float(np.linalg.norm(each - own)) for each in grounds), default=np.inf)
    return difference < SAME_PLASTIC and ground > CONTRAST * max(difference, LEAST_DIFFERENCE)


def _ground(quad: Array, quads: Sequence[Array], pixels: Array) -> Iterator[Array]:
    """Places above and below a tile where no other lies and the photo shows them."""
    height, width = pixels.shape[:2]
    for down in (1.05, -1.05):
        place = _moved(quad, 0, down)
        x, y = place.mean(0)
        free = all(
            cv2.pointPolygonTest(other.astype(np.float32), (float(x), float(y)), False) < 0
            for other in quads
        )
        if free and share_beyond(_as_quad(place), width, height) < 0.1:
            yield place


def _in_the_photo(pixels: Array, place: Array) -> NDArray[np.bool_]:
    """``(48, 32)``: which pixels of the place's crop lie in the photo."""
    across, down = _SIDE
    corners = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
    turn = cv2.getPerspectiveTransform(place.astype(np.float32), corners)
    everywhere = np.full(pixels.shape[:2], 255, np.uint8)
    return np.asarray(cv2.warpPerspective(everywhere, turn, _SIDE) > 127)


def _lab(pixels: Array, place: Array) -> Array:
    (crop,) = crops_in_lab(pixels, [_as_quad(place)], _SIDE, _INSET)
    return crop


def _as_quad(place: Array) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in place)
    return (a, b, c, d)
