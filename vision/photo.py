"""Bytes to an upright picture: the only place that decodes images.

Everything here runs on files that strangers may have made, so the format is
decided by content against a short list, sizes are checked in the header before
a pixel is decoded, and whatever goes wrong becomes one :class:`PhotoError`.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from vision import heic

FORMATS = ("JPEG", "PNG", "WEBP")
"""What Pillow may decode here; HEIC goes through :mod:`vision.heic`."""
MAX_BYTES = 64 * 2**20
MAX_JPEG_PIXELS = 125_000_000
"""JPEG can be decoded at a fraction of its size, so large phones are welcome."""
MAX_PIXELS = 65_000_000
"""For formats that must be decoded whole before they can be made smaller."""
WORKING_SIDE = 2000
"""Photos are made smaller by whole factors while the long side keeps this many pixels."""
WIDEST = 3.0
"""A strip whose sides differ by more than this factor counts as a photo of as many pixels whose
sides differ by so much: by its long side alone it would be made so small that nothing shows."""
LEAST_PIXELS = round(WORKING_SIDE**2 / WIDEST)

SMALL_QUALITY = 93
"""JPEG quality of pictures that are learned from."""

_EXIF_ORIENTATION = 0x0112
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = (5, 6, 7, 8)
_OBJECT = re.compile(r" ?<[^<>]* at 0x[0-9a-fA-F]+>")
"""What Python puts for an object without a text; it tells a user nothing."""
_HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
_WANTED = "use a JPEG, PNG, WebP or HEIC photo"
_SIGNATURES = (
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\3\4", "a ZIP archive"),
    (b"<svg", "an SVG drawing"),
)


class PhotoError(ValueError):
    """A photo that cannot be used: one line saying what is wrong and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright photo.

    Args:
        name: what to call it in answers and messages.
        pixels: RGB, uint8, height x width x 3, read-only; the photo made
            smaller by a whole factor (1, 2, 4 or 8) when it is very large.
        width, height: pixels of the whole upright photo. Quads are in these.
    """

    name: str
    pixels: NDArray[np.uint8]
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Pixels of the whole photo for one of ``pixels`` (1.0 when not made smaller)."""
        return self.width / int(self.pixels.shape[1])


def open_photo(source: Path | bytes, name: str | None = None) -> Photo:
    """Decode one photo.

    Args:
        source: a file, or the bytes of one.
        name: what to call it; a file's own name by default.

    Raises:
        PhotoError: there is no such file, it holds no JPEG, PNG, WebP or HEIC
            picture, it is broken, or it is too large.
    """
    if isinstance(source, Path):
        called = name or source.name or str(source)
        data = _read_bytes(source, called)
    else:
        called = name or "photo"
        data = bytes(source)
    if not data:
        raise PhotoError(f"{called}: the file is empty (0 bytes): take or copy the photo again")
    _check_bytes(len(data), called)
    return _decode(data, called)


def open_small(data: bytes, size: tuple[int, int], called: str) -> NDArray[np.uint8]:
    """RGB uint8 ``(H, W, 3)`` of a JPEG of exactly that width and height.

    Raises:
        PhotoError: it is none; of a larger one nothing is decoded.
    """
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
            if image.size != size:
                raise PhotoError(f"{called}: the picture is not of {size[0]} x {size[1]} pixels")
            return np.asarray(_as_rgb(image))
    except PhotoError:
        raise
    except Exception as error:  # as in _decode: codecs raise whatever they like
        raise _damaged(error, called) from error


def encode_small(pixels: NDArray[np.uint8]) -> bytes:
    """A JPEG of RGB uint8 ``(H, W, 3)`` that loses next to nothing: for small pictures."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=SMALL_QUALITY, subsampling=0)
    return out.getvalue()


def _read_bytes(path: Path, called: str) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError(f"{called}: this is a folder, not a photo: name one file in it")
        if not path.exists():
            raise PhotoError(f"{path}: no such file: check the name")
        if not path.is_file():
            raise PhotoError(f"{called}: not a regular file: {_WANTED}")
        _check_bytes(path.stat().st_size, called)
        return path.read_bytes()
    except PhotoError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError(f"{called}: cannot be read: {_one_line(reason)}") from error


def _check_bytes(size: int, called: str) -> None:
    if size > MAX_BYTES:
        raise PhotoError(
            f"{called}: {size / 2**20:.0f} MB is too large (the limit is {MAX_BYTES // 2**20} MB): "
            "save it smaller or as JPEG"
        )


def _decode(data: bytes, called: str) -> Photo:
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS:
        return _decode_heic(data, called)
    try:
        # Pillow only warns up to twice its own limit; ours below is checked on
        # the header, before anything is decoded.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                _check_size(image, called)
                return _upright(image, called)
    except PhotoError:
        raise
    except UnidentifiedImageError as error:
        raise PhotoError(f"{called}: {_what_it_is(data)}: {_WANTED}") from error
    except Image.DecompressionBombError as error:
        raise PhotoError(_too_many("its ", MAX_PIXELS, called)) from error
    except MemoryError as error:
        raise PhotoError(f"{called}: not enough memory to decode it: save it smaller") from error
    except Exception as error:
        # Codecs raise whatever they like on broken bytes (OSError, SyntaxError,
        # struct.error, EOFError, ...); all of them mean the same to the user.
        raise _damaged(error, called) from error


def _decode_heic(data: bytes, called: str) -> Photo:
    try:
        size, rgb, width, height = heic.decode(
            data, max_pixels=MAX_PIXELS, side=WORKING_SIDE, pixels=LEAST_PIXELS
        )
    except heic.HeicTooLarge as error:
        raise PhotoError(_too_many(f"{error} ", MAX_PIXELS, called)) from error
    except heic.HeicError as error:
        raise _damaged(error, called) from error
    pixels = np.frombuffer(rgb, np.uint8).reshape(size[1], size[0], 3)
    return Photo(name=called, pixels=pixels, width=width, height=height)


def _damaged(error: Exception, called: str) -> PhotoError:
    return PhotoError(
        f"{called}: the picture is damaged or cut short ({_one_line(error)}): "
        "take or copy the photo again"
    )


def _too_many(size: str, limit: int, called: str) -> str:
    return (
        f"{called}: {size}pixels are too many (the limit is {limit // 1_000_000} million): "
        "save it smaller"
    )


def _check_size(image: Image.Image, called: str) -> None:
    width, height = image.size
    limit = MAX_JPEG_PIXELS if image.format in ("JPEG", "MPO") else MAX_PIXELS
    if width * height > limit:
        raise PhotoError(_too_many(f"{width} x {height} ", limit, called))


def _upright(image: Image.Image, called: str) -> Photo:
    width, height = image.size
    orientation = _orientation(image)
    factor = _factor(long_side(*image.size))
    if factor > 1:
        # Ignored by all formats but JPEG, which then decodes only what is asked for.
        image.draft("RGB", (max(1, width // factor), max(1, height // factor)))
    picture = _as_rgb(image)
    left = max(1, round(max(width / picture.width, height / picture.height)))
    if left < factor:
        picture = picture.reduce(factor // left)
    if orientation in _UPRIGHT:
        picture = picture.transpose(_UPRIGHT[orientation])
    if orientation in _SIDEWAYS:
        width, height = height, width
    pixels = np.asarray(picture)
    pixels.flags.writeable = False
    return Photo(name=called, pixels=pixels, width=width, height=height)


def long_side(width: int, height: int) -> float:
    """By which a photo is made smaller: its long side, of a strip's (``WIDEST``) only a part."""
    return min(max(width, height), math.sqrt(WIDEST * width * height))


def _factor(side: float) -> int:
    """The largest of 8, 4, 2, 1 that leaves ``WORKING_SIDE`` pixels."""
    return next(f for f in (8, 4, 2, 1) if f == 1 or side // f >= WORKING_SIDE)


def _orientation(image: Image.Image) -> int:
    try:
        value = image.getexif().get(_EXIF_ORIENTATION, 1)
        return int(value)
    except Exception:
        # A photo with broken metadata is still a photo, and Pillow's EXIF reader raises
        # whatever it likes on hostile bytes; the pixels are decoded, and checked, apart.
        return 1


def _as_rgb(image: Image.Image) -> Image.Image:
    """First frame in 8-bit RGB; transparent parts become white."""
    image.load()
    if image.mode.startswith("I") or image.mode == "F":
        return _from_deep_gray(image)
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        layer = image.convert("RGBA")
        page = Image.new("RGB", layer.size, "white")
        page.paste(layer, mask=layer.getchannel("A"))
        return page
    return image.convert("RGB")


def _from_deep_gray(image: Image.Image) -> Image.Image:
    values = np.asarray(image).astype(np.float32)
    top = 65535.0 if values.max(initial=0.0) > 255 else 255.0
    gray = np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
    return Image.fromarray(gray).convert("RGB")


def _what_it_is(data: bytes) -> str:
    start = data[:64].lstrip()
    for signature, name in _SIGNATURES:
        if start.startswith(signature):
            return f"this is {name}"
    if data[4:12] in (b"ftypavif", b"ftypavis"):
        return "this is an AVIF picture"
    if b"\0" not in data[:512] and _is_text(data[:512]):
        return "this is text, not a picture"
    return "this is no picture that can be read"


def _is_text(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = data[: error.start].decode("utf-8") if error.start > len(data) - 4 else ""
    return bool(text) and all(c.isprintable() or c.isspace() for c in text)


def _one_line(error: object) -> str:
    told = _OBJECT.sub("", str(error))
    return " ".join(told.split())[:120] or type(error).__name__
