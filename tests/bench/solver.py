"""The solver on the 200 golden positions, beside other ways to the same optimum.

One thread, imports warm. The others are measured where they are installed
(``pip install rummikub-solver[glpk-mi]``); each way takes its turn at a position
before the next position, so that all meet the same load.
"""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

from solver.advise import advise
from solver.choices import choose
from solver.heirs import find_heirs
from solver.lying import as_laid
from solver.odds import next_draw
from solver.rules import Rules
from solver.search import best_play
from solver.state import GameState
from solver.tiles import COLORS, JOKER, NUMBERS, Meld, Tile, numbered
from tests.solver.positions import golden_positions, state_of

ROUNDS = 3
COLD_STARTS = 9
TWIST_SECONDS = 10.0
POLICIES = ("mso", "sabra-50", "polish", "pressman-1998")
Way = Callable[[GameState], Any]


def main() -> None:
    """Print the optimum's time beside others', then the whole advice."""
    states = [state_of(entry) for entry in golden_positions()]
    ways: dict[str, Way] = {"tilesight, the optimum": lambda state: best_play(state, "tiles")}
    if importlib.util.find_spec("rummikub_solver"):
        ways |= _rummikub_solver()
    else:
        print("rummikub-solver is not installed: it is left out")
    ways["CP-SAT over all sets, presolve off"] = _cp_sat()
    _compare(ways, states)
    _whole_advice(states)
    _under_policies(states)
    _with_twist_jokers(states[::4])
    _beside_the_best(states)
    _cold_start()


def _compare(ways: dict[str, Way], states: list[GameState]) -> None:
    times: dict[str, list[list[float]]] = {name: [] for name in ways}
    for way in ways.values():
        way(states[0])
    for state in states:
        for name, way in ways.items():
            times[name].append([_timed(way, state) for _ in range(ROUNDS)])
    print("ms: median / 95th percentile of first runs; maximum of the best of three a position")
    ours = _summary(next(iter(times.values())))
    for name, runs in times.items():
        summary = _summary(runs)
        ratios = ", ".join(f"{a / b:.2f}" for a, b in zip(ours, summary, strict=True))
        print(f"  {name:42} {_ms(summary)}   ours is {ratios} of it")


def _timed(way: Way, state: GameState) -> float:
    start = time.perf_counter()
    way(state)
    return (time.perf_counter() - start) * 1000


def _summary(runs: list[list[float]]) -> tuple[float, float, float]:
    first = [times[0] for times in runs]
    return _share(first, 0.5), _share(first, 0.95), max(min(times) for times in runs)


def _share(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _ms(values: tuple[float, ...]) -> str:
    return " / ".join(f"{value:6.1f}" for value in values)


def _whole_advice(states: list[GameState]) -> None:
    answers = []
    times = []
    for state in states:
        start = time.perf_counter()
        answers.append(advise(state))
        times.append((time.perf_counter() - start) * 1000)
    proven = sum(answer.moves_optimal for answer in answers)
    print(f"\nwhole advice, ms: {_share(times, 0.5):.1f} / {_share(times, 0.95):.1f}", end="")
    print(f" / {max(times):.1f}; fewest moves proven on {proven} of {len(answers)}")
    for stage in ("check", "search", "layout", "verify", "steps"):
        laps = [answer.timings_ms.get(stage, 0.0) for answer in answers]
        print(
            f"  {stage:8} {_share(laps, 0.5):6.1f} / {_share(laps, 0.95):6.1f} / {max(laps):6.1f}"
        )
    plays = [(s, a) for s, a in zip(states, answers, strict=True) if a.placed]
    moved = sum(answer.moved for _, answer in plays)
    found = [best_play(state) for state, _ in plays]
    loose = sum(
        find_heirs(state.table, [laid.tiles for laid in optimum.sets]).moved
        for (state, _), optimum in zip(plays, found, strict=True)
    )
    table = sum(len(state.table_tiles()) for state, _ in plays)
    steps = sum(len(answer.steps) for _, answer in plays)
    least = sum(answer.steps_at_least for _, answer in plays)
    legal = sum(step.legal for _, answer in plays for step in answer.steps)
    anew = sum(len(answer.sets) for _, answer in plays)
    count = len(plays)
    print(f"a play ({count} of them), on average:")
    print(f"  table tiles moved {moved / count:.1f}; without the layout search", end="")
    print(f" {loose / count:.1f}; rebuilding all sets {table / count:.1f}")
    print(f"  steps {steps / count:.1f}, at least {least / count:.1f} are needed;", end="")
    print(f" rebuilding all sets {anew / count:.1f}")
    print(f"  after {legal / steps:.0%} of the steps the whole table is valid")


def _under_policies(states: list[GameState]) -> None:
    print("whole advice under rules for jokers that bind, ms, and how many are proven:")
    for name in POLICIES:
        rules = Rules.preset(name)
        answers, times = [], []
        for state in states:
            start = time.perf_counter()
            answers.append(advise(replace(state, rules=rules)))
            times.append((time.perf_counter() - start) * 1000)
        best = sum(answer.optimal for answer in answers)
        moves = sum(answer.moves_optimal for answer in answers)
        spread = _ms((_share(times, 0.5), _share(times, 0.95), max(times)))
        print(f"  {name:14} {spread}   best {best}, fewest moves {moves} of {len(answers)}")


def _with_twist_jokers(states: list[GameState]) -> None:
    print(f"with Twist jokers ({len(states)} positions, at most {TWIST_SECONDS:.0f} s each), ms:")
    for count in range(1, 5):
        answers, times = [], []
        for number, state in enumerate(states):
            richer = _spread(state, count, random.Random(f"{number} {count}"))
            start = time.perf_counter()
            answers.append(advise(richer, time_limit=TWIST_SECONDS))
            times.append((time.perf_counter() - start) * 1000)
        best = sum(answer.optimal for answer in answers)
        moves = sum(answer.moves_optimal for answer in answers)
        spread = _ms((_share(times, 0.5), _share(times, 0.95), max(times)))
        print(f"  {count}: {spread}   best {best}, fewest moves {moves} of {len(answers)}")


def _spread(state: GameState, count: int, dice: random.Random) -> GameState:
    """The position with so many Twist jokers more, on the rack or in sets of the table."""
    rules = Rules.preset("twist")
    box = [tile for tile in rules.stock().tiles() if tile.is_joker and tile != JOKER]
    table, rack = list(state.table), list(state.rack)
    for tile in dice.sample(box, count):
        ways = [
            (place, longer)
            for place, meld in enumerate(table)
            for longer in _longer(meld, tile)
            if as_laid(longer, rules) is not None
        ]
        if ways and dice.random() < 0.5:
            place, longer = dice.choice(ways)
            table[place] = longer
        else:
            rack.append(tile)
    return replace(state, table=tuple(table), rack=tuple(rack), rules=rules)


def _longer(meld: Meld, tile: Tile) -> list[Meld]:
    """``meld`` with ``tile`` anywhere, as one more or in the place of another."""
    at = range(len(meld) + 1)
    return [(*meld[:i], tile, *meld[j:]) for i in at for j in (i, i + 1, i + 2) if j <= len(meld)]


def _beside_the_best(states: list[GameState]) -> None:
    for name, way in (("odds of the next draw", next_draw), ("up to five choices", choose)):
        times = [_timed(way, state) for state in states[::2]]
        print(f"{name}, ms: {_ms((_share(times, 0.5), _share(times, 0.95), max(times)))}")


def _cold_start() -> None:
    command = [sys.executable, "-m", "webapp", "advise", "--table", "R1 R2 R3", "--rack", "R4 B9"]
    times = []
    for _ in range(COLD_STARTS):
        start = time.perf_counter()
        subprocess.run([*command, "--json"], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    print(f"\ncold `tilesight advise` on text, whole process: median {_share(times, 0.5):.2f} s,")
    print(f"  fastest {min(times):.2f} s of {COLD_STARTS}")


def _rummikub_solver() -> dict[str, Way]:
    import rummikub_solver as other

    ways: dict[str, Way] = {}
    backends = [None]
    if importlib.util.find_spec("cvxopt"):
        backends.insert(0, other.MILPSolver.GLPK_MI)
    for backend in backends:
        rules = other.RuleSet(solver_backend=backend)

        def solve(state: GameState, rules: Any = rules) -> Any:
            game = rules.new_game()
            game.initial = False
            game.add_table(*map(_number_of, state.table_tiles()))
            game.add_rack(*map(_number_of, state.rack))
            return rules.solve(game, other.SolverMode.TILE_COUNT)

        ways[f"rummikub-solver, {backend or 'default back end'}"] = solve
    return ways


def _number_of(tile: Tile) -> int:
    if tile.color is None:
        return len(COLORS) * len(NUMBERS) + 1
    return COLORS.index(tile.color) * len(NUMBERS) + tile.face_value


def _cp_sat() -> Way:
    from ortools.sat.python import cp_model

    sets = _sets_of_five()

    def solve(state: GameState) -> Any:
        must, may = Counter(state.table_tiles()), Counter(state.rack)
        there = must + may
        model = cp_model.CpModel()
        using: dict[Tile, list[Any]] = {tile: [] for tile in there}
        for meld in sets:
            if not meld - there:
                count = model.new_int_var(0, 4, "")
                for tile, tiles in meld.items():
                    using[tile].append(tiles * count)
        face = sum(tile.face_value for tile in state.rack) + 1
        score = []
        for tile, terms in using.items():
            model.add_linear_constraint(sum(terms), must[tile], there[tile])
            score.append(sum(terms) * (face + tile.face_value))
        model.maximize(sum(score))
        search = cp_model.CpSolver()
        search.parameters.num_workers = 1
        search.parameters.cp_model_presolve = False
        search.parameters.max_time_in_seconds = 10
        return search.solve(model)

    return solve


def _sets_of_five() -> list[Counter[Tile]]:
    """All sets, runs up to five tiles (longer ones are several), up to two jokers."""
    shapes = [
        [numbered(color, low + i) for i in range(length)]
        for color in COLORS
        for length in (3, 4, 5)
        for low in range(1, 15 - length)
    ]
    shapes += [
        [numbered(color, number) for color in colors]
        for number in NUMBERS
        for size in (3, 4)
        for colors in combinations(COLORS, size)
    ]
    sets = {
        tuple(sorted(JOKER if place in played else tile for place, tile in enumerate(shape)))
        for shape in shapes
        for jokers in (0, 1, 2)
        for played in combinations(range(len(shape)), jokers)
    }
    return [Counter(meld) for meld in sorted(sets)]
