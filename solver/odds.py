"""What the next draw may bring: the unseen tiles and what each would allow.

The table is taken to stay as it is. Tiles that nobody has shown are equally
likely, whether they lie in the pool or on another rack.
"""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solver.declared import may_lie_alone
from solver.faces import Faces, is_ordinary
from solver.joker_policy import may_take_jokers
from solver.plays import find_play, part_in_play
from solver.search import Draws
from solver.state import GameState
from solver.tiles import FEWEST_IN_SET, JOKER, Meld, Stock, Tile


@dataclass(frozen=True, slots=True)
class Odds:
    """The next draw of one tile.

    ``unseen`` is what has not been shown; ``plays`` and ``wins`` are the tiles in
    it that would allow a play (an opening, if the player has not opened), or to
    place the whole rack. ``can_play`` and ``can_win`` tell about the rack as it
    is; then every draw does at least as well. Chances are from 0 to 1.
    """

    unseen: Stock
    plays: Meld
    wins: Meld
    can_play: bool
    can_win: bool

    @property
    def chance_to_play(self) -> float:
        """The chance that the next draw allows a play."""
        return self._chance(self.plays)

    @property
    def chance_to_win(self) -> float:
        """The chance that the next draw allows to place the whole rack."""
        return self._chance(self.wins)

    def _chance(self, tiles: Meld) -> float:
        good = sum(self.unseen[tile] for tile in tiles)
        return good / self.unseen.total if self.unseen.total else 0.0

    def to_json(self) -> dict[str, Any]:
        """Counts and chances; tiles in notation, each with how many are unseen."""
        return {
            "unseen": self.unseen.total,
            "can_play": self.can_play,
            "can_win": self.can_win,
            "plays": [[str(tile), self.unseen[tile]] for tile in self.plays],
            "wins": [[str(tile), self.unseen[tile]] for tile in self.wins],
            "chance_to_play": round(self.chance_to_play, 4),
            "chance_to_win": round(self.chance_to_win, 4),
        }


def next_draw(state: GameState, seen: Iterable[Tile] = (), deadline: float | None = None) -> Odds:
    """The odds of the next draw; ``seen`` are tiles known to be elsewhere.

    ``deadline`` is a ``time.perf_counter()`` moment.

    Raises:
        ValueError: more of a tile is shown than the game has.
        TimeoutError: the deadline passed before every tile was settled.
    """
    shown = Stock.of((*state.table_tiles(), *state.rack, *seen))
    unseen = state.rules.stock() - shown
    now = find_play(state, "tiles", deadline).layout
    _keep_to(deadline)
    can_play = now is not None
    can_win = now is not None and len(now.placed) == len(state.rack) and not state.unnamed
    if _policies_may_bind(state) or _may_open_with_jokers_alone(state):
        ask = [_after_drawing(state, tile, can_play, deadline) for tile in unseen]
    else:
        draws = _draws(state, unseen, deadline)
        may_win = len(part_in_play(state).rack) == len(state.rack)
        ask = [
            (can_play or draws[tile].allow_play(tile), may_win and draws[tile].allow_win(tile))
            for tile in unseen
        ]
    plays = tuple(tile for tile, (play, _) in zip(unseen, ask, strict=True) if play)
    wins = tuple(
        tile for tile, (_, win) in zip(unseen, ask, strict=True) if win and not state.unnamed
    )
    return Odds(unseen, plays, wins, can_play, can_win)


def _draws(state: GameState, unseen: Iterable[Tile], deadline: float | None) -> dict[Tile, Draws]:
    """Who to ask about each tile: one for all but Twist jokers, which make programs large."""
    inner = part_in_play(state)
    may = part_in_play(dataclasses.replace(state, rack=tuple(unseen))).rack
    every = Draws(inner, tuple(filter(is_ordinary, may)), deadline)
    return {
        tile: every if is_ordinary(tile) else Draws(inner, (tile,) if tile in may else (), deadline)
        for tile in unseen
    }


def _may_open_with_jokers_alone(state: GameState) -> bool:
    """Whether a set of jokers alone, which one program for all draws never lays, may open."""
    held = state.rack.count(JOKER) + 1
    return not state.opened and may_lie_alone(state.rules) and held >= FEWEST_IN_SET


def _policies_may_bind(state: GameState) -> bool:
    """Whether the ruleset may forbid what the free search finds."""
    rules = state.rules
    split = rules.joker_split and rules.joker_in_three == "either"
    anyhow = split and rules.freed_joker == "any set" and rules.joker_freed_by == "any"
    free = anyhow and may_take_jokers(state.opened, rules)
    jokers = any(tile.is_joker for tile in part_in_play(state).table_tiles())
    return not rules.two_jokers or (jokers and not free)


def _after_drawing(
    state: GameState, tile: Tile, can_play: bool, deadline: float | None
) -> tuple[bool, bool]:
    """Whether the rack with ``tile`` allows a play, and whether it allows to win."""
    after = dataclasses.replace(state, rack=(*state.rack, tile))
    may_win = _every_tile_fits(after)
    if can_play and not may_win:
        return True, False
    if not can_play and not _fits(after, tile):
        return False, False
    layout = find_play(after, "tiles", deadline).layout
    _keep_to(deadline)
    if layout is None:
        return can_play, False
    return True, len(layout.placed) == len(after.rack)


def _keep_to(deadline: float | None) -> None:
    if deadline is not None and time.perf_counter() > deadline:
        raise TimeoutError("no time is left to settle what each draw allows")


def _every_tile_fits(state: GameState) -> bool:
    return all(_fits(state, tile) for tile in set(state.rack))


def _fits(state: GameState, tile: Tile) -> bool:
    """Whether any set could hold ``tile``, by the tiles at hand alone: no is never wrong."""
    if tile.is_joker:
        return True
    faces = Faces.of_rules(state.rules)
    there = Counter(part_in_play(state).table_tiles()) + Counter(state.rack)
    if not all(map(is_ordinary, there)):
        return True
    jokers = there[JOKER]
    face = faces.of[tile]
    return any(
        sum(1 for other in shape if not there[faces.tiles[other]]) <= jokers
        for shape in (*faces.runs, *faces.groups)
        if face in shape
    )
