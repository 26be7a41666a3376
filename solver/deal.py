"""Before the first turn: blocks of the pool, doublets, who begins, how many are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from solver.rules import Rules
from solver.tiles import Meld, Tile

BLOCK = 7


def pool_blocks(rules: Rules) -> tuple[int, ...]:
    """The sizes of the blocks in which the pool lies: sevens, the last takes the rest.

    106 tiles make fifteen blocks, the last of eight. Where tiles are not dealt
    in blocks the pool is one heap.
    """
    total = rules.stock().total
    if rules.deal != "blocks of seven":
        return (total,)
    blocks, rest = divmod(total, BLOCK)
    return (*[BLOCK] * (blocks - 1), BLOCK + rest)


def pool_left(rules: Rules, players: int, drawn: int, returned: int = 0) -> int:
    """How many tiles the pool still has after the deal, ``drawn`` and ``returned`` ones.

    Raises:
        RulesError: the game does not take so many players.
    """
    total = rules.for_players(players).stock().total
    return max(0, total - players * rules.dealt - drawn + returned)


def doublets(rack: Meld) -> Meld:
    """The number tiles that are there twice or more, sorted; jokers do not count (ours)."""
    counts = Counter(tile for tile in rack if not tile.is_joker)
    return tuple(sorted(tile for tile, count in counts.items() if count > 1))


def may_redeal(rack: Meld, rules: Rules) -> bool:
    """Whether a dealt rack entitles to a full redeal."""
    return rules.redeal != "never" and len(doublets(rack)) >= rules.redeal_doublets


def highest_drawn(draws: Mapping[str, Tile]) -> tuple[str, ...]:
    """Who drew the highest number; several have to draw again. A joker is 0 (ours)."""
    top = max((tile.face_value for tile in draws.values()), default=0)
    return tuple(name for name, tile in draws.items() if tile.face_value == top)
