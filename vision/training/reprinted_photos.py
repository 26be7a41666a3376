"""Writes real photos with other editions printed on their tiles, to train on.

``python -m vision.training.reprinted_photos --help``. What it writes is made of the photos
and stays where they may be.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from vision.synth.dataset import write_photos
from vision.synth.edition import random_edition
from vision.synth.reprint import print_anew
from vision.synth.truth import Scene, quad_of
from vision.training.labels import TRAINING_FOLDS, LabelledPhoto, load_labelled

PLAIN_SHARE = 0.3
"""Of the editions: from the stock of ``train``; the others are ``varied``."""


def jobs(photos: list[LabelledPhoto], editions: int, seed: int) -> Iterator[tuple[str, partial]]:
    """File name and how to make it, ``editions`` times for each photo."""
    for number, photo in enumerate(photos):
        for edition in range(editions):
            name = f"{photo.path.stem}-{edition:02d}.jpg"
            yield name, partial(_reprinted, photo, (seed, number, edition))


def _reprinted(photo: LabelledPhoto, seed: tuple[int, ...]) -> Scene:
    rng = np.random.default_rng(seed)
    edition = random_edition(rng, "train" if rng.random() < PLAIN_SHARE else "varied")
    pixels = print_anew(photo.pixels(), list(photo.quads), photo.names, edition, rng)
    return Scene(
        pixels=pixels,
        tiles=tuple(zip(photo.names, map(quad_of, photo.quads), strict=True)),
        visible=(1.0,) * len(photo.names),
        groups=(),
        scene=photo.scene,
        partial=(),
        backs=(),
        edition=edition,
        seed=seed[0],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled photos")
    parser.add_argument("--folds", type=int, nargs="*", default=TRAINING_FOLDS, help="of these")
    parser.add_argument("--editions", type=int, default=8, help="of each photo")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True, help="folder to write")
    options = parser.parse_args()
    photos = load_labelled(options.photos, options.folds)
    todo = list(jobs(photos, options.editions, options.seed))
    write_photos(options.out, todo, workers=options.workers)


if __name__ == "__main__":
    main()
