"""The annotated photo: outlines, words, doubt that shows without colours."""

from __future__ import annotations

import numpy as np
import pytest

from vision.annotate import annotate
from vision.reading import Quad, SceneReading, TileGroup, TileReading, Zone

W, H = 60.0, 80.0


def reading(tiles: list[tuple[str, bool, float, float]], size: tuple[int, int]) -> SceneReading:
    def quad(x: float, y: float) -> Quad:
        return ((x, y), (x + W, y), (x + W, y + H), (x, y + H))

    return SceneReading(
        "a.jpg",
        *size,
        tuple(
            TileReading(i, name, 0.9, doubtful, quad(x, y))
            for i, (name, doubtful, x, y) in enumerate(tiles)
        ),
        (TileGroup(Zone.TABLE, tuple(range(len(tiles)))),),
    )


GREY = np.full((300, 400, 3), 128, np.uint8)


def drawn(picture: np.ndarray, x: int, y: int, width: int, height: int) -> np.ndarray:
    return np.any(picture[y : y + height, x : x + width] != 128, axis=2)


def test_the_photo_itself_is_left_alone() -> None:
    photo = GREY.copy()
    photo.flags.writeable = False
    picture = annotate(photo, reading([("R7", False, 100, 100)], (400, 300)))
    assert picture.shape == GREY.shape
    assert np.array_equal(photo, GREY)
    assert not np.array_equal(picture, GREY)


def test_outlines_lie_on_the_quads_and_nowhere_else() -> None:
    picture = annotate(GREY, reading([("R7", False, 100, 100)], (400, 300)))
    assert drawn(picture, 99, 110, 3, 60).any(axis=1).all()
    assert not drawn(picture, 0, 0, 90, 300).any()
    assert not drawn(picture, 110, 105, 40, 40).any()  # the digits stay visible


def test_doubt_shows_without_colours() -> None:
    picture = annotate(GREY, reading([("R7", False, 60, 100), ("R7", True, 240, 100)], (400, 300)))
    gray = picture.mean(axis=2)
    sure = np.abs(gray[110:170, 60] - 128) > 20
    doubtful = np.abs(gray[110:170, 240] - 128) > 20
    assert sure.all()
    assert doubtful.any()
    assert not doubtful.all()  # dashed


def test_quads_follow_a_photo_that_was_made_smaller() -> None:
    whole = reading([("B5", False, 125, 125)], (500, 375))
    picture = annotate(GREY, whole)
    assert drawn(picture, 99, 104, 3, 30).any(axis=1).all()


def test_tiny_tiles_are_enlarged_until_words_fit() -> None:
    whole = reading([("B5", False, 400, 400)], (3200, 2400))
    picture = annotate(GREY, whole)
    assert picture.shape[1] > 1600
    assert picture.shape[0] * 4 == picture.shape[1] * 3


@pytest.mark.parametrize("size", [(400, 300), (4624, 2604)])
def test_every_kind_of_tile_can_be_drawn(size: tuple[int, int]) -> None:
    photo = np.zeros((size[1], size[0], 3), np.uint8)
    names = ["R13", "B1", "K6", "O10", "J", "JD", "?", "X"]
    tiles = [(name, i % 2 == 0, -20.0 + i * 55, 20.0 * i) for i, name in enumerate(names)]
    assert annotate(photo, reading(tiles, size)).shape[2] == 3


def test_a_photo_without_tiles_stays_as_it_is() -> None:
    empty = SceneReading("a.jpg", 400, 300, (), ())
    assert np.array_equal(annotate(GREY, empty), GREY)
