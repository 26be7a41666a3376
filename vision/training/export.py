"""Writes a checkpoint as weights the product runs: ``python -m vision.training.export --help``."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import torch

from vision.training.networks import ClassifierNet, CornersNet, DetectorNet

NETWORKS = {
    "detector": (DetectorNet, (1, 3, 384, 384), {2: "height", 3: "width"}, ["answer"]),
    "corners": (CornersNet, (1, 3, 64, 48), {0: "batch"}, ["answer"]),
    "classifier": (ClassifierNet, (1, 3, 64, 48), {0: "batch"}, ["answer", "embedding", "nine"]),
}


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
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    config = {"name": folder.name, "sha256": digest, **settings}
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


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
