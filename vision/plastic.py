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
