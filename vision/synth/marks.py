"""Small printed shapes: suit marks of Okey tiles, dents' ornaments, joker signs.

Every function returns a float mask 0..1 on a square of ``SIZE`` px.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

Plane = npt.NDArray[np.float32]

SIZE = 96

TRAIN_MARKS = ("heart", "spade", "diamond", "disc", "ring", "star")
HELD_OUT_MARKS = ("club", "drop", "triangle")


@lru_cache(maxsize=64)
def mark_mask(name: str) -> Plane:
    """The shape of that name, read-only.

    Raises:
        ValueError: no such mark.
    """
    big = SIZE * 4
    canvas = np.zeros((big, big), np.uint8)
    _draw(canvas, name, big)
    small = cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    mask = small.astype(np.float32) / 255
    mask.setflags(write=False)
    return mask


def star_points(points: int, inner: float) -> npt.NDArray[np.float64]:
    """Corners of a star of radius 1 round the origin, one tip up."""
    angle = np.arange(points * 2) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(points * 2) % 2 == 0, 1.0, inner)
    return np.stack([np.cos(angle) * radius, np.sin(angle) * radius], 1)


def _fill(canvas: npt.NDArray[np.uint8], points: npt.NDArray[np.float64], size: int) -> None:
    cv2.fillPoly(canvas, [np.round(points * size).astype(np.int32)], 255)


def _heart() -> npt.NDArray[np.float64]:
    t = np.linspace(0, 2 * np.pi, 80)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.stack([0.5 + x / 37, 0.46 - y / 37], 1)


def _draw(canvas: npt.NDArray[np.uint8], name: str, s: int) -> None:
    middle = (s // 2, s // 2)
    if name == "heart":
        _fill(canvas, _heart(), s)
    elif name == "spade":
        heart = _heart()
        heart[:, 1] = 0.88 - heart[:, 1]
        _fill(canvas, heart, s)
        _fill(canvas, np.array([[0.5, 0.5], [0.36, 0.95], [0.64, 0.95]]), s)
    elif name == "diamond":
        _fill(canvas, np.array([[0.5, 0.04], [0.86, 0.5], [0.5, 0.96], [0.14, 0.5]]), s)
    elif name == "disc":
        cv2.circle(canvas, middle, int(s * 0.42), 255, -1)
    elif name == "ring":
        cv2.circle(canvas, middle, int(s * 0.38), 255, int(s * 0.1))
    elif name == "star":
        _fill(canvas, 0.5 + 0.48 * star_points(5, 0.4), s)
    elif name == "club":
        for x, y in ((0.5, 0.28), (0.27, 0.56), (0.73, 0.56)):
            cv2.circle(canvas, (int(s * x), int(s * y)), int(s * 0.21), 255, -1)
        _fill(canvas, np.array([[0.5, 0.4], [0.36, 0.95], [0.64, 0.95]]), s)
    elif name == "drop":
        cv2.circle(canvas, (s // 2, int(s * 0.64)), int(s * 0.3), 255, -1)
        _fill(canvas, np.array([[0.5, 0.04], [0.23, 0.52], [0.77, 0.52]]), s)
    elif name == "triangle":
        _fill(canvas, np.array([[0.5, 0.1], [0.92, 0.86], [0.08, 0.86]]), s)
    else:
        raise ValueError(f"no such mark: {name!r}")
