"""A phone's sensor: linear light in, a photo out."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.camera import Pixels
from vision.synth.physical.plan import Sensor

Plane = npt.NDArray[np.float32]

_MIDDLE = 0.24
"""Mean luminance that metering aims at, 1 being white."""
_WHITE = 1.05
"""Metering lets the brightest hundredth of the photo get no brighter than this."""
_KNEE = 0.7
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)


def expose(light: Plane, sensor: Sensor, rng: np.random.Generator) -> Pixels:
    """The photo of linear light, float32 (height, width, 3) RGB of any scale; uint8 RGB."""
    image = _balanced(np.maximum(light, 0), sensor.balance)
    image = image * _gain(image) * np.float32(2**sensor.exposure)
    image = _encoded(_rolled_off(image)) * 255
    image = image + _noise(image, sensor.noise, rng)
    if sensor.sharpen:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.1)) * sensor.sharpen
    return np.clip(image + 0.5, 0, 255).astype(np.uint8)


def _balanced(image: Plane, share: float) -> Plane:
    """White balance as far as a phone gets: the brightest parts turn grey by ``share``."""
    luminance = image @ _LUMINANCE
    bright = image[luminance >= np.quantile(luminance, 0.9)].mean(0)
    gains: Plane = (bright.mean() / np.maximum(bright, 1e-6)) ** np.float32(share)
    return image * gains


def _gain(image: Plane) -> np.float32:
    """Metering weighs the whole against the brightest: a white table stays brighter than a dark."""
    luminance = image @ _LUMINANCE
    mean = max(float(luminance.mean()), 1e-9)
    bright = max(float(np.quantile(luminance, 0.99)), 1e-9)
    return np.float32(min(((_MIDDLE / mean) * (_WHITE / bright)) ** 0.5, _WHITE / bright))


def _rolled_off(image: Plane) -> Plane:
    """Highlights above the knee approach white instead of being cut."""
    over = np.maximum(image - _KNEE, 0)
    return np.where(image > _KNEE, 1 - (1 - _KNEE) * np.exp(-over / (1 - _KNEE)), image)


def _encoded(image: Plane) -> Plane:
    """Linear 0..1 to sRGB 0..1."""
    low = image * np.float32(12.92)
    high = np.float32(1.055) * np.maximum(image, 1e-8) ** np.float32(1 / 2.4) - np.float32(0.055)
    return np.where(image <= 0.0031308, low, high)


def _noise(image: Plane, level: float, rng: np.random.Generator) -> Plane:
    """Grain that is stronger in the dark, and blotches that a phone's denoising leaves."""
    grain = rng.normal(0, level, image.shape).astype(np.float32)
    blotch = cv2.GaussianBlur(rng.normal(0, level * 2, image.shape).astype(np.float32), (0, 0), 1.5)
    return (0.8 * grain + blotch) * (1.3 - image / 255)
