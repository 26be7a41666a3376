"""Jokers that are better kept: beside a play, or where only they could be played."""

from __future__ import annotations

from collections import Counter

from solver.declared import declared_alone
from solver.differences import difference
from solver.notation import format_tiles
from solver.opening import judge_opening
from solver.plays import find_play
from solver.state import GameState
from solver.tiles import Meld

WHY = (
    "a joker laid without one of your number tiles takes none of them off your rack, "
    "and later it can complete a set"
)


def jokers_kept(state: GameState, deadline: float | None) -> tuple[Meld, str]:
    """The jokers that could be played where nothing else can, and what to say of them.

    ``((), "")`` where nothing can be played at all, as far as that is settled by ``deadline``.
    """
    if not any(tile.is_joker for tile in state.rack):
        return (), ""
    layout = find_play(state, "tiles", deadline).layout
    if layout is None:
        return (), ""
    tiles = format_tiles(layout.placed)
    if state.opened:
        return layout.placed, f"{tiles} could be played, but better not: {WHY}"
    turn = difference(state.table, [laid.tiles for laid in layout.sets])
    points = judge_opening(turn, state.rules, state.said_with(layout.sets)).points
    said = declared_alone(state, layout.sets) or tiles
    return layout.placed, (
        f"you could open with {said}, worth {points} points, but better not: {WHY}"
    )


def jokers_left(state: GameState, placed: Meld) -> tuple[Meld, str]:
    """The jokers of the rack that a play with these tiles leaves there, and what to say of them."""
    left = Counter(state.rack) - Counter(placed)
    jokers = tuple(sorted(tile for tile in left.elements() if tile.is_joker))
    if not jokers:
        return (), ""
    told = format_tiles(jokers)
    if len(jokers) == 1:
        return jokers, f"{told} stays on your rack: {WHY}"
    return jokers, f"{told} stay on your rack: {WHY}"
