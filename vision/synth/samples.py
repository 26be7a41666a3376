"""The sample photos that a newcomer runs on: ``python -m vision.synth.samples samples``.

Each sample is a game of its own making: an edition, a table, a rack, a light.
They are rendered at twice their size and shrunk, with depth of field.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from solver.notation import format_table, format_tiles, parse_table, parse_tiles
from vision.synth.camera import Camera
from vision.synth.dataset import label_of
from vision.synth.games import Standing
from vision.synth.layout import table_sets
from vision.synth.rack import Rack
from vision.synth.sample_games import SAMPLES, Sample
from vision.synth.stage import Rng, Stage
from vision.synth.surface import surface
from vision.synth.truth import Scene

WIDTH, HEIGHT = 1600, 1200
_FINER = 2
_SMALLEST, _LARGEST = 200_000, 350_000


def render_table(sample: Sample) -> Scene:
    """The photo of the table, every set in the picture.

    Raises:
        RuntimeError: the sets found no room; another seed or smaller tiles help.
    """
    melds = [[str(tile) for tile in meld] for meld in parse_table(sample.table)]
    wanted = sum(map(len, melds))
    rng = np.random.default_rng([sample.seed, 1])
    for _ in range(20):
        stage = _stage(rng, sample, sample.tilt, sample.tile, sample.turned)
        placed = table_sets(rng, stage.camera, sample.edition.aspect, 999, melds, calm=True)
        if len(placed) < wanted:
            continue
        _lay_table(stage, sample)
        stage.place_flat(placed)
        return _photo(stage, "table", sample)
    raise RuntimeError(f"{sample.name}: the table has no room for its sets")


def render_rack(sample: Sample) -> Scene:
    """The photo of the rack."""
    rng = np.random.default_rng([sample.seed, 2])
    stage = _stage(rng, sample, sample.rack_tilt, sample.rack_tile, 0.0)
    _lay_table(stage, sample)
    rack = _rack(rng, sample, stage.camera)
    rows = []
    for row in sample.rack:
        tiles = [str(tile) for tile in parse_tiles(row)]
        step = sample.edition.aspect + 0.012
        along = -rack.length / 2 + 0.25 + float(rng.uniform(0, 0.5))
        rows.append([Standing(tile, along + n * step, n % 2 == 1) for n, tile in enumerate(tiles)])
    stage.fill_rack(rack, rows, 0)
    return _photo(stage, "rack", sample)


def truth(sample: Sample) -> dict[str, Any]:
    """What lies on the table and stands on the rack, as the contract writes it."""
    table = parse_table(sample.table)
    return {
        "about": sample.about,
        "table": [[str(tile) for tile in meld] for meld in table],
        "rack": [str(tile) for row in sample.rack for tile in parse_tiles(row)],
        "table_text": format_table(table),
        "rack_text": format_tiles(parse_tiles(" ".join(sample.rack))),
        "opened": sample.opened,
    }


def write_samples(folder: Path) -> None:
    """Write every sample: ``table.jpg``, ``rack.jpg``, ``truth.json``; and ``labels.json``."""
    labels: dict[str, Any] = {}
    for sample in SAMPLES:
        place = folder / sample.name
        place.mkdir(parents=True, exist_ok=True)
        for kind, render in (("table", render_table), ("rack", render_rack)):
            scene = render(sample)
            (place / f"{kind}.jpg").write_bytes(_jpeg(scene))
            labels[f"{sample.name}/{kind}.jpg"] = label_of(scene)
            print(f"{place / kind}.jpg: {len(scene.tiles)} tiles", file=sys.stderr)
        text = json.dumps(truth(sample), indent=1)
        (place / "truth.json").write_text(text + "\n", encoding="utf-8")
    lines = (
        f"{json.dumps(name)}:{json.dumps(label, separators=(',', ':'))}"
        for name, label in labels.items()
    )
    (folder / "labels.json").write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


def _stage(rng: Rng, sample: Sample, tilt: float, tile: float, turned: float) -> Stage:
    tile_px = tile * _FINER
    focal = 1.25 * WIDTH * _FINER
    camera = Camera(
        WIDTH * _FINER,
        HEIGHT * _FINER,
        focal,
        focal / tile_px,
        np.radians(tilt),
        np.radians(turned),
        (WIDTH * _FINER / 2, HEIGHT * _FINER / 2),
    )
    stage = Stage(rng, camera, sample.edition, tile_px)
    stage.light = float(rng.uniform(0.2, 1.3))
    stage.shadow_depth, stage.shadow_reach = 0.6, 0.5
    return stage


def _lay_table(stage: Stage, sample: Sample) -> None:
    """The same table top for both photos of a sample."""
    kind, seed = sample.surface
    texture = surface(np.random.default_rng(seed), 2048, kind)
    stage.spread(texture, 15.0, 0.35 if kind in ("wood", "planks") else 0.0)


def _rack(rng: Rng, sample: Sample, camera: Camera) -> Rack:
    longest = max(len(parse_tiles(row)) for row in sample.rack)
    length = longest * (sample.edition.aspect + 0.012) + 1.2
    foot = camera.ground((camera.width * 0.5, camera.height * 0.72))
    x, y = (0.0, 0.0) if foot is None else (float(foot[0]), float(foot[1]))
    return Rack(
        tiers=len(sample.rack),
        length=length,
        lean=0.42,
        step_up=0.72,
        step_back=0.55,
        lip=0.08,
        wall=0.85,
        x=x,
        y=y,
        angle=float(rng.normal(0, 0.07)),
        colour=sample.plastic,
        wooden=sample.wooden,
    )


def _photo(stage: Stage, kind: str, sample: Sample) -> Scene:
    tilted = stage.camera.tilt > 0.5
    return stage.finish(
        kind, sample.seed, sample.light, shrink=_FINER, depth=2.5 if tilted else 0.8
    )


def _jpeg(scene: Scene) -> bytes:
    """The best quality that keeps the file small enough to be kept in a repository."""
    data = b""
    for quality in range(95, 49, -3):
        flags = [cv2.IMWRITE_JPEG_QUALITY, quality]
        data = cv2.imencode(".jpg", scene.pixels[..., ::-1], flags)[1].tobytes()
        if len(data) <= _LARGEST:
            break
    return data


if __name__ == "__main__":
    write_samples(Path(sys.argv[1] if len(sys.argv) > 1 else "samples"))
