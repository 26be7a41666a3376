"""What a tile is made of: its colour apart from what is printed on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Quad
from vision.rectify import cut_crops

Array: TypeAlias = NDArray[Any]

_GAMMA = 2.2
_WHITE = 0.85
"""Share of the light that a white tile reflects."""
_DARKEST = 0.004


def crops_in_lab(
    pixels: Array, quads: Sequence[Quad], size: tuple[int, int], inset: float
) -> list[Array]:
    """The middles of places on an RGB uint8 photo ``(H, W, 3)``, in CIELAB (lightness 0 to 100).

    ``size`` is the width and height of each, pixels; ``inset`` the share of a side that is
    left out at each edge. Float32 ``(height, width, 3)`` each, in the order of ``quads``.
    """
    crops = cut_crops(pixels, quads, width=size[0], height=size[1], margin=-inset)
    return [cv2.cvtColor(crop.astype(np.float32) / 255, cv2.COLOR_RGB2LAB) for crop in crops]


def plastic_of(lab: Array, shade: float) -> Array:
    """``(3,)``: the median of CIELAB colours ``(..., 3)`` without the darkest ``shade`` percent.

    Those are ink, dent or shadow.
    """
    every = lab.reshape(-1, 3)
    light = every[:, 0] >= np.percentile(every[:, 0], shade)
    return np.asarray(np.median(every[light], 0))


def differences_in_their_light(plastic: Array, others: Array) -> Array:
    """``(N,)``: how far a plastic ``(3,)`` is from each of others ``(N, 3)``, in CIELAB.

    All are CIELAB as the photo shows them, but the distance is that in good white light, were the
    other one white: in the dark or under a coloured lamp wood and plastic are photographed alike.
    """
    linear = _linear_of(np.vstack([plastic[None], others]))
    share = np.clip(linear[0] / linear[1:] * _WHITE, 0, 1)
    white = _lab_of(np.full((1, 3), _WHITE))
    return np.asarray(np.linalg.norm(_lab_of(share) - white, axis=1))


def _linear_of(lab: Array) -> Array:
    """Linear RGB ``(N, 3)``, 0 to 1 and never quite 0, of CIELAB colours ``(N, 3)``."""
    rgb = cv2.cvtColor(lab.astype(np.float32)[None], cv2.COLOR_LAB2RGB)[0]
    return np.asarray(np.clip(rgb, _DARKEST, 1).astype(np.float64) ** _GAMMA)


def _lab_of(linear: Array) -> Array:
    rgb = (linear ** (1 / _GAMMA)).astype(np.float32)
    return np.asarray(cv2.cvtColor(rgb[None], cv2.COLOR_RGB2LAB)[0])
