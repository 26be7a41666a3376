"""Values as the templates show them: tiles, sets, outlines on a photo.

Nothing here decides anything; it turns readings and verdicts into plain
dictionaries and sentences in the language of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import Flask
from flask_babel import gettext as _

from solver.options import OPTION_BY_NAME
from solver.rules import Rules
from solver.tiles import COLORS, NUMBERS, JokerKind, Tile, numbered
from vision.reading import FACE_DOWN, UNREADABLE, DecidedBy, Quad, SceneReading, TileReading
from webapp.corrections import is_on_photo
from webapp.doubts import others_of, reasons_of
from webapp.evidence import frame_of
from webapp.naming import called
from webapp.phrases import (
    change_text,
    said,
    stand_in_label,
    step_text,
    tile_label,
    tile_question,
    why_ours,
)
from webapp.store import CARRIED, Frame, SceneRecord
from webapp.typed import as_text

_LETTER, _ROOM, _WIDEST = 0.66, 0.3, 2.3
"""Of a label: a bold letter's width in its height; in heights of the plate's usual letters
the room beside them, and the widest plate (as wide as the tile)."""
_INKS = {"R": "red", "B": "blue", "K": "black", "O": "orange"}


@dataclass(frozen=True, slots=True)
class Outline:
    """A tile drawn on the photo, in pixels of the photo.

    ``points`` is the polygon's SVG text, ``x``/``y`` the middle of its label, ``wide`` and
    ``high`` how large the plate of that is, ``size`` the height of the letters on it.
    """

    tile: TileReading
    points: str
    x: float
    y: float
    size: float
    wide: float
    high: float


def equip(app: Flask) -> None:
    """Give the templates these functions."""
    app.jinja_env.filters.update(
        others_of=others_of,
        tile_label=tile_label,
        tile_question=tile_question,
        stand_in_label=stand_in_label,
        ink=ink,
        face=face,
        said=said,
        sentence=sentence,
        first_word=first_word,
        step_text=step_text,
        change_text=change_text,
        change_word=lambda change: change.split(maxsplit=1)[0],
        ruleset=ruleset,
        counted=lambda tile, stock: stock[tile],
        how_known=how_known,
        called=called,
        reasons_of=reasons_of,
    )
    app.jinja_env.tests["by_user"] = by_user
    app.jinja_env.globals.update(
        photo_views=photo_views,
        closeup=closeup,
        by_user=by_user,
        used_up=used_up,
        as_text=as_text,
        joker_words=joker_words,
        notation_hint=notation_hint,
        has_jokers=has_jokers,
        frame_of=frame_of,
        photos_of=photos_of,
        pool_rule=pool_rule,
        why_ours=why_ours,
    )


def ink(name: str) -> str:
    """The CSS word for a tile's ink: a colour, ``joker``, or ``unknown``."""
    if name.startswith("J"):
        return "joker"
    return _INKS.get(name[:1], "unknown")


def face(name: str) -> str:
    """What is printed on the tile: its number, a face for a joker, with a Twist joker's letter."""
    if name.startswith("J"):
        return f"☻{name[1:]}"
    return {UNREADABLE: "?", FACE_DOWN: "▒"}.get(name, name[1:])


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def first_word(text: str) -> str:
    """The first word, with a capital letter."""
    return sentence(text.split(maxsplit=1)[0])


def ruleset(rules: Rules) -> str:
    """What a ruleset is called."""
    return _(rules.title) if rules.title else rules.name


def pool_rule(rules: Rules) -> str:
    """What happens when the pool is empty, as a sentence."""
    option = OPTION_BY_NAME["pool_empty"]
    return sentence(f"{_(option.label)}: {_(option.words(rules.pool_empty))}.")


def joker_words(kind: JokerKind) -> str:
    """A kind of joker in words."""
    return sentence(tile_label(str(kind)))


def notation_hint(rules: Rules) -> str:
    """How to write the tiles of the game that is played, and no others."""
    letters = [f"{color} {tile_label(f'{color}1').split()[0]}" for color in rules.colors]
    jokers = (str(tile) for tile, _n in rules.stock().counts if tile.is_joker)
    letters += [f"{name} {tile_label(name)}" for name in jokers]
    name = f"{rules.colors[0]}{min(7, rules.highest_number)}"
    return _(
        "%(letters)s: %(name)s is the %(tile)s.",
        letters=", ".join(letters),
        name=name,
        tile=tile_label(name),
    )


def has_jokers(rules: Rules, kind: str = "J") -> bool:
    """Whether the game has jokers of that kind."""
    return any(str(tile) == kind for tile, _n in rules.stock().counts)


def photos_of(reading: SceneReading) -> int:
    """How many photos were read as the one that is kept; 1 too where there is none."""
    return max(1, len({sight.number for tile in reading.tiles for sight in tile.sights}))


def by_user(tile: TileReading) -> bool:
    """Whether a person has the last word on the tile."""
    return tile.decided_by is DecidedBy.USER


def how_known(tile: TileReading, scene: SceneRecord) -> str:
    """How a tile came to be there: how sure its reading is, or who says so."""
    if not by_user(tile):
        percent = round(tile.confidence * 100)
        return "> 99 %" if percent == 100 else f"{percent} %"
    if tile.raw == tile.tile:
        return _("confirmed by you")
    if CARRIED in (change.split()[0] for change in scene.changes):
        return _("from the turn before, or entered by you")
    return _("entered by you")


def used_up(choices: Mapping[str, Sequence[Choice]]) -> frozenset[str]:
    """The tiles of the game of which no copy is left unseen."""
    return frozenset(one.name for tiles in choices.values() for one in tiles if not one.left)


@dataclass(frozen=True, slots=True)
class PhotoView:
    """One photo as it is shown: the part of the kept picture, in pixels of the reading, and
    every tile that lies there, in reading order."""

    frame: Frame
    outlines: tuple[Outline, ...]

    def holds(self, at: tuple[float, float] | None) -> bool:
        """Whether the point lies on this photo."""
        x, y, width, height = self.frame
        return at is not None and x <= at[0] <= x + width and y <= at[1] <= y + height


def photo_views(record: SceneRecord) -> list[PhotoView]:
    """The photo of a scene, or each of the several that were read as one."""
    reading = record.reading
    if reading is None:
        return []
    frames = record.frames or ((0, 0, reading.width, reading.height),)
    laid = [
        (tile, quad)
        for group in reading.groups
        for tile in map(reading.tile, group.tiles)
        if is_on_photo(tile)
        for quad in tile.quads
    ]
    shown: list[list[Outline]] = [[] for _frame in frames]
    for tile, quad in laid:
        place = _nearest(frames, quad)
        shown[place].append(_outline(tile, quad, frames[place]))
    return [PhotoView(frame, tuple(found)) for frame, found in zip(frames, shown, strict=True)]


def _nearest(frames: Sequence[Frame], quad: Quad) -> int:
    """The place of the photo, of those under each other, on which the tile lies."""
    y = sum(corner[1] for corner in quad) / len(quad)
    away = [max(frame[1] - y, y - frame[1] - frame[3], 0.0) for frame in frames]
    return away.index(min(away))


def closeup(tile: TileReading) -> dict[str, float | str] | None:
    """How to show one tile large and upright: centre, half side, turn in degrees, outline."""
    if not is_on_photo(tile):
        return None
    (ax, ay), (bx, by) = tile.quad[0], tile.quad[1]
    x, y = tile.center
    side = max(math.dist(tile.quad[i], tile.quad[(i + 1) % 4]) for i in range(4))
    return {
        "x": round(x, 1),
        "y": round(y, 1),
        "half": round(side * 1.05, 1),
        "turn": round(-math.degrees(math.atan2(by - ay, bx - ax)), 1),
        "points": _points(tile.quad),
    }


def _points(quad: Quad) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in quad)


def _outline(tile: TileReading, quad: Quad, frame: Frame) -> Outline:
    height = math.dist(quad[0], quad[3])
    width = math.dist(quad[0], quad[1])
    # The label stands in the lower half, so that the printed number stays visible.
    top, foot = ([(quad[a][i] + quad[b][i]) / 2 for i in range(2)] for a, b in ((0, 1), (2, 3)))
    x, y = (0.125 * top[i] + 0.875 * foot[i] for i in range(2))
    plate = 0.42 * min(width, height)
    letters = len(tile.tile) + tile.doubtful
    wide = min(_LETTER * letters + _ROOM, _WIDEST) * plate
    size = min(plate, (wide - _ROOM * plate) / (_LETTER * letters))
    high = 1.16 * plate
    # What the photo's edge would cut off is moved in.
    first_x, first_y, whole_x, whole_y = frame
    x, y = _within(x, wide, first_x, whole_x), _within(y, high, first_y, whole_y)
    return Outline(tile, _points(quad), *(round(value, 1) for value in (x, y, size, wide, high)))


def _within(middle: float, size: float, first: int, whole: int) -> float:
    """The middle of a stretch of ``size``, moved so that it lies within ``whole`` pixels from
    ``first`` on."""
    return max(first + size / 2, min(middle, first + whole - size / 2))


@dataclass(frozen=True, slots=True)
class Choice:
    """A tile that may be picked and how many of it are still unseen."""

    name: str
    left: int


def by_ink(tiles: Iterable[Tile]) -> Mapping[str, list[Choice]]:
    """Number tiles by ink, each once, with their numbers rising."""
    found: dict[str, list[Choice]] = {}
    for tile in sorted(set(tiles)):
        found.setdefault(str(tile.color), []).append(Choice(str(tile), 1))
    return found


def choices(rules: Rules, seen: Iterable[Tile]) -> Mapping[str, list[Choice]]:
    """Every tile of the game by ink, with how many copies nobody has seen yet."""
    stock = dict(rules.stock().counts)
    for tile in seen:
        if tile in stock:
            stock[tile] -= 1
    by_ink = {
        str(color): [
            Choice(str(numbered(color, n)), max(0, stock[numbered(color, n)]))
            for n in NUMBERS
            if numbered(color, n) in stock
        ]
        for color in COLORS
    }
    by_ink["J"] = [Choice(str(t), max(0, left)) for t, left in stock.items() if t.is_joker]
    return {letter: tiles for letter, tiles in by_ink.items() if tiles}
