"""Is this a set? The verdict on tiles as they lie, with its reason and rescue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from solver.notation import format_tiles
from solver.orders import best_order
from solver.play import LaidSet
from solver.readings import Reading, StandIn, readings
from solver.reasons import why_invalid, why_valid
from solver.rules import Rules
from solver.tiles import FEWEST_IN_SET, JOKER, Meld, Tile, numbered


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a set is worth as it lies.

    ``kind`` and ``value`` (points, a joker counting as what it stands for) are
    those of the reading worth most; None and 0 for an invalid set. ``readings``
    are all legal readings, most points first. ``must_declare``: kind or value
    differ between them, or the rules want more said, so the player has to say
    which is meant. ``frees``: the tiles that would free a joker under some
    reading, sorted; ``frees_together``: only all of them do. ``rescue``: for an
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
    frees_together: bool = False

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


Declared: TypeAlias = Sequence[Tile | None]
"""What the player said the ordinary jokers of a set stand for, as they lie; None
for one of which nothing was said."""

Declarations: TypeAlias = Mapping[Meld, Declared]
"""The sets of a table, as they lie, whose jokers were declared."""


def judge(meld: Meld, rules: Rules, declared: Declared | None = None) -> Verdict:
    """The verdict on ``meld`` as laid, left to right with the tiles upright.

    ``declared``: what the player said the ordinary jokers stand for; readings
    that say otherwise then do not count. Whether the game has so many copies of a
    tile is not asked: that is a matter of the whole table.
    """
    forbidden = _forbidden(meld, rules)
    found = () if forbidden else readings_as_declared(meld, rules, declared)
    if not found:
        reason = forbidden or _why_not_as_declared(meld, rules, declared)
        reason = reason or why_invalid(meld, rules)
        rescue = None if forbidden or declared else best_order(meld, rules)
        return Verdict(False, None, 0, (), False, reason, rescue and rescue[0])
    best = found[0]
    told = meld if any(not tile.is_joker for tile in meld) else _meant(declared)
    in_three = is_joker_in_three(meld) and best.kind == "group"
    return Verdict(
        True,
        best.kind,
        best.value,
        found,
        must_declare=_must_declare(found, in_three, rules),
        reason=why_valid(told, found, rules),
        frees=_frees(meld, found, in_three, rules),
        frees_together=in_three and rules.joker_in_three == "both",
    )


def readings_as_declared(
    meld: Meld, rules: Rules, declared: Declared | None = None
) -> tuple[Reading, ...]:
    """The readings of ``meld`` that agree with what its jokers were declared to be.

    Jokers alone have a reading only where the rules let a declaration make them one.
    """
    if declared is None or not any(declared):
        return readings(meld, rules)
    meant = _meant(declared)
    if all(tile == JOKER for tile in meld):
        if not rules.only_jokers_declared or len(meant) != len(meld):
            return ()
        return tuple(replace(one, jokers=meant) for one in readings(meant, rules))
    agreeing = (_as_said(meld, one, declared) for one in readings(meld, rules))
    return tuple(one for one in agreeing if one is not None)


def may_be_declared(meld: Meld, rules: Rules) -> tuple[Meld, ...]:
    """All that the ordinary jokers of ``meld`` can be declared as it lies, without repeats."""
    if _forbidden(meld, rules):
        return ()
    jokers = [tile for tile in meld if tile.is_joker]
    meanings = (
        tuple(j for tile, j in zip(jokers, one.jokers, strict=True) if tile == JOKER)
        for one in readings(meld, rules)
    )
    plain = (tuple(j for j in meant if isinstance(j, Tile)) for meant in meanings)
    return tuple(dict.fromkeys(plain))


def _why_not_as_declared(meld: Meld, rules: Rules, declared: Declared | None) -> str | None:
    """Why ``meld`` is no set with what was declared; None where that is not to blame."""
    meant = _meant(declared)
    if not meant:
        return None
    if all(tile == JOKER for tile in meld):
        whole = rules.only_jokers_declared and len(meant) == len(meld) >= FEWEST_IN_SET
        return why_invalid(meant, rules) if whole else None
    can = " or ".join(format_tiles(one) for one in may_be_declared(meld, rules))
    if not can:
        return None
    if meld.count(JOKER) == 1:
        return f"the joker was declared {format_tiles(meant)} but can only be {can} there"
    return f"the jokers were declared {format_tiles(meant)} but can only be {can} there"


def is_joker_in_three(meld: Meld) -> bool:
    """Whether one ordinary joker lies among three tiles: either of two colours, in a group."""
    return len(meld) == 3 and [tile for tile in meld if tile.is_joker] == [JOKER]


def also_meant(laid: LaidSet, rules: Rules) -> Tile | None:
    """The other tile that the joker of a group of three stands for just as well.

    None where there is no such tile, or where the rules want the joker declared.
    """
    if rules.joker_in_three == "declared" or laid.is_run or not is_joker_in_three(laid.tiles):
        return None
    shown = {tile for tile in laid.stands_for if isinstance(tile, Tile)}
    others = {numbered(color, max(shown).face_value) for color in rules.colors} - shown
    return min(others, default=None)


def _meant(declared: Declared | None) -> Meld:
    return tuple(tile for tile in declared or () if tile is not None)


def _as_said(meld: Meld, reading: Reading, declared: Declared) -> Reading | None:
    """``reading`` with its jokers as declared; None when it says otherwise.

    A group's jokers are equal: which of them was called which does not matter.
    """
    jokers = [tile for tile in meld if tile.is_joker]
    ordinary = [j for tile, j in zip(jokers, reading.jokers, strict=True) if tile == JOKER]
    if len(ordinary) != len(declared):
        return None
    if reading.kind == "run":
        agrees = all(said in (None, j) for said, j in zip(declared, ordinary, strict=True))
        return reading if agrees else None
    left: list[StandIn] = list(ordinary)
    for said in declared:
        if said is not None:
            if said not in left:
                return None
            left.remove(said)
    others = iter(left)
    named = iter([next(others) if said is None else said for said in declared])
    pairs = zip(jokers, reading.jokers, strict=True)
    return replace(reading, jokers=tuple(next(named) if tile == JOKER else j for tile, j in pairs))


def _must_declare(found: Sequence[Reading], in_three: bool, rules: Rules) -> bool:
    if len({(reading.kind, reading.value) for reading in found}) > 1:
        return True
    return in_three and rules.joker_in_three == "declared" and len(found) > 1


def _frees(meld: Meld, found: Sequence[Reading], in_three: bool, rules: Rules) -> Meld:
    """What frees a joker; in a group of three perhaps another colour than it was called."""
    if in_three and rules.joker_in_three != "declared":
        found = [one for one in readings(meld, rules) if one.kind == "group"]
    return tuple(sorted({tile for reading in found for tile in reading.frees()}))


def _forbidden(meld: Meld, rules: Rules) -> str | None:
    """Why the ruleset rules out these jokers at all; None when it does not."""
    jokers = [tile.joker for tile in meld if tile.joker]
    for kind in jokers:
        if kind not in rules.jokers:
            return f"there is no joker {kind} in the game {rules.name}"
    if len(jokers) > 1 and not rules.two_jokers:
        return "these rules allow one joker in a set"
    return None
