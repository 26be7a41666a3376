"""Physically rendered scenes: what is planned and labelled, none of it needing Blender."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.synth.camera import Camera, flat_pose
from vision.synth.dataset import label_of
from vision.synth.edition import random_edition
from vision.synth.face import face_layers, face_width
from vision.synth.games import whole_game
from vision.synth.ground import apart
from vision.synth.physical import Plan, labels_of, plan_scene
from vision.synth.physical.block import Block, in_sight
from vision.synth.physical.plan import Cup, Tile
from vision.synth.physical.sensor import expose
from vision.synth.truth import Scene

ROOT = Path(__file__).parents[2]
SIZE = (400, 300)
BLANK = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
SEEDS = range(1, 7)


def scene_of(plan: Plan) -> Scene:
    return labels_of(plan, BLANK)


def row_of(*names: str, tilt: float = 0.0, step: float = 0.75) -> Plan:
    """Tiles side by side in the middle of the table, seen from ``tilt``."""
    plan = plan_scene(1, kind="table", size=SIZE)
    edition = replace(plan.edition, aspect=0.7, thickness=0.2)
    camera = Camera(*SIZE, 500.0, 10.0, tilt, 0.0, (SIZE[0] / 2, SIZE[1] / 2))
    tiles = tuple(
        Tile(
            name,
            Block(flat_pose(n * step - 0.75, 0.0, 0.0, 0.7, 1.0, 0.2), 0.2),
            0,
            False,
        )
        for n, name in enumerate(names)
    )
    return replace(plan, edition=edition, camera=camera, tiles=tiles, rack_blocks=(), cup=None)


@pytest.mark.parametrize("kind", ["table", "rack"])
def test_a_seed_gives_the_same_labels_and_another_seed_others(kind: str) -> None:
    label = label_of(scene_of(plan_scene(3, kind=kind, size=SIZE)))
    assert label == label_of(scene_of(plan_scene(3, kind=kind, size=SIZE)))
    assert label != label_of(scene_of(plan_scene(4, kind=kind, size=SIZE)))


@pytest.mark.parametrize("kind", ["table", "rack"])
@pytest.mark.parametrize("seed", SEEDS)
def test_labels_have_the_form_of_the_real_photos(kind: str, seed: int) -> None:
    label = label_of(scene_of(plan_scene(seed, kind=kind, size=SIZE)))
    assert (label["width"], label["height"], label["scene"]) == (*SIZE, kind)
    assert len(label["tiles"]) >= 3
    grouped = [i for group in label["groups"] for i in group]
    assert sorted(grouped) == list(range(len(label["tiles"])))
    for tile in label["tiles"]:
        quad = np.array(tile["quad"], np.float32)
        # Clockwise on the screen, from the top left of the upright tile.
        assert cv2.contourArea(quad, oriented=True) > 0
        assert cv2.isContourConvex(quad)


@pytest.mark.parametrize("kind", ["table", "rack"])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_scene_has_more_of_a_tile_than_a_game(kind: str, seed: int) -> None:
    held = Counter(tile.tile for tile in plan_scene(seed, kind=kind, size=SIZE).tiles)
    assert held <= Counter(whole_game())


def test_a_tile_in_the_open_is_seen_whole_and_where_the_camera_has_it() -> None:
    scene = scene_of(row_of("R7", "R8", "R9"))
    assert [tile for tile, _ in scene.tiles] == ["R7", "R8", "R9"]
    assert scene.visible == (1.0, 1.0, 1.0)
    # Seen from straight above, 10 tile heights away less the tile's own 0.2.
    left, top = scene.tiles[1][1][0]
    assert left == pytest.approx(200 - 0.35 * 500 / 9.8)
    assert top == pytest.approx(150 - 0.5 * 500 / 9.8)


def test_groups_run_left_to_right_however_the_tiles_were_laid_down() -> None:
    plan = row_of("R9", "R8", "R7", step=-0.75)
    scene = scene_of(plan)
    assert [[scene.tiles[i][0] for i in group] for group in scene.groups] == [["R7", "R8", "R9"]]


def test_a_covered_print_makes_a_tile_partial() -> None:
    plan = row_of("R7", "R8", "R9")
    lid = Block(flat_pose(0.0, 0.0, 0.0, 0.6, 0.9, 0.6), 0.1)
    scene = scene_of(replace(plan, rack_blocks=(lid,)))
    assert [tile for tile, _ in scene.tiles] == ["R7", "R9"]
    assert [tile for tile, _ in scene.partial] == ["R8"]


def test_a_tile_that_is_hidden_altogether_is_not_labelled_at_all() -> None:
    plan = row_of("R7", "R8", "R9")
    lid = Block(flat_pose(0.0, 0.0, 0.0, 0.9, 1.3, 0.6), 0.1)
    scene = scene_of(replace(plan, rack_blocks=(lid,)))
    assert "R8" not in [tile for tile, _ in scene.tiles + scene.partial]


def test_a_tile_cut_by_the_frame_is_partial() -> None:
    plan = row_of("R7", "R8", "R9")
    far_right = replace(plan.camera, center=(SIZE[0] - 6.0, SIZE[1] / 2))
    scene = scene_of(replace(plan, camera=far_right))
    assert [tile for tile, _ in scene.tiles] == ["R7"]
    assert [tile for tile, _ in scene.partial] == ["R8"]


def test_a_cup_hides_what_is_behind_it() -> None:
    plan = replace(row_of("R7", "R8", "R9", tilt=1.0), cup=Cup(0.0, 1.6, 0.4, 2.4))
    scene = scene_of(plan)
    assert "R8" not in [tile for tile, _ in scene.tiles]
    assert "R8" in [tile for tile, _ in scene_of(replace(plan, cup=None)).tiles]


@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_on_a_rack_stand_in_its_tiers_and_hide_only_lower_edges(seed: int) -> None:
    plan = plan_scene(seed, kind="rack", size=SIZE)
    scene = scene_of(plan)
    assert plan.rack is not None
    assert 1 <= len(scene.groups) <= plan.rack.tiers
    heights = [np.mean([np.mean(scene.tiles[i][1], 0)[1] for i in group]) for group in scene.groups]
    assert heights == sorted(heights)
    # Tiles stand on the table's side of it, and inside the rack's length.
    for tile in plan.tiles:
        assert tile.block.corners[:, 2].min() >= 0


@pytest.mark.parametrize("kind", ["table", "rack"])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_solid_bodies_share_the_same_place(kind: str, seed: int) -> None:
    plan = plan_scene(seed, kind=kind, size=SIZE)
    for number, tile in enumerate(plan.tiles):
        middle = tile.block.pose.middle - np.array(tile.block.pose.out) * tile.block.depth / 2
        for other in plan.blocks[:number] + plan.blocks[number + 1 :]:
            axes = np.array([other.pose.right, other.pose.down, other.pose.out])
            x, y, z = axes @ (middle - np.array(other.pose.origin))
            within = 0 < x < other.pose.width and 0 < y < other.pose.height
            assert not (within and -other.depth < z < 0)


def test_sets_lie_beside_one_another() -> None:
    plan = plan_scene(2, kind="table", size=SIZE)
    boxes = [(t.group, t.block.pose.corners[:, :2]) for t in plan.tiles]
    for n, (group, box) in enumerate(boxes):
        assert all(apart(box, other) for set_, other in boxes[:n] if set_ != group)


def test_rays_pass_beside_a_block_and_end_at_its_own_face() -> None:
    block = Block(flat_pose(0.0, 0.0, 0.0, 1.0, 1.0, 1.0), 1.0)
    eye = np.array([0.0, 0.0, 10.0])
    points = np.array([[0.0, 0.0, 0.5], [0.0, 0.0, -1.0], [3.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    assert in_sight(eye, points, [block]).tolist() == [False, False, True, True]


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no such kind"):
        plan_scene(1, kind="floor")


def test_a_face_without_light_is_its_paper_and_its_ink() -> None:
    rng = np.random.default_rng(5)
    edition = replace(
        random_edition(rng, "heldout"), grain=0.0, frame=0.0, ink_fade=0.0, engraved=1.0, dent=""
    )
    colour, height = face_layers(edition, "B8", rng, 200)
    assert colour.shape == (200, face_width(edition, 200), 3)
    assert colour[0, 0].tolist() == list(edition.colour)
    printed = np.abs(colour.astype(int) - edition.ink("B")).max(-1) == 0
    assert printed.any()
    # An engraved print lies below the face around it.
    assert height[printed].max() < height[1, 1]


def test_the_sensor_turns_any_light_into_a_photo_that_can_be_seen() -> None:
    rng = np.random.default_rng(0)
    light = rng.uniform(0.02, 0.9, (60, 80, 3)).astype(np.float32)
    sensor = plan_scene(1, size=SIZE).sensor
    plain = replace(sensor, exposure=0.0)
    dim, bright = (expose(light * scale, plain, np.random.default_rng(1)) for scale in (1e-3, 1e3))
    assert np.array_equal(dim, bright)
    assert 60 < dim.mean() < 190


def test_the_sensor_takes_out_the_colour_of_a_warm_lamp() -> None:
    grey = np.linspace(0.05, 0.8, 60 * 80, dtype=np.float32).reshape(60, 80, 1)
    warm = grey * np.array([1.6, 1.0, 0.4], np.float32)
    sensor = replace(plan_scene(1, size=SIZE).sensor, balance=1.0, noise=0.0, sharpen=0.0)
    photo = expose(warm, sensor, np.random.default_rng(1)).astype(int)
    assert np.abs(photo[..., 0] - photo[..., 2]).max() <= 2


def test_without_blender_the_command_says_what_to_install(tmp_path: Path) -> None:
    # None in sys.modules makes the import fail, also where Blender is installed.
    code = (
        "import sys; sys.modules['bpy'] = None\n"
        "from vision.synth.physical.__main__ import main\n"
        f"sys.exit(main([{str(tmp_path / 'out')!r}, '--count', '1']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "pip install bpy" in done.stderr
    assert not (tmp_path / "out").exists()
