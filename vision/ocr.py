"""Tesseract's second opinion on doubtful digits; the only user of pytesseract.

Tesseract is good at digits once the number is cut out tightly, made black on
white and put at the size it likes: handed a whole tile, it is right on little
more than half of them. It takes a tenth of a second, so it is asked rarely, and once a photo.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from solver.tiles import NUMBERS
from vision.decide import Opinion

_log = logging.getLogger(__name__)
_DIGIT_HEIGHT = 64
"""Tesseract reads best with capitals of 30 to 70 pixels."""
_BORDER = 24
_INK_SHARE = (0.01, 0.6)
_CONFIG = "--oem 1 --psm 7 -c tessedit_char_whitelist=0123456789"
_TIMEOUT_S = 5


@cache
def available() -> bool:
    """Whether Tesseract is there; says once, as a warning, when it is not."""
    try:
        pytesseract.get_tesseract_version()
    except (pytesseract.TesseractNotFoundError, OSError):
        _log.warning(
            "the second reader is off: Tesseract is not installed "
            "(Debian, Ubuntu: sudo apt install tesseract-ocr)"
        )
        return False
    return True


def second_opinions(crops: Sequence[NDArray[np.uint8]]) -> list[Opinion | None]:
    """The numbers on upright tiles, as Tesseract sees them, asked all at once.

    Starting Tesseract costs ten times what one number does, so it is started once
    and handed a list of pictures.

    Args:
        crops: RGB, uint8, height x width x 3 each, the tile filling it.

    Returns:
        For each the number (1 to 13) and Tesseract's confidence (0 to 1), or None
        where it sees none; None for all when it is not installed.
    """
    digits = {place: cut for place, crop in enumerate(crops) if (cut := _digits(crop)) is not None}
    if not digits or not available():
        return [None] * len(crops)
    words: dict[int, list[tuple[str, float]]] = {}
    for page, text, trust in _words(list(digits.values())):
        words.setdefault(page, []).append((text, trust))
    seen = {place: words.get(page, []) for page, place in enumerate(digits, 1)}
    return [_opinion(seen.get(place, [])) for place in range(len(crops))]


def _words(pictures: Sequence[NDArray[np.uint8]]) -> list[tuple[int, str, float]]:
    """Page (from 1), text and confidence (0 to 100) of every word Tesseract sees."""
    with tempfile.TemporaryDirectory(prefix="tilesight-") as folder:
        files = [Path(folder) / f"{page}.png" for page in range(len(pictures))]
        for file, picture in zip(files, pictures, strict=True):
            file.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        listed = Path(folder) / "tiles.txt"
        listed.write_text("\n".join(map(str, files)), encoding="utf-8")
        try:
            found = pytesseract.image_to_data(
                str(listed), config=_CONFIG, output_type=pytesseract.Output.DICT, timeout=_TIMEOUT_S
            )
        except (pytesseract.TesseractError, RuntimeError, OSError):
            return []  # It gave up; its opinion is not needed.
    words = zip(found["page_num"], found["text"], found["conf"], strict=True)
    return [(int(page), text.strip(), float(trust)) for page, text, trust in words if text.strip()]


def _opinion(words: Sequence[tuple[str, float]]) -> Opinion | None:
    if len(words) != 1 or not words[0][0].isdigit() or int(words[0][0]) not in NUMBERS:
        return None
    return int(words[0][0]), max(0.0, min(1.0, words[0][1] / 100))


def _digits(crop: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """The printed number alone, black on white, at the size Tesseract likes."""
    # The darkest channel shows every ink dark, orange and red included.
    ink = crop.min(axis=2)
    _, mask = cv2.threshold(ink, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    if not _INK_SHARE[0] < mask.mean() / 255 < _INK_SHARE[1]:
        return None
    box = _number_box(np.asarray(mask, np.uint8))
    if box is None:
        return None
    x, y, width, height = box
    scale = _DIGIT_HEIGHT / height
    cut = cv2.resize(
        ink[y : y + height, x : x + width], None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC
    )
    _, clean = cv2.threshold(cut, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    framed = cv2.copyMakeBorder(
        clean, _BORDER, _BORDER, _BORDER, _BORDER, cv2.BORDER_CONSTANT, value=(255,)
    )
    return np.asarray(framed, np.uint8)


def _number_box(mask: NDArray[np.uint8]) -> tuple[int, int, int, int] | None:
    """Round the ink patches that stand in one line with the largest one."""
    height, width = mask.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    patches = [
        stats[i]
        for i in range(1, count)
        if stats[i][3] > 0.2 * height
        and stats[i][2] < 0.9 * width
        and stats[i][0] > 0
        and stats[i][0] + stats[i][2] < width
    ]
    if not patches:
        return None
    largest = max(patches, key=lambda patch: int(patch[3]))
    middle = largest[1] + largest[3] / 2
    line = [p for p in patches if abs(p[1] + p[3] / 2 - middle) < 0.25 * largest[3]]
    left, top = min(p[0] for p in line), min(p[1] for p in line)
    right, bottom = max(p[0] + p[2] for p in line), max(p[1] + p[3] for p in line)
    return int(left), int(top), int(right - left), int(bottom - top)
