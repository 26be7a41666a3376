"""An uploaded photo: decoded, read, and made into the picture that is kept."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from flask import current_app, request
from flask_babel import gettext as _
from werkzeug.datastructures import FileStorage

from solver.names import tidied
from solver.rules import Rules
from vision.photo import Photo, open_photo
from vision.profile import Profile
from vision.reading import SceneReading
from webapp.montage import frames_of, stacked
from webapp.security import photo_gate
from webapp.seen import BadInput
from webapp.store import Frame, Part, Place

if TYPE_CHECKING:
    from PIL.Image import Image

SHOWN_SIDE = 1600
"""Longest side, in pixels, of the picture that is kept and shown."""
_QUALITIES = (82, 65, 45)
"""Of the JPEG; the next one where the last made too large a file."""
MOST_PHOTOS = 6
"""Photos of one table that are read as one."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The JPEG to keep, and what was read on it; ``frames``: where in it each of several
    photos lies, as x, y, width and height in its pixels."""

    jpeg: bytes
    reading: SceneReading
    frames: tuple[Frame, ...] = ()


def taken(
    files: Sequence[FileStorage],
    part: Place,
    rules: Rules,
    profile: Profile | None = None,
    *,
    side: int = SHOWN_SIDE,
    most: int | None = None,
) -> Taken:
    """What to keep of a photo, or photos, of the table or rack.

    ``profile`` is what is known of the tiles that lie there. ``side`` is the longest side, in
    pixels, of each photo in the picture that is kept, ``most`` its size in bytes.

    Several photos of one table are read as one and kept as one picture, in whose
    pixels the reading is.

    The kept picture is made anew from pixels, so it carries none of the
    metadata (place, time, camera) of the original, which is thrown away.

    Raises:
        PhotoError: a file is no usable photo.
        MergeError: the photos share no tiles.
        TooManyRequests, ServiceUnavailable: see :class:`webapp.security.PhotoGate`.
    """
    from vision.merge import merge

    known = {} if profile is None else {"profile": profile}
    kind = "table" if part == Part.TABLE else "rack"
    readings, pictures = [], []
    for file in files:
        name = name_of(file)
        with photo_gate().entered(request.remote_addr or ""):
            photo = open_photo(file.read(), name)
            readings.append(_reader()(photo, kind=kind, rules=rules, name=name, **known))
            pictures.append(shown(photo, side))
    if len(readings) == 1:
        return Taken(jpeg_of(pictures[0], most), readings[0])
    picture, reading = stacked(pictures, readings, merge(readings, rules))
    return Taken(jpeg_of(picture, most), reading, frames_of(pictures))


def name_of(file: FileStorage) -> str:
    """What to call an uploaded file in a message."""
    return tidied(PurePath(file.filename or "").name)[:80] or "photo"


def posted() -> list[FileStorage]:
    """The photos of the form, from the camera or the gallery.

    Raises:
        BadInput: no photo was chosen, or too many.
    """
    files = [file for file in request.files.getlist("photo") if file.filename]
    if not files:
        raise BadInput(no_photo_chosen())
    if len(files) > MOST_PHOTOS:
        raise BadInput(_("At most %(n)s photos of one table.", n=MOST_PHOTOS))
    return files


def no_photo_chosen() -> str:
    """What is said to a form without the photo that it was to bring."""
    return _("No photo was chosen. Take or choose one, then press Read.")


def shown(photo: Photo, side: int) -> Image:
    """The photo, its long side at most ``side`` pixels."""
    from PIL import Image

    picture = Image.fromarray(photo.pixels)
    picture.thumbnail((side, side))
    return picture


def jpeg_of(picture: Image, most: int | None) -> bytes:
    """The picture as JPEG, made smaller until it has at most ``most`` bytes, if given."""
    for quality in _QUALITIES:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality)
        if most is None or out.tell() <= most:
            return out.getvalue()
    return jpeg_of(picture.resize([side * 2 // 3 for side in picture.size]), most)


def _reader() -> Any:
    chosen = current_app.config["READER"]
    if chosen is not None:
        return chosen
    from vision.reader import read

    return read
