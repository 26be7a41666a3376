"""The sets of a solution: what the columns of a :class:`solver.flow.Flow` lay.

Which of several runs that could go on does so is all the same; so is which of
several sets that hold a tile holds the joker in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.faces import Face, Faces
from solver.flow import Flow, Placed
from solver.play import LaidSet
from solver.readings import StandIn, TwistStandIn
from solver.tiles import JOKER, JokerKind, Tile
from solver.twist import Node, Part, Place


@dataclass(slots=True)
class Piece:
    """A set while a solution is read: its places, and those ``right`` of a mirror.

    Both sides begin outermost. ``ends`` is where the set may go on and ``lane`` where it
    may take more tiles, None for nowhere.
    """

    left: list[Place]
    right: list[Place] = field(default_factory=list)
    mirrored: bool = False
    ends: Node | None = None
    lane: int | None = None


@dataclass(frozen=True, slots=True)
class _Step:
    """Growth of ``count`` sets of ``lane`` that end at ``begins``."""

    part: Part
    begins: Node
    lane: int
    lane_after: int
    count: int


def read_sets(flow: Flow, x: Sequence[int]) -> list[LaidSet]:
    """The sets of a solution, always in the same order."""
    pieces = [_placed(one) for one in flow.placed for _ in range(x[one.column])]
    for index, lane in enumerate(flow.lanes):
        for face, column in lane.starts.items():
            first = (face, face + 1, face + 2)
            ends = Node(face + 2)
            pieces += [Piece(_open(first), ends=ends, lane=index) for _ in range(x[column])]
    for one, column in flow.parts:
        if one.part.begins is None:
            pieces += [_begun(one.part, flow.faces) for _ in range(x[column])]
    _grow(pieces, flow, x)
    for group, column in flow.groups.items():
        pieces += [Piece(_open(group)) for _ in range(x[column])]
    jokers = {face: x[column] for face, column in flow.stand_in.items() if x[column]}
    new = [_laid(piece, jokers, flow.faces) for piece in pieces]
    stay = [laid for laid, column in flow.lying for _ in range(x[column])]
    return new + stay


def _open(faces: Sequence[Face]) -> list[Place]:
    return [Place((face,)) for face in faces]


def _placed(one: Placed) -> Piece:
    places = [
        Place((face,), JokerKind.ORDINARY if face in one.jokers else None, face in one.kept)
        for face in one.shape
    ]
    return Piece(places, ends=Node(one.shape[-1]), lane=one.lane)


def _begun(part: Part, faces: Faces) -> Piece:
    lane = None if part.ends is None else part.ends.face // faces.highest
    return Piece(list(part.left), list(part.right), part.mirrored, part.ends, lane)


def _grow(pieces: Sequence[Piece], flow: Flow, x: Sequence[int]) -> None:
    for step in _steps(flow, x):
        ready = [p for p in pieces if p.lane == step.lane and p.ends == step.begins]
        for piece in ready[: step.count]:
            piece.left += step.part.left
            piece.right += step.part.right
            piece.ends, piece.lane = step.part.ends, step.lane_after
    for index, lane in enumerate(flow.lanes):
        for face, column in lane.lead.items():
            led = [p for p in pieces if p.lane == index and p.left[0].faces[0] == face + 1]
            for piece in led[: x[column]]:
                piece.left.insert(0, Place((face,)))


def _steps(flow: Flow, x: Sequence[int]) -> list[_Step]:
    """All growth upwards, that from low numbers first."""
    highest = flow.faces.highest
    steps = [
        _Step(_next(face), Node(face - 1), index, index, x[column])
        for index, lane in enumerate(flow.lanes)
        for face, column in lane.more.items()
        if x[column]
    ]
    steps += [
        _Step(part, part.begins, part.begins.face // highest, part.ends.face // highest, x[column])
        for part, column in ((one.part, column) for one, column in flow.parts)
        if x[column] and part.begins is not None and part.ends is not None
    ]
    return sorted(steps, key=lambda step: step.begins.face % highest)


def _next(face: Face) -> Part:
    """An ordinary tile at the end of a run."""
    return Part((Place((face,)),), begins=Node(face - 1), ends=Node(face))


def _laid(piece: Piece, jokers: dict[Face, int], faces: Faces) -> LaidSet:
    """Lay a set, using up jokers that stand for its faces."""
    left = [_tile(place, jokers, faces) for place in piece.left]
    right = [_tile(place, jokers, faces) for place in piece.right]
    fold = [(Tile(joker=JokerKind.MIRROR), TwistStandIn())] if piece.mirrored else []
    tiles, meant = zip(*left, *fold, *reversed(right), strict=True)
    return LaidSet(tiles, meant)


def _tile(place: Place, jokers: dict[Face, int], faces: Faces) -> tuple[Tile, StandIn]:
    """The tile that lies at a place, and what it stands for."""
    meant = tuple(sorted(faces.tiles[face] for face in place.faces))
    if place.joker is None:
        (tile,) = meant
        if jokers.get(place.faces[0], 0) and not place.sure:
            jokers[place.faces[0]] -= 1
            return JOKER, tile
        return tile, tile
    if place.joker is JokerKind.ORDINARY:
        return JOKER, meant[0]
    number = meant[0].number if place.joker is JokerKind.CHANGE else None
    return Tile(joker=place.joker), TwistStandIn(meant, number)
