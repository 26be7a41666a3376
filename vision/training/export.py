"""Writes a checkpoint as weights the product runs: ``python -m vision.training.export --help``.

Large weights are kept in 16 bits, half the file, and cast to 32 when the network is
loaded: it computes as before.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from vision.training.networks import ClassifierNet, CornersNet, DetectorNet

NETWORKS = {
    "detector": (DetectorNet, (1, 3, 384, 384), {2: "height", 3: "width"}, ["answer"]),
    "corners": (CornersNet, (1, 3, 64, 48), {0: "batch"}, ["answer"]),
    "classifier": (ClassifierNet, (1, 3, 64, 48), {0: "batch"}, ["answer", "embedding", "nine"]),
}

HALVED_FROM = 256
"""Weights of as many numbers are kept in 16 bits; a few more digits of the others cost nothing."""


def export(name: str, checkpoint: Path, folder: Path, settings: dict[str, object]) -> None:
    """Writes ``model.onnx`` and ``config.json`` of the named network into ``folder``."""
    build, shape, axes, outputs = NETWORKS[name]
    net = build()
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / "model.onnx"
    torch.onnx.export(
        net.eval(),
        (torch.zeros(shape),),
        model,
        input_names=["image"],
        output_names=outputs,
        dynamic_axes={"image": axes, **dict.fromkeys(outputs, axes)},
        opset_version=17,
        dynamo=False,
    )
    onnx.save(halved(onnx.load(model)), model)
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    config = {"name": folder.name, "sha256": digest, **settings}
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same network with its large float32 weights kept as float16, each cast when loaded."""
    smaller = onnx.ModelProto()
    smaller.CopyFrom(model)
    casts = []
    for weight in smaller.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype == np.float32 and values.size >= HALVED_FROM:
            name, kept = weight.name, f"{weight.name}.half"
            weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), kept))
            casts.append(helper.make_node("Cast", [kept], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *smaller.graph.node]
    del smaller.graph.node[:]
    smaller.graph.node.extend(nodes)
    onnx.checker.check_model(smaller)
    return smaller


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(NETWORKS))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path, help="e.g. vision/weights/detector_v1")
    parser.add_argument("--set", nargs=2, action="append", default=[], metavar=("KEY", "JSON"))
    options = parser.parse_args()
    settings = {key: json.loads(value) for key, value in options.set}
    export(options.name, options.checkpoint, options.folder, settings)


if __name__ == "__main__":
    main()
