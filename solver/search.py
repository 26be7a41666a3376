"""The optimum of a position, proven: branch and bound over OR-tools' GLOP."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any

from ortools.linear_solver import linear_solver_pb2, pywraplp

from solver.play import LaidSet
from solver.program import UNBOUNDED, Program
from solver.question import Objective, Question
from solver.state import GameState
from solver.tiles import Meld, Tile

_TOLERANCE = 1e-5
# the programs are small and their coefficients too: neither scaling nor a clever first
# basis is worth its time
_HOW = "use_dual_simplex: true use_scaling: false initial_basis: NONE"


LATE_SECONDS = 0.2
"""What is looked for only because time ran out may take so much longer."""


def out_of_time(deadline: float | None) -> bool:
    """Whether the moment ``deadline`` has come."""
    return deadline is not None and time.perf_counter() > deadline


def a_little_later(deadline: float | None) -> float | None:
    """The deadline of a quick look for any play at all, once ``deadline`` may have come."""
    return None if deadline is None else max(deadline, time.perf_counter() + LATE_SECONDS)


@dataclass(frozen=True, slots=True)
class Solution:
    """A program's best point found; ``proven`` that there is none better."""

    x: list[int]
    value: int
    proven: bool
    nodes: int


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best play's totals: sorted ``placed`` rack tiles and one way to lay all sets.

    ``sets`` is empty when nothing can be played. ``proven``: no play is better.
    """

    placed: Meld
    sets: tuple[LaidSet, ...]
    proven: bool
    nodes: int


def best_play(
    state: GameState,
    objective: Objective = "advice",
    deadline: float | None = None,
    *,
    joker_rules: bool = False,
    grow_only: bool = False,
    beside: tuple[LaidSet, ...] = (),
    at_least: int = 0,
) -> Optimum:
    """The best play of ``state`` under ``objective``.

    ``advice``: win if possible, else most number tiles, then fewest rack jokers,
    then face value. ``tiles``: most rack tiles, a joker as one, then face value.
    ``value``: most face value, then win if possible, else fewest rack jokers.
    ``opening``, for a player who has not opened: as few tiles as will do, a joker as
    two. ``points``: most points of sets, jokers as what they stand for. ``deadline`` is a
    ``time.perf_counter()`` moment; without one the answer is always proven.

    The ruleset's policies for jokers of the table bind only with ``joker_rules``;
    that makes a larger program, see :mod:`solver.policy` also for the few illegal
    plays that it lets through. With ``grow_only`` sets of the table may only be
    added to. ``beside``: sets of jokers alone that are laid in any case. No play is
    looked for of less than ``at_least`` rack tiles.
    """
    optimum = _ask(
        state,
        objective,
        deadline,
        joker_rules=joker_rules,
        grow_only=grow_only,
        beside=beside,
        at_least=at_least,
    )
    if objective not in ("advice", "value") or not _may_win(state, optimum):
        return optimum
    won = _ask(
        state,
        objective,
        deadline,
        joker_rules=joker_rules,
        grow_only=grow_only,
        win=True,
        beside=beside,
    )
    if won.placed:
        return won
    # a win that was not refuted may still be there
    return replace(optimum, proven=optimum.proven and won.proven)


def _ask(
    state: GameState,
    objective: Objective,
    deadline: float | None,
    *,
    joker_rules: bool = False,
    grow_only: bool = False,
    win: bool = False,
    beside: tuple[LaidSet, ...] = (),
    at_least: int = 0,
) -> Optimum:
    """The answer to one question; strictly only if sets of jokers alone come up."""
    for strict in (False, True):
        if out_of_time(deadline):  # the program alone may take long to write down
            return Optimum((), (), proven=False, nodes=0)
        question = Question(
            state,
            objective,
            win=win,
            joker_rules=joker_rules,
            grow_only=grow_only,
            strict=strict,
            beside=beside,
            at_least=at_least,
        )
        optimum = _optimum(question, maximise(question.program, question.nothing, deadline))
        if not state.jokers_alone(laid for laid in optimum.sets if laid not in beside):
            break
    return optimum


def _optimum(question: Question, solution: Solution) -> Optimum:
    if not solution.x:
        return Optimum((), (), solution.proven and question.complete, solution.nodes)
    sets, placed = question.sets(solution.x), question.placed(solution.x)
    return Optimum(placed, sets, solution.proven and question.complete, solution.nodes)


def _may_win(state: GameState, optimum: Optimum) -> bool:
    """Whether only jokers stay on the rack: then a win is worth asking for."""
    if state.unnamed:
        return False
    left = Counter(state.rack) - Counter(optimum.placed)
    return bool(left) and all(tile.is_joker for tile in left)


class Draws:
    """What the next draw allows: one program for all tiles that may be drawn.

    Policies for table jokers are not asked for: a yes is one without them. After
    ``deadline``, a ``time.perf_counter()`` moment, whoever asks gets a TimeoutError.
    """

    def __init__(self, state: GameState, tiles: Meld, deadline: float | None = None) -> None:
        self._rack = Counter(state.rack)
        richer = replace(state, rack=(*state.rack, *tiles))
        question = Question(richer, "tiles", strict=True)
        self._columns = {
            question.flow.faces.tiles[face]: column for face, column in question.used.items()
        }
        for kind, column in question.used_jokers.items():
            self._columns[Tile(joker=kind)] = column
        self._tree = _Tree(question.program, -UNBOUNDED, deadline)

    def allow_play(self, tile: Tile) -> bool:
        """Whether ``tile`` can be played with the rack and the table."""
        if tile not in self._columns:
            return False
        bounds = {
            column: (1 if held == tile else 0, self._rack[held] + (held == tile))
            for held, column in self._columns.items()
        }
        return self._tree.feasible(bounds)

    def allow_win(self, tile: Tile) -> bool:
        """Whether the whole rack and ``tile`` can be played together."""
        after = self._rack + Counter([tile])
        if any(held not in self._columns for held in after):
            return False
        bounds = {column: (after[held], after[held]) for held, column in self._columns.items()}
        return self._tree.feasible(bounds)


def maximise(program: Program, above: int, deadline: float | None = None) -> Solution:
    """The best whole point of ``program`` with a value over ``above``, in whole units.

    Depth first over GLOP's relaxations, each warm from the one before. ``x`` is
    empty when there is no such point. Without ``deadline`` always proven.
    """
    if not program.costs:
        return Solution([], above, True, 0)
    tree = _Tree(program, above, deadline)
    tree.explore()
    return Solution(tree.best_x, tree.best, not tree.cut_short, tree.nodes)


@dataclass(frozen=True, slots=True)
class _Branch:
    """A column with its ``bounds``, the ``halves`` of them that are still to be looked at,
    and the ``bound`` on all that lies there."""

    column: int
    bounds: tuple[int, int]
    halves: list[tuple[int, int]]
    bound: float


class _Tree:
    """The search tree of one program."""

    def __init__(self, program: Program, above: int, deadline: float | None) -> None:
        self.best = above
        self.best_x: list[int] = []
        self.nodes = 0
        self.cut_short = False
        self._enough = False
        self._deadline = deadline
        self._unit = program.unit
        self._tiers = [tier for tier in program.tiers if tier]
        self._bounds = [(0, upper) for upper in program.uppers]
        self._solver, self._parameters = _relaxation(program), _parameters()
        self._objective = self._solver.Objective()
        self._response = linear_solver_pb2.MPSolutionResponse()

    @cached_property
    def _variables(self) -> Any:
        """The solver's own variables; many programs are solved without ever asking."""
        return self._solver.variables()

    def feasible(self, bounds: Mapping[int, tuple[int, int]]) -> bool:
        """Whether there is any whole point with these columns so bounded."""
        before = {column: self._bounds[column] for column in bounds}
        self._set(bounds)
        self.best, self.best_x, self._enough = -UNBOUNDED, [], True
        self.explore()
        self._set(before)
        if self.cut_short and not self.best_x:
            raise TimeoutError("no time is left to settle what can be played")
        return bool(self.best_x)

    def _set(self, bounds: Mapping[int, tuple[int, int]]) -> None:
        for column, (lower, upper) in bounds.items():
            self._bounds[column] = (lower, upper)
            self._variables[column].SetBounds(lower, upper)

    def explore(self) -> None:
        """Settle everything within the present bounds.

        Without recursion: a path may be longer than the stack of calls is deep.
        """
        path: list[_Branch] = []
        self._look(path)
        while path:
            branch = path[-1]
            if branch.halves and self._promises(branch.bound):
                self._set({branch.column: branch.halves.pop()})
                self._look(path)
            else:
                self._set({branch.column: branch.bounds})
                path.pop()

    def _look(self, path: list[_Branch]) -> None:
        """Relax the program within the present bounds; branch at the end of ``path`` if need be."""
        if out_of_time(self._deadline):
            self.cut_short = True
            return
        self.nodes += 1
        status = self._solver.Solve(self._parameters)
        if status == pywraplp.Solver.INFEASIBLE:
            return
        if status != pywraplp.Solver.OPTIMAL:
            raise RuntimeError(f"the linear solver gave up (status {status})")
        bound = self._objective.Value()
        if not self._promises(bound):
            return
        self._solver.FillSolutionResponseProto(self._response)
        x = list(self._response.variable_value)
        column = self._fractional(x)
        if column is None:
            self.best = math.floor(bound / self._unit + _TOLERANCE)
            self.best_x = [round(value) for value in x]
            return
        (lower, upper), below = self._bounds[column], int(x[column])
        halves = [(lower, below), (below + 1, upper)]
        path.append(_Branch(column, (lower, upper), halves, bound))

    def _promises(self, bound: float) -> bool:
        """Whether a bound leaves room for a value better than the best."""
        if self._enough and self.best_x:
            return False
        return bound >= (self.best + 1) * self._unit - _TOLERANCE

    def _fractional(self, x: list[float]) -> int | None:
        """The column to branch on, or None when all are whole.

        Both its halves are smaller than what it has, so that no path goes on for ever.
        """
        gaps = [abs(value - round(value)) for value in x]
        while (widest := max(gaps)) > _TOLERANCE:
            column = self._first_tier(gaps)
            column = gaps.index(widest) if column is None else column
            lower, upper = self._bounds[column]
            if lower < x[column] < upper:
                return column
            gaps[column] = 0.0  # a little beside its bounds: the solver calculates in floats
        return None

    def _first_tier(self, gaps: Sequence[float]) -> int | None:
        """The column furthest from whole in the first tier that has such a one."""
        for tier in self._tiers:
            gap, column = max((gaps[column], -column) for column in tier)
            if gap > _TOLERANCE:
                return -column
        return None


def _relaxation(program: Program) -> Any:
    """The program for GLOP, wholeness dropped."""
    # one message is several times faster than one call a coefficient, and every field
    # that is left at its default makes it faster
    model = linear_solver_pb2.MPModelProto(maximize=True)
    bounds = zip(program.uppers, program.costs, strict=True)
    model.variable.extend([_variable(upper, cost) for upper, cost in bounds])
    add_row = model.constraint.add
    for row in program.rows:
        columns = [column for column, _ in row.terms]
        coefficients = [coefficient for _, coefficient in row.terms]
        if row.lower == -UNBOUNDED:
            add_row(upper_bound=row.upper, var_index=columns, coefficient=coefficients)
        else:
            add_row(
                lower_bound=row.lower,
                upper_bound=row.upper,
                var_index=columns,
                coefficient=coefficients,
            )
    solver = pywraplp.Solver.CreateSolver("GLOP")
    solver.LoadModelFromProto(model)
    solver.SetSolverSpecificParametersAsString(_HOW)
    return solver


@lru_cache(maxsize=4096)
def _variable(upper: int, cost: int) -> Any:
    return linear_solver_pb2.MPVariableProto(
        lower_bound=0, upper_bound=upper, objective_coefficient=cost
    )


@cache
def _parameters() -> Any:
    """Parameters that let every relaxation begin where the last one ended."""
    parameters = pywraplp.MPSolverParameters()
    parameters.SetIntegerParam(parameters.INCREMENTALITY, parameters.INCREMENTALITY_ON)
    parameters.SetIntegerParam(parameters.PRESOLVE, parameters.PRESOLVE_OFF)
    return parameters
