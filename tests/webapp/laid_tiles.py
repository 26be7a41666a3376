"""Finds on a photo as a test lays them, in place of the networks that find and read tiles."""

from __future__ import annotations

from collections.abc import Sequence

from vision.classify import TileScores
from vision.find import Found

WHOLE_GAME = (*(" ".join(f"{ink}{n}" for n in range(1, 14)) for ink in "RBKO"), "J J")


def finds(rows: Sequence[str]) -> list[Found]:
    """A find for each tile of the rows; ``B7~B1`` lies as the first, but reads as the second."""
    return [
        _find(word, column, row)
        for row, text in enumerate(rows)
        for column, word in enumerate(text.split())
    ]


def _find(word: str, column: int, row: int) -> Found:
    name = word.rpartition("~")[2]
    x, y = 20.0 + 34 * column, 20.0 + 60 * row
    quad = ((x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40))
    ranking = ((name, 0.9), ("X", 0.1))
    return Found(quad, TileScores(ranking, (("O9", 1.0),), 0.01, 0.99, name))
