"""What a player loses in a round: the tiles on the rack, or a charge instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.rules import Rules
from solver.tiles import Meld


def rack_value(rack: Meld, rules: Rules) -> int:
    """Points of the tiles left on a rack.

    Under International scoring 1, 11, 12 and 13 count 10, and the sum is
    rounded up to the next ten where the rules say so.
    """
    if rules.scoring != "international":
        return sum(rules.joker_rack_value if t.is_joker else t.face_value for t in rack)
    value = sum(
        rules.joker_rack_value if t.is_joker else t.face_value if 2 <= t.face_value <= 10 else 10
        for t in rack
    )
    return -(-value // 10) * 10 if rules.round_up_to_ten else value


@dataclass(frozen=True, slots=True)
class Loss:
    """What one loser writes as minus points.

    ``points`` is the loss, ``to_winner`` the part of it that the winner writes,
    ``words`` how it came about.
    """

    points: int
    to_winner: int
    words: str


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended: the racks by player, and who opened or did not.

    ``could_have_opened`` and ``announced`` (the opening, in the last round)
    only matter for players in ``unopened``.
    """

    racks: Mapping[str, Meld]
    rules: Rules
    out: str | None
    unopened: frozenset[str] = frozenset()
    could_have_opened: frozenset[str] = frozenset()
    announced: frozenset[str] = frozenset()

    def value(self, name: str) -> int:
        """The points on a player's rack."""
        return rack_value(self.racks[name], self.rules)

    def best(self) -> tuple[str, ...]:
        """Who won, or who shares the lowest rack when nobody went out."""
        if self.out is not None:
            return (self.out,)
        tiles = self.rules.nobody_out_winner == "tiles"
        measure = {n: len(rack) if tiles else self.value(n) for n, rack in self.racks.items()}
        lowest = min(measure.values())
        return tuple(name for name, held in measure.items() if held == lowest)

    def loss(self, name: str, winner: str) -> Loss:
        """What ``name`` loses when ``winner`` won."""
        rack = self._rack_loss(name, winner)
        if self._waived(name) and self.rules.announced_writes == "nothing":
            return Loss(0, 0, "announced the opening: writes nothing")
        charge = self._charge(name)
        if charge is None:
            return rack
        why = "never opened" + ", but could have" * (name in self.could_have_opened)
        points, told = charge, f"{why}: charged {charge}"
        if self.rules.charge_adds_to_rack:
            points, told = charge + rack.points, f"{rack.words}, and {told}"
        return Loss(points, points if self.rules.charge_reaches_winner else rack.to_winner, told)

    def _rack_loss(self, name: str, winner: str) -> Loss:
        """What the tiles alone cost."""
        own = self.value(name)
        if self.out is not None or self.rules.nobody_out_loser == "own":
            return Loss(own, own, f"a rack of {own}")
        best = self.value(winner)
        gain = own if self.rules.nobody_out_gain == "racks" else own - best
        return Loss(own - best, gain, f"a rack of {own} against {best}")

    def _waived(self, name: str) -> bool:
        """Whether an announced opening lifts the charge."""
        unopened = name in self.unopened and name in self.announced
        return unopened and self.rules.announced_waives

    def _charge(self, name: str) -> int | None:
        """The charge for not having opened; None when only the rack counts."""
        rules = self.rules
        if name not in self.unopened or (self.out is None and not rules.charge_on_empty_pool):
            return None
        if self._waived(name):
            smaller = rules.announced_writes == "smaller charge"
            return rules.unopened_points if smaller and rules.unopened_points else None
        could = name in self.could_have_opened and rules.could_have_opened_points
        return could or rules.unopened_points or None
