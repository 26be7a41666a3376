"""Several photos of one table as one picture, one under the other, and what was read on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.reading import Quad, SceneReading, Sight, TileReading

if TYPE_CHECKING:
    from PIL.Image import Image

GAP = 16
"""Pixels between one photo and the next."""
_BETWEEN = "#10130f"
"""As dark as the page round a photo."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where in the picture a photo lies: scale from its pixels, and its upper edge."""

    across: float
    down: float
    top: int

    def of(self, quad: Quad) -> Quad:
        a, b, c, d = ((x * self.across, y * self.down + self.top) for x, y in quad)
        return (a, b, c, d)


def frames_of(pictures: Sequence[Image]) -> tuple[tuple[int, int, int, int], ...]:
    """Where each of the photos lies in their picture: x, y, width and height in its pixels."""
    frames, top = [], 0
    for picture in pictures:
        frames.append((0, top, picture.width, picture.height))
        top += picture.height + GAP
    return tuple(frames)


def stacked(
    pictures: Sequence[Image], readings: Sequence[SceneReading], merged: SceneReading
) -> tuple[Image, SceneReading]:
    """All photos in one picture, and the merged reading in its pixels.

    A tile lies where it was read, and its sights are every place where the picture shows it.

    Args:
        pictures: the photos, perhaps smaller than they were read.
        readings: what was read on each.
        merged: the reading they became, by :func:`vision.merge.merge`.
    """
    from PIL import Image

    frames = frames_of(pictures)
    width = max(picture.width for picture in pictures)
    height = frames[-1][1] + frames[-1][3]
    whole = Image.new("RGB", (width, height), _BETWEEN)
    spots = []
    for picture, reading, (_x, top, wide, high) in zip(pictures, readings, frames, strict=True):
        whole.paste(picture, (0, top))
        spots.append(_Spot(wide / reading.width, high / reading.height, top))
    tiles = tuple(_placed(tile, spots) for tile in merged.tiles)
    return whole, replace(merged, width=width, height=height, tiles=tiles)


def _placed(tile: TileReading, spots: Sequence[_Spot]) -> TileReading:
    sights = tuple(
        Sight(sight.number, sight.photo, spots[sight.number].of(sight.quad))
        for sight in tile.sights
    )
    return replace(tile, quad=sights[0].quad, sights=sights)
