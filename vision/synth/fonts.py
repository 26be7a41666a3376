"""The typefaces that tile digits are drawn in.

``typefaces.txt`` lists free typefaces whose ten digits stand on one line; those
that are installed are used, found by file name. The pens of
``vision.synth.strokes`` are always there, so rendering works without any font.
A fixed part of the families is held out from training: see ``typefaces``.
``web_typefaces.txt`` lists more, for training alone: what the yardstick's photos look
like must not hang on them.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from vision.synth.strokes import Pen, draw_digit

Mask = npt.NDArray[np.uint8]

GLYPH_HEIGHT = 128
"""Pixels from the top of the tallest digit to the foot of the lowest."""

_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
_LIST = Path(__file__).with_name("typefaces.txt")
WEB_LIST = Path(__file__).with_name("web_typefaces.txt")


@dataclass(frozen=True, slots=True)
class Typeface:
    """One style of one family; ``file`` is empty where ``pen`` draws it."""

    family: str
    style: str
    file: str = ""
    pen: Pen | None = None

    @property
    def held_out(self) -> bool:
        """Whether training must never draw it: about one family in eight."""
        return zlib.crc32(f"typeface {self.family}".encode()) % 8 == 0


@cache
def typefaces(split: str = "train") -> tuple[tuple[Typeface, ...], ...]:
    """Families, each a tuple of its styles, of one split: ``train``, ``heldout`` or ``web``.

    ``web`` are those of ``web_typefaces.txt`` that were fetched, none of them held out.

    Raises:
        ValueError: no such split.
    """
    if split not in ("train", "heldout", "web"):
        raise ValueError(f"no such split: {split!r} (train, heldout or web)")
    families: dict[str, list[Typeface]] = {}
    faces = _installed(WEB_LIST) if split == "web" else (*_installed(_LIST), *_pens())
    for face in faces:
        if face.held_out == (split == "heldout"):
            families.setdefault(face.family, []).append(face)
    return tuple(tuple(styles) for _, styles in sorted(families.items()))


@lru_cache(maxsize=8192)
def glyph(typeface: Typeface, digit: str) -> Mask:
    """Mask of a digit, ``GLYPH_HEIGHT`` px tall, its sides cut tight."""
    if typeface.pen is not None:
        return draw_digit(digit, typeface.pen, GLYPH_HEIGHT)
    font, top, bottom = _font(typeface.file)
    left, _, right, _ = font.getbbox(digit, anchor="ls")
    image = Image.new("L", (int(right - left) + 4, int(bottom - top)))
    ImageDraw.Draw(image).text((2 - left, -top), digit, font=font, fill=255, anchor="ls")
    mask = np.asarray(image)
    columns = np.flatnonzero(mask.max(0) > 60)
    mask = mask[:, columns[0] : columns[-1] + 1]
    width = max(1, round(mask.shape[1] * GLYPH_HEIGHT / mask.shape[0]))
    return cv2.resize(mask, (width, GLYPH_HEIGHT), interpolation=cv2.INTER_AREA)


def text_mask(typeface: Typeface, text: str, size: int) -> Mask:
    """Mask of a word in a typeface, about ``size`` px tall; for logos and clutter."""
    if typeface.pen is not None:
        digits = [glyph(typeface, str(ord(letter) % 10)) for letter in text if letter != " "]
        height = max(1, size)
        return np.hstack(
            [cv2.resize(d, (max(1, d.shape[1] * height // GLYPH_HEIGHT), height)) for d in digits]
        )
    font = _sized(typeface.file, max(4, size))
    left, top, right, bottom = font.getbbox(text)
    image = Image.new("L", (max(1, int(right - left)), max(1, int(bottom - top))))
    ImageDraw.Draw(image).text((-left, -top), text, font=font, fill=255)
    return np.asarray(image)


@lru_cache(maxsize=64)
def _sized(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size)


@lru_cache(maxsize=512)
def _font(file: str) -> tuple[ImageFont.FreeTypeFont, float, float]:
    font = ImageFont.truetype(file, 200)
    boxes = [font.getbbox(digit, anchor="ls") for digit in "0123456789"]
    return font, min(box[1] for box in boxes), max(box[3] for box in boxes)


def listed(file: Path) -> Iterator[tuple[str, ...]]:
    """The rows of a list of typefaces: family, style, file name, and what else it says."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield tuple(part.strip() for part in line.split("|"))


def _installed(listing: Path) -> Iterator[Typeface]:
    files = _font_files()
    for family, style, name, *_ in listed(listing):
        if name in files:
            yield Typeface(family, style, files[name])


@cache
def _font_files() -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in _FOLDERS:
        for root, folders, names in os.walk(os.path.expanduser(folder)):
            folders.sort()
            for name in sorted(names):
                if name.lower().endswith((".ttf", ".otf", ".woff")):
                    found.setdefault(name, os.path.join(root, name))
    return found


def _pens() -> Iterator[Typeface]:
    """Forty pens, from hair-thin and round to bold and boxed."""
    rng = np.random.default_rng(20)
    for number in range(40):
        width = float(rng.uniform(0.42, 0.72))
        pen = Pen(
            width=width,
            stroke=min(float(rng.choice([0.085, 0.1, 0.12, 0.14, 0.17, 0.2])), 0.32 * width),
            square=float(rng.choice([0.0, 0.1, 0.25, 0.6])),
            plain_one=bool(rng.random() < 0.25),
            footed_one=bool(rng.random() < 0.2),
            open_four=bool(rng.random() < 0.25),
            barred_seven=bool(rng.random() < 0.12),
            straight_six=bool(rng.random() < 0.35),
            flat_three=bool(rng.random() < 0.25),
        )
        yield Typeface(f"pen {number}", f"stroke {pen.stroke}", pen=pen)
