"""A rendered photo and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.synth.camera import Pixels
from vision.synth.edition import Edition

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered photo and the truth about it.

    ``pixels`` is RGB uint8. ``tiles`` are (notation, quad) with the quad's
    corners top-left, top-right, bottom-right, bottom-left of the upright tile,
    pixels; ``visible`` the share of each tile's face that is seen. ``groups``
    are indices into ``tiles``: sets on a table, tiers of a rack from the top,
    each left to right with the tiles upright. ``partial`` are tiles cut by the
    frame or covered too far to be labelled, ``backs`` tiles face down.
    """

    pixels: Pixels
    tiles: tuple[tuple[str, Quad], ...]
    visible: tuple[float, ...]
    groups: tuple[tuple[int, ...], ...]
    scene: str
    partial: tuple[tuple[str, Quad], ...]
    backs: tuple[Quad, ...]
    edition: Edition
    seed: int


def quad_of(corners: npt.NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def ordered(tiles: list[tuple[str, Quad]], group: list[int]) -> tuple[int, ...]:
    """Left to right with the tiles upright: along the mean of their right sides."""
    quads = np.array([tiles[i][1] for i in group])
    right = (quads[:, 1] - quads[:, 0]) + (quads[:, 2] - quads[:, 3])
    right = right / np.linalg.norm(right, axis=1, keepdims=True)
    # Tiles lying upside down in a set must not turn it: the many decide.
    main = np.linalg.svd(right)[2][0]
    main = main * (1 if (right @ main).sum() >= 0 else -1)
    order = np.argsort(quads.mean(1) @ main, kind="stable")
    return tuple(group[i] for i in order)
