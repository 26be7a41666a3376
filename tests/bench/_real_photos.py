"""Real photos that nothing is trained on, changed in a way that leaves their labels true."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rules import Rules
from vision.photo import open_photo
from vision.reader import read
from vision.score import LabelledPhoto, score

Pixels = NDArray[Any]
TEST_FOLD = "4"


@dataclass(frozen=True, slots=True)
class RealPhoto:
    """A photo of the test fold or the large print.

    ``outlines`` are of each of the truth's tiles, ``(4, 2)``, as shares of the photo's width
    and height.
    """

    path: Path
    truth: LabelledPhoto
    outlines: tuple[Pixels, ...]


Change = Callable[[Pixels, RealPhoto, np.random.Generator], Pixels]
"""Makes other pixels of a photo's, RGB uint8 ``(H, W, 3)`` both."""


def table(what: str, changes: Mapping[str, Change]) -> None:
    """Print what the reader makes of all photos, changed in each of these ways."""
    folder = os.environ.get("TILE_PHOTOS")
    if not folder:
        print("TILE_PHOTOS is not set: there are no real photos to measure on")
        return
    photos = list(_photos(Path(folder)))
    print(f"| {what} | tiles | right | wrong, not marked | right, marked | false |")
    print("|---|---|---|---|---|---|")
    for name, change in changes.items():
        print(f"| {name} | {' | '.join(map(str, _measured(photos, change)))} |", flush=True)


def _photos(folder: Path) -> Iterator[RealPhoto]:
    fold = json.loads((folder / "classic/folds.json").read_text())["folds"][TEST_FOLD]
    for source, wanted in (("classic", fold), ("large_print", None)):
        labels = json.loads((folder / source / "labels.json").read_text())
        for name in labels if wanted is None else wanted:
            entry = labels[name]
            size = np.array([entry["width"], entry["height"]], float)
            outlines = tuple(_outline(tile) / size for tile in entry["tiles"])
            yield RealPhoto(folder / source / name, LabelledPhoto.from_json(entry), outlines)


def _outline(tile: Mapping[str, Any]) -> Pixels:
    if "quad" in tile:
        return np.array(tile["quad"], float)
    left, top, right, bottom = tile["box"]
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)


def _measured(photos: list[RealPhoto], change: Change) -> list[int]:
    """Labelled tiles, right ones, wrong ones without a mark, right ones with one, false ones."""
    counts = np.zeros(5, int)
    for real in photos:
        photo = open_photo(real.path)
        pixels = change(photo.pixels, real, np.random.default_rng(5))
        scored = score(real.truth, read(replace(photo, pixels=pixels), rules=Rules()))
        named = [answer for answer in scored.answers if answer.label is not None]
        silent = sum(not answer.right and not answer.doubtful for answer in named)
        marked = sum(answer.right and answer.doubtful for answer in named)
        counts += (scored.labelled, scored.right, silent, marked, scored.false)
    return counts.tolist()
