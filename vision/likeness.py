"""Whether the tiles on a photo are of the edition that a profile was made of.

Tiles of one edition bear the same digits at the same place, in any light. So what is
printed on a tile, as darkness against the tile's own white, is held against the profile's
pictures of the same number. Inks are left out: the light changes them between two photos
of one game nearly as much as they differ between two games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decide import upright
from vision.find import CLEAR, Found
from vision.patches import PATCH_HEIGHT, PATCH_MARGIN, PATCH_WIDTH
from vision.profile import NO_TILE, Patch
from vision.reading import FACE_DOWN, Quad
from vision.rectify import cut_crops

Array: TypeAlias = NDArray[Any]

LIKE, UNLIKE = 0.85, 0.75
"""From the first likeness on, tiles are of the profile's edition; below the second they are not.
Between them are blurred tiles, and those on a rack whose corners were found badly."""
LEAST_LIKE, LEAST_UNLIKE = 3, 8
"""Fewer tiles do not tell that they are of the edition, or that they are not: under glare, or
with corners found badly, a few are unlike their own pictures."""
MOST_PRINTS = 6
"""The latest so many pictures of a number are looked at."""
_SIZE = (36, 48)
_INSET = 0.065
"""Share of the tile's side left out at each edge: shadows and neighbours differ, prints do not."""
_ASTRAY = 3
"""Pixels of a print by which corners may be off, to every side."""
_WHITE = 80
_GAMMA = 2.2
_BLANK = 1e-2


class Fit(Enum):
    """Of which edition the tiles on a photo are: the profile's own, another, or that is untold."""

    OWN = "own"
    OTHER = "other"
    UNTOLD = "untold"


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """What is printed on the tiles of an edition: by number (``7``) or joker (``J``) the middles
    of some prints, float32 ``(N, 42 * 30)``, each of mean 0 and length 1 (0 if it is blank)."""

    by_face: Mapping[str, Array]

    @classmethod
    def of(cls, patches: Iterable[Patch]) -> Prints:
        """The prints on a profile's pictures."""
        found: dict[str, list[Array]] = defaultdict(list)
        for patch in patches:
            if patch.tile not in (NO_TILE, FACE_DOWN):
                (crop,) = _cut(patch.pixels(), [_in_patch()])
                middle = _print_on(crop)[_ASTRAY:-_ASTRAY, _ASTRAY:-_ASTRAY]
                found[_printed(patch.tile)].append(middle.reshape(-1))
        return cls(
            {face: _normed(np.array(prints[-MOST_PRINTS:])) for face, prints in found.items()}
        )


def fit_of(pixels: Array, found: Sequence[Found], prints: Prints) -> Fit:
    """Whether a photo's tiles are of the edition with these prints.

    Args:
        pixels: RGB uint8 ``(H, W, 3)``.
        found: its tiles.
        prints: of the edition.
    """
    return _fit(_likenesses(pixels, found, prints))


def fit_of_pictures(patches: Iterable[Patch], prints: Prints) -> Fit:
    """Whether pictures of tiles with known names are of the edition with these prints.

    Numbers of which nothing is seen in either are passed over.
    """
    alike = [
        _likest(print_, known)
        for patch in patches
        if patch.tile not in (NO_TILE, FACE_DOWN)
        and (known := prints.by_face.get(_printed(patch.tile))) is not None
        and np.any(print_ := _print_on(_cut(patch.pixels(), [_in_patch()])[0]))
        and np.any(known)
    ]
    return _fit(alike)


def _fit(alike: Sequence[float]) -> Fit:
    if len(alike) >= LEAST_LIKE and np.median(alike) >= LIKE:
        return Fit.OWN
    if len(alike) >= LEAST_UNLIKE and np.median(alike) < UNLIKE:
        return Fit.OTHER
    return Fit.UNTOLD


def _likenesses(pixels: Array, found: Sequence[Found], prints: Prints) -> list[float]:
    """How like each clear face is to the likest print of its number, -1 to 1."""
    clear = [
        each for each in found if each.clarity >= CLEAR and _printed(each.face) in prints.by_face
    ]
    crops = _cut(pixels, [upright(each.quad, each.scores.upside_down) for each in clear])
    return [
        _likest(_print_on(crop), prints.by_face[_printed(each.face)])
        for crop, each in zip(crops, clear, strict=True)
    ]


def _printed(tile: str) -> str:
    """What is printed on a tile, whatever its ink."""
    return tile[1:] or tile


def _cut(pixels: Array, quads: Sequence[Quad]) -> Array:
    return cut_crops(pixels, quads, width=_SIZE[0], height=_SIZE[1], margin=-_INSET)


def _in_patch() -> Quad:
    """Where the tile lies in a patch."""
    inset = PATCH_MARGIN / (1 + 2 * PATCH_MARGIN)
    left, right = PATCH_WIDTH * inset - 0.5, PATCH_WIDTH * (1 - inset) - 0.5
    top, bottom = PATCH_HEIGHT * inset - 0.5, PATCH_HEIGHT * (1 - inset) - 0.5
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _print_on(crop: Array) -> Array:
    linear = ((crop.astype(np.float32) + 1) / 256) ** _GAMMA
    white = np.percentile(linear.reshape(-1, 3), _WHITE, axis=0)
    darkness = 1 - (linear / np.maximum(white, 1e-3)).min(2)
    return np.asarray(cv2.GaussianBlur(np.clip(darkness, 0, 1).astype(np.float32), (0, 0), 1.0))


def _likest(seen: Array, known: Array) -> float:
    """The correlation with the likest of the known prints, laid on it as well as they can be."""
    rows, columns = (side - 2 * _ASTRAY for side in seen.shape)
    places = np.lib.stride_tricks.sliding_window_view(seen, (rows, columns))
    return float((_normed(places.reshape(-1, rows * columns)) @ known.T).max())


def _normed(prints: Array) -> Array:
    """``(N, P)``: of mean 0 and length 1; what is blank stays 0."""
    away = prints - prints.mean(1, keepdims=True)
    length = np.linalg.norm(away, axis=1, keepdims=True)
    return np.where(length > _BLANK, away / np.maximum(length, _BLANK), 0)
