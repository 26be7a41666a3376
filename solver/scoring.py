"""The score of a round: who writes what, under the ruleset that was played."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from solver.losses import Loss, RoundEnd, rack_value
from solver.notation import format_table
from solver.opening import find_opening, opening_of
from solver.rules import Rules, RulesError
from solver.tiles import Meld, Stock

__all__ = ["RoundScore", "ScoreError", "rack_value", "score_by_hand", "score_round"]

OpeningFinder: TypeAlias = Callable[[Meld, Rules], tuple[Meld, ...]]
"""Rack and rules -> the sets it could have opened with, ``()`` when none."""

Evidence: TypeAlias = tuple[tuple[str, tuple[Meld, ...]], ...]
"""Each unopened player who was looked at, with the opening found (perhaps none)."""


class ScoreError(ValueError):
    """A round that cannot be scored as stated; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What every player writes for a round.

    ``points`` and ``big_points`` pair each player, in the order given, with
    theirs (empty while the winner is ``undecided``); ``lines`` say in words how
    each came about. ``must_balance``: whether the points have to sum to zero.
    """

    points: tuple[tuple[str, int], ...] = ()
    big_points: tuple[tuple[str, int], ...] = ()
    winners: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    evidence: Evidence = ()
    must_balance: bool = True

    @property
    def winner(self) -> str | None:
        """The one winner; None when undecided or shared."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def balanced(self) -> bool:
        """Whether the points sum to zero."""
        return sum(points for _, points in self.points) == 0

    def to_json(self) -> dict[str, Any]:
        """The contract's ``score`` object."""
        return {
            "round": dict(self.points),
            "big_points": dict(self.big_points),
            "winner": self.winner,
            "balanced": self.balanced,
            "undecided": list(self.undecided),
            "warnings": list(self.warnings),
        }


def score_round(
    racks: Mapping[str, Meld],
    *,
    out: str | None,
    rules: Rules,
    declared_winner: str | None = None,
    unopened: Iterable[str] = (),
    could_have_opened: Iterable[str] | None = None,
    announced: Iterable[str] = (),
    foot: bool = False,
    joker_discarded: bool = False,
    opening_finder: OpeningFinder | None = find_opening,
) -> RoundScore:
    """Score a round from what lies on the racks.

    Args:
        racks: every player's tiles at the end, by name, in seating order.
        out: who went out; None when nobody did.
        declared_winner: who wins a tie as the players settled it, when nobody went out.
        unopened: who never opened.
        could_have_opened: who of them could have; None leaves it to
            ``opening_finder``. What is stated always counts, and a
            disagreement with the finder becomes a warning.
        announced: who announced the opening in the last round.
        foot: International: the winner played Foot.
        joker_discarded: International: the last discard was a joker.
        opening_finder: None asks no search at all.

    Raises:
        ScoreError: a name belongs to no rack, or the statements contradict.
    """
    stated = None if could_have_opened is None else frozenset(could_have_opened)
    never = frozenset(unopened) | (stated or frozenset())
    end = RoundEnd(racks, rules, out, never, stated or frozenset(), frozenset(announced))
    _check(end, declared_winner)
    evidence = _evidence(end, opening_finder)
    if stated is None:
        found = frozenset(name for name, sets in evidence if sets)
        end = dataclasses.replace(end, could_have_opened=found)
    if rules.scoring == "by hand":
        score = _unknown(rules, out)
    elif rules.scoring == "international":
        score = _international(end, foot, joker_discarded)
    else:
        score = _points(end, declared_winner)
    told = (*_remarks(end), *_opening_remarks(evidence, stated, rules))
    if score.must_balance and not score.balanced:
        told += (_unbalanced(dict(score.points)),)
    return dataclasses.replace(score, warnings=(*told, *score.warnings), evidence=evidence)


def score_by_hand(points: Mapping[str, int], rules: Rules, winner: str | None) -> RoundScore:
    """A round whose points the players worked out themselves.

    Raises:
        ScoreError: the winner is none of the players.
    """
    if winner is not None and winner not in points:
        raise ScoreError(f"no player is called {winner!r}")
    must_balance = rules.sums_to_zero
    total = sum(points.values())
    warnings = (_unbalanced(points),) if must_balance and total else ()
    winners = (winner,) if winner else ()
    big = _big_points(points, winners, rules.big_points)
    return RoundScore(tuple(points.items()), big, winners, (), warnings, must_balance=must_balance)


def _check(end: RoundEnd, declared_winner: str | None) -> None:
    if len(end.racks) < 2:
        raise ScoreError("a round needs the racks of at least two players")
    named = {end.out, declared_winner, *end.unopened, *end.announced} - {None}
    for name in sorted(str(name) for name in named):
        if name not in end.racks:
            raise ScoreError(f"no player is called {name!r} (there are {', '.join(end.racks)})")
    if end.out is not None and declared_winner not in (None, end.out):
        raise ScoreError(f"{end.out} went out, so {declared_winner} cannot be the winner")
    if end.out in end.unopened:
        raise ScoreError(f"{end.out} went out and so must have opened")
    if declared_winner not in (None, *end.best()):
        raise ScoreError(_not_tied(end, declared_winner))


def _not_tied(end: RoundEnd, named: str | None) -> str:
    best = end.best()
    measure = "the fewest tiles" if end.rules.nobody_out_winner == "tiles" else "the lowest rack"
    if len(best) == 1:
        return f"{named} cannot be named the winner: {best[0]} has {measure}, and there is no tie"
    tied = " and ".join(best)
    return f"{named} cannot be named the winner: the tie is between {tied}, who have {measure}"


def _points(end: RoundEnd, declared_winner: str | None) -> RoundScore:
    best = end.best()
    if declared_winner is not None:
        best = (declared_winner,)
    if len(best) > 1 and end.rules.ties == "ruled":
        tied = " and ".join(best)
        told = f"{tied} are tied: the players settle who wins, or the rules let them share"
        return RoundScore(undecided=best, warnings=(told,))
    losses = {name: end.loss(name, best[0]) for name in end.racks if name not in best}
    won = _shares(sum(loss.to_winner for loss in losses.values()), best)
    points = tuple((n, won[n] if n in won else -losses[n].points) for n in end.racks)
    lines = tuple((name, _words(name, losses, won)) for name in end.racks)
    counts = end.out is not None or end.rules.big_points_on_empty_pool
    big = _big_points(end.racks, best, end.rules.big_points if counts else 0)
    shared = (f"{' and '.join(best)} share the win",) if len(best) > 1 else ()
    balances = end.rules.sums_to_zero
    return RoundScore(points, big, best, (), shared, lines, must_balance=balances)


def _shares(total: int, winners: tuple[str, ...]) -> dict[str, int]:
    """``total`` shared out; points that do not divide go to those named first."""
    each, left = divmod(total, len(winners))
    return {name: each + (place < left) for place, name in enumerate(winners)}


def _words(name: str, losses: Mapping[str, Loss], won: Mapping[str, int]) -> str:
    if name in losses:
        return losses[name].words
    return "wins what the others lose" if len(won) == 1 else "shares what the others lose"


def _big_points(
    names: Iterable[str], winners: tuple[str, ...], worth: int
) -> tuple[tuple[str, int], ...]:
    return tuple((name, worth * (name in winners)) for name in names)


def _international(end: RoundEnd, foot: bool, joker_discarded: bool) -> RoundScore:
    """Low points: the winner writes minus, the others what they hold; lowest total wins."""
    rules, times = end.rules, 2 if joker_discarded else 1
    won = rules.foot_points if foot else rules.open_points
    points, lines = [], []
    for name in end.racks:
        if name == end.out:
            points.append((name, -won * times))
            lines.append((name, "Foot" if foot else "Open"))
        else:
            loss = end.loss(name, end.best()[0])
            points.append((name, loss.points * times))
            lines.append((name, loss.words))
    doubled = ("a joker was the last discard: every score is doubled",) if joker_discarded else ()
    winners = (end.out,) if end.out else ()
    big = _big_points(end.racks, winners, rules.big_points)
    return RoundScore(tuple(points), big, winners, (), doubled, tuple(lines), must_balance=False)


def _unknown(rules: Rules, out: str | None) -> RoundScore:
    told = f"the scoring of {rules.name} is not documented: enter the points by hand"
    return RoundScore(winners=(out,) if out else (), warnings=(told,), must_balance=False)


def _unbalanced(points: Mapping[str, int]) -> str:
    return f"the points sum to {sum(points.values())}, not to 0"


def _remarks(end: RoundEnd) -> Iterator[str]:
    """What looks odd about the round as stated."""
    if end.out is not None and end.racks[end.out]:
        yield f"{end.out} went out but has tiles on the rack"
    for name, rack in end.racks.items():
        if not rack and name != end.out:
            yield f"{name}'s rack is empty, but {name} did not go out"
    held = Stock.of(tile for rack in end.racks.values() for tile in rack)
    box = _box_of(end)
    stock = box.stock()
    for tile in held.excess_over(stock):
        count, most = held[tile], stock[tile]
        if box == end.rules:
            yield f"{tile} lies there {count} times, but the game has {most}"
        else:
            players = len(end.racks)
            yield f"{tile} lies there {count} times, but the box for {players} players has {most}"
    for name in sorted(end.announced):
        if not end.rules.announced_waives:
            yield f"{end.rules.name} knows no announced opening: {name}'s changes nothing"
        elif name not in end.unopened:
            yield f"{name} announced an opening but is not said to be unopened"


def _box_of(end: RoundEnd) -> Rules:
    """The rules with the box that so many players use."""
    try:
        return end.rules.for_players(len(end.racks))
    except RulesError:  # more players than the game takes: the whole box
        return end.rules


def _evidence(end: RoundEnd, finder: OpeningFinder | None) -> Evidence:
    """The opening each unopened rack holds, where that matters."""
    if finder is None or not end.rules.could_have_opened_points:
        return ()
    return tuple(
        (name, finder(end.racks[name], end.rules)) for name in end.racks if name in end.unopened
    )


def _opening_remarks(
    evidence: Evidence, stated: frozenset[str] | None, rules: Rules
) -> Iterator[str]:
    for name, sets in evidence:
        held = f"{name} could have opened with {format_table(sets)}"
        if sets:
            held += f" ({opening_of(sets, rules).points} points)"
        if stated is None and sets:
            yield held
        elif stated is not None and sets and name not in stated:
            yield f"{held}, but it is stated that {name} could not"
        elif stated is not None and not sets and name in stated:
            yield f"it is stated that {name} could have opened, but the rack holds no opening"
