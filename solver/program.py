"""An integer program as plain numbers: what a search is asked, solver-free.

Maximise ``costs · x`` over whole ``x`` with ``0 <= x <= uppers`` and, for each
row, ``lower <= sum(coefficient * x[column]) <= upper``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

Terms: TypeAlias = list[tuple[int, int]]
"""Pairs (column, coefficient)."""

UNBOUNDED = 1_000_000
"""A row bound that never binds: far above any count or score of the game."""

MANY_SETS = 16
"""More than the sets of one kind that can lie on a table at a time."""


@dataclass(frozen=True, slots=True)
class Row:
    """``lower <= sum(coefficient * x[column]) <= upper`` over ``terms``; no column twice."""

    lower: int
    upper: int
    terms: Terms


@dataclass(slots=True)
class Program:
    """A growing integer program; columns and rows are numbered as they come.

    Values count in whole units of ``unit``: costs that add up to less than one
    only lead the search. ``tiers`` are groups of columns that it settles one
    group after the other, before all remaining columns.
    """

    costs: list[int] = field(default_factory=list)
    uppers: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    unit: int = 1
    tiers: list[list[int]] = field(default_factory=list)

    def column(self, upper: int, cost: int = 0) -> int:
        """Add a variable between 0 and ``upper``; returns its number."""
        self.costs.append(cost)
        self.uppers.append(upper)
        return len(self.costs) - 1

    def row(self, lower: int, upper: int, terms: Terms) -> None:
        """Add a constraint; ``terms`` name no column twice."""
        self.rows.append(Row(lower, upper, terms))

    def total(self, lower: int, upper: int, terms: Terms, cost: int = 0) -> int:
        """Add a column for how far the sum of ``terms`` lies above ``lower``."""
        column = self.column(upper - lower, cost)
        self.row(lower, lower, [*merged(terms), (column, -1)])
        return column


def merged(terms: Iterable[tuple[int, int]]) -> Terms:
    """The terms with every column named once, its coefficients added up."""
    sums: dict[int, int] = {}
    for column, coefficient in terms:
        sums[column] = sums.get(column, 0) + coefficient
    return list(sums.items())
