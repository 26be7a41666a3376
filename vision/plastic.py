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
) -> Array:
    """The middles of places on an RGB uint8 photo ``(H, W, 3)``, in CIELAB (lightness 0 to 100).

    ``size`` is the width and height of each, pixels; ``inset`` the share of a side that is
    left out at each edge. Float32 ``(N, height, width, 3)``, in the order of ``quads``.
    """
    crops = cut_crops(pixels, quads, width=size[0], height=size[1], margin=-inset)
    if not len(crops):
        return np.empty((0, size[1], size[0], 3), np.float32)
    in_one = crops.astype(np.float32).reshape(-1, size[0], 3) / 255
    return np.asarray(cv2.cvtColor(in_one, cv2.COLOR_RGB2LAB).reshape(crops.shape))


def plastic_of(lab: Array, shade: float) -> Array:
    """``(3,)``: the median of CIELAB colours ``(..., 3)`` without the darkest ``shade`` percent.

    Those are ink, dent or shadow.
    """
    every = lab.reshape(-1, 3)
    light = every[:, 0] >= np.percentile(every[:, 0], shade)
    return np.asarray(np.median(every[light], 0))


def plastics_of(crops: Array, shade: float) -> Array:
    """``(N, 3)``: :func:`plastic_of` of each of CIELAB crops ``(N, height, width, 3)``."""
    every = crops.reshape(len(crops), -1, 3)
    light = np.argsort(every[..., 0], axis=1)[:, int(shade / 100 * every.shape[1]) :]
    return np.asarray(np.median(np.take_along_axis(every, light[..., None], axis=1), axis=1))


def differences_in_their_light(plastic: Array, others: Array) -> Array:
    """``(..., N)``: how far plastics ``(..., 3)`` are from others ``(..., N, 3)``, in CIELAB.

    All are CIELAB as the photo shows them, but the distance is that in good white light, were the
    other one white: in the dark or under a coloured lamp wood and plastic are photographed alike.
    """
    share = np.clip(_linear_of(plastic)[..., None, :] / _linear_of(others) * _WHITE, 0, 1)
    white = _lab_of(np.full(3, _WHITE))
    return np.asarray(np.linalg.norm(_lab_of(share) - white, axis=-1))


def _linear_of(lab: Array) -> Array:
    """Linear RGB ``(..., 3)``, 0 to 1 and never quite 0, of CIELAB colours ``(..., 3)``."""
    rgb = cv2.cvtColor(lab.astype(np.float32).reshape(1, -1, 3), cv2.COLOR_LAB2RGB)
    return np.asarray(np.clip(rgb, _DARKEST, 1).astype(np.float64) ** _GAMMA).reshape(lab.shape)


def _lab_of(linear: Array) -> Array:
    rgb = (linear ** (1 / _GAMMA)).astype(np.float32)
    return cv2.cvtColor(rgb.reshape(1, -1, 3), cv2.COLOR_RGB2LAB).reshape(linear.shape)
