"""What the reader makes of a profile: a correction of the classifier, the game's four inks, and
the prints by which it is known.

The correction is a multinomial logistic regression on the network's embedding of the
profile's pictures, seen under many mild disturbances (corners a little off, another
sharpness and light, upside down), pulled towards no correction at all. The same
profile and weights give the same correction.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import classify
from vision.classify import (
    CROP_HEIGHT,
    CROP_MARGIN,
    CROP_WIDTH,
    INKS,
    KINDS,
    NUMBERS,
    Adaptation,
)
from vision.known_inks import KnownInks, known_inks
from vision.likeness import Prints
from vision.patches import PATCH_HEIGHT, PATCH_MARGIN, PATCH_WIDTH
from vision.profile import Profile

Array: TypeAlias = NDArray[Any]

VERSION = 1
"""Raised when the same profile is made something else of, so that what was kept is not used."""
CROPS = 1500
"""Disturbed crops in all, more or less; a tile gets at least ``LEAST_CROPS`` of them."""
LEAST_CROPS = 4
MOST_CROPS = 16
UPRIGHT_TO_TURNED = 3
"""Every so many crops one is upside down."""
PULL = 0.05
"""Weight of the squared correction against the evidence of one kind of tile."""
ROUNDS = 200
_KIND, _INK, _UP = slice(0, len(KINDS)), slice(len(KINDS), len(KINDS) + len(INKS)), -1
_UNKNOWN = -1
_SIGNS = 16
"""Length of the hash in the name of what is kept."""
_HELD_UPRIGHT = (*range(NUMBERS), KINDS.index("J"))
"""Kinds that have an upper end."""


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What reading a game with a profile takes: see the module's text."""

    adaptation: Adaptation
    inks: KnownInks
    prints: Prints


@lru_cache(maxsize=4)
def learned(profile: Profile) -> Learned:
    """What is learned from a profile with the networks there are.

    The fit takes a few seconds; it is kept beside the profile's file, if it has one,
    under a name that changes with the evidence and the network.
    """
    inks = known_inks([(patch.tile, patch.pixels()) for patch in profile.patches])
    prints = Prints.of(profile.patches)
    if profile.home is None:
        return Learned(fit(profile), inks, prints)
    kept = _kept_at(profile.home, profile)
    found = _read_kept(kept)
    if found is None:
        found = fit(profile)
        _keep(profile.home, kept, found)
    return Learned(found, inks, prints)


def fit(profile: Profile, pull: float = PULL) -> Adaptation:
    """The correction of the network's logits that the profile's pictures speak for.

    A tile like the middle of the profile's tiles is left as it is: what all tiles have
    in common tells no number, and a profile of a few tiles must not make everything
    one of them.
    """
    crops, kinds, inks, turned = disturbed(profile)
    logits, embedding = classify.logits_of(classify.loaded(), crops)
    temperature = float(classify.loaded().config["temperature"])
    up = np.where(np.isin(kinds, _HELD_UPRIGHT), turned.astype(int), _UNKNOWN)
    # Number and ink are only asked of a crop that is taken to stand upright: seen upside
    # down a 6 may be the very picture of a 9.
    kinds = np.where(turned, _UNKNOWN, kinds)
    inks = np.where(turned, _UNKNOWN, inks)
    even = _even(np.where(kinds == KINDS.index("none"), _UNKNOWN, kinds))
    middle = even @ embedding / max(float(even.sum()), 1e-9)
    size = max(float(np.sqrt((embedding**2).sum(1).mean())), 1e-9)
    inputs = (embedding - middle) / size
    weights = _regression(inputs, logits, (kinds, inks, up), temperature, pull) / size
    return Adaptation(weights.astype(np.float32), -(weights @ middle).astype(np.float32))


def _regression(
    inputs: Array,
    logits: Array,
    labels: tuple[Array, Array, Array],
    temperature: float,
    pull: float,
) -> Array:
    """``(21, E)``: accelerated gradient descent on a strictly convex loss."""
    kinds, inks, up = labels
    targets = np.zeros_like(logits)
    shares = np.zeros_like(logits)
    rows = np.arange(len(logits))
    named = kinds != _UNKNOWN
    targets[rows[named], kinds[named]] = 1
    shares[:, _KIND] = _even(kinds)[:, None]
    inked, directed = inks != _UNKNOWN, up != _UNKNOWN
    targets[rows[inked], _INK.start + inks[inked]] = 1
    shares[:, _INK] = _even(inks)[:, None]
    targets[directed, _UP] = up[directed]
    shares[:, _UP] = _even(up)
    strongest = np.linalg.eigvalsh((inputs * shares.max(1)[:, None]).T @ inputs)[-1]
    step = 1 / (strongest / (2 * temperature**2) + pull)
    slow = np.sqrt(pull * step)
    momentum = (1 - slow) / (1 + slow)
    weights = ahead = np.zeros((logits.shape[1], inputs.shape[1]))
    for _ in range(ROUNDS):
        said = _probabilities((logits + inputs @ ahead.T) / temperature)
        slope = ((said - targets) * shares).T @ inputs / temperature + pull * ahead
        moved = ahead - step * slope
        ahead = moved + momentum * (moved - weights)
        weights = moved
    return weights


def _even(labels: Array) -> Array:
    """Each crop's weight: every label counts as one, however many crops show it; unknown, 0."""
    _, place, count = np.unique(labels, return_inverse=True, return_counts=True)
    return np.where(labels == _UNKNOWN, 0.0, 1.0 / count[place])


def _probabilities(logits: Array) -> Array:
    said = np.empty_like(logits)
    for part in (_KIND, _INK):
        powers = np.exp(logits[:, part] - logits[:, part].max(1, keepdims=True))
        said[:, part] = powers / powers.sum(1, keepdims=True)
    said[:, _UP] = 1 / (1 + np.exp(-np.clip(logits[:, _UP], -50, 50)))
    return said


def disturbed(profile: Profile, seed: int = 0) -> tuple[Array, Array, Array, Array]:
    """Crops as the reader may cut them from such tiles, and what they show.

    Returns:
        crops uint8 ``(N, 64, 48, 3)``, kinds and inks ``(N,)`` (-1: no ink), and
        whether each is upside down.
    """
    rng = np.random.default_rng(seed)
    patches = profile.patches
    each = int(np.clip(CROPS // max(len(patches), 1), LEAST_CROPS, MOST_CROPS))
    kinds, inks = np.array([_label(patch.tile) for patch in patches]).reshape(-1, 2).T
    turned = np.tile(np.arange(each) % UPRIGHT_TO_TURNED == 1, len(patches))
    pixels = [patch.pixels() for patch in patches]
    crops = np.array(
        [
            _cut(pixels[place // each], bool(upside_down), rng)
            for place, upside_down in enumerate(turned)
        ],
        np.float32,
    ).reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3)
    lit = np.clip(_another_light(crops, rng) * 255 + 0.5, 0, 255).astype(np.uint8)
    return lit, np.repeat(kinds, each), np.repeat(inks, each), turned


def _label(tile: str) -> tuple[int, int]:
    if tile in KINDS:
        return KINDS.index(tile), _UNKNOWN
    return KINDS.index(tile[1:]), INKS.index(tile[0])


def _cut(patch: Array, upside_down: bool, rng: np.random.Generator) -> Array:
    """A crop with the error that found corners have, now and then less sharp; 0 to 1."""
    size = np.array([PATCH_WIDTH, PATCH_HEIGHT], np.float32)
    reach = (1 + 2 * CROP_MARGIN) / (1 + 2 * PATCH_MARGIN)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    corners = box * reach * np.exp(rng.normal(0, 0.03, 2)) + rng.normal(0, 0.025, 2)
    corners += rng.normal(0, 0.02, (4, 2))
    source = ((corners + 1) / 2 * size - 0.5).astype(np.float32)
    if upside_down:
        source = source[[2, 3, 0, 1]]
    width, height = CROP_WIDTH, CROP_HEIGHT
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    crop = cv2.warpPerspective(
        patch,
        cv2.getPerspectiveTransform(source, target.astype(np.float32)),
        (width, height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return _less_sharp(crop, rng).astype(np.float32) / 255


def _less_sharp(crop: Array, rng: np.random.Generator) -> Array:
    how = rng.random()
    if how < 0.25:
        return np.asarray(cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.5, 1.2)))
    if how < 0.55:
        share = rng.uniform(0.3, 0.8)
        small = cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, (CROP_WIDTH, CROP_HEIGHT)))
    return crop


def _another_light(crops: Array, rng: np.random.Generator) -> Array:
    """The crops under another exposure, white balance, colourfulness, shadow and noise."""
    count = len(crops)

    def normal(*shape: int) -> Array:
        return rng.normal(0, 1, (count, *shape)).astype(np.float32)

    lit = np.maximum(crops, 1e-4) ** np.exp(0.2 * normal(1, 1, 1))
    grey = lit.mean(3, keepdims=True)
    lit = grey + (lit - grey) * np.exp(0.15 * normal(1, 1, 1))
    lit = lit * np.exp(0.06 * normal(1, 1, 3)) * np.exp(0.12 * normal(1, 1, 1))
    across = np.linspace(-1, 1, CROP_WIDTH, dtype=np.float32)[None, None, :, None]
    down = np.linspace(-1, 1, CROP_HEIGHT, dtype=np.float32)[None, :, None, None]
    lit = lit * (1 + 0.08 * (normal(1, 1, 1) * across + normal(1, 1, 1) * down))
    noise = rng.standard_normal(lit.shape, np.float32)
    return np.asarray(lit + noise * 0.02 * rng.random((count, 1, 1, 1), np.float32))


def _kept_at(home: Path, profile: Profile) -> Path:
    sources = f"{VERSION} {profile.digest} {classify.loaded().config['sha256']}"
    return home.with_name(
        f"{home.stem}.{hashlib.sha256(sources.encode()).hexdigest()[:_SIGNS]}.npz"
    )


def _read_kept(path: Path) -> Adaptation | None:
    """What was kept; None when there is nothing, or something else."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            found = Adaptation(kept["weights"], kept["bias"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return found if _is_sound(found) else None


def _is_sound(found: Adaptation) -> bool:
    """Whether this can be a correction for the network in use."""
    shapes = found.weights.shape[:1] == found.bias.shape == (len(KINDS) + len(INKS) + 1,)
    return shapes and bool(np.isfinite(found.weights).all() and np.isfinite(found.bias).all())


def forget_kept(home: Path) -> None:
    """Delete what was kept beside the profile in the file ``home``."""
    for old in home.parent.glob(f"{home.stem}.{'[0-9a-f]' * _SIGNS}.npz"):
        old.unlink(missing_ok=True)


def _keep(home: Path, path: Path, found: Adaptation) -> None:
    """Keep the fit in place of those of earlier networks and pictures; it may fail."""
    with suppress(OSError):
        forget_kept(home)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            np.savez(file, weights=found.weights, bias=found.bias)
        os.replace(name, path)
