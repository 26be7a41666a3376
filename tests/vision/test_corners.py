"""Loose rectangles come out with their corners on the tiles' corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.corners import refined
from vision.synth.scene import render_scene

OBLIQUE = (11, 12, 13, 14)


def rectangle_about(quad: np.ndarray) -> np.ndarray:
    """The smallest rectangle about a quad, its corners in the quad's order."""
    box = cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32)))
    turns = [np.roll(way, k, 0) for way in (box, box[::-1]) for k in range(4)]
    return min(turns, key=lambda turn: float(np.abs(turn - quad).sum()))


def errors(found: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """The worst corner of each quad, in heights of its tile."""
    tall = np.linalg.norm(truth[:, 0] - truth[:, 3], axis=1)
    return np.linalg.norm(found - truth, axis=2).max(1) / tall


@pytest.fixture(scope="module")
def scenes():
    return [render_scene(seed, size=(1000, 750), kind="table") for seed in OBLIQUE]


def test_corners_move_onto_the_tile(scenes):
    before, after = [], []
    for scene in scenes:
        truth = np.array([quad for _, quad in scene.tiles])
        loose = np.stack([rectangle_about(quad) for quad in truth])
        loose += (
            np.array([0.06, -0.05])
            * np.linalg.norm(truth[:, 0] - truth[:, 3], axis=1)[:, None, None]
        )
        before.append(errors(loose, truth))
        after.append(errors(np.array(refined(scene.pixels, list(loose))), truth))
    assert np.median(np.concatenate(after)) < 0.07
    assert np.median(np.concatenate(after)) < 0.6 * np.median(np.concatenate(before))


def test_corners_keep_their_order_and_their_place_in_the_list(scenes):
    scene = scenes[0]
    truth = np.array([quad for _, quad in scene.tiles])
    upside_down = np.roll(truth, 2, axis=1)
    found = np.array(refined(scene.pixels, list(upside_down)))
    assert np.median(errors(found, upside_down)) < 0.07
    again = np.array(refined(scene.pixels, list(upside_down[::-1])))
    assert np.abs(again[::-1] - found).max() < 0.5


def test_nothing_found_is_nothing_refined(scenes):
    assert refined(scenes[0].pixels, []) == []


def test_a_quad_beyond_the_edge_stays_a_quad(scenes):
    far = [((-90.0, -90.0), (-30.0, -90.0), (-30.0, -10.0), (-90.0, -10.0))]
    (quad,) = refined(scenes[0].pixels, far)
    assert np.isfinite(quad).all()
    assert cv2.isContourConvex(np.array(quad, np.float32).reshape(4, 1, 2))
