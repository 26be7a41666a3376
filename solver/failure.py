"""A failed or late turn: what the ruleset then does with table and player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.differences import Difference, difference
from solver.melds import Declarations, judge
from solver.notation import format_tiles
from solver.restore import RestoreStep, clearing_steps, restore_steps
from solver.rules import Rules
from solver.tiles import Meld


def time_is_up(rules: Rules) -> str:
    """What happens when a turn is not finished in time."""
    if rules.failed_turn == "valid stays":
        return valid_sets_stay(rules)
    return table_restored(rules)


def table_restored(rules: Rules, pool_empty: bool = False) -> str:
    """What follows a turn after which the table is put back."""
    if rules.failed_turn == "try again":
        return "the table is restored and the player tries again"
    return f"the table is restored{_penalty(rules, pool_empty)}"


def valid_sets_stay(rules: Rules, pool_empty: bool = False) -> str:
    """What follows a turn whose valid sets may stay."""
    return f"the valid sets stay as they lie{_penalty(rules, pool_empty)}"


def _penalty(rules: Rules, pool_empty: bool) -> str:
    drawn = rules.penalty_tiles
    if not drawn:
        return ""
    if pool_empty:
        return "; the pool is empty, so no penalty tile is drawn"
    return f" and the player draws {drawn} tile{'s' * (drawn != 1)}"


def broken_before(meld: Meld, turn: Difference, rules: Rules, declared: Declarations) -> Meld:
    """The largest set that lay on the table before, not valid then either, and that this one
    was made of; () where there is none."""
    old = (
        one
        for one in turn.broken_up
        if Counter(one) <= Counter(meld) and not judge(one, rules, declared.get(one)).valid
    )
    return max(old, key=len, default=())


def _without(meld: Meld, tiles: Meld) -> Meld:
    left, kept = Counter(tiles), []
    for tile in meld:
        if left[tile] > 0:
            left[tile] -= 1
        else:
            kept.append(tile)
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class Failure:
    """A turn, from table to table, that was not legal.

    ``otherwise``: not only because sets are not valid. ``rack``: after it, if that is shown.
    """

    before: Sequence[Meld]
    after: Sequence[Meld]
    rules: Rules
    otherwise: bool
    pool_empty: bool
    declared: Declarations
    rack: Meld | None = None

    def restore(self) -> tuple[RestoreStep, ...]:
        """The way to the table that the ruleset then wants."""
        if self._valid_sets_stay:
            return clearing_steps(self._broken, self.rules.leftovers)
        return restore_steps(self.after, self.before, self.rack)

    def demands(self) -> tuple[str, ...]:
        """What the ruleset then asks for."""
        loose = sorted(tile for meld in self._broken for tile in meld)
        leftovers = self.rules.leftovers
        if self._valid_sets_stay:
            first = valid_sets_stay(self.rules, self.pool_empty)
            return first, f"tiles outside valid sets go to the {leftovers}: {format_tiles(loose)}"
        restored = table_restored(self.rules, self.pool_empty)
        if not loose:
            return (restored,)
        back = f"if the table cannot be put back, tiles outside valid sets go to the {leftovers}"
        return restored, f"{back}: {format_tiles(loose)}"

    @property
    def _broken(self) -> list[Meld]:
        """What this turn left outside valid sets; what lay so before it does not count."""
        turn = difference(self.before, self.after)
        told = ((meld, judge(meld, self.rules, self.declared.get(meld))) for meld in turn.made)
        loose = (
            _without(meld, broken_before(meld, turn, self.rules, self.declared))
            for meld, verdict in told
            if not verdict.valid
        )
        return list(filter(None, loose))

    @property
    def _valid_sets_stay(self) -> bool:
        """Other faults than broken sets cannot be mended by taking tiles away."""
        return self.rules.failed_turn == "valid stays" and not self.otherwise
