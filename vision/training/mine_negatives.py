"""What the detector takes for tiles and is none.

``python -m vision.training.mine_negatives --help``

The patches teach the classifier to say "no tile" where it matters.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.detect import height_of, width_of
from vision.find import blind_sightings, first_sightings
from vision.patches import cut_at, overlap
from vision.stopwatch import Stopwatch
from vision.training.classifier_samples import NO_INK, NO_TILE, Patches
from vision.training.labels import TRAINING_FOLDS, LabelledPhoto, load_labelled

FREE = 0.15
"""A find that overlaps every labelled or partly hidden tile less than this is false."""


def mine(photos: Sequence[LabelledPhoto]) -> Patches:
    """Patches of the false finds on these photos, all of kind "none"."""
    pixels = []
    for place, photo in enumerate(photos, 1):
        image = photo.pixels()
        taken = np.concatenate([photo.quads, photo.partial])
        look = first_sightings if len(photo.quads) else blind_sightings
        finds = look(image, Stopwatch())
        quads = [np.array(find.quad, np.float32) for find in finds]
        false = [quad for quad in quads if overlap(quad, taken) < FREE]
        # the reader looks at wide finds from the other side too
        false += [np.roll(quad, -1, axis=0) for quad in false if _is_wide(quad)]
        pixels.append(cut_at(image, false))
        if place % 50 == 0:
            print(f"{place}/{len(photos)}  {sum(map(len, pixels))} false finds", flush=True)
    every = np.concatenate(pixels)
    return Patches(
        every, np.full(len(every), NO_TILE, np.int64), np.full(len(every), NO_INK, np.int64)
    )


def _is_wide(quad: np.ndarray) -> bool:
    return bool(width_of(quad) > height_of(quad))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="folder of real labelled photos")
    parser.add_argument("--folds", type=int, nargs="*", default=TRAINING_FOLDS, help="of these")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="rendered folders")
    parser.add_argument("--out", type=Path, required=True, help="patches to write (.npz)")
    options = parser.parse_args()
    photos = load_labelled(options.photos, options.folds) if options.photos else []
    for folder in options.scenes:
        photos += load_labelled(folder)
    patches = mine(photos)
    np.savez(options.out, pixels=patches.pixels, kinds=patches.kinds, inks=patches.inks)


if __name__ == "__main__":
    main()
