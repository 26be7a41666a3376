"""From the table before to the table after: named manipulations for two hands.

Tiles that go the same way travel together; no step holds more in the hands
than what it moves, everything else lies on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.heirs import Heirs
from solver.lying import as_laid
from solver.movements import RACK, Movement, Place, order_movements, places_after
from solver.notation import format_tiles
from solver.piles import Pile, is_group, played_by_jokers
from solver.play import LaidSet
from solver.rules import Rules
from solver.shifts import keeps_order
from solver.tiles import COLORS, JOKER, Meld
from solver.wording import Sentence

_SPELT_OUT = ("anew", "beside", "laid")
"""Where tiles go so that only every place of what then lies there says enough."""

_AT_A_LONE_TILE = {
    "front": "left",
    "end": "right",
    "ends": "sides",
    "group": "next",
    "anew": "beside",
}
"""How a place at a set is called where only one tile lies there."""


@dataclass(frozen=True, slots=True)
class Step:
    """One movement: ``tiles`` go from ``source`` to ``target``.

    ``source`` and ``target`` are the tiles that lie there just before the step,
    None for the rack and for a free spot. ``leaves`` is what then remains at the
    source, ``makes`` what lies at the target. A set that is put in order is both.
    ``legal``: after it the whole table is valid, as far as this play goes.
    """

    action: str
    tiles: Meld
    source: Meld | None
    target: Meld | None
    leaves: Meld
    makes: Meld
    sentences: tuple[Sentence, ...]
    legal: bool

    @property
    def text(self) -> str:
        """The step in English."""
        return " ".join(map(str, self.sentences))

    def to_json(self) -> dict[str, Any]:
        """The contract's object; what translations and drawings need beside it."""
        return {
            "action": self.action,
            "tiles": [str(tile) for tile in self.tiles],
            "from": "rack" if self.source is None else format_tiles(self.source),
            "to": "new set" if self.target is None else format_tiles(self.target),
            "text": self.text,
            "leaves": format_tiles(self.leaves),
            "makes": format_tiles(self.makes),
            "legal": self.legal,
            "sentences": [sentence.to_json() for sentence in self.sentences],
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps in order; none that leads to the same sets can have fewer than ``at_least``."""

    steps: tuple[Step, ...]
    at_least: int


def plan_steps(
    before: Sequence[Meld], after: Sequence[LaidSet], heirs: Heirs, rules: Rules
) -> Plan:
    """Steps that turn the table ``before`` into ``after``, rack tiles included.

    Sets whose tiles only lie in another order are put in order first.
    """
    movements, at_least = order_movements(before, after, heirs, rules)
    table = _Table.before(before, after, heirs)
    changed = [(i, meld, _heir(i, after, heirs)) for i, meld in enumerate(before)]
    broken = {i for i, old, new in changed if old != new and as_laid(old, rules) is None}
    grown: set[int] = set()
    steps = []
    for place, old, new in changed:
        if old != new and Counter(old) == Counter(new):
            broken.discard(place)
            steps.append(_put_in_order(place, new, table, legal=not broken))
    at_least += len(steps)
    for movement in movements:
        for place, pile in (
            (movement.source, movement.source_after),
            (movement.target, movement.target_after),
        ):
            broken.discard(place)
            if pile.tiles and not pile.valid:
                broken.add(place)
        steps.append(_step(movement, table, movement.source in grown, legal=not broken))
        grown.add(movement.target)
    return Plan(tuple(steps), at_least)


def _heir(place: int, after: Sequence[LaidSet], heirs: Heirs) -> Meld:
    """What lies in the end where a set of the table lay; ``()`` where nothing does."""
    heir = heirs.of_before[place]
    return () if heir is None else after[heir].tiles


@dataclass(frozen=True, slots=True)
class _Table:
    """What lies in every place between two steps.

    ``groups``: the numbers of the group that was in a place and of the one that will
    be, for places that no run takes over.
    """

    piles: dict[Place, Meld]
    groups: dict[Place, set[int]]

    @classmethod
    def before(cls, before: Sequence[Meld], after: Sequence[LaidSet], heirs: Heirs) -> _Table:
        """The table before the first step."""
        piles = dict(enumerate(before))
        final = zip(places_after(after, heirs), (laid.tiles for laid in after), strict=True)
        last = piles | dict(final)
        groups = {
            place: {
                number
                for pile in (piles.get(place, ()), meld)
                if is_group(pile)
                for number in _numbers(pile)
            }
            for place, meld in last.items()
            if is_group(meld)
        }
        return cls(piles, groups)

    def alike(self, pile: Meld) -> int:
        """How many piles look like ``pile``; the order of a group says nothing."""
        return sum(_looks(other) == _looks(pile) for other in self.piles.values())

    def is_group(self, place: Place, pile: Meld) -> bool:
        """Whether ``pile`` is a group, or all that there is of one in that place."""
        numbers = _numbers(pile)
        part = len(numbers) < 2 and numbers <= self.groups.get(place, set())
        return is_group(pile) or (place in self.groups and part)


def _looks(pile: Meld) -> Meld:
    return tuple(sorted(pile)) if is_group(pile) else pile


def _numbers(pile: Meld) -> set[int]:
    return {tile.number for tile in pile if tile.number}


def _put_in_order(place: int, made: Meld, table: _Table, *, legal: bool) -> Step:
    """The step that lays the tiles of a place in their new order, on ``table`` too."""
    old = table.piles[place]
    group = table.is_group(place, old)
    told = Sentence("order", (), old, made, table.alike(old), group)
    table.piles[place] = made
    return Step("put in order", old, old, old, (), made, (told,), legal)


def _step(movement: Movement, table: _Table, source_grew: bool, legal: bool) -> Step:
    from_rack = movement.source == RACK
    target = movement.target_before.tiles
    return Step(
        _action(movement, table, source_grew),
        movement.tiles,
        None if from_rack else movement.source_before.tiles,
        target or None,
        movement.source_after.tiles,
        movement.target_after.tiles,
        _sentences(movement, table),
        legal,
    )


def _action(movement: Movement, table: _Table, source_grew: bool) -> str:
    """The manipulation's name."""
    if movement.source == RACK:
        if not movement.target_before.tiles:
            return "lay a set" if movement.target_after.valid else "start a set"
        replaced = _replaces_joker(movement.target_before, movement.target_after)
        replaced = replaced and len(movement.tiles) == 1
        return "replace the joker" if replaced else "add to a set"
    left = movement.source_after.tiles
    if not left:
        return "join sets" if movement.target_before.tiles else "move a set"
    if table.is_group(movement.source, movement.source_before.tiles):
        return "substitute in a group" if source_grew else "take from a group"
    if len(movement.tiles) == 1:
        return "shift a run" if source_grew else "take from a run"
    return "split a run"


def _sentences(movement: Movement, table: _Table) -> tuple[Sentence, ...]:
    """What the hands do to ``table``, which is brought up to date."""
    source, left = movement.source_before.tiles, movement.source_after.tiles
    target, made = movement.target_before.tiles, movement.target_after.tiles
    sentences = []
    if movement.source != RACK:
        group = table.is_group(movement.source, source)
        take = _way_out(movement.tiles, source, left, group=group)
        leaves = left if take == "leaving" else ()
        way = f"take.{take}"
        sentences.append(Sentence(way, movement.tiles, source, leaves, table.alike(source), group))
        table.piles[movement.source] = left
    spot = _spot(movement, group=table.is_group(movement.target, made))
    spot = _AT_A_LONE_TILE.get(spot, spot) if len(target) == 1 else spot
    result = made if spot in _SPELT_OUT else ()
    way = f"rack.{spot}" if movement.source == RACK else f"put.{spot}"
    group = table.is_group(movement.target, target)
    alike = table.alike(target) if target else 1
    sentences.append(Sentence(way, movement.tiles, target, result, alike, group))
    table.piles[movement.target] = made
    return tuple(sentences)


def _way_out(tiles: Meld, source: Meld, left: Meld, *, group: bool) -> str:
    """Where in ``source`` the tiles lie that leave it."""
    if not left:
        return "lone" if len(source) == 1 else "all"
    if group:
        return "group"
    if any(tile in left for tile in tiles) or not keeps_order(left, source):
        return "leaving"
    return _end_of(tiles, source)


def _spot(movement: Movement, *, group: bool) -> str:
    """Where among the tiles that lie there the new ones go; ``group``: they make one."""
    tiles, before, after = movement.tiles, movement.target_before, movement.target_after
    if not before.tiles:
        if not after.valid:
            return "start"
        return "laid" if any(tile.is_joker for tile in tiles) and not is_group(tiles) else "set"
    unnamed = len(before.tiles) > 1 and all(tile.is_joker for tile in before.tiles)
    if unnamed or _replaces_joker(before, after):
        waits = len(tiles) == 1 and not (after.valid or unnamed)
        return "joker" if waits else "anew"
    if group:
        return "group"
    if len({tile.color for tile in after.tiles if not tile.is_joker}) > 1:
        return "beside"
    spot = _end_of(tiles, after.tiles)
    # a double joker takes two places, and a mirror shows the same tile twice
    hidden = any(tile.is_joker and tile != JOKER for tile in after.tiles) or (
        any(tile.is_joker for tile in tiles)
        and (len(tiles) > 1 or spot == "inside" or any(tile.is_joker for tile in before.tiles))
    )
    return "anew" if hidden or not keeps_order(before.tiles, after.tiles) else spot


def _end_of(tiles: Meld, lying: Meld) -> str:
    places = [place for place, tile in enumerate(lying) if tile in tiles]
    low, high = places[0], len(lying) - 1 - places[-1]
    together = places[-1] - places[0] + 1 == len(tiles)
    others = [place for place, tile in enumerate(lying) if tile not in tiles]
    if low == 0 and high == 0:
        apart = bool(others) and others[-1] - others[0] + 1 != len(others)
        return "inside" if apart else "ends"
    if low == 0 and together:
        return "front"
    return "end" if high == 0 and together else "inside"


def _replaces_joker(before: Pile, after: Pile) -> bool:
    """Whether a tile took the place that a joker had, which still lies there."""
    if not any(tile.is_joker for tile in before.tiles):
        return False
    if is_group(before.tiles):
        return is_group(after.tiles) and len(after.tiles) > len(COLORS)
    return bool(played_by_jokers(before.tiles) & set(after.tiles))
