"""The weights that the product runs as a checkpoint that training can go on from.

``python -m vision.training.shipped --help``. An exported network has its batch norms folded
into its convolutions. They are taken out again here: each gets the mean and spread that
its values have on training crops, and gives back just what was folded in, so that the
checkpoint answers as the exported network does and can be trained like any other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.classifier_samples import batches as crops
from vision.training.classifier_samples import cut_patches
from vision.training.detector_samples import DetectorSamples
from vision.training.export import NETWORKS
from vision.training.labels import load_labelled

MOST_APART = 1e-3
"""Logits of a checkpoint and of the weights it was made of differ by rounding only."""


def load(name: str, model: Path) -> nn.Module:
    """The network called ``name`` with the weights of an exported ``model``, ready to run.

    Raises:
        ValueError: the file is of another network.
    """
    graph = onnx.load(model).graph
    kept = {weight.name.removesuffix(".half"): weight for weight in graph.initializer}
    arrays = {key: torch.from_numpy(_values(weight)) for key, weight in kept.items()}
    convolutions = [list(node.input) for node in graph.node if node.op_type == "Conv"]
    net = NETWORKS[name][0]()
    normed = list(_normed(net))
    plain = {module for module in net.modules() if isinstance(module, nn.Conv2d)}
    if len(convolutions) != len(plain):
        raise ValueError(f"{model} is no {name} of this form")
    for (convolution, norm), (_, weight, bias) in zip(normed, convolutions, strict=False):
        convolution.weight.data = arrays[weight]
        _pass_on(norm, arrays[bias])
    named = {key: value for key, value in arrays.items() if key in net.state_dict()}
    net.load_state_dict({**net.state_dict(), **named})
    return net.eval()


def _values(weight: onnx.TensorProto) -> np.ndarray:
    return numpy_helper.to_array(weight).astype(np.float32)


def _normed(net: nn.Module) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Convolutions with the batch norm behind them, in the order they run in."""
    before: nn.Conv2d | None = None
    for module in net.modules():
        if isinstance(module, nn.Conv2d):
            before = module
        elif isinstance(module, nn.BatchNorm2d) and before is not None:
            yield before, module
            before = None


def _pass_on(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Makes a batch norm add ``bias`` and do nothing else."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.data.fill_(1)
    norm.bias.data = bias.clone()


@torch.no_grad()
def take_out_norms(net: nn.Module, batches: Iterable[Tensor]) -> None:
    """Gives the batch norms of a loaded network the mean and spread of their values, in place.

    ``batches``: inputs of the network as it is trained on. What it answers stays the same.
    """
    norms = [norm for _, norm in _normed(net)]
    sums = {norm: torch.zeros(3, norm.num_features, dtype=torch.double) for norm in norms}

    def count(norm: nn.Module, values: tuple[Tensor, ...]) -> None:
        x = values[0].double().transpose(0, 1).flatten(1)
        sums[norm] += torch.stack([torch.full((len(x),), x.shape[1]), x.sum(1), (x * x).sum(1)])

    hooks = [norm.register_forward_pre_hook(count) for norm in norms]
    for batch in batches:
        net(batch)
    for hook in hooks:
        hook.remove()
    for norm, (number, total, squares) in sums.items():
        mean = total / number
        norm.running_mean = mean.float()
        norm.running_var = (squares / number - mean**2).clamp(min=1e-6).float()
        norm.weight.data = (norm.running_var + norm.eps).sqrt()
        norm.bias.data += norm.running_mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(NETWORKS))
    parser.add_argument("model", type=Path, help="e.g. vision/weights/detector_v1/model.onnx")
    parser.add_argument("--photos", type=Path, nargs="+", required=True, help="labelled folders")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    options = parser.parse_args()
    net = load(options.name, options.model)
    probe = next(_inputs(options.name, options.photos))
    folded = _answers(net, probe)
    take_out_norms(net, _inputs(options.name, options.photos))
    apart = float((_answers(net, probe) - folded).abs().max())
    if apart > MOST_APART:
        raise SystemExit(f"the checkpoint would answer otherwise than {options.model}, by {apart}")
    torch.save(net.state_dict(), options.out)


@torch.no_grad()
def _answers(net: nn.Module, batch: Tensor) -> Tensor:
    answer = net(batch)
    return answer[0] if isinstance(answer, tuple) else answer


def _inputs(name: str, folders: list[Path], batches: int = 12) -> Iterator[Tensor]:
    """Training inputs of the network, cut from labelled photos."""
    photos = [photo for folder in folders for photo in load_labelled(folder)]
    if name == "detector":
        samples = DetectorSamples([(1.0, photos)], count=16 * batches)
        for start in range(0, len(samples), 16):
            images = np.stack([samples[start + i][0] for i in range(16)])
            yield torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255
        return
    some = np.random.default_rng(1).permutation(len(photos))[:120]
    patches = cut_patches([photos[i] for i in some], seed=1)
    for crop, *_ in crops([(1.0, patches)], size=128, steps=batches, seed=1):
        yield crop


if __name__ == "__main__":
    main()
