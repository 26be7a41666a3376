"""The picture while it is painted, and the truth about what is seen in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.camera import (
    Camera,
    Ids,
    Pixels,
    Pose,
    facing,
    fill,
    flat_pose,
    hull,
    outline,
    paint,
)
from vision.synth.clutter import random_thing
from vision.synth.edition import Edition
from vision.synth.face import FACE_DOWN, digit_box, render_face
from vision.synth.games import Standing
from vision.synth.layout import Placed
from vision.synth.lens import Conditions, develop
from vision.synth.rack import Rack, RackPainter
from vision.synth.surface import surface
from vision.synth.truth import Quad, Scene, ordered, quad_of

Rng = np.random.Generator

SEEN_ENOUGH = 0.5
PRINT_SEEN = 0.8
# Grey levels between print and tile below which glare or dark has eaten the print.
_LEGIBLE = 22


@dataclass(frozen=True, slots=True)
class _Body:
    """A tile to draw: where, and in which group and order it counts."""

    tile: str
    pose: Pose
    group: int
    second_joker: bool


class Stage:
    """The picture while it is painted, with a map of which tile is seen where."""

    def __init__(self, rng: Rng, camera: Camera, edition: Edition, tile_px: float) -> None:
        self.rng = rng
        self.camera = camera
        self.edition = edition
        self.tile_px = tile_px
        self.canvas: Pixels = np.zeros((camera.height, camera.width, 3), np.uint8)
        self.ids: Ids = np.zeros((camera.height, camera.width), np.int32)
        self.light = float(rng.uniform(0, 2 * np.pi))
        self.shadow_depth = float(rng.uniform(0.25, 0.75))
        self.shadow_reach = float(rng.uniform(0.02, 0.6))
        self._bodies: list[_Body] = []

    def lay_surface(self, shift: float = 0.0) -> None:
        """Cover the picture with some table that runs to the horizon.

        ``shift`` moves it to the right, in tile heights.
        """
        rng, size = self.rng, 512
        texture = surface(rng, size)
        if rng.random() < 0.08:
            # White tiles on a white table.
            like = np.array(self.edition.colour) * rng.uniform(0.85, 1.05)
            texture = np.clip(texture * 0.06 + like * 0.94, 0, 255).astype(np.uint8)
        zoom = float(np.exp(rng.uniform(-0.5, 0.7)))
        turn = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else 0.0
        self.spread(texture, size / self.tile_px * zoom, turn, shift)

    def spread(self, texture: Pixels, span: float, turn: float, shift: float = 0.0) -> None:
        """Lay a square texture on the table, ``span`` tile heights wide, mirrored beyond."""
        camera, size = self.camera, texture.shape[0]
        cos, sin = np.cos(turn), np.sin(turn)
        start = np.array([shift - span / 2 * (cos - sin), -span / 2 * (sin + cos), 0.0])
        home = camera.plane(start, np.array([cos, sin, 0]), np.array([-sin, cos, 0]))
        matrix = home @ np.diag([span / size, span / size, 1.0])
        cv2.warpPerspective(
            texture,
            matrix,
            (camera.width, camera.height),
            self.canvas,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT_101,
        )

    def lay_clutter(self, count: int) -> None:
        """Scatter things that are no tiles."""
        rng = self.rng
        things = []
        for _ in range(count):
            thing = random_thing(rng, self.tile_px)
            at = self.camera.ground(
                (rng.uniform(0, 1) * self.camera.width, rng.uniform(0, 1) * self.camera.height)
            )
            if at is None or self.camera.depth(at) > 3 * self.camera.distance:
                continue
            angle = (
                float(rng.uniform(0, 2 * np.pi))
                if rng.random() < 0.5
                else float(rng.normal(0, 0.3))
            )
            pose = flat_pose(
                float(at[0]), float(at[1]), angle, thing.width, thing.height, thing.thickness
            )
            things.append((thing, pose))
        things.sort(key=lambda pair: -float(self.camera.depth(pair[1].middle)))
        for thing, pose in things:
            self._cast([(pose, thing.corner, thing.thickness)])
            self._sides(pose, thing.corner, thing.thickness, thing.side, thing.side)
            paint(self.canvas, self.camera, pose, thing.picture)

    def place_flat(self, placed: list[Placed]) -> None:
        """Tiles lying on the table, the lowest and farthest first."""
        edition, thick = self.edition, self.edition.thickness
        bodies = [
            _Body(
                p.tile,
                flat_pose(p.x, p.y, p.angle, edition.aspect, 1.0, thick * (p.level + 1)),
                p.group,
                bool(self.rng.random() < 0.5),
            )
            for p in placed
        ]
        corner = edition.corner * edition.aspect
        lowest = zip(placed, bodies, strict=True)
        self._cast([(body.pose, corner, thick) for p, body in lowest if not p.level])
        first = len(self._bodies)
        self._bodies += bodies
        depth = [-float(self.camera.depth(body.pose.middle)) for body in bodies]
        for i in sorted(range(len(bodies)), key=lambda i: (placed[i].level, depth[i])):
            if placed[i].level:
                self._cast([(bodies[i].pose, corner, thick)])
            self._draw(first + i)

    def fill_rack(self, rack: Rack, rows: Iterable[list[Standing]], first_group: int) -> None:
        """Draw a rack with a row of tiles a tier, top first; that is ``first_group``."""
        rng = self.rng
        footprint = Pose(
            tuple(rack.point(-rack.length / 2, 1.2, 0.02)),
            (float(np.cos(rack.angle)), float(np.sin(rack.angle)), 0.0),
            (-float(np.sin(rack.angle)), float(np.cos(rack.angle)), 0.0),
            (0.0, 0.0, 1.0),
            rack.length,
            1.2,
        )
        self._cast([(footprint, 0.0, 0.4)])
        painter = RackPainter(self.canvas, self.ids, self.camera, rack, rng)
        painter.ends()
        for below, row in enumerate(rows):
            tier = rack.tiers - 1 - below
            painter.wall(tier)
            bodies = [
                _Body(
                    tile.tile,
                    rack.pose(tier, tile.along, self.edition.aspect, self.edition.thickness),
                    first_group + below,
                    tile.second_joker,
                )
                for tile in row
            ]
            first = len(self._bodies)
            self._bodies += bodies
            middle = self.camera.project(np.array([rack.point(0, 0, 0)]))[0]
            order = sorted(
                range(len(bodies)),
                key=lambda i: (
                    -abs(float(self.camera.project(bodies[i].pose.middle[None])[0, 0] - middle[0]))
                ),
            )
            for i in order:
                self._draw(first + i)
            painter.lip(tier)

    def _draw(self, index: int) -> None:
        edition, body = self.edition, self._bodies[index]
        corner = edition.corner * edition.aspect
        self._sides(body.pose, corner, edition.thickness, edition.side, edition.lower_side)
        if not facing(self.camera, body.pose):
            return
        quad = self.camera.project(body.pose.corners)
        if not np.all(np.isfinite(quad)):
            return
        left, top = quad.min(0)
        right, bottom = quad.max(0)
        if right < 0 or bottom < 0 or left > self.camera.width or top > self.camera.height:
            return
        face = render_face(
            edition,
            body.tile,
            self.rng,
            _face_size(quad),
            self._light_on(body.pose),
            body.second_joker,
        )
        dim = float(self.rng.uniform(0.96, 1.03))
        paint(self.canvas, self.camera, body.pose, face, dim)
        fill(self.ids, self.camera.project(outline(body.pose, corner, 0.0)), index + 1)

    def _light_on(self, pose: Pose) -> float:
        """The light's direction in the face's own frame, in steps that let caches work."""
        way = np.array([np.cos(self.light), np.sin(self.light), -0.4])
        angle = float(np.arctan2(way @ np.array(pose.down), way @ np.array(pose.right)))
        return round(angle / (np.pi / 16)) * np.pi / 16

    def _sides(
        self,
        pose: Pose,
        corner: float,
        thickness: float,
        side: tuple[int, ...],
        lower: tuple[int, ...],
    ) -> None:
        """The body under a face: what an oblique view shows of it."""
        if thickness <= 0.03:
            return
        top = self.camera.project(outline(pose, corner, 0.0))
        middle = self.camera.project(outline(pose, corner, thickness * 0.5))
        bottom = self.camera.project(outline(pose, corner, thickness))
        if (
            not np.all(np.isfinite(np.vstack([top, bottom])))
            or np.abs(np.vstack([top, bottom])).max() > 20000
        ):
            return
        fill(self.ids, hull(np.vstack([top, bottom])), 0)
        fill(self.canvas, hull(np.vstack([top, bottom])), tuple(c * 0.62 for c in lower))
        fill(self.canvas, hull(np.vstack([top, middle])), tuple(c * 0.78 for c in side))

    def _cast(self, bodies: list[tuple[Pose, float, float]]) -> None:
        """Soft shadows of bodies standing on the table, on what is painted so far."""
        if not bodies:
            return
        # At half size: a shadow is soft anyway.
        mask = np.zeros(((self.camera.height + 1) // 2, (self.camera.width + 1) // 2), np.uint8)
        way = np.array([np.cos(self.light), np.sin(self.light), 0.0])
        for pose, corner, thickness in bodies:
            foot = outline(pose, corner, thickness)
            throw = foot + way * self.shadow_reach * max(thickness, 0.04)
            seen = self.camera.project(np.vstack([foot, throw]))
            if np.all(np.isfinite(seen)) and np.abs(seen).max() < 20000:
                fill(mask, hull(seen) / 2, 255)
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, self.tile_px * 0.02))
        wide = cv2.GaussianBlur(mask, (0, 0), max(0.8, self.tile_px * 0.07))
        both = cv2.addWeighted(soft, 0.55, wide, 0.45, 0)
        full = cv2.resize(
            both, (self.camera.width, self.camera.height), interpolation=cv2.INTER_LINEAR
        )
        keep = cv2.convertScaleAbs(full, alpha=-self.shadow_depth, beta=255)
        cv2.multiply(self.canvas, cv2.merge([keep] * 3), self.canvas, 1 / 255)

    def finish(
        self, kind: str, seed: int, conditions: Conditions, *, shrink: int = 1, depth: float = 0.0
    ) -> Scene:
        """Photograph what lies there and label what is seen of it.

        ``shrink`` is by how much the photo is smaller than the picture painted
        (supersampling); ``depth`` the blur, in pixels of the photo, of what lies
        twice as far away as the middle.
        """
        clean = self.canvas
        if shrink > 1:
            small = (self.camera.width // shrink, self.camera.height // shrink)
            clean = cv2.resize(clean, small, interpolation=cv2.INTER_AREA)
        if depth:
            clean = self._focused(clean, depth)
        pixels = develop(clean, self.rng, conditions)
        counts = np.bincount(self.ids.ravel(), minlength=len(self._bodies) + 1)
        tiles: list[tuple[str, Quad]] = []
        visible: list[float] = []
        partial: list[tuple[str, Quad]] = []
        backs: list[Quad] = []
        members: dict[int, list[int]] = {}
        for index, body in enumerate(self._bodies):
            if not facing(self.camera, body.pose) or not counts[index + 1]:
                continue
            seen = self.camera.project(body.pose.corners)
            corner = self.edition.corner * self.edition.aspect
            area = abs(
                cv2.contourArea(
                    self.camera.project(outline(body.pose, corner, 0.0)).astype(np.float32)
                )
            )
            share = min(1.0, float(counts[index + 1]) / max(area, 1.0))
            quad = quad_of(seen / shrink)
            if share < SEEN_ENOUGH or not self._print_seen(index, body, pixels, shrink):
                partial.append((body.tile, quad))
            elif body.tile == FACE_DOWN:
                backs.append(quad)
            else:
                if body.group >= 0:
                    members.setdefault(body.group, []).append(len(tiles))
                tiles.append((body.tile, quad))
                visible.append(share)
        groups = tuple(ordered(tiles, group) for _, group in sorted(members.items()))
        return Scene(
            pixels,
            tuple(tiles),
            tuple(visible),
            groups,
            kind,
            tuple(partial),
            tuple(backs),
            self.edition,
            seed,
        )

    def _focused(self, picture: Pixels, depth: float) -> Pixels:
        """Blur what lies before or behind the middle of the table."""
        height, width = picture.shape[:2]
        rows = np.linspace(0, self.camera.height, 64)
        columns = np.linspace(0, self.camera.width, 64)
        far = np.array([[self._distance(x, y) for x in columns] for y in rows], np.float32)
        blur = np.abs(1 - self.camera.distance / far) * 2 * depth
        blur = cv2.resize(blur, (width, height))[..., None]
        image = picture.astype(np.float32)
        levels = [image, *(cv2.GaussianBlur(image, (0, 0), s) for s in (depth / 2, depth))]
        step = np.clip(blur / (depth / 2), 0, 2)
        near, beyond = np.clip(step, 0, 1), np.clip(step - 1, 0, 1)
        mixed = levels[0] + (levels[1] - levels[0]) * near
        mixed += (levels[2] - levels[1]) * beyond
        return np.clip(mixed, 0, 255).astype(np.uint8)

    def _distance(self, x: float, y: float) -> float:
        point = self.camera.ground((x, y))
        return 1e6 if point is None else float(self.camera.depth(point))

    def _print_seen(self, index: int, body: _Body, pixels: Pixels, shrink: int) -> bool:
        """Whether nearly all of the digits or the joker is in the picture and legible."""
        left, top, right, bottom = digit_box(self.edition, body.tile)
        grid = np.array(
            [(u, v) for u in np.linspace(left, right, 13) for v in np.linspace(top, bottom, 13)]
        )
        o, u, v = np.array(body.pose.origin), np.array(body.pose.right), np.array(body.pose.down)
        points = o + grid[:, :1] * body.pose.width * u + grid[:, 1:] * v
        xy = np.floor(self.camera.project(points)).astype(int)
        inside = (
            (xy[:, 0] >= 0)
            & (xy[:, 1] >= 0)
            & (xy[:, 0] < self.camera.width)
            & (xy[:, 1] < self.camera.height)
        )
        xy = xy[inside]
        hits = self.ids[xy[:, 1], xy[:, 0]] == index + 1
        if hits.sum() < PRINT_SEEN * len(grid):
            return False
        if body.tile == FACE_DOWN:
            return True
        xy = np.minimum(xy // shrink, [pixels.shape[1] - 1, pixels.shape[0] - 1])
        seen = pixels[xy[:, 1], xy[:, 0]].astype(int)
        return int((seen.max(0) - seen.min(0)).max()) >= _LEGIBLE


def _face_size(quad: npt.NDArray[np.float64]) -> int:
    """Pixels to render a face at: its longer upright side, in few distinct steps."""
    left, right = np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    tall = max(float(left), float(right), 8.0)
    step = 2.0 ** (1 / 6)
    return int(min(700, np.ceil(step ** np.ceil(np.log(tall * 1.04) / np.log(step)))))
