"""Photos that belong together: one game laid out in order, one table seen from several places."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.synth.edition import Edition, random_edition
from vision.synth.games import COLORS
from vision.synth.layout import Placed, table_sets
from vision.synth.lens import random_conditions
from vision.synth.scene import random_camera
from vision.synth.stage import Rng, Stage
from vision.synth.truth import Scene


def ordered_game(
    seed: int,
    *,
    size: tuple[int, int] = (1600, 1200),
    edition: Edition | None = None,
    split: str = "train",
) -> Scene:
    """One of every tile in rows, a row a colour, the jokers last: to learn a game from.

    The groups are the four rows and the jokers; the same arguments give the
    same photo.
    """
    rng = np.random.default_rng([seed, 41])
    edition = edition or random_edition(rng, split)
    across = 13 * (edition.aspect + 0.05) + 0.6
    tile_px = min(size[0] / across, size[1] / 6.2) * float(rng.uniform(0.85, 0.97))
    camera = random_camera(rng, "single", size, tile_px)
    camera = replace(
        camera,
        tilt=min(camera.tilt, 0.2),
        roll=float(rng.normal(0, 0.02)),
        center=(size[0] / 2, size[1] / 2),
    )
    stage = Stage(rng, camera, edition, tile_px)
    stage.lay_surface()
    rows = [[f"{color}{n}" for n in range(1, 14)] for color in COLORS]
    stage.place_flat(_rows(rng, [*rows, ["J", "J"]], edition.aspect))
    return stage.finish("table", seed, random_conditions(rng, tile_px))


def views(
    seed: int, count: int, *, size: tuple[int, int] = (1000, 750), split: str = "train"
) -> tuple[Scene, ...]:
    """``count`` photos of one table, taken by moving along it from left to right.

    Neighbouring photos share about half of what they show. The tiles lie the
    same in all; light, blur and noise differ.
    """
    rng = np.random.default_rng([seed, 42])
    edition = random_edition(rng, split)
    tile_px = min(size) * float(rng.uniform(0.1, 0.16))
    camera = random_camera(rng, "table", size, tile_px)
    camera = replace(camera, tilt=min(camera.tilt, 0.6), roll=float(rng.normal(0, 0.04)))
    step = size[0] * 0.5
    # Sets are laid over the strip that all photos see together.
    wide = replace(
        camera,
        width=round(size[0] + step * (count - 1)),
        center=(camera.center[0] + step * (count - 1) / 2, camera.center[1]),
        roll=0.0,
    )
    limit = int(9 * count + 12)
    placed = table_sets(rng, wide, edition.aspect, limit)
    light = float(rng.uniform(0, 2 * np.pi))
    photos = []
    for number in range(count):
        offset = (number - (count - 1) / 2) * step / tile_px
        moved = [replace(p, x=p.x - offset) for p in placed]
        # The same generator paints the same table; what the camera does is its own.
        stage = Stage(np.random.default_rng([seed, 43]), camera, edition, tile_px)
        stage.light = light
        stage.lay_surface(shift=-offset)
        stage.place_flat(moved)
        stage.rng = np.random.default_rng([seed, 44, number])
        photos.append(stage.finish("table", seed, random_conditions(stage.rng, tile_px)))
    return tuple(photos)


def _rows(rng: Rng, rows: list[list[str]], aspect: float) -> list[Placed]:
    """Rows of tiles laid by hand, left-aligned, a group each."""
    step = aspect + float(rng.uniform(0.01, 0.05))
    down = float(rng.uniform(1.03, 1.15))
    placed = []
    for row, tiles in enumerate(rows):
        for column, tile in enumerate(tiles):
            x = (column - 6) * step + float(rng.normal(0, 0.006))
            y = (row - (len(rows) - 1) / 2) * down + float(rng.normal(0, 0.01))
            placed.append(Placed(tile, x, y, float(rng.normal(0, 0.012)), row))
    return placed
