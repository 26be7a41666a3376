"""Other editions printed on the tiles of photos that are there already."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from solver.rules import Rules
from vision.photo import open_photo
from vision.reader import read
from vision.synth.edition import random_edition
from vision.synth.reprint import print_anew
from vision.synth.scene import render_scene
from vision.synth.truth import Scene

SEED = 31


@pytest.fixture(scope="module")
def scene() -> Scene:
    return render_scene(SEED, size=(1000, 750), kind="table")


def reprinted(scene: Scene, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    quads, names = [quad for _, quad in scene.tiles], [name for name, _ in scene.tiles]
    return print_anew(scene.pixels, quads, names, random_edition(rng), rng)


def faces(scene: Scene, *, grown: float) -> np.ndarray:
    mask = np.zeros(scene.pixels.shape[:2], np.uint8)
    for _, quad in scene.tiles:
        corners = np.array(quad, np.float32)
        corners = corners.mean(0) + (corners - corners.mean(0)) * grown
        cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 1)
    return mask.astype(bool)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_the_tiles_read_as_what_they_were(scene: Scene, seed: int) -> None:
    _, photo = cv2.imencode(".png", reprinted(scene, seed)[..., ::-1])
    reading = read(open_photo(photo.tobytes()), rules=Rules())
    there = Counter(name for name, _ in scene.tiles)
    right = sum((there & Counter(tile.tile for tile in reading.tiles)).values())
    assert right >= 0.9 * len(scene.tiles)


def test_only_faces_change_and_every_face_does(scene: Scene) -> None:
    changed = np.abs(reprinted(scene, 3).astype(int) - scene.pixels).max(2) > 0
    assert not changed[~faces(scene, grown=1.1)].any()
    for _, quad in scene.tiles:
        one = np.zeros(changed.shape, np.uint8)
        cv2.fillConvexPoly(one, np.array(quad).round().astype(np.int32), 1)
        assert changed[one > 0].mean() > 0.02


def test_the_same_seed_prints_the_same_and_another_one_does_not(scene: Scene) -> None:
    assert (reprinted(scene, 3) == reprinted(scene, 3)).all()
    assert (reprinted(scene, 3) != reprinted(scene, 4)).any()


def test_a_tile_face_down_stays_as_it_is(scene: Scene) -> None:
    rng = np.random.default_rng(1)
    quads = [quad for _, quad in scene.tiles]
    same = print_anew(scene.pixels, quads, ["X"] * len(quads), random_edition(rng), rng)
    assert (same == scene.pixels).all()


def test_a_tile_beyond_the_photos_edge_is_no_trouble(scene: Scene) -> None:
    rng = np.random.default_rng(1)
    beyond = [np.array(scene.tiles[0][1]) + shift for shift in ((2000, 0), (-960, 0), (0, -5000))]
    print_anew(scene.pixels, beyond, ["R7", "K13", "J"], random_edition(rng), rng)


def test_what_is_no_tile_is_said(scene: Scene) -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="R14"):
        print_anew(scene.pixels, [scene.tiles[0][1]], ["R14"], random_edition(rng), rng)
