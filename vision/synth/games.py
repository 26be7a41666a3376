"""Games of tiles: what is drawn from the stock to make sets, racks and heaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.synth.rack import Rack

COLORS = "RBKO"


@dataclass(frozen=True, slots=True)
class Standing:
    """A tile in a rack's tier, its left edge at ``along`` from the middle."""

    tile: str
    along: float
    second_joker: bool = False


def whole_game() -> list[str]:
    """The 106 tiles of a game."""
    return [f"{c}{n}" for c in COLORS for n in range(1, 14)] * 2 + ["J", "J"]


def draw_set(rng: np.random.Generator, stock: list[str]) -> list[str] | None:
    """A run or group taken out of ``stock`` (which loses it), or none found."""
    for _ in range(20):
        if rng.random() < 0.5:
            number = int(rng.integers(1, 14))
            colors = list(rng.permutation(list(COLORS)))[: int(rng.choice([3, 3, 4]))]
            wanted = [f"{c}{number}" for c in colors]
        else:
            length = min(13, int(rng.choice([3, 3, 3, 4, 4, 5, 6, 7, 9, 11, 13])))
            first = int(rng.integers(1, 15 - length))
            color = COLORS[int(rng.integers(4))]
            wanted = [f"{color}{n}" for n in range(first, first + length)]
        if "J" in stock and rng.random() < 0.22:
            wanted[int(rng.integers(len(wanted)))] = "J"
        if _take(stock, wanted):
            return wanted
    return None


def draw_tiles(rng: np.random.Generator, stock: list[str], count: int) -> list[str]:
    """``count`` tiles drawn blindly out of ``stock``, jokers a little oftener."""
    drawn: list[str] = []
    for _ in range(min(count, len(stock))):
        joker = "J" in stock and rng.random() < 0.03
        place = stock.index("J") if joker else int(rng.integers(len(stock)))
        drawn.append(stock.pop(place))
    return drawn


def _take(stock: list[str], wanted: list[str]) -> bool:
    if any(stock.count(tile) < wanted.count(tile) for tile in wanted):
        return False
    for tile in wanted:
        stock.remove(tile)
    return True


def random_melds(rng: np.random.Generator) -> Iterator[list[str]]:
    """Sets out of one game, some of them broken, until it is used up."""
    stock = whole_game()
    while True:
        broken = rng.random() < 0.12
        tiles = draw_tiles(rng, stock, int(rng.integers(2, 8))) if broken else draw_set(rng, stock)
        if not tiles:
            return
        yield tiles


def tier_rows(
    rng: np.random.Generator, rack: Rack, aspect: float, stock: list[str]
) -> Iterator[list[Standing]]:
    """What stands in a rack's tiers, top first, taken out of ``stock``."""
    for _ in range(rack.tiers):
        yield _tier_row(rng, rack.length, aspect, stock)


def _tier_row(
    rng: np.random.Generator, length: float, aspect: float, stock: list[str]
) -> list[Standing]:
    room = int(length / (aspect + 0.02))
    full = rng.random() < 0.4
    count = room if full else int(rng.integers(0, room + 1))
    tidy = draw_set(rng, stock) if rng.random() < 0.4 else None
    tiles = (tidy or []) + draw_tiles(rng, stock, max(0, count - len(tidy or [])))
    tiles = tiles[:room]
    free = max(0.0, length - len(tiles) * (aspect + 0.02))
    along = -length / 2 + float(rng.uniform(0, 1)) * free
    row = []
    for tile in tiles:
        along += float(np.abs(rng.normal(0, 0.006))) + 0.002
        if not full and rng.random() < 0.12:
            along += float(rng.uniform(0.05, 1.2))
        if along + aspect > length / 2:
            break
        row.append(Standing(tile, along, bool(rng.random() < 0.5)))
        along += aspect
    return row
