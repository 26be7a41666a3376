"""What other editions cost on real tiles: those of the test fold and the large print are reprinted.

Every photo gets an edition of its own that training never draws: typeface, inks, marks, dents and
jokers (``vision/synth/reprint.py``). Tiles, table, light and camera stay as they are, so this is
nearer to a stranger's game than a rendered scene, and nearer to a real photo than its labels allow.

Usage: TILE_PHOTOS=DIR python -m tests.bench editions
"""

from __future__ import annotations

from functools import partial

import numpy as np

from solver.rules import Rules
from tests.bench._real_photos import Pixels, RealPhoto, table
from vision.photo import open_photo
from vision.reader import read
from vision.synth.edition import random_edition
from vision.synth.reprint import print_anew

DRAWS = 5
"""How many editions each photo is printed in."""


def main() -> None:
    """Print what each draw of editions costs."""
    draws = {f"other editions, draw {n + 1}": partial(_reprinted, n) for n in range(DRAWS)}
    table("editions", {"as they are": _as_they_are, **draws})


def _as_they_are(pixels: Pixels, _: RealPhoto, __: np.random.Generator) -> Pixels:
    return pixels


def _reprinted(draw: int, pixels: Pixels, real: RealPhoto, _: np.random.Generator) -> Pixels:
    """Where each face lies is what the reader finds on the photo as it is: labels may be boxes."""
    # spelled out, so that a photo has the same editions whichever others there are
    rng = np.random.default_rng([draw, *real.path.name.encode()])
    reading = read(open_photo(real.path), rules=Rules(), second_reader=False)
    scale = np.array([pixels.shape[1] / reading.width, pixels.shape[0] / reading.height])
    quads = [(np.array(tile.quad) + 0.5) * scale - 0.5 for tile in reading.tiles]
    names = [tile.tile for tile in reading.tiles]
    return print_anew(pixels, quads, names, random_edition(rng, "heldout"), rng)
