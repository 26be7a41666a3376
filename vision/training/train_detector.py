"""Trains the detector: ``python -m vision.training.train_detector --help``."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader

from vision.training.detector_samples import DetectorSamples
from vision.training.labels import LabelledPhoto, load_labelled
from vision.training.loop import train, training_options
from vision.training.networks import CORE_CHANNEL, SHAPE_CHANNELS, UP_CHANNELS, DetectorNet


def detector_loss(net: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, float]]:
    """Core: weighted cross-entropy and overlap; shape: L1; up: cosine."""
    image, targets = batch
    x = image.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
    core, weight, size = targets[:, 0], targets[:, 1], targets[:, 12]
    with torch.autocast("cpu", torch.bfloat16):
        answer = net(x)
    answer = answer.float()
    logits = answer[:, CORE_CHANNEL]
    entropy = functional.binary_cross_entropy_with_logits(logits, core, weight)
    inside = torch.sigmoid(logits) * (weight > 0)
    overlap = 1 - (2 * (inside * core).sum((1, 2)) + 10) / (
        inside.sum((1, 2)) + core.sum((1, 2)) + 10
    )
    shape = _shape_loss(answer[:, SHAPE_CHANNELS], targets[:, 2:10], size)
    up = 1 - functional.cosine_similarity(answer[:, UP_CHANNELS], targets[:, 10:12], dim=1)
    # every tile weighs alike, however many cells it covers
    share = core / (size * size).clamp(min=0.05)
    total = share.sum().clamp(min=1.0)
    shape_loss, up_loss = (shape * share).sum() / total, (up * share).sum() / total
    loss = 4 * entropy + overlap.mean() + 2 * shape_loss + 0.5 * up_loss
    parts = {"core": entropy, "overlap": overlap.mean(), "shape": shape_loss, "up": up_loss}
    return loss, {name: value.item() for name, value in parts.items()}


def _shape_loss(answer: Tensor, wanted: Tensor, size: Tensor) -> Tensor:
    """Mean error of centre (relative to the tile), doubled angles and log lengths."""
    error = (answer - wanted).abs()
    return (error[:, :2].sum(1) / size + error[:, 2:].sum(1)) / 8


def main() -> None:
    parser = training_options(__doc__, steps=9000, batch=8, real_share=0.3)
    parser.add_argument("--backgrounds", type=Path, nargs="*", default=[], help="without tiles")
    parser.add_argument(
        "--background-share", type=float, default=0.15, help="of these, for one sample with tiles"
    )
    parser.add_argument("--side", type=int, default=384)
    parser.add_argument("--workers", type=int, default=1, help="processes that make samples")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    rendered: list[LabelledPhoto] = [p for folder in options.scenes for p in load_labelled(folder)]
    real = load_labelled(options.photos, options.folds) if options.photos else []
    empty = [p for folder in options.backgrounds for p in load_labelled(folder)]
    real_share = options.real_share if real else 0.0
    samples = DetectorSamples(
        [(real_share, real), (1 - real_share, rendered), (options.background_share, empty)],
        count=options.steps * options.batch,
        side=options.side,
        seed=options.seed,
    )
    net = DetectorNet()
    if options.start:
        net.load_state_dict(torch.load(options.start, weights_only=True))
    train(
        net,
        DataLoader(samples, options.batch, num_workers=options.workers, prefetch_factor=8),
        detector_loss,
        steps=options.steps,
        learning_rate=options.rate,
        checkpoint=options.out,
    )


if __name__ == "__main__":
    main()
