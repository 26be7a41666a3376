"""Several good plays to choose from, each with what speaks for it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from solver.advise import Advice, Status, advise
from solver.notation import format_tiles
from solver.odds import next_draw
from solver.state import GameState

MOST_CHOICES = 5


class Why(StrEnum):
    """What speaks for a play."""

    BEST = "best"
    MOST_TILES = "most tiles"
    SIMPLEST = "simplest"
    KEEPS_JOKERS = "keeps jokers"
    FLEXIBLE = "flexible"
    SMALLEST_OPENING = "smallest opening"


TEXTS: dict[Why, str] = {
    Why.BEST: "The best play: most number tiles, fewest jokers, most points.",
    Why.MOST_TILES: "Places the most tiles, jokers counted too.",
    Why.SIMPLEST: "The simplest: no tile that lies on the table has to move.",
    Why.KEEPS_JOKERS: "Keeps your jokers for later.",
    Why.FLEXIBLE: "Leaves you a rack that the most draws can play on.",
    Why.SMALLEST_OPENING: "Opens with as few tiles as will do and keeps the rest.",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One play, the reasons for it, and how many unseen tiles would play next turn.

    ``outs`` is None where all tiles are placed.
    """

    why: tuple[Why, ...]
    advice: Advice
    outs: int | None

    def to_json(self) -> dict[str, Any]:
        """The play as the contract's ``advise`` object, with its reasons."""
        return self.advice.to_json() | {
            "why": [str(reason) for reason in self.why],
            "why_text": [TEXTS[reason] for reason in self.why],
            "outs": self.outs,
        }


def choose(state: GameState) -> tuple[Choice, ...]:
    """Up to five different plays, the best first; () when nothing can be played.

    Plays are different when they place different tiles.
    """
    best = advise(state)
    if best.status not in (Status.WIN, Status.PLAY):
        return ()
    reasons: dict[str, list[Why]] = {}
    plays: dict[str, Advice] = {}
    for why, advice in _candidates(state, best):
        if advice.placed:
            key = format_tiles(advice.placed)
            plays.setdefault(key, advice)
            reasons.setdefault(key, []).append(why)
            if why is Why.SIMPLEST:
                plays[key] = advice if advice.moved < plays[key].moved else plays[key]
    outs = {key: _outs(state, advice) for key, advice in plays.items()}
    known = [count for count in outs.values() if count is not None]
    if len(known) > 1 and len(known) == len(outs) and max(known) > min(known):
        flexible = max(outs, key=lambda key: outs[key] or 0)
        reasons[flexible].append(Why.FLEXIBLE)
    choices = [Choice(tuple(reasons[key]), plays[key], outs[key]) for key in plays]
    return tuple(choices[:MOST_CHOICES])


def has_others(state: GameState, best: Advice, time_limit: float) -> bool:
    """Whether :func:`choose` has another play than ``best``; there is none to prefer to a win.

    ``time_limit``: seconds for each way to play; what is not settled by then may be another.
    """
    if best.status is not Status.PLAY:
        return False
    placed = format_tiles(best.placed)
    return any(
        not advice.optimal or (advice.placed and format_tiles(advice.placed) != placed)
        for why, advice in _candidates(state, best, time_limit)
        if why is not Why.BEST
    )


def _candidates(
    state: GameState, best: Advice, time_limit: float | None = None
) -> Iterator[tuple[Why, Advice]]:
    numbers = tuple(tile for tile in state.rack if not tile.is_joker)
    yield Why.BEST, best
    yield Why.MOST_TILES, advise(state, objective="tiles", time_limit=time_limit)
    if state.opened:
        yield Why.SIMPLEST, advise(state, grow_only=True, time_limit=time_limit)
    else:
        yield Why.SMALLEST_OPENING, advise(state, objective="opening", time_limit=time_limit)
    if len(numbers) < len(state.rack):
        saved = advise(dataclasses.replace(state, rack=numbers), time_limit=time_limit)
        if saved.status is Status.WIN:  # the jokers are still there
            saved = dataclasses.replace(saved, status=Status.PLAY)
        yield Why.KEEPS_JOKERS, saved


def _outs(state: GameState, advice: Advice) -> int | None:
    left = tuple((Counter(state.rack) - Counter(advice.placed)).elements())
    if not left:
        return None
    table = tuple(laid.tiles for laid in advice.sets)
    after = dataclasses.replace(state, table=table, rack=left, opened=True)
    odds = next_draw(after)
    return sum(odds.unseen[tile] for tile in odds.plays)
