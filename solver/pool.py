"""The pool has run out: what the ruleset then makes of a turn, and of having no play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.notation import format_tiles
from solver.rules import Rules
from solver.tiles import Meld

ROUND_HAS_ENDED = "the pool is empty: the round has ended, and the racks are counted"
PASS = "the pool is empty: who cannot play passes, until nobody can"
PASS_ONLY_WITHOUT_PLAY = "the pool is empty: each move must place a tile, who cannot passes"

WORDS = {"round ends": ROUND_HAS_ENDED, "play on": PASS, "must place": PASS_ONLY_WITHOUT_PLAY}
"""What an empty pool means, by the ruleset's ``pool_empty``."""


def pass_faults(
    before: Sequence[Meld], rack: Meld | None, *, opened: bool, rules: Rules
) -> Iterator[str]:
    """Why a player may not have passed on an empty pool, as far as the rack is shown."""
    if rules.pool_empty == "must place" and rack is not None and rules.play_advice:
        playable = _playable(before, rack, opened, rules)
        if playable:
            yield (
                "the pool is empty and each move must place a tile: "
                f"{format_tiles(playable)} could have been played"
            )


def pass_remarks(rack: Meld | None, rules: Rules) -> Iterator[str]:
    """What the players should know about a pass on an empty pool."""
    yield WORDS[rules.pool_empty]
    if rules.pool_empty == "must place" and rack is None:
        yield (
            "the rack before was not shown: whether a tile could have been placed "
            "could not be checked"
        )


def _playable(before: Sequence[Meld], rack: Meld, opened: bool, rules: Rules) -> Meld:
    from solver.advise import advise  # loaded only when it is asked
    from solver.state import GameState

    state = GameState(tuple(before), rack, opened, rules)
    return advise(state, objective="tiles").placed
