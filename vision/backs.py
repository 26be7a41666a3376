"""Blanks that are tiles face down, and blanks that are none.

A gap between two tiles on a rack is a blank rectangle of a tile's size, and so is a card.
But a tile is of one plastic throughout: its back is as light and as tinted as the faces
beside it, and bare wood is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.find import Found
from vision.plastic import crops_in_lab, differences_in_their_light, plastics_of

Array: TypeAlias = NDArray[Any]

ANOTHER_COLOUR = (10.0, 45.0)
"""A blank that differs from every face by as much is bare ground; what differs more may be the
back of an edition that prints its backs. Of 45 face-down tiles of held-out rendered editions 34
differ by 6 at most and the printed ones by 50 or more; the one bare rack there is by 21 to 30,
whatever the light."""
SURE_BACK = 0.998
"""A blank that is less surely a back must be of a face's plastic ..."""
SAME_PLASTIC = 8.0
"""... to within this. Of 146 face-down tiles of held-out rendered editions that takes the share
found from 34 to 95, beside one blank that is none."""
_SIDE = (24, 32)
_INSET = 0.1
_SHADE = 40


def without_bare_ground(pixels: Array, found: Sequence[Found]) -> list[Found]:
    """The finds, in order, without the blanks that are no tiles by the look of the faces.

    ``pixels``: RGB uint8 ``(H, W, 3)``, in which the finds' quads are given.
    """
    backs = [each.shows_back for each in found]
    if not any(backs):
        return list(found)
    crops = crops_in_lab(pixels, [each.quad for each in found], _SIDE, _INSET)
    plastics = plastics_of(crops, _SHADE)
    faces = plastics[~np.array(backs)]
    return [
        each
        for each, is_back, plastic in zip(found, backs, plastics, strict=True)
        if not is_back or _is_tile(each, plastic, faces)
    ]


def _is_tile(back: Found, plastic: Array, faces: Array) -> bool:
    """Whether a blank of this colour ``(3,)`` is a tile, beside faces of these ``(N, 3)``."""
    sure = back.clarity >= SURE_BACK
    if not len(faces):
        return sure
    difference = float(differences_in_their_light(plastic, faces).min())
    low, high = ANOTHER_COLOUR
    return not low < difference < high if sure else difference < SAME_PLASTIC
