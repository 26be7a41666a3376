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

from vision.detect import height_of, width_of
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
"""... unless fewer than this share are: then what was fitted before is taken for it ..."""
DARKEST_PAPER = 0.5
"""... and nowhere is the white taken for darker than this share of that half's."""
FITS = 2
FULL = 0.9
"""Share of the light that an ink, lengthened to its full strength, takes from one channel."""
FAINTEST = 0.2
"""Weaker inks are not lengthened further than one of this strength: it would be noise."""
LOW = 40.0
"""Pixels of the photo: a tile lower than this has an ink hardly wider than ...."""
RUN = 2.0
"""... colours run. JPEG keeps them in squares of two pixels, so that they are paler on the
ink itself, and lie about it."""
_GAMMA = 2.2
_LINEAR = (((np.arange(256) + 1.0) / 256) ** _GAMMA).astype(np.float32)
_LUMA = np.array([0.299, 0.587, 0.114], np.float32)
_RIDGE = 1e-3
"""Keeps a plane through too few pixels from being any."""
_MOST = 1.6
"""No pixel is taken for brighter than this, relative to the white."""
_SIDE = (36, 48)


def ink_vectors(pixels: Array, quads: Sequence[Quad]) -> Array:
    """Vectors ``(N, 3)`` that lead from each tile's white towards its ink, in CIELAB.

    Their length, 0 to 1, is the share of the light that the ink takes: little where glare
    or blur washes it out, nothing on a blank. Black points at (-1, 0, 0).

    ``pixels`` is RGB uint8 ``(H, W, 3)``, ``quads`` are of tiles held upright.
    """
    crops = cut_crops(pixels, quads, width=_SIDE[0], height=_SIDE[1], margin=-INSET)
    return vectors_of(crops, [_runs(quad) for quad in quads]) if len(crops) else np.empty((0, 3))


def _runs(quad: Quad) -> tuple[int, int] | None:
    """Over how many pixels of its crop, across and down, the colours of a low tile run."""
    if height_of(quad) >= LOW:
        return None
    seen = width_of(quad) * (1 - 2 * INSET), height_of(quad) * (1 - 2 * INSET)
    across, down = (int(RUN * side / max(size, 1)) for side, size in zip(_SIDE, seen, strict=True))
    return across | 1, down | 1


def vectors_of(crops: Array, runs: Sequence[tuple[int, int] | None] = ()) -> Array:
    """The vectors ``(N, 3)`` of tiles, of RGB uint8 crops ``(N, H, W, 3)`` of their middles.

    ``runs``, if given, says of each over how many pixels across and down its colours run
    (odd numbers), if they do.
    """
    above = crops[:, : round(ABOVE * crops.shape[1])]
    height, width = above.shape[1:3]
    linear = _LINEAR[above].reshape(len(crops), -1, 3)
    places = _places(height, width)
    ratio = linear / _local_whites(linear, places)
    taken = 1 - np.minimum(np.minimum(ratio[..., 0], ratio[..., 1]), ratio[..., 2])
    strongest = np.percentile(taken, 98, axis=1, keepdims=True)
    # on a blank it is nothing, or by rounding less than nothing
    inked = taken >= np.minimum(INKED * strongest, strongest)
    inks = [np.median(each[mask], 0) for each, mask in zip(ratio, inked, strict=True)]
    for place, run in enumerate(runs):
        if run is not None:
            shares = ratio[place].reshape(height, width, 3)
            inks[place] = _with_its_colour(inks[place], shares, places, run)
    return _in_lab(np.array(inks, np.float64))


def _with_its_colour(ink: Array, shares: Array, places: Array, run: tuple[int, int]) -> Array:
    """An ink ``(3,)`` as dark as it is, with as much colour as lies about it for its darkness.

    ``shares`` ``(H, W, 3)`` are a tile's pixels as shares of its white, in linear light like
    ``ink``. Colour is told from light as JPEG does it. What the light lacks is spread as
    the colours were, and these are fitted to it by least squares, beside a plane.
    """
    taken = _taken(shares)
    light = taken @ _LUMA
    spread = cv2.blur(light, run, borderType=cv2.BORDER_REFLECT).reshape(-1, 1)
    told_by = np.concatenate([spread, places], 1).astype(np.float64)
    colour = (taken - light[..., None]).reshape(-1, 3)
    squares = told_by.T @ told_by + _RIDGE * np.eye(told_by.shape[1])
    tint = np.linalg.solve(squares, told_by.T @ colour)[0]
    depth = _taken(ink) @ _LUMA
    return np.asarray(np.clip(1 - depth * (1 + tint), 0, _MOST) ** _GAMMA)


def _taken(shares: Array) -> Array:
    """What is missing of the white, as a photo's pixels count it: not in linear light."""
    return np.asarray(1 - np.clip(shares, 0, _MOST) ** (1 / _GAMMA))


def _in_lab(inks: Array) -> Array:
    """The vectors ``(N, 3)`` of inks ``(N, 3)``, which are shares of the white in linear light."""
    strength = np.clip(1 - inks.min(1, keepdims=True), 0, 1)
    full = 1 - (1 - inks) * (FULL / np.maximum(strength, FAINTEST))
    standard = np.clip(full, 0, 1).astype(np.float32) ** np.float32(1 / _GAMMA)
    lab = cv2.cvtColor(standard[None], cv2.COLOR_RGB2LAB)[0]
    away = lab.astype(np.float64) - [100.0, 0.0, 0.0]
    length = np.linalg.norm(away, axis=1, keepdims=True)
    return np.asarray(strength * away / np.maximum(length, 1e-6))


def _places(height: int, width: int) -> Array:
    """``(P, 3)``: a one and where each pixel of a crop is, from -0.5 to 0.5."""
    rows, columns = np.mgrid[:height, :width].reshape(2, -1)
    ones = np.ones(rows.size)
    return np.stack([ones, columns / width - 0.5, rows / height - 0.5], 1).astype(np.float32)


def _local_whites(linear: Array, places: Array) -> Array:
    """The bare tile's light at every pixel: planes through the pixels that are bare.

    ``linear`` are tiles' pixels in linear light, ``(N, P, 3)``, and so is the answer;
    ``places`` ``(P, 3)`` say where they are.
    """
    light = linear @ np.full(3, 1 / 3, np.float32)
    low, high = np.percentile(light, (50, 90), axis=1, keepdims=True)
    brighter = bare = (light >= low) & (light <= high)
    planes = _planes(places, linear, bare)
    for _ in range(FITS - 1):
        brightness = light / np.maximum(planes.mean(2) @ places.T, 1e-3)
        bare = (brightness > PAPER[0]) & (brightness < PAPER[1])
        few = bare.mean(1) < LEAST_PAPER
        planes = np.where(few[:, None, None], planes, _planes(places, linear, bare))
    least = (brighter[:, None].astype(np.float32) @ linear) / brighter.sum(1)[:, None, None]
    return np.asarray(np.maximum(places @ planes, DARKEST_PAPER * least))


def _planes(places: Array, colours: Array, bare: Array) -> Array:
    """``(N, 3, 3)``: by least squares through the pixels that are bare ``(N, P)``.

    ``places @ planes`` are their colours, as ``colours`` ``(N, P, 3)``.
    """
    weighed = (bare[..., None] * places).transpose(0, 2, 1)
    squares = (weighed @ places).astype(np.float64) + _RIDGE * np.eye(3)
    return np.linalg.solve(squares, (weighed @ colours).astype(np.float64)).astype(np.float32)
