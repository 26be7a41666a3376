"""Decode one HEIC photo, in a process of its own.

The native decoder behind ``pi-heif`` can be brought down (segmentation fault)
by damaged bytes, which would take the whole program or page server with it. So
:func:`decode` runs this file as a script: bytes in, ``width height columns
rows`` and raw RGB out. The script part imports nothing of this project.
"""

from __future__ import annotations

import io
import math
import subprocess
import sys
from pathlib import Path

TIMEOUT_S = 60
_TOO_LARGE = 3


class HeicError(ValueError):
    """The bytes are no whole HEIC photo."""


class HeicTooLarge(HeicError):
    """The header names more pixels than allowed; the message is ``W x H``."""


def decode(
    data: bytes, *, max_pixels: int, side: int, pixels: int
) -> tuple[tuple[int, int], bytes, int, int]:
    """The photo turned upright and made smaller by a whole factor.

    Args:
        data: the bytes of a HEIC file.
        max_pixels: refuse a header that names more.
        side: the long side keeps at least this many pixels ...
        pixels: ... and the whole at least so many.

    Returns:
        ``((columns, rows), rgb, width, height)``: size and raw 8-bit RGB of the
        smaller picture, and pixels of the whole one.

    Raises:
        HeicTooLarge, HeicError: see there.
    """
    command = [sys.executable, "-I", str(Path(__file__)), str(max_pixels), str(side), str(pixels)]
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise HeicError("decoding takes too long") from error
    if done.returncode == _TOO_LARGE:
        raise HeicTooLarge(done.stdout.decode())
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise HeicError(lines[-1] if lines else "the decoder gave up on it")
    header, _, rgb = done.stdout.partition(b"\n")
    width, height, columns, rows = (int(number) for number in header.split())
    if len(rgb) != columns * rows * 3:
        raise HeicError("the decoder returned too little")
    return (columns, rows), rgb, width, height


def _main(max_pixels: int, side: int, pixels: int) -> int:
    from pi_heif import register_heif_opener
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # The caller's own limit follows.
    register_heif_opener(thumbnails=False, depth_images=False, aux_images=False)
    try:
        with Image.open(io.BytesIO(sys.stdin.buffer.read()), formats=("HEIF",)) as image:
            width, height = image.size
            if width * height > max_pixels:
                sys.stdout.write(f"{width} x {height}")
                return _TOO_LARGE
            picture = image.convert("RGB")
            width, height = picture.size
    except Exception as error:  # Anything the codec raises: damaged bytes.
        sys.stderr.write(" ".join(str(error).split()))
        return 1
    factor = min(max(width, height) // side, math.isqrt(width * height // pixels))
    picture = picture.reduce(max(1, factor))
    sys.stdout.buffer.write(f"{width} {height} {picture.width} {picture.height}\n".encode())
    sys.stdout.buffer.write(picture.tobytes())
    return 0


if __name__ == "__main__":
    sys.exit(_main(*map(int, sys.argv[1:])))
