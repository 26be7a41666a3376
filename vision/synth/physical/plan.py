"""What a physically rendered scene holds, drawn at random before anything is rendered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.synth.camera import Camera, Points, flat_pose
from vision.synth.edition import Edition, random_edition
from vision.synth.games import tier_rows, whole_game
from vision.synth.layout import table_sets
from vision.synth.physical.block import Block
from vision.synth.physical.rack import blocks_of, middle_of, random_stand
from vision.synth.rack import Rack

Rng = np.random.Generator

KINDS = ("table", "rack")
TABLES = ("wood", "planks", "cloth", "checks", "marble", "plain")
LIGHTS = ("window", "lamp", "sun", "ceiling")


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: its face, its set or tier, and which of the two joker inks it has."""

    tile: str
    block: Block
    group: int
    second_joker: bool


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup on the table; lengths in tile heights."""

    x: float
    y: float
    radius: float
    tall: float

    @property
    def block(self) -> Block:
        """The box round it."""
        wide = 2 * self.radius
        return Block(flat_pose(self.x, self.y, 0.0, wide, wide, self.tall), self.tall)


@dataclass(frozen=True, slots=True)
class Light:
    """Where light comes from.

    ``way`` is the direction it comes from, radians clockwise from the right of the
    picture; ``high`` its height over the table, radians; ``size`` of a window or
    lamp, tile heights; ``warmth`` in kelvins; ``fill`` 0..1 the share of the light
    that comes from the whole room.
    """

    kind: str
    way: float
    high: float
    size: float
    warmth: float
    fill: float


@dataclass(frozen=True, slots=True)
class Sensor:
    """A phone's sensor: ``aperture`` the lens's radius in tile heights, ``noise`` at
    middle grey in grey levels, ``sharpen`` how hard edges are redrawn, ``balance``
    0..1 how far it evens out the colour of the light, ``exposure`` in stops."""

    aperture: float
    noise: float
    sharpen: float
    balance: float
    exposure: float


@dataclass(frozen=True, slots=True)
class Plan:
    """A scene: everything that is rendered, and all that its labels follow from."""

    seed: int
    kind: str
    edition: Edition
    camera: Camera
    tiles: tuple[Tile, ...]
    rack: Rack | None
    rack_blocks: tuple[Block, ...]
    cup: Cup | None
    table: str
    light: Light
    sensor: Sensor
    focus: float

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Everything that can hide a tile, the tiles first."""
        cup = () if self.cup is None else (self.cup.block,)
        return (*(tile.block for tile in self.tiles), *self.rack_blocks, *cup)


def plan_scene(
    seed: int,
    *,
    kind: str | None = None,
    size: tuple[int, int] = (1000, 750),
    split: str = "heldout",
) -> Plan:
    """The scene of that seed; the same arguments give the same plan.

    Args:
        kind: one of ``KINDS``; drawn when ``None``.
        size: of the photo, pixels.
        split: of the editions, as ``random_edition`` takes it.

    Raises:
        ValueError: no such kind.
    """
    rng = np.random.default_rng([seed, 0xB1E4D])
    drawn = str(rng.choice(KINDS))
    kind = kind or drawn
    if kind not in KINDS:
        raise ValueError(f"no such kind of scene: {kind!r} ({', '.join(KINDS)})")
    edition = _solid(random_edition(rng, split))
    light, sensor = _light(rng), _sensor(rng)
    table = str(rng.choice(TABLES))
    if kind == "table":
        camera, tiles, cup = _table(rng, edition, size)
        return Plan(
            seed, kind, edition, camera, tiles, None, (), cup, table, light, sensor, camera.distance
        )
    camera, rack, tiles = _rack(rng, edition, size)
    solid = tuple(blocks_of(rack, edition.thickness))
    focus = float(camera.depth(middle_of(rack, edition.thickness)))
    return Plan(seed, kind, edition, camera, tiles, rack, solid, None, table, light, sensor, focus)


def _solid(edition: Edition) -> Edition:
    """The edition with a body that can be made: no tile is thinner than its edge is round."""
    return replace(
        edition,
        thickness=max(edition.thickness, 0.13),
        bevel=float(np.clip(edition.bevel * 0.6, 0.008, 0.035)),
        corner=max(edition.corner, 0.03),
    )


def _light(rng: Rng) -> Light:
    kind = str(rng.choice(LIGHTS, p=(0.4, 0.25, 0.15, 0.2)))
    warm = {"window": (5500, 7500), "lamp": (2500, 3300), "sun": (5000, 6000)}
    sizes = {"window": (14, 40), "lamp": (2, 6), "sun": (0.3, 0.6), "ceiling": (10, 30)}
    high = {"window": (0.45, 0.9), "lamp": (0.8, 1.3), "sun": (0.5, 1.1), "ceiling": (1.1, 1.4)}
    return Light(
        kind,
        way=float(rng.uniform(0, 2 * np.pi)),
        high=float(rng.uniform(*high[kind])),
        size=float(rng.uniform(*sizes[kind])),
        warmth=float(rng.uniform(*warm.get(kind, (3200, 4800)))),
        fill=float(rng.uniform(0.15, 0.5)),
    )


def _sensor(rng: Rng) -> Sensor:
    return Sensor(
        aperture=float(rng.uniform(0.015, 0.045)),
        noise=float(rng.uniform(0.6, 4.0)),
        sharpen=float(rng.uniform(0.0, 0.7)),
        balance=float(rng.uniform(0.6, 1.0)),
        exposure=float(rng.normal(0, 0.25)),
    )


def _camera(rng: Rng, size: tuple[int, int], tile_px: float, tilt: float) -> Camera:
    width, height = size
    focal = float(rng.uniform(0.95, 1.4)) * max(size)
    roll = float(rng.normal(0, 0.06))
    middle = (width / 2, height / 2)
    return Camera(width, height, focal, focal / tile_px, tilt, roll, middle)


def _table(
    rng: Rng, edition: Edition, size: tuple[int, int]
) -> tuple[Camera, tuple[Tile, ...], Cup | None]:
    """Sets on a table, and now and then a cup behind them."""
    tile_px = float(rng.uniform(0.075, 0.125)) * max(size)
    camera = _camera(rng, size, tile_px, float(rng.uniform(0.1, 0.95)))
    cup = _cup(rng, camera) if rng.random() < 0.5 else None
    taken = [] if cup is None else [cup.block.pose.corners[:, :2]]
    limit, calm = int(rng.integers(12, 36)), bool(rng.random() < 0.4)
    placed = table_sets(rng, camera, edition.aspect, limit, taken=taken, calm=calm)
    tiles = tuple(
        Tile(
            p.tile,
            Block(
                flat_pose(p.x, p.y, p.angle, edition.aspect, 1.0, edition.thickness),
                edition.thickness,
            ),
            p.group,
            bool(rng.random() < 0.5),
        )
        for p in placed
    )
    return camera, tiles, cup


def _cup(rng: Rng, camera: Camera) -> Cup | None:
    """A cup near the upper edge of the picture, where it hides little."""
    at = camera.ground((camera.width * rng.uniform(0.05, 0.95), camera.height * 0.08))
    if at is None or camera.depth(at) > 2 * camera.distance:
        return None
    radius, tall = float(rng.uniform(0.95, 1.2)), float(rng.uniform(2, 2.6))
    return Cup(float(at[0]), float(at[1]), radius, tall)


def _rack(
    rng: Rng, edition: Edition, size: tuple[int, int]
) -> tuple[Camera, Rack, tuple[Tile, ...]]:
    """A rack that fills most of the picture's width, with tiles in its tiers."""
    stand = random_stand(rng, edition.thickness)
    tile_px = float(rng.uniform(0.72, 0.92)) * size[0] / (stand.length + 0.6)
    tall = stand.tiers * stand.step_up + 0.6
    tile_px = min(tile_px, 0.8 * size[1] / tall)
    camera = _camera(rng, size, tile_px, float(rng.uniform(0.55, 1.1)))
    rack = _centred(stand, camera, edition.thickness)
    stock = whole_game()
    rows = _filled(rng, rack, edition.aspect, stock)
    tiles = tuple(
        Tile(
            s.tile,
            Block(rack.pose(tier, s.along, edition.aspect, edition.thickness), edition.thickness),
            number,
            s.second_joker,
        )
        for number, (tier, row) in enumerate(rows)
        for s in row
    )
    return camera, rack, tiles


def _filled(rng: Rng, rack: Rack, aspect: float, stock: list[str]) -> Iterator[tuple[int, list]]:
    """(tier, what stands in it), top first; no rack stands nearly empty."""
    rows = list(tier_rows(rng, rack, aspect, stock))
    while sum(map(len, rows)) < 7:
        rows = list(tier_rows(rng, rack, aspect, stock))
    for below, row in enumerate(rows):
        yield rack.tiers - 1 - below, row


def _centred(rack: Rack, camera: Camera, thickness: float) -> Rack:
    """The rack moved to where the camera has its middle in the picture's middle."""
    middle: Points = middle_of(rack, thickness)
    at = camera.ground((camera.width / 2, camera.height / 2), float(middle[2]))
    if at is None:
        return rack
    return replace(rack, x=float(rack.x + at[0] - middle[0]), y=float(rack.y + at[1] - middle[1]))
