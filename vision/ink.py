"""What a tile is printed in: the way from its own white to its ink.

Light and camera shift every colour, but they shift the white of the tile beside the
ink alike. So ink is measured as light taken away from that white, as it is at the very
place, for a reflection brightens one end of a tile more than the other. Blur and glare
add white to ink and tile alike: they shorten the way, and leave its direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Quad
from vision.rectify import cut_crops

Array = NDArray[Any]

INSET = 0.18
"""Share of the tile's sides left out at each edge: a gap or a shadow there is darker than ink."""
ABOVE = 0.72
"""Share of what is left, from its top, that is looked at: below may be the lip of a rack."""
INKED = 0.75
"""A pixel that takes this share of the light that the strongest one takes is ink, not its edge."""
PAPER = (0.9, 1.15)
"""A pixel this bright, relative to the white fitted before, is bare tile ..."""
LEAST_PAPER = 0.2
"""... unless fewer than this share are: then the brighter half is taken for it ..."""
DARKEST_PAPER = 0.5
"""... and nowhere is the white taken for darker than this share of that half's."""
FITS = 2
FULL = 0.9
"""Share of the light that an ink, lengthened to its full strength, takes from one channel."""
FAINTEST = 0.2
"""Weaker inks are not lengthened further than one of this strength: it would be noise."""
GREY_SPREAD = 6
"""Channels that differ by no more than this, of 255, show no colour (JPEG adds a little)."""
_GAMMA = 2.2
_SIDE = (36, 48)


def ink_vectors(pixels: Array, quads: Sequence[Quad]) -> Array:
    """Vectors ``(N, 3)`` that lead from each tile's white towards its ink, in CIELAB.

    Their length, 0 to 1, is the share of the light that the ink takes: little where glare
    or blur washes it out, nothing on a blank. Black points at (-1, 0, 0).

    ``pixels`` is RGB uint8 ``(H, W, 3)``, ``quads`` are of tiles held upright.
    """
    crops = cut_crops(pixels, quads, width=_SIDE[0], height=_SIDE[1], margin=-INSET)
    return np.array([ink_vector(crop) for crop in crops], np.float64).reshape(-1, 3)


def ink_vector(crop: Array) -> Array:
    """The vector ``(3,)`` of one tile, of an RGB uint8 crop ``(H, W, 3)`` of its middle."""
    above = crop[: round(ABOVE * len(crop))]
    linear = ((above + 1.0) / 256) ** _GAMMA
    ratio = (linear / _local_white(linear)).reshape(-1, 3)
    taken = 1 - ratio.min(1)
    strongest = np.percentile(taken, 98)
    # on a blank it is nothing, or by rounding less than nothing
    ink = np.median(ratio[taken >= min(INKED * strongest, strongest)], 0)
    strength = float(np.clip(1 - ink.min(), 0, 1))
    full = 1 - (1 - ink) * (FULL / max(strength, FAINTEST))
    standard = np.clip(full, 0, 1).astype(np.float32) ** np.float32(1 / _GAMMA)
    lab = cv2.cvtColor(standard.reshape(1, 1, 3), cv2.COLOR_RGB2LAB).reshape(3)
    away = lab.astype(np.float64) - [100.0, 0.0, 0.0]
    return strength * away / max(float(np.linalg.norm(away)), 1e-6)


def _local_white(linear: Array) -> Array:
    """``(H, W, 3)``: the bare tile's light at every pixel: planes through those that are bare."""
    height, width = linear.shape[:2]
    light = linear.mean(2).ravel()
    low, high = np.percentile(light, (50, 90))
    brighter = bare = (light >= low) & (light <= high)
    rows, columns = np.mgrid[:height, :width].reshape(2, -1)
    place = np.stack([np.ones(rows.size), columns / width - 0.5, rows / height - 0.5], 1)
    colours = linear.reshape(-1, 3)
    for _ in range(FITS):
        white = place @ np.linalg.lstsq(place[bare], colours[bare], rcond=None)[0]
        brightness = light / np.maximum(white.mean(1), 1e-3)
        bare = (brightness > PAPER[0]) & (brightness < PAPER[1])
        if bare.mean() < LEAST_PAPER:
            break
    least = DARKEST_PAPER * colours[brighter].mean(0)
    return np.asarray(np.maximum(white, least).reshape(linear.shape))


def is_colourless(pixels: Array) -> bool:
    """Whether an RGB uint8 ``(H, W, 3)`` photo is black and white, so that no ink can be told."""
    some = pixels[::4, ::4].astype(np.int16)
    return float(np.percentile(np.ptp(some, axis=2), 99.9)) <= GREY_SPREAD
