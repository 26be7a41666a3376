"""What is read among tiles though it is of another colour than they: notes, cards, cardboard.

The tiles of a game are of one plastic. Cream and white are near enough to each other under uneven
light, but a yellow note with a 5 on it is not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.plastic import crops_in_lab, differences_in_their_light, plastics_of
from vision.reading import FACE_DOWN, SceneReading, TileReading, Why

Array = NDArray[Any]

NEAREST, ALIKE = 5, 2
"""Of so many nearest tiles, so many must be of a tile's colour ..."""
OTHER = 28.0
"""... to within this, in CIELAB and as in good light: of 2,288 real tiles one in 200 is off by
more than 12, of 2,664 of held-out rendered editions one in 200 by more than 15."""
_SIDE = (18, 24)
_INSET = 0.12
_SHADE = 40


def doubted_strangers(reading: SceneReading, pixels: Array) -> SceneReading:
    """The reading with every tile marked doubtful whose plastic is that of none about it.

    ``pixels``: RGB uint8 ``(H, W, 3)``, the photo, perhaps made smaller. Face-down tiles may be of
    another colour, and have no say.
    """
    faces = [tile for tile in reading.tiles if tile.tile != FACE_DOWN]
    if len(faces) <= ALIKE:
        return reading
    shown = np.array([pixels.shape[1] / reading.width, pixels.shape[0] / reading.height])
    quads = [_scaled(tile, shown) for tile in faces]
    plastics = plastics_of(crops_in_lab(pixels, quads, _SIDE, _INSET), _SHADE)
    others = plastics[_nearest(np.array([tile.center for tile in faces]))]
    alike = np.sort(differences_in_their_light(plastics, others), axis=1)[:, ALIKE - 1]
    strange = {tile.id for tile, off in zip(faces, alike, strict=True) if off > OTHER}
    tiles = [
        tile.doubted(Why.OTHER_PLASTIC) if tile.id in strange else tile for tile in reading.tiles
    ]
    return replace(reading, tiles=tuple(tiles))


def _scaled(tile: TileReading, shown: Array) -> Any:
    return tuple(map(tuple, (np.array(tile.quad) * shown).tolist()))


def _nearest(middles: Array) -> Array:
    """``(N, NEAREST)`` or fewer: places of the others that lie nearest to each of ``(N, 2)``."""
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(away, np.inf)
    return np.argsort(away, axis=1, kind="stable")[:, : min(NEAREST, len(middles) - 1)]
