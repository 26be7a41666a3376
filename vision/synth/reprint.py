"""Other editions printed on the tiles of real photos.

The print of every labelled tile is taken off and that of a drawn edition put in its
place, under the light, blur and noise that the photo has there. What is new is the
typeface, inks, marks, jokers and dents; tiles, table and camera stay real.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.edition import Edition
from vision.synth.face import FACE_DOWN, overprint

Pixels = npt.NDArray[np.uint8]
Plane = npt.NDArray[np.float32]

TALLEST, LOWEST = 460, 24
"""Faces are printed on at their own height, within these, in pixels."""
EDGE = 0.05
"""Share of the height along a face's edge that carries no print."""
WIDEST_STROKE = 0.42
"""Within such a share of the height of any ink there is bare plastic."""
INK_TAKES, INK_COLOURS = 0.16, 0.13
"""Ink takes this share of the light, or is this much more saturated than the plastic."""


def print_anew(
    pixels: Pixels,
    quads: Sequence[npt.ArrayLike],
    names: Sequence[str],
    edition: Edition,
    rng: np.random.Generator,
) -> Pixels:
    """The photo with ``edition`` printed on its tiles.

    Args:
        pixels: uint8 RGB ``(H, W, 3)``.
        quads: ``(4, 2)`` each, in pixels, from the tile's top left clockwise.
        names: what each is in notation; tiles face down stay as they are.

    Returns:
        uint8 RGB ``(H, W, 3)``.

    Raises:
        ValueError: a name is no tile.
    """
    photo = pixels.astype(np.float32)
    light = float(rng.uniform(0, 2 * np.pi))
    jokers = 0
    for quad, name in zip(quads, names, strict=True):
        if name == FACE_DOWN:
            continue
        corners = np.array(quad, np.float32)
        jokers += name == "J"
        _print_on(photo, corners, name, edition, rng, light, second_joker=jokers % 2 == 0)
    return np.clip(photo, 0, 255).round().astype(np.uint8)


def _print_on(
    photo: Plane,
    corners: npt.NDArray[np.float32],
    name: str,
    edition: Edition,
    rng: np.random.Generator,
    light: float,
    *,
    second_joker: bool,
) -> None:
    tall, wide = _size(corners)
    upright = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - np.float32(0.5)
    into_face = cv2.getPerspectiveTransform(corners, upright)
    face = cv2.warpPerspective(photo, into_face, (wide, tall), borderMode=cv2.BORDER_REPLICATE)
    across = corners[1] - corners[0]
    turned = light - float(np.arctan2(across[1], across[0]))
    cover, ink, lit = overprint(edition, name, rng, tall, turned, second_joker)
    cover, lit = (cv2.resize(plane, (wide, tall)) for plane in (cover, lit))
    cover = cv2.GaussianBlur(cover, (0, 0), float(rng.uniform(0.5, 1.1)))[..., None]
    bare = _without_print(face, rng) * lit[..., None]
    printed = bare * (1 - cover + cover * np.array(ink, np.float32) / 255)
    _add(photo, (printed - face) * _within_the_edge(tall, wide), corners, into_face)


def _size(corners: npt.NDArray[np.float32]) -> tuple[int, int]:
    """Height and width of a face in pixels, as near to the photo's own as may be."""
    sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    wide, tall = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    scale = np.clip(tall, LOWEST, TALLEST) / max(tall, 1.0)
    return round(tall * scale), max(round(LOWEST * 0.6), round(wide * scale))


def _within_the_edge(tall: int, wide: int) -> Plane:
    """1 on the face, 0 along its edge, ``(tall, wide, 1)``."""
    edge = max(1, int(0.035 * tall))
    inner = np.zeros((tall, wide), np.float32)
    inner[edge : tall - edge, edge : wide - edge] = 1
    return cv2.GaussianBlur(inner, (0, 0), max(0.7, tall / 100))[..., None]


def _without_print(face: Plane, rng: np.random.Generator) -> Plane:
    """The face ``(H, W, 3)`` with plastic where its ink was."""
    tall = face.shape[0]
    ink = _inked(face)
    keep = _inside(face.shape[:2]) & ~ink
    filled = _plastic(face, keep)
    grain = (face - cv2.GaussianBlur(face, (0, 0), 2))[keep]
    if grain.size:
        spread = min(float(grain.std()), 6.0)
        filled += rng.normal(0, 0.7 * spread, face.shape).astype(np.float32)
    part = cv2.GaussianBlur(ink.astype(np.float32), (0, 0), max(0.6, tall / 120))[..., None]
    return face * (1 - part) + filled * part


def _inside(shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    tall, wide = shape[:2]
    edge = int(EDGE * tall)
    inside = np.zeros((tall, wide), bool)
    inside[edge : tall - edge, edge : wide - edge] = True
    return inside


def _inked(face: Plane) -> npt.NDArray[np.bool_]:
    """Where print lies on a face, with a margin."""
    tall = face.shape[0]
    smooth = cv2.GaussianBlur(face, (0, 0), max(0.6, tall / 90))
    reach = max(3, int(WIDEST_STROKE * tall) | 1)
    white = cv2.dilate(smooth, np.ones((reach, reach), np.uint8))
    white = cv2.GaussianBlur(white, (0, 0), reach / 3)
    taken = 1 - (smooth / np.maximum(white, 1)).min(2)
    brightest = smooth.max(2)
    colourful = (brightest - smooth.min(2)) / np.maximum(brightest, 1)
    inked = (taken > INK_TAKES) | (colourful > float(np.median(colourful)) + INK_COLOURS)
    margin = max(3, int(0.05 * tall) | 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (margin, margin))
    inside = _inside(face.shape[:2])
    grown = cv2.dilate((inked & inside).astype(np.uint8), disc)
    return grown.astype(bool) & inside


def _plastic(face: Plane, keep: npt.NDArray[np.bool_]) -> Plane:
    """The bare face continued under its print: from near where there is any, else from afar."""
    weight = keep.astype(np.float32)
    usual = np.median(face[keep], 0) if keep.any() else np.full(3, 200.0)
    filled = np.broadcast_to(usual, face.shape).astype(np.float32)
    for reach in (6, 3, 1):
        sigma = 0.07 * reach * face.shape[0]
        near = cv2.GaussianBlur(weight, (0, 0), sigma)[..., None]
        seen = cv2.GaussianBlur(face * weight[..., None], (0, 0), sigma)
        filled = (seen + 0.02 * filled) / (near + 0.02)
    return filled


def _add(
    photo: Plane,
    change: Plane,
    corners: npt.NDArray[np.float32],
    into_face: npt.NDArray[np.float64],
) -> None:
    """Adds what changed on a face to the photo, in place."""
    height, width = photo.shape[:2]
    left, top = np.maximum(np.floor(corners.min(0)).astype(int) - 2, 0)
    right, bottom = np.minimum(np.ceil(corners.max(0)).astype(int) + 3, (width, height))
    if right <= left or bottom <= top:
        return
    move = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], float)
    size = (int(right - left), int(bottom - top))
    photo[top:bottom, left:right] += cv2.warpPerspective(
        change, move @ np.linalg.inv(into_face), size, borderMode=cv2.BORDER_CONSTANT
    )
