"""What a programmer would write first: bright outlines, Tesseract, the hue of the ink.

It is what the networks are held against. It gets the same decoding, cropping,
digit preparation and grouping as the real reader, so that only the eyes differ.
"""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrange import arrange
from vision.ocr import second_opinions
from vision.photo import open_photo
from vision.reading import UNREADABLE, Quad, SceneReading, TileGroup, TileReading
from vision.rectify import cut_crops

WIDTH, HEIGHT = 72, 96
PROPORTIONS = (1.05, 2.0)
"""Height over width of what may be a tile."""
SHARE_OF_PHOTO = (0.0006, 0.2)
BLACK_BELOW = 70
"""Saturation, 0 to 255, under which an ink counts as black."""


def read(path: Path) -> SceneReading:
    """A reading of one photo, timed by stage like the real one."""
    marks = [time.perf_counter()]
    photo = open_photo(path)
    marks.append(time.perf_counter())
    quads = _bright_outlines(photo.pixels)
    marks.append(time.perf_counter())
    tiles, upside_down = _read_tiles(photo.pixels, quads)
    marks.append(time.perf_counter())
    laid = arrange(quads, upside_down=upside_down, kind="auto")
    whole = [_scaled(quad, photo.scale) for quad in quads]
    marks.append(time.perf_counter())
    stages = ("decode", "detect", "classify", "arrange")
    return SceneReading(
        photo=path.name,
        width=photo.width,
        height=photo.height,
        tiles=tuple(
            TileReading(place, name, trust, trust < 0.9, quad)
            for place, ((name, trust), quad) in enumerate(zip(tiles, whole, strict=True))
        ),
        groups=tuple(TileGroup(group.zone, tuple(group.tiles)) for group in laid.groups),
        timings_ms={stage: 1000 * (marks[i + 1] - marks[i]) for i, stage in enumerate(stages)},
    )


def _bright_outlines(pixels: NDArray[np.uint8]) -> list[Quad]:
    gray = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (5, 5), 0)
    _, mask = cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    quads = []
    for contour in contours:
        center, sides, degrees = cv2.minAreaRect(contour)
        short, long = sorted(sides)
        share = short * long / gray.size
        if not SHARE_OF_PHOTO[0] < share < SHARE_OF_PHOTO[1]:
            continue
        if PROPORTIONS[0] < long / short < PROPORTIONS[1]:
            quads.append(_upright(center, short, long, degrees + 90 * (sides[0] > sides[1])))
    return quads


def _upright(center: tuple[float, float], width: float, height: float, degrees: float) -> Quad:
    turn = np.deg2rad(degrees)
    across = np.array((np.cos(turn), np.sin(turn))) * width / 2
    down = np.array((-np.sin(turn), np.cos(turn))) * height / 2
    if down[1] < 0:  # the end that is nearer to the camera is the lower one
        across, down = -across, -down
    middle = np.array(center)
    corners = (-across - down, across - down, across + down, -across + down)
    a, b, c, d = ((float(x), float(y)) for x, y in (middle + corner for corner in corners))
    return (a, b, c, d)


def _read_tiles(
    pixels: NDArray[np.uint8], quads: list[Quad]
) -> tuple[list[tuple[str, float]], list[float]]:
    """Name and trust of each tile, and whether it lies upside down (0 or 1)."""
    crops = cut_crops(pixels, quads, width=WIDTH, height=HEIGHT, margin=0.0)
    tiles: list[tuple[str, float]] = []
    upside_down: list[float] = []
    opinions = second_opinions([*crops, *np.ascontiguousarray(crops[:, ::-1, ::-1])])
    for crop, *ways in zip(crops, opinions, opinions[len(crops) :], strict=False):
        trusts = [found[1] if found else 0.0 for found in ways]
        way = int(trusts[1] > trusts[0])
        found = ways[way]
        name = f"{_ink(crop)}{found[0]}" if found else UNREADABLE
        tiles.append((name, trusts[way]))
        upside_down.append(float(way))
    return tiles, upside_down


def _ink(crop: NDArray[np.uint8]) -> str:
    """The colour of the darkest twentieth of the tile's middle, by hue."""
    middle = crop[HEIGHT // 6 : -HEIGHT // 6, WIDTH // 6 : -WIDTH // 6]
    flat = middle.reshape(-1, 3)
    darkest = flat[np.argsort(flat.min(axis=1))[: max(1, len(flat) // 20)]]
    hue, saturation, _ = cv2.cvtColor(
        darkest.mean(axis=0, keepdims=True).astype(np.uint8)[None], cv2.COLOR_RGB2HSV
    )[0, 0]
    if saturation < BLACK_BELOW:
        return "K"
    if 85 < hue < 150:
        return "B"
    return "O" if 8 < hue < 40 else "R"


def _scaled(quad: Quad, scale: float) -> Quad:
    a, b, c, d = ((x * scale, y * scale) for x, y in quad)
    return (a, b, c, d)
