"""What the photo's frame cuts off: how much of a tile, and whether the rest can be read."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detect import height_of, middles_apart
from vision.find import Found
from vision.reading import JOKER, Quad

CUT = 0.18
"""A tile with this share of its area beyond the frame is worth a look: its 12 may be a 2."""
NEARLY = 0.15
"""A corner that is this share of the tile's height from the frame touches it, or all but."""
PIECE = 0.55
"""At the frame a find with less than this share of the nearest whole one's area is a piece ..."""
NEAR = 2.0
"""... if that is no further away than this many of its heights; otherwise of the smallest whole
one's: a table beyond a rack is smaller."""
LITTLE_LEFT = 0.3
"""A tile with this share beyond the frame is read only if its face is clear for all that ..."""
CLEAR, CLEAR_JOKER = 0.6, 0.9
"""... which takes these chances: the half of a number soon looks like a picture."""


def share_beyond(quad: Quad, width: float, height: float) -> float:
    """Share of a quad's area, 0 to 1, that lies beyond a photo of this many pixels."""
    corners = cv2.convexHull(np.array(quad, np.float32))
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    within, _ = cv2.intersectConvexConvex(corners, frame)
    return 1 - within / max(float(cv2.contourArea(corners)), 1e-6)


def touches(quad: Quad, width: float, height: float, *, within: float = NEARLY) -> bool:
    """Whether a quad reaches the frame of a photo of this many pixels, or all but.

    ``within`` is how near, as a share of the tile's height.
    """
    inside = min(min(x, y, width - 1 - x, height - 1 - y) for x, y in quad)
    return inside < within * height_of(quad)


def legible(found: Sequence[Found], width: int, height: int) -> list[Found]:
    """The finds of which enough lies within the photo to read them, in the order given.

    ``width`` and ``height`` are the photo's, in the pixels of the finds' quads.
    """
    whole = [each for each in found if not touches(each.quad, width, height)]
    return [
        each
        for each in found
        if not _is_lost(each, width, height)
        and (not touches(each.quad, width, height) or not _is_a_piece(each, whole))
    ]


def _is_lost(each: Found, width: int, height: int) -> bool:
    beyond = share_beyond(each.quad, width, height)
    if each.shows_back:
        return beyond >= CUT  # what it would show may lie beyond
    clear = CLEAR_JOKER if each.face == JOKER else CLEAR
    return each.clarity < clear and beyond >= LITTLE_LEFT


def _is_a_piece(each: Found, whole: Sequence[Found]) -> bool:
    """Half a 12 is seen as a 1 and a 2, each with an outline of its own."""
    if not whole:
        return False
    nearest = min(whole, key=lambda other: middles_apart(each.quad, other.quad))
    near = middles_apart(each.quad, nearest.quad) <= NEAR * nearest.height
    return each.area < PIECE * (nearest.area if near else min(other.area for other in whole))
