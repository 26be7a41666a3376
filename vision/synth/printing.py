"""Flat things to print on: sheets, words and stamps as RGBA pictures."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.face import rounded
from vision.synth.fonts import Typeface, text_mask, typefaces
from vision.synth.marks import mark_mask

Picture = npt.NDArray[np.uint8]
Rng = np.random.Generator


def sheet(width: float, height: float, pixels: float, tint: object) -> Picture:
    limit = 900 / max(width, height)
    pixels = min(pixels, limit)
    picture = np.empty((max(6, round(height * pixels)), max(6, round(width * pixels)), 4), np.uint8)
    picture[..., :3] = np.clip(np.asarray(tint, float), 0, 255)
    picture[..., 3] = 255
    return picture


def cut_out(picture: Picture, corner: float) -> None:
    size, width = picture.shape[:2]
    picture[..., 3] = rounded(size, width, corner)


def pale(rng: Rng) -> npt.NDArray[np.float64]:
    return np.array([1, rng.uniform(0.94, 1), rng.uniform(0.82, 1)]) * rng.uniform(190, 255)


def rgb(tint: object) -> tuple[int, int, int]:
    r, g, b = (int(np.clip(c, 0, 255)) for c in np.asarray(tint, float))
    return r, g, b


def some_face(rng: Rng) -> Typeface:
    families = [family for family in typefaces("train") if family[0].file] or list(
        typefaces("train")
    )
    family = families[int(rng.integers(len(families)))]
    return family[int(rng.integers(len(family)))]


def print_mask(picture: Picture, mask: npt.NDArray[np.uint8], x: int, y: int, ink: object) -> None:
    """Print a mask with its top-left corner at (x, y), cut at the edges."""
    tall = min(mask.shape[0], picture.shape[0] - y)
    wide = min(mask.shape[1], picture.shape[1] - x)
    if x < 0 or y < 0 or tall <= 0 or wide <= 0:
        return
    cover = mask[:tall, :wide, None].astype(np.float32) / 255
    area = picture[y : y + tall, x : x + wide, :3]
    area[:] = area + (np.asarray(ink, np.float32) - area) * cover


def write(
    picture: Picture, rng: Rng, text: str, box: tuple[float, float, float, float], ink: object
) -> None:
    """Fit ``text`` into (left, top, right, bottom), shares of the picture."""
    size, width = picture.shape[:2]
    x0, y0, x1, y1 = (
        round(box[0] * width),
        round(box[1] * size),
        round(box[2] * width),
        round(box[3] * size),
    )
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    mask = text_mask(some_face(rng), text, max(8, y1 - y0))
    scale = min((x1 - x0) / mask.shape[1], (y1 - y0) / mask.shape[0])
    small = cv2.resize(
        mask,
        (max(1, round(mask.shape[1] * scale)), max(1, round(mask.shape[0] * scale))),
        interpolation=cv2.INTER_AREA,
    )
    print_mask(
        picture, small, (x0 + x1 - small.shape[1]) // 2, (y0 + y1 - small.shape[0]) // 2, ink
    )


def stamp(picture: Picture, name: str, x: float, y: float, side: float, ink: object) -> None:
    size, width = picture.shape[:2]
    px = max(3, round(side * size))
    mask = (cv2.resize(mark_mask(name), (px, px), interpolation=cv2.INTER_AREA) * 255).astype(
        np.uint8
    )
    print_mask(picture, mask, round(x * width - px / 2), round(y * size - px / 2), ink)
