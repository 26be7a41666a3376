"""Racks with one to three tiers, tiles leaning in them, seen obliquely."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.camera import Camera, Pixels, Points, Pose, fill
from vision.synth.surface import surface

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Rack:
    """Lengths in tile heights, ``lean`` in radians from upright.

    The rack stands with its middle at (x, y) on the table, turned by ``angle``.
    """

    tiers: int
    length: float
    lean: float
    step_up: float
    step_back: float
    lip: float
    wall: float
    x: float
    y: float
    angle: float
    colour: tuple[int, int, int]
    wooden: bool

    def point(self, along: float, back: float, up: float) -> Points:
        """A point of the rack: ``along`` its length, ``back`` from its front, ``up``."""
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        return np.array([self.x + cos * along + sin * back, self.y + sin * along - cos * back, up])

    @property
    def footprint(self) -> Points:
        """The quad of the table that the rack stands on, with a little room."""
        half = self.length / 2 + 0.2
        deep = 1.2 + self.tiers * self.step_back
        spots = ((-half, -0.3), (half, -0.3), (half, deep), (-half, deep))
        return np.array([self.point(along, back, 0.0)[:2] for along, back in spots])

    def shelf(self, tier: int) -> tuple[float, float]:
        """How far back and how high the foot of a tier's tiles stands; 0 is the lowest."""
        return 0.3 + tier * self.step_back, 0.12 + tier * self.step_up

    def pose(self, tier: int, along: float, width: float, thickness: float) -> Pose:
        """A tile standing in a tier with its left edge at ``along``."""
        back, up = self.shelf(tier)
        sl, cl = float(np.sin(self.lean)), float(np.cos(self.lean))
        cos, sin = float(np.cos(self.angle)), float(np.sin(self.angle))
        out = (-sin * cl, cos * cl, sl)
        foot = self.point(along, back, up) + np.array(out) * thickness
        down = (-sin * sl, cos * sl, -cl)
        origin = foot - np.array(down)
        return Pose(
            (float(origin[0]), float(origin[1]), float(origin[2])),
            (cos, sin, 0.0),
            down,
            out,
            width,
            1.0,
        )


def random_rack(rng: Rng, x: float, y: float, angle: float) -> Rack:
    """A rack of plastic or wood."""
    wooden = rng.random() < 0.35
    if wooden:
        tint = np.array([rng.uniform(130, 225), rng.uniform(85, 165), rng.uniform(45, 110)])
    else:
        tones = (
            [28, 28, 30],
            [28, 28, 30],
            [20, 20, 22],
            [235, 235, 232],
            [225, 160, 130],
            [90, 50, 30],
            [150, 30, 35],
            [30, 60, 120],
            [40, 90, 60],
            [200, 190, 165],
            [120, 120, 125],
        )
        tint = np.array(tones[rng.integers(len(tones))], float) * rng.uniform(0.85, 1.1)
    r, g, b = (int(c) for c in np.clip(tint, 0, 255))
    return Rack(
        tiers=int(rng.choice([1, 2, 2, 2, 3, 3])),
        length=float(rng.uniform(5, 11)),
        lean=float(rng.uniform(0.2, 0.75)),
        step_up=float(rng.uniform(0.35, 1.05)),
        step_back=float(rng.uniform(0.3, 0.75)),
        lip=float(rng.choice([0.0, 0.06, 0.12, 0.22])),
        wall=float(rng.uniform(0.15, 1.05)),
        x=x,
        y=y,
        angle=angle,
        colour=(r, g, b),
        wooden=wooden,
    )


class RackPainter:
    """Draws a rack tier by tier, farthest first, so that the caller adds tiles between."""

    def __init__(
        self, canvas: Pixels, ids: npt.NDArray[np.int32], camera: Camera, rack: Rack, rng: Rng
    ):
        self._canvas, self._ids, self._camera, self._rack = canvas, ids, camera, rack
        kind = "wood" if rack.wooden else "plain"
        texture = surface(rng, 96, kind).astype(np.float32)
        weave = (
            texture / max(1.0, float(texture.mean()))
            if rack.wooden
            else 1 + (texture - texture.mean()) / 255
        )
        self._texture = np.clip(weave * np.array(rack.colour, np.float32), 0, 255)
        self._light = float(rng.uniform(0.7, 1.25))

    def ends(self) -> None:
        """Both end caps and the back: the silhouette everything else is drawn on."""
        rack = self._rack
        profile = [(0.0, 0.0), (0.0, 0.14)]
        for tier in range(rack.tiers):
            back, up = rack.shelf(tier)
            profile += [(back - 0.12, up + rack.lip), (back, up)]
        back, up = rack.shelf(rack.tiers - 1)
        top = (back + rack.wall * np.sin(rack.lean) + 0.1, up + rack.wall * np.cos(rack.lean))
        profile += [top, (back + 0.6, 0.0)]
        for along in (-rack.length / 2, rack.length / 2):
            points = np.array([rack.point(along, b, u) for b, u in profile])
            seen = self._camera.project(points)
            fixed = np.round(np.clip(seen, -20000, 20000) * 16).astype(np.int32)
            cv2.fillPoly(self._canvas, [fixed], tuple(c * 0.7 for c in rack.colour), cv2.LINE_AA, 4)
            cv2.fillPoly(self._ids, [np.round(np.clip(seen, -20000, 20000)).astype(np.int32)], 0)

    def wall(self, tier: int) -> None:
        """The slope that a tier's tiles lean on."""
        rack = self._rack
        back, up = rack.shelf(tier)
        rise = rack.wall if tier == rack.tiers - 1 else max(rack.wall, 0.3)
        sl, cl = np.sin(rack.lean) * rise, np.cos(rack.lean) * rise
        self._panel((back, up), (back + sl, up + cl), 0.8 * self._light)
        self._panel((back - 0.14, up), (back, up), 0.95)

    def lip(self, tier: int) -> None:
        """The ledge before a tier's tiles and the riser below it."""
        rack = self._rack
        back, up = rack.shelf(tier)
        front = back - 0.2
        if rack.lip:
            self._panel((front, up + rack.lip), (front + 0.06, up + rack.lip), 1.2)
        if tier == 0:
            self._panel((front - 0.06, 0.0), (front, up + rack.lip), 1.0)
        else:
            below_back, below_up = rack.shelf(tier - 1)
            wall = max(rack.wall, 0.3)
            top = below_up + wall * np.cos(rack.lean)
            foot = below_back + wall * np.sin(rack.lean)
            if top < up + rack.lip:
                self._panel((min(foot, front), top), (front, up + rack.lip), 0.9)

    def _panel(self, low: tuple[float, float], high: tuple[float, float], dim: float) -> None:
        """A strip along the whole rack between two (back, up) profile points."""
        rack, half = self._rack, self._rack.length / 2
        corners = np.array(
            [
                rack.point(-half, *high),
                rack.point(half, *high),
                rack.point(half, *low),
                rack.point(-half, *low),
            ]
        )
        seen = self._camera.project(corners)
        if np.any(np.abs(seen) > 15000):
            return
        left, top = np.maximum(np.floor(seen.min(0)).astype(int) - 1, 0)
        right = min(self._camera.width, int(np.ceil(seen[:, 0].max())) + 2)
        bottom = min(self._camera.height, int(np.ceil(seen[:, 1].max())) + 2)
        if right <= left or bottom <= top:
            return
        size = self._texture.shape[0]
        source = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
        aim = (seen - [left, top]).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, aim)
        patch = cv2.warpPerspective(
            self._texture, matrix, (right - left, bottom - top), borderMode=cv2.BORDER_REFLECT
        )
        mask = np.zeros((bottom - top, right - left), np.uint8)
        fill(mask, seen - [left, top], 255)
        cover = mask.astype(np.float32)[..., None] / 255
        area = self._canvas[top:bottom, left:right]
        area[:] = np.clip(area * (1 - cover) + patch * dim * cover, 0, 255).astype(np.uint8)
        self._ids[top:bottom, left:right][mask > 127] = 0
