"""What all tiles of one game have in common, and games drawn at random."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import numpy as np

from vision.synth.fonts import Typeface, typefaces
from vision.synth.joker import HELD_OUT_KINDS, TRAIN_KINDS
from vision.synth.marks import HELD_OUT_MARKS, TRAIN_MARKS

Rgb = tuple[int, int, int]
LARGE_SHARE, WEB_SHARE = 0.15, 0.85
"""Of the ``varied`` editions: in large print, and in a typeface of the longer list."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A printed game. Lengths are shares of the tile's height unless said.

    Colours are sRGB 0..255. ``digit_width`` is the widest a number may be and
    ``corner`` a share of the tile's width. ``rim`` 0..1 darkens the outermost
    edge. ``inks`` are red, blue, black, orange in that order; ``joker_inks`` are the
    two jokers of the game.
    """

    colour: Rgb
    aspect: float
    corner: float
    bevel: float
    bevel_depth: float
    rim: float
    thickness: float
    side: Rgb
    lower_side: Rgb
    gloss: float
    grain: float
    typeface: Typeface
    weight: float
    slant: float
    spacing: float
    digit_height: float
    digit_width: float
    digit_y: float
    engraved: float
    inks: tuple[Rgb, Rgb, Rgb, Rgb]
    ink_fade: float
    foot: str
    mark: str
    mark_size: float
    mark_y: float
    dent: str
    dent_size: float
    dent_y: float
    dent_depth: float
    frame: float
    frame_colour: Rgb | None
    logo: str
    logo_face: Typeface
    logo_size: float
    logo_y: float
    logo_depth: float
    joker: str
    joker_variant: int
    joker_size: float
    joker_y: float
    joker_inks: tuple[Rgb, Rgb]
    back: str

    def ink(self, color: str) -> Rgb:
        """The ink of ``R``, ``B``, ``K`` or ``O``."""
        return self.inks["RBKO".index(color)]


def random_edition(rng: np.random.Generator, split: str = "train") -> Edition:
    """A game as somebody might print it.

    ``split`` ``heldout`` draws typefaces, inks, marks and jokers that ``train``
    never draws; it is what unseen editions are measured on. ``large`` draws from
    the same stock as ``train``, with digits that fill the tile. ``varied`` draws most
    typefaces from the longer list that was fetched, and a part in large print.

    Raises:
        ValueError: no such split.
    """
    if split == "varied":
        edition = random_edition(rng, "large" if rng.random() < LARGE_SHARE else "train")
        web = typefaces("web")
        chosen = bool(web) and rng.random() < WEB_SHARE
        return replace(edition, typeface=_pick_face(rng, web)) if chosen else edition
    families = typefaces("train" if split == "large" else split)
    unseen = split == "heldout"
    typeface = _pick_face(rng, families)
    aspect = float(rng.uniform(0.64, 0.82))
    colour = _tile_colour(rng)
    style = rng.random()
    big = style < 0.2
    centred = not big and style < 0.38
    mark = ""
    if not big and rng.random() < 0.3:
        mark = str(rng.choice(HELD_OUT_MARKS if unseen else TRAIN_MARKS))
    height, digit_y = _digit_place(rng, big, centred, mark)
    inks = _inks(rng, unseen)
    lower = rng.random() < 0.2
    side = _shift(rng, colour, 14)
    edition = Edition(
        colour=colour,
        aspect=aspect,
        corner=float(rng.choice([0.0, 0.04, 0.08, 0.12, 0.17])) * float(rng.uniform(0.7, 1.2)),
        bevel=float(rng.choice([0.0, 0.02, 0.04, 0.07])) * float(rng.uniform(0.7, 1.3)),
        bevel_depth=float(rng.uniform(0.2, 1.0)),
        rim=float(rng.uniform(0.08, 0.5)),
        thickness=float(rng.uniform(0.1, 0.26)),
        side=side,
        lower_side=_rgb(rng.random(), rng.uniform(0.3, 0.9), rng.uniform(0.2, 0.9))
        if lower
        else side,
        gloss=float(rng.uniform(0, 1)),
        grain=float(rng.choice([0.0, 0.0, 1.0, 2.5])),
        typeface=typeface,
        weight=float(rng.choice([0, 0, 0, -1, 1, 2, 3])) * float(rng.uniform(0.5, 1.3)),
        slant=float(rng.choice([0.0, 0.0, 0.0, 0.0, rng.uniform(-0.05, 0.2)])),
        spacing=float(rng.uniform(-0.01, 0.13)),
        digit_height=height,
        digit_width=float(rng.uniform(0.78, 0.92)) if big else float(rng.uniform(0.6, 0.86)),
        digit_y=digit_y,
        engraved=float(rng.choice([0.0, 0.0, 0.5, 1.0])) * float(rng.uniform(0.5, 1.2)),
        inks=inks,
        ink_fade=float(rng.choice([0.0, 0.0, 0.05, 0.15, 0.3])),
        foot=str(rng.choice(["", "", "", "dot", "bar", "dot"])),
        mark=mark,
        mark_size=float(rng.uniform(0.12, 0.24)),
        mark_y=float(rng.uniform(0.68, 0.8)),
        dent="" if centred or big else str(rng.choice(["", "round", "thumb", "bowl", "ring"])),
        dent_size=float(rng.uniform(0.2, 0.34)),
        dent_y=float(rng.uniform(0.68, 0.78)),
        dent_depth=float(rng.uniform(0.3, 1.2)) * float(rng.choice([-1, 1, 1])),
        frame=float(rng.uniform(0.03, 0.08)) if rng.random() < 0.15 else 0.0,
        frame_colour=_shift(rng, inks[int(rng.integers(4))], 20) if rng.random() < 0.5 else None,
        logo="" if mark or rng.random() < 0.55 else _logo(rng),
        logo_face=_pick_face(rng, typefaces("train")),
        logo_size=float(rng.uniform(0.06, 0.13)),
        logo_y=float(rng.uniform(0.8, 0.9)),
        logo_depth=float(rng.uniform(-0.8, 0.8)),
        joker=str(rng.choice(HELD_OUT_KINDS if unseen else TRAIN_KINDS)),
        joker_variant=int(rng.integers(1000)) + (1000 if unseen else 0),
        joker_size=float(rng.uniform(0.36, 0.62)),
        joker_y=float(rng.uniform(0.36, 0.52)),
        joker_inks=_joker_inks(rng, inks),
        back=str(rng.choice(["", "", "", "logo", "pattern", "dent"])),
    )
    return _large_print(rng, edition) if split == "large" else edition


def _large_print(rng: np.random.Generator, edition: Edition) -> Edition:
    """The same game for weak eyes: a number is all there is on its tiles.

    Its jokers are drawings with features: blobs would teach that a bold 6 is one.
    """
    return replace(
        edition,
        weight=float(rng.choice([-1, 0, 0, 1, 2, 3, 4])) * float(rng.uniform(0.5, 1.2)),
        spacing=float(rng.uniform(-0.01, 0.06)),
        digit_height=float(rng.uniform(0.5, 0.84)),
        digit_width=float(rng.uniform(0.72, 0.97)),
        digit_y=float(rng.uniform(0.45, 0.54)),
        mark="",
        dent="",
        logo="",
        joker=str(rng.choice(("face", "half", "star", "word", "hat", "hair"))),
        joker_size=float(rng.uniform(0.5, 0.9)),
        joker_y=float(rng.uniform(0.45, 0.54)),
    )


def _pick_face(rng: np.random.Generator, families: tuple[tuple[Typeface, ...], ...]) -> Typeface:
    """Pens are drawn a quarter of the time, other families evenly."""
    pens = [family for family in families if family[0].pen is not None]
    fonts = [family for family in families if family[0].pen is None]
    pool = pens if pens and (not fonts or rng.random() < 0.25) else fonts
    family = pool[int(rng.integers(len(pool)))]
    return family[int(rng.integers(len(family)))]


def _digit_place(
    rng: np.random.Generator, big: bool, centred: bool, mark: str
) -> tuple[float, float]:
    """Height of the digits and the height of their centre."""
    if big:
        return float(rng.uniform(0.5, 0.74)), float(rng.uniform(0.42, 0.52))
    if centred:
        return float(rng.uniform(0.3, 0.55)), float(rng.uniform(0.45, 0.53))
    height = float(rng.uniform(0.24, 0.46)) if not mark else float(rng.uniform(0.26, 0.42))
    lowest = height / 2 + 0.07
    return height, float(rng.uniform(max(0.26, lowest), max(0.38, lowest + 0.03)))


def _tile_colour(rng: np.random.Generator) -> Rgb:
    kind = rng.random()
    if kind < 0.35:
        return _rgb(rng.uniform(0.08, 0.2), rng.uniform(0, 0.04), rng.uniform(0.9, 1.0))
    if kind < 0.75:
        return _rgb(rng.uniform(0.095, 0.15), rng.uniform(0.05, 0.2), rng.uniform(0.88, 1.0))
    if kind < 0.92:
        return _rgb(rng.uniform(0.1, 0.16), rng.uniform(0.2, 0.42), rng.uniform(0.82, 0.97))
    return _rgb(rng.uniform(0, 1), rng.uniform(0.0, 0.1), rng.uniform(0.78, 0.95))


# Slices of hue (degrees) that only held-out editions print in; training leaves
# a margin of nothing, so that the two never share a hue.
_HELD_RED = ((348.0, 353.0), (7.0, 10.0))
_HELD_BLUE = ((183.0, 190.0), (211.0, 218.0))
_HELD_ORANGE = ((26.0, 29.0), (41.0, 44.0))


def _inks(rng: np.random.Generator, unseen: bool) -> tuple[Rgb, Rgb, Rgb, Rgb]:
    red_hue = _hue(rng, 338, 374, _HELD_RED, unseen, 356, 9)
    orange_hue = _hue(rng, 17, 56, _HELD_ORANGE, unseen, 30, 9)
    while (orange_hue - red_hue + 180) % 360 - 180 < 13:
        red_hue = _hue(rng, 338, 374, _HELD_RED, unseen, 356, 9)
        orange_hue = _hue(rng, 17, 56, _HELD_ORANGE, unseen, 30, 9)
    blue_hue = _hue(rng, 172, 242, _HELD_BLUE, unseen, 213, 17)
    red = _rgb(red_hue / 360, rng.uniform(0.68, 1.0), rng.uniform(0.55, 0.95))
    orange = _rgb(orange_hue / 360, rng.uniform(0.72, 1.0), rng.uniform(0.8, 1.0))
    dark = rng.uniform(0.3, 0.92)
    blue = _rgb(blue_hue / 360, rng.uniform(0.5 if dark > 0.6 else 0.75, 1.0), dark)
    black = _rgb(
        rng.uniform(0.55, 0.72),
        rng.uniform(0, 0.3),
        rng.choice([rng.uniform(0.02, 0.2), rng.uniform(0.02, 0.2), rng.uniform(0.2, 0.36)]),
    )
    return red, blue, black, orange


def _hue(
    rng: np.random.Generator,
    low: float,
    high: float,
    held: tuple[tuple[float, float], ...],
    unseen: bool,
    usual: float,
    spread: float,
) -> float:
    """Degrees; half of the draws gather round the usual print, half are even."""
    if unseen:
        start, end = held[int(rng.integers(len(held)))]
        return float(rng.uniform(start, end)) % 360
    while True:
        hue = rng.normal(usual, spread) if rng.random() < 0.5 else rng.uniform(low, high)
        inside = any(start <= hue % 360 <= end for start, end in held)
        if low <= hue <= high and not inside:
            return float(hue) % 360


def _joker_inks(rng: np.random.Generator, inks: tuple[Rgb, Rgb, Rgb, Rgb]) -> tuple[Rgb, Rgb]:
    red, blue, black, orange = inks
    pairs = (
        (red, black),
        (red, black),
        (red, black),
        (red, red),
        (black, black),
        (orange, black),
        (red, orange),
        (red, blue),
        (blue, orange),
    )
    return pairs[int(rng.integers(len(pairs)))]


_SYLLABLES = ("ru", "mi", "ku", "kub", "ok", "ey", "ta", "lo", "ri", "my", "set", "gam", "bo", "ra")


def _logo(rng: np.random.Generator) -> str:
    """A made-up brand name."""
    word = "".join(str(rng.choice(_SYLLABLES)) for _ in range(int(rng.integers(2, 5))))
    return word.upper() if rng.random() < 0.4 else word.capitalize()


def _shift(rng: np.random.Generator, colour: Rgb, amount: int) -> Rgb:
    moved = np.clip(np.array(colour) + rng.integers(-amount, amount + 1), 0, 255)
    return int(moved[0]), int(moved[1]), int(moved[2])


def _rgb(hue: float, saturation: float, value: float) -> Rgb:
    r, g, b = colorsys.hsv_to_rgb(float(hue) % 1, float(saturation), float(value))
    return round(r * 255), round(g * 255), round(b * 255)
