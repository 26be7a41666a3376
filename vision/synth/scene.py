"""Whole photos at random: a camera, a surface, tiles and clutter, light, and exact labels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.synth.camera import Camera, Points
from vision.synth.edition import Edition, random_edition
from vision.synth.face import FACE_DOWN
from vision.synth.games import draw_tiles, tier_rows, whole_game
from vision.synth.hand import draw_hand
from vision.synth.layout import Placed, cluster, heap, room_of, strewn, table_sets
from vision.synth.lens import random_conditions
from vision.synth.rack import Rack, random_rack
from vision.synth.stage import Rng, Stage
from vision.synth.truth import Scene

KINDS = ("single", "table", "cluster", "strewn", "rack", "background")
_SHARES = (0.06, 0.46, 0.12, 0.12, 0.17, 0.07)


def render_scene(
    seed: int,
    *,
    size: tuple[int, int] = (640, 480),
    kind: str | None = None,
    edition: Edition | None = None,
    split: str = "train",
    tile_px: float | None = None,
    ill: str = "",
) -> Scene:
    """The photo of that seed; the same arguments give the same pixels.

    Args:
        size: width and height in pixels.
        kind: one of ``KINDS``; drawn when ``None``.
        edition: the game that lies there; drawn from ``split`` when ``None``.
        tile_px: about how tall a tile is in the picture; drawn when ``None``.
        ill: ``dark``, ``blurred`` or ``glare`` for a degraded photo.

    Raises:
        ValueError: no such kind.
    """
    rng = np.random.default_rng(seed)
    drawn = str(rng.choice(KINDS, p=_SHARES))
    kind = kind or drawn
    if kind not in KINDS:
        raise ValueError(f"no such kind of scene: {kind!r} ({', '.join(KINDS)})")
    chosen = random_edition(rng, split)
    edition = edition or chosen
    tile_px = tile_px or _tile_pixels(rng, kind, size)
    camera = random_camera(rng, kind, size, tile_px)
    stage = Stage(rng, camera, edition, tile_px)
    stage.lay_surface()
    if kind == "background" or rng.random() < 0.45:
        stage.lay_clutter(
            int(rng.integers(0, 12)) if kind == "background" else int(rng.integers(1, 6))
        )
    if kind == "rack":
        _place_rack(stage)
    elif kind != "background":
        pool, rack = [], None
        if kind == "table" and rng.random() < 0.08:
            pool = heap(rng, camera, edition.aspect, FACE_DOWN)
        if kind == "table" and camera.tilt > 0.3 and rng.random() < 0.12:
            rack = _plan_rack(stage, 0.85, 1.0)
        taken = [rack.footprint] if rack else []
        if pool:
            taken.append(room_of(pool))
        stage.place_flat(pool + _flat(rng, kind, camera, edition, tile_px, taken))
        if rack:
            stage.fill_rack(rack, tier_rows(rng, rack, edition.aspect, whole_game()), 100)
    if rng.random() < 0.12:
        draw_hand(stage.canvas, stage.ids, rng, tile_px)
    conditions = random_conditions(rng, tile_px, ill)
    return stage.finish(kind, seed, conditions)


def _tile_pixels(rng: Rng, kind: str, size: tuple[int, int]) -> float:
    short = min(size)
    ranges = {
        "single": (0.14, 0.7),
        "table": (0.05, 0.34),
        "cluster": (0.08, 0.4),
        "strewn": (0.04, 0.26),
        "rack": (0.08, 0.4),
        "background": (0.05, 0.35),
    }
    low, high = ranges[kind]
    low = max(14.0, low * short)
    high = max(low * 1.2, high * short)
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def random_camera(rng: Rng, kind: str, size: tuple[int, int], tile_px: float) -> Camera:
    """Where a phone is held for a scene of that kind, tiles about ``tile_px`` px tall."""
    width, height = size
    focal = float(rng.uniform(0.85, 1.8)) * max(size)
    tilt = abs(float(rng.normal(0, 0.28))) if rng.random() < 0.6 else float(rng.uniform(0.2, 0.96))
    if kind == "rack":
        tilt = float(rng.uniform(0.25, 1.15))
    roll = float(rng.normal(0, 0.07))
    if rng.random() < 0.15 and kind != "rack":
        roll = float(rng.uniform(-np.pi, np.pi))
    elif rng.random() < 0.05:
        roll += float(rng.choice([-1, 1, 2])) * np.pi / 2
    center = (
        width / 2 + float(rng.normal(0, 0.04)) * width,
        height / 2 + float(rng.normal(0, 0.04)) * height,
    )
    return Camera(width, height, focal, max(1.8, focal / tile_px), min(tilt, 1.2), roll, center)


def _flat(
    rng: Rng, kind: str, camera: Camera, edition: Edition, tile_px: float, taken: list[Points]
) -> list[Placed]:
    room = camera.width * camera.height / (tile_px**2 * edition.aspect)
    if kind == "table":
        limit = int(np.clip(room * rng.uniform(0.12, 0.5), 3, 70))
        placed = table_sets(rng, camera, edition.aspect, limit, taken=taken)
    elif kind == "strewn":
        placed = strewn(
            rng, camera, edition.aspect, int(np.clip(room * rng.uniform(0.08, 0.4), 2, 80))
        )
    elif kind == "cluster":
        placed = cluster(
            rng, camera, edition.aspect, int(np.clip(room * rng.uniform(0.1, 0.35), 2, 24))
        )
    else:
        placed = strewn(rng, camera, edition.aspect, 1)
    if rng.random() < 0.12:
        placed = [
            Placed(FACE_DOWN, p.x, p.y, p.angle) if rng.random() < 0.15 else p for p in placed
        ]
    return placed


def _plan_rack(stage: Stage, low: float, high: float) -> Rack:
    """A rack whose foot is seen between two shares of the picture's height."""
    rng, camera = stage.rng, stage.camera
    at = camera.ground(
        (camera.width * rng.uniform(0.4, 0.6), camera.height * rng.uniform(low, high))
    )
    x, y = (0.0, 0.0) if at is None else (float(at[0]), float(at[1]))
    angle = float(rng.normal(0, 0.12)) if rng.random() < 0.6 else float(rng.uniform(-0.6, 0.6))
    rack = random_rack(rng, x, y, angle)
    if rng.random() < 0.7:
        fitting = float(rng.uniform(0.55, 0.95)) * camera.width / stage.tile_px
        rack = replace(rack, length=float(np.clip(fitting, 3.0, 15.0)))
    return rack


def _place_rack(stage: Stage) -> None:
    """A rack, sometimes two or with tiles before it, and tiles in its tiers."""
    rng, edition = stage.rng, stage.edition
    stock = whole_game()
    rack = _plan_rack(stage, 0.45, 0.8)
    if rng.random() < 0.1:
        behind = rack.point(float(rng.normal(0, 1)), float(rng.uniform(2.2, 5)), 0)
        other = replace(rack, x=float(behind[0]), y=float(behind[1]))
        stage.fill_rack(other, tier_rows(rng, other, edition.aspect, stock), 20)
    stage.fill_rack(rack, tier_rows(rng, rack, edition.aspect, stock), 10)
    if rng.random() < 0.3:
        ahead = []
        before = -float(rng.uniform(0.62, 1.2))
        for n in range(int(rng.integers(1, 6))):
            spot = rack.point(-1.5 + n * (edition.aspect + 0.02), before, 0)
            tile = draw_tiles(rng, stock, 1)[0]
            ahead.append(Placed(tile, float(spot[0]), float(spot[1]), rack.angle, 90))
        stage.place_flat(ahead)
