"""Before the first turn: how to deal, doublets, who begins, how many tiles are left."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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


def deal_steps(rules: Rules, players: int) -> tuple[str, ...]:
    """How to deal to so many players, a sentence for each step.

    Raises:
        RulesError: the game does not take so many players.
    """
    return tuple(_deal_steps(rules.for_players(players), players))


def _deal_steps(rules: Rules, players: int) -> Iterator[str]:
    blocks = pool_blocks(rules)
    yield f"Shuffle all {sum(blocks)} tiles face down."
    left = pool_left(rules, players, 0)
    if rules.deal == "blocks of seven":
        taken = -(-rules.dealt // BLOCK)
        yield f"Stack them in {len(blocks) - 1} blocks of 7 and a last one of {blocks[-1]}."
        yield f"Each of the {players} players takes {taken} blocks; the last block stays."
        yield f"The pool keeps {left} tiles: {len(blocks) - taken * players} blocks."
    elif rules.deal == "joker first":
        yield f"Each of the {players} players takes 1 joker and draws {rules.dealt - 1} tiles."
        jokers = sum(rules.jokers.values())
        if jokers < players:
            yield f"There are only {jokers} jokers: who gets none draws {rules.dealt} tiles."
        yield f"The pool keeps {left} tiles."
    else:
        yield f"Each of the {players} players draws {rules.dealt} tiles."
        yield f"The pool keeps {left} tiles."
    if rules.open_last_tile:
        yield "The last tile dealt is laid open for all to see."
    if rules.redeal == "on request":
        yield f"Who holds {rules.redeal_doublets} doublets may ask for a full redeal."
    elif rules.redeal == "always":
        yield f"If somebody holds {rules.redeal_doublets} doublets, all is dealt again."


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


@dataclass(frozen=True, slots=True)
class FirstPlayer:
    """Who begins: ``draws``, one after the other, those level at the top drawing again.

    ``name`` is None where people have to say it: ``words`` then tell how.
    """

    draws: tuple[Mapping[str, Tile], ...]
    name: str | None
    words: str


def first_player(
    players: Sequence[str], rules: Rules, how: str | None = None, rnd: random.Random | None = None
) -> FirstPlayer:
    """Who of the ``players``, in seating order, begins.

    ``how`` is a value of the option ``first_player``, the ruleset's by default.
    Tiles come from a full, shuffled box. ``rnd``: the system's chance by default.
    """
    rnd, how = rnd or random.SystemRandom(), how or rules.first_player
    if how == "youngest":
        return FirstPlayer((), None, "the youngest player begins")
    if how == "right of dealer":
        return FirstPlayer((), None, "the player on the dealer's right begins")
    if how == "drawn":
        name = rnd.choice(list(players)) if players else None
        return FirstPlayer((), name, f"{name} begins")
    pool = list(rules.stock().tiles())
    rnd.shuffle(pool)
    draws: list[dict[str, Tile]] = []
    left = list(players)
    while len(left) > 1 and len(pool) >= len(left):
        draws.append({name: pool.pop() for name in left})
        left = list(highest_drawn(draws[-1]))
    name = left[0] if left else None
    return FirstPlayer(tuple(draws), name, f"{name} begins")
