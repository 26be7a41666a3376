"""Nothing can be played: how near it is, and which single tile would do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from solver.faces import Faces
from solver.notation import format_tiles
from solver.odds import Odds, next_draw
from solver.opening import may_lie_in_opening
from solver.play import LaidSet
from solver.rules import Rules
from solver.search import best_play
from solver.state import GameState
from solver.tiles import JOKER, Meld
from solver.wording import name_tiles

MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Closest:
    """How near a play is when there is none.

    ``missing_points``: what the best own ``sets`` (one, where one set alone must open)
    lack of an opening, None for a player who has opened. ``tiles``: single unseen
    tiles that would allow a play, those of which most are unseen first.
    """

    missing_points: int | None
    sets: tuple[LaidSet, ...]
    tiles: Meld
    odds: Odds

    @property
    def text(self) -> str:
        """The same in one or two sentences."""
        if self.missing_points is None:
            why = "No tile of your rack can be played."
        elif not self.sets:
            why = f"Your rack holds no set, and an opening needs {self.missing_points} points."
        else:
            laid = " | ".join(format_tiles(one.tiles) for one in self.sets)
            why = f"An opening misses {self.missing_points} points: your best is {laid}."
        if not self.tiles:
            return f"{why} No single tile would do."
        named = name_tiles(self.tiles[:MOST_NAMED])
        more = len(self.tiles) - MOST_NAMED
        others = f" (and {more} more)" if more > 0 else ""
        one_of = "One of these would do" if len(self.tiles) > 1 else "This would do"
        return f"{why} {one_of}: {named}{others}."

    def to_json(self) -> dict[str, Any]:
        """Plain values, tiles in notation."""
        return {
            "missing_points": self.missing_points,
            "sets": [format_tiles(laid.tiles) for laid in self.sets],
            "tiles": [str(tile) for tile in self.tiles],
            "text": self.text,
        }


def closest_play(state: GameState) -> Closest | None:
    """How near ``state`` is to a play; None when something can be played."""
    odds = next_draw(state)
    if odds.can_play:
        return None
    tiles = tuple(sorted(odds.plays, key=lambda tile: (-odds.unseen[tile], tile)))
    if state.opened:
        return Closest(None, (), tiles, odds)
    rack = tuple(tile for tile in state.rack if may_lie_in_opening(tile, state.rules))
    best = _most_points if state.rules.several_sets_open else _largest_set
    own = best(rack, state.rules)
    reached = sum(laid.value for laid in own)
    return Closest(state.rules.opening_points - reached, own, tiles, odds)


def _most_points(rack: Meld, rules: Rules) -> tuple[LaidSet, ...]:
    """The sets of ``rack`` worth most together."""
    free = rules.with_options({"opening_points": 0})
    alone = GameState((), rack, opened=False, rules=free)
    return best_play(alone, "points", joker_rules=not rules.two_jokers).sets


def _largest_set(rack: Meld, rules: Rules) -> tuple[LaidSet, ...]:
    """The one set of ``rack`` worth most, of number tiles and ordinary jokers."""
    faces, held = Faces.of_rules(rules), Counter(rack)
    jokers = held[JOKER] if rules.two_jokers else min(1, held[JOKER])
    laid = []
    for shape in faces.shapes():
        meant = tuple(faces.tiles[face] for face in shape)
        tiles = tuple(tile if held[tile] else JOKER for tile in meant)
        if tiles.count(JOKER) <= min(jokers, len(tiles) - 1):
            laid.append(LaidSet(tiles, meant))
    return (max(laid, key=lambda one: one.value),) if laid else ()
