"""What was read, drawn on the photo it was read off."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.reading import Point, SceneReading, TileReading

_WIDEST = 2400
"""Longest side, in pixels, of a picture that is enlarged so that its words can be read."""
_READABLE_TILE = 46
"""Tile height, in pixels, under which words on it could not be read."""
_SURE, _DOUBTFUL, _ROW = (0, 190, 90), (255, 120, 0), (255, 255, 255)
_INKS = {"R": (200, 20, 35), "B": (20, 70, 200), "K": (20, 20, 20), "O": (215, 110, 0)}
_OTHER_INK = (110, 40, 130)


def annotate(pixels: NDArray[np.uint8], reading: SceneReading) -> NDArray[np.uint8]:
    """Outline every tile and write what was read on it.

    A sure tile has a solid green outline. A doubtful one has a thick dashed
    orange outline and a question mark, so that it stands out without colours
    too. A line joins the tiles of a group.

    Args:
        pixels: RGB uint8 ``(H, W, 3)``: the upright photo at any size.
        reading: what was read off it.

    Returns:
        RGB uint8, a new picture; larger than ``pixels`` where the tiles are so
        small that nothing written on them could be read.
    """
    height, width = pixels.shape[:2]
    scale = width / max(reading.width, 1)
    picture = Image.fromarray(pixels)
    factor = _enlargement(
        [_tile_height(tile) * scale for tile in reading.tiles], max(width, height)
    )
    if factor > 1:
        picture = picture.resize((width * factor, height * factor), Image.Resampling.BICUBIC)
        scale *= factor
    pen = ImageDraw.Draw(picture)
    for tile in reading.tiles:
        _outline(pen, tile, scale)
    for group in reading.groups:
        _join(pen, [reading.tile(tile_id) for tile_id in group.tiles], scale)
    for tile in reading.tiles:
        _label(pen, tile, scale)
    return np.asarray(picture)


def _enlargement(heights: Sequence[float], longest: int) -> int:
    if not heights:
        return 1
    wanted = math.ceil(_READABLE_TILE / max(float(np.median(heights)), 1.0))
    return max(1, min(wanted, _WIDEST // longest, 6))


def _tile_height(tile: TileReading) -> float:
    a, b, c, d = tile.quad
    return (math.dist(a, d) + math.dist(b, c)) / 2


def _outline(pen: ImageDraw.ImageDraw, tile: TileReading, scale: float) -> None:
    corners = [(x * scale, y * scale) for x, y in tile.quad]
    stroke = max(2, round(_tile_height(tile) * scale / 32))
    if not tile.doubtful:
        pen.line([*corners, corners[0], corners[1]], fill=_SURE, width=stroke, joint="curve")
        return
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        for dash in _dashes(start, end, stroke * 4.0):
            pen.line(dash, fill=_DOUBTFUL, width=stroke * 2)


def _dashes(start: Point, end: Point, length: float) -> list[tuple[Point, Point]]:
    """An odd number of equal parts of the line, every second one."""
    count = max(1, int(math.dist(start, end) / length / 2)) * 2 + 1

    def at(part: int) -> Point:
        share = part / count
        return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)

    return [(at(part), at(part + 1)) for part in range(0, count, 2)]


def _join(pen: ImageDraw.ImageDraw, tiles: Sequence[TileReading], scale: float) -> None:
    if len(tiles) < 2:
        return
    stroke = max(1, round(_tile_height(tiles[0]) * scale / 32))
    pen.line([_label_place(tile, scale) for tile in tiles], fill=_ROW, width=stroke)


def _label(pen: ImageDraw.ImageDraw, tile: TileReading, scale: float) -> None:
    """A chip across the lower part of the tile, where no digit is printed."""
    a, b, c, d = tile.quad
    across = min(math.dist(a, b), math.dist(d, c)) * scale
    text = tile.tile + ("?" if tile.doubtful and tile.tile != "?" else "")
    size = max(9, round(min(across * 0.36, _tile_height(tile) * scale * 0.3)))
    x, y = _label_place(tile, scale)
    left, top, right, bottom = pen.textbbox((x, y), text, font=_font(size), anchor="mm")
    pad = size * 0.18
    box = (left - pad, top - pad, right + pad, bottom + pad)
    ink = _INKS.get(tile.tile[:1], _OTHER_INK)
    frame = _DOUBTFUL if tile.doubtful else (255, 255, 255)
    pen.rounded_rectangle(box, size * 0.25, fill=ink, outline=frame, width=max(1, size // 10))
    pen.text((x, y), text, font=_font(size), fill=(255, 255, 255), anchor="mm")


def _label_place(tile: TileReading, scale: float) -> Point:
    a, b, c, d = tile.quad
    x, y = ((a[i] + b[i]) * 0.1 + (c[i] + d[i]) * 0.4 for i in (0, 1))
    return (x * scale, y * scale)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
