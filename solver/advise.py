"""The best play of a position, with its sets, its steps and how sure it is."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from solver import pool
from solver.beside import Play
from solver.declared import about_jokers_alone
from solver.kept import jokers_kept, jokers_left
from solver.layout import table_as_it_lies
from solver.melds import also_meant
from solver.play import LaidSet
from solver.plays import find_play
from solver.puzzle import Layout
from solver.question import OBJECTIVES, Objective
from solver.rules import Rules
from solver.state import GameState, Problem, ProblemKind
from solver.steps import Plan, Step, plan_steps
from solver.tiles import Meld
from solver.verify import faults_of_play


class Status(StrEnum):
    """What the answer is."""

    WIN = "win"
    PLAY = "play"
    DRAW = "draw"
    INVALID_TABLE = "invalid_table"
    INVALID_INPUT = "invalid_input"


@dataclass(frozen=True, slots=True)
class Advice:
    """A suggested play, or why there is none.

    ``placed`` are the rack tiles to play, sorted, ``value`` their face value (a
    joker counts 0); ``sets`` is the table afterwards; ``moved`` and ``touched``
    count table tiles and sets that do not stay as they lie. ``optimal``: no play
    is better under the objective; ``moves_optimal``: none as good moves fewer.
    ``steps_at_least``: no sequence of movements can be shorter. Times are
    milliseconds, disjoint, and sum to the whole. ``rules`` are those of the position.
    ``kept``: jokers that a play leaves on the rack, or, though the status is ``draw``, that
    could be played by themselves; ``why_kept`` says why they better stay.
    """

    status: Status
    sets: tuple[LaidSet, ...]
    rules: Rules
    placed: Meld = ()
    steps: tuple[Step, ...] = ()
    steps_at_least: int = 0
    moved: int = 0
    touched: int = 0
    optimal: bool = True
    moves_optimal: bool = True
    problems: tuple[Problem, ...] = ()
    notices: tuple[str, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict)
    kept: Meld = ()
    why_kept: str = ""

    @property
    def value(self) -> int:
        """Face value of the placed tiles; a joker counts 0."""
        return sum(tile.face_value for tile in self.placed)

    def to_json(self) -> dict[str, Any]:
        """The contract's ``advise`` object."""
        kept = {"kept": [str(tile) for tile in self.kept], "why_kept": self.why_kept}
        return (kept if self.kept else {}) | {
            "status": str(self.status),
            "placed": [str(tile) for tile in self.placed],
            "value": self.value,
            "table_after": [[str(tile) for tile in laid.tiles] for laid in self.sets],
            "jokers": list(self._jokers()),
            "moved": self.moved,
            "touched": self.touched,
            "steps": [step.to_json() for step in self.steps],
            "steps_at_least": self.steps_at_least,
            "optimal": self.optimal,
            "moves_optimal": self.moves_optimal,
            "timings_ms": {stage: round(ms, 3) for stage, ms in self.timings_ms.items()},
            "problems": [*map(str, self.problems), *self.notices],
        }

    def _jokers(self) -> Iterator[dict[str, Any]]:
        """What each joker stands for, and the other tile where it is either of two."""
        for index, laid in enumerate(self.sets):
            other = also_meant(laid, self.rules)
            for place, meant in laid.jokers():
                if meant != laid.tiles[place]:
                    told = {"set": index, "place": place, "stands_for": str(meant)}
                    yield told | ({"or": str(other)} if other else {})


def advise(
    state: GameState,
    *,
    objective: Objective | str = "advice",
    anyway: bool = False,
    time_limit: float | None = None,
    grow_only: bool = False,
    pool_empty: bool = False,
) -> Advice:
    """The best play of ``state``.

    A stock violation gives ``invalid_input`` and a broken set ``invalid_table``,
    the latter unless ``anyway``. ``time_limit``, in seconds, may cut the searches
    short; ``optimal`` and ``moves_optimal`` then say so. With ``grow_only`` the
    best play is looked for that only adds to the sets of the table. With
    ``pool_empty`` the notices say what the ruleset makes of that; where the round
    has ended no play is looked for.

    Raises:
        ValueError: there is no such objective.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"no such objective: {objective!r} (there are {', '.join(OBJECTIVES)})")
    clock, rules = _Clock(), state.rules
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    broken = state.broken_sets()
    refused = _refusal(state, broken, anyway, clock)
    if refused is not None:
        return refused
    if pool_empty and rules.pool_empty == "round ends":
        ended = (pool.ROUND_HAS_ENDED,)
        lying = table_as_it_lies(state)
        return Advice(
            Status.DRAW, lying, rules, problems=broken, notices=ended, timings_ms=clock.laps
        )
    play = find_play(state, objective, deadline, grow_only=grow_only)
    if play.layout is None and pool_empty and rules.pool_empty == "must place":
        play = find_play(state, "tiles", deadline, grow_only=grow_only)
    clock.laps |= {"search": play.search_ms, "layout": play.layout_ms}
    clock.skip()
    if play.layout is None:
        passing = (pool.WORDS[rules.pool_empty],) if pool_empty else ()
        kept, why_kept = (
            jokers_kept(state, deadline) if objective == "advice" and not grow_only else ((), "")
        )
        clock.lap("search", more=True)
        return Advice(
            Status.DRAW,
            table_as_it_lies(state),
            rules,
            optimal=play.optimal,
            moves_optimal=play.optimal,
            problems=broken,
            notices=(*play.notices, *passing),
            timings_ms=clock.laps,
            kept=kept,
            why_kept=why_kept,
        )
    layout = play.layout
    faults = faults_of_play(state, layout.placed, layout.sets)
    if faults:
        raise AssertionError(f"a wrong play was found, please report it: {'; '.join(faults)}")
    clock.lap("verify")
    plan = plan_steps(state.table, layout.sets, layout.heirs, rules)
    clock.lap("steps")
    answer = _answer(state, play, layout, plan, broken, clock)
    if objective != "advice" or not play.optimal:  # then jokers stay for another reason
        return answer
    kept, why_kept = jokers_left(state, layout.placed)
    return replace(answer, kept=kept, why_kept=why_kept)


class _Clock:
    """Disjoint stages in milliseconds."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def skip(self) -> None:
        """Leave the time since the last stage to stages timed elsewhere."""
        self._last = time.perf_counter()

    def lap(self, stage: str, *, more: bool = False) -> None:
        """End a stage, or ``more`` of one that ended before."""
        now = time.perf_counter()
        before = self.laps[stage] if more else 0.0
        self.laps[stage] = before + (now - self._last) * 1000
        self._last = now


def _refusal(
    state: GameState, broken: tuple[Problem, ...], anyway: bool, clock: _Clock
) -> Advice | None:
    too_many = (*state.stock_problems(), *_no_advice(state))
    clock.lap("check")
    status = Status.INVALID_INPUT if too_many else Status.INVALID_TABLE
    if too_many or (broken and not anyway):
        lying = table_as_it_lies(state)
        problems = too_many + broken
        return Advice(status, lying, state.rules, problems=problems, timings_ms=clock.laps)
    return None


def _no_advice(state: GameState) -> tuple[Problem, ...]:
    """The problem with games that are not played on one shared table."""
    if state.rules.play_advice:
        return ()
    text = f"{state.rules.name} is played with own melds: there is no play advice for it"
    return (Problem(ProblemKind.NO_ADVICE, text),)


def _answer(
    state: GameState,
    play: Play,
    layout: Layout,
    plan: Plan,
    broken: tuple[Problem, ...],
    clock: _Clock,
) -> Advice:
    all_placed = Counter(layout.placed) == Counter(state.rack)
    held_back = no_win(state.unnamed) if all_placed else ()
    return Advice(
        Status.WIN if all_placed and not held_back else Status.PLAY,
        layout.sets,
        state.rules,
        placed=layout.placed,
        steps=plan.steps,
        steps_at_least=plan.at_least,
        moved=layout.heirs.moved,
        touched=layout.heirs.touched,
        optimal=play.optimal,
        moves_optimal=play.moves_optimal,
        problems=broken,
        notices=(
            *play.notices,
            *about_jokers_alone(state, layout.sets),
            *held_back,
        ),
        timings_ms=clock.laps,
    )


def no_win(unnamed: int) -> tuple[str, ...]:
    """Why placing all tiles with a name wins nothing: ``unnamed`` others stay on the rack."""
    if not unnamed:
        return ()
    if unnamed == 1:
        return (
            "this is no win yet: a tile on the rack has no name; turn it over and say what it is",
        )
    return (
        "this is no win yet: tiles on the rack have no name; turn them over and say what they are",
    )
