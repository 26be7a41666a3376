"""Whether a photo is mirrored, as front cameras and some apps keep it.

Most numbers have a sense: 2, 3, 4, 5, 6, 7, 9, and with them 10, 12 and 13. Mirrored, they
are no clear faces, and turned back they are; on a photo as it ought to be it is the other
way round. Only the faces tell, so the tiles' order has no say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from vision import classify
from vision.classify import Adaptation
from vision.find import CLEAR, Found
from vision.reading import Quad

LEAST_CLEARED = 3
"""So many faces must be clear only in the mirror ..."""
TIMES = 2
"""... and so many times as many as those that are clear only without one."""


def looks_mirrored(
    pixels: NDArray[Any], found: Sequence[Found], adaptation: Adaptation | None = None
) -> bool:
    """Whether the faces found on a photo speak for a mirrored one.

    Costs nothing on a photo whose faces are clear. ``pixels`` and ``adaptation`` are as for
    :func:`vision.find.find_tiles`.
    """

    def clear_in_mirror(faces: Sequence[Found]) -> int:
        quads = [_mirrored(face.quad) for face in faces]
        seen = zip(quads, classify.classify(pixels, quads, adaptation), strict=True)
        return sum(Found(quad, scores).clarity >= CLEAR for quad, scores in seen)

    faint = [face for face in found if face.clarity < CLEAR]
    cleared = clear_in_mirror(faint) if len(faint) >= LEAST_CLEARED else 0
    if cleared < LEAST_CLEARED:
        return False
    clear = [face for face in found if face.clarity >= CLEAR]
    return cleared >= TIMES * (len(clear) - clear_in_mirror(clear))


def _mirrored(quad: Quad) -> Quad:
    """Corners from which a crop is cut as its mirror image."""
    return (quad[1], quad[0], quad[3], quad[2])
