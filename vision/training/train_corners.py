"""Trains the finder of corners: ``python -m vision.training.train_corners --help``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.training.corner_samples import LooseCrops, corner_batches, cut_loose
from vision.training.labels import load_labelled
from vision.training.loop import train, training_options
from vision.training.networks import CornersNet, carried_over

RENDERED_SCENES = 1500
"""Of each rendered folder; more tiles than these do not help."""
REAL_VIEWS = 6
BLUNT = 0.05
"""Errors smaller than this count by their square."""


def corner_loss(net: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, float]]:
    """Smooth L1 of the corners' offsets, in sides of the quad."""
    crops, offsets = batch
    with torch.autocast("cpu", torch.bfloat16):
        answer = net(crops.contiguous(memory_format=torch.channels_last))
    loss = functional.smooth_l1_loss(answer.float(), offsets, beta=BLUNT)
    error = (answer.float() - offsets).abs()
    parts = {"loss": loss, "mean": error.mean(), "worst": error.max(1).values.median()}
    return loss * 10, {name: value.item() for name, value in parts.items()}


def stored_crops(cache: Path, folder: Path, folds: tuple[int, ...] | None, seed: int) -> LooseCrops:
    """The loose crops of a folder, cut on first use and kept in ``cache``."""
    if not cache.exists():
        photos = load_labelled(folder, folds)
        real = folds is not None
        crops = cut_loose(
            photos if real else photos[:RENDERED_SCENES], seed=seed, views=REAL_VIEWS if real else 1
        )
        cache.parent.mkdir(parents=True, exist_ok=True)
        np.savez(cache, pixels=crops.pixels, offsets=crops.offsets)
    stored = np.load(cache)
    return LooseCrops(stored["pixels"], stored["offsets"])


def main() -> None:
    parser = training_options(__doc__, steps=6000, batch=192, real_share=0.3)
    parser.add_argument("--cache", type=Path, required=True, help="folder for the cut crops")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    pools: list[tuple[float, LooseCrops]] = []
    if options.photos:
        folds = tuple(options.folds)
        cache = options.cache / f"corners-real{''.join(map(str, folds))}.npz"
        real = stored_crops(cache, options.photos, folds, options.seed)
        pools.append((options.real_share if options.scenes else 1.0, real))
    for folder in options.scenes:
        share = (1 - options.real_share if options.photos else 1.0) / len(options.scenes)
        cache = options.cache / f"corners-{folder.name}.npz"
        pools.append((share, stored_crops(cache, folder, None, options.seed)))
    net = CornersNet()
    if options.start:
        net.load_state_dict(carried_over(torch.load(options.start, weights_only=True)))
    train(
        net,
        corner_batches(pools, size=options.batch, steps=options.steps, seed=options.seed),
        corner_loss,
        steps=options.steps,
        learning_rate=options.rate,
        checkpoint=options.out,
    )


if __name__ == "__main__":
    main()
