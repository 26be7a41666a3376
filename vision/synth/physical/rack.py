"""The racks of physically rendered scenes: slabs, ledges, lips and feet."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.synth.camera import Points
from vision.synth.physical.block import Block, block_between
from vision.synth.rack import Rack

_SLAB = 0.07
"""How thick the plastic or wood is, in tile heights."""
_ROOM = 0.03
"""Between a tile and the lip before it."""

_PLASTIC = (
    (24, 24, 26),
    (24, 24, 26),
    (232, 230, 225),
    (150, 30, 35),
    (28, 58, 118),
    (205, 190, 160),
)
_WOOD = ((176, 120, 70), (120, 74, 42), (205, 160, 105))


def random_stand(rng: np.random.Generator, thickness: float) -> Rack:
    """A rack of two or three tiers whose tiles, ``thickness`` thick, have room."""
    lean = float(rng.uniform(0.22, 0.6))
    # Along the slope from one ledge to the next, and how far behind it the next slope is.
    rise = float(rng.uniform(0.72, 1.06))
    behind = thickness + _ROOM + _SLAB
    wooden = bool(rng.random() < 0.45)
    tints = _WOOD if wooden else _PLASTIC
    tint = np.array(tints[int(rng.integers(len(tints)))]) * rng.uniform(0.85, 1.1)
    r, g, b = (int(c) for c in np.clip(tint, 0, 255))
    return Rack(
        tiers=int(rng.choice([2, 3])),
        length=float(rng.uniform(5.5, 10)),
        lean=lean,
        step_up=rise * float(np.cos(lean)) - behind * float(np.sin(lean)),
        step_back=rise * float(np.sin(lean)) + behind * float(np.cos(lean)),
        lip=float(rng.uniform(0.02, 0.12)),
        wall=float(rng.uniform(0.6, 1.05)),
        x=0.0,
        y=0.0,
        angle=float(rng.normal(0, 0.16)),
        colour=(r, g, b),
        wooden=wooden,
    )


def middle_of(rack: Rack, thickness: float) -> Points:
    """The middle of the tiles' faces when the rack is full."""
    low = rack.pose(0, 0.0, 0.0, thickness).corners
    high = rack.pose(rack.tiers - 1, 0.0, 0.0, thickness).corners
    return (low[3] + high[0]) / 2


def blocks_of(rack: Rack, thickness: float) -> Iterator[Block]:
    """The boxes that a rack for tiles ``thickness`` thick is made of."""
    half = rack.length / 2 + 0.06
    front = thickness + _ROOM + _SLAB
    axes = _axes(rack)
    for tier in range(rack.tiers):
        foot = rack.point(0.0, *rack.shelf(tier))
        wall = rack.wall if tier == rack.tiers - 1 else _rise(rack) - _SLAB
        yield block_between((-half, -wall, -_SLAB), (half, 0, 0), axes, foot)
        yield block_between((-half, 0, -_SLAB), (half, _SLAB, front), axes, foot)
        yield block_between((-half, -rack.lip, front - _SLAB), (half, 0, front), axes, foot)
    yield from _feet(rack, half)


def _axes(rack: Rack) -> Points:
    """Along the rack, down the slope, and out of it towards the player."""
    pose = rack.pose(0, 0.0, 1.0, 0.0)
    return np.array([pose.right, pose.down, pose.out])


def _rise(rack: Rack) -> float:
    """Along the slope from one ledge to the next."""
    return float(rack.step_up * np.cos(rack.lean) + rack.step_back * np.sin(rack.lean))


def _feet(rack: Rack, half: float) -> Iterator[Block]:
    """Two bars on the table, and a plate that holds the rack from behind."""
    cos, sin = float(np.cos(rack.angle)), float(np.sin(rack.angle))
    level = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1.0]])
    home = rack.point(0.0, 0.0, 0.0)
    back, up = rack.shelf(rack.tiers - 1)
    deep = back + 0.25 + rack.wall * np.sin(rack.lean)
    for along in (-0.32 * rack.length, 0.32 * rack.length):
        yield block_between((along - 0.1, -deep, 0), (along + 0.1, 0.28, 0.05), level, home)
    yield block_between((-half, -back - 0.12, 0), (half, -back - 0.04, up - _SLAB), level, home)
