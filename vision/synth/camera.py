"""A pinhole camera over a table, and bodies drawn through it.

World units are tile heights: x to the right and y towards the viewer on the
table, z up from it. Pixels (x, y) run right and down.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]
Ids = npt.NDArray[np.int32]

_SHIFT = 4
_NEAR = 0.05


@lru_cache(maxsize=64)
def _rotation(tilt: float, roll: float) -> Points:
    ct, st = np.cos(tilt), np.sin(tilt)
    cr, sr = np.cos(roll), np.sin(roll)
    tilted = np.array([[1, 0, 0], [0, ct, st], [0, -st, ct]])
    return np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]]) @ tilted


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at the table's origin from ``distance`` tile heights away.

    ``tilt`` 0 looks straight down; ``roll`` turns the picture; both radians.
    ``focal`` is in pixels, ``center`` the pixel the origin falls on.
    """

    width: int
    height: int
    focal: float
    distance: float
    tilt: float
    roll: float
    center: tuple[float, float]

    @property
    def rotation(self) -> Points:
        """World (x, y, -z) to camera axes (right, down, forward)."""
        return _rotation(self.tilt, self.roll)

    @property
    def position(self) -> Points:
        """Where the lens is, world coordinates."""
        x, y, z = self.rotation.T @ np.array([0, 0, -self.distance])
        return np.array([x, y, -z])

    def _to_lens(self, points: Points) -> Points:
        flipped = np.asarray(points, float) * [1, 1, -1]
        return flipped @ self.rotation.T + [0, 0, self.distance]

    def depth(self, points: Points) -> Points:
        """Distance along the optical axis of (n, 3) points."""
        return self._to_lens(points)[..., 2]

    def project(self, points: Points) -> Points:
        """(n, 3) world points to (n, 2) pixels."""
        seen = self._to_lens(points)
        forward = np.maximum(seen[..., 2:], _NEAR)
        return seen[..., :2] * self.focal / forward + self.center

    def ground(self, pixel: tuple[float, float], height: float = 0.0) -> Points | None:
        """The point at that height above the table seen at a pixel, if any."""
        ray = np.array([pixel[0] - self.center[0], pixel[1] - self.center[1], self.focal])
        direction = self.rotation.T @ ray
        start = self.rotation.T @ np.array([0, 0, -self.distance])
        if direction[2] <= 1e-6:
            return None
        point = start + direction * ((-height - start[2]) / direction[2])
        return np.array([point[0], point[1], height])

    def plane(self, origin: Points, right: Points, down: Points) -> Points:
        """Homography from (u, v) of ``origin + u right + v down`` to pixels."""
        columns = self.rotation @ (np.stack([right, down, origin], 1) * [[1], [1], [-1]])
        columns[:, 2] += [0, 0, self.distance]
        lens = np.array(
            [
                [self.focal, 0, self.center[0]],
                [0, self.focal, self.center[1]],
                [0, 0, 1],
            ]
        )
        return lens @ columns


@dataclass(frozen=True, slots=True)
class Pose:
    """A flat body: its upper face from the top-left corner, upright.

    ``right`` and ``down`` are unit vectors along the face, ``out`` the unit
    normal away from the body; ``width`` and ``height`` in tile heights.
    """

    origin: tuple[float, float, float]
    right: tuple[float, float, float]
    down: tuple[float, float, float]
    out: tuple[float, float, float]
    width: float
    height: float

    @property
    def corners(self) -> Points:
        """Top-left, top-right, bottom-right, bottom-left of the face."""
        o, u, v = np.array(self.origin), np.array(self.right), np.array(self.down)
        return np.stack(
            [o, o + u * self.width, o + u * self.width + v * self.height, o + v * self.height]
        )

    @property
    def middle(self) -> Points:
        """Centre of the face."""
        return self.corners.mean(0)


def flat_pose(x: float, y: float, angle: float, width: float, height: float, top: float) -> Pose:
    """A body lying on the table, its centre at (x, y), turned by ``angle`` radians.

    ``top`` is how high its upper face is above the table.
    """
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    ox = x - cos * width / 2 + sin * height / 2
    oy = y - sin * width / 2 - cos * height / 2
    return Pose((ox, oy, top), (cos, sin, 0.0), (-sin, cos, 0.0), (0.0, 0.0, 1.0), width, height)


def outline(pose: Pose, corner: float, sink: float) -> Points:
    """Rounded outline of a body, ``sink`` below its face; (n, 3) world points."""
    o, u, v = np.array(pose.origin), np.array(pose.right), np.array(pose.down)
    o = o - np.array(pose.out) * sink
    flat = _rounded_corners(pose.width, pose.height, corner)
    return o + flat[:, :1] * u + flat[:, 1:] * v


@lru_cache(maxsize=256)
def _rounded_corners(w: float, h: float, corner: float) -> Points:
    r = min(corner, w / 2, h / 2)
    turn = np.radians([0, 30, 60, 90])
    points = []
    for cx, cy, start in ((w - r, h - r, 0), (r, h - r, 90), (r, r, 180), (w - r, r, 270)):
        angle = turn + np.radians(start)
        points.append(np.stack([cx + r * np.cos(angle), cy + r * np.sin(angle)], 1))
    return np.vstack(points)


def fill(canvas: Pixels | Ids, points: Points, colour: tuple[float, ...] | int) -> None:
    """Fill a convex polygon of float pixels; anti-aliased where ``canvas`` is 8 bit."""
    limit = 30000.0
    fixed = np.round(np.clip(points, -limit, limit) * (1 << _SHIFT)).astype(np.int32)
    line = cv2.LINE_AA if canvas.dtype == np.uint8 else cv2.LINE_8
    cv2.fillConvexPoly(canvas, fixed, colour, line, _SHIFT)


def hull(points: Points) -> Points:
    """Convex hull of (n, 2) points."""
    return cv2.convexHull(points.astype(np.float32))[:, 0].astype(float)


def paint(
    canvas: Pixels, camera: Camera, pose: Pose, face: npt.NDArray[np.uint8], dim: float = 1.0
) -> None:
    """Warp an RGBA face onto its pose; ``dim`` multiplies its brightness."""
    size, width = face.shape[:2]
    quad = camera.project(pose.corners)
    left, top = np.floor(quad.min(0)).astype(int) - 1
    right, bottom = np.ceil(quad.max(0)).astype(int) + 2
    left, top = max(0, left), max(0, top)
    right, bottom = min(camera.width, right), min(camera.height, bottom)
    if right <= left or bottom <= top:
        return
    home = camera.plane(np.array(pose.origin), np.array(pose.right), np.array(pose.down))
    scale = np.diag([pose.width / width, pose.height / size, 1.0])
    # Pixel centres of the face lie at half values.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    back = np.array([[1, 0, -0.5 - left], [0, 1, -0.5 - top], [0, 0, 1.0]])
    matrix = back @ home @ scale @ half
    box = (right - left, bottom - top)
    colour = cv2.warpPerspective(
        face[..., :3], matrix, box, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    cover = cv2.warpPerspective(
        np.ascontiguousarray(face[..., 3]), matrix, box, flags=cv2.INTER_LINEAR
    )
    cover = cover.astype(np.float32)[..., None] / 255
    area = canvas[top:bottom, left:right]
    mixed = area + (colour.astype(np.float32) * dim - area) * cover
    area[:] = np.clip(mixed + 0.5, 0, 255).astype(np.uint8)


def facing(camera: Camera, pose: Pose) -> bool:
    """Whether the camera sees the face rather than the back of a body."""
    towards = camera.position - pose.middle
    return float(towards @ np.array(pose.out)) > 0
