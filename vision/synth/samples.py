"""The sample photos that a newcomer runs on: ``python -m vision.synth.samples samples``.

Each sample is a game of its own making: an edition, a table, a rack, a light.
They are rendered at twice their size and shrunk, with depth of field.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from solver.notation import format_table, format_tiles, parse_table, parse_tiles
from vision.synth.camera import Camera
from vision.synth.dataset import label_of
from vision.synth.edition import Edition, Rgb, random_edition
from vision.synth.fonts import Typeface, typefaces
from vision.synth.layout import Standing, table_sets
from vision.synth.lens import Conditions
from vision.synth.rack import Rack
from vision.synth.stage import Rng, Scene, Stage
from vision.synth.surface import surface

WIDTH, HEIGHT = 1600, 1200
_FINER = 2
_SMALLEST, _LARGEST = 200_000, 350_000


@dataclass(frozen=True, slots=True)
class Sample:
    """A game: what lies there (notation), how it is printed and how it is seen.

    ``tilt`` and ``rack_tilt`` are in degrees from straight down, ``tile`` the
    height of a tile in pixels of the photo, ``surface`` the kind of table and the
    seed of its texture.
    """

    name: str
    about: str
    table: str
    rack: tuple[str, ...]
    edition: Edition
    surface: tuple[str, int]
    light: Conditions
    plastic: Rgb
    opened: bool = True
    tilt: float = 12.0
    rack_tilt: float = 52.0
    tile: float = 150.0
    rack_tile: float = 205.0
    wooden: bool = False
    turned: float = 0.0
    seed: int = 1


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


def _face(family: str, style: str, pen: str) -> Typeface:
    """That typeface where it is installed, else a pen of our own."""
    known = [face for split in ("train", "heldout") for f in typefaces(split) for face in f]
    for face in known:
        if (face.family, face.style) == (family, style):
            return face
    return next(face for face in known if face.family == pen)


def _light(**changes: Any) -> Conditions:
    calm = Conditions(
        exposure=1.0,
        gamma=1.0,
        gains=(1.03, 1.0, 0.96),
        gradient=0.22,
        shadow=0.0,
        metering=0.35,
        glare=0,
        glare_strength=0.3,
        defocus=0.5,
        motion=0.0,
        noise=2.2,
        sharpen=0.3,
        jpeg=96,
    )
    return replace(calm, **changes)


def _edition(seed: int, **changes: Any) -> Edition:
    plain = {
        "grain": 1.0,
        "weight": 0.0,
        "slant": 0.0,
        "ink_fade": 0.05,
        "frame": 0.0,
        "mark": "",
        "logo": "",
        "dent": "",
        "back": "",
        "foot": "",
        "rim": 0.25,
        "thickness": 0.16,
    }
    return replace(random_edition(np.random.default_rng(seed)), **{**plain, **changes})


_CLASSIC = _edition(
    11,
    colour=(250, 243, 226),
    side=(244, 234, 212),
    lower_side=(240, 228, 204),
    aspect=0.71,
    corner=0.06,
    bevel=0.05,
    bevel_depth=0.55,
    gloss=0.45,
    digit_height=0.31,
    digit_width=0.7,
    digit_y=0.33,
    engraved=0.5,
    spacing=0.03,
    dent="thumb",
    dent_depth=0.5,
    logo="Mirukub",
    logo_size=0.12,
    logo_y=0.84,
    logo_depth=0.7,
    joker="face",
    joker_variant=7,
    joker_size=0.42,
    joker_y=0.34,
    inks=((214, 36, 48), (18, 88, 180), (28, 28, 34), (246, 140, 42)),
    joker_inks=((214, 36, 48), (28, 28, 34)),
    typeface=_face("Liberation Sans", "Bold", "pen 2"),
)
_TEAL = _edition(
    12,
    colour=(250, 250, 247),
    side=(240, 240, 236),
    lower_side=(232, 232, 228),
    aspect=0.74,
    corner=0.13,
    bevel=0.02,
    bevel_depth=0.4,
    gloss=0.2,
    digit_height=0.36,
    digit_width=0.74,
    digit_y=0.36,
    engraved=0.0,
    spacing=0.05,
    foot="dot",
    joker="half",
    joker_variant=5,
    joker_size=0.5,
    joker_y=0.45,
    inks=((196, 22, 66), (0, 142, 158), (44, 48, 60), (240, 164, 30)),
    joker_inks=((196, 22, 66), (44, 48, 60)),
    typeface=_face("Lato", "Black", "pen 4"),
)
_LARGE = _edition(
    13,
    colour=(246, 246, 248),
    side=(236, 236, 240),
    lower_side=(226, 226, 232),
    aspect=0.72,
    corner=0.12,
    bevel=0.04,
    bevel_depth=0.7,
    gloss=0.6,
    digit_height=0.6,
    digit_width=0.84,
    digit_y=0.46,
    engraved=0.9,
    spacing=0.02,
    joker="face",
    joker_variant=21,
    joker_size=0.6,
    joker_y=0.47,
    inks=((205, 26, 36), (20, 84, 170), (24, 24, 30), (232, 108, 32)),
    joker_inks=((205, 26, 36), (24, 24, 30)),
    typeface=_face("Nimbus Sans", "Bold", "pen 9"),
)
_OKEY = _edition(
    14,
    colour=(240, 230, 170),
    side=(228, 216, 150),
    lower_side=(220, 206, 138),
    aspect=0.69,
    corner=0.05,
    bevel=0.02,
    bevel_depth=0.6,
    gloss=0.3,
    digit_height=0.4,
    digit_width=0.7,
    digit_y=0.31,
    engraved=0.8,
    spacing=0.06,
    mark="heart",
    mark_size=0.15,
    mark_y=0.74,
    dent="round",
    dent_size=0.3,
    dent_y=0.74,
    dent_depth=0.7,
    joker="hat",
    joker_variant=3,
    joker_size=0.5,
    joker_y=0.4,
    inks=((178, 40, 50), (70, 112, 196), (34, 32, 34), (228, 142, 28)),
    joker_inks=((178, 40, 50), (34, 32, 34)),
    typeface=_face("Roboto Condensed", "Bold", "pen 0"),
)
_THIN = _edition(
    15,
    colour=(245, 240, 228),
    side=(238, 230, 214),
    lower_side=(230, 220, 202),
    aspect=0.7,
    corner=0.16,
    bevel=0.03,
    bevel_depth=0.5,
    gloss=0.5,
    digit_height=0.33,
    digit_width=0.66,
    digit_y=0.3,
    engraved=0.6,
    spacing=0.09,
    dent="round",
    dent_size=0.3,
    dent_y=0.72,
    dent_depth=0.9,
    joker="sun",
    joker_variant=2,
    joker_size=0.46,
    joker_y=0.36,
    foot="bar",
    inks=((206, 44, 40), (26, 74, 160), (38, 38, 42), (236, 150, 40)),
    joker_inks=((236, 150, 40), (38, 38, 42)),
    typeface=_face("pen 6", "", "pen 6"),
)
_ROUND = _edition(
    16,
    colour=(253, 250, 240),
    side=(246, 240, 224),
    lower_side=(90, 130, 110),
    aspect=0.73,
    corner=0.1,
    bevel=0.04,
    bevel_depth=0.5,
    gloss=0.5,
    digit_height=0.34,
    digit_width=0.72,
    digit_y=0.35,
    engraved=0.3,
    spacing=0.04,
    dent="ring",
    dent_size=0.26,
    dent_y=0.76,
    dent_depth=0.6,
    joker="star",
    joker_variant=4,
    joker_size=0.42,
    joker_y=0.36,
    inks=((222, 50, 40), (36, 64, 150), (22, 24, 34), (250, 176, 36)),
    joker_inks=((222, 50, 40), (22, 24, 34)),
    typeface=_face("Comfortaa", "Bold", "pen 3"),
)

BLACK: Rgb = (30, 30, 32)

SAMPLES = (
    Sample(
        "kitchen",
        "walnut table by day, cream tiles with a dent; the rack has several plays",
        "R3 R4 R5 R6 | B7 K7 O7 | K9 K10 K11 | O1 O2 O3 O4 | R12 B12 K12",
        ("R7 B8 B9 B10 O5 K2", "B1 R13 O9 K6 O12 R7"),
        _CLASSIC,
        ("wood", 2),
        _light(),
        BLACK,
        seed=3,
    ),
    Sample(
        "marble",
        "white tiles in teal and crimson on white marble, a dot under 6 and 9",
        "B4 B5 B6 B7 B8 | R10 B10 O10 | K1 K2 K3 | R6 K6 O6 | O9 O10 O11",
        ("O12 R1 B1 O1 K4 R9", "B9 B13 K13 R2 B6"),
        _TEAL,
        ("marble", 5),
        _light(gains=(0.98, 1.0, 1.03), exposure=1.05, gradient=0.3),
        (236, 236, 232),
        seed=4,
    ),
    Sample(
        "blanket",
        "seen obliquely: very large digits on a checked blanket, a rack with three tiers",
        "R1 R2 R3 | B11 B12 B13 | K5 K6 K7 K8 | R9 K9 O9 | O4 O5 O6 O7",
        ("R4 R5 B10 K4 B9", "R13 O8 K13 O13 B2", "R8 K1 B9 O10"),
        _LARGE,
        ("checks", 0),
        _light(exposure=0.95, gradient=0.35),
        BLACK,
        tilt=50.0,
        rack_tilt=58.0,
        tile=165.0,
        rack_tile=200.0,
        seed=5,
    ),
    Sample(
        "jokers",
        "a joker in a run and one on the rack, suit marks, wooden rack, green felt",
        "R5 J R7 R8 | B2 K2 O2 | K10 K11 K12 K13 | O8 O9 O10",
        ("J B5 B6 R6 O11", "K4 R1 B13 R13 K9"),
        _OKEY,
        ("felt", 11),
        _light(gains=(1.08, 1.0, 0.86)),
        (186, 124, 72),
        wooden=True,
        seed=6,
    ),
    Sample(
        "last_move",
        "the rack goes out at once, by splitting the long blue run",
        "R2 R3 R4 | B4 B5 B6 B7 B8 B9 B10 | B12 K12 O12 | O1 O2 O3",
        ("K7 O7 R12", "R5 O4 R1"),
        _ROUND,
        ("planks", 7),
        _light(exposure=1.05),
        (226, 160, 130),
        seed=7,
    ),
    Sample(
        "misdealt",
        "the table holds a set that is none: red 5, 6 and 8",
        "R5 R6 R8 | B3 B4 B5 | R11 K11 O11 | O7 O8 O9 O10",
        ("R7 B6 K2 O13", "K8 R1 B12"),
        _CLASSIC,
        ("checks", 3),
        _light(gains=(1.0, 1.0, 1.0), shadow=0.35),
        BLACK,
        seed=8,
        turned=4.0,
    ),
    Sample(
        "opening",
        "nothing laid yet by this player: thirty points are needed, the light is a dim lamp",
        "K3 K4 K5 | R8 B8 O8",
        ("R10 B10 O10 K1 B4 R2 O6", "O12 R13 B7 K11 K13 B1 O5"),
        _THIN,
        ("speckle", 1),
        _light(
            gains=(1.16, 1.0, 0.74),
            exposure=0.62,
            noise=5.0,
            gradient=0.5,
            metering=0.1,
            shadow=0.3,
        ),
        BLACK,
        opened=False,
        tile=190.0,
        rack_tile=180.0,
        seed=9,
    ),
)


if __name__ == "__main__":
    write_samples(Path(sys.argv[1] if len(sys.argv) > 1 else "samples"))
