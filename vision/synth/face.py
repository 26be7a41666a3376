"""Tile faces: base, dent, frame, logo, digits or joker, as upright RGBA.

A face is a height map lit from one side plus printed ink. The unprinted base
is cached per edition and size, so a scene pays for it once.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.edition import Edition
from vision.synth.fonts import GLYPH_HEIGHT, glyph, text_mask
from vision.synth.joker import joker_mask
from vision.synth.marks import mark_mask

Plane = npt.NDArray[np.float32]
Rgba = npt.NDArray[np.uint8]

FACE_DOWN = "X"

# How deep an engraved print lies, in tile heights.
_ENGRAVED = 0.006


def render_face(
    edition: Edition,
    tile: str,
    rng: np.random.Generator,
    size: int,
    light: float | None = None,
    second_joker: bool | None = None,
) -> Rgba:
    """The face of ``tile`` (``R7``, ``J``; ``X`` for a back), lying upright.

    Args:
        size: height in pixels; the width follows from the edition's proportion.
        light: where the light comes from, radians clockwise from the right of
            the face; drawn from ``rng`` when ``None``.
        second_joker: prints a joker in the second of the game's joker inks;
            drawn from ``rng`` when ``None``.

    Returns:
        uint8 (size, width, 4) RGBA, not premultiplied; alpha is 0 outside the
        rounded corners.

    Raises:
        ValueError: ``tile`` is no tile.
    """
    if light is None:
        light = float(rng.uniform(0, 2 * np.pi))
    width = face_width(edition, size)
    back = tile == FACE_DOWN
    gx, gy, rim, alpha = _relief(edition, size, back)
    colour = _paper(edition, size, width, rng, back)
    if not back:
        second = bool(rng.random() < 0.5) if second_joker is None else second_joker
        mask, ink = _print(edition, tile, size, second)
        colour += (np.array(ink, np.float32) - colour) * _worn(mask, edition, rng)[..., None]
        if edition.engraved:
            gx = gx - 0.1 * edition.engraved * cv2.Sobel(mask, cv2.CV_32F, 1, 0, ksize=3)
            gy = gy - 0.1 * edition.engraved * cv2.Sobel(mask, cv2.CV_32F, 0, 1, ksize=3)
    lit = gx * -float(np.cos(light)) + gy * -float(np.sin(light))
    sheen = _sheen(edition, size, width, rng)
    colour *= (np.clip(1 + lit, 0.35, 1.5) * rim + sheen)[..., None]
    if edition.gloss > 0.3:
        colour += (np.clip(lit - 0.1, 0, 0.4) * (300 * edition.gloss))[..., None]
    face = np.empty((size, width, 4), np.uint8)
    face[..., :3] = np.clip(colour, 0, 255)
    face[..., 3] = alpha
    return face


def face_layers(
    edition: Edition,
    tile: str,
    rng: np.random.Generator,
    size: int,
    second_joker: bool = False,
) -> tuple[npt.NDArray[np.uint8], Plane]:
    """A face that no light has fallen on: what is printed, and how deep it is carved.

    For renderers that do the lighting themselves; the rounded edge is left to them.

    Args:
        size: height in pixels; the width follows from the edition's proportion.

    Returns:
        uint8 (size, width, 3) sRGB, and float32 (size, width) height above the flat
        face in shares of the tile's height, negative where carved.

    Raises:
        ValueError: ``tile`` is no tile.
    """
    width = face_width(edition, size)
    back = tile == FACE_DOWN
    colour = _paper(edition, size, width, rng, back)
    height = np.zeros((size, width), np.float32)
    _carve(height, edition, back)
    height /= size
    if not back:
        mask, ink = _print(edition, tile, size, second_joker)
        colour += (np.array(ink, np.float32) - colour) * _worn(mask, edition, rng)[..., None]
        height -= _ENGRAVED * edition.engraved * mask
    return np.clip(colour, 0, 255).astype(np.uint8), height


def overprint(
    edition: Edition,
    tile: str,
    rng: np.random.Generator,
    size: int,
    light: float,
    second_joker: bool = False,
) -> tuple[Plane, tuple[int, int, int], Plane]:
    """What an edition puts on a face that lies there already, blank and lit.

    Args:
        size: height in pixels; the width follows from the edition's proportion.
        light: where the light comes from, radians clockwise from the right of the face.

    Returns:
        How far ink covers, float32 (size, width) in 0..1; the ink; and what dent and logo
        make of the light, float32 (size, width), 1 where the face stays flat.

    Raises:
        ValueError: ``tile`` is no tile with a face.
    """
    mask, ink = _print(edition, tile, size, second_joker)
    height = np.zeros(mask.shape, np.float32)
    _carve(height, edition, False)
    along = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    down = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    lit = 1 - float(np.cos(light)) * along - float(np.sin(light)) * down
    return _worn(mask, edition, rng), ink, np.clip(lit, 0.5, 1.3)


def _worn(mask: Plane, edition: Edition, rng: np.random.Generator) -> Plane:
    """How far the ink covers: faded evenly, and rubbed off in specks where it is old."""
    cover = mask * (1 - edition.ink_fade * (0.5 + 0.5 * float(rng.random())))
    if edition.ink_fade > 0.1 and rng.random() < 0.5:
        tall, wide = mask.shape
        specks = rng.standard_normal((max(3, tall // 3), max(3, wide // 3))).astype(np.float32)
        specks = cv2.resize(specks, (wide, tall), interpolation=cv2.INTER_LINEAR)
        cover = cover * (1 - 0.9 * np.clip(specks - 1.1, 0, 1))
    return cover


def _sheen(edition: Edition, size: int, width: int, rng: np.random.Generator) -> Plane:
    """What the tile mirrors of the room: a slope over the face, now and then a bright band."""
    way = float(rng.uniform(0, 2 * np.pi))
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :] * np.float32(np.cos(way))
    y = np.linspace(-0.5, 0.5, size, dtype=np.float32)[:, None] * np.float32(np.sin(way))
    along = x + y
    sheen = along * np.float32(rng.normal(0, 0.02 + 0.05 * edition.gloss))
    if rng.random() < 0.06 * edition.gloss:
        place, broad = np.float32(rng.uniform(-0.5, 0.5)), np.float32(rng.uniform(0.05, 0.25))
        band = np.exp(-(((along - place) / broad) ** 2))
        sheen = sheen + band * np.float32(rng.uniform(0.05, 0.35))
    return sheen


def face_width(edition: Edition, size: int) -> int:
    """Pixels across a face that is ``size`` px tall."""
    return max(4, round(size * edition.aspect))


def digit_box(edition: Edition, tile: str) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the print, as shares of width and height."""
    if tile in ("J", FACE_DOWN):
        half = edition.joker_size / 2
        across = min(0.45, half / edition.aspect)
        return 0.5 - across, edition.joker_y - half, 0.5 + across, edition.joker_y + half
    half = edition.digit_height / 2
    across = 0.35 if len(tile) == 2 else edition.digit_width / 2
    return 0.5 - across, edition.digit_y - half, 0.5 + across, edition.digit_y + half


def _paper(edition: Edition, size: int, width: int, rng: np.random.Generator, back: bool) -> Plane:
    colour = np.empty((size, width, 3), np.float32)
    colour[:] = (
        edition.lower_side if back and edition.lower_side != edition.side else edition.colour
    )
    if edition.grain:
        colour += rng.normal(0, edition.grain, (size, width, 1)).astype(np.float32)
    if edition.frame and not back:
        inset = round(edition.frame * size)
        thick = max(1, round(size * 0.012))
        ink = edition.frame_colour or tuple(int(c * 0.8) for c in edition.colour)
        cv2.rectangle(
            colour,
            (inset, inset),
            (width - 1 - inset, size - 1 - inset),
            tuple(float(c) for c in ink),
            thick,
            cv2.LINE_AA,
        )
    return colour


@lru_cache(maxsize=64)
def _relief(
    edition: Edition, size: int, back: bool
) -> tuple[Plane, Plane, Plane, npt.NDArray[np.uint8]]:
    """Of the unprinted tile: slopes along x and y, darkness of the rim, outline."""
    width = face_width(edition, size)
    outline = rounded(size, width, edition.corner * width)
    height = np.zeros((size, width), np.float32)
    solid = (outline > 127).astype(np.uint8)
    padded = cv2.copyMakeBorder(solid, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    inside = cv2.distanceTransform(padded, cv2.DIST_L2, 3)[1:-1, 1:-1]
    # Neighbours and the rounded edge keep light from the outermost hair's breadth.
    rim = 1 - edition.rim * np.exp(-inside / max(0.8, 0.012 * size))
    if edition.bevel:
        broad = max(1.0, edition.bevel * size)
        height += np.minimum(inside / broad, 1) * (0.55 * edition.bevel_depth * broad)
    _carve(height, edition, back)
    gx = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    gy = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    # The light falls on a slope facing it: a slope rising to the right faces left.
    return gx, gy, rim.astype(np.float32), outline


def _carve(height: Plane, edition: Edition, back: bool) -> None:
    """Dent and logo, or the pattern of the back, in pixels."""
    size, width = height.shape
    if back:
        _carve_back(height, edition, size, width)
    else:
        _carve_dent(height, edition, size, width)
        _carve_logo(height, edition, size, width)


def rounded(size: int, width: int, radius: float) -> npt.NDArray[np.uint8]:
    """Anti-aliased rounded rectangle, 255 inside."""
    x = np.abs(np.arange(width, dtype=np.float32) + 0.5 - width / 2) - (width / 2 - radius)
    y = np.abs(np.arange(size, dtype=np.float32) + 0.5 - size / 2) - (size / 2 - radius)
    far = np.hypot(np.maximum(x, 0)[None, :], np.maximum(y, 0)[:, None])
    flat = np.maximum(x[None, :], y[:, None])
    distance = np.where(far > 0, far, np.minimum(flat, 0)) - radius
    return np.clip((0.5 - distance) * 255, 0, 255).astype(np.uint8)


def _carve_dent(height: Plane, edition: Edition, size: int, width: int) -> None:
    if not edition.dent:
        return
    y, x = np.mgrid[0:size, 0:width].astype(np.float32)
    x -= width / 2
    y -= edition.dent_y * size
    radius = edition.dent_size * size * 0.5
    if edition.dent == "thumb":
        x *= 0.62
        y = y + size * 0.28
        radius = min(size, width) * 0.44
    r = np.hypot(x, y) / radius
    depth = 0.12 * edition.dent_depth * radius * (0.45 if edition.dent == "thumb" else 1.0)
    if edition.dent == "ring":
        height -= depth * np.exp(-(((r - 0.9) / 0.12) ** 2))
    elif edition.dent == "bowl":
        height -= depth * 1.6 * np.maximum(0, 1 - r**2)
    else:
        height -= depth * np.clip((1 - r) * radius / max(1.5, 0.02 * size) + 0.5, 0, 1)


def _carve_logo(height: Plane, edition: Edition, size: int, width: int) -> None:
    tall = round(edition.logo_size * size)
    if not edition.logo or tall < 4:
        return
    mask = text_mask(edition.logo_face, edition.logo, tall)
    wide = min(round(width * 0.82), max(1, round(mask.shape[1] * tall / mask.shape[0])))
    _emboss(height, mask, edition.logo_depth * size * 0.006, edition.logo_y * size, wide, tall)


def _carve_back(height: Plane, edition: Edition, size: int, width: int) -> None:
    if edition.back == "logo" and edition.logo:
        mask = text_mask(edition.logo_face, edition.logo, max(6, round(size * 0.14)))
        tall = max(4, round(size * 0.14))
        _emboss(height, mask, 0.008 * size, size / 2, round(width * 0.8), tall)
    elif edition.back == "pattern":
        y, x = np.mgrid[0:size, 0:width].astype(np.float32) * (2 * np.pi * 9 / size)
        height += 0.006 * size * np.sin(x) * np.sin(y)
    elif edition.back == "dent":
        inset = round(size * 0.14)
        height[inset:-inset, inset : width - inset] -= 0.01 * size


def _emboss(
    height: Plane, mask: npt.NDArray[np.uint8], depth: float, y: float, wide: int, tall: int
) -> None:
    small = cv2.resize(mask, (max(1, wide), max(1, tall)), interpolation=cv2.INTER_AREA)
    top = round(y - tall / 2)
    left = (height.shape[1] - small.shape[1]) // 2
    small = small[: max(0, height.shape[0] - top)]
    if top >= 0 and small.size:
        area = height[top : top + small.shape[0], left : left + small.shape[1]]
        area += depth * small.astype(np.float32) / 255


def _print(
    edition: Edition, tile: str, size: int, second_joker: bool
) -> tuple[Plane, tuple[int, int, int]]:
    """Mask of what is printed, 0..1, and its ink."""
    if tile == "J":
        return _joker_plane(edition, size), edition.joker_inks[1 if second_joker else 0]
    number = tile[1:]
    if tile[:1] not in tuple("RBKO") or not number.isdecimal() or not 1 <= int(number) <= 13:
        raise ValueError(f"not a tile: {tile!r}")
    return _number_plane(edition, number, size), edition.ink(tile[0])


@lru_cache(maxsize=512)
def _joker_plane(edition: Edition, size: int) -> Plane:
    width = face_width(edition, size)
    side = edition.joker_size * size
    side = min(side, width * 0.92)
    top = min(max(edition.joker_y * size, side / 2 + 0.05 * size), size * 0.95 - side / 2)
    return _placed(
        joker_mask(edition.joker, edition.joker_variant), size, width, width / 2, top, side, side
    )


@lru_cache(maxsize=1024)
def _number_plane(edition: Edition, number: str, size: int) -> Plane:
    width = face_width(edition, size)
    mask = _number_mask(edition, number)
    tall = edition.digit_height * size * mask.shape[0] / GLYPH_HEIGHT
    wide = mask.shape[1] * edition.digit_height * size / GLYPH_HEIGHT
    wide = min(wide, edition.digit_width * width)
    plane = _placed(
        mask,
        size,
        width,
        width / 2,
        edition.digit_y * size + (tall - edition.digit_height * size) / 2,
        wide,
        tall,
    )
    if edition.mark:
        side = edition.mark_size * size
        plane = np.maximum(
            plane,
            _placed(
                mark_mask(edition.mark), size, width, width / 2, edition.mark_y * size, side, side
            ),
        )
    plane.setflags(write=False)
    return plane


@lru_cache(maxsize=1024)
def _number_mask(edition: Edition, number: str) -> Plane:
    """The digits side by side, with slant, weight and the foot of 6 and 9."""
    gap = max(2, round(edition.spacing * GLYPH_HEIGHT))
    parts: list[npt.NDArray[np.uint8]] = []
    for digit in number:
        if parts:
            parts.append(np.zeros((GLYPH_HEIGHT, gap), np.uint8))
        parts.append(glyph(edition.typeface, digit))
    mask = np.hstack(parts)
    pad = 10
    mask = cv2.copyMakeBorder(mask, 0, 0, pad, pad, cv2.BORDER_CONSTANT)
    grow = round(abs(edition.weight) * 1.6)
    if grow:
        pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * grow + 1, 2 * grow + 1))
        thin = cv2.erode(mask, pen) if edition.weight < 0 else None
        if thin is None:
            mask = cv2.dilate(mask, pen)
        elif thin.astype(np.float32).sum() > 0.55 * mask.astype(np.float32).sum():
            mask = thin
    if edition.foot and number in ("6", "9"):
        mask = _with_foot(mask, edition.foot)
    if edition.slant:
        shift = max(0.0, edition.slant) * mask.shape[0]
        shear = np.array([[1, -edition.slant, shift], [0, 1, 0]])
        wide = round(mask.shape[1] + abs(edition.slant) * mask.shape[0])
        mask = cv2.warpAffine(mask, shear, (wide, mask.shape[0]))
    columns = np.flatnonzero(mask.max(0) > 60)
    return mask[:, columns[0] : columns[-1] + 1].astype(np.float32) / np.float32(255)


def _with_foot(mask: npt.NDArray[np.uint8], foot: str) -> npt.NDArray[np.uint8]:
    tall = mask.shape[0]
    room = np.zeros((round(tall * 0.26), mask.shape[1]), np.uint8)
    y = round(tall * 0.16)
    x = mask.shape[1] // 2
    if foot == "dot":
        cv2.circle(room, (x, y), round(tall * 0.075), 255, -1, cv2.LINE_AA)
    else:
        half = max(6, round((mask.shape[1] - 20) * 0.42))
        cv2.line(room, (x - half, y), (x + half, y), 255, round(tall * 0.09), cv2.LINE_AA)
    return np.vstack([mask, room])


def _placed(
    mask: Plane, size: int, width: int, x: float, y: float, wide: float, tall: float
) -> Plane:
    """``mask`` scaled to ``wide`` x ``tall`` with its centre at (x, y)."""
    sx, sy = wide / mask.shape[1], tall / mask.shape[0]
    if sx < 0.6 or sy < 0.6:
        # An area average first: a plain warp would skip thin strokes.
        shrunk = (max(1, round(wide * 1.3)), max(1, round(tall * 1.3)))
        mask = cv2.resize(mask, shrunk, interpolation=cv2.INTER_AREA)
        sx, sy = wide / mask.shape[1], tall / mask.shape[0]
    # Centres of pixels lie at half values.
    move = np.array(
        [
            [sx, 0, x - wide / 2 + sx / 2 - 0.5],
            [0, sy, y - tall / 2 + sy / 2 - 0.5],
        ]
    )
    return cv2.warpAffine(mask, move, (width, size), flags=cv2.INTER_LINEAR)
