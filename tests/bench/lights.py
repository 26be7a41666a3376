"""What other light costs on real tiles: it is laid over the test fold and the large print.

In linear light, as a lamp, a shadow or a reflection adds or takes it. Nothing is moved, so the
labels hold.

Usage: TILE_PHOTOS=DIR python -m tests.bench lights
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.bench._real_photos import Pixels, RealPhoto, table

Light = NDArray[Any]
GAMMA = 2.2


def _lamp(*gains: float) -> Callable[[Light, np.random.Generator], Light]:
    return lambda light, _: light * np.array(gains)


def _veil(*added: float) -> Callable[[Light, np.random.Generator], Light]:
    return lambda light, _: light + np.array(added)


def _two_lamps(light: Light, _: np.random.Generator) -> Light:
    """Warm on the left, cold on the right."""
    across = np.linspace(0, 1, light.shape[1])[None, :, None]
    right = 1 / (1 + np.exp(-(across - 0.5) / 0.08))
    return light * ((1 - right) * np.array([1, 0.62, 0.25]) + right * np.array([0.7, 0.85, 1]))


def _shadow(light: Light, _: np.random.Generator) -> Light:
    """A soft edge from corner to corner, beyond which an eighth of the light is left."""
    height, width = light.shape[:2]
    rows, columns = np.mgrid[:height, :width]
    beyond = ((columns - width / 2) * 0.8 + (rows - height / 2) * 0.6) / (0.03 * width)
    return light * (0.12 + 0.88 / (1 + np.exp(-np.clip(beyond, -50, 50))))[..., None]


def _dark(light: Light, rng: np.random.Generator) -> Light:
    """A sixteenth of the light, and the sensor's noise."""
    left = 0.06 * light
    return left + rng.normal(0, 0.02, light.shape) * np.sqrt(left + 0.001)


def _reflections(light: Light, rng: np.random.Generator) -> Light:
    """Two white lamps mirrored somewhere in the photo's middle."""
    height, width = light.shape[:2]
    rows, columns = np.mgrid[:height, :width]
    for _ in range(2):
        x, y = rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * height
        away = ((columns - x) / (0.12 * width)) ** 2 + ((rows - y) / (0.06 * width)) ** 2
        light = light + 0.9 * np.exp(-away)[..., None]
    return light


LIGHTS: dict[str, Callable[[Light, np.random.Generator], Light]] = {
    "as it is": _lamp(1, 1, 1),
    "warm lamp": _lamp(1, 0.62, 0.25),
    "very warm lamp": _lamp(1, 0.5, 0.12),
    "cold light": _lamp(0.6, 0.8, 1),
    "green light": _lamp(0.7, 1, 0.6),
    "pink light": _lamp(1, 0.6, 0.8),
    "violet light": _lamp(0.5, 0.45, 1),
    "two lamps": _two_lamps,
    "half in shadow": _shadow,
    "dark": _dark,
    "two reflections": _reflections,
    "white veil 0.05": _veil(0.05, 0.05, 0.05),
    "white veil 0.1": _veil(0.1, 0.1, 0.1),
}


def main() -> None:
    """Print what each light costs."""
    table("light", {name: partial(_lit, laid) for name, laid in LIGHTS.items()})


def _lit(
    laid: Callable[[Light, np.random.Generator], Light],
    pixels: Pixels,
    _: RealPhoto,
    rng: np.random.Generator,
) -> Pixels:
    light = laid((pixels / 255.0) ** GAMMA, rng)
    return (np.clip(light, 0, 1) ** (1 / GAMMA) * 255).round().astype(np.uint8)
