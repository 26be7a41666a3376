"""Loose crops of tiles and where their corners are, for the network that finds them.

The crops are cut from labelled photos round quads as the detector finds them:
the rectangle about a tile, a little off in place, turn and size, or a quad that
is nearly right already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.corners import HEIGHT, MARGIN, WIDTH
from vision.detect import CORE_SIDE
from vision.patches import LEAST_HEIGHT
from vision.rectify import cut_crops
from vision.training.classifier_samples import random_light, random_sharpness
from vision.training.labels import LabelledPhoto

NEARLY_RIGHT = 0.35
"""Share of the samples that start from the tile's own quad: the second look's case."""
SHADED_SHARE = 0.3
"""Share of the samples that lie partly in a shadow, or cut by the frame."""


@dataclass(frozen=True, slots=True)
class LooseCrops:
    """``pixels`` uint8 ``(N, 64, 48, 3)`` RGB; ``offsets`` float32 ``(N, 8)``.

    An offset is how far a corner of the crop's quad is from the tile's, in sides
    of the quad, x and y, the top-left corner first.
    """

    pixels: np.ndarray
    offsets: np.ndarray


def cut_loose(photos: Sequence[LabelledPhoto], *, seed: int, views: int = 1) -> LooseCrops:
    """``views`` crops of every labelled tile, each about another starting quad."""
    rng = np.random.default_rng(seed)
    pixels, offsets = [], []
    for photo in photos:
        tall = np.linalg.norm(photo.quads[:, 0] - photo.quads[:, 3], axis=1) >= LEAST_HEIGHT
        wanted = np.repeat(photo.quads[tall], views, axis=0)
        if not len(wanted):
            continue
        starts = np.stack([starting_quad(quad, rng) for quad in wanted])
        wanted = np.stack([_turned_alike(q, s) for q, s in zip(wanted, starts, strict=True)])
        image = photo.pixels()
        pixels.append(cut_crops(image, list(starts), width=WIDTH, height=HEIGHT, margin=MARGIN))
        offsets.append(offsets_between(starts, wanted).reshape(-1, 8))
    return LooseCrops(np.concatenate(pixels), np.concatenate(offsets).astype(np.float32))


def starting_quad(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A quad ``(4, 2)`` such as the detector might have found for this tile."""
    start = quad.astype(np.float64)
    if rng.random() > NEARLY_RIGHT:
        start = _rectangle(quad)
        spread = 1.0
    else:
        spread = 0.5
    center = start.mean(0)
    across = (start[1] + start[2] - start[0] - start[3]) / 2
    down = (start[2] + start[3] - start[0] - start[1]) / 2
    angle = rng.normal(0, 0.07 * spread)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    sizes = np.exp(rng.normal(0, 0.09 * spread, 2))
    shift = rng.normal(0, 0.06 * spread, 2)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    shape = start - center
    if spread == 1.0:
        shape = np.array([(i * across * sizes[0] + j * down * sizes[1]) / 2 for i, j in signs])
    else:
        shape = shape * sizes.mean()
    jitter = rng.normal(0, 0.03, (4, 2)) * spread * np.linalg.norm(down)
    return shape @ turn + center + shift[0] * across + shift[1] * down + jitter


def _rectangle(quad: np.ndarray) -> np.ndarray:
    """The rectangle about a tile's core, grown back, its corners nearest the tile's."""
    core = quad.mean(0) + (quad - quad.mean(0)) * CORE_SIDE
    box = cv2.boxPoints(cv2.minAreaRect(core.astype(np.float32)))
    box = box.mean(0) + (box - box.mean(0)) / CORE_SIDE
    if np.sign(_signed_area(box)) != np.sign(_signed_area(quad)):
        box = box[::-1]
    return _turned_alike(box, quad).astype(np.float64)


def _signed_area(quad: np.ndarray) -> float:
    x, y = quad.T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


def _turned_alike(quad: np.ndarray, like: np.ndarray) -> np.ndarray:
    """``quad`` starting at the corner that makes its corners lie nearest ``like``'s."""
    turns = [np.roll(quad, -k, axis=0) for k in range(4)]
    return min(turns, key=lambda turn: float(np.abs(turn - like).sum()))


def offsets_between(starts: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """``(N, 4, 2)``: the way from each start to its wanted corners, in sides of the start."""
    across = (starts[:, 1] + starts[:, 2] - starts[:, 0] - starts[:, 3]) / 2
    down = (starts[:, 2] + starts[:, 3] - starts[:, 0] - starts[:, 1]) / 2
    axes = np.stack([across, down], 2)[:, None]
    return np.linalg.solve(axes, (wanted - starts)[..., None])[..., 0]


def corner_batches(
    pools: Sequence[tuple[float, LooseCrops]], *, size: int, steps: int, seed: int
) -> Iterator[tuple[Tensor, Tensor]]:
    """``steps`` batches ``(crops (N, 3, 64, 48) in 0..1, offsets (N, 8))``; half are mirrored."""
    rng = np.random.default_rng(seed)
    torch_rng = torch.Generator().manual_seed(seed)
    shares = np.array([share for share, _ in pools])
    counts = np.floor(size * shares / shares.sum()).astype(int)
    counts[0] += size - counts.sum()
    for _ in range(steps):
        picks = [
            (crops, rng.integers(len(crops.pixels), size=int(n)))
            for (_, crops), n in zip(pools, counts, strict=True)
        ]
        pixels = torch.from_numpy(np.concatenate([c.pixels[i] for c, i in picks]))
        offsets = torch.from_numpy(np.concatenate([c.offsets[i] for c, i in picks]))
        x = pixels.permute(0, 3, 1, 2).float().div_(255)
        x, offsets = _mirrored(_partly_dark(x, torch_rng), offsets, torch_rng)
        yield random_light(random_sharpness(x, torch_rng), torch_rng).clamp_(0, 1), offsets


def _partly_dark(x: Tensor, rng: torch.Generator) -> Tensor:
    """One side of a part of the crops lies in a shadow, or beyond the frame: black."""
    count = len(x)

    def drawn() -> Tensor:
        return torch.rand(count, 1, 1, generator=rng)

    angle, where = drawn() * (2 * torch.pi), 0.25 + 0.7 * drawn()
    soft = 0.01 + 0.3 * drawn() ** 2
    across = torch.linspace(-1, 1, x.shape[3])[None, None, :]
    down = torch.linspace(-1, 1, x.shape[2])[None, :, None]
    inside = ((where - across * angle.cos() - down * angle.sin()) / soft).sigmoid()
    least = 0.35 * drawn() * (drawn() < 0.6)
    shade = least + (1 - least) * inside
    return torch.where((drawn() < SHADED_SHARE)[:, None], x * shade[:, None], x)


def _mirrored(x: Tensor, offsets: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """A corner looks the same in a mirror and upside down."""
    corners = offsets.reshape(-1, 4, 2).clone()
    aside = torch.rand(len(x), generator=rng) < 0.5
    x = x.clone()
    x[aside] = x[aside].flip(3)
    corners[aside] = corners[aside][:, [1, 0, 3, 2]] * torch.tensor([-1.0, 1.0])
    over = torch.rand(len(x), generator=rng) < 0.5
    x[over] = x[over].flip(2)
    corners[over] = corners[over][:, [3, 2, 1, 0]] * torch.tensor([1.0, -1.0])
    return x, corners.reshape(-1, 8)
