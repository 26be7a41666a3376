"""An uploaded photo: decoded, read, and made into the picture that is kept."""

from __future__ import annotations

import io
from typing import Any

from flask import current_app, request
from flask_babel import gettext as _
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import BadRequest

from solver.rules import Rules
from vision.photo import Photo, open_photo
from vision.reading import SceneReading
from webapp.security import photo_gate
from webapp.store import Part

SHOWN_SIDE = 1600
"""Longest side, in pixels, of the picture that is kept and shown."""
_QUALITY = 82


def take_in(data: bytes, name: str, part: Part, rules: Rules) -> tuple[bytes, SceneReading]:
    """The JPEG to keep and the reading of a photo of the table or rack.

    The kept picture is made anew from pixels, so it carries none of the
    metadata (place, time, camera) of the original, which is thrown away.

    Raises:
        PhotoError: the bytes are no usable photo.
        TooManyRequests, ServiceUnavailable: see :class:`webapp.security.PhotoGate`.
    """
    with photo_gate().entered(request.remote_addr or ""):
        photo = open_photo(data, name)
        reading = _reader()(photo, kind=str(part), rules=rules, name=name)
        return shown_jpeg(photo), reading


def posted() -> FileStorage:
    """The photo of the form: of its two fields (camera, gallery) the one that was used.

    Raises:
        BadRequest: no photo was chosen.
    """
    files = [file for file in request.files.getlist("photo") if file.filename]
    if not files:
        raise BadRequest(_("No photo was chosen. Take or choose one, then press Read."))
    return files[-1]


def shown_jpeg(photo: Photo) -> bytes:
    """The photo as JPEG, its long side at most :data:`SHOWN_SIDE` pixels."""
    from PIL import Image

    picture = Image.fromarray(photo.pixels)
    picture.thumbnail((SHOWN_SIDE, SHOWN_SIDE))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()


def _reader() -> Any:
    chosen = current_app.config["READER"]
    if chosen is not None:
        return chosen
    from vision.reader import read

    return read
