"""A match: its rounds with their history, who took part when, and the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from solver.names import is_visible, same_as, tidied
from solver.rules import Rules
from solver.scoring import RoundScore

MAX_NAME = 40


class MatchError(ValueError):
    """A match that cannot be so; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What was written for a round, once: ``points`` pairs players and points.

    ``big_points`` is what each of the ``winners`` got beside them; ``reason``
    says why this entry replaced the one before it.
    """

    points: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    big_points: int = 0
    reason: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """Who took part, in seating order."""
        return tuple(name for name, _ in self.points)

    @property
    def total(self) -> int:
        """The sum of all points: 0 where the round must balance."""
        return sum(points for _, points in self.points)


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its entries, oldest first; the last one counts."""

    entries: tuple[Entry, ...]

    @property
    def entry(self) -> Entry:
        """What counts."""
        return self.entries[-1]

    @property
    def corrected(self) -> bool:
        """Whether an older entry is on record."""
        return len(self.entries) > 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the ranking; players who are level share a place."""

    place: int
    name: str
    total: int
    wins: int
    big_points: int
    rounds: int
    playing: bool


@dataclass(frozen=True, slots=True)
class Match:
    """Rounds of the same company under one ruleset.

    ``players`` is everybody who ever took part, in the order they joined;
    ``left`` who left again. Every change gives a new match.
    """

    rules: Rules
    players: tuple[str, ...]
    left: frozenset[str] = frozenset()
    rounds: tuple[Round, ...] = ()

    @classmethod
    def start(cls, rules: Rules, players: Iterable[str]) -> Match:
        """A match of at least two players.

        Raises:
            MatchError: too few or too many players, or names that clash.
        """
        match = cls(rules, ())
        for name in distinct_players(players):
            match = match.join(name)
        if len(match.players) < 2:
            raise MatchError("a match needs at least two players")
        return match

    @property
    def playing(self) -> tuple[str, ...]:
        """Who takes part in the next round."""
        return tuple(name for name in self.players if name not in self.left)

    def join(self, name: str) -> Match:
        """The match with a player who comes in (again) before the next round.

        Raises:
            MatchError: the name is taken or no name, or the table is full.
        """
        name = checked_player(name)
        known = same_as(name, (*self.playing, *self.players))
        if known in self.playing:
            raise _same_player(name, known)
        if len(self.playing) >= self.rules.most_players:
            raise MatchError(f"{self.rules.name} is for {self.rules.most_players} players at most")
        if known is not None:
            return replace(self, left=self.left - {known})
        return replace(self, players=(*self.players, name))

    def leave(self, name: str) -> Match:
        """The match without a player from the next round on; past rounds stay.

        Raises:
            MatchError: nobody of that name is playing, or too few would remain.
        """
        known = same_as(name, self.playing)
        if known is None:
            raise MatchError(f"{name} is not playing")
        if len(self.playing) <= 2:
            raise MatchError("at least two players must remain")
        return replace(self, left=self.left | {known})

    def add(self, score: RoundScore) -> Match:
        """The match with another round, scored.

        Raises:
            MatchError: the round is undecided, or not of those who are playing.
        """
        entry = _entry(score)
        if set(entry.players) != set(self.playing):
            raise MatchError(
                f"the round is of {', '.join(entry.players)}, "
                f"but {', '.join(self.playing)} are playing"
            )
        return replace(self, rounds=(*self.rounds, Round((entry,))))

    def round_numbered(self, number: int) -> Round:
        """Round ``number``, from 1.

        Raises:
            MatchError: there is no such round.
        """
        if not 1 <= number <= len(self.rounds):
            raise MatchError(f"there is no round {number}: {len(self.rounds)} were played")
        return self.rounds[number - 1]

    def correct(self, number: int, score: RoundScore, reason: str) -> Match:
        """The match with round ``number`` (from 1) corrected; what it was stays on record.

        Raises:
            MatchError: there is no such round, or the players are others.
        """
        old = self.round_numbered(number)
        entry = replace(_entry(score), reason=" ".join(reason.split()))
        if set(entry.players) != set(old.entry.players):
            raise MatchError(f"round {number} was played by {', '.join(old.entry.players)}")
        rounds = list(self.rounds)
        rounds[number - 1] = Round((*old.entries, entry))
        return replace(self, rounds=tuple(rounds))

    def totals(self) -> dict[str, int]:
        """Everybody's points so far; nobody has any from rounds before joining."""
        totals = dict.fromkeys(self.players, 0)
        for one in self.rounds:
            for name, points in one.entry.points:
                totals[name] += points
        return totals

    def ranking(self) -> tuple[Standing, ...]:
        """Everybody by the ruleset's ranking, best first; level players as they joined."""
        totals = self.totals()
        entries = [one.entry for one in self.rounds]
        found = []
        for name in self.players:
            wins = sum(name in entry.winners for entry in entries)
            big = sum(entry.big_points for entry in entries if name in entry.winners)
            rounds = sum(name in entry.players for entry in entries)
            playing = name not in self.left
            found.append(Standing(0, name, totals[name], wins, big, rounds, playing))
        keys = {one.name: _rank_key(one, self.rules) for one in found}
        found.sort(key=lambda one: keys[one.name], reverse=True)
        return tuple(
            replace(one, place=1 + sum(key > keys[one.name] for key in keys.values()))
            for one in found
        )

    def unbalanced(self) -> tuple[int, ...]:
        """The numbers of rounds that should sum to zero and do not."""
        if not self.rules.sums_to_zero:
            return ()
        return tuple(n for n, one in enumerate(self.rounds, 1) if one.entry.total != 0)


def _rank_key(one: Standing, rules: Rules) -> tuple[int, int]:
    if rules.ranking == "wins":
        return one.wins, one.total
    if rules.ranking == "big points":
        return one.big_points, one.total
    return 0, -one.total if rules.ranking == "lowest" else one.total


def _entry(score: RoundScore) -> Entry:
    if score.undecided:
        raise MatchError("the round is undecided: name the winner first")
    if not score.points:
        raise MatchError("the round has no points yet: enter them by hand")
    big: Mapping[str, int] = dict(score.big_points)
    return Entry(score.points, score.winners, max(big.values(), default=0))


def distinct_players(names: Iterable[str]) -> tuple[str, ...]:
    """The names made tidy, each for a player of its own.

    Raises:
        MatchError: one is no name, or two look the same.
    """
    known: list[str] = []
    for name in map(checked_player, names):
        same = same_as(name, known)
        if same is not None:
            raise _same_player(name, same)
        known.append(name)
    return tuple(known)


def _same_player(name: str, known: str) -> MatchError:
    if name == known:
        return MatchError(f"{name} is playing already")
    return MatchError(f"two names look the same, {known} and {name}: give each player another")


def checked_player(name: str) -> str:
    """A player's name made tidy.

    Raises:
        MatchError: it is no name; the message says why.
    """
    tidy = tidied(name)
    if not tidy or len(tidy) > MAX_NAME:
        raise MatchError(f"a player's name has 1 to {MAX_NAME} characters, not {name!r}")
    if not is_visible(tidy):
        raise MatchError(f"a player's name has a letter, digit or symbol to see, not {name!r}")
    if ";" in tidy:
        raise MatchError(f"a player's name has no ';' in it: {tidy!r}")
    return tidy
