"""Digit outlines of our own: skeletons drawn with a round or flat pen.

They give the thin rounded digits of many modern tile sets, which few free
typefaces have, and let the renderer work on a machine without any typeface.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]

_SCALE = 4


@dataclass(frozen=True, slots=True)
class Pen:
    """How the skeletons are drawn; lengths are shares of the digit height.

    ``width`` of the digit, ``stroke`` of the pen, ``square`` 0 (round bowls)
    to 1 (box-like), and the shapes of the digits that people write in two ways.
    """

    width: float = 0.6
    stroke: float = 0.13
    square: float = 0.2
    plain_one: bool = False
    footed_one: bool = False
    open_four: bool = False
    barred_seven: bool = False
    straight_six: bool = False
    flat_three: bool = False


def draw_digit(digit: str, pen: Pen, height: int) -> Mask:
    """Mask of one digit, ``height`` px tall, its sides cut tight.

    Raises:
        ValueError: ``digit`` is not one of 0 to 9.
    """
    size = height * _SCALE
    thick = max(2, round(pen.stroke * size))
    canvas = np.zeros((size, round(size * 1.3)), np.uint8)
    inner = size - thick
    for line in _skeleton(digit, pen):
        points = line * [inner, inner] + [thick / 2 + size * 0.1, thick / 2]
        fixed = np.round(points * 8).astype(np.int32)
        cv2.polylines(canvas, [fixed], False, 255, thick, cv2.LINE_AA, 3)
    columns = np.flatnonzero(canvas.max(0) > 40)
    canvas = canvas[:, columns[0] : columns[-1] + 1]
    width = max(1, round(canvas.shape[1] / _SCALE))
    return cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float, n: float) -> Points:
    """Part of a superellipse; degrees run clockwise from the right."""
    angle = np.radians(np.linspace(start, end, 40))
    cos, sin = np.cos(angle), np.sin(angle)
    x = cx + rx * np.sign(cos) * np.abs(cos) ** (2 / n)
    y = cy + ry * np.sign(sin) * np.abs(sin) ** (2 / n)
    return np.stack([x, y], 1)


def _line(*points: tuple[float, float]) -> Points:
    return np.array(points, dtype=np.float64)


def _skeleton(digit: str, pen: Pen) -> list[Points]:  # noqa: PLR0911, PLR0912
    """Polylines in a box of height 1 and width ``pen.width``."""
    w = pen.width
    n = 2 + 4 * pen.square
    half = w / 2
    if digit == "0":
        return [_arc(half, 0.5, half, 0.5, 0, 360, n)]
    if digit == "1":
        lines = [_line((half, 0), (half, 1))]
        if not pen.plain_one:
            lines.append(_line((half - w * 0.45, 0.22), (half, 0)))
        if pen.footed_one:
            lines.append(_line((half - w * 0.4, 1), (half + w * 0.4, 1)))
        return lines
    if digit == "2":
        top = _arc(half, 0.29, half, 0.29, 185, 385, n)
        return [np.vstack([top, _line((0, 1), (w, 1))])]
    if digit == "3":
        lower = _arc(half, 0.7, half, 0.3, -90, 160, n)
        if pen.flat_three:
            return [np.vstack([_line((0.03 * w, 0), (w * 0.95, 0), (w * 0.42, 0.4)), lower])]
        upper = _arc(half, 0.21, half * 0.9, 0.21, 195, 450, n)
        return [upper, np.vstack([_line((w * 0.4, 0.42)), lower])]
    if digit == "4":
        if pen.open_four:
            return [_line((w * 0.1, 0), (0, 0.6), (w, 0.6)), _line((w * 0.75, 0.25), (w * 0.75, 1))]
        return [_line((w * 0.74, 1), (w * 0.74, 0), (0, 0.72), (w, 0.72))]
    if digit == "5":
        bowl = _arc(half, 0.67, half, 0.33, -125, 155, n)
        return [np.vstack([_line((w * 0.95, 0), (w * 0.12, 0), (w * 0.06, 0.46)), bowl])]
    if digit == "6":
        return _six(pen, w, n)
    if digit == "7":
        lines = [_line((0, 0), (w, 0), (w * 0.35, 1))]
        if pen.barred_seven:
            lines.append(_line((w * 0.3, 0.5), (w * 0.9, 0.5)))
        return lines
    if digit == "8":
        return [
            _arc(half, 0.23, half * 0.88, 0.23, 0, 360, n),
            _arc(half, 0.73, half, 0.27, 0, 360, n),
        ]
    if digit == "9":
        return [[w, 1.0] - line for line in _six(pen, w, n)]
    raise ValueError(f"not a digit: {digit!r}")


def _six(pen: Pen, w: float, n: float) -> list[Points]:
    half = w / 2
    bowl = _arc(half, 0.68, half, 0.32, 0, 360, n)
    if pen.straight_six:
        return [bowl, _line((w * 0.72, 0), (w * 0.06, 0.55))]
    stem = _arc(half, 0.45, half, 0.45, 180, 320, n)
    return [bowl, np.vstack([_line((0, 0.68)), stem])]
