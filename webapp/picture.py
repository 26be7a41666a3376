"""A drawn picture of a play: the table before and after, tiles from the rack marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from solver.heirs import find_heirs
from solver.notation import parse_tiles
from webapp.plays import whence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TILE_WIDTH = 44
TILE_HEIGHT = 60
GAP = 4
SET_GAP = 28
ROW_GAP = 18
MARGIN = 24
MAX_WIDTH = 1000
HEADING = 40

_FELT = (43, 92, 72)
_FACE = (250, 245, 230)
_NEW = (255, 214, 64)
_TEXT = (245, 245, 240)
_INKS = {
    "R": (200, 30, 40),
    "B": (30, 80, 190),
    "K": (30, 30, 30),
    "O": (225, 125, 0),
    "J": (150, 30, 140),
}

Names: TypeAlias = Sequence[str]
Marked: TypeAlias = frozenset[tuple[int, int]]
"""Tiles by their set and their place in it."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A tile on the picture; ``x``, ``y`` is its top-left corner in pixels."""

    name: str
    x: int
    y: int
    is_new: bool
    stands_for: str | None


def draw_play(
    table: Iterable[Iterable[object]], rack: Iterable[object], result: Mapping[str, Any]
) -> NDArray[np.uint8]:
    """Draw the table and rack before, and the table after a play.

    ``result`` is the contract's ``advise`` object; where it has no play, only the
    table and rack are drawn.

    Returns:
        RGB uint8, (height, width, 3).
    """
    import numpy as np

    before = [[str(tile) for tile in meld] for meld in table]
    blocks: list[tuple[str, Sequence[Names], Marked, Mapping[tuple[int, int], str]]] = [
        ("Table", before, frozenset(), {}),
        ("Rack", [[str(tile) for tile in rack]], frozenset(), {}),
    ]
    if result["table_after"]:
        named = {
            (j["set"], j["place"]): "/".join(filter(None, (j["stands_for"], j.get("or"))))
            for j in result["jokers"]
        }
        new = _from_rack(before, result)
        blocks.append(("Table after the play", result["table_after"], new, named))

    tiles: list[_Placed] = []
    headings: list[tuple[str, int]] = []
    y = MARGIN
    for title, sets, new, jokers in blocks:
        headings.append((title, y))
        y += HEADING
        block = list(_laid_out(sets, new, jokers, y))
        tiles += block
        y = max((tile.y for tile in block), default=y - ROW_GAP) + TILE_HEIGHT + ROW_GAP
    width = max((tile.x + TILE_WIDTH for tile in tiles), default=0) + MARGIN
    picture = Image.new("RGB", (max(width, 400), y + MARGIN - ROW_GAP), _FELT)
    pen = ImageDraw.Draw(picture)
    for title, top in headings:
        pen.text((MARGIN, top + 6), title, font=_font(20), fill=_TEXT)
    for tile in tiles:
        _draw_tile(pen, tile)
    return np.asarray(picture)


def _from_rack(before: Sequence[Names], result: Mapping[str, Any]) -> Marked:
    """The set and place of every tile that the play lays from the rack."""
    lying, after = (
        [parse_tiles(" ".join(meld)) for meld in table] for table in (before, result["table_after"])
    )
    placed = parse_tiles(" ".join(result["placed"]))
    origins = whence(lying, after, find_heirs(lying, after), placed)
    return frozenset(
        (index, place)
        for index, came in enumerate(origins)
        for place, origin in enumerate(came)
        if origin == "rack"
    )


def _laid_out(
    sets: Sequence[Names], new: Marked, jokers: Mapping[tuple[int, int], str], top: int
) -> Iterator[_Placed]:
    """Sets in rows from left to right, starting a new row where one is full."""
    x, y = MARGIN, top
    for index, meld in enumerate(sets):
        length = len(meld) * (TILE_WIDTH + GAP) - GAP
        if x > MARGIN and x + length > MAX_WIDTH - MARGIN:
            x, y = MARGIN, y + TILE_HEIGHT + ROW_GAP
        for place, name in enumerate(meld):
            yield _Placed(name, x, y, (index, place) in new, jokers.get((index, place)))
            x += TILE_WIDTH + GAP
        x += SET_GAP - GAP


def _draw_tile(pen: ImageDraw.ImageDraw, tile: _Placed) -> None:
    box = (tile.x, tile.y, tile.x + TILE_WIDTH, tile.y + TILE_HEIGHT)
    outline, width = (_NEW, 4) if tile.is_new else ((190, 180, 150), 1)
    pen.rounded_rectangle(box, radius=7, fill=_FACE, outline=outline, width=width)
    middle = (tile.x + TILE_WIDTH / 2, tile.y + TILE_HEIGHT / 2)
    ink = _INKS[tile.name[0]]
    text = tile.name if tile.name.startswith("J") else tile.name[1:]
    pen.text(middle, text, font=_font(26), fill=ink, anchor="mm")
    if tile.stands_for:
        below = (middle[0], tile.y + TILE_HEIGHT - 11)
        size = 12 if len(tile.stands_for) < 6 else 10
        pen.text(below, tile.stands_for, font=_font(size), fill=ink, anchor="mm")
    elif not tile.name.startswith("J"):
        # The letter, for those who do not tell the inks apart.
        below = (middle[0], tile.y + TILE_HEIGHT - 11)
        pen.text(below, tile.name[0], font=_font(12), fill=ink, anchor="mm")


@lru_cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
