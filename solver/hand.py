"""Games of own melds: does a whole hand meld, and is it worth enough?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from solver.opening import opening_of
from solver.rules import Rules
from solver.tiles import Meld


@dataclass(frozen=True, slots=True)
class HandMeld:
    """The best melds of a hand: its ``sets``, their ``points``, what is ``left``.

    ``melds``: everything melds but for the one tile that is discarded when the
    hand holds more than was dealt. ``opens``: it does, with enough points.
    """

    sets: tuple[Meld, ...]
    points: int
    left: Meld
    melds: bool
    opens: bool


def meld_hand(hand: Meld, rules: Rules) -> HandMeld:
    """Lay as many tiles of ``hand`` as can be in sets of its own, then most points."""
    from solver.search import best_play  # loaded only when it is asked
    from solver.state import GameState

    optimum = best_play(GameState((), hand, opened=True, rules=rules), "tiles")
    sets = tuple(laid.tiles for laid in optimum.sets)
    laid = Counter(tile for meld in sets for tile in meld)
    left = tuple(sorted((Counter(hand) - laid).elements()))
    discard = 1 if len(hand) > rules.dealt else 0
    opening = opening_of(sets, rules)
    melds = bool(sets) and len(left) <= discard
    return HandMeld(sets, opening.points, left, melds, melds and not opening.faults)
