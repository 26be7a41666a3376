"""Is this a set? The verdict on tiles as they lie, with its reason and rescue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from solver.orders import best_order
from solver.readings import Reading, readings
from solver.reasons import why_invalid, why_valid
from solver.rules import Rules
from solver.tiles import JOKER, Meld, Tile


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a set is worth as it lies.

    ``kind`` and ``value`` (points, a joker counting as what it stands for) are
    those of the reading worth most; None and 0 for an invalid set. ``readings``
    are all legal readings, most points first. ``must_declare``: kind or value
    differ between them, so the player has to say which is meant. ``frees``: the
    tiles that would free a joker under some reading, sorted. ``rescue``: for an
    invalid set, the most valuable order of its tiles that is valid, if any.
    """

    valid: bool
    kind: Literal["run", "group"] | None
    value: int
    readings: tuple[Reading, ...]
    must_declare: bool
    reason: str
    rescue: Meld | None = None
    frees: Meld = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's ``check`` object."""
        return {
            "valid": self.valid,
            "kind": self.kind,
            "value": self.value,
            "readings": [reading.to_json() for reading in self.readings],
            "must_declare": self.must_declare,
            "reason": self.reason,
            "rescue": None if self.rescue is None else [str(tile) for tile in self.rescue],
        }


def judge(meld: Meld, rules: Rules, declared: Sequence[Tile] | None = None) -> Verdict:
    """The verdict on ``meld`` as laid, left to right with the tiles upright.

    ``declared``: what the player said the ordinary jokers stand for, as they
    lie; readings that say otherwise then do not count. Whether the game has so
    many copies of a tile is not asked: that is a matter of the whole table.
    """
    forbidden = _forbidden(meld, rules)
    found = () if forbidden else _declared_readings(meld, rules, declared)
    if not found:
        reason = forbidden or why_invalid(meld, rules)
        if forbidden is None and declared is not None and readings(meld, rules):
            reason = "the jokers cannot stand for what was declared"
        rescue = None if forbidden or declared else best_order(meld, rules)
        return Verdict(False, None, 0, (), False, reason, rescue and rescue[0])
    must_declare = len({(reading.kind, reading.value) for reading in found}) > 1
    frees = tuple(sorted({tile for reading in found for tile in reading.frees()}))
    best = found[0]
    told = meld if any(not tile.is_joker for tile in meld) else tuple(declared or ())
    reason = why_valid(told, found, rules)
    return Verdict(True, best.kind, best.value, found, must_declare, reason, None, frees)


def _forbidden(meld: Meld, rules: Rules) -> str | None:
    """Why the ruleset rules out these jokers at all; None when it does not."""
    jokers = [tile.joker for tile in meld if tile.joker]
    for kind in jokers:
        if kind not in rules.jokers:
            return f"there is no joker {kind} in the game {rules.name}"
    if len(jokers) > 1 and not rules.two_jokers:
        return "these rules allow one joker in a set"
    return None


def _declared_readings(
    meld: Meld, rules: Rules, declared: Sequence[Tile] | None
) -> tuple[Reading, ...]:
    if declared is None:
        return readings(meld, rules)
    meant = tuple(declared)
    if all(tile == JOKER for tile in meld):
        if not rules.only_jokers_declared or len(meant) != len(meld):
            return ()
        return tuple(replace(one, jokers=meant) for one in readings(meant, rules))
    # a group's jokers are equal: which of them was called which does not matter
    return tuple(
        replace(one, jokers=meant) if one.kind == "group" else one
        for one in readings(meld, rules)
        if one.jokers == meant or (one.kind == "group" and set(one.jokers) == set(meant))
    )
