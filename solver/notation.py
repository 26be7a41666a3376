"""Text form of tiles, racks and tables, and back.

``R7`` is the red 7, ``J`` a joker (``JD``, ``JM``, ``JC`` in Twist), blanks
separate tiles and ``|`` separates sets. Reading is forgiving about case,
commas, semicolons, line breaks, glued tiles (``r7b7``) and the mark that doubtful
tiles of a photo are shown with (``R7*``): who types it has looked. Writing is exact,
and ``parse(print(x)) == x`` for every value. Where a set is judged, ``J=O11`` is
a joker that the player declared to be the orange 11.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from solver.tiles import JOKER, MAX_NUMBER, Color, JokerKind, Meld, Tile, joker, numbered

DOUBTED = "*"
"""Stands behind a doubtful tile of a photo where its tiles are shown."""
_TOKEN = re.compile(
    r"(?:(?P<joker>J(?![A-Z])|J[DMC](?![A-Z]))\*?(?:=(?P<meant>[RBKO]\d+))?"
    r"|(?P<color>[RBKO])(?P<number>\d+))\*?"
)
_BETWEEN_TILES = re.compile(r"[\s,;]+")
_EQUALS = re.compile(r"\s+=\s+")
_Set = TypeVar("_Set")


class NotationError(ValueError):
    """A text that names no tiles; the message quotes what was not understood."""


@dataclass(frozen=True, slots=True)
class DeclaredSet:
    """A set as it lies and what the player declared its ordinary jokers to be.

    ``meant`` has a tile, or None where nothing was said, for each of them, left
    to right. ``str`` is the notation: ``R9 J=R10 J``.
    """

    tiles: Meld
    meant: tuple[Tile | None, ...]

    @property
    def declared(self) -> tuple[Tile | None, ...] | None:
        """``meant``; None when nothing at all was declared."""
        return self.meant if any(self.meant) else None

    def __str__(self) -> str:
        meant = iter(self.meant)
        words = []
        for tile in self.tiles:
            said = next(meant) if tile == JOKER else None
            words.append(f"{tile}={said}" if said else str(tile))
        return " ".join(words)


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
        NotationError: a word is no tile, or declares a joker.
    """
    found = _parse(text)
    for one in found:
        if one.meant is not None:
            raise NotationError(
                f"{one.tile}={one.meant}: what a joker stands for is asked only where "
                f"a set or a turn is judged: write {one.tile}"
            )
    return tuple(one.tile for one in found)


def parse_table(text: str) -> tuple[Meld, ...]:
    """The sets of a table, separated by ``|``; empty sets are dropped.

    A line break also separates sets when the text holds no ``|``.

    Raises:
        NotationError: a word is no tile, or declares a joker.
    """
    return tuple(meld for meld in _split(text, parse_tiles) if meld)


def parse_declared_set(text: str) -> DeclaredSet:
    """A set in which ``J=R10`` says what a joker was declared to be.

    Raises:
        NotationError: a word is no tile, or declares a joker of Twist.
    """
    found = _parse(text)
    tiles = tuple(one.tile for one in found)
    return DeclaredSet(tiles, tuple(one.meant for one in found if one.tile == JOKER))


def parse_declared_table(text: str) -> tuple[DeclaredSet, ...]:
    """The sets of a table as :func:`parse_table`, jokers perhaps declared.

    Raises:
        NotationError: as :func:`parse_declared_set`.
    """
    return tuple(one for one in _split(text, parse_declared_set) if one.tiles)


def declarations(sets: Iterable[DeclaredSet]) -> dict[Meld, tuple[Tile | None, ...]]:
    """What was declared of which set, for those of which anything was."""
    return {one.tiles: one.meant for one in sets if one.declared}


def format_tiles(tiles: Iterable[Tile]) -> str:
    """``R7 B7 K7``; the empty text for no tiles."""
    return " ".join(str(tile) for tile in tiles)


def format_table(table: Iterable[Iterable[Tile]]) -> str:
    """``R7 B7 K7 | R1 R2 R3``; the empty text for an empty table."""
    return " | ".join(format_tiles(meld) for meld in table)


class _Read(NamedTuple):
    """One tile of a text and what it was declared to be, if it is a joker."""

    tile: Tile
    meant: Tile | None = None


def _split(text: str, parse: Callable[[str], _Set]) -> list[_Set]:
    separator = "|" if "|" in text else "\n"
    return [parse(part) for part in text.split(separator)]


def _parse(text: str) -> list[_Read]:
    words = (word for word in _BETWEEN_TILES.split(_EQUALS.sub("=", text)) if word)
    return [one for word in words for one in _parse_word(word)]


def _parse_word(word: str) -> list[_Read]:
    upper = word.upper()
    tiles: list[_Read] = []
    place = 0
    while place < len(upper):
        match = _TOKEN.match(upper, place)
        if match is None:
            raise NotationError(
                f"not a tile: {_quoted(word)} (write R7, B13, K1, O4, or J for a joker)"
            )
        tiles.append(_read_of(match, word))
        place = match.end()
    return tiles


def _read_of(match: re.Match[str], word: str) -> _Read:
    if not match["joker"]:
        return _Read(_numbered(match["color"], match["number"], word))
    tile, meant = joker(JokerKind(match["joker"])), match["meant"]
    if meant is None:
        return _Read(tile)
    if tile != JOKER:
        raise NotationError(f"{_quoted(word)}: only an ordinary joker (J) is declared to be a tile")
    return _Read(tile, _numbered(meant[0], meant[1:], word))


def _numbered(color: str, digits: str, word: str) -> Tile:
    # int() itself refuses thousands of digits, with another error than ours
    number = int(digits) if len(digits) <= 4 else 0
    if not 1 <= number <= MAX_NUMBER:
        raise NotationError(f"no such tile: {_quoted(word)} (numbers go from 1 to {MAX_NUMBER})")
    return numbered(Color(color), number)


def _quoted(word: str) -> str:
    """The word as typed, cut short when it would not fit a line."""
    return repr(word if len(word) <= 24 else word[:20] + "...")
