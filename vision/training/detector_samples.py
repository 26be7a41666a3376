"""Square training samples for the detector, cut from labelled photos.

Each sample is a random turn, scale and place of one photo, with what the
network should answer rasterised beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from torch.utils.data import Dataset

from vision.cell_votes import STRIDE, UNIT
from vision.detect import CORE_SIDE
from vision.training.labels import LabelledPhoto

TILE_HEIGHT = (18.0, 190.0)
LARGEST_SCALE = 2.0
SMALLEST_PHOTO = 0.9
"""A photo's long side is at least so many sides of the sample."""
RING_WEIGHT = 3.0
LOW_VIEWS, LOWEST_VIEW = 0.35, 1.1
"""Share of samples that are foreshortened, and by which natural logarithm at most."""
DARK_SHARE, GLARE_SHARE, MOTION_SHARE = 0.1, 0.12, 0.08
"""Shares of samples taken in the dark, under a reflected lamp, and with a moving hand."""


@dataclass(frozen=True, slots=True)
class DetectorTargets:
    """Rasterised answers, each ``(H/4, W/4)`` or with channels first.

    ``core`` is 1 inside the shrunken tiles; ``weight`` says how much a cell
    counts for it; ``shape`` ``(8, ...)`` and ``up`` ``(2, ...)`` are those of
    :class:`vision.training.networks.DetectorNet`; ``size`` is the square root of
    the tile's area in units of ``UNIT`` pixels (1 outside tiles).
    """

    core: np.ndarray
    weight: np.ndarray
    shape: np.ndarray
    up: np.ndarray
    size: np.ndarray

    def stacked(self) -> np.ndarray:
        """All maps as float32 ``(13, H/4, W/4)``: core, weight, shape, up, size."""
        return np.concatenate(
            [self.core[None], self.weight[None], self.shape, self.up, self.size[None]]
        )


def rasterise(quads: np.ndarray, partial: np.ndarray, side: int) -> DetectorTargets:
    """What the network should answer for a ``side`` pixel square picture."""
    cells = side // STRIDE
    core = np.zeros((cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    shape = np.zeros((8, cells, cells), np.float32)
    up = np.zeros((2, cells, cells), np.float32)
    size = np.ones((cells, cells), np.float32)
    for quad in partial:
        _fill(weight, quad, 0.0)
    for quad in quads:
        _fill(weight, quad, RING_WEIGHT)
    for quad in quads:
        _draw_tile(quad, core, shape, up, size)
    weight[core > 0] = np.maximum(weight[core > 0], 1.0)
    return DetectorTargets(core, weight, shape, up, size)


def _fill(image: np.ndarray, quad: np.ndarray, value: float) -> None:
    points = np.round((quad - _half_cell()) / STRIDE * 16).astype(np.int32)
    cv2.fillConvexPoly(image, points, value, shift=4)


def _half_cell() -> float:
    return (STRIDE - 1) / 2


def _draw_tile(
    quad: np.ndarray, core: np.ndarray, shape: np.ndarray, up: np.ndarray, size: np.ndarray
) -> None:
    center = quad.mean(0)
    shrunk = center + (quad - center) * CORE_SIDE
    rows, columns = _cells_inside(shrunk, core.shape[0])
    if not len(rows):
        return
    centers = np.stack([columns, rows], 1) * STRIDE + _half_cell()
    core[rows, columns] = 1.0
    shape[:2, rows, columns] = (center - centers).T / UNIT
    across = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    shape[2:5, rows, columns] = _side(across)[:, None]
    shape[5:8, rows, columns] = _side(down)[:, None]
    upward = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    up[:, rows, columns] = (upward / (np.linalg.norm(upward) + 1e-6))[:, None]
    area = cv2.contourArea(quad.astype(np.float32))
    size[rows, columns] = max(np.sqrt(area), 4.0) / UNIT


def _side(vector: np.ndarray) -> np.ndarray:
    """Cosine and sine of twice the angle, and the logarithm of the length in units."""
    twice = 2 * np.arctan2(vector[1], vector[0])
    length = max(float(np.linalg.norm(vector)), 1.0)
    return np.array([np.cos(twice), np.sin(twice), np.log(length / UNIT)])


def _cells_inside(quad: np.ndarray, cells: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the cells whose centres lie inside a convex quad."""
    grid = (quad - _half_cell()) / STRIDE
    low = np.clip(np.floor(grid.min(0)).astype(int), 0, cells)
    high = np.clip(np.ceil(grid.max(0)).astype(int) + 1, 0, cells)
    y, x = np.mgrid[low[1] : high[1], low[0] : high[0]]
    edges = np.roll(grid, -1, 0) - grid
    sides = [
        edge[0] * (y - corner[1]) - edge[1] * (x - corner[0])
        for corner, edge in zip(grid, edges, strict=True)
    ]
    stacked = np.stack(sides)
    inside = (stacked >= 0).all(0) | (stacked <= 0).all(0)
    if not inside.any():
        middle = np.round(grid.mean(0)).astype(int)
        if (middle < 0).any() or (middle >= cells).any():
            return np.empty(0, int), np.empty(0, int)
        return middle[1:], middle[:1]
    return y[inside], x[inside]


class DetectorSamples(Dataset):
    """Endless random samples: ``(image uint8 (S, S, 3), targets float32 (13, S/4, S/4))``.

    ``photos`` are pools with the chance of each; sample ``i`` depends only on
    ``seed`` and ``i``.
    """

    def __init__(
        self,
        pools: Sequence[tuple[float, Sequence[LabelledPhoto]]],
        *,
        count: int,
        side: int = 384,
        seed: int = 0,
    ) -> None:
        self.pools = [(share, list(photos)) for share, photos in pools if photos]
        self.count = count
        self.side = side
        self.seed = seed

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, index))
        shares = np.array([share for share, _ in self.pools])
        photos = self.pools[rng.choice(len(shares), p=shares / shares.sum())][1]
        photo = photos[rng.integers(len(photos))]
        image, quads, partial = cut_sample(photo, self.side, rng)
        image = disturb(image, rng)
        return image, rasterise(quads, partial, self.side).stacked()


def cut_sample(
    photo: LabelledPhoto, side: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A randomly turned, scaled, tilted and placed square of a photo, with its quads."""
    pixels = photo.pixels()
    view = _random_view(photo, pixels.shape, side, rng)
    quads, partial = _warp(photo.quads, view), _warp(photo.partial, view)
    pixels, view = _shrunk(pixels, view)
    border = int(rng.choice([cv2.BORDER_REPLICATE, cv2.BORDER_CONSTANT], p=[0.25, 0.75]))
    fill = [int(v) for v in rng.integers(0, 256, 3)]
    image = cv2.warpPerspective(
        pixels, view, (side, side), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill
    )
    return image, quads, partial


def _random_view(
    photo: LabelledPhoto, shape: tuple[int, ...], side: int, rng: np.random.Generator
) -> np.ndarray:
    """A 3x3 matrix from photo pixels to sample pixels."""
    height, width = shape[:2]
    middle = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    scale = float(np.exp(rng.uniform(np.log(0.4), np.log(1.6))))
    # no look of the detector is at a photo that is smaller than a sample
    smallest = SMALLEST_PHOTO * side / max(width, height)
    if len(photo.quads):
        wanted = float(np.exp(rng.uniform(*np.log(TILE_HEIGHT))))
        scale = min(max(wanted / _tile_height(photo.quads), smallest), LARGEST_SCALE)
        if rng.random() < 0.85:
            middle = photo.quads[rng.integers(len(photo.quads))].mean(0)
    turn = rng.uniform(-np.pi, np.pi) if rng.random() < 0.5 else rng.normal(0, 0.12)
    if rng.random() < 0.25:
        turn += np.pi / 2 * rng.integers(4)
    stretch = np.exp(rng.normal(0, 0.07))
    # a table or rack seen from lower down is foreshortened
    low = np.exp(-rng.uniform(0, LOWEST_VIEW)) if rng.random() < LOW_VIEWS else 1.0
    cosine, sine = np.cos(turn) * scale, np.sin(turn) * scale
    turned = np.array(
        [[cosine * stretch, -sine * low, 0], [sine * stretch, cosine * low, 0], [0, 0, 1.0]]
    )
    target = side / 2 + rng.uniform(-0.35, 0.35, 2) * side
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.12, 2) / side
    shift_in, shift_out = np.eye(3), np.eye(3)
    shift_in[:2, 2] = -middle
    shift_out[:2, 2] = target
    return shift_out @ tilt @ turned @ shift_in


def _tile_height(quads: np.ndarray) -> float:
    """Median of the side lengths towards the tiles' tops, pixels."""
    return float(np.median(np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1)))


def _shrunk(pixels: np.ndarray, view: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Averages the photo down first where the view would skip pixels."""
    scale = float(np.sqrt(abs(np.linalg.det(view[:2, :2]))))
    if scale > 0.7:
        return pixels, view
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small, view @ np.diag([1 / scale, 1 / scale, 1.0])


def _warp(quads: np.ndarray, view: np.ndarray) -> np.ndarray:
    if not len(quads):
        return quads
    return cv2.perspectiveTransform(quads.reshape(-1, 1, 2), view).reshape(-1, 4, 2)


def disturb(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same picture under another light and camera; uint8 in and out."""
    light = image.astype(np.float32) / 255
    if rng.random() < 0.8:
        light = light ** np.exp(rng.normal(0, 0.25))
        gains = np.exp(rng.normal(0, 0.1, 3)) * np.exp(rng.normal(0, 0.15))
        light = light * gains.astype(np.float32)
    if rng.random() < 0.3:
        light = _shade(light, rng)
    if rng.random() < 0.3:
        grey = light.mean(2, keepdims=True)
        light = grey + (light - grey) * rng.uniform(0.3, 1.5)
    if rng.random() < GLARE_SHARE:
        light = _under_a_lamp(light, rng)
    if rng.random() < DARK_SHARE:
        light = light * 0.06 * 8 ** rng.random()
    if rng.random() < 0.3:
        light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < MOTION_SHARE:
        light = cv2.filter2D(light, -1, _path_of_a_moving_hand(rng))
    if rng.random() < 0.4:
        noise = rng.standard_normal(light.shape, np.float32)
        light = light + noise * rng.uniform(0.005, 0.05)
    disturbed = (np.clip(light, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.2:
        quality = int(rng.integers(25, 80))
        _, packed = cv2.imencode(".jpg", disturbed, [cv2.IMWRITE_JPEG_QUALITY, quality])
        disturbed = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return disturbed


def _shade(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A soft shadow or glow across the picture."""
    coarse = rng.uniform(0.5, 1.4, (3, 3)).astype(np.float32)
    field = cv2.resize(coarse, light.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return light * field[..., None]


def _under_a_lamp(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A bright spot with a soft edge, mirrored by table and tiles: it takes their contrast."""
    height, width = light.shape[:2]
    spot = np.zeros((height // 8, width // 8), np.float32)
    middle = [int(rng.integers(0, side)) for side in spot.shape[::-1]]
    axes = [int(side * rng.uniform(0.08, 0.4)) for side in spot.shape[::-1]]
    cv2.ellipse(spot, middle, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), rng.uniform(1, 6))
    haze = cv2.resize(spot, (width, height))[..., None] * rng.uniform(0.3, 0.9)
    return light * (1 - haze) + haze * rng.uniform(0.9, 1.2)


def _path_of_a_moving_hand(rng: np.random.Generator) -> np.ndarray:
    """A kernel that smears along a line of 3 to 9 pixels in any direction."""
    side = int(rng.choice([3, 5, 7, 9]))
    kernel = np.zeros((side, side), np.float32)
    angle, reach = rng.uniform(0, np.pi), (side - 1) / 2
    step = np.array([np.cos(angle), np.sin(angle)]) * reach
    start, end = (tuple(int(v) for v in np.round(reach + sign * step)) for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0)
    return kernel / kernel.sum()
