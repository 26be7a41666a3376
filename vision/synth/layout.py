"""What lies on the table and where: sets as people lay them, clusters, strewn tiles.

Tiles are notation (``R7``, ``J``, ``X`` for face down). Positions are centres on
the table in tile heights, angles in radians (0: upright for the viewer).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.synth.camera import Camera
from vision.synth.rack import Rack

Points = npt.NDArray[np.float64]

COLORS = "RBKO"


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile on the table; ``group`` numbers its set, -1 for none.

    ``level`` is how many tiles deep a heap is under it.
    """

    tile: str
    x: float
    y: float
    angle: float
    group: int = -1
    level: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A tile in a rack's tier, its left edge at ``along`` from the middle."""

    tile: str
    along: float
    second_joker: bool = False


def whole_game() -> list[str]:
    """The 106 tiles of a game."""
    return [f"{c}{n}" for c in COLORS for n in range(1, 14)] * 2 + ["J", "J"]


def draw_set(rng: np.random.Generator, stock: list[str]) -> list[str] | None:
    """A run or group taken out of ``stock`` (which loses it), or none found."""
    for _ in range(20):
        if rng.random() < 0.5:
            number = int(rng.integers(1, 14))
            colors = list(rng.permutation(list(COLORS)))[: int(rng.choice([3, 3, 4]))]
            wanted = [f"{c}{number}" for c in colors]
        else:
            length = min(13, int(rng.choice([3, 3, 3, 4, 4, 5, 6, 7, 9, 11, 13])))
            first = int(rng.integers(1, 15 - length))
            color = COLORS[int(rng.integers(4))]
            wanted = [f"{color}{n}" for n in range(first, first + length)]
        if "J" in stock and rng.random() < 0.22:
            wanted[int(rng.integers(len(wanted)))] = "J"
        if _take(stock, wanted):
            return wanted
    return None


def draw_tiles(rng: np.random.Generator, stock: list[str], count: int) -> list[str]:
    """``count`` tiles drawn blindly out of ``stock``, jokers a little oftener."""
    drawn: list[str] = []
    for _ in range(min(count, len(stock))):
        joker = "J" in stock and rng.random() < 0.03
        place = stock.index("J") if joker else int(rng.integers(len(stock)))
        drawn.append(stock.pop(place))
    return drawn


def _take(stock: list[str], wanted: list[str]) -> bool:
    if any(stock.count(tile) < wanted.count(tile) for tile in wanted):
        return False
    for tile in wanted:
        stock.remove(tile)
    return True


def table_sets(
    rng: np.random.Generator,
    camera: Camera,
    aspect: float,
    limit: int,
    melds: Iterable[list[str]] | None = None,
    taken: Iterable[Points] = (),
    calm: bool = False,
) -> list[Placed]:
    """Sets in crooked rows all over the picture, at most about ``limit`` tiles.

    ``melds`` are laid in that order (random ones when ``None``) until one finds
    no room; ``taken`` are quads of the table that stay free; ``calm`` lays them
    neatly and no tile upside down.
    """
    main = float(rng.normal(0, 0.12))
    spread = 0.05 if rng.random() < 0.5 else 0.25
    whole = melds is not None or rng.random() < 0.65
    sloppy = float(rng.choice([0.3, 1.0, 1.0, 2.0]))
    turned = float(rng.choice([0.0, 0.0, 0.06, 0.2]))
    if calm:
        main, sloppy, turned = main / 3, 0.7, 0.0
    placed: list[Placed] = []
    ground = _Ground()
    for quad in taken:
        ground.take(quad)
    for number, tiles in enumerate(_random_melds(rng) if melds is None else melds):
        if len(placed) >= limit:
            break
        for _ in range(60 if melds is None else 600):
            angle = main + float(rng.normal(0, 0.07)) if calm else _row_angle(rng, main, spread)
            row = _row(rng, tiles, aspect, angle, sloppy, turned, number)
            spot = _spot(rng, camera)
            if spot is None:
                continue
            box = _row_box(row, angle, aspect) + spot
            if whole and not _in_frame(camera, box):
                continue
            if ground.free(box):
                ground.take(box)
                placed += [replace(p, x=float(p.x + spot[0]), y=float(p.y + spot[1])) for p in row]
                break
        else:
            break
    return placed


def _random_melds(rng: np.random.Generator) -> Iterator[list[str]]:
    """Sets out of one game, some of them broken, until it is used up."""
    stock = whole_game()
    while True:
        broken = rng.random() < 0.12
        tiles = draw_tiles(rng, stock, int(rng.integers(2, 8))) if broken else draw_set(rng, stock)
        if not tiles:
            return
        yield tiles


def _row_angle(rng: np.random.Generator, main: float, spread: float) -> float:
    """Most rows lie along ``main``, some across it, upside down or anyhow."""
    angle = main + float(rng.normal(0, spread))
    style = rng.random()
    if style < 0.14:
        return angle + np.pi
    if style < 0.26:
        return angle + float(rng.choice([-1, 1])) * np.pi / 2
    return angle if style > 0.32 else float(rng.uniform(0, 2 * np.pi))


def _row(
    rng: np.random.Generator,
    tiles: list[str],
    aspect: float,
    angle: float,
    sloppy: float,
    turned: float,
    group: int,
) -> list[Placed]:
    """Touching tiles side by side, centred on the origin and turned by ``angle``."""
    gaps = np.abs(rng.normal(0, 0.008 * sloppy, len(tiles))) + 0.002
    loose = rng.random(len(tiles)) < 0.04
    gaps[loose] += rng.uniform(0.02, 0.14, int(loose.sum()))
    along = np.cumsum(gaps + aspect)
    along -= (along[0] + along[-1]) / 2
    across = rng.normal(0, 0.012 * sloppy, len(tiles))
    bend = float(rng.normal(0, 0.004)) * sloppy
    across = across + bend * along**2
    tilt = rng.normal(0, 0.008 * sloppy, len(tiles)) + 2 * bend * along
    flip = np.where(rng.random(len(tiles)) < turned, np.pi, 0.0)
    cos, sin = np.cos(angle), np.sin(angle)
    return [
        Placed(
            tile, float(cos * a - sin * b), float(sin * a + cos * b), float(angle + t + f), group
        )
        for tile, a, b, t, f in zip(tiles, along, across, tilt, flip, strict=True)
    ]


def _row_box(row: list[Placed], angle: float, aspect: float) -> Points:
    cos, sin = np.cos(angle), np.sin(angle)
    along = [cos * p.x + sin * p.y for p in row]
    across = [-sin * p.x + cos * p.y for p in row]
    a0, a1 = min(along) - aspect / 2 - 0.06, max(along) + aspect / 2 + 0.06
    b0, b1 = min(across) - 0.58, max(across) + 0.58
    corners = np.array([[a0, b0], [a1, b0], [a1, b1], [a0, b1]])
    return corners @ np.array([[cos, sin], [-sin, cos]])


def _in_frame(camera: Camera, box: Points) -> bool:
    """Whether the picture holds the whole of a quad on the table."""
    seen = camera.project(np.column_stack([box, np.zeros(4)]))
    return bool((seen >= 0).all() and (seen <= [camera.width, camera.height]).all())


def _spot(rng: np.random.Generator, camera: Camera, edge: float = 0.02) -> Points | None:
    """A table point that some pixel sees, not too far off."""
    x = rng.uniform(edge, 1 - edge) * camera.width
    y = rng.uniform(edge, 1 - edge) * camera.height
    point = camera.ground((x, y))
    if point is None or camera.depth(point) > 2.6 * camera.distance:
        return None
    return point[:2]


class _Ground:
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


def strewn(rng: np.random.Generator, camera: Camera, aspect: float, limit: int) -> list[Placed]:
    """Loose tiles, any direction, not touching."""
    stock = whole_game()
    upright = rng.random() < 0.25
    margin = float(rng.choice([0.01, 0.05, 0.2]))
    placed: list[Placed] = []
    boxes = _Ground()
    for _ in range(limit * 4):
        if len(placed) >= limit:
            break
        spot = _spot(rng, camera)
        if spot is None:
            continue
        angle = float(rng.normal(0, 0.2)) if upright else float(rng.uniform(0, 2 * np.pi))
        box = tile_box(spot[0], spot[1], angle, aspect, margin)
        if boxes.free(box):
            boxes.take(box)
            tile = draw_tiles(rng, stock, 1)[0]
            placed.append(Placed(tile, float(spot[0]), float(spot[1]), angle))
    return placed


def cluster(rng: np.random.Generator, camera: Camera, aspect: float, limit: int) -> list[Placed]:
    """Tiles that touch one another in every direction, or in a tidy block."""
    stock = whole_game()
    start = _spot(rng, camera, 0.3)
    x, y = (0.0, 0.0) if start is None else (float(start[0]), float(start[1]))
    main = float(rng.normal(0, 0.2)) if rng.random() < 0.6 else float(rng.uniform(0, 2 * np.pi))
    if rng.random() < 0.25:
        return _block(rng, stock, (x, y), main, aspect, limit)
    placed = [Placed(draw_tiles(rng, stock, 1)[0], x, y, main)]
    boxes = _Ground()
    boxes.take(tile_box(x, y, main, aspect, 0))
    square = rng.random() < 0.3
    for _ in range(limit * 12):
        if len(placed) >= limit:
            break
        near = placed[int(rng.integers(len(placed)))]
        turn = float(rng.choice([0, 0, 0.5, 1, 1.5])) * np.pi
        angle = (
            near.angle
            + turn
            + (float(rng.normal(0, 0.03)) if square else float(rng.normal(0, 0.5)))
        )
        way = float(rng.uniform(0, 2 * np.pi))
        step = np.array([np.cos(way), np.sin(way)])
        box = None
        for reach in np.arange(0.5, 1.4, 0.03):
            px, py = near.x + step[0] * reach, near.y + step[1] * reach
            trial = tile_box(px, py, angle, aspect, 0)
            if boxes.free(trial):
                box = trial
                break
        if box is not None:
            boxes.take(box)
            placed.append(Placed(draw_tiles(rng, stock, 1)[0], float(px), float(py), angle))
    return placed


def heap(rng: np.random.Generator, camera: Camera, aspect: float, face_down: str) -> list[Placed]:
    """The pool: tiles heaped over one another near an edge, most of them face down.

    ``face_down`` is the notation of a tile that shows its back.
    """
    stock = whole_game()
    x = float(rng.choice([rng.uniform(-0.02, 0.15), rng.uniform(0.85, 1.02)])) * camera.width
    y = float(rng.uniform(0, 1)) * camera.height
    at = camera.ground((x, y))
    if at is None or camera.depth(at) > 2.6 * camera.distance:
        return []
    backs = float(rng.choice([0.5, 0.9]))
    count = int(rng.integers(4, 22))
    spread = float(rng.uniform(0.5, 1.1)) * count**0.5 * 0.55
    placed: list[Placed] = []
    boxes: list[Points] = []
    for tile in draw_tiles(rng, stock, count):
        x, y = (float(v) for v in at[:2] + rng.normal(0, spread, 2))
        angle = float(rng.uniform(0, 2 * np.pi))
        box = tile_box(x, y, angle, aspect, 0)
        under = [p.level for p, other in zip(placed, boxes, strict=True) if not apart(box, other)]
        level = max(under, default=-1) + 1
        if level > 3:
            continue
        name = face_down if rng.random() < backs else tile
        placed.append(Placed(name, x, y, angle, -1, level))
        boxes.append(box)
    return placed


def room_of(placed: list[Placed]) -> Points:
    """A quad of the table that holds all these tiles."""
    xs, ys = [p.x for p in placed], [p.y for p in placed]
    left, right, top, bottom = min(xs) - 0.7, max(xs) + 0.7, min(ys) - 0.7, max(ys) + 0.7
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _block(
    rng: np.random.Generator,
    stock: list[str],
    start: tuple[float, float],
    main: float,
    aspect: float,
    limit: int,
) -> list[Placed]:
    """Rows under rows, all upright."""
    across = int(rng.integers(2, 7))
    gap = float(rng.choice([0.005, 0.02, 0.06]))
    cos, sin = np.cos(main), np.sin(main)
    placed = []
    for i, tile in enumerate(draw_tiles(rng, stock, limit)):
        a = (i % across - across / 2) * (aspect + gap) + rng.normal(0, gap / 4)
        b = (i // across - 1) * (1 + gap) + rng.normal(0, gap / 4)
        placed.append(
            Placed(
                tile,
                float(start[0] + cos * a - sin * b),
                float(start[1] + sin * a + cos * b),
                main + float(rng.normal(0, 0.01)),
            )
        )
    return placed


def tier_rows(
    rng: np.random.Generator, rack: Rack, aspect: float, stock: list[str]
) -> Iterator[list[Standing]]:
    """What stands in a rack's tiers, top first, taken out of ``stock``."""
    for _ in range(rack.tiers):
        yield _tier_row(rng, rack.length, aspect, stock)


def _tier_row(
    rng: np.random.Generator, length: float, aspect: float, stock: list[str]
) -> list[Standing]:
    room = int(length / (aspect + 0.02))
    full = rng.random() < 0.4
    count = room if full else int(rng.integers(0, room + 1))
    tidy = draw_set(rng, stock) if rng.random() < 0.4 else None
    tiles = (tidy or []) + draw_tiles(rng, stock, max(0, count - len(tidy or [])))
    tiles = tiles[:room]
    free = max(0.0, length - len(tiles) * (aspect + 0.02))
    along = -length / 2 + float(rng.uniform(0, 1)) * free
    row = []
    for tile in tiles:
        along += float(np.abs(rng.normal(0, 0.006))) + 0.002
        if not full and rng.random() < 0.12:
            along += float(rng.uniform(0.05, 1.2))
        if along + aspect > length / 2:
            break
        row.append(Standing(tile, along, bool(rng.random() < 0.5)))
        along += aspect
    return row
