"""Photos from anywhere: formats, orientation, limits, and files that are no photos."""

from __future__ import annotations

import io
import random
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.photo import MAX_BYTES, Photo, PhotoError, open_photo

HEIC = Path(__file__).parent / "data" / "rotated.heic"
RED, GREEN = (220, 30, 30), (40, 120, 60)


def picture(width: int = 96, height: int = 64, mode: str = "RGB") -> Image.Image:
    """Green with a red square in the top-left corner."""
    image = Image.new("RGB", (width, height), GREEN)
    image.paste(RED, (0, 0, 20, 20))
    return image.convert(mode)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def near(pixel: np.ndarray, color: tuple[int, int, int], tolerance: int = 12) -> bool:
    return bool(np.all(np.abs(pixel.astype(int) - color) <= tolerance))


def with_orientation(value: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = value
    return encoded(picture(), "JPEG", quality=95, exif=exif)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_reads_each_format(kind: str) -> None:
    photo = open_photo(encoded(picture(), kind), "a")
    assert (photo.width, photo.height, photo.scale) == (96, 64, 1.0)
    assert photo.pixels.shape == (64, 96, 3)
    assert photo.pixels.dtype == np.uint8
    assert near(photo.pixels[5, 5], RED)
    assert near(photo.pixels[60, 90], GREEN)


def test_reads_heic_and_turns_it_upright() -> None:
    photo = open_photo(HEIC)
    assert (photo.width, photo.height) == (64, 96)
    assert near(photo.pixels[3, -4], RED)
    assert near(photo.pixels[-4, 3], GREEN)


# Where the red corner (stored top-left) ends up: (right?, bottom?), from the EXIF standard.
@pytest.mark.parametrize(
    ("orientation", "right", "bottom"),
    [
        (1, False, False),
        (2, True, False),
        (3, True, True),
        (4, False, True),
        (5, False, False),
        (6, True, False),
        (7, True, True),
        (8, False, True),
        (0, False, False),
        (77, False, False),
    ],
)
def test_turns_photos_upright(orientation: int, right: bool, bottom: bool) -> None:
    photo = open_photo(with_orientation(orientation))
    size = (64, 96) if orientation in (5, 6, 7, 8) else (96, 64)
    assert (photo.width, photo.height) == size
    assert photo.pixels.shape[:2] == size[::-1]
    assert near(photo.pixels[-5 if bottom else 5, -5 if right else 5], RED)
    assert near(photo.pixels[5 if bottom else -5, 5 if right else -5], GREEN)


@pytest.mark.parametrize("mode", ["L", "CMYK", "1", "P"])
def test_reads_other_colour_modes(mode: str) -> None:
    kind = "JPEG" if mode in ("L", "CMYK") else "PNG"
    photo = open_photo(encoded(picture(mode=mode), kind))
    assert photo.pixels.shape == (64, 96, 3)
    if mode in ("CMYK", "P"):
        assert near(photo.pixels[5, 5], RED, 30)


def test_sixteen_bit_grey_keeps_its_tones() -> None:
    tones = np.linspace(0, 65535, 200).astype(np.uint16)[None].repeat(50, 0)
    photo = open_photo(encoded(Image.fromarray(tones), "PNG"))
    assert abs(int(photo.pixels[0, 100, 0]) - 128) <= 2
    assert photo.pixels[0, -1, 0] == 255


def test_transparent_parts_are_white() -> None:
    image = picture(mode="RGBA")
    image.putpixel((50, 50), (0, 0, 0, 0))
    assert open_photo(encoded(image, "PNG")).pixels[50, 50].tolist() == [255, 255, 255]


def test_an_animation_is_read_as_its_first_frame() -> None:
    second = Image.new("RGB", (96, 64), "blue")
    data = encoded(picture(), "WEBP", save_all=True, append_images=[second], lossless=True)
    assert near(open_photo(data).pixels[5, 5], RED)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_large_photos_are_made_smaller_and_keep_their_scale(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = open_photo(encoded(picture(4624, 2604), kind, exif=exif))
    assert (photo.width, photo.height) == (2604, 4624)
    assert photo.pixels.shape == (2312, 1302, 3)
    assert photo.scale == 2.0


def test_pixels_cannot_be_changed() -> None:
    photo = open_photo(encoded(picture(), "PNG"))
    with pytest.raises(ValueError, match="read-only"):
        photo.pixels[0, 0] = 0


def message(source: Path | bytes) -> str:
    with pytest.raises(PhotoError) as caught:
        open_photo(source)
    text = str(caught.value)
    assert "\n" not in text
    assert ": " in text
    return text


def test_names_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("zażółć gęślą jaźń\n" * 20)
    empty = tmp_path / "empty.png"
    empty.touch()
    assert "text, not a picture" in message(text)
    assert "0 bytes" in message(empty)
    assert "folder" in message(tmp_path)
    assert "no such file" in message(tmp_path / "missing.jpg")
    assert "GIF" in message(encoded(picture(), "GIF"))
    assert "notes.jpg" in message(text)


def test_an_extension_does_not_decide_the_format(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(encoded(picture(), "PNG"))
    assert isinstance(open_photo(path), Photo)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_a_photo_cut_short_is_refused(kind: str, share: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 96, 3), dtype=np.uint8)
    data = encoded(Image.fromarray(noise), kind)
    message(data[: int(len(data) * share)])


def png_of(width: int, height: int) -> bytes:
    """A PNG whose header names a size and whose data is nearly nothing."""

    def chunk(name: bytes, body: bytes) -> bytes:
        crc = struct.pack(">I", zlib.crc32(name + body))
        return struct.pack(">I", len(body)) + name + body + crc

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(20_000, 20_000), (9_500, 9_500), (8_100, 8_100), (2**31 - 1, 9)])
def test_a_bomb_is_refused_by_its_header(size: tuple[int, int]) -> None:
    assert "too many" in message(png_of(*size))


def test_too_many_bytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert "too large" in message(path)


# HEIC starts a process each time, so it gets fewer tries.
@pytest.mark.parametrize(
    ("kind", "tries"), [("JPEG", 300), ("PNG", 300), ("WEBP", 300), ("HEIC", 25)]
)
def test_damaged_bytes_raise_nothing_else(kind: str, tries: int) -> None:
    whole = HEIC.read_bytes() if kind == "HEIC" else with_orientation(6)
    if kind in ("PNG", "WEBP"):
        whole = encoded(picture(), kind)
    chance = random.Random(7)
    refused: list[str] = []
    for _ in range(tries):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 20))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        try:
            photo = open_photo(bytes(data), "x")
        except PhotoError as error:
            refused.append(str(error))
        else:
            assert photo.pixels.shape[2] == 3
    assert len(refused) > tries // 20
    assert not any("\n" in text for text in refused)


def test_an_error_names_no_object_of_the_program() -> None:
    broken = b"\x00\x00\x00\x18ftypheic" + bytes(200)
    with pytest.raises(PhotoError) as refused:
        open_photo(broken, "broken.heic")
    assert "damaged" in str(refused.value)
    assert "0x" not in str(refused.value)
