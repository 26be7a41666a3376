"""Drawings of jokers: faces, half faces, stars, words, hats.

A style is a kind and a number that varies its features. The mask is float
0..1 on a canvas of ``HEIGHT`` x ``WIDTH`` px that the face places where the
edition prints its jokers.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.fonts import text_mask, typefaces
from vision.synth.marks import star_points

Plane = npt.NDArray[np.float32]
Canvas = npt.NDArray[np.uint8]

SIZE = 160

TRAIN_KINDS = (
    "face",
    "face",
    "face",
    "half",
    "star",
    "word",
    "hat",
    "hair",
    "round",
    "sun",
    "letter",
    "double",
    "mirror",
    "emblem",
)
HELD_OUT_KINDS = ("crown", "clown", "split", "face")

_S = SIZE * 2


@lru_cache(maxsize=512)
def joker_mask(kind: str, variant: int) -> Plane:
    """The drawing, read-only, ``SIZE`` px square.

    Raises:
        ValueError: no such kind.
    """
    rng = np.random.default_rng([ord(kind[0]), len(kind), variant])
    canvas = np.zeros((_S, _S), np.uint8)
    draw = _KINDS.get(kind)
    if draw is None:
        raise ValueError(f"no such joker: {kind!r}")
    draw(canvas, rng)
    mask = cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    mask.setflags(write=False)
    return mask


def _at(x: float, y: float) -> tuple[int, int]:
    return round(x * _S), round(y * _S)


def _ellipse(
    canvas: Canvas,
    x: float,
    y: float,
    rx: float,
    ry: float,
    value: int,
    thick: int,
    start: float = 0,
    end: float = 360,
    turn: float = 0,
) -> None:
    cv2.ellipse(canvas, _at(x, y), _at(rx, ry), turn, start, end, value, thick, cv2.LINE_AA)


def _pen(rng: np.random.Generator) -> int:
    return int(rng.integers(5, 15))


def _features(
    canvas: Canvas, rng: np.random.Generator, x: float, y: float, r: float, ink: int, pen: int
) -> None:
    """Eyes, brows, nose and mouth inside a head of radius ``r``."""
    gap = r * rng.uniform(0.32, 0.45)
    eye = r * rng.uniform(0.07, 0.17)
    eye_y = y - r * rng.uniform(0.12, 0.32)
    look = rng.integers(4)
    for side in (-1, 1):
        ex = x + side * gap
        if look == 0:
            _ellipse(canvas, ex, eye_y, eye * 1.5, eye, ink, pen // 2 + 2)
            _ellipse(canvas, ex, eye_y, eye * 0.5, eye * 0.5, ink, -1)
        elif look == 1:
            _ellipse(canvas, ex, eye_y, eye, eye * 1.2, ink, -1)
        elif look == 2:
            _ellipse(canvas, ex, eye_y, eye * 1.5, eye * 1.3, ink, pen, 180, 360)
        else:
            _ellipse(canvas, ex, eye_y, eye * 0.8, eye * 1.9, ink, -1)
        if rng.random() < 0.6:
            lift = r * rng.uniform(0.2, 0.32)
            _ellipse(canvas, ex, eye_y, r * 0.22, lift, ink, pen // 2 + 2, 210, 330, side * 8)
    nose = rng.integers(4)
    if nose == 0:
        cv2.line(
            canvas, _at(x, eye_y), _at(x - r * 0.08, y + r * 0.18), ink, pen // 2 + 2, cv2.LINE_AA
        )
    elif nose == 1:
        _ellipse(
            canvas,
            x,
            y + r * 0.08,
            r * 0.13,
            r * 0.11,
            ink,
            -1 if rng.random() < 0.5 else pen // 2 + 2,
        )
    elif nose == 2:
        _ellipse(canvas, x, y + r * 0.05, r * 0.1, r * 0.16, ink, pen // 2 + 2, -60, 170)
    wide = r * rng.uniform(0.35, 0.62)
    deep = r * rng.uniform(0.15, 0.42)
    mouth_y = y + r * rng.uniform(0.2, 0.4)
    mouth = rng.integers(3)
    if mouth == 0:
        _ellipse(canvas, x, mouth_y, wide, deep, ink, pen, 15, 165)
    elif mouth == 1:
        _ellipse(canvas, x, mouth_y, wide, deep, ink, -1, 0, 180)
    else:
        _ellipse(canvas, x, mouth_y, wide, deep, ink, pen // 2 + 2, 0, 180)
        cv2.line(
            canvas, _at(x - wide, mouth_y), _at(x + wide, mouth_y), ink, pen // 2 + 2, cv2.LINE_AA
        )


def _face(canvas: Canvas, rng: np.random.Generator) -> None:
    pen = _pen(rng)
    r = float(rng.uniform(0.36, 0.44))
    tall = float(rng.uniform(0.9, 1.1))
    if rng.random() < 0.25:
        _ellipse(canvas, 0.5, 0.5, r, r * tall, 255, -1)
        _features(canvas, rng, 0.5, 0.5, r, 0, pen)
        return
    _ellipse(canvas, 0.5, 0.5, r, r * tall, 255, pen)
    if rng.random() < 0.3:
        _ellipse(canvas, 0.5, 0.5, r * 0.88, r * tall * 0.88, 255, max(2, pen // 3))
    _features(canvas, rng, 0.5, 0.5, r * 0.9, 255, pen)


def _round(canvas: Canvas, rng: np.random.Generator) -> None:
    _features(canvas, rng, 0.5, 0.45, 0.46, 255, _pen(rng) + 4)


def _half(canvas: Canvas, rng: np.random.Generator) -> None:
    _face(canvas, rng)
    side = slice(0, _S // 2) if rng.random() < 0.5 else slice(_S // 2, _S)
    if rng.random() < 0.5:
        canvas[:, side] = 0
    else:
        disc = np.zeros_like(canvas)
        _ellipse(disc, 0.5, 0.5, 0.42, 0.44, 255, -1)
        canvas[:, side] = np.where(disc[:, side] > 0, 255 - canvas[:, side], 0)


def _split(canvas: Canvas, rng: np.random.Generator) -> None:
    _face(canvas, rng)
    disc = np.zeros_like(canvas)
    _ellipse(disc, 0.5, 0.5, 0.42, 0.42, 255, -1)
    lower = slice(_S // 2, _S)
    canvas[lower] = np.where(disc[lower] > 0, 255 - canvas[lower], 0)


def _star(canvas: Canvas, rng: np.random.Generator) -> None:
    points = star_points(int(rng.choice([4, 5, 5, 6, 8])), float(rng.uniform(0.35, 0.6)))
    outline = np.round((0.5 + points * 0.46) * _S).astype(np.int32)
    if rng.random() < 0.6:
        cv2.fillPoly(canvas, [outline], 255, cv2.LINE_AA)
        if rng.random() < 0.4:
            _features(canvas, rng, 0.5, 0.52, 0.24, 0, 5)
    else:
        cv2.polylines(canvas, [outline], True, 255, _pen(rng) + 2, cv2.LINE_AA)


def _word(canvas: Canvas, rng: np.random.Generator) -> None:
    families = typefaces("train")
    family = families[int(rng.integers(len(families)))]
    lettered = [face for face in family if face.file]
    if not lettered:
        _star(canvas, rng)
        return
    text = str(rng.choice(["JOKER", "JOKER", "JOKER", "Joker", "joker", "JOLLY"]))
    if rng.random() < 0.4:
        letters = [text_mask(lettered[-1], letter, 62) for letter in text]
        y = 2
        for letter in letters:
            x = (_S - letter.shape[1]) // 2
            tall = min(letter.shape[0], _S - y)
            canvas[y : y + tall, x : x + letter.shape[1]] = letter[:tall]
            y += _S // len(letters)
        return
    mask = text_mask(lettered[-1], text, 100)
    wide = int(_S * 0.96)
    mask = cv2.resize(mask, (wide, min(_S // 2, int(mask.shape[0] * wide / mask.shape[1] * 1.2))))
    top = (_S - mask.shape[0]) // 2
    canvas[top : top + mask.shape[0], 6 : 6 + wide] = mask
    if rng.random() < 0.4:
        canvas[:] = cv2.warpAffine(
            canvas, cv2.getRotationMatrix2D((_S / 2, _S / 2), rng.uniform(20, 55), 0.95), (_S, _S)
        )


def _letter(canvas: Canvas, rng: np.random.Generator) -> None:
    _word_of(canvas, rng, "J")
    if rng.random() < 0.5:
        _ellipse(canvas, 0.5, 0.5, 0.46, 0.46, 255, _pen(rng))


def _word_of(canvas: Canvas, rng: np.random.Generator, text: str) -> None:
    families = [f for f in typefaces("train") if f[0].file]
    if not families:
        _star(canvas, rng)
        return
    mask = text_mask(families[int(rng.integers(len(families)))][-1], text, 230)
    tall = int(_S * 0.62)
    wide = max(4, min(int(_S * 0.6), mask.shape[1] * tall // mask.shape[0]))
    mask = cv2.resize(mask, (wide, tall))
    x, y = (_S - wide) // 2, (_S - tall) // 2
    canvas[y : y + tall, x : x + wide] = mask


def _hair(canvas: Canvas, rng: np.random.Generator) -> None:
    pen = _pen(rng)
    _ellipse(canvas, 0.5, 0.58, 0.3, 0.36, 255, pen)
    _features(canvas, rng, 0.5, 0.6, 0.3, 255, pen)
    for _ in range(int(rng.integers(6, 16))):
        x = rng.uniform(0.2, 0.8)
        y = 0.5 - 0.32 * np.sqrt(max(0.0, 1 - ((x - 0.5) / 0.31) ** 2))
        tip = _at(x + rng.uniform(-0.12, 0.12), max(0.02, y - rng.uniform(0.05, 0.2)))
        cv2.line(canvas, _at(x, y + 0.08), tip, 255, pen, cv2.LINE_AA)


def _hat(canvas: Canvas, rng: np.random.Generator) -> None:
    pen = _pen(rng)
    _ellipse(canvas, 0.5, 0.68, 0.26, 0.28, 255, pen)
    _features(canvas, rng, 0.5, 0.7, 0.26, 255, max(5, pen - 3))
    horns = int(rng.choice([2, 3, 3]))
    tips = np.linspace(0.1, 0.9, horns)
    edge = [(0.24, 0.52)]
    for i, tip in enumerate(tips):
        edge.append((tip, 0.12 + 0.1 * rng.random() + (0.12 if i in (0, horns - 1) else 0)))
        if i < horns - 1:
            edge.append(((tip + tips[i + 1]) / 2, 0.4))
    edge.append((0.76, 0.52))
    outline = np.array([_at(x, y) for x, y in edge], np.int32)
    if rng.random() < 0.5:
        cv2.fillPoly(canvas, [outline], 255, cv2.LINE_AA)
    else:
        cv2.polylines(canvas, [outline], True, 255, pen, cv2.LINE_AA)
    for x, y in edge[1:-1:2]:
        _ellipse(canvas, x, y, 0.045, 0.045, 255, -1)


def _sun(canvas: Canvas, rng: np.random.Generator) -> None:
    pen = _pen(rng)
    rays = int(rng.integers(8, 18))
    for k in range(rays):
        a = 2 * np.pi * k / rays
        cos, sin = np.cos(a), np.sin(a)
        cv2.line(
            canvas,
            _at(0.5 + 0.33 * cos, 0.5 + 0.33 * sin),
            _at(0.5 + 0.47 * cos, 0.5 + 0.47 * sin),
            255,
            pen,
            cv2.LINE_AA,
        )
    _ellipse(canvas, 0.5, 0.5, 0.28, 0.28, 255, pen)
    _features(canvas, rng, 0.5, 0.5, 0.27, 255, max(5, pen - 3))


def _double(canvas: Canvas, rng: np.random.Generator) -> None:
    """Two faces side by side or one over the other, as on jokers that count twice."""
    head = np.zeros_like(canvas)
    _face(head, rng)
    small = cv2.resize(head, (_S // 2, _S // 2), interpolation=cv2.INTER_AREA)
    half = _S // 2
    if rng.random() < 0.5:
        canvas[half // 2 : half // 2 + half, :half] = small
        canvas[half // 2 : half // 2 + half, half:] = small
    else:
        canvas[:half, half // 2 : half // 2 + half] = small
        canvas[half:, half // 2 : half // 2 + half] = small


def _mirror(canvas: Canvas, rng: np.random.Generator) -> None:
    """A half face and its mirror image on both sides of a line."""
    pen = _pen(rng)
    _face(canvas, rng)
    left = canvas[:, : _S // 2]
    canvas[:, _S // 2 :] = left[:, ::-1]
    gap = int(rng.integers(2, 14))
    canvas[:, _S // 2 - gap - pen // 2 : _S // 2 + gap + pen // 2] = 0
    cv2.line(canvas, _at(0.5, 0.03), _at(0.5, 0.97), 255, pen // 2 + 1, cv2.LINE_AA)


def _emblem(canvas: Canvas, rng: np.random.Generator) -> None:
    """A symmetric figure of no meaning: anything that is no digit may be a joker."""
    pen = _pen(rng)
    for _ in range(int(rng.integers(2, 6))):
        x, y = rng.uniform(0.12, 0.5), rng.uniform(0.15, 0.85)
        kind = rng.integers(3)
        if kind == 0:
            rx, ry = rng.uniform(0.04, 0.2, 2)
            thick = -1 if rng.random() < 0.4 else pen
            _ellipse(canvas, x, y, rx, ry, 255, thick, turn=rng.uniform(0, 180))
        elif kind == 1:
            tip = _at(rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.9))
            cv2.line(canvas, _at(x, y), tip, 255, pen, cv2.LINE_AA)
        else:
            corners = np.array([_at(*rng.uniform(0.08, 0.5, 2)) for _ in range(3)], np.int32)
            cv2.fillPoly(canvas, [corners], 255, cv2.LINE_AA)
    canvas[:] = np.maximum(canvas, canvas[:, ::-1])


def _crown(canvas: Canvas, rng: np.random.Generator) -> None:
    x = np.linspace(0.12, 0.88, 7)
    y = np.where(np.arange(7) % 2 == 0, 0.2, 0.5)
    edge = [(0.16, 0.82), *zip(x, y, strict=True), (0.84, 0.82)]
    outline = np.array([_at(px, py) for px, py in edge], np.int32)
    cv2.fillPoly(canvas, [outline], 255, cv2.LINE_AA)
    cv2.line(canvas, _at(0.18, 0.72), _at(0.82, 0.72), 0, _pen(rng), cv2.LINE_AA)


def _clown(canvas: Canvas, rng: np.random.Generator) -> None:
    pen = _pen(rng)
    for side in (0.16, 0.84):
        _ellipse(canvas, side, 0.45, 0.14, 0.17, 255, -1)
    _ellipse(canvas, 0.5, 0.55, 0.33, 0.38, 0, -1)
    _ellipse(canvas, 0.5, 0.55, 0.33, 0.38, 255, pen)
    _features(canvas, rng, 0.5, 0.52, 0.32, 255, pen)
    _ellipse(canvas, 0.5, 0.56, 0.07, 0.07, 255, -1)


_KINDS = {
    "face": _face,
    "round": _round,
    "half": _half,
    "split": _split,
    "star": _star,
    "word": _word,
    "letter": _letter,
    "hair": _hair,
    "hat": _hat,
    "sun": _sun,
    "double": _double,
    "mirror": _mirror,
    "emblem": _emblem,
    "crown": _crown,
    "clown": _clown,
}
