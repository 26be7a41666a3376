"""From the table before to the table after: a short sequence of hand movements.

Tiles that go from one place to the same other place travel together, so a step
never needs more than two hands and the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.heirs import Heirs
from solver.notation import format_tiles
from solver.play import LaidSet
from solver.tiles import Meld

RACK = "rack"
NEW_SET = "new set"


@dataclass(frozen=True, slots=True)
class Step:
    """One movement: ``tiles`` go from ``source`` to ``target``.

    ``source`` and ``target`` are sets as they lie just before the step, ``None``
    for the rack and for a free spot. ``leaves`` is what then remains of the
    source, ``makes`` what the target has become.
    """

    action: str
    tiles: Meld
    source: Meld | None
    target: Meld | None
    leaves: tuple[Meld, ...]
    makes: Meld
    text: str

    def to_json(self) -> dict[str, Any]:
        """The contract's object, with ``leaves`` and ``makes`` beside it."""
        return {
            "action": self.action,
            "tiles": [str(tile) for tile in self.tiles],
            "from": RACK if self.source is None else format_tiles(self.source),
            "to": NEW_SET if self.target is None else format_tiles(self.target),
            "text": self.text,
            "leaves": [format_tiles(meld) for meld in self.leaves],
            "makes": format_tiles(self.makes),
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps in order; no sequence can have fewer than ``at_least``."""

    steps: tuple[Step, ...]
    at_least: int


def plan_steps(before: Sequence[Meld], after: Sequence[LaidSet], heirs: Heirs) -> Plan:
    """Steps that turn the table ``before`` into ``after``, rack tiles included."""
    owner = {j: i for i, j in enumerate(heirs.of_before) if j is not None}
    piles = [list(meld) for meld in before]
    spare = [
        Counter(meld) - Counter(() if j is None else after[j].tiles)
        for meld, j in zip(before, heirs.of_before, strict=True)
    ]
    hosts: dict[int, list[Any]] = {j: piles[i] for j, i in owner.items()}
    steps: list[Step] = []
    for j, laid in enumerate(after):
        missing = Counter(laid.tiles) - Counter(before[owner[j]] if j in owner else ())
        for i, extra in enumerate(spare):
            moving = missing & extra
            if moving:
                missing -= moving
                spare[i] = extra - moving
                steps.append(_move(piles[i], hosts, j, laid, moving))
        if missing:
            steps.append(_move(None, hosts, j, laid, missing))
    return Plan(tuple(steps), len(steps))


def _move(
    source: list[Any] | None,
    hosts: dict[int, list[Any]],
    j: int,
    laid: LaidSet,
    moving: Counter[Any],
) -> Step:
    target = hosts.get(j)
    old_source = tuple(source) if source is not None else None
    old_target = tuple(target) if target is not None else None
    if source is not None:
        for tile in moving.elements():
            source.remove(tile)
    pile = hosts.setdefault(j, [])
    pile.extend(moving.elements())
    order = {tile: place for place, tile in enumerate(laid.tiles)}
    pile.sort(key=lambda tile: order.get(tile, 99))
    tiles = tuple(moving.elements())
    where = format_tiles(old_target) if old_target is not None else "a free spot"
    origin = "the rack" if old_source is None else format_tiles(old_source)
    return Step(
        "add to a set" if old_target is not None else "lay a set",
        tiles,
        old_source,
        old_target,
        (tuple(source),) if source else (),
        tuple(pile),
        f"Put {format_tiles(tiles)} from {origin} to {where}.",
    )
