"""``python -m vision.synth.physical --count N --seed S DIR``."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

import numpy as np

from vision.synth.dataset import write_photos
from vision.synth.physical.plan import KINDS, Plan, plan_scene
from vision.synth.physical.seen import labels_of
from vision.synth.physical.sensor import expose
from vision.synth.truth import Scene

_QUALITY = 86


def main(arguments: list[str] | None = None) -> int:
    """Render scenes into a folder; the exit status."""
    options = _options(arguments)
    if options.count < 1 or options.samples < 1 or options.threads < 1:
        print("--count, --samples and --threads are numbers from 1 up", file=sys.stderr)
        return 2
    try:
        # The one module that needs Blender, and only to render.
        from vision.synth.physical.blender import render
    except ImportError as error:
        print(
            f"Blender is not here ({error}): pip install bpy==4.2.0 into a Python 3.11 of its"
            " own, as vision/synth/README.md tells",
            file=sys.stderr,
        )
        return 2
    photograph = partial(render, samples=options.samples, threads=options.threads)
    jobs = []
    for n in range(options.count):
        kind = options.kind or KINDS[n % len(KINDS)]
        plan = plan_scene(options.seed + n, kind=kind, size=options.size, split=options.split)
        jobs.append((f"{kind}-{plan.seed}.jpg", partial(_photo, plan, photograph)))
    path = write_photos(options.folder, jobs, quality=_QUALITY, progress=_tell)
    print(path)
    return 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m vision.synth.physical", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--count", type=int, default=12, help="scenes (default 12)")
    parser.add_argument("--seed", type=int, default=1, help="of the first scene (default 1)")
    parser.add_argument("--kind", choices=KINDS, help="default: tables and racks in turn")
    parser.add_argument("--split", choices=("train", "heldout"), default="heldout")
    parser.add_argument("--size", type=_size, default=(1000, 750), help="WIDTHxHEIGHT in pixels")
    parser.add_argument("--samples", type=int, default=32, help="rays a pixel (default 32)")
    parser.add_argument("--threads", type=int, default=1, help="of the CPU (default 1)")
    return parser.parse_args(arguments)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) >= 64 <= int(height)):
        raise argparse.ArgumentTypeError(f"not WIDTHxHEIGHT with 64 or more pixels each: {text!r}")
    return int(width), int(height)


def _photo(plan: Plan, photograph: partial[np.ndarray]) -> Scene:
    noise = np.random.default_rng([plan.seed, 0x5E45])
    return labels_of(plan, expose(photograph(plan), plan.sensor, noise))


def _tell(done: int, count: int) -> None:
    print(f"{done} of {count}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
