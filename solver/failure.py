"""A failed or late turn: what the ruleset then does with table and player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
        which = f" (outside valid sets now: {format_tiles(loose)})" if loose else ""
        back = f"tiles that cannot be put back go to the {leftovers}{which}"
        return table_restored(self.rules, self.pool_empty), back

    @property
    def _broken(self) -> list[Meld]:
        told = ((meld, judge(meld, self.rules, self.declared.get(meld))) for meld in self.after)
        return [meld for meld, verdict in told if not verdict.valid]

    @property
    def _valid_sets_stay(self) -> bool:
        """Other faults than broken sets cannot be mended by taking tiles away."""
        return self.rules.failed_turn == "valid stays" and not self.otherwise
