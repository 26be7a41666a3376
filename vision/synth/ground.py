"""The table top seen by a camera: which spots are in the picture and still free."""

from __future__ import annotations

import numpy as np

from vision.synth.camera import Camera, Points


def in_frame(camera: Camera, box: Points) -> bool:
    """Whether the picture holds the whole of a quad on the table."""
    seen = camera.project(np.column_stack([box, np.zeros(4)]))
    return bool((seen >= 0).all() and (seen <= [camera.width, camera.height]).all())


def spot(rng: np.random.Generator, camera: Camera, edge: float = 0.02) -> Points | None:
    """A table point that some pixel sees, not too far off."""
    x = rng.uniform(edge, 1 - edge) * camera.width
    y = rng.uniform(edge, 1 - edge) * camera.height
    point = camera.ground((x, y))
    if point is None or camera.depth(point) > 2.6 * camera.distance:
        return None
    return point[:2]


class Ground:
    """The part of the table that is taken, as convex quads."""

    def __init__(self) -> None:
        self._boxes: list[Points] = []
        self._circles: list[tuple[float, float, float]] = []

    def free(self, box: Points) -> bool:
        """Whether ``box`` overlaps nothing; circles round the quads decide most cases."""
        x, y, radius = _circle(box)
        return all(
            (x - cx) ** 2 + (y - cy) ** 2 >= (radius + r) ** 2 or apart(box, other)
            for (cx, cy, r), other in zip(self._circles, self._boxes, strict=True)
        )

    def take(self, box: Points) -> None:
        """Mark ``box`` as taken."""
        self._boxes.append(box)
        self._circles.append(_circle(box))


def _circle(box: Points) -> tuple[float, float, float]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = box.tolist()
    x, y = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
    far = max(
        (ax - x) ** 2 + (ay - y) ** 2,
        (bx - x) ** 2 + (by - y) ** 2,
        (cx - x) ** 2 + (cy - y) ** 2,
        (dx - x) ** 2 + (dy - y) ** 2,
    )
    return x, y, far**0.5


def apart(first: Points, second: Points) -> bool:
    """Whether two convex quads do not overlap (separating axes)."""
    one, two = first.tolist(), second.tolist()
    for quad in (one, two):
        for i in range(4):
            (x0, y0), (x1, y1) = quad[i - 1], quad[i]
            nx, ny = y0 - y1, x1 - x0
            a = [nx * x + ny * y for x, y in one]
            b = [nx * x + ny * y for x, y in two]
            if max(a) <= min(b) or max(b) <= min(a):
                return True
    return False


def tile_box(x: float, y: float, angle: float, aspect: float, margin: float) -> Points:
    """Corners of a tile on the table, grown by ``margin`` on every side."""
    cos, sin = np.cos(angle), np.sin(angle)
    w, h = aspect / 2 + margin, 0.5 + margin
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    return corners @ np.array([[cos, sin], [-sin, cos]]) + [x, y]
