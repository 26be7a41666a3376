"""Finds the tiles on a photo: oriented quads, by a small network.

The network (``vision/weights/detector_v*``, architecture in
``vision.training.networks.DetectorNet``) answers at a quarter of its input's
size whether a cell lies in a tile's core, where that tile's centre is, how its
sides run, and where its top is. Cores do not touch even where tiles do, so each
connected patch of core cells is a tile, and its cells vote on the shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.reading import Quad
from vision.weights import Network, load_network

STRIDE = 4
UNIT = 32.0
FIRST_SIDE = 1024
"""Long side, in pixels, of the picture that the network sees first."""
LARGEST_SIDE = 2048
GOOD_HEIGHT = (34.0, 150.0)
"""Tile heights, in network pixels, that need no second look at another scale."""
WANTED_HEIGHT = 60.0
MULTIPLE = 32
CORE_THRESHOLD = 0.5
CORE_SIDE = 0.62
"""Share of a tile's sides that its core covers."""
LEAST_SCORE = 0.6
CORE_SHARES = (0.10, 0.80)
"""Share of its quad that a tile's core may cover (``CORE_SIDE`` squared when perfect)."""
ASPECTS = (0.35, 1.35)
"""Width over height of a tile, perspective included."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A tile: ``quad`` in photo pixels, ``score`` the mean core probability, 0 to 1."""

    quad: Quad
    score: float

    @property
    def height(self) -> float:
        """Mean length of the two sides that run towards the tile's top, pixels."""
        a, b, c, d = (np.array(point) for point in self.quad)
        return float(np.linalg.norm(a - d) + np.linalg.norm(b - c)) / 2


def detect(pixels: np.ndarray) -> list[Detection]:
    """The tiles on an upright RGB uint8 photo ``(H, W, 3)``, best score first.

    A second look at another scale follows when the tiles turn out small or
    very large for the network.
    """
    network = loaded()
    longest = max(pixels.shape[:2])
    scale = min(FIRST_SIDE / longest, 2.0)
    found = _detect_at(network, pixels, scale)
    if not found:
        return found
    height = float(np.median([tile.height for tile in found])) * scale
    if GOOD_HEIGHT[0] <= height <= GOOD_HEIGHT[1]:
        return found
    second = min(scale * WANTED_HEIGHT / height, LARGEST_SIDE / longest, 4.0)
    again = _detect_at(network, pixels, second)
    return again if len(again) >= len(found) or height > GOOD_HEIGHT[1] else found


@cache
def loaded() -> Network:
    return load_network("detector")


def _detect_at(network: Network, pixels: np.ndarray, scale: float) -> list[Detection]:
    image = _scaled(pixels, scale)
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(
        image, 0, -height % MULTIPLE, 0, -width % MULTIPLE, cv2.BORDER_CONSTANT
    )
    network.net.setInput(cv2.dnn.blobFromImage(padded, 1 / 255))
    maps = network.net.forward()[0]
    return decode_maps(maps, (width / pixels.shape[1], height / pixels.shape[0]))


def _scaled(pixels: np.ndarray, scale: float) -> np.ndarray:
    if abs(scale - 1) < 0.02:
        return pixels
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how)


def decode_maps(maps: np.ndarray, scale: tuple[float, float] = (1.0, 1.0)) -> list[Detection]:
    """Detections of one network answer ``(11, H, W)``, in pixels divided by ``scale`` (x, y)."""
    core = 1 / (1 + np.exp(-maps[0]))
    count, patches, stats, _ = cv2.connectedComponentsWithStats(
        (core > CORE_THRESHOLD).astype(np.uint8), connectivity=4
    )
    if count < 2:
        return []
    rows, columns = np.nonzero(patches)
    patch = patches[rows, columns]
    weight = core[rows, columns].astype(np.float64)
    corners = _voted_corners(maps, rows, columns, patch, weight, count)
    cells = np.maximum(stats[:, cv2.CC_STAT_AREA], 1)
    scores = np.bincount(patch, weight, count) / cells
    found = [
        Detection(_as_quad(corners[i], scale), float(scores[i]))
        for i in range(1, count)
        if scores[i] >= LEAST_SCORE and _plausible(corners[i], int(cells[i]))
    ]
    return _without_doubles(sorted(found, key=lambda tile: -tile.score))


def _without_doubles(found: list[Detection]) -> list[Detection]:
    """Drops a detection whose centre lies deep inside a better one, or the other way round."""
    kept: list[Detection] = []
    cores: list[np.ndarray] = []
    for tile in found:
        quad = np.array(tile.quad, np.float32)
        center = quad.mean(0)
        core = center + (quad - center) * CORE_SIDE
        inside = any(
            cv2.pointPolygonTest(other, (float(center[0]), float(center[1])), False) >= 0
            or cv2.pointPolygonTest(core, tuple(map(float, other.mean(0))), False) >= 0
            for other in cores
        )
        if not inside:
            kept.append(tile)
            cores.append(core)
    return kept


def _voted_corners(  # noqa: PLR0913
    maps: np.ndarray,
    rows: np.ndarray,
    columns: np.ndarray,
    patch: np.ndarray,
    weight: np.ndarray,
    count: int,
) -> np.ndarray:
    """``(count, 4, 2)``: corners of each patch, top-left first, from its cells' mean answer."""
    total = np.maximum(np.bincount(patch, weight, count), 1e-9)
    votes = maps[1:11, rows, columns].astype(np.float64)
    votes[0] = votes[0] * UNIT + columns * STRIDE + (STRIDE - 1) / 2
    votes[1] = votes[1] * UNIT + rows * STRIDE + (STRIDE - 1) / 2
    mean = np.stack([np.bincount(patch, vote * weight, count) / total for vote in votes])
    center, across, down, up = mean[:2].T, _side(mean[2:5]), _side(mean[5:8]), mean[8:10].T
    # the angles are known up to a half turn: down points away from the top, and
    # a tile seen from its face has its right side clockwise of its top
    down *= np.where((down * up).sum(1) > 0, -1.0, 1.0)[:, None]
    mirrored = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0] < 0
    across *= np.where(mirrored, -1.0, 1.0)[:, None]
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.stack([center + (x * across + y * down) / 2 for x, y in signs], 1)


def _side(votes: np.ndarray) -> np.ndarray:
    """``(count, 2)`` vectors in pixels from doubled angles and log lengths ``(3, count)``."""
    angle = np.arctan2(votes[1], votes[0]) / 2
    length = np.exp(np.clip(votes[2], -5, 4)) * UNIT
    return np.stack([np.cos(angle) * length, np.sin(angle) * length], 1)


def _plausible(corners: np.ndarray, cells: int) -> bool:
    """Whether the corners make a tile-like quad that fits the size of its core."""
    quad = corners.astype(np.float32)
    if not cv2.isContourConvex(quad.reshape(4, 1, 2)):
        return False
    across = np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[3] - quad[2])
    along = np.linalg.norm(quad[0] - quad[3]) + np.linalg.norm(quad[1] - quad[2])
    if not ASPECTS[0] <= across / max(along, 1e-6) <= ASPECTS[1]:
        return False
    share = cells * STRIDE * STRIDE / max(cv2.contourArea(quad), 1e-6)
    return CORE_SHARES[0] <= share <= CORE_SHARES[1]


def _as_quad(corners: np.ndarray, scale: tuple[float, float]) -> Quad:
    a, b, c, d = (
        ((float(x) + 0.5) / scale[0] - 0.5, (float(y) + 0.5) / scale[1] - 0.5) for x, y in corners
    )
    return (a, b, c, d)
