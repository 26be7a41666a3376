"""The games that the sample photos show: what lies there and how it is printed and lit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vision.synth.edition import Edition, Rgb, random_edition
from vision.synth.fonts import Typeface, typefaces
from vision.synth.lens import Conditions


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
