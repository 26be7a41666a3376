"""Light, lens and sensor: what turns a clean picture into a phone photo."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.surface import noise

Pixels = npt.NDArray[np.uint8]
Plane = npt.NDArray[np.float32]
Rng = np.random.Generator

_DARKEST = 48.0
"""Mean grey level that a camera's metering reaches even in a dim room."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How bad a photo is. Blurs in pixels, ``noise`` in grey levels, ``glare``
    the number of bright blobs, ``shadow`` 0..1 the depth of a cast shadow,
    ``metering`` 0..1 is how far the camera evens out the mean brightness (0: not
    at all, not even the dark), ``sharpen`` how hard it redraws edges,
    ``gains`` multiply red, green, blue, ``exposure`` everything, ``jpeg`` 1..100.
    """

    exposure: float
    gamma: float
    gains: tuple[float, float, float]
    gradient: float
    shadow: float
    metering: float
    glare: int
    glare_strength: float
    defocus: float
    motion: float
    noise: float
    sharpen: float
    jpeg: int


def random_conditions(rng: Rng, tile: float, kind: str = "") -> Conditions:
    """Conditions for tiles about ``tile`` px tall.

    ``kind`` forces one ill: ``dark``, ``blurred``, ``glare`` or nothing.
    """
    calm = rng.random() < 0.42 and not kind
    warm = rng.normal(0.03, 0.07 if calm else 0.16)
    if rng.random() < 0.15:
        warm += 0.3
    tint = rng.normal(0, 0.03)
    gains = (float(np.exp(warm * 0.55)), float(np.exp(tint)), float(np.exp(-warm)))
    blur_limit = max(0.35, 0.028 * tile)
    exposure = float(rng.uniform(0.8, 1.15) if calm else rng.uniform(0.5, 1.35))
    if rng.random() < 0.1 or kind == "dark":
        exposure = float(rng.uniform(0.2, 0.42))
    defocus = float(min(blur_limit, abs(rng.normal(0, 0.5 if calm else 1.0))))
    motion = float(min(blur_limit * 3, rng.exponential(3))) if rng.random() < 0.15 else 0.0
    if kind == "blurred":
        defocus, motion = blur_limit * 1.4, blur_limit * float(rng.uniform(0, 3))
    glare = int(rng.integers(1, 4)) if kind == "glare" or (not calm and rng.random() < 0.25) else 0
    return Conditions(
        exposure=exposure,
        gamma=float(rng.uniform(0.85, 1.25)),
        gains=gains,
        gradient=float(rng.uniform(0, 0.25 if calm else 0.55)),
        shadow=0.0 if calm or rng.random() < 0.65 else float(rng.uniform(0.2, 0.65)),
        metering=0.0 if kind == "dark" else float(rng.uniform(0.3, 0.9)),
        glare=glare,
        glare_strength=float(rng.uniform(0.12, 0.7))
        if kind != "glare"
        else float(rng.uniform(0.7, 1.1)),
        defocus=defocus,
        motion=motion,
        noise=float(rng.exponential(2.5 if calm else 4.5)) + (5 if exposure < 0.45 else 0),
        sharpen=float(rng.uniform(0.2, 1.1)) if rng.random() < 0.45 else 0.0,
        jpeg=int(rng.integers(35, 96)),
    )


def develop(picture: Pixels, rng: Rng, conditions: Conditions) -> Pixels:
    """The photo of a clean RGB picture, same size."""
    height, width = picture.shape[:2]
    image = picture.astype(np.float32)
    light = _light(rng, width, height, conditions)
    gains = np.array(conditions.gains, np.float32) * conditions.exposure
    image *= light[..., None]
    if conditions.metering:
        mean = max(4.0, float(image[::4, ::4].mean()))
        gain = float(np.clip((125 / mean) ** conditions.metering, 0.5, 3.0))
        # No phone leaves a photo darker than this of its own will.
        gains *= max(gain, min(6.0, _DARKEST / mean))
    image *= gains
    for _ in range(conditions.glare):
        image += _glare(rng, width, height)[..., None] * (255 * conditions.glare_strength)
    if conditions.gamma != 1:
        table = (np.linspace(0, 1, 512, dtype=np.float32) ** conditions.gamma) * 255
        image = table[np.clip(image * 2, 0, 511).astype(np.int32)]
    if conditions.defocus > 0.3:
        image = cv2.GaussianBlur(image, (0, 0), conditions.defocus)
    if conditions.motion > 1:
        image = cv2.filter2D(image, -1, _streak(rng, conditions.motion))
    image = _grain(image, rng, conditions.noise)
    if conditions.sharpen:
        image += (image - cv2.GaussianBlur(image, (0, 0), 1.2)) * conditions.sharpen
    pixels = np.clip(image, 0, 255).astype(np.uint8)
    return _jpeg(pixels, conditions.jpeg)


def _light(rng: Rng, width: int, height: int, conditions: Conditions) -> Plane:
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    way = rng.uniform(0, 2 * np.pi)
    slope = x * np.float32(np.cos(way)) + y * np.float32(np.sin(way))
    light = 1 + slope * np.float32(conditions.gradient * 0.6)
    if rng.random() < 0.5:
        cx, cy = rng.uniform(-0.6, 0.6, 2)
        far = (x - np.float32(cx)) ** 2 + (y - np.float32(cy)) ** 2
        light = light * (1 - np.float32(conditions.gradient * 0.35) * np.minimum(far, 2.5))
    if conditions.shadow:
        light = light * (1 - np.float32(conditions.shadow) * _shadow(rng, width, height))
    return np.maximum(light, 0.12)


def _shadow(rng: Rng, width: int, height: int) -> Plane:
    """A soft shadow of a head, a hand or a window frame, 0..1."""
    small = np.zeros((96, 128), np.uint8)
    kind = rng.random()
    if kind < 0.4:
        points = rng.uniform(-20, 148, (int(rng.integers(3, 7)), 2)).astype(np.int32)
        cv2.fillPoly(small, [cv2.convexHull(points)], 255)
    elif kind < 0.7:
        at = (int(rng.integers(128)), int(rng.integers(96)))
        cv2.ellipse(
            small,
            at,
            (int(rng.integers(15, 60)), int(rng.integers(10, 40))),
            float(rng.uniform(0, 180)),
            0,
            360,
            255,
            -1,
        )
        for _ in range(int(rng.integers(0, 5))):
            tip = (int(rng.integers(128)), int(rng.integers(96)))
            cv2.line(small, at, tip, 255, int(rng.integers(4, 14)))
    else:
        for _ in range(int(rng.integers(1, 4))):
            a, b = rng.integers(0, 128, 2), rng.integers(0, 128, 2)
            cv2.line(small, (int(a[0]), 0), (int(b[0]), 96), 255, int(rng.integers(5, 40)))
    soft = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.8, 9)))
    return (
        cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32) / 255
    )


def _glare(rng: Rng, width: int, height: int) -> Plane:
    """A lamp or window mirrored by the table, 0..1."""
    y, x = np.mgrid[0:48, 0:64].astype(np.float32)
    cx, cy = rng.uniform(0, 64), rng.uniform(0, 48)
    turn = rng.uniform(0, np.pi)
    u = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
    v = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
    a, b = rng.uniform(3, 20), rng.uniform(2, 12)
    power = rng.choice([1.0, 1.0, 3.0])
    blob = np.exp(-(((u / a) ** 2 + (v / b) ** 2) ** power)).astype(np.float32)
    return cv2.resize(blob, (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 1)


def _streak(rng: Rng, length: float) -> Plane:
    size = 2 * int(np.ceil(length / 2)) + 3
    kernel = np.zeros((size, size), np.float32)
    way = rng.uniform(0, np.pi)
    middle = size / 2
    step = np.array([np.cos(way), np.sin(way)]) * length / 2
    a = tuple(int(v * 16) for v in (middle - 0.5 - step))
    b = tuple(int(v * 16) for v in (middle - 0.5 + step))
    cv2.line(kernel, a, b, 1.0, 1, cv2.LINE_8, 4)
    return kernel / max(1.0, float(kernel.sum()))


def _grain(image: Plane, rng: Rng, level: float) -> Plane:
    if level < 0.3:
        return image
    height, width = image.shape[:2]
    grain = np.empty((height, width, 3), np.float32)
    # OpenCV's generator is several times faster; its seed comes from ours.
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    cv2.randn(grain, (0, 0, 0), (level, level * 0.8, level * 1.1))
    if rng.random() < 0.4:
        blotch = noise(rng, max(height, width), (height // 4, width // 4))[:height, :width]
        grain += blotch[..., None] * np.array([0.5, -0.2, 0.5], np.float32) * level * 0.6
    return image + grain


def _jpeg(pixels: Pixels, quality: int) -> Pixels:
    _, data = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.ascontiguousarray(decoded[..., ::-1])
