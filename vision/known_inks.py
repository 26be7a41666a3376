"""The inks of one game, learned from pictures of its own tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.classify import INKS
from vision.ink import INSET, vectors_of
from vision.patches import PATCH_MARGIN

Array = NDArray[Any]

KNOWN_SPREAD = 7.0
"""Degrees by which an ink's direction differs between two photos of one game, typically."""
MOST_KNOWN = 5.0
"""However far off a known ink lies, it speaks against a name with no more nats than this."""
KNOWN_AWAY = 2.5
LEAST_KNOWN = 2
"""Tiles of an ink that a profile must show for the ink to be known."""


@dataclass(frozen=True, slots=True)
class KnownInks:
    """The direction of each ink of a game (a unit vector), if known."""

    directions: tuple[tuple[float, float, float] | None, ...] = (None,) * len(INKS)

    def evidence(self, directions: Array, spread: float = KNOWN_SPREAD) -> Array:
        """``(N, 4)``: nats that speak for each ink, by how near a direction lies to it.

        ``directions`` ``(N, 3)`` are unit vectors; those of one ink differ by ``spread``
        degrees, typically. An ink that is not known is taken to lie ``KNOWN_AWAY`` spreads off.
        """
        nats = np.full((len(directions), len(INKS)), -(KNOWN_AWAY**2) / 2)
        if all(known is None for known in self.directions):
            return np.zeros_like(nats)
        for place, known in enumerate(self.directions):
            if known is not None:
                cosine = np.clip(directions @ np.array(known), -1, 1)
                nats[:, place] = -((np.degrees(np.arccos(cosine)) / spread) ** 2) / 2
        return np.maximum(nats, -MOST_KNOWN)


USUAL_INKS = KnownInks(
    ((-0.70, 0.62, 0.35), (-0.86, -0.13, -0.50), (-1.0, 0.0, 0.02), (-0.44, 0.22, 0.87))
)
"""Where red, blue, black and orange lie in most editions, rendered and real."""
USUAL_SPREAD = 30.0
"""Degrees: blues run from turquoise to almost black, reds from crimson to vermilion."""


def known_inks(tiles: Sequence[tuple[str, Array]]) -> KnownInks:
    """The inks of a game from pictures of its tiles.

    ``tiles`` are names and patches (:mod:`vision.patches`).
    """
    inked = [(name, patch) for name, patch in tiles if name[0] in INKS and name[1:].isdecimal()]
    found = [vectors_of(_middle_of(patch)[None])[0] for _, patch in inked]
    directions = []
    for ink in INKS:
        of_ink = [each for (name, _), each in zip(inked, found, strict=True) if name[0] == ink]
        mean = np.mean(of_ink, 0) if len(of_ink) >= LEAST_KNOWN else np.zeros(3)
        length = float(np.linalg.norm(mean))
        directions.append((mean / length).tolist() if length > 0 else None)
    return KnownInks(
        tuple(None if each is None else (each[0], each[1], each[2]) for each in directions)
    )


def _middle_of(patch: Array) -> Array:
    inset = (PATCH_MARGIN + INSET) / (1 + 2 * PATCH_MARGIN)
    height, width = patch.shape[:2]
    down, across = round(height * inset), round(width * inset)
    return np.asarray(patch[down : height - down, across : width - across])
