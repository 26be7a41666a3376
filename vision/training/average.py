"""The mean of two checkpoints of one network: ``python -m vision.training.average --help``.

A network trained on from another one, and that other one, lie in one basin of the
loss; their mean reads new editions better than either (Wortsman et al., "Model
soups", ICML 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor

from vision.training.networks import carried_over


def mean(earlier: dict[str, Tensor], later: dict[str, Tensor]) -> dict[str, Tensor]:
    """Half of each; what only the later one has learned (``nine``) is the later one's."""
    return {
        name: (earlier[name] + value) / 2
        if value.is_floating_point() and not name.startswith("nine.")
        else value
        for name, value in later.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("earlier", type=Path)
    parser.add_argument("later", type=Path, help="trained on from the earlier one")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    options = parser.parse_args()
    states = [torch.load(file, weights_only=True) for file in (options.earlier, options.later)]
    torch.save(mean(*(carried_over(state) for state in states)), options.out)


if __name__ == "__main__":
    main()
