"""Solid blocks in a scene, and which of them a ray from the lens meets first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.synth.camera import Points, Pose

_TOUCH = 1e-4
"""Blocks nearer to the end of a ray than this (a share of it) hold its end, and hide nothing."""


@dataclass(frozen=True, slots=True)
class Block:
    """A box: ``depth`` deep behind the face of ``pose``. Lengths in tile heights."""

    pose: Pose
    depth: float

    @property
    def corners(self) -> Points:
        """The four corners of the face, then the four behind them; (8, 3)."""
        face = self.pose.corners
        return np.vstack([face, face - np.array(self.pose.out) * self.depth])


def block_between(
    low: Sequence[float], high: Sequence[float], axes: Points, origin: Points
) -> Block:
    """The box from ``low`` to ``high`` in a frame of its own.

    Args:
        axes: (3, 3), the frame's unit vectors right, down and out as rows.
        origin: where the frame's origin lies in the world.
    """
    size = np.asarray(high, float) - np.asarray(low, float)
    at = np.asarray(origin, float) + np.array([low[0], low[1], high[2]]) @ axes
    right, down, out = ((float(x), float(y), float(z)) for x, y, z in axes)
    home = (float(at[0]), float(at[1]), float(at[2]))
    return Block(Pose(home, right, down, out, float(size[0]), float(size[1])), float(size[2]))


def in_sight(eye: Points, points: Points, blocks: Sequence[Block]) -> npt.NDArray[np.bool_]:
    """Which of the (n, 3) ``points`` no block hides from ``eye``."""
    clear = np.ones(len(points), bool)
    for block in blocks:
        clear &= ~_crossed(eye, points, block)
    return clear


def _crossed(eye: Points, points: Points, block: Block) -> npt.NDArray[np.bool_]:
    """Whether each ray from ``eye`` enters ``block`` before it reaches its point (slabs)."""
    pose = block.pose
    axes = np.array([pose.right, pose.down, pose.out])
    start = axes @ (eye - np.array(pose.origin))
    way = (points - eye) @ axes.T
    way = np.where(np.abs(way) < 1e-12, 1e-12, way)
    low, high = np.array([0, 0, -block.depth]), np.array([pose.width, pose.height, 0])
    one, two = (low - start) / way, (high - start) / way
    enters, leaves = np.minimum(one, two).max(1), np.maximum(one, two).min(1)
    return (enters < leaves) & (leaves > 0) & (enters < 1 - _TOUCH)
