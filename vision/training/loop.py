"""The training loop both networks share: bf16 steps, averaged weights, checkpoints."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.training.labels import TRAINING_FOLDS

AVERAGE_DECAY = 0.998
WARM_UP_STEPS = 200


def training_options(
    about: str | None, *, steps: int, batch: int, real_share: float
) -> argparse.ArgumentParser:
    """The options that the training of every network takes, with these defaults.

    ``real_share``: part of each batch, 0 to 1, that is cut from real photos.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--photos", type=Path, help="folder of real labelled photos")
    parser.add_argument("--folds", type=int, nargs="*", default=TRAINING_FOLDS, help="of these")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="rendered folders")
    parser.add_argument("--real-share", type=float, default=real_share)
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1, help="of the step; 2 on an idle machine")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    return parser


def train(
    net: nn.Module,
    batches: Iterable[tuple[Tensor, ...]],
    loss_of: Callable[[nn.Module, tuple[Tensor, ...]], tuple[Tensor, dict[str, float]]],
    *,
    steps: int,
    learning_rate: float,
    checkpoint: Path,
    save_every: int = 500,
) -> nn.Module:
    """Trains ``net`` for ``steps`` batches and returns its averaged twin.

    The learning rate warms up, then falls along a half cosine. Every
    ``save_every`` steps (and at the end) the averaged weights are written to
    ``checkpoint``. Progress goes to stdout.
    """
    net = net.to(memory_format=torch.channels_last).train()
    average = torch.optim.swa_utils.AveragedModel(net, avg_fn=_averaged, use_buffers=True)
    optimizer = torch.optim.AdamW(net.parameters(), learning_rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _rate(step, steps))
    started, recent = time.monotonic(), {}
    for step, batch in enumerate(batches, 1):
        loss, parts = loss_of(net, batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        average.update_parameters(net)
        recent = {k: 0.98 * recent.get(k, v) + 0.02 * v for k, v in parts.items()}
        if step % 50 == 0:
            shown = "  ".join(f"{name} {value:.4f}" for name, value in recent.items())
            print(f"{step}/{steps}  {time.monotonic() - started:.0f} s  {shown}", flush=True)
        if step % save_every == 0 or step == steps:
            torch.save(average.module.state_dict(), checkpoint)
        if step == steps:
            break
    return average.module.eval()


def _averaged(average: Tensor, current: Tensor, updates: Tensor | int) -> Tensor:
    """Exponential average that forgets the first, random weights quickly."""
    decay = min(AVERAGE_DECAY, (1 + float(updates)) / (10 + float(updates)))
    if not average.is_floating_point():
        return current
    return torch.lerp(average, current, 1 - decay)


def _rate(step: int, steps: int) -> float:
    if step < WARM_UP_STEPS:
        return (step + 1) / WARM_UP_STEPS
    done = (step - WARM_UP_STEPS) / max(1, steps - WARM_UP_STEPS)
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
