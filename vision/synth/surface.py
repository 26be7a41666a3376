"""Tables, cloths and floors: textures seen from straight above, RGB uint8."""

from __future__ import annotations

import colorsys
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Plane = npt.NDArray[np.floating[Any]]

KINDS = (
    "plain",
    "plain",
    "wood",
    "wood",
    "wood",
    "planks",
    "weave",
    "weave",
    "rug",
    "stripes",
    "checks",
    "marble",
    "marble",
    "speckle",
    "blanket",
    "felt",
    "print",
    "tiles",
    "blobs",
    "noise",
)


def noise(rng: np.random.Generator, size: int, cells: tuple[int, int]) -> Plane:
    """Smooth noise about 0, with that many cells down and across."""
    grid = rng.standard_normal((max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC)


def fractal(rng: np.random.Generator, size: int, cells: int, octaves: int = 4) -> Plane:
    """Noise over several scales, about 0."""
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        n = cells << octave
        if n > size:
            break
        total += noise(rng, size, (n, n)) / (1 << octave)
    return total


def surface(rng: np.random.Generator, size: int, kind: str | None = None) -> Pixels:
    """A square texture of ``size`` px; ``kind`` is one of ``KINDS``.

    Raises:
        ValueError: no such kind.
    """
    kind = kind or str(rng.choice(KINDS))
    draw = _DRAW.get(kind)
    if draw is None:
        raise ValueError(f"no such surface: {kind!r}")
    texture = draw(rng, size)
    texture += rng.normal(0, rng.uniform(0.5, 4), (size, size, 1)).astype(np.float32)
    return np.clip(texture, 0, 255).astype(np.uint8)


def colour(rng: np.random.Generator, dull: float = 0.5) -> Plane:
    """Any colour of cloth or paint; greys and browns are common."""
    kind = rng.random()
    if kind < 0.3:
        hsv = (rng.random(), rng.uniform(0, 0.1), rng.uniform(0.15, 1))
    elif kind < 0.55:
        hsv = (rng.uniform(0.04, 0.14), rng.uniform(0.1, 0.6), rng.uniform(0.2, 0.95))
    else:
        hsv = (rng.random(), rng.uniform(0.1, 1 - dull / 2), rng.uniform(0.1, 0.95))
    return np.array(colorsys.hsv_to_rgb(*(float(v) for v in hsv)), np.float32) * 255


def _mix(first: Plane, second: Plane, weight: Plane) -> Plane:
    weight = np.clip(weight, 0, 1)[..., None]
    return first + (second - first) * weight


def _plain(rng: np.random.Generator, size: int) -> Plane:
    base = colour(rng)
    if rng.random() < 0.5:
        base = np.array([1, 0.99, 0.96], np.float32) * rng.uniform(150, 250)
    return base + fractal(rng, size, 2, 3)[..., None] * rng.uniform(0, 6)


def _wood_tone(rng: np.random.Generator) -> tuple[Plane, Plane]:
    hue, value = rng.uniform(0.035, 0.11), rng.uniform(0.2, 0.9)
    light = colorsys.hsv_to_rgb(hue, rng.uniform(0.25, 0.7), value)
    dark = colorsys.hsv_to_rgb(hue * 0.9, rng.uniform(0.4, 0.8), value * rng.uniform(0.45, 0.85))
    return np.array(light, np.float32) * 255, np.array(dark, np.float32) * 255


def _wood(rng: np.random.Generator, size: int) -> Plane:
    light, dark = _wood_tone(rng)
    return _grain(rng, size, light, dark)


def _grain(rng: np.random.Generator, size: int, light: Plane, dark: Plane) -> Plane:
    flow = noise(rng, size, (3, 6)) + 0.4 * noise(rng, size, (4, 20))
    down = np.linspace(0, rng.uniform(4, 16), size, dtype=np.float32)[:, None]
    rings = 0.5 + 0.5 * np.sin((down + flow * rng.uniform(0.4, 1.4)) * 2 * np.pi)
    fibre = noise(rng, size, (size // 2, 12)) * 0.2 + noise(rng, size, (size, 40)) * 0.12
    weight = rings * rng.uniform(0.2, 0.7) + fibre * rng.uniform(0.5, 1.5) + 0.2
    return _mix(light, dark, weight)


def _planks(rng: np.random.Generator, size: int) -> Plane:
    light, dark = _wood_tone(rng)
    texture = _grain(rng, size, light, dark)
    width = int(rng.integers(size // 10, size // 3))
    for top in range(0, size, width):
        texture[top : top + width] *= rng.uniform(0.8, 1.15)
        texture[top : top + int(rng.integers(1, 4))] *= rng.uniform(0.3, 0.8)
        if rng.random() < 0.7:
            left = int(rng.integers(size))
            texture[top : top + width, left : left + 2] *= 0.5
    return texture


def _weave(rng: np.random.Generator, size: int) -> Plane:
    period = rng.uniform(3, 18)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) * (2 * np.pi / period)
    wobble = fractal(rng, size, 8, 3) * rng.uniform(0, 0.8)
    over = np.sin(x + wobble) * np.sin(y * rng.uniform(0.6, 1.2) + wobble)
    ridges = 0.5 + 0.5 * np.abs(over) * np.sign(np.sin((x + y) / 2))
    texture = _mix(colour(rng), colour(rng), ridges * rng.uniform(0.3, 1))
    if rng.random() < 0.5:
        streaks = (
            noise(rng, size, (size // 3, 5))
            if rng.random() < 0.5
            else noise(rng, size, (5, size // 3))
        )
        texture += streaks[..., None] * rng.uniform(5, 35)
    return texture * (1 + 0.12 * fractal(rng, size, 30, 3)[..., None])


def _rug(rng: np.random.Generator, size: int) -> Plane:
    cells = int(rng.integers(6, 30))
    half = (cells + 1) // 2
    palette = np.stack([colour(rng, 0.2) for _ in range(int(rng.integers(2, 6)))])
    quarter = rng.integers(len(palette), size=(half, half))
    block = np.block([[quarter, quarter[:, ::-1]], [quarter[::-1], quarter[::-1, ::-1]]])
    tiled = np.tile(block, (2, 2))
    image = palette[tiled].astype(np.float32)
    texture = cv2.resize(image, (size, size), interpolation=cv2.INTER_NEAREST)
    return texture * (
        1 + rng.uniform(0.05, 0.2) * rng.standard_normal((size, size, 1)).astype(np.float32)
    )


def _stripes(rng: np.random.Generator, size: int) -> Plane:
    bands = int(rng.integers(6, 60))
    palette = np.stack([colour(rng) for _ in range(int(rng.integers(2, 5)))])
    order = rng.integers(len(palette), size=bands)
    edges = np.sort(rng.integers(0, size, bands))
    index = np.clip(np.searchsorted(edges, np.arange(size)), 0, bands - 1)
    lines = palette[order[index]]
    texture = np.repeat(lines[None], size, 0).astype(np.float32)
    return texture * (1 + 0.08 * fractal(rng, size, 60, 2)[..., None])


def _checks(rng: np.random.Generator, size: int) -> Plane:
    period = int(rng.integers(14, 120))
    band = (np.arange(size) // period) % 2
    first, second = colour(rng), colour(rng)
    if rng.random() < 0.5:
        first = np.full(3, rng.uniform(200, 250), np.float32)
    weight = (band[:, None] + band[None, :]).astype(np.float32) / 2
    if rng.random() < 0.4:
        weight = (band[:, None] ^ band[None, :]).astype(np.float32)
    return _mix(first, second, weight) * (1 + 0.06 * fractal(rng, size, 90, 2)[..., None])


def _marble(rng: np.random.Generator, size: int) -> Plane:
    light = np.array([1, 0.99, 0.97], np.float32) * rng.uniform(140, 245)
    dark = light * rng.uniform(0.3, 0.8) if rng.random() < 0.7 else colour(rng)
    veins = 1 - np.abs(fractal(rng, size, int(rng.integers(2, 6)), 5))
    veins = np.clip(veins, 0, 1) ** rng.uniform(6, 30)
    clouds = fractal(rng, size, 3, 3) * 0.12
    return _mix(light, dark, veins * rng.uniform(0.2, 0.9) + clouds)


def _speckle(rng: np.random.Generator, size: int) -> Plane:
    texture = np.broadcast_to(colour(rng), (size, size, 3)).copy()
    for _ in range(int(rng.integers(1, 4))):
        grain = int(rng.integers(size // 12, size))
        spots = noise(rng, size, (grain, grain)) > rng.uniform(0.8, 1.8)
        texture[spots] = colour(rng)
    return cv2.GaussianBlur(texture, (0, 0), 0.8)


def _blanket(rng: np.random.Generator, size: int) -> Plane:
    folds = fractal(rng, size, int(rng.integers(2, 5)), 3)
    light = 1 + rng.uniform(0.08, 0.3) * cv2.Sobel(folds, cv2.CV_32F, 1, 1, ksize=3) * size / 6
    fuzz = fractal(rng, size, size // 6, 2) * rng.uniform(0.03, 0.15)
    base = np.broadcast_to(colour(rng), (size, size, 3)).astype(np.float32)
    if rng.random() < 0.4:
        base = _checks(rng, size)
    return base * np.clip(light + fuzz, 0.4, 1.5)[..., None]


def _felt(rng: np.random.Generator, size: int) -> Plane:
    base = np.array(colorsys.hsv_to_rgb(rng.choice([0.38, 0.6, 0.98]), 0.7, rng.uniform(0.25, 0.6)))
    fuzz = fractal(rng, size, size // 8, 3) * 0.1
    return base.astype(np.float32) * 255 * (1 + fuzz)[..., None]


def _print(rng: np.random.Generator, size: int) -> Plane:
    """A printed oilcloth: lines of text or digits, or flowers, all over."""
    texture = np.empty((size, size, 3), np.uint8)
    texture[:] = colour(rng)
    inks = [tuple(float(c) for c in colour(rng, 0.1)) for _ in range(3)]
    for _ in range(int(rng.integers(20, 90))):
        at = (int(rng.integers(size)), int(rng.integers(size)))
        ink = inks[int(rng.integers(3))]
        kind = rng.random()
        if kind < 0.35:
            cv2.putText(
                texture,
                str(rng.integers(0, 2025)),
                at,
                int(rng.choice([0, 2, 3, 4])),
                float(rng.uniform(0.3, 1.6)),
                ink,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        elif kind < 0.7:
            for k in range(5):
                a = 2 * np.pi * k / 5
                r = int(rng.integers(3, 12))
                cv2.circle(
                    texture,
                    (int(at[0] + r * np.cos(a)), int(at[1] + r * np.sin(a))),
                    r,
                    ink,
                    -1,
                    cv2.LINE_AA,
                )
        else:
            cv2.ellipse(
                texture,
                at,
                (int(rng.integers(4, 30)), int(rng.integers(2, 14))),
                float(rng.uniform(0, 180)),
                0,
                360,
                ink,
                int(rng.choice([-1, 2])),
                cv2.LINE_AA,
            )
    return texture.astype(np.float32)


def _tiles(rng: np.random.Generator, size: int) -> Plane:
    """Floor or wall tiles: pale rectangles with joints, as wide as tall or not."""
    texture = np.broadcast_to(colour(rng), (size, size, 3)).copy()
    if rng.random() < 0.6:
        texture[:] = np.array([1, 0.98, 0.94], np.float32) * rng.uniform(170, 245)
    tall = int(rng.integers(40, 200))
    wide = int(tall * rng.uniform(0.6, 2))
    joint = tuple(float(c) for c in texture[0, 0] * rng.uniform(0.3, 1.15))
    for row, y in enumerate(range(0, size, tall)):
        cv2.line(texture, (0, y), (size, y), joint, int(rng.integers(1, 5)))
        for x in range((row % 2) * wide // 2, size, wide):
            cv2.line(texture, (x, y), (x, y + tall), joint, 2)
            texture[y : y + tall, x : x + wide] *= rng.uniform(0.93, 1.05)
    return texture + fractal(rng, size, 8, 3)[..., None] * rng.uniform(0, 6)


def _blobs(rng: np.random.Generator, size: int) -> Plane:
    field = fractal(rng, size, int(rng.integers(2, 12)), 3)
    return _mix(colour(rng), colour(rng), (field > 0).astype(np.float32) * rng.uniform(0.3, 1))


def _noise(rng: np.random.Generator, size: int) -> Plane:
    layers = [fractal(rng, size, int(rng.integers(3, 40)), 4) for _ in range(3)]
    return colour(rng) + np.stack(layers, 2) * rng.uniform(5, 40)


_DRAW = {
    "plain": _plain,
    "wood": _wood,
    "planks": _planks,
    "weave": _weave,
    "rug": _rug,
    "stripes": _stripes,
    "checks": _checks,
    "marble": _marble,
    "speckle": _speckle,
    "blanket": _blanket,
    "felt": _felt,
    "print": _print,
    "tiles": _tiles,
    "blobs": _blobs,
    "noise": _noise,
}
