"""Quads to sets in order, rack tiers and zones; and which way up each tile lies.

Geometry alone: what is printed on the tiles has no say, so a set that breaks
the rules stays broken. Two arrangements are known:

- **table**: tiles are chained side edge to side edge, in any direction; a loose
  tile is a chain of one. Rows under each other never touch at their side edges.
- **rack**: tiles stand on tiers, with gaps between them. The tiers' lines meet
  in one vanishing point, so two numbers describe them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from vision.chains import Array, Shapes, chains_of
from vision.reading import Quad, Zone
from vision.tiers import Tiers, looks_like_rack, racks_of, tiers_of

Kind: TypeAlias = Literal["auto", "table", "rack"]

TURNED_IN_SET = 0.03
"""How often a tile lies upside down within a set whose other tiles do not."""
UNKNOWN_UPSIDE_DOWN = 0.1
SUREST = 0.99
"""No single tile's opinion on which way is up counts for more than this."""


@dataclass(frozen=True, slots=True)
class Group:
    """Places of tiles in the list given, left to right with the tiles upright."""

    zone: Zone
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """``upside_down``: for each quad the chance, 0 to 1, that it is given upside down."""

    groups: tuple[Group, ...]
    upside_down: tuple[float, ...]


def arrange(
    quads: Sequence[Quad], *, upside_down: Sequence[float] | None = None, kind: Kind = "auto"
) -> Arrangement:
    """Group the tiles of one photo.

    Args:
        quads: corners in any pixels; each tile's own idea of up may be wrong by
            half a turn.
        upside_down: chance, 0 to 1, that each quad is given upside down, as far
            as the tile alone tells.
        kind: what lies there; ``auto`` decides from how the tiles lie.

    Returns:
        Sets from top to bottom of the photo, or tiers from the top one down.
    """
    if not quads:
        return Arrangement((), ())
    shapes = Shapes.of(quads)
    chances = [UNKNOWN_UPSIDE_DOWN] * len(quads) if upside_down is None else list(upside_down)
    chains = chains_of(shapes)
    tiers = None if kind == "table" else tiers_of(shapes, chains)
    if tiers is not None and (kind == "rack" or looks_like_rack(shapes, chains, tiers)):
        return _as_rack(shapes, tiers, chances)
    return _as_table(shapes, chains, chances)


def racks(quads: Sequence[Quad]) -> tuple[tuple[int, ...], ...]:
    """The tiles of a photo of racks by the rack they seem to stand on, as places in ``quads``.

    Tiles of one rack keep the order given. There is one rack where nothing speaks for more.
    """
    if not quads:
        return ()
    shapes = Shapes.of(quads)
    found = racks_of(shapes, tiers_of(shapes, chains_of(shapes)))
    return tuple(tuple(sorted(rack)) for rack in found)


def vote_upside_down(
    agrees: Sequence[bool], upside_down: Sequence[float]
) -> tuple[float, list[float]]:
    """Let the tiles of one row settle together which way is up.

    Args:
        agrees: whether each quad's own right points along the row's direction.
        upside_down: chance that each quad is given upside down, judged alone.

    Returns:
        The chance that the row must be read against its direction, and for each
        quad the chance that it is upside down now that the others were heard. A
        tile that is sure of itself stays turned within its set.
    """
    if len(agrees) == 1:
        alone = upside_down[0]
        return (alone if agrees[0] else 1 - alone), [alone]
    along = np.where(agrees, 1 - np.array(upside_down), np.array(upside_down))
    heard = np.clip(along, 1 - SUREST, SUREST)
    with_row = (1 - TURNED_IN_SET) * heard + TURNED_IN_SET * (1 - heard)
    against_row = TURNED_IN_SET * heard + (1 - TURNED_IN_SET) * (1 - heard)
    odds = float(np.log(against_row).sum() - np.log(with_row).sum())
    against = 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
    points_along = (1 - against) * (1 - TURNED_IN_SET) * heard / with_row
    points_along += against * TURNED_IN_SET * heard / against_row
    turned = np.where(agrees, 1 - points_along, points_along)
    return float(against), [float(chance) for chance in turned]


def _as_table(shapes: Shapes, chains: list[list[int]], chances: Sequence[float]) -> Arrangement:
    settled = list(chances)
    groups = []
    for chain in chains:
        order, turned = _directed(shapes, chain, chances)
        groups.append(order)
        for tile, chance in zip(chain, turned, strict=True):
            settled[tile] = chance
    groups.sort(key=lambda group: tuple(shapes.center[group].mean(0)[::-1]))
    return Arrangement(tuple(Group(Zone.TABLE, tuple(group)) for group in groups), tuple(settled))


def _directed(
    shapes: Shapes, chain: list[int], chances: Sequence[float]
) -> tuple[list[int], list[float]]:
    along = _row_direction(shapes, chain)
    agrees = [bool(shapes.right[tile] @ along > 0) for tile in chain]
    against, turned = vote_upside_down(agrees, [chances[tile] for tile in chain])
    return (chain[::-1] if against > 0.5 else chain), turned


def _row_direction(shapes: Shapes, chain: list[int]) -> Array:
    if len(chain) == 1:
        return shapes.right[chain[0]]
    return np.asarray(shapes.center[chain[-1]] - shapes.center[chain[0]])


def _as_rack(shapes: Shapes, tiers: Tiers, chances: Sequence[float]) -> Arrangement:
    agrees = [bool(right @ tiers.axis > 0) for right in shapes.right]
    against, settled = vote_upside_down(agrees, chances)
    if len(agrees) == 1:
        against = float(against > 0.5)
    rows = tiers.rows
    if against > 0.5:
        rows = [row[::-1] for row in reversed(rows)]
    return Arrangement(tuple(Group(Zone.RACK, tuple(row)) for row in rows), tuple(settled))
