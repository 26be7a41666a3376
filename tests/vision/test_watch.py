"""A watched table: readings only when it is still and only when it changed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo import Photo
from vision.reading import Quad, SceneReading, TileGroup, TileReading, Zone
from vision.watch import Frame, SourceError, frames, watch

WIDTH, HEIGHT = 320, 240
QUAD: Quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def picture(tiles: int, hand: int | None = None, light: int = 0) -> np.ndarray:
    """A dark table with so many white tiles in a row, perhaps a hand at x = ``hand``."""
    pixels = np.full((HEIGHT, WIDTH, 3), 60 + light, np.uint8)
    for place in range(tiles):
        x = 20 + 30 * place
        pixels[100:136, x : x + 26] = 220 + min(light, 30)
    if hand is not None:
        pixels[20:200, hand : hand + 80] = (190, 150, 130)
    return pixels


def counted(photo: Photo) -> SceneReading:
    """Plays the reader: counts the white tiles."""
    row = photo.pixels[118, :, 0] > 200
    count = int(np.sum(np.diff(row.astype(int)) == 1))
    tiles = tuple(TileReading(i, "R7", 0.99, False, QUAD) for i in range(count))
    groups = (TileGroup(Zone.TABLE, tuple(range(count))),) if count else ()
    return SceneReading(photo.name, photo.width, photo.height, tiles, groups)


class Camera:
    """Frames at ten a second, with the noise of a sensor."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        chance = np.random.default_rng(4)
        size = (HEIGHT, WIDTH, 3)
        self.noise = [chance.normal(0, 6, size).astype(np.int16) for _ in range(5)]

    def show(self, pixels: np.ndarray, seconds: float = 0.1) -> None:
        for _ in range(round(seconds * 10)):
            noise = self.noise[len(self.frames) % 5]
            seen = np.clip(pixels + noise, 0, 255).astype(np.uint8)
            self.frames.append(Frame(len(self.frames) / 10, seen))

    def seen(self) -> list[tuple[float, int]]:
        return [(c.at, len(c.reading.tiles)) for c in watch(self.frames, counted)]


def test_a_still_table_is_read_once() -> None:
    camera = Camera()
    camera.show(picture(3), 5)
    assert [tiles for _, tiles in camera.seen()] == [3]
    assert camera.seen()[0][0] == pytest.approx(0.8)


def test_a_change_is_told_after_the_hand_is_gone() -> None:
    camera = Camera()
    camera.show(picture(3), 2)
    for x in (0, 60, 120, 180, 120, 60, 0):
        camera.show(picture(3 if x < 150 else 4, hand=x))
    gone = len(camera.frames) / 10
    camera.show(picture(4), 2)
    (first, before), (second, after) = camera.seen()
    assert (before, after) == (3, 4)
    assert first < 2
    assert second >= gone + 0.7


def test_a_hand_that_changes_nothing_is_no_news() -> None:
    camera = Camera()
    camera.show(picture(3), 2)
    for x in (0, 60, 120, 60, 0):
        camera.show(picture(3, hand=x))
    camera.show(picture(3), 2)
    assert [tiles for _, tiles in camera.seen()] == [3]


def test_a_lamp_is_no_movement() -> None:
    camera = Camera()
    camera.show(picture(3), 2)
    read: list[float] = []

    def reading(photo: Photo) -> SceneReading:
        read.append(1)
        return counted(photo)

    camera.show(picture(3, light=25), 2)
    assert len(list(watch(camera.frames, reading))) == 1
    assert len(read) == 1


def test_one_small_tile_is_noticed() -> None:
    camera = Camera()
    camera.show(picture(5), 2)
    camera.show(picture(6), 2)
    assert [tiles for _, tiles in camera.seen()] == [5, 6]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "table.avi"
    video = cv2.VideoWriter(
        str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (WIDTH, HEIGHT), isColor=True
    )
    for tiles in (2, 4):
        for _ in range(60):
            video.write(cv2.cvtColor(picture(tiles), cv2.COLOR_RGB2BGR))
    video.release()
    return path


def test_a_video_file_is_watched_by_its_own_clock(film: Path) -> None:
    changes = list(watch(frames(str(film)), counted, name="table.avi"))
    assert [len(change.reading.tiles) for change in changes] == [2, 4]
    assert changes[0].at < 1.5
    assert 3.5 < changes[1].at < 4.6
    assert changes[0].reading.photo == "table.avi"


def test_a_source_without_pictures_is_one_line(tmp_path: Path) -> None:
    text = tmp_path / "notes.mp4"
    text.write_text("no video")
    named_jpeg = tmp_path / "notes.jpg"
    named_jpeg.write_text("no photo either")
    missing = str(tmp_path / "missing.mp4")
    for source in (str(text), str(named_jpeg), missing, "987", "9" * 30, "9" * 5000, "²"):
        with pytest.raises(SourceError, match="no pictures") as caught:
            next(frames(source))
        assert "\n" not in str(caught.value)
