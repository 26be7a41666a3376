"""Photos that belong together."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from vision.synth.series import ordered_game, views


def test_an_ordered_game_shows_every_tile_once_in_rows() -> None:
    scene = ordered_game(1)
    rows = [[scene.tiles[i][0] for i in group] for group in scene.groups]
    for color, row in zip("RBKO", rows, strict=False):
        assert row == [f"{color}{n}" for n in range(1, 14)]
    assert rows[4] == ["J", "J"]


def test_views_of_a_table_overlap_and_show_the_same_tiles() -> None:
    photos = views(3, 3)
    assert len({photo.edition for photo in photos}) == 1
    names = [[tile for tile, _ in photo.tiles] for photo in photos]
    for first, second in pairwise(names):
        assert set(first) & set(second)
    assert set(names[0]) != set(names[2])
    assert (photos[0].pixels != photos[1].pixels).any()


def test_a_tile_keeps_its_place_between_views() -> None:
    """What moves is the camera: the shift is the same for all shared tiles nearby."""
    left, right = views(5, 2)
    shifts = []
    for tile, quad in left.tiles:
        found = [q for name, q in right.tiles if name == tile]
        if len(found) == 1:
            shifts.append(np.mean(found[0], axis=0) - np.mean(quad, axis=0))
    usual = np.median(shifts, axis=0)
    assert usual[0] < -200
    # The second copy of a tile may be all that the other photo shows.
    near = np.linalg.norm(np.array(shifts) - usual, axis=1) < 130
    assert near.sum() >= 5
    assert near.mean() > 0.6


def test_series_are_reproducible() -> None:
    assert (
        ordered_game(2, size=(800, 600)).pixels == ordered_game(2, size=(800, 600)).pixels
    ).all()
