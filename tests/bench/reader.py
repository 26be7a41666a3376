"""The reader on labelled photos, beside Tesseract on thresholded outlines.

Photos: the test fold of every source below $TILE_PHOTOS, and the samples.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

from solver.rules import Rules
from tests.bench import _plain_reader
from vision import reader
from vision.evaluate import Read, evaluate
from vision.ocr import available
from vision.report import Evaluation

SAMPLES = Path(__file__).parents[2] / "samples"
TEST_FOLD = 4
SHARES = ("found", "read_right", "sets_exact")


def main() -> None:
    """Print accuracy and time of both readers, source by source."""
    folders = {"samples": SAMPLES}
    photos = os.environ.get("TILE_PHOTOS")
    if photos:
        folders[f"TILE_PHOTOS, fold {TEST_FOLD} where there are folds"] = Path(photos)
    else:
        print("TILE_PHOTOS is not set: only the samples are measured")
    ways: dict[str, Read] = {"networks": partial(reader.read, rules=Rules())}
    if available():
        ways["Tesseract on outlines"] = _plain_reader.read
    for title, folder in folders.items():
        for way, read in ways.items():
            print(f"\n{title}, {way}")
            _show(evaluate(folder, folds=(TEST_FOLD,), read=read, progress=_progress))


def _progress(done: int, total: int, name: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{total} {name:40}", end="\n" if done == total else "", file=sys.stderr)


def _show(evaluation: Evaluation) -> None:
    for source in evaluation.sources:
        tally = evaluation.tally(source)
        print(f"  {source}: {len(tally.photos)} photos")
        shares = tally.shares()
        for name in SHARES:
            print(f"    {name.replace('_', ' '):12} {shares[name]}")
        print(f"    {'false tiles':12} {tally.false_per_photo:.2f} a photo")
    times = evaluation.timings().items()
    stages = ", ".join(f"{stage} {median:.0f} / {p95:.0f}" for stage, (median, p95) in times)
    print(f"  ms, median / 95th percentile: {stages}")
