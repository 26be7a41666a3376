"""A tile is believed as far as the others on its photo are read plainly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.readings import reading_of
from vision.clarity import believed_together, is_hard_to_read
from vision.photo import open_photo
from vision.reader import read
from vision.reading import TAKE_IT_AGAIN, SceneReading, TileReading, Why

QUAD = ((0.0, 0.0), (60.0, 0.0), (60.0, 80.0), (0.0, 80.0))
TABLE = Path(__file__).parents[2] / "samples" / "kitchen" / "table.jpg"
chance = st.floats(0.0, 1.0)


def reading_with(*confidences: float) -> SceneReading:
    """A photo of so many tiles; what is left of each one's chances is another tile's."""
    tiles = [
        TileReading(i, "R7", sure, sure < 0.9, QUAD, (("O7", (1 - sure) * 0.8),))
        for i, sure in enumerate(confidences)
    ]
    return SceneReading("a.jpg", 800, 600, tuple(tiles), ())


def test_where_all_tiles_are_plain_each_is_believed() -> None:
    plain = reading_with(*[0.99] * 12, 0.93)
    assert believed_together(plain) == plain


def test_one_tile_that_is_hard_to_read_says_nothing_of_many_plain_ones() -> None:
    believed = believed_together(reading_with(*[0.999] * 20, 0.4))
    assert not any(tile.doubtful for tile in believed.tiles[:-1])


def test_a_tile_that_seems_clear_among_blurred_ones_is_in_doubt_and_says_why() -> None:
    before = reading_with(0.97, *[0.5] * 9)
    tile = believed_together(before).tiles[0]
    assert tile.doubtful
    assert tile.why == (Why.HARD_PHOTO,)
    assert 0.5 < tile.confidence < 0.9


def test_far_tiles_that_nobody_can_read_do_not_cast_doubt_on_near_ones() -> None:
    near = reading_with(*[0.96] * 8, *[0.5] * 14)
    far = tuple((x / 5, y / 5) for x, y in QUAD)
    tiles = (*near.tiles[:8], *(replace(tile, quad=far) for tile in near.tiles[8:]))
    assert any(tile.doubtful for tile in believed_together(near).tiles[:8])
    believed = believed_together(replace(near, tiles=tiles))
    assert not any(tile.doubtful for tile in believed.tiles[:8])


def test_the_plainest_tile_of_a_poor_photo_stays_the_plainest() -> None:
    believed = believed_together(reading_with(0.9999, 0.97, 0.8, 0.6, 0.6, 0.6))
    sure = [tile.confidence for tile in believed.tiles]
    assert sure == sorted(sure, reverse=True)
    assert not believed.tiles[0].doubtful


@given(confidences=st.lists(chance, min_size=1, max_size=30))
def test_no_tile_is_believed_more_and_none_changes_its_names(confidences: list[float]) -> None:
    before = reading_with(*confidences)
    after = believed_together(before)
    for was, now in zip(before.tiles, after.tiles, strict=True):
        assert now.tile == was.tile
        assert 0 <= now.confidence <= was.confidence
        assert now.doubtful or not was.doubtful
        (_, chance_was), (_, chance_now) = was.alternatives[0], now.alternatives[0]
        # as likely beside each other as they were
        assert chance_now * was.confidence == pytest.approx(chance_was * now.confidence, abs=1e-9)
    assert replace(after, tiles=before.tiles) == before


def test_half_of_a_photo_in_doubt_is_the_photo_s_fault() -> None:
    assert is_hard_to_read(reading_with(*[0.5] * 6, *[0.99] * 6))
    assert not is_hard_to_read(reading_with(*[0.5] * 5, *[0.99] * 6))
    assert not is_hard_to_read(reading_with(*[0.5] * 4))  # a few tiles can be looked at


def test_a_photo_too_blurred_to_read_asks_for_another(tmp_path: Path) -> None:
    pixels = cv2.cvtColor(open_photo(TABLE).pixels, cv2.COLOR_RGB2BGR)
    blurred = tmp_path / "blurred.png"
    small = cv2.resize(pixels, (480, 360), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(blurred), cv2.GaussianBlur(small, (0, 0), 3.5))
    assert TAKE_IT_AGAIN not in reading_of(TABLE).warnings
    reading = read(blurred, kind="table")
    assert TAKE_IT_AGAIN in reading.warnings
    assert any(Why.HARD_PHOTO in tile.why for tile in reading.tiles)
