"""All ways to lay sets with given tiles, as columns and rows of a program.

A compact model that needs no list of sets. For every colour, ``start[v]`` runs
begin with the three tiles v, v+1, v+2 and ``more[v]`` of them go on with tile
v; a group is one column for each choice of three or four colours. What these
cover must be number tiles that are there, or jokers standing for them.

A run tile v beyond the third continues a run that reached v-1, so
``more[v] <= start[v-3] + more[v-1]``; a long run comes out whole.

Number tiles are numbered here by their *face*, see :class:`Faces`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from solver.play import LaidSet
from solver.program import UNBOUNDED, Program, Terms
from solver.rules import Rules
from solver.tiles import JOKER, Color, JokerKind, Tile, numbered

Face: TypeAlias = int
Shape: TypeAlias = tuple[Face, ...]
"""What the places of a set count as, left to right."""


@dataclass(frozen=True, slots=True, eq=False)  # one object a game: compared as such
class Faces:
    """The number tiles of a game, numbered colour by colour.

    ``tiles[face]`` is the tile, ``values[face]`` its number. ``runs`` are all
    runs of three, ``groups`` all groups.
    """

    tiles: tuple[Tile, ...]
    values: tuple[int, ...]
    of: Mapping[Tile, Face]
    runs: tuple[Shape, ...]
    groups: tuple[Shape, ...]
    highest: int

    @classmethod
    def of_rules(cls, rules: Rules) -> Faces:
        """The faces of the game with these rules."""
        return _faces(rules.colors, rules.highest_number)

    def shapes(self) -> tuple[Shape, ...]:
        """All sets there are, whole: every run of three or more and every group."""
        return _all_shapes(self)

    def beside(self, face: Face, distance: int) -> Face | None:
        """The face so many numbers higher in the same colour, if there is one."""
        number = self.values[face] + distance
        return face + distance if 1 <= number <= self.highest else None


@lru_cache(maxsize=8)
def _faces(colors: tuple[Color, ...], highest: int) -> Faces:
    tiles = tuple(numbered(c, v) for c in colors for v in range(1, highest + 1))
    of = {tile: face for face, tile in enumerate(tiles)}
    runs = tuple(
        (face, face + 1, face + 2)
        for face, tile in enumerate(tiles)
        if tile.face_value + 2 <= highest
    )
    groups = tuple(
        tuple(of[numbered(color, number)] for color in chosen)
        for number in range(1, highest + 1)
        for size in (3, 4)
        for chosen in combinations(colors, size)
    )
    return Faces(tiles, tuple(t.face_value for t in tiles), of, runs, groups, highest)


@lru_cache(maxsize=8)
def _all_shapes(faces: Faces) -> tuple[Shape, ...]:
    runs = [
        tuple(range(run[0], high + 1))
        for run in faces.runs
        for high in range(run[2], run[0] + faces.highest - faces.values[run[0]] + 1)
    ]
    return (*runs, *faces.groups)


@dataclass(frozen=True, slots=True)
class Supply:
    """What sets may be laid with: between ``least`` and ``most`` of each face."""

    least: Sequence[int]
    most: Sequence[int]
    least_jokers: int
    most_jokers: int

    @classmethod
    def of(cls, must: Iterable[Tile], may: Iterable[Tile], faces: Faces) -> Supply:
        """All of ``must`` and any of ``may``; jokers of other kinds are left out."""
        least, jokers = _counted(must, faces)
        more, more_jokers = _counted(may, faces)
        most = [a + b for a, b in zip(least, more, strict=True)]
        return cls(least, most, jokers, jokers + more_jokers)


def _counted(tiles: Iterable[Tile], faces: Faces) -> tuple[list[int], int]:
    counts = [0] * len(faces.tiles)
    jokers = 0
    for tile, count in Counter(tiles).items():
        if tile == JOKER:
            jokers += count
        elif tile in faces.of:
            counts[faces.of[tile]] += count
    return counts, jokers


def playable(tile: Tile) -> bool:
    """Whether the search can lay this tile: numbers and ordinary jokers."""
    return tile.joker in (None, JokerKind.ORDINARY)


@dataclass(slots=True)
class Flow:
    """The columns that lay sets, and how to read a solution back as sets.

    ``cover[face]`` are the columns that use a tile of that face, real or played
    by a joker; ``stand_in[face]`` is the column of jokers standing for it.
    ``lead`` is ``more`` mirrored, for sets that may also grow downwards, ``lying``
    are sets that stay as they are, ``whole`` further sets in full, each with the
    faces that jokers play in it. ``held`` columns use jokers by themselves.
    """

    program: Program
    supply: Supply
    faces: Faces
    cover: list[Terms] = field(default_factory=list)
    stand_in: dict[Face, int] = field(default_factory=dict)
    starts: dict[Face, int] = field(default_factory=dict)
    more: dict[Face, int] = field(default_factory=dict)
    lead: dict[Face, int] = field(default_factory=dict)
    groups: dict[Shape, int] = field(default_factory=dict)
    lying: dict[LaidSet, int] = field(default_factory=dict)
    held: Terms = field(default_factory=list)
    whole: list[tuple[Shape, frozenset[Face], int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cover = [[] for _ in self.faces.tiles]

    def copies(self, shape: Shape, held: int = 0) -> int:
        """How often sets of this shape can lie at the same time, at most.

        ``held`` jokers are already spoken for.
        """
        most = self.supply.most
        jokers = self.supply.most_jokers - held
        if jokers < 0:
            return 0
        counts = [most[face] for face in shape]
        if not jokers:
            return min(counts, default=0)
        if counts.count(0) > jokers:
            return 0
        return min(counts, default=0) + jokers

    def use(self, shape: Shape) -> int | None:
        """A new column that uses these faces, or None when they are not there."""
        copies = self.copies(shape)
        if not copies:
            return None
        column = self.program.column(copies)
        for face in shape:
            self.cover[face].append((column, 1))
        return column

    def add_set(self, shape: Shape, jokers: frozenset[Face] = frozenset()) -> int | None:
        """A column for one whole set, or None when its tiles are not there.

        ``jokers`` are faces that jokers play, which the caller accounts for.
        """
        needs = tuple(face for face in shape if face not in jokers)
        if not self.copies(needs, held=len(jokers)):
            return None
        column = self.program.column(1)
        for face in needs:
            self.cover[face].append((column, 1))
        self.whole.append((shape, jokers, column))
        return column

    def add_free_sets(self) -> None:
        """Columns for the beginnings of runs and for groups."""
        for run in self.faces.runs:
            if (added := self.use(run)) is not None:
                self.starts[run[0]] = added
        for group in self.faces.groups:
            if (added := self.use(group)) is not None:
                self.groups[group] = added

    def add_lying(self, table: Iterable[LaidSet]) -> None:
        """Columns for sets that may stay as they lie."""
        for laid, count in Counter(table).items():
            column = self.program.column(count)
            self.lying[laid] = column
            jokers = [tile.is_joker for tile in laid.tiles]
            for tile, is_joker in zip(laid.tiles, jokers, strict=True):
                if not is_joker:
                    self.cover[self.faces.of[tile]].append((column, 1))
            if any(jokers):
                self.held.append((column, sum(jokers)))

    def add_growth(
        self,
        ends: Mapping[Face, Terms] | None = None,
        begins: Mapping[Face, Terms] | None = None,
    ) -> None:
        """Let runs grow: upwards from free ones and ``ends``, downwards from ``begins``.

        ``ends[face]`` are columns of further sets that end with ``face`` and may
        grow, ``begins[face]`` those that begin with it.
        """
        for face in range(len(self.cover)):
            below, third = self.faces.beside(face, -1), self.faces.beside(face, -3)
            sources = [*ends.get(below, ())] if ends and below is not None else []
            if third is not None and third in self.starts:
                sources.append((self.starts[third], 1))
            self._grow(self.more, face, below, sources)
        for face in range(len(self.cover) - 1, -1, -1) if begins else ():
            above = self.faces.beside(face, 1)
            sources = [*begins.get(above, ())] if begins and above is not None else []
            self._grow(self.lead, face, above, sources)

    def add_stand_ins(self) -> None:
        """Columns by which jokers stand for faces."""
        jokers = self.supply.most_jokers
        for face, terms in enumerate(self.cover):
            if jokers and terms:
                self.stand_in[face] = self.program.column(jokers)

    def real(self, face: Face) -> Terms:
        """Columns counting the number tiles of that face in use."""
        terms = list(self.cover[face])
        if face in self.stand_in:
            terms.append((self.stand_in[face], -1))
        return terms

    def jokers(self) -> Terms:
        """Columns counting the jokers in use."""
        return [*((column, 1) for column in self.stand_in.values()), *self.held]

    def points(self) -> Terms:
        """Columns counting the points of all sets, jokers as what they stand for."""
        return [
            (column, count * self.faces.values[face])
            for face, terms in enumerate(self.cover)
            for column, count in terms
        ]

    def add_tile_rows(self) -> list[Face]:
        """Bound what sets use by what is there; returns the faces left to choose.

        Of the other faces that are there, all tiles must be used.
        """
        open_faces = []
        pairs = zip(self.supply.least, self.supply.most, strict=True)
        for face, (least, most) in enumerate(pairs):
            if least < most and self.cover[face]:
                open_faces.append(face)
            elif least or self.cover[face]:
                self.program.row(least, least, self.real(face))
        return open_faces

    def _grow(
        self, flow: dict[Face, int], face: Face, neighbour: Face | None, sources: Terms
    ) -> None:
        if neighbour is not None and neighbour in flow:
            sources.append((flow[neighbour], 1))
        if sources and (added := self.use((face,))) is not None:
            flow[face] = added
            less = [(column, -count) for column, count in sources]
            self.program.row(-UNBOUNDED, 0, [(added, 1), *less])


@dataclass(slots=True)
class Piece:
    """A set while a solution is read: what its places count as.

    A joker plays each face in ``jokers``, a number tile each face in ``kept``;
    ``grows`` tells whether the set may take more tiles.
    """

    shape: list[Face]
    jokers: frozenset[Face] = frozenset()
    kept: frozenset[Face] = frozenset()
    grows: bool = True


def read_sets(flow: Flow, x: Sequence[int], given: Iterable[Piece] = ()) -> list[LaidSet]:
    """The sets of a solution, always in the same order; ``given`` ones are grown too."""
    pieces = list(given)
    for shape, played, column in flow.whole:
        pieces += [Piece(list(shape), played, grows=False) for _ in range(x[column])]
    for face, column in flow.starts.items():
        pieces += [Piece([face, face + 1, face + 2]) for _ in range(x[column])]
    runs = [piece for piece in pieces if piece.grows]
    for face, column in flow.more.items():
        ready = [run for run in runs if run.shape[-1] == face - 1]
        for run in ready[: x[column]]:
            run.shape.append(face)
    for face, column in flow.lead.items():
        ready = [run for run in runs if run.shape[0] == face + 1]
        for run in ready[: x[column]]:
            run.shape.insert(0, face)
    for group, column in flow.groups.items():
        pieces += [Piece(list(group)) for _ in range(x[column])]
    jokers = {face: x[column] for face, column in flow.stand_in.items() if x[column]}
    new = [_fill(piece, jokers, flow.faces) for piece in pieces]
    stay = [laid for laid, column in flow.lying.items() for _ in range(x[column])]
    return new + stay


def _fill(piece: Piece, jokers: dict[Face, int], faces: Faces) -> LaidSet:
    """Lay a set, using up jokers that stand for its faces."""
    tiles = []
    for face in piece.shape:
        if face in piece.jokers:
            tiles.append(JOKER)
        elif jokers.get(face, 0) and face not in piece.kept:
            jokers[face] -= 1
            tiles.append(JOKER)
        else:
            tiles.append(faces.tiles[face])
    return LaidSet(tuple(tiles), tuple(faces.tiles[face] for face in piece.shape))
