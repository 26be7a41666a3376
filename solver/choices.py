"""Several good plays to choose from, each with what speaks for it."""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from solver.advise import Advice, Status, advise
from solver.notation import format_tiles
from solver.odds import next_draw
from solver.question import worth
from solver.state import GameState

MOST_CHOICES = 5
OTHER_WAYS = 3
"""So many ways to play are looked for beside the best, at most."""


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

    ``outs`` is None where all tiles are placed, or no time was left to count.
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


def choose(state: GameState, time_limit: float | None = None) -> tuple[Choice, ...]:
    """Up to five different plays, the best first; () when nothing can be played.

    Plays are different when they place different tiles. ``time_limit``, in seconds, is
    for all of it; a play's ``optimal`` says whether it was enough.
    """
    started = time.perf_counter()
    best = advise(state, time_limit=time_limit and time_limit / 2)
    if best.status not in (Status.WIN, Status.PLAY):
        return ()
    reasons: dict[str, list[Why]] = {}
    plays: dict[str, Advice] = {}
    candidates = _candidates(state, best, time_limit and time_limit / 12)
    for why, advice in _best_first(state, candidates):
        if advice.placed:
            key = format_tiles(advice.placed)
            plays.setdefault(key, advice)
            reasons.setdefault(key, []).append(why)
            if why is Why.SIMPLEST:
                plays[key] = _simpler(plays[key], advice)
    deadline = None if time_limit is None else started + time_limit
    outs = {key: _outs(state, advice, deadline) for key, advice in plays.items()}
    known = [count for count in outs.values() if count is not None]
    if len(known) > 1 and len(known) == len(outs) and max(known) > min(known):
        flexible = max(outs, key=lambda key: outs[key] or 0)
        reasons[flexible].append(Why.FLEXIBLE)
    choices = [Choice(tuple(reasons[key]), plays[key], outs[key]) for key in plays]
    return tuple(choices[:MOST_CHOICES])


def has_others(state: GameState, best: Advice, time_limit: float) -> bool:
    """Whether :func:`choose` has another play than ``best``; there is none to prefer to a win.

    ``time_limit``: seconds for all of it; what is not settled by then may be another.
    """
    if best.status is not Status.PLAY:
        return False
    placed = format_tiles(best.placed)
    return any(
        not advice.optimal or (advice.placed and format_tiles(advice.placed) != placed)
        for why, advice in _candidates(state, best, time_limit / OTHER_WAYS)
        if why is not Why.BEST
    )


def _best_first(state: GameState, found: Iterable[tuple[Why, Advice]]) -> list[tuple[Why, Advice]]:
    """The candidates; where the first is not proven, another may be the best that is known."""
    (why, best), *others = found
    if best.optimal:
        return [(why, best), *others]
    playable = (best, *(advice for _, advice in others if advice.placed))
    better = max(playable, key=lambda one: worth(state, one.placed, "advice"))
    if better is not best:
        best = dataclasses.replace(better, optimal=False, moves_optimal=False)
    return [(why, best), *others]


def _simpler(known: Advice, grown: Advice) -> Advice:
    """Of two plays of the same tiles the one that moves fewer; no surer than ``known``."""
    if grown.moved >= known.moved:
        return known
    return dataclasses.replace(grown, optimal=known.optimal, moves_optimal=False)


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


def _outs(state: GameState, advice: Advice, deadline: float | None) -> int | None:
    left = tuple((Counter(state.rack) - Counter(advice.placed)).elements())
    if not left:
        return None
    table = tuple(laid.tiles for laid in advice.sets)
    after = dataclasses.replace(state, table=table, rack=left, opened=True)
    try:
        odds = next_draw(after, deadline=deadline)
    except TimeoutError:
        return None
    return sum(odds.unseen[tile] for tile in odds.plays)
