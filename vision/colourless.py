"""Whether a photo shows no colours: black and white, or black and white in one tint, as sepia is.

Then no ink can be told, and every tile would be a sure black one.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

GREY_SPREAD = 6
"""Channels that differ by no more than this, of 255, show no colour (JPEG adds a little)."""
ONE_HUE = 0.18
"""How far the directions of all inks but a tenth leave one hue, at most, where they are one ink of
several strengths (unit vectors): those of several inks leave it by 0.2 to 0.75."""
TINTED = 24.0
"""What its lightness does not tell of a pixel's colour, of 255, at most, on a photo in one tint:
20 in sepia, and 73 and more on real photos of tiles of several inks."""
_SMALLER = 4
"""Colours run in a JPEG: this many pixels each way are taken together."""
_MOST = 99.9
"""Percentile of a photo's pixels that is taken for its most colourful."""
_LEVELS = np.arange(0, 264, 6)
_LUMA = np.array([0.299, 0.587, 0.114])


def is_colourless(pixels: Array, vectors: Array) -> bool:
    """Whether an RGB uint8 ``(H, W, 3)`` photo shows no colours.

    ``vectors`` ``(N, 3)`` are those of its tiles' inks (:func:`vision.ink.ink_vectors`).
    """
    red, green, blue = cv2.split(np.ascontiguousarray(pixels[::_SMALLER, ::_SMALLER]))
    spread = cv2.max(cv2.max(red, green), blue) - cv2.min(cv2.min(red, green), blue)
    if float(np.percentile(spread, _MOST)) <= GREY_SPREAD:
        return True
    return _is_one_hue(vectors) and _colour_beside_tint(pixels) <= TINTED


def _is_one_hue(vectors: Array) -> bool:
    strengths = np.linalg.norm(vectors, axis=1)
    directions = vectors[strengths > 0] / strengths[strengths > 0, None]
    if not len(directions):
        return False
    hues = directions[:, 1:]
    hue = np.linalg.svd(hues, full_matrices=False)[2][0]
    aside = np.linalg.norm(hues - np.outer(hues @ hue, hue), axis=1)
    return float(np.percentile(aside, 90)) <= ONE_HUE


def _colour_beside_tint(pixels: Array) -> float:
    """How far colours, at most, are from that which most pixels of their lightness have.

    In levels of 255, as if the photo were exposed in full.
    """
    size = max(1, pixels.shape[1] // _SMALLER), max(1, pixels.shape[0] // _SMALLER)
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(float)
    lightness = small @ _LUMA
    colour = small - lightness[:, None]
    level = np.digitize(lightness, _LEVELS)
    there = np.unique(level)
    tint = np.array([np.median(colour[level == each], axis=0) for each in there])
    middles = _LEVELS[there - 1] + (_LEVELS[1] - _LEVELS[0]) / 2
    expected = np.stack([np.interp(lightness, middles, channel) for channel in tint.T], axis=1)
    exposed = max(float(np.percentile(lightness, 98)), 1.0) / 230
    return float(np.percentile(np.abs(colour - expected).max(1), _MOST)) / exposed
