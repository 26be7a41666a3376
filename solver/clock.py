"""The turn clock: one time for each turn, or a chess clock for the whole round."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.rules import Rules

WARN_SECONDS = 10
"""With so many seconds left, players are warned."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """A clock as it stands: the seconds ``left`` to each of the ``players``.

    ``turn`` is the place of the player whose time runs. ``seconds`` is the full
    time, of a turn or, on a ``chess`` clock, of the whole round.
    """

    players: tuple[str, ...]
    seconds: int
    chess: bool
    left: tuple[float, ...]
    turn: int = 0

    @classmethod
    def start(
        cls,
        players: tuple[str, ...],
        rules: Rules,
        seconds: int | None = None,
        chess: bool | None = None,
    ) -> TurnClock:
        """A full clock, by the ruleset unless told otherwise.

        Raises:
            ValueError: there is no player, or neither ruleset nor caller say how long.
        """
        full = seconds or rules.turn_seconds
        if not players:
            raise ValueError("a clock needs a player")
        if full <= 0:
            raise ValueError(f"{rules.name} does not say how many seconds a turn has: say them")
        is_chess = rules.turn_clock == "chess" if chess is None else chess
        return cls(players, full, is_chess, (float(full),) * len(players))

    @property
    def player(self) -> str:
        """Whose time runs."""
        return self.players[self.turn]

    @property
    def remaining(self) -> float:
        """The seconds left to that player."""
        return self.left[self.turn]

    @property
    def up(self) -> bool:
        """Whether that player's time has run out."""
        return self.remaining <= 0

    def after(self, elapsed: float) -> TurnClock:
        """The clock ``elapsed`` seconds later."""
        left = list(self.left)
        left[self.turn] = max(0.0, self.remaining - elapsed)
        return replace(self, left=tuple(left))

    def next(self) -> TurnClock:
        """The clock of the next player, who on a turn clock has the full time."""
        turn = (self.turn + 1) % len(self.players)
        left = list(self.left)
        if not self.chess:
            left[turn] = float(self.seconds)
        return replace(self, turn=turn, left=tuple(left))
