"""The mined negatives that a classifier still takes for tiles, and a few easy ones.

``python -m vision.training.hard_negatives --help``
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.classify import CROP_HEIGHT, CROP_MARGIN, CROP_WIDTH, KINDS
from vision.patches import PATCH_HEIGHT, PATCH_MARGIN, PATCH_WIDTH
from vision.training.networks import ClassifierNet

HARD = 0.05
"""Probability of being a tile from which on a patch is a hard one."""
EASY_SHARE = 0.1
BATCH = 256


def tile_probabilities(net: ClassifierNet, pixels: np.ndarray) -> np.ndarray:
    """``(N,)``: how likely the network takes patches ``(N, 96, 72, 3)`` for tiles."""
    shown = (1 + 2 * CROP_MARGIN) / (1 + 2 * PATCH_MARGIN)
    y, x = int((1 - shown) / 2 * PATCH_HEIGHT), int((1 - shown) / 2 * PATCH_WIDTH)
    parts = []
    for start in range(0, len(pixels), BATCH):
        inner = pixels[start : start + BATCH, y : PATCH_HEIGHT - y, x : PATCH_WIDTH - x]
        size = (CROP_WIDTH, CROP_HEIGHT)
        crops = [cv2.resize(patch, size, interpolation=cv2.INTER_AREA) for patch in inner]
        batch = torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float().div(255)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            logits, *_ = net(batch.contiguous(memory_format=torch.channels_last))
        chances = torch.softmax(logits.float()[:, : len(KINDS)], 1)
        parts.append(1 - chances[:, KINDS.index("none")].numpy())
    return np.concatenate(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--negatives", type=Path, required=True, help="of mine_negatives (.npz)")
    parser.add_argument("--checkpoint", type=Path, required=True, help="of the classifier")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="patches to write (.npz)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    net = ClassifierNet()
    net.load_state_dict(torch.load(options.checkpoint, weights_only=True))
    stored = np.load(options.negatives)
    pixels = stored["pixels"]
    kept = tile_probabilities(net.eval(), pixels) > HARD
    kept |= np.random.default_rng(options.seed).random(len(kept)) < EASY_SHARE
    np.savez(
        options.out, pixels=pixels[kept], kinds=stored["kinds"][kept], inks=stored["inks"][kept]
    )
    print(f"{kept.sum()} of {len(kept)} kept")


if __name__ == "__main__":
    main()
