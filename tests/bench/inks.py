"""What other inks cost on real tiles: those of the test fold and the large print are printed anew.

Inside each labelled outline what the ink takes from the tile's white is taken in another colour,
so that the light, the digits and the blur stay as they are.

Usage: TILE_PHOTOS=DIR python -m tests.bench inks
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import cv2
import numpy as np

from tests.bench._real_photos import Pixels, RealPhoto, table

TURQUOISE, TEAL, NAVY = (38, 160, 178), (23, 132, 153), (22, 35, 89)
CRIMSON, VERMILION, YELLOW, DARK_ORANGE = (
    (166, 25, 64),
    (217, 50, 22),
    (230, 189, 23),
    (217, 73, 11),
)
GREY, BLUE_BLACK = (80, 85, 89), (26, 42, 102)

INKS: dict[str, Mapping[str, tuple[int, int, int]]] = {
    "as they are": {},
    "teal": {"B": TEAL},
    "turquoise": {"B": TURQUOISE},
    "navy": {"B": NAVY},
    "crimson": {"R": CRIMSON},
    "vermilion": {"R": VERMILION},
    "yellow for orange": {"O": YELLOW},
    "dark orange": {"O": DARK_ORANGE},
    "grey for black": {"K": GREY},
    "turquoise, and a bluish black": {"B": TURQUOISE, "K": BLUE_BLACK},
    "teal, and navy for black": {"B": TEAL, "K": NAVY},
    "crimson, and vermilion for orange": {"R": CRIMSON, "O": VERMILION},
    "vermilion, and yellow for orange": {"R": VERMILION, "O": YELLOW},
}
WHITE = 80
"""Percentile of a tile's pixels, channel by channel, that is its white."""
FAINTEST = 0.12
"""What takes less than this share of the white is no ink."""


def main() -> None:
    """Print what each set of inks costs."""
    table("inks", {name: partial(_printed, inks) for name, inks in INKS.items()})


def _printed(
    inks: Mapping[str, tuple[int, int, int]],
    pixels: Pixels,
    real: RealPhoto,
    _: np.random.Generator,
) -> Pixels:
    height, width = pixels.shape[:2]
    anew = pixels.astype(float)
    for tile, outline in zip(real.truth.tiles, real.outlines, strict=True):
        if tile.tile[0] in inks and tile.tile != "J":
            mask = np.zeros((height, width), np.uint8)
            cv2.fillPoly(mask, [(outline * (width, height)).astype(np.int32)], 1)
            inside = mask > 0
            anew[inside] = _in_ink(anew[inside], np.array(inks[tile.tile[0]], float))
    return anew.round().astype(np.uint8)


def _in_ink(face: Pixels, ink: Pixels) -> Pixels:
    """The pixels of a face ``(N, 3)``, 0 to 255, in another ink, which is meant on pure white."""
    white = np.maximum(np.percentile(face, WHITE, axis=0), 1)
    taken = 1 - np.clip(face / white, 0, 1).min(1)
    strongest = max(float(np.percentile(taken, 98)), FAINTEST)
    share = np.clip(taken / strongest, 0, 1)[:, None]
    return np.where(taken[:, None] > FAINTEST, white * (1 - share + share * ink / 255), face)
