"""Text form of tiles, racks and tables, and back.

``R7`` is the red 7, ``J`` a joker (``JD``, ``JM``, ``JC`` in Twist), blanks
separate tiles and ``|`` separates sets. Reading is forgiving about case,
commas, semicolons, line breaks and glued tiles (``r7b7``); writing is exact,
and ``parse(print(x)) == x`` for every value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from solver.tiles import MAX_NUMBER, Color, JokerKind, Meld, Tile, joker, numbered

_TOKEN = re.compile(r"(?P<joker>J(?![A-Z])|J[DMC](?![A-Z]))|(?P<color>[RBKO])(?P<number>\d+)")
_BETWEEN_TILES = re.compile(r"[\s,;]+")


class NotationError(ValueError):
    """A text that names no tiles; the message quotes what was not understood."""


def parse_tile(text: str) -> Tile:
    """The one tile that ``text`` names.

    Raises:
        NotationError: it names none, or several, or one the game lacks (``R14``).
    """
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(f"expected one tile, got {text.strip()!r}")
    return tiles[0]


def parse_tiles(text: str) -> Meld:
    """The tiles of a rack or set, in the order written; ``""`` is none.

    Raises:
        NotationError: a word is no tile.
    """
    words = (word for word in _BETWEEN_TILES.split(text) if word)
    return tuple(tile for word in words for tile in _parse_word(word))


def parse_table(text: str) -> tuple[Meld, ...]:
    """The sets of a table, separated by ``|``; empty sets are dropped.

    A line break also separates sets when the text holds no ``|``.

    Raises:
        NotationError: a word is no tile.
    """
    separator = "|" if "|" in text else "\n"
    sets = (parse_tiles(part) for part in text.split(separator))
    return tuple(meld for meld in sets if meld)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """``R7 B7 K7``; the empty text for no tiles."""
    return " ".join(str(tile) for tile in tiles)


def format_table(table: Iterable[Iterable[Tile]]) -> str:
    """``R7 B7 K7 | R1 R2 R3``; the empty text for an empty table."""
    return " | ".join(format_tiles(meld) for meld in table)


def _parse_word(word: str) -> list[Tile]:
    upper = word.upper()
    tiles: list[Tile] = []
    place = 0
    while place < len(upper):
        match = _TOKEN.match(upper, place)
        if match is None:
            raise NotationError(
                f"not a tile: {_quoted(word)} (write R7, B13, K1, O4, or J for a joker)"
            )
        tiles.append(_tile_of(match, word))
        place = match.end()
    return tiles


def _tile_of(match: re.Match[str], word: str) -> Tile:
    if match["joker"]:
        return joker(JokerKind(match["joker"]))
    digits = match["number"]
    # int() itself refuses thousands of digits, with another error than ours
    number = int(digits) if len(digits) <= 4 else 0
    if not 1 <= number <= MAX_NUMBER:
        raise NotationError(f"no such tile: {_quoted(word)} (numbers go from 1 to {MAX_NUMBER})")
    return numbered(Color(match["color"]), number)


def _quoted(word: str) -> str:
    """The word as typed, cut short when it would not fit a line."""
    return repr(word if len(word) <= 24 else word[:20] + "...")
