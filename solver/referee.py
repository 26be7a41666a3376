"""Was that turn legal? Every reason, what changed, and how to put it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solver.changes import name_changes
from solver.differences import Difference, difference
from solver.joker_policy import joker_faults
from solver.melds import judge
from solver.notation import format_tiles
from solver.opening import judge_opening
from solver.restore import RestoreStep, restore_steps
from solver.rules import Rules
from solver.tiles import Meld, Stock, Tile


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on a turn.

    ``faults`` are the reasons why it is not legal; ``remarks`` what else the
    players should know, also which checks were impossible; ``changes`` what the
    turn did. For an illegal turn ``restore`` puts the table back and ``demands``
    says what the ruleset then asks for.
    """

    legal: bool
    faults: tuple[str, ...]
    remarks: tuple[str, ...]
    changes: tuple[str, ...]
    restore: tuple[RestoreStep, ...]
    demands: tuple[str, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """All that is said about the turn: faults first."""
        return (*self.faults, *self.demands, *self.remarks)

    def to_json(self) -> dict[str, Any]:
        """The contract's ``referee`` object."""
        return {
            "legal": self.legal,
            "reasons": list(self.reasons),
            "changes": list(self.changes),
            "restore": [step.to_json() for step in self.restore],
        }


def referee(
    before: Sequence[Meld],
    after: Sequence[Meld],
    rack_before: Meld | None = None,
    rack_after: Meld | None = None,
    *,
    opened: bool = True,
    rules: Rules,
) -> Ruling:
    """Judge the turn from the table ``before`` to the table ``after``.

    A rack that was not shown is None (an empty tuple is an empty rack); what
    cannot be checked without it is said in the ruling's remarks. ``opened``:
    whether the player had opened before this turn.
    """
    turn = difference(before, after)
    racks = _Racks(rack_before, rack_after, turn)
    faults = [*racks.faults(rules)]
    remarks = [*_rules_remarks(rules), *racks.remarks(rules)]
    if turn.nothing:
        remarks.insert(0, "the table is unchanged: a tile was drawn, or the player passed")
    else:
        faults += _table_faults(turn, after, rules)
        faults += joker_faults(turn, rules)
        if not opened:
            opening = judge_opening(turn, rules)
            faults += opening.faults
            remarks += [_declare(meld, rules) for meld in opening.declare]
    legal = not faults
    return Ruling(
        legal,
        tuple(dict.fromkeys(faults)),
        tuple(remarks),
        () if turn.nothing else name_changes(before, after, rules),
        () if legal else restore_steps(after, before),
        () if legal else _demands(after, rules),
    )


def _table_faults(turn: Difference, after: Sequence[Meld], rules: Rules) -> Iterator[str]:
    if not turn.added.total:
        yield "no rack tile was played: rearranging alone is no turn"
    here = Counter(turn.made)
    for place, meld in enumerate(after):
        verdict = judge(meld, rules)
        if not verdict.valid:
            since = "" if here[meld] else "; it lay like that before the turn"
            yield f"set {place + 1} ({format_tiles(meld)}) is not valid: {verdict.reason}{since}"
    stock = rules.stock()
    there = Stock.of(tile for meld in after for tile in meld)
    for tile in there.excess_over(stock):
        yield f"{tile} lies there {there[tile]} times, but the game has {stock[tile]}"


@dataclass(frozen=True, slots=True)
class _Racks:
    """The racks beside the turn: who gave which tile, and what came from nowhere."""

    before: Meld | None
    after: Meld | None
    turn: Difference

    def faults(self, rules: Rules) -> Iterator[str]:
        played, gone = self.turn.added, self.turn.missing
        taken = self._taken()
        for tile in gone.tiles():
            yield _vanished(tile, tile in taken, rules)
        if self.before is None:
            return
        held = Stock.of(self.before)
        foreign = played.excess_over(held)
        if foreign.total and (rules.drawn_tile_waits or foreign.total > 1):
            yield (
                f"{format_tiles(foreign.tiles())} was not on the rack before: a tile drawn in "
                "this turn may not be played, and none may come from elsewhere"
            )
        if self.after is not None:
            yield from self._rack_faults(held, foreign, rules)

    def _rack_faults(self, held: Stock, foreign: Stock, rules: Rules) -> Iterator[str]:
        assert self.after is not None
        now = Stock.of(self.after)
        should = held - (self.turn.added - foreign)
        lost, more = should.excess_over(now), now.excess_over(should)
        drawn = more.excess_over(self.turn.missing)
        if lost.total:
            yield f"{format_tiles(lost.tiles())} left the rack without being played"
        if self.turn.added.total and drawn.total:
            yield f"{format_tiles(drawn.tiles())} was drawn in a turn in which tiles were played"
        elif drawn.total > 1 and drawn.total != rules.penalty_tiles:
            yield f"{drawn.total} tiles were drawn ({format_tiles(drawn.tiles())}), not one"

    def _taken(self) -> Stock:
        """The missing table tiles that the rack after shows."""
        if self.after is None:
            return Stock()
        now = Counter(self.after)
        if self.before is not None:
            now -= Counter(self.before)
        return Stock.from_counts(now & Counter(dict(self.turn.missing.counts)))

    def remarks(self, rules: Rules) -> Iterator[str]:
        if self.before is None and self.turn.added.total:
            yield (
                "the rack before was not shown: whether the added tiles were on it, "
                "and not drawn in this turn, could not be checked"
            )
        if self.after is None:
            yield (
                "the rack after was not shown: whether a tile was drawn or taken "
                "to the rack could not be checked"
            )


def _vanished(tile: Tile, taken: bool, rules: Rules) -> str:
    if tile.is_joker:
        end = "kept on the rack" if taken else "not on the table any more"
        rule = ": it must be used in the same turn" if rules.freed_joker_same_turn else ""
        return f"a joker ({tile}) was freed and is {end}{rule}"
    if taken:
        return f"{tile} was taken from the table to the rack"
    return f"{tile} vanished from the table"


def _declare(meld: Meld, rules: Rules) -> str:
    verdict = judge(meld, rules)
    return (
        f"the opening is large enough only if {format_tiles(meld)} "
        f"is declared a {verdict.kind} worth {verdict.value}"
    )


def _rules_remarks(rules: Rules) -> Iterator[str]:
    if rules.game == "hand":
        yield (
            f"{rules.name} is played with own melds: "
            "this was judged as a turn on a shared table all the same"
        )


def _demands(after: Sequence[Meld], rules: Rules) -> tuple[str, ...]:
    drawn = rules.penalty_tiles
    penalty = f" and the player draws {drawn} tile{'s' * (drawn != 1)}" if drawn else ""
    loose = [tile for meld in after if not judge(meld, rules).valid for tile in meld]
    which = f" (outside valid sets now: {format_tiles(sorted(loose))})" if loose else ""
    return (
        f"the table is restored{penalty}",
        f"tiles that cannot be put back go to the {rules.leftovers}{which}",
    )
