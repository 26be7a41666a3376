"""Patches of single tiles, cut once from labelled photos, and batches of them.

A patch shows one tile upright with a wide margin; a batch cuts it again with a
small random error of the quad, under another light, sharpness and noise, all
as tensor operations so that one core keeps up with the training.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.classify import CROP_HEIGHT, CROP_MARGIN, CROP_WIDTH, INKS, KINDS
from vision.patches import EMPTY_OVERLAP, LEAST_HEIGHT, PATCH_MARGIN, cut_at, overlap
from vision.training.labels import LabelledPhoto

NO_INK = -1
NO_TILE = KINDS.index("none")
BLURS = ((0.14, (3, 3)), (0.03, (5, 5)), (0.025, (7, 1)), (0.025, (1, 7)))
"""Parts of a batch that are blurred, and over how many pixels down and across."""
SHRINKS = (
    (0.2, ((0.3, 0.8), (0.3, 0.8))),
    (0.08, ((0.15, 0.5), (0.5, 1.0))),
    (0.05, ((0.5, 1.0), (0.15, 0.5))),
)
"""Parts that are seen small, and to which shares of the height and width."""
DARK_SHARE, GLARE_SHARE = 0.12, 0.08
"""Parts of a batch that are taken in the dark, and washed out."""
CUT_SHARE, COVERED_SHARE, LAMP_SHARE = 0.08, 0.08, 0.05
"""Parts that the photo's frame cuts, that something lies on, and that mirror a lamp."""
LOOSE_SHARE, LIP_SHARE = 0.2, 0.12
"""Parts whose corners are far off, as where only a part of the tile shows, and whose lower end
the lip of a rack hides."""
LOOSE_EDGE, LOOSE_FOOT = (-0.1, 0.12), (-0.12, 0.3)
"""How far a loose crop's edges lie inside the tile, in shares of the crop; its foot farther."""
LIP = (0.68, 1.0)
"""Where a lip begins, in shares of the tile's height from its top."""


@dataclass(frozen=True, slots=True)
class Patches:
    """``pixels`` uint8 ``(N, 96, 72, 3)`` RGB; ``kinds`` and ``inks`` int64 ``(N,)``.

    ``inks`` is -1 where there is no ink to name (jokers, backs, no tile).
    """

    pixels: np.ndarray
    kinds: np.ndarray
    inks: np.ndarray


def joined(parts: Sequence[Patches]) -> Patches:
    """All patches of several stores, in order."""
    return Patches(
        np.concatenate([part.pixels for part in parts]),
        np.concatenate([part.kinds for part in parts]),
        np.concatenate([part.inks for part in parts]),
    )


def label_of(name: str) -> tuple[int, int]:
    """Kind and ink number of a tile in notation (``R7``, ``J``, ``X``)."""
    if name in ("J", "JD", "JM", "JC"):
        return KINDS.index("J"), NO_INK
    if name == "X":
        return KINDS.index("X"), NO_INK
    return KINDS.index(name[1:]), INKS.index(name[0])


def cut_patches(photos: Sequence[LabelledPhoto], *, seed: int, negatives: float = 0.15) -> Patches:
    """One patch per labelled tile, and ``negatives`` times as many of no tile."""
    rng = np.random.default_rng(seed)
    pixels: list[np.ndarray] = []
    labels: list[tuple[int, int]] = []
    for photo in photos:
        image = photo.pixels()
        wanted = int(rng.poisson(max(0.5, negatives * len(photo.names))))
        empty = list(_empty_quads(photo, image.shape, wanted, rng))
        tall = np.linalg.norm(photo.quads[:, 0] - photo.quads[:, 3], axis=1) >= LEAST_HEIGHT
        labels += [label_of(name) for name, seen in zip(photo.names, tall, strict=True) if seen]
        labels += [(NO_TILE, NO_INK)] * len(empty)
        pixels.append(cut_at(image, [*photo.quads[tall], *empty]))
    kinds, inks = np.array(labels, np.int64).T
    return Patches(np.concatenate(pixels), kinds, inks)


def _empty_quads(
    photo: LabelledPhoto, shape: tuple[int, ...], count: int, rng: np.random.Generator
) -> Iterator[np.ndarray]:
    """Tile-shaped places that hold no tile, or only a slice of one."""
    height, width = shape[:2]
    taken = np.concatenate([photo.quads, photo.partial])
    for _ in range(count):
        if len(photo.quads) and rng.random() < 0.6:
            quad = photo.quads[rng.integers(len(photo.quads))]
            across, down = quad[1] - quad[0], quad[3] - quad[0]
            step = rng.choice([-1, 1], 2) * rng.uniform(0.45, 1.5, 2)
            moved = quad + (across * step[0] if rng.random() < 0.5 else down * step[1])
            if rng.random() < 0.3:
                moved = moved.mean(0) + (moved - moved.mean(0)) * rng.uniform(0.25, 2.5)
        else:
            tall = float(np.exp(rng.uniform(np.log(20), np.log(min(height, width) * 0.8))))
            box = np.array([[-0.37, -0.5], [0.37, -0.5], [0.37, 0.5], [-0.37, 0.5]]) * tall
            angle = rng.uniform(-np.pi, np.pi)
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            moved = box @ turn.T + rng.uniform([0, 0], [width, height])
        if overlap(moved, taken) < EMPTY_OVERLAP:
            yield moved.astype(np.float32)


def batches(
    pools: Sequence[tuple[float, Patches]], *, size: int, steps: int, seed: int
) -> Iterator[tuple[Tensor, Tensor, Tensor, Tensor]]:
    """Endless ``(crops (N, 3, 64, 48) in 0..1, kinds, inks, upside_down)`` batches."""
    rng = np.random.default_rng(seed)
    torch_rng = torch.Generator().manual_seed(seed)
    shares = np.array([share for share, _ in pools])
    counts = np.floor(size * shares / shares.sum()).astype(int)
    counts[0] += size - counts.sum()
    weights = [_balance(patches) for _, patches in pools]
    for _ in range(steps):
        picks = [
            (patches, rng.choice(len(weight), int(n), p=weight))
            for (_, patches), n, weight in zip(pools, counts, weights, strict=True)
        ]
        pixels = torch.from_numpy(np.concatenate([p.pixels[i] for p, i in picks]))
        kinds = torch.from_numpy(np.concatenate([p.kinds[i] for p, i in picks]))
        inks = torch.from_numpy(np.concatenate([p.inks[i] for p, i in picks]))
        turned = torch.rand(size, generator=torch_rng) < 0.5
        yield crops_of(pixels, turned, torch_rng), kinds, inks, turned


def _balance(patches: Patches) -> np.ndarray:
    """Sampling weights: rare kinds more often, but not without end."""
    counts = np.bincount(patches.kinds, minlength=len(KINDS)).astype(float)
    weight = 1 / np.sqrt(np.maximum(counts, 1.0))
    each = weight[patches.kinds]
    return each / each.sum()


def crops_of(pixels: Tensor, turned: Tensor, rng: torch.Generator) -> Tensor:
    """Disturbed crops ``(N, 3, 64, 48)`` in 0..1 of uint8 patches ``(N, 96, 72, 3)``."""
    x = pixels.permute(0, 3, 1, 2).float().div_(255)
    grid = _cut_by_the_frame(_random_grid(len(x), turned, rng), rng)
    x = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    x = _behind_a_lip(x, grid, rng)
    x = random_sharpness(_partly_hidden(x, rng), rng)
    return random_light(x, rng).clamp_(0, 1)


def _random_grid(count: int, turned: Tensor, rng: torch.Generator) -> Tensor:
    """Where each crop pixel comes from, with the error that found corners have."""

    def normal(scale: float) -> Tensor:
        return torch.randn(count, generator=rng) * scale

    reach = (1 + 2 * CROP_MARGIN) / (1 + 2 * PATCH_MARGIN)
    (narrower, aside), (lower, up) = _loose_edges(count, rng)
    angle, shear = normal(0.03), normal(0.035)
    wide = reach * torch.exp(normal(0.045)) * narrower
    tall = reach * torch.exp(normal(0.04)) * lower
    sign = torch.where(turned, -1.0, 1.0)
    cosine, sine = torch.cos(angle), torch.sin(angle)
    across, down = normal(0.035) + reach * aside, normal(0.03) - reach * up
    rows = torch.stack(
        [
            torch.stack([cosine * wide * sign, (shear - sine) * tall * sign, across], 1),
            torch.stack([sine * wide * sign, cosine * tall * sign, down], 1),
        ],
        1,
    )
    grid = functional.affine_grid(rows, [count, 3, CROP_HEIGHT, CROP_WIDTH], align_corners=False)
    keystone = torch.stack([normal(0.03), normal(0.03)], 1)[:, None, None, :]
    return grid / (1 + (grid * keystone).sum(-1, keepdim=True))


def _loose_edges(count: int, rng: torch.Generator) -> tuple[tuple[Tensor, Tensor], ...]:
    """By what share crops are narrower and lower than they should be, and lie aside and too high.

    Most are as they should be. Each ``(count,)``, across first; positions in halves of a crop.
    """
    chosen = torch.rand(count, generator=rng) < LOOSE_SHARE

    def inside(limits: tuple[float, float]) -> Tensor:
        low, high = limits
        return (low + (high - low) * torch.rand(count, generator=rng)) * chosen

    left, right, top = (inside(LOOSE_EDGE) for _ in range(3))
    foot = inside(LOOSE_FOOT)
    return (1 - left - right, left - right), (1 - top - foot, foot - top)


def _behind_a_lip(x: Tensor, grid: Tensor, rng: torch.Generator) -> Tensor:
    """A part of the crops ``(N, 3, H, W)`` stands in a rack whose lip hides their lower end.

    ``grid`` ``(N, H, W, 2)``: where on the patch each pixel was taken.
    """
    count = len(x)
    low, high = LIP
    share = low + (high - low) * torch.rand(count, 1, 1, generator=rng)
    line = (2 * share - 1) / (1 + 2 * PATCH_MARGIN)
    hiding = torch.rand(count, 1, 1, generator=rng) < LIP_SHARE
    slope = 0.1 * torch.randn(count, 1, 1, generator=rng)
    below = hiding & (grid[..., 1] + slope * grid[..., 0] > line)
    other = x[torch.randperm(count, generator=rng)].mean((2, 3), keepdim=True)
    colour = other * (0.3 + torch.rand(count, 3, 1, 1, generator=rng))
    return torch.where(below[:, None], colour, x)


def _cut_by_the_frame(grid: Tensor, rng: torch.Generator) -> Tensor:
    """Sampling places ``(N, H, W, 2)``; a part of the crops repeats the frame beyond some line.

    That is how :func:`vision.rectify.cut_crops` shows a tile that the photo cuts.
    """

    def drawn() -> Tensor:
        return torch.rand(len(grid), 1, 1, generator=rng)

    angle, where, chosen = drawn() * (2 * torch.pi), drawn() * 0.85 - 0.1, drawn() < CUT_SHARE
    outward = torch.stack([angle.cos(), angle.sin()], -1)
    beyond = ((grid * outward).sum(-1) - where).clamp(min=0) * chosen
    return grid - beyond[..., None] * outward


def _partly_hidden(x: Tensor, rng: torch.Generator) -> Tensor:
    """Something of one colour lies on a part of the crops, and a lamp shines in others.

    What is hidden may be the number itself: the network shall be unsure then.
    """
    count = len(x)

    def drawn(*shape: int) -> Tensor:
        return torch.rand(count, *(shape or (1, 1, 1)), generator=rng)

    which, sharp = drawn(), 1 + 30 * drawn() ** 2
    hiding = which < COVERED_SHARE
    shining = which > 1 - LAMP_SHARE
    seen = (_distance_from_a_spot(x, rng) - 1) * torch.where(hiding, 20.0, sharp)
    veil = (-seen).sigmoid() * torch.where(hiding, 1.0, 0.5 + 0.5 * drawn())
    other = x[torch.randperm(count, generator=rng)].mean((2, 3), keepdim=True)
    colour = torch.where(hiding, other * (0.4 + 0.9 * drawn(3, 1, 1)), 1.0)
    return torch.where(hiding | shining, x * (1 - veil) + colour * veil, x)


def _distance_from_a_spot(x: Tensor, rng: torch.Generator) -> Tensor:
    """``(N, 1, H, W)``: 1 on the edge of an ellipse somewhere on each crop, 0 in its middle."""

    def drawn() -> Tensor:
        return torch.rand(len(x), 1, 1, 1, generator=rng)

    down = torch.linspace(-1, 1, x.shape[2])[None, None, :, None] - (2 * drawn() - 1)
    across = torch.linspace(-1, 1, x.shape[3])[None, None, None, :] - (2 * drawn() - 1)
    angle, long, short = drawn() * torch.pi, 0.35 + 0.9 * drawn(), 0.2 + 0.4 * drawn()
    along = across * angle.cos() + down * angle.sin()
    aside = down * angle.cos() - across * angle.sin()
    return ((along / long) ** 2 + (aside / short) ** 2).sqrt()


def random_sharpness(x: Tensor, rng: torch.Generator) -> Tensor:
    """Blurs a part of the batch, and makes other parts small and large again.

    Blurs are out of focus or in motion; small are tiles far away, or low: seen from
    aslant a tile keeps its width but not its height, or lies on its side and keeps that.
    """
    which = torch.rand(len(x), generator=rng)
    lower = 0.0
    for share, (tall, wide) in BLURS:
        chosen = (which >= lower) & (which < lower + share)
        if chosen.any():
            pad = (tall // 2, wide // 2)
            x[chosen] = functional.avg_pool2d(
                x[chosen], (tall, wide), 1, pad, count_include_pad=False
            )
        lower += share
    for share, (tall, wide) in SHRINKS:
        chosen = (which >= lower) & (which < lower + share)
        if chosen.any():
            x[chosen] = _shrunk(x[chosen], _within(tall, rng), _within(wide, rng))
        lower += share
    return x


def _within(limits: tuple[float, float], rng: torch.Generator) -> float:
    return limits[0] + (limits[1] - limits[0]) * float(torch.rand(1, generator=rng))


def _shrunk(x: Tensor, tall: float, wide: float) -> Tensor:
    """The pixels that are left of a smaller crop; ``tall`` and ``wide`` are its share."""
    size = [max(2, round(x.shape[2] * tall)), max(2, round(x.shape[3] * wide))]
    low = functional.interpolate(x, size=size, mode="area")
    return functional.interpolate(low, x.shape[2:], mode="bilinear", align_corners=False)


def random_light(x: Tensor, rng: torch.Generator) -> Tensor:
    """Another exposure, white balance, contrast, colourfulness, glow and noise."""
    count = len(x)

    def normal(*shape: int) -> Tensor:
        return torch.randn(count, *shape, generator=rng)

    x = x.clamp(1e-4, 1) ** torch.exp(0.25 * normal(1, 1, 1))
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * torch.exp(0.2 * normal(1, 1, 1))
    x = x * torch.exp(0.08 * normal(3, 1, 1)) * torch.exp(0.15 * normal(1, 1, 1))
    field = functional.interpolate(
        0.15 * normal(1, 2, 2), (CROP_HEIGHT, CROP_WIDTH), mode="bilinear", align_corners=True
    )
    haze = 0.15 * torch.rand(count, 1, 1, 1, generator=rng) ** 2
    x = (x * (1 + field)) * (1 - haze) + haze
    x = _badly_exposed(x, rng)
    noise = torch.randn(x.shape, generator=rng)
    x = x + noise * (0.03 * torch.rand(count, 1, 1, 1, generator=rng))
    return (x * 255).round_().div_(255)


def _badly_exposed(x: Tensor, rng: torch.Generator) -> Tensor:
    """A part of the batch is left in the dark, and a part washed out by glare.

    In the dark a photo keeps few of its 256 steps; glare takes the contrast.
    """
    which = torch.rand(len(x), 1, 1, 1, generator=rng)
    share = torch.rand(len(x), 1, 1, 1, generator=rng)
    dark = 0.06 * 8**share
    haze = 0.4 + 0.45 * share
    x = torch.where(which < DARK_SHARE, x * dark, x)
    return torch.where(which > 1 - GLARE_SHARE, x * 1.3 * (1 - haze) + haze, x)
