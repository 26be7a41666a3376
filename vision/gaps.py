"""Gaps on a rack that pass for face-down tiles.

A gap between two tiles is a blank rectangle of a tile's size. But a tile is of one plastic
throughout: its back is as light and as tinted as the faces beside it, and bare wood is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.find import Found
from vision.plastic import crops_in_lab, plastic_of

Array: TypeAlias = NDArray[Any]

ANOTHER_COLOUR = (15.0, 55.0)
"""A blank that differs from every face by as much, in CIELAB, is bare ground; what differs more
may be the back of an edition that prints its backs. Of 41 face-down tiles of held-out rendered
editions 35 differ by 4 at most and the printed ones by 65 or more; bare racks by 20 to 48."""
_SIDE = (24, 32)
_INSET = 0.1
_SHADE = 40


def without_gaps(pixels: Array, found: Sequence[Found]) -> list[Found]:
    """The finds, in order, without blanks of another colour than the plastic of every face.

    ``pixels``: RGB uint8 ``(H, W, 3)``, in which the finds' quads are given.
    """
    backs = [each.shows_back for each in found]
    if not any(backs) or all(backs):
        return list(found)
    crops = crops_in_lab(pixels, [each.quad for each in found], _SIDE, _INSET)
    plastics = np.array([plastic_of(crop, _SHADE) for crop in crops])
    faces = plastics[~np.array(backs)]
    low, high = ANOTHER_COLOUR
    return [
        each
        for each, is_back, plastic in zip(found, backs, plastics, strict=True)
        if not is_back or not low < np.linalg.norm(faces - plastic, axis=1).min() < high
    ]
