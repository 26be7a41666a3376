"""All ways to lay sets with given tiles, as columns and rows of a program.

A compact model that needs no list of sets. For every colour, ``start[v]`` runs
begin with the three tiles v, v+1, v+2 and ``more[v]`` of them go on with tile
v; a group is one column for each choice of three or four colours. What these
cover must be number tiles that are there, or jokers standing for them.

A run tile v beyond the third continues a run that reached v-1, so
``more[v] <= start[v-3] + more[v-1]``; a long run comes out whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from solver.play import LaidSet
from solver.program import UNBOUNDED, Program, Terms
from solver.rules import Rules
from solver.tiles import JOKER, JokerKind, Meld, Tile, numbered


@dataclass(frozen=True, slots=True)
class Supply:
    """What sets may be laid with: between ``least`` and ``most`` of each tile."""

    least: Mapping[Tile, int]
    most: Mapping[Tile, int]

    @classmethod
    def of(cls, must: Iterable[Tile], may: Iterable[Tile]) -> Supply:
        """All of ``must`` and any of ``may``; jokers of other kinds are left out."""
        least = Counter(tile for tile in must if playable(tile))
        return cls(least, least + Counter(tile for tile in may if playable(tile)))


def playable(tile: Tile) -> bool:
    """Whether the search can lay this tile: numbers and ordinary jokers."""
    return tile.joker in (None, JokerKind.ORDINARY)


@dataclass(slots=True)
class Flow:
    """The columns that lay sets, and how to read a solution back as sets.

    ``cover[tile]`` are the columns that use a tile of that face, real or played
    by a joker; ``stand_in[tile]`` is the column of jokers standing for it.
    ``lead`` is ``more`` mirrored, for sets that may also grow downwards.
    """

    program: Program
    supply: Supply
    rules: Rules
    cover: dict[Tile, Terms] = field(default_factory=dict)
    stand_in: dict[Tile, int] = field(default_factory=dict)
    starts: dict[Tile, int] = field(default_factory=dict)
    more: dict[Tile, int] = field(default_factory=dict)
    lead: dict[Tile, int] = field(default_factory=dict)
    groups: dict[Meld, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        numbers = range(1, self.rules.highest_number + 1)
        self.cover = {numbered(c, v): [] for c in self.rules.colors for v in numbers}

    def copies(self, faces: Meld, held: int = 0) -> int:
        """How often sets holding these faces can lie at the same time, at most.

        ``held`` jokers are already spoken for.
        """
        most = self.supply.most
        jokers = most.get(JOKER, 0) - held
        if sum(1 for face in faces if not most.get(face, 0)) > jokers:
            return 0
        return min((most.get(face, 0) for face in faces), default=0) + jokers

    def use(self, faces: Meld) -> int | None:
        """A new column that uses these faces, or None when they are not there."""
        copies = self.copies(faces)
        if not copies:
            return None
        column = self.program.column(copies)
        for face in faces:
            self.cover[face].append((column, 1))
        return column

    def add_free_sets(self) -> None:
        """Columns for the beginnings of runs and for groups."""
        for face in self.cover:
            run = self.run_from(face, 3)
            if run and (added := self.use(run)) is not None:
                self.starts[face] = added
        for number in range(1, self.rules.highest_number + 1):
            for size in (3, 4):
                for colors in combinations(self.rules.colors, size):
                    group = tuple(numbered(color, number) for color in colors)
                    if (added := self.use(group)) is not None:
                        self.groups[group] = added

    def add_growth(
        self,
        ends: Mapping[Tile, Terms] | None = None,
        begins: Mapping[Tile, Terms] | None = None,
    ) -> None:
        """Let runs grow: upwards from free ones and ``ends``, downwards from ``begins``.

        ``ends[tile]`` are columns of further sets that end with ``tile`` and may
        grow, ``begins[tile]`` those that begin with it.
        """
        faces = list(self.cover)
        for face in faces:
            below, third = self.beside(face, -1), self.beside(face, -3)
            sources = [*ends.get(below, ())] if ends and below else []
            if third in self.starts:
                sources.append((self.starts[third], 1))
            self._grow(self.more, face, below, sources)
        for face in reversed(faces) if begins else ():
            above = self.beside(face, 1)
            sources = [*begins.get(above, ())] if begins and above else []
            self._grow(self.lead, face, above, sources)

    def add_stand_ins(self) -> None:
        """Columns by which jokers stand for faces."""
        jokers = self.supply.most.get(JOKER, 0)
        for face, terms in self.cover.items():
            if jokers and terms:
                self.stand_in[face] = self.program.column(jokers)

    def real(self, face: Tile) -> Terms:
        """Columns counting the number tiles of that face in use."""
        terms = list(self.cover[face])
        if face in self.stand_in:
            terms.append((self.stand_in[face], -1))
        return terms

    def jokers(self) -> Terms:
        """Columns counting the jokers in use as stand-ins."""
        return [(column, 1) for column in self.stand_in.values()]

    def value(self) -> Terms:
        """Columns counting the points of all sets, jokers as what they stand for."""
        return [
            (column, count * face.face_value)
            for face, terms in self.cover.items()
            for column, count in terms
        ]

    def add_tile_rows(self, held: Iterable[tuple[int, int]] = ()) -> None:
        """Bound what sets use by what is there; ``held`` columns use jokers too."""
        least, most = self.supply.least, self.supply.most
        for face, terms in self.cover.items():
            if terms or least.get(face, 0):
                self.program.row(least.get(face, 0), most.get(face, 0), self.real(face))
        if most.get(JOKER, 0):
            self.program.row(least.get(JOKER, 0), most[JOKER], [*self.jokers(), *held])

    def _grow(
        self, flow: dict[Tile, int], face: Tile, neighbour: Tile | None, sources: Terms
    ) -> None:
        if neighbour in flow:
            sources.append((flow[neighbour], 1))
        if sources and (added := self.use((face,))) is not None:
            flow[face] = added
            less = [(column, -count) for column, count in sources]
            self.program.row(-UNBOUNDED, 0, [(added, 1), *less])

    def beside(self, face: Tile, distance: int) -> Tile | None:
        """The face so many numbers higher in the same colour, if there is one."""
        number = face.face_value + distance
        if not 1 <= number <= self.rules.highest_number or face.color is None:
            return None
        return numbered(face.color, number)

    def run_from(self, face: Tile, length: int) -> Meld:
        """The run of that length from ``face`` on, or ``()`` if it ends too high."""
        if face.color is None or self.beside(face, length - 1) is None:
            return ()
        return tuple(numbered(face.color, face.face_value + i) for i in range(length))


@dataclass(slots=True)
class Piece:
    """A set while a solution is read: what its places count as.

    A joker plays each face in ``jokers``, a number tile each face in ``kept``;
    ``grows`` tells whether the set may take more tiles.
    """

    faces: list[Tile]
    jokers: frozenset[Tile] = frozenset()
    kept: frozenset[Tile] = frozenset()
    grows: bool = True


def read_sets(flow: Flow, x: list[int], given: Iterable[Piece] = ()) -> list[LaidSet]:
    """The sets of a solution, in a fixed order; ``given`` ones are grown too."""
    pieces = list(given)
    for face, column in flow.starts.items():
        for _ in range(x[column]):
            pieces.append(Piece(list(flow.run_from(face, 3))))
    runs = [piece for piece in pieces if piece.grows]
    for face, column in flow.more.items():
        ready = [run for run in runs if run.faces[-1] == flow.beside(face, -1)]
        for run in ready[: x[column]]:
            run.faces.append(face)
    for face, column in flow.lead.items():
        ready = [run for run in runs if run.faces[0] == flow.beside(face, 1)]
        for run in ready[: x[column]]:
            run.faces.insert(0, face)
    for group, column in flow.groups.items():
        pieces += [Piece(list(group)) for _ in range(x[column])]
    jokers = {face: x[column] for face, column in flow.stand_in.items() if x[column]}
    return sorted((_fill(piece, jokers) for piece in pieces), key=LaidSet.sort_key)


def _fill(piece: Piece, jokers: dict[Tile, int]) -> LaidSet:
    """Lay a set, using up jokers that stand for its faces."""
    tiles = []
    for face in piece.faces:
        if face in piece.jokers:
            tiles.append(JOKER)
        elif jokers.get(face, 0) and face not in piece.kept:
            jokers[face] -= 1
            tiles.append(JOKER)
        else:
            tiles.append(face)
    return LaidSet(tuple(tiles), tuple(piece.faces))
