"""A reading held against what the game's box holds: more of a tile than there are of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from solver.notation import parse_tile
from vision.reading import FACE_DOWN, UNREADABLE, SceneReading, Why

if TYPE_CHECKING:
    from solver.rules import Rules

_NO_TILES = (UNREADABLE, FACE_DOWN)
_NUMBER_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def held_against(reading: SceneReading, rules: Rules) -> SceneReading:
    """The reading with a warning for each tile that is read more often than the game has it.

    As many as there are too many of one tile are worth a look: those that are least sure.
    """
    doubted: set[int] = set()
    warnings: list[str] = []
    for name, count, held in _beyond_stock(reading, rules):
        alike = sorted((t for t in reading.tiles if t.tile == name), key=lambda t: t.confidence)
        doubted.update(tile.id for tile in alike[: count - held])
        warnings.append(_too_many(name, count, held))
    tiles = tuple(t.doubted(Why.STOCK) if t.id in doubted else t for t in reading.tiles)
    return replace(reading, tiles=tiles, warnings=(*reading.warnings, *warnings))


def _beyond_stock(reading: SceneReading, rules: Rules) -> list[tuple[str, int, int]]:
    """Tiles read more often than the game has them: name, how often, how many there are."""
    stock = rules.stock()
    jokers = sum(stock[tile] for tile in stock if tile.is_joker)
    counts = Counter(tile.tile for tile in reading.tiles if tile.tile not in _NO_TILES)
    beyond = []
    for name, count in sorted(counts.items()):
        tile = parse_tile(name)
        # The printed face does not tell the kinds of joker apart.
        held = jokers if tile.is_joker else stock[tile]
        if count > held:
            beyond.append((name, count, held))
    return beyond


def _too_many(tile: str, count: int, held: int) -> str:
    if held == 0:
        return f"{tile}: this game has no such tile, so it may be misread"
    return (
        f"{_in_words(count)} {tile} are more than the game has ({held}): "
        f"{_in_words(count - held)} may be misread, or tiles outside the game are in view"
    )


def _in_words(count: int) -> str:
    return _NUMBER_WORDS.get(count, str(count))
