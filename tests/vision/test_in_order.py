"""Tiles laid in order are named by the order, however badly some of them are read."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classify import TILE_NAMES
from vision.in_order import align, games_in_order

ROWS = {ink: [f"{ink}{number}" for number in range(1, 14)] for ink in "RBKO"}


def chances(names: list[str], right: float, seed: int = 0) -> np.ndarray:
    """Distributions that give the true name this chance and share the rest at random."""
    rng = np.random.default_rng(seed)
    rows = rng.dirichlet(np.full(len(TILE_NAMES), 0.05), len(names)) * (1 - right)
    rows[np.arange(len(names)), [TILE_NAMES.index(name) for name in names]] += right
    return rows


def named(names: list[str], right: float = 0.4, is_tile: float = 0.99):
    return align(chances(names, right), np.full(len(names), is_tile), games_in_order())


def laid(inks: str, way: str) -> list[str]:
    if way == "number by number":
        return [name for ink in inks for name in ROWS[ink] for _ in range(2)]
    if way == "row after row":
        return [name for ink in inks for name in ROWS[ink] * 2]
    once = [name for ink in inks for name in ROWS[ink]]
    return once * 2 if way == "game after game" else once


@pytest.mark.parametrize(
    ("inks", "way", "jokers"),
    [
        ("RBKO", "once", 2),
        ("OKBR", "once", 0),
        ("KORB", "number by number", 2),
        ("BROK", "row after row", 1),
        ("OKBR", "game after game", 4),
    ],
)
def test_every_way_to_lay_a_game_in_order_is_known(inks, way, jokers):
    names = laid(inks, way) + ["J"] * jokers
    best = named(names)[0]
    assert list(best.names) == names
    assert best.missing == ()


def test_missed_tiles_and_finds_that_are_none_do_not_shift_the_rest():
    names = [*laid("BKRO", "once"), "J", "J"]
    seen = [name for name in names if name not in ("K4", "R13")]
    seen.insert(20, "X")
    is_tile = np.full(len(seen), 0.99)
    is_tile[20] = 0.4
    best = align(chances(seen, 0.4), is_tile, games_in_order())[0]
    assert best.missing == ("K4", "R13")
    assert best.names[20] is None
    assert [name for name in best.names if name] == [n for n in names if n not in best.missing]


def test_a_whole_colour_read_as_another_is_named_by_what_is_left():
    names = laid("RBKO", "once")
    rows = chances(names, 0.9)
    rows[13:26] = chances(ROWS["K"], 0.6)  # turquoise, read as black
    best = align(rows, np.ones(len(names)), games_in_order())[0]
    assert list(best.names) == names


def test_colours_that_look_alike_leave_the_naming_unsure():
    names = laid("RBKO", "once")
    rows = np.zeros((len(names), len(TILE_NAMES)))
    for row, name in zip(rows, names, strict=True):
        for ink in "BK" if name[0] in "BK" else name[0]:
            row[TILE_NAMES.index(ink + name[1:])] = 0.5 if name[0] in "BK" else 1
    alike = align(rows, np.ones(len(names)), games_in_order())
    assert alike[1] < 1
    assert named(names)[1] > 20


def test_tiles_that_somebody_names_are_found_in_that_order():
    aligned, _ = align(
        chances(["R1", "B3", "K9", "J"], 0.3), np.ones(4), [[("R1", "B3", "O5", "K9", "J")]]
    )
    assert aligned.names == ("R1", "B3", "K9", "J")
    assert aligned.missing == ("O5",)
