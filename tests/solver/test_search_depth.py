"""The search tree is left whole however deep it is, and no branch of it goes on for ever."""

from __future__ import annotations

import sys

import pytest

from solver.program import Program
from solver.search import _Tree, maximise


def deep_program(count: int) -> Program:
    """Half of so many columns fit, less a half: the relaxation is never whole on the way."""
    program = Program()
    columns = [program.column(1, 1) for _ in range(count)]
    program.row(0, count - 1, [(column, 2) for column in columns])
    program.tiers = [columns]
    return program


def test_a_path_longer_than_the_stack_is_deep_is_gone_to_its_end() -> None:
    count = sys.getrecursionlimit() + 200
    solution = maximise(deep_program(count), -1)
    assert solution.proven
    assert solution.value == sum(solution.x) == count // 2 - 1


@pytest.mark.parametrize(("bounds", "beside"), [((0, 1), -0.01), ((0, 0), 0.01), ((0, 1), 1.01)])
def test_what_lies_beside_its_bounds_is_not_branched_on(
    bounds: tuple[int, int], beside: float
) -> None:
    """A solver calculates in floats: such a column has no half that is smaller than itself."""
    tree = _Tree(deep_program(3), -1, None)
    tree._set({0: bounds})
    assert tree._fractional([beside, 0.0, 1.0]) is None
    assert tree._fractional([beside, 0.999, 1.0]) == 1
