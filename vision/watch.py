"""A table watched by a camera: one reading for every change, once the scene is still.

Hands move over a table all the time; what counts is how it lies afterwards. So
a frame is read only after nothing has moved for a while, and only if it differs
from the frame read before; a reading is passed on only if the tiles changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Photo
from vision.reading import SceneReading

Pixels: TypeAlias = NDArray[np.uint8]

STILL_S = 0.8
"""How long nothing may have moved before a frame is read."""
_SMALL = (96, 72)
_GRAIN = 18
"""Grey levels (of 255) that sensor noise stays under once the picture is small."""
_MOVED_SHARE = 0.004
"""Share of the small picture that must change to be a movement: a tile is about this."""
_CAMERA_DIGITS = 4
_FRAMES_A_SECOND = 8.0


class SourceError(ValueError):
    """A camera, file or address that gives no pictures; one line."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture, RGB uint8 ``(H, W, 3)``, and its time in seconds since the start."""

    at: float
    pixels: Pixels


@dataclass(frozen=True, slots=True)
class Change:
    """What lies there since ``at`` seconds after the start."""

    at: float
    reading: SceneReading


def frames(source: str) -> Iterator[Frame]:
    """The pictures of a camera (its number), a video file, or an address (``rtsp://...``).

    Raises:
        SourceError: it gives no pictures.
    """
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # quiet: what went wrong we say
    is_camera = source.isdecimal() and len(source) <= _CAMERA_DIGITS
    video = cv2.VideoCapture(int(source) if is_camera else source)
    nothing = SourceError(
        f"{source}: no pictures come from there: "
        "give a camera number (0), a video file or an rtsp:// address"
    )
    try:
        if not video.isOpened():
            raise nothing
        step = 1 / _FRAMES_A_SECOND
        wanted = 0.0
        live = is_camera or "://" in source
        seen = False
        start = cv2.getTickCount() / cv2.getTickFrequency()
        while video.grab():
            now = cv2.getTickCount() / cv2.getTickFrequency() - start
            at = now if live else video.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if at < wanted:
                continue
            wanted = at + step
            there, picture = video.retrieve()
            if there:
                seen = True
                yield Frame(at, np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8))
        if not seen:  # a file that only its name makes a video
            raise nothing
    finally:
        video.release()


def watch(
    pictures: Iterable[Frame],
    read: Callable[[Photo], SceneReading],
    *,
    name: str = "video",
    still_s: float = STILL_S,
) -> Iterator[Change]:
    """One change after another, for as long as ``pictures`` come.

    Args:
        pictures: frames in the order of time.
        read: reads one frame.
        name: what the readings call their photo.
        still_s: seconds without movement before a frame is read.
    """
    before: Pixels | None = None
    looked_at: Pixels | None = None
    known: tuple[tuple[str, ...], ...] | None = None
    still_since = 0.0
    for frame in pictures:
        small = _small(frame.pixels)
        if before is None or _moved(before, small):
            still_since = frame.at
        before = small
        waited = frame.at - still_since >= still_s
        if not waited or (looked_at is not None and not _moved(looked_at, small)):
            continue
        looked_at = small
        reading = read(_photo(frame, name))
        lying = _lying(reading)
        if lying != known:
            known = lying
            yield Change(frame.at, reading)


def _photo(frame: Frame, name: str) -> Photo:
    height, width = frame.pixels.shape[:2]
    return Photo(name=name, pixels=frame.pixels, width=width, height=height)


def _small(pixels: Pixels) -> Pixels:
    gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.resize(gray, _SMALL, interpolation=cv2.INTER_AREA), np.uint8)


def _moved(before: Pixels, after: Pixels) -> bool:
    """Whether something moved; a lamp that flickers lifts or lowers the whole picture alike."""
    change = after.astype(np.int16) - before
    change -= np.int16(np.median(change))
    return bool(np.mean(np.abs(change) > _GRAIN) > _MOVED_SHARE)


def _lying(reading: SceneReading) -> tuple[tuple[str, ...], ...]:
    """The sets by what is on them, wherever they lie."""
    tiles = {tile.id: tile.tile for tile in reading.tiles}
    return tuple(sorted(tuple(tiles[i] for i in group.tiles) for group in reading.groups))
