"""What lies on the table and where: sets as people lay them, clusters, strewn tiles.

Tiles are notation (``R7``, ``J``, ``X`` for face down). Positions are centres on
the table in tile heights, angles in radians (0: upright for the viewer).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.synth.camera import Camera, Points
from vision.synth.games import draw_tiles, random_melds, whole_game
from vision.synth.ground import Ground, apart, in_frame, spot, tile_box


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
    ground = Ground()
    for quad in taken:
        ground.take(quad)
    for number, tiles in enumerate(random_melds(rng) if melds is None else melds):
        if len(placed) >= limit:
            break
        for _ in range(60 if melds is None else 600):
            angle = main + float(rng.normal(0, 0.07)) if calm else _row_angle(rng, main, spread)
            row = _row(rng, tiles, aspect, angle, sloppy, turned, number)
            at = spot(rng, camera)
            if at is None:
                continue
            box = _row_box(row, angle, aspect) + at
            if whole and not in_frame(camera, box):
                continue
            if ground.free(box):
                ground.take(box)
                placed += [replace(p, x=float(p.x + at[0]), y=float(p.y + at[1])) for p in row]
                break
        else:
            break
    return placed


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


def strewn(rng: np.random.Generator, camera: Camera, aspect: float, limit: int) -> list[Placed]:
    """Loose tiles, any direction, not touching."""
    stock = whole_game()
    upright = rng.random() < 0.25
    margin = float(rng.choice([0.01, 0.05, 0.2]))
    placed: list[Placed] = []
    boxes = Ground()
    for _ in range(limit * 4):
        if len(placed) >= limit:
            break
        at = spot(rng, camera)
        if at is None:
            continue
        angle = float(rng.normal(0, 0.2)) if upright else float(rng.uniform(0, 2 * np.pi))
        box = tile_box(at[0], at[1], angle, aspect, margin)
        if boxes.free(box):
            boxes.take(box)
            tile = draw_tiles(rng, stock, 1)[0]
            placed.append(Placed(tile, float(at[0]), float(at[1]), angle))
    return placed


def cluster(rng: np.random.Generator, camera: Camera, aspect: float, limit: int) -> list[Placed]:
    """Tiles that touch one another in every direction, or in a tidy block."""
    stock = whole_game()
    start = spot(rng, camera, 0.3)
    x, y = (0.0, 0.0) if start is None else (float(start[0]), float(start[1]))
    main = float(rng.normal(0, 0.2)) if rng.random() < 0.6 else float(rng.uniform(0, 2 * np.pi))
    if rng.random() < 0.25:
        return _block(rng, stock, (x, y), main, aspect, limit)
    placed = [Placed(draw_tiles(rng, stock, 1)[0], x, y, main)]
    boxes = Ground()
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
