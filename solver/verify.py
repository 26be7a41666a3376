"""An independent check of a suggested play; shares no code with the searches.

Every play passes :func:`faults_of_play` before it leaves the program, and every
sequence of steps :func:`faults_of_steps`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from solver.differences import difference
from solver.joker_policy import joker_faults
from solver.melds import judge
from solver.notation import format_tiles
from solver.opening import judge_opening
from solver.play import LaidSet
from solver.readings import Reading, StandIn
from solver.state import GameState
from solver.steps import Step
from solver.tiles import Meld, Tile


def faults_of_play(state: GameState, placed: Meld, after: Sequence[LaidSet]) -> tuple[str, ...]:
    """Why ``state`` may not become ``after`` by placing ``placed``; ``()`` if it may."""
    faults = [*_lost_tiles(state, placed, after), *_invalid_sets(state, after)]
    if not placed:
        faults.append("no rack tile is placed")
    turn = difference(state.table, [laid.tiles for laid in after])
    said = state.said_with(after)
    if not state.opened:
        faults += judge_opening(turn, state.rules, said).faults
    faults += joker_faults(turn, state.rules, said, opened=state.opened)
    return tuple(faults)


def _lost_tiles(state: GameState, placed: Meld, after: Sequence[LaidSet]) -> list[str]:
    faults = []
    there = Counter(tile for laid in after for tile in laid.tiles)
    wanted = Counter(state.table_tiles()) + Counter(placed)
    for tile, count in (wanted - there).items():
        faults.append(f"{count} of {tile} got lost")
    for tile, count in (there - wanted).items():
        faults.append(f"{count} of {tile} came from nowhere")
    for tile in Counter(placed) - Counter(state.rack):
        faults.append(f"{tile} is not on the rack")
    return faults


def _invalid_sets(state: GameState, after: Sequence[LaidSet]) -> list[str]:
    faults = []
    untouched = Counter(state.table)
    for laid in after:
        if untouched[laid.tiles] > 0:  # as it lay: judged before, or advised on anyway
            untouched[laid.tiles] -= 1
            continue
        meant = tuple(tile for _, tile in laid.jokers())
        said = tuple(tile for tile in meant if isinstance(tile, Tile)) if laid.only_jokers else None
        verdict = judge(laid.tiles, state.rules, said)
        if not verdict.valid:
            faults.append(f"{format_tiles(laid.tiles)} is not a set: {verdict.reason}")
        elif meant and not any(_means(reading, meant) for reading in verdict.readings):
            told = " ".join(map(str, meant))
            faults.append(f"no joker of {format_tiles(laid.tiles)} is {told}")
    return faults


def _means(reading: Reading, meant: tuple[StandIn, ...]) -> bool:
    """Whether ``reading`` lets the jokers stand for ``meant``; in a group in any order."""
    if reading.kind == "group":
        return Counter(reading.jokers) == Counter(meant)
    return reading.jokers == meant


def faults_of_steps(
    before: Sequence[Meld], placed: Meld, after: Sequence[LaidSet], steps: Sequence[Step]
) -> tuple[str, ...]:
    """Why carrying out ``steps`` on ``before`` does not give ``after``; ``()`` if it does."""
    table = Counter(before)
    rack = Counter(placed)
    for number, step in enumerate(steps, start=1):
        faults = _carry_out(table, rack, step)
        if faults:
            return tuple(f"step {number}: {fault}" for fault in faults)
    faults = []
    if rack.total():
        faults.append(f"{format_tiles(sorted(rack.elements()))} stays on the rack")
    if +table != Counter(laid.tiles for laid in after):
        faults.append("the sets after the last step are not those of the play")
    return tuple(faults)


def _carry_out(table: Counter[Meld], rack: Counter[Tile], step: Step) -> list[str]:
    """Carry one step out on ``table`` and ``rack``; what cannot be done."""
    faults = []
    moving = Counter(step.tiles)
    put_in_order = step.source == step.target and moving == Counter(step.makes)
    if step.source is None:
        if moving - rack:
            faults.append("takes tiles that are not on the rack")
        rack.subtract(moving)
        left: Counter[Tile] = Counter()
    else:
        if table[step.source] < 1:
            faults.append(f"{format_tiles(step.source)} does not lie there")
        table[step.source] -= 1
        left = Counter(step.source) - moving
        if Counter(step.source) - left != moving:
            faults.append(f"{format_tiles(step.source)} does not hold the tiles")
    if left != Counter(step.leaves):
        faults.append("the rest of the source is wrong")
    if step.target is not None and not put_in_order:
        if table[step.target] < 1:
            faults.append(f"{format_tiles(step.target)} does not lie there")
        table[step.target] -= 1
    stays = () if put_in_order else step.target or ()
    if Counter(stays) + moving != Counter(step.makes):
        faults.append("the target does not become what is said")
    table.update([step.makes, *([step.leaves] if step.leaves else [])])
    return faults
