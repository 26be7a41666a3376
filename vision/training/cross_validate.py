"""Reads every training fold with networks that never saw it.

``python -m vision.training.cross_validate --help``

The networks trained on rendered scenes alone are the start; for each fold they are
trained on with the other folds, and read the one left out. Fold 4 is never
trained on by anything: the shipped networks are measured on it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from vision import weights
from vision.evaluate import evaluate
from vision.report import Evaluation
from vision.training.export import export
from vision.training.labels import TRAINING_FOLDS

STEPS = {"detector": 600, "corners": 300, "classifier": 400}
RATES = {"detector": 8e-4, "corners": 1e-3, "classifier": 1e-3}
CHECKPOINTS = {"detector": "d.pt", "corners": "k.pt", "classifier": "c.pt"}


def fine_tune(name: str, fold: int, options: argparse.Namespace) -> Path:
    """Goes on from the rendered-only checkpoint with all training folds but this one."""
    folder = options.work / f"fold{fold}"
    folder.mkdir(parents=True, exist_ok=True)
    out = folder / CHECKPOINTS[name]
    if out.exists():
        return out
    others = [str(other) for other in TRAINING_FOLDS if other != fold]
    command = [
        *(sys.executable, "-m", f"vision.training.train_{name}"),
        *("--photos", options.photos, "--folds", *others, "--scenes", *options.scenes),
        *("--steps", STEPS[name], "--rate", RATES[name], "--seed", 10 + fold),
        *("--start", options.start / CHECKPOINTS[name], "--out", out),
    ]
    if name != "detector":
        command += ["--cache", options.cache]
    if name == "classifier" and options.negatives:
        command += ["--negatives", *options.negatives]
    subprocess.run([str(part) for part in command], check=True)
    return out


def read_fold(fold: int, folder: Path, photos: Path) -> Evaluation:
    """The evaluation of one fold with the weights in ``folder``; once a process."""
    weights.FOLDER = folder
    return evaluate(photos, folds=(fold,))


def report(evaluation: Evaluation) -> dict[str, Sequence[int]]:
    """Counts that can be added up over folds: name -> (count, of)."""
    tables = evaluation.tally(scene="table").shares()
    shares = evaluation.tally().shares()
    found = {name: (share.count, share.total) for name, share in shares.items()}
    found["table_sets_exact"] = (tables["sets_exact"].count, tables["sets_exact"].total)
    found["false_tiles"] = (evaluation.tally().false_tiles, len(evaluation.photos))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of real labelled photos")
    parser.add_argument("--scenes", type=Path, nargs="+", default=[], help="rendered folders")
    parser.add_argument("--negatives", type=Path, nargs="*", default=[], help="rendered only")
    parser.add_argument("--start", type=Path, help=f"folder with {', '.join(CHECKPOINTS.values())}")
    parser.add_argument("--cache", type=Path, help="folder for cut patches")
    parser.add_argument("--work", type=Path, required=True, help="folder for what is made")
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--folds", type=int, nargs="*", default=TRAINING_FOLDS)
    parser.add_argument("--read", type=int, help="only read this fold, with what was made")
    options = parser.parse_args()
    if options.read is not None:
        made = options.work / f"fold{options.read}"
        print(json.dumps(report(read_fold(options.read, made, options.photos))), flush=True)
        return
    for fold in options.folds:
        for name in STEPS:
            checkpoint = fine_tune(name, fold, options)
            settings = {"temperature": options.temperature} if name == "classifier" else {}
            export(name, checkpoint, options.work / f"fold{fold}" / f"{name}_v1", dict(settings))
        # loaded networks are kept for the life of a process: each fold reads in its own
        command = [sys.executable, "-m", "vision.training.cross_validate", "--read", str(fold)]
        places = ["--photos", str(options.photos), "--work", str(options.work)]
        answer = subprocess.run([*command, *places], check=True, capture_output=True, text=True)
        print(f"fold {fold}: {answer.stdout.strip()}", flush=True)


if __name__ == "__main__":
    main()
