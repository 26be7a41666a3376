"""Trains the classifier: ``python -m vision.training.train_classifier --help``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.classify import INKS, KINDS
from vision.training.classifier_samples import Patches, batches, cut_patches, joined
from vision.training.labels import load_labelled
from vision.training.loop import train, training_options
from vision.training.networks import ClassifierNet, carried_over

NUMBERED = KINDS.index("13") + 1
JOKER = KINDS.index("J")
SIX, NINE = KINDS.index("6"), KINDS.index("9")
NEGATIVE_SHARE = 0.15


def classifier_loss(net: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies of kind, ink (where there is one), direction and the look of a 6 or 9."""
    crops, kinds, inks, turned = batch
    with torch.autocast("cpu", torch.bfloat16):
        answer, _, nine = net(crops.contiguous(memory_format=torch.channels_last))
    answer = answer.float()
    kind_logits = answer[:, : len(KINDS)]
    ink_logits = answer[:, len(KINDS) : len(KINDS) + len(INKS)]
    kind = functional.cross_entropy(kind_logits, kinds, label_smoothing=0.02)
    inked = inks >= 0
    ink = functional.cross_entropy(ink_logits[inked], inks[inked], label_smoothing=0.02)
    directed = (kinds < NUMBERED) | (kinds == JOKER)
    up = functional.binary_cross_entropy_with_logits(answer[directed, -1], turned[directed].float())
    either = (kinds == SIX) | (kinds == NINE)
    looks_nine = ((kinds == NINE) != turned)[either].float()
    held = functional.binary_cross_entropy_with_logits(nine.float()[either, 0], looks_nine)
    right = (kind_logits.argmax(1) == kinds).float().mean()
    right_ink = (ink_logits[inked].argmax(1) == inks[inked]).float().mean()
    parts = {"kind": kind, "ink": ink, "up": up, "held": held}
    parts |= {"right": right, "right_ink": right_ink}
    return kind + ink + 0.5 * up + 0.2 * held, {name: value.item() for name, value in parts.items()}


def stored_patches(cache: Path, folder: Path, folds: tuple[int, ...] | None, seed: int) -> Patches:
    """The patches of a folder, cut on first use and kept in ``cache``."""
    if cache.exists():
        return _loaded(cache)
    patches = cut_patches(load_labelled(folder, folds), seed=seed)
    cache.parent.mkdir(parents=True, exist_ok=True)
    np.savez(cache, pixels=patches.pixels, kinds=patches.kinds, inks=patches.inks)
    return patches


def _loaded(file: Path) -> Patches:
    stored = np.load(file)
    return Patches(stored["pixels"], stored["kinds"], stored["inks"])


def main() -> None:
    parser = training_options(__doc__, steps=9000, batch=128, real_share=0.25)
    parser.add_argument("--negatives", type=Path, nargs="*", help="of mine_negatives (.npz)")
    parser.add_argument("--cache", type=Path, required=True, help="folder for the cut patches")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    seed = options.seed
    pools = []
    if options.photos:
        folds = tuple(options.folds)
        cache = options.cache / f"real{''.join(map(str, folds))}.npz"
        real = stored_patches(cache, options.photos, folds, seed)
        pools.append((options.real_share if options.scenes else 1.0, real))
    if options.scenes:
        share = 1 - options.real_share if options.photos else 1.0
        # the parts are gigabytes: nothing keeps them once they are joined
        caches = {folder: options.cache / f"{folder.name}.npz" for folder in options.scenes}
        pools.append((share, joined([stored_patches(c, f, None, seed) for f, c in caches.items()])))
    if options.negatives:
        pools.append((NEGATIVE_SHARE, joined([_loaded(file) for file in options.negatives])))
    net = ClassifierNet()
    if options.start:
        net.load_state_dict(carried_over(torch.load(options.start, weights_only=True)))
    train(
        net,
        batches(pools, size=options.batch, steps=options.steps, seed=seed),
        classifier_loss,
        steps=options.steps,
        learning_rate=options.rate,
        checkpoint=options.out,
    )


if __name__ == "__main__":
    main()
