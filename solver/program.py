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


@dataclass(frozen=True, slots=True)
class Row:
    """``lower <= sum(coefficient * x[column]) <= upper`` over ``terms``; no column twice."""

    lower: int
    upper: int
    terms: Terms


@dataclass(slots=True)
class Program:
    """A growing integer program; columns and rows are numbered as they come.

    ``first`` lists columns that a search should settle before all others:
    totals whose rounding tightens the bound at once.
    """

    costs: list[int] = field(default_factory=list)
    uppers: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    first: list[int] = field(default_factory=list)

    def column(self, upper: int, cost: int = 0) -> int:
        """Add a variable between 0 and ``upper``; returns its number."""
        self.costs.append(cost)
        self.uppers.append(upper)
        return len(self.costs) - 1

    def row(self, lower: int, upper: int, terms: Terms) -> None:
        """Add a constraint; ``terms`` name no column twice."""
        self.rows.append(Row(lower, upper, terms))

    def total(self, upper: int, terms: Terms, cost: int = 0) -> int:
        """Add a column that equals the sum of ``terms``, to be settled first."""
        column = self.column(upper, cost)
        self.row(0, 0, [(column, -1), *merged(terms)])
        self.first.append(column)
        return column


def merged(terms: Iterable[tuple[int, int]]) -> Terms:
    """The terms with every column named once, its coefficients added up."""
    sums: dict[int, int] = {}
    for column, coefficient in terms:
        sums[column] = sums.get(column, 0) + coefficient
    return list(sums.items())
