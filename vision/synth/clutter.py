"""Things on a table that are no tiles: cards, paper, dice, dominoes, keys, cups.

A thing is an RGBA picture seen from above with a size in tile heights. Many are
chosen because they look like tiles: pale rectangles, digits, rounded corners.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.synth.edition import random_edition
from vision.synth.face import rounded
from vision.synth.fonts import text_mask
from vision.synth.marks import TRAIN_MARKS
from vision.synth.printing import (
    Picture,
    cut_out,
    pale,
    print_mask,
    rgb,
    sheet,
    some_face,
    stamp,
    write,
)
from vision.synth.surface import colour, surface

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Thing:
    """``width`` x ``height`` and ``thickness`` in tile heights; ``corner`` too."""

    picture: Picture
    width: float
    height: float
    thickness: float
    corner: float
    side: tuple[int, int, int]


def random_thing(rng: Rng, pixels: float) -> Thing:
    """One thing, drawn for ``pixels`` px a tile height."""
    names = tuple(_THINGS)
    return _THINGS[names[int(rng.integers(len(names)))]](rng, min(160.0, max(12.0, pixels)))


def _card(rng: Rng, pixels: float) -> Thing:
    """A playing card: as pale and round-cornered as a tile, with a digit in a corner."""
    height = float(rng.uniform(1.8, 2.8))
    width = height * float(rng.uniform(0.64, 0.72))
    picture = sheet(width, height, pixels, pale(rng))
    ink = (200, 20, 30) if rng.random() < 0.5 else (20, 20, 25)
    suit = str(rng.choice(TRAIN_MARKS[:3]))
    if rng.random() < 0.25:
        back = surface(rng, 64, str(rng.choice(["rug", "checks", "stripes"])))
        size, wide = picture.shape[:2]
        rim = max(1, size // 20)
        picture[rim:-rim, rim:-rim, :3] = cv2.resize(back, (wide - 2 * rim, size - 2 * rim))
    else:
        rank = str(rng.choice(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]))
        write(picture, rng, rank, (0.04, 0.03, 0.24, 0.17), ink)
        stamp(picture, suit, 0.14, 0.24, 0.1, ink)
        if rng.random() < 0.5:
            write(picture, rng, rank, (0.25, 0.25, 0.75, 0.75), ink)
        else:
            rows = int(rng.integers(1, 5))
            for i in range(rows):
                for x in (0.35, 0.65):
                    stamp(picture, suit, x, (i + 0.7) / (rows + 0.4), 0.14, ink)
        turned = picture[::-1, ::-1, :3]
        lower = picture.shape[0] // 2
        picture[lower:, :, :3] = turned[lower:]
    cut_out(picture, 0.06 * picture.shape[0])
    return Thing(picture, width, height, 0.02, 0.06 * height, rgb(pale(rng)))


def _paper(rng: Rng, pixels: float) -> Thing:
    """A sheet, book page or note with lines of text or a score list."""
    height, width = float(rng.uniform(1, 7)), float(rng.uniform(0.8, 5))
    picture = sheet(width, height, pixels, pale(rng) if rng.random() < 0.8 else colour(rng))
    lines = int(rng.integers(0, 14))
    for i in range(lines):
        y = 0.06 + 0.88 * i / max(1, lines)
        words = " ".join(str(rng.integers(1, 300)) for _ in range(int(rng.integers(1, 6))))
        if rng.random() < 0.5:
            words = "".join(chr(int(c)) for c in rng.integers(97, 123, int(rng.integers(4, 22))))
        write(
            picture,
            rng,
            words,
            (0.06, y, float(rng.uniform(0.4, 0.94)), y + 0.7 / max(1, lines)),
            (40, 40, 60) if rng.random() < 0.7 else colour(rng),
        )
    return Thing(picture, width, height, float(rng.choice([0.0, 0.02, 0.3])), 0.0, rgb(pale(rng)))


def _die(rng: Rng, pixels: float) -> Thing:
    side = float(rng.uniform(0.35, 0.7))
    tint = pale(rng) if rng.random() < 0.7 else colour(rng, 0)
    picture = sheet(side, side, pixels * 1.3, tint)
    size = picture.shape[0]
    spots = {
        1: [(2, 2)],
        2: [(1, 1), (3, 3)],
        3: [(1, 1), (2, 2), (3, 3)],
        4: [(1, 1), (1, 3), (3, 1), (3, 3)],
        5: [(1, 1), (1, 3), (3, 1), (3, 3), (2, 2)],
        6: [(1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)],
    }
    ink = (15, 15, 20) if np.mean(tint) > 120 else (245, 245, 245)
    for x, y in spots[int(rng.integers(1, 7))]:
        cv2.circle(
            picture,
            (x * size // 4, y * size // 4),
            max(1, round(size * 0.09)),
            (*ink, 255),
            -1,
            cv2.LINE_AA,
        )
    cut_out(picture, 0.16 * size)
    return Thing(picture, side, side, side, 0.16 * side, rgb(np.asarray(tint, float) * 0.85))


def _domino(rng: Rng, pixels: float) -> Thing:
    height = float(rng.uniform(0.9, 1.6))
    width = height / 2
    dark = rng.random() < 0.4
    tint = np.array([30, 30, 32]) if dark else pale(rng)
    ink = (240, 240, 235, 255) if dark else (20, 20, 20, 255)
    picture = sheet(width, height, pixels * 1.2, tint)
    size, wide = picture.shape[:2]
    cv2.line(picture, (wide // 8, size // 2), (wide * 7 // 8, size // 2), ink, max(1, size // 50))
    for half in (0, 1):
        for spot in rng.permutation(9)[: int(rng.integers(0, 7))]:
            at = (wide * (1 + spot % 3) // 4, half * size // 2 + size // 2 * (1 + spot // 3) // 4)
            cv2.circle(picture, at, max(1, round(wide * 0.08)), ink, -1, cv2.LINE_AA)
    cut_out(picture, 0.05 * size)
    return Thing(picture, width, height, 0.22, 0.05 * height, rgb(tint))


def _blank(rng: Rng, pixels: float) -> Thing:
    """A pale slab without print: eraser, empty tile-like counter, sugar sachet."""
    height, width = float(rng.uniform(0.5, 1.8)), float(rng.uniform(0.4, 1.4))
    tint = pale(rng)
    picture = sheet(width, height, pixels, tint)
    cut_out(picture, float(rng.uniform(0, 0.2)) * min(picture.shape[:2]))
    return Thing(picture, width, height, float(rng.uniform(0.02, 0.4)), 0.04, rgb(tint * 0.9))


def _lettered(rng: Rng, pixels: float) -> Thing:
    """A counter with a letter, or a mah-jong-like mark: shaped like a tile, but none."""
    height = float(rng.uniform(0.6, 1.1))
    width = height * float(rng.uniform(0.7, 1.0))
    tint = pale(rng) * np.array([1, rng.uniform(0.85, 1), rng.uniform(0.6, 1)])
    picture = sheet(width, height, pixels * 1.2, tint)
    ink = colour(rng, 0) * 0.5
    if rng.random() < 0.7:
        write(
            picture,
            rng,
            str(rng.choice(list("ABCDEFGHKLMNPRSTUVWXYZ"))),
            (0.2, 0.15, 0.8, 0.8),
            ink,
        )
        if rng.random() < 0.5:
            write(picture, rng, str(rng.integers(1, 11)), (0.7, 0.72, 0.95, 0.94), ink)
    else:
        for _ in range(int(rng.integers(2, 9))):
            a = rng.uniform(0.15, 0.85, 4) * np.tile([picture.shape[1], picture.shape[0]], 2)
            cv2.line(
                picture,
                (int(a[0]), int(a[1])),
                (int(a[2]), int(a[3])),
                (*rgb(ink), 255),
                max(1, picture.shape[0] // 18),
                cv2.LINE_AA,
            )
    cut_out(picture, 0.08 * picture.shape[0])
    return Thing(
        picture, width, height, float(rng.uniform(0.05, 0.3)), 0.08 * height, rgb(tint * 0.85)
    )


def _keyboard(rng: Rng, pixels: float) -> Thing:
    """Keyboard, calculator, telephone: rows of rounded keys with digits and letters."""
    rows, columns = int(rng.integers(3, 6)), int(rng.integers(3, 12))
    key = float(rng.uniform(0.35, 0.8))
    width, height = columns * key, rows * key
    dark = rng.random() < 0.5
    picture = sheet(width, height, pixels, [35, 36, 40] if dark else [205, 205, 200])
    size, wide = picture.shape[:2]
    face = some_face(rng)
    tall, across = size // rows, wide // columns
    cap = rounded(
        max(4, tall - max(2, tall // 8)), max(4, across - max(2, across // 8)), tall * 0.12
    )
    for row in range(rows):
        for column in range(columns):
            y, x = row * tall + tall // 16, column * across + across // 16
            print_mask(picture, cap, x, y, [60, 62, 66] if dark else [245, 245, 242])
            letter = (
                str(rng.integers(10)) if rng.random() < 0.6 else chr(65 + int(rng.integers(26)))
            )
            mask = text_mask(face, letter, max(6, round(tall * 0.5)))
            print_mask(
                picture,
                mask,
                x + cap.shape[1] // 2 - mask.shape[1] // 2,
                y + tall // 5,
                [235, 235, 235] if dark else [25, 25, 30],
            )
    return Thing(picture, width, height, 0.15, 0.05, (50, 50, 55) if dark else (190, 190, 185))


def _cup(rng: Rng, pixels: float) -> Thing:
    """A cup or glass from above, or a plate."""
    side = float(rng.uniform(1.5, 4.5))
    picture = sheet(side, side, pixels, pale(rng) if rng.random() < 0.6 else colour(rng))
    size = picture.shape[0]
    middle = (size // 2, size // 2)
    picture[..., 3] = 0
    disc = np.zeros((size, size), np.uint8)
    cv2.circle(disc, middle, size // 2 - 1, 255, -1, cv2.LINE_AA)
    picture[..., 3] = disc
    inner = tuple(int(c) for c in (colour(rng) * (0.4 if rng.random() < 0.5 else 1)))
    plate = np.ascontiguousarray(picture[..., :3])
    cv2.circle(plate, middle, round(size * rng.uniform(0.3, 0.46)), inner, -1, cv2.LINE_AA)
    cv2.circle(
        plate,
        middle,
        round(size * rng.uniform(0.2, 0.42)),
        rgb(pale(rng)),
        max(1, size // 60),
        cv2.LINE_AA,
    )
    picture[..., :3] = plate
    return Thing(picture, side, side, 0.0, side / 2, rgb(pale(rng)))


def _box(rng: Rng, pixels: float) -> Thing:
    """A game box or book cover: big title, digits, even pictures of tiles."""
    width, height = float(rng.uniform(2.5, 7)), float(rng.uniform(2, 6))
    picture = sheet(width, height, pixels, colour(rng, 0.1))
    size, wide = picture.shape[:2]
    if rng.random() < 0.4:
        picture[..., :3] = cv2.resize(surface(rng, 96), (wide, size))
    title = "".join(chr(65 + int(c)) for c in rng.integers(0, 26, int(rng.integers(4, 9))))
    write(picture, rng, title, (0.05, 0.05, 0.95, 0.35), colour(rng, 0))
    for _ in range(int(rng.integers(0, 7))):
        x, y = rng.uniform(0.02, 0.8), rng.uniform(0.35, 0.8)
        write(picture, rng, str(rng.integers(1, 100)), (x, y, x + 0.16, y + 0.18), colour(rng, 0))
    return Thing(picture, width, height, float(rng.uniform(0.1, 1.2)), 0.02, rgb(colour(rng)))


def _phone(rng: Rng, pixels: float) -> Thing:
    height = float(rng.uniform(3, 4.5))
    picture = sheet(height / 2, height, pixels, rng.uniform(5, 40, 3))
    size, wide = picture.shape[:2]
    if rng.random() < 0.5:
        lit = cv2.resize(surface(rng, 64), (wide - wide // 8, size - size // 8))
        picture[
            size // 16 : size // 16 + lit.shape[0], wide // 16 : wide // 16 + lit.shape[1], :3
        ] = lit
        write(
            picture,
            rng,
            f"{rng.integers(24)}:{rng.integers(10, 60)}",
            (0.15, 0.15, 0.85, 0.35),
            [250, 250, 250],
        )
    cut_out(picture, 0.07 * size)
    return Thing(picture, height / 2, height, 0.1, 0.07 * height, (30, 30, 32))


def _pen(rng: Rng, pixels: float) -> Thing:
    width, height = float(rng.uniform(0.12, 0.5)), float(rng.uniform(2, 6))
    tint = colour(rng, 0.1)
    picture = sheet(width, height, pixels, tint)
    shine = 1 - 0.6 * np.abs(np.linspace(-1, 1, picture.shape[1]))
    picture[..., :3] = np.clip(picture[..., :3] * (0.6 + 0.6 * shine[None, :, None]), 0, 255)
    cut_out(picture, 0.4 * picture.shape[1])
    return Thing(picture, width, height, 0.1, 0.05, rgb(tint))


def _coin(rng: Rng, pixels: float) -> Thing:
    side = float(rng.uniform(0.4, 0.9))
    tint = np.array([190, rng.uniform(140, 190), rng.uniform(70, 190)])
    picture = sheet(side, side, pixels * 1.3, tint)
    size = picture.shape[0]
    write(
        picture,
        rng,
        str(rng.choice(["1", "2", "5", "10", "20", "50"])),
        (0.25, 0.25, 0.75, 0.75),
        tint * 0.6,
    )
    cut_out(picture, size / 2)
    return Thing(picture, side, side, 0.04, side / 2, rgb(tint * 0.7))


def _tile_picture(rng: Rng, pixels: float) -> Thing:
    """A big flat digit on a sticker or magnet: digits without a tile's shape."""
    side = float(rng.uniform(0.6, 2))
    picture = sheet(side * 1.6, side, pixels, colour(rng, 0.1))
    edition = random_edition(rng)
    write(
        picture,
        rng,
        str(rng.integers(1, 14)),
        (0.1, 0.1, 0.9, 0.9),
        edition.inks[int(rng.integers(4))],
    )
    if rng.random() < 0.5:
        cut_out(picture, picture.shape[0] / 2)
    return Thing(picture, side * 1.6, side, 0.0, 0.0, (128, 128, 128))


_THINGS = {
    "card": _card,
    "paper": _paper,
    "die": _die,
    "domino": _domino,
    "blank": _blank,
    "lettered": _lettered,
    "keyboard": _keyboard,
    "cup": _cup,
    "box": _box,
    "phone": _phone,
    "pen": _pen,
    "coin": _coin,
    "sticker": _tile_picture,
}
