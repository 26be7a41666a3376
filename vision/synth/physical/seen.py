"""What of a planned scene the camera sees: the labels, without rendering anything."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.synth.camera import Camera, Pixels, Points, facing
from vision.synth.face import FACE_DOWN, digit_box
from vision.synth.physical.block import Block, in_sight
from vision.synth.physical.plan import Plan, Tile
from vision.synth.stage import PRINT_SEEN, SEEN_ENOUGH
from vision.synth.truth import Quad, Scene, ordered, quad_of

_GRID = 15
"""Rays a side, for a face and for its print."""


def labels_of(plan: Plan, pixels: Pixels) -> Scene:
    """The photo of a plan with its labels.

    A tile counts as seen under the same rule as in ``vision.synth.stage``: half of
    its face and nearly all of its print must be in sight and in the picture.
    Tiles that are hidden altogether are left out.
    """
    tiles: list[tuple[str, Quad]] = []
    visible: list[float] = []
    partial: list[tuple[str, Quad]] = []
    backs: list[Quad] = []
    members: dict[int, list[int]] = {}
    for tile, near in zip(plan.tiles, _possible_blockers(plan), strict=True):
        share = _share(plan, tile, (0.0, 0.0, 1.0, 1.0), near)
        if not share:
            continue
        quad = quad_of(plan.camera.project(tile.block.pose.corners))
        printed = _share(plan, tile, digit_box(plan.edition, tile.tile), near)
        if share < SEEN_ENOUGH or printed < PRINT_SEEN:
            partial.append((tile.tile, quad))
        elif tile.tile == FACE_DOWN:
            backs.append(quad)
        else:
            members.setdefault(tile.group, []).append(len(tiles))
            tiles.append((tile.tile, quad))
            visible.append(share)
    groups = tuple(ordered(tiles, group) for _, group in sorted(members.items()))
    return Scene(
        pixels,
        tuple(tiles),
        tuple(visible),
        groups,
        plan.kind,
        tuple(partial),
        tuple(backs),
        plan.edition,
        plan.seed,
    )


def _share(
    plan: Plan, tile: Tile, box: tuple[float, float, float, float], blocks: Sequence[Block]
) -> float:
    """The share 0..1 of a part of a face (left, top, right, bottom) that is in the picture."""
    if not facing(plan.camera, tile.block.pose):
        return 0.0
    points = _grid(tile, box)
    clear = in_sight(plan.camera.position, points, blocks) & _framed(plan.camera, points)
    return float(clear.mean())


def _grid(tile: Tile, box: tuple[float, float, float, float]) -> Points:
    """Points spread evenly over a part of a face; (n, 3)."""
    left, top, right, bottom = box
    middles = (np.arange(_GRID) + 0.5) / _GRID
    u, v = np.meshgrid(left + (right - left) * middles, top + (bottom - top) * middles)
    pose = tile.block.pose
    across = u.reshape(-1, 1) * pose.width * np.array(pose.right)
    down = v.reshape(-1, 1) * pose.height * np.array(pose.down)
    return np.array(pose.origin) + across + down


def _framed(camera: Camera, points: Points) -> npt.NDArray[np.bool_]:
    seen = camera.project(points)
    inside = (seen >= 0) & (seen < [camera.width, camera.height])
    return inside.all(1) & (camera.depth(points) > 0)


def _possible_blockers(plan: Plan) -> list[list[Block]]:
    """For each tile the other blocks whose picture comes near its own."""
    blocks = plan.blocks
    pictures = [plan.camera.project(block.corners) for block in blocks]
    low = np.array([picture.min(0) for picture in pictures])
    high = np.array([picture.max(0) for picture in pictures])
    return [
        [
            other
            for j, other in enumerate(blocks)
            if j != i and (low[j] <= high[i]).all() and (high[j] >= low[i]).all()
        ]
        for i in range(len(plan.tiles))
    ]
