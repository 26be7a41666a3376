"""Was that turn legal? Every reason, what changed, and how to put it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solver.changes import name_changes
from solver.differences import Difference, difference
from solver.failure import Failure, broken_before
from solver.joker_policy import joker_faults
from solver.melds import Declarations, Verdict, is_joker_in_three, judge
from solver.notation import format_tiles
from solver.opening import judge_opening
from solver.pool import pass_faults, pass_remarks
from solver.restore import RestoreStep
from solver.rules import Rules
from solver.tiles import Meld, Stock, Tile


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on a turn.

    ``faults`` are the reasons why it is not legal; ``remarks`` what else the
    players should know, also which checks were impossible; ``changes`` what the
    turn did. For an illegal turn ``restore`` puts the table back and ``demands``
    says what the ruleset then asks for. ``accounts``: those of the faults that only tell of tiles
    that went or came, each after its kind: "gone" from the table, "new" there from nowhere,
    "lost" from the rack, or "drawn".
    """

    legal: bool
    faults: tuple[str, ...]
    remarks: tuple[str, ...]
    changes: tuple[str, ...]
    restore: tuple[RestoreStep, ...]
    demands: tuple[str, ...]
    accounts: tuple[tuple[str, str], ...] = ()

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
    declared: Declarations | None = None,
    pool_empty: bool = False,
) -> Ruling:
    """Judge the turn from the table ``before`` to the table ``after``.

    A rack that was not shown is None (an empty tuple is an empty rack); what
    cannot be checked without it is said in the ruling's remarks. ``opened``:
    whether the player had opened before this turn. ``declared``: what jokers of
    either table were declared to be. ``pool_empty``: no tile was left to draw.
    """
    said = declared or {}
    turn = difference(before, after)
    racks = _Racks(rack_before, rack_after, turn, pool_empty)
    broken, faults, remarks = _findings(before, after, racks, opened, rules, said)
    failure = Failure(before, after, rules, bool(faults), pool_empty, said, rack_after)
    legal = not (faults or broken)
    return Ruling(
        legal,
        tuple(dict.fromkeys([*broken, *faults])),
        tuple(remarks),
        () if turn.nothing else name_changes(before, after, rules),
        () if legal or turn.nothing else failure.restore(),
        () if legal or turn.nothing else failure.demands(),
        tuple((kind, text) for kind, text in racks.faults(rules) if kind),
    )


def is_legal(
    before: Sequence[Meld],
    after: Sequence[Meld],
    rack_before: Meld | None = None,
    rack_after: Meld | None = None,
    *,
    opened: bool = True,
    rules: Rules,
    declared: Declarations | None = None,
    pool_empty: bool = False,
) -> bool:
    """Whether :func:`referee` finds the turn legal, without all that it tells beside."""
    racks = _Racks(rack_before, rack_after, difference(before, after), pool_empty)
    broken, faults, _remarks = _findings(before, after, racks, opened, rules, declared or {})
    return not (faults or broken)


def _findings(
    before: Sequence[Meld],
    after: Sequence[Meld],
    racks: _Racks,
    opened: bool,
    rules: Rules,
    said: Declarations,
) -> tuple[list[str], list[str], list[str]]:
    """Sets that are not valid, other faults, and what else the players should know."""
    turn, pool_empty = racks.turn, racks.pool_empty
    faults = [text for _kind, text in racks.faults(rules)]
    remarks = [*_rules_remarks(rules), *racks.remarks(rules)]
    broken, older = _broken_sets(turn, after, rules, said)
    remarks[:0] = [*older, *([OLDER_FAULT] if older else [])]
    if turn.nothing:
        remarks[:0] = [_unchanged(pool_empty)]
        if pool_empty:
            faults += pass_faults(before, racks.before, opened=opened, rules=rules)
            remarks[1:1] = pass_remarks(racks.before, rules)
    else:
        faults += _table_faults(turn, after, rules, pool_empty)
        faults += joker_faults(turn, rules, said, opened=opened)
        remarks += _undeclared(turn, rules, said)
        if not opened:
            opening = judge_opening(turn, rules, said)
            faults += opening.faults
            remarks += [_declare(meld, rules) for meld in opening.declare]
    return broken, faults, remarks


def _unchanged(pool_empty: bool) -> str:
    if pool_empty:
        return "the table is unchanged: the player passed"
    return "the table is unchanged: a tile was drawn, or the player passed"


def _broken_sets(
    turn: Difference, after: Sequence[Meld], rules: Rules, declared: Declarations
) -> tuple[list[str], list[str]]:
    """The sets that are not valid: those that this turn made so, also only by what was declared
    of them, and those that have lain so since before."""
    made, broken, older = Counter(turn.made), list[str](), list[str]()
    for place, meld in enumerate(after):
        verdict = judge(meld, rules, declared.get(meld))
        if verdict.valid:
            continue
        told = _not_valid(place, meld, verdict)
        if made[meld]:
            made[meld] -= 1
            broken.append(told + _grown_from(broken_before(meld, turn, rules, declared)))
        elif judge(meld, rules).valid:
            broken.append(told)
        else:
            older.append(told + _AS_BEFORE)
    return broken, older


def _grown_from(old: Meld) -> str:
    if not old:
        return ""
    return f"; before the turn it lay there as {format_tiles(old)} and was not valid either"


_AS_BEFORE = "; it lay like that before the turn"
OLDER_FAULT = (
    "what was not valid before the turn is not this turn's fault: "
    "put it right together before the next turn"
)


def _not_valid(place: int, meld: Meld, verdict: Verdict) -> str:
    return f"set {place + 1} ({format_tiles(meld)}) is not valid: {verdict.reason}"


def _table_faults(
    turn: Difference, after: Sequence[Meld], rules: Rules, pool_empty: bool
) -> Iterator[str]:
    if pool_empty and rules.pool_empty == "round ends":
        yield "the pool is empty: the round had ended, no turn is played any more"
    if not turn.added.total:
        yield "no rack tile was played: rearranging alone is no turn"
    stock = rules.stock()
    there = Stock.of(tile for meld in after for tile in meld)
    for tile in there.excess_over(stock):
        yield f"{tile} lies there {there[tile]} times, but the game has {stock[tile]}"


def _undeclared(turn: Difference, rules: Rules, declared: Declarations) -> Iterator[str]:
    """Jokers of which the rules want to know what they were declared to be."""
    for old in turn.broken_up if rules.joker_in_three == "declared" else ():
        if judge(old, rules, declared.get(old)).must_declare and is_joker_in_three(old):
            yield (
                f"what the joker of {format_tiles(old)} was declared to be was not said: "
                "either missing colour was let free it"
            )


@dataclass(frozen=True, slots=True)
class _Racks:
    """The racks beside the turn: who gave which tile, and what came from nowhere."""

    before: Meld | None
    after: Meld | None
    turn: Difference
    pool_empty: bool

    def faults(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """Each after its kind, as :attr:`Ruling.accounts` has it, "" for another."""
        played, gone = self.turn.added, self.turn.missing
        taken = self._taken()
        for tile in gone.tiles():
            if not self._may_wait(tile, rules):
                yield "" if tile in taken else "gone", _vanished(tile, tile in taken, rules)
        if self.before is None:
            return
        held = Stock.of(self.before)
        foreign = played.excess_over(held)
        if foreign.total and (rules.drawn_tile_waits or foreign.total > 1):
            yield (
                "new",
                f"{_were(foreign)} not on the rack before: a tile drawn in "
                "this turn may not be played, and none may come from elsewhere",
            )
        if self.after is not None:
            yield from self._rack_faults(held, foreign, rules)

    def _rack_faults(self, held: Stock, foreign: Stock, rules: Rules) -> Iterator[tuple[str, str]]:
        assert self.after is not None
        now = Stock.of(self.after)
        should = held - (self.turn.added - foreign)
        lost, more = should.excess_over(now), now.excess_over(should)
        drawn = more.excess_over(self.turn.missing)
        if lost.total:
            yield "lost", f"{format_tiles(lost.tiles())} left the rack without being played"
        if self.pool_empty and drawn.total:
            yield "drawn", f"{_were(drawn)} drawn, but the pool is empty"
        elif self.turn.added.total and drawn.total:
            yield "drawn", f"{_were(drawn)} drawn in a turn in which tiles were played"
        elif drawn.total > 1 and drawn.total != rules.penalty_tiles:
            yield "", f"{drawn.total} tiles were drawn ({format_tiles(drawn.tiles())}), not one"

    def _taken(self) -> Stock:
        """The missing table tiles that the rack after shows."""
        if self.after is None:
            return Stock()
        now = Counter(self.after)
        if self.before is not None:
            now -= Counter(self.before)
        return Stock.from_counts(now & Counter(dict(self.turn.missing.counts)))

    def _may_wait(self, tile: Tile, rules: Rules) -> bool:
        """Whether a missing tile is a freed joker that the rules let wait on the rack."""
        on_rack = self.after is None or tile in self._taken()
        return tile.is_joker and not rules.freed_joker_same_turn and on_rack

    def remarks(self, rules: Rules) -> Iterator[str]:
        for tile in self.turn.missing.tiles():
            if self._may_wait(tile, rules):
                yield f"a joker ({tile}) was freed: these rules let it wait on the rack"
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


def _were(tiles: Stock) -> str:
    return f"{format_tiles(tiles.tiles())} {'was' if tiles.total == 1 else 'were'}"


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
