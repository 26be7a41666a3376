"""Rendered scenes: what the labels say is what the picture shows."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.synth import render_face, render_scene
from vision.synth.face import face_width
from vision.synth.scene import KINDS
from vision.synth.truth import Scene

TILED = [kind for kind in KINDS if kind != "background"]


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [render_scene(seed, kind=TILED[seed % len(TILED)]) for seed in range(30)]


def unwarped(scene: Scene, quad: object, size: int) -> np.ndarray:
    width = face_width(scene.edition, size)
    aim = np.array([[0, 0], [width, 0], [width, size], [0, size]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(quad, np.float32), aim)
    return cv2.warpPerspective(scene.pixels, matrix, (width, size)).astype(float)


def likeness(crop: np.ndarray, face: np.ndarray) -> float:
    """Correlation of the inner part of two pictures, the best colour channel's."""
    rows, columns = slice(4, -4), slice(3, -3)
    return max(
        float(np.corrcoef(crop[rows, columns, c].ravel(), face[rows, columns, c].ravel())[0, 1])
        for c in range(3)
    )


def test_the_same_seed_gives_the_same_photo() -> None:
    first, again = render_scene(7), render_scene(7)
    assert (first.pixels == again.pixels).all()
    assert (first.tiles, first.groups, first.partial) == (again.tiles, again.groups, again.partial)
    assert (render_scene(8).pixels != first.pixels).any()


def test_a_photo_has_the_size_asked_for() -> None:
    assert render_scene(1, size=(320, 400)).pixels.shape == (400, 320, 3)


@pytest.mark.parametrize("kind", TILED)
def test_scenes_hold_tiles_of_the_kind_asked_for(kind: str) -> None:
    found = [render_scene(seed, kind=kind) for seed in range(100, 104)]
    assert all(scene.scene == kind for scene in found)
    assert any(scene.tiles for scene in found)


def test_every_label_has_its_middle_in_the_picture_and_is_well_seen(scenes: list[Scene]) -> None:
    labelled = [(scene, i) for scene in scenes for i in range(len(scene.tiles))]
    assert len(labelled) > 200
    for scene, i in labelled:
        x, y = np.mean(scene.tiles[i][1], axis=0)
        height, width = scene.pixels.shape[:2]
        assert 0 <= x < width
        assert 0 <= y < height
        assert 0.5 <= scene.visible[i] <= 1


def test_a_quad_cut_out_shows_the_labelled_tile_upright(scenes: list[Scene]) -> None:
    upright, turned = [], []
    rng = np.random.default_rng(0)
    for scene in scenes:
        for (tile, quad), seen in zip(scene.tiles, scene.visible, strict=True):
            tall = np.linalg.norm(np.subtract(quad[3], quad[0]))
            if tall < 50 or seen < 0.97 or tile == "J":
                continue
            face = render_face(scene.edition, tile, rng, 64)[..., :3].astype(float)
            crop = unwarped(scene, quad, 64)
            upright.append(likeness(crop, face))
            turned.append(likeness(crop[::-1, ::-1], face))
    assert len(upright) > 50
    assert np.median(upright) > 0.8
    assert np.mean(np.array(upright) > np.array(turned)) > 0.9


def test_sets_are_listed_left_to_right_with_the_tiles_upright(scenes: list[Scene]) -> None:
    steps = [
        np.dot(
            np.mean(scene.tiles[b][1], axis=0) - np.mean(scene.tiles[a][1], axis=0),
            np.subtract(scene.tiles[a][1][1], scene.tiles[a][1][0]),
        )
        for scene in scenes
        for group in scene.groups
        for a, b in pairwise(group)
    ]
    assert len(steps) > 60
    # A tile may lie upside down inside its set; the set's direction is the others'.
    assert np.mean(np.array(steps) > 0) > 0.85


def test_a_run_is_listed_in_rising_order() -> None:
    rising = 0
    for seed in range(12):
        scene = render_scene(seed, kind="table")
        for group in scene.groups:
            names = [scene.tiles[i][0] for i in group]
            if len({name[0] for name in names}) == 1 and "J" not in names and len(names) > 2:
                numbers = [int(name[1:]) for name in names]
                rising += numbers == sorted(numbers)
    assert rising > 10


def test_groups_name_tiles_once(scenes: list[Scene]) -> None:
    for scene in scenes:
        members = [i for group in scene.groups for i in group]
        assert len(members) == len(set(members))
        assert all(0 <= i < len(scene.tiles) for i in members)


def test_backgrounds_hold_no_tile() -> None:
    for seed in range(5):
        scene = render_scene(seed, kind="background")
        assert scene.tiles == scene.partial == ()


def test_no_more_tiles_lie_on_a_table_than_a_game_has(scenes: list[Scene]) -> None:
    for scene in scenes:
        if scene.scene == "table":
            continue  # a rack may stand before the table: two games' worth
        names = [tile for tile, _ in (*scene.tiles, *scene.partial) if tile != "X"]
        assert all(names.count(name) <= 2 for name in names)


def test_an_unknown_kind_is_named_in_one_line() -> None:
    with pytest.raises(ValueError, match="no such kind of scene: 'sea'"):
        render_scene(0, kind="sea")
