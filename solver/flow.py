"""All ways to lay sets with given tiles, as columns and rows of a program.

A compact model that needs no list of sets. For every colour, ``start[v]`` runs
begin with the three tiles v, v+1, v+2 and ``more[v]`` of them go on with tile
v; a group is one column for each choice of three or four colours. What these
cover must be number tiles that are there, or jokers standing for them.

A run tile v beyond the third continues a run that reached v-1, so
``more[v] <= start[v-3] + more[v-1]``; a long run comes out whole.

Number tiles are numbered here by their face, see :mod:`solver.faces`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.faces import Face, Faces, Shape, Supply
from solver.play import LaidSet
from solver.program import UNBOUNDED, Program, Terms, merged
from solver.tiles import JOKER, JokerKind, Tile
from solver.twist import Needs, Node, parts_at_hand


@dataclass(slots=True)
class Lane:
    """Faces ``low`` to ``high`` of one colour, within which runs begin and grow.

    ``starts[face]`` are the runs that begin there with three tiles, ``more[face]``
    those that go on with it upwards, ``lead[face]`` downwards.
    """

    low: Face
    high: Face
    starts: dict[Face, int] = field(default_factory=dict)
    more: dict[Face, int] = field(default_factory=dict)
    lead: dict[Face, int] = field(default_factory=dict)


class _Known(NamedTuple):
    """What is known of a set: see :meth:`Flow.add_set`."""

    shape: Shape
    jokers: frozenset[Face]
    kept: frozenset[Face]


@dataclass(frozen=True, slots=True)
class Placed:
    """A column for a set that holds ``shape``, see :meth:`Flow.add_set` for the rest.

    It grows in its ``lane``, None for nowhere; downwards too where it ``leads``.
    """

    shape: Shape
    jokers: frozenset[Face]
    kept: frozenset[Face]
    lane: int | None
    column: int
    leads: bool = True


@dataclass(slots=True)
class Flow:
    """The columns that lay sets, and how to read a solution back as sets.

    ``cover[face]`` are the columns that use a tile of that face, real or played
    by a joker; ``stand_in[face]`` is the column of jokers standing for it.
    ``lying`` are sets that stay as they are, ``placed`` further sets whose shape
    is known, in part or in full. ``parts`` make up the sets with Twist jokers.
    ``strict``: each set has a number tile for sure, which takes more columns where there
    are jokers enough for a set of them alone.
    """

    program: Program
    supply: Supply
    faces: Faces
    strict: bool = False
    lanes: list[Lane] = field(default_factory=list)
    cover: list[Terms] = field(default_factory=list)
    stand_in: dict[Face, int] = field(default_factory=dict)
    groups: dict[Shape, int] = field(default_factory=dict)
    lying: list[tuple[LaidSet, int]] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    parts: list[tuple[Needs, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cover = [[] for _ in self.faces.tiles]
        size = self.faces.highest
        self.lanes = [Lane(low, low + size - 1) for low in range(0, len(self.faces.tiles), size)]

    def keep_apart(self, low: Face, high: Face) -> None:
        """Let no run that grows hold all faces from ``low`` to ``high``."""
        lanes = []
        for lane in self.lanes:
            if lane.low <= low and high <= lane.high:
                lanes += [Lane(lane.low, high - 1), Lane(low + 1, lane.high)]
            else:
                lanes.append(lane)
        self.lanes = [lane for lane in lanes if lane.high - lane.low >= 2]

    def copies(self, shape: Shape, held: int = 0) -> int:
        """How often sets of this shape can lie at the same time, at most.

        ``held`` jokers are already spoken for.
        """
        most = self.supply.most
        jokers = self.supply.most_jokers - held
        counts = [most[face] for face in shape]
        if jokers < 0 or counts.count(0) > jokers:
            return 0
        return min(counts, default=0) + jokers

    def use(self, shape: Shape) -> int | None:
        """A new column that uses these faces, or None when they are not there."""
        copies = self.copies(shape)
        if not copies:
            return None
        column = self.program.column(copies)
        term, cover = (column, 1), self.cover
        for face in shape:
            cover[face].append(term)
        return column

    def add_set(
        self,
        shape: Shape,
        jokers: frozenset[Face] = frozenset(),
        kept: frozenset[Face] = frozenset(),
        *,
        grows: bool = False,
        most: int = UNBOUNDED,
        cost: int = 0,
    ) -> list[int]:
        """Columns, up to ``most`` in all, for sets that hold ``shape``; none if tiles lack.

        ``jokers`` are faces that jokers play, ``kept`` those that number tiles
        play; for the others either will do. Without ``grows`` the shape is the
        whole set; a run that grows gets a column for each lane it lies in.
        """
        ways: Iterable[_Known] = [_Known(shape, jokers, kept)]
        if self._jokers_would_do(shape) and not kept:
            ways = self._with_a_number(shape, jokers, up=grows, down=grows)
        return [
            column
            for known in ways
            for lane in (self._lanes_of(known.shape) if grows else [None])
            for column in self._place(known, lane, most, cost)
        ]

    def _place(
        self, known: _Known, lane: int | None, most: int, cost: int = 0, *, leads: bool = True
    ) -> list[int]:
        """A column for up to ``most`` sets of which so much is known; none if tiles lack."""
        needs = tuple(face for face in known.shape if face not in known.jokers)
        most = min(most, self.copies(needs, held=len(known.jokers)))
        if not most:
            return []
        column = self.program.column(most, cost)
        for face in needs:
            self.cover[face].append((column, 1))
        self.placed.append(Placed(*known, lane, column, leads))
        return [column]

    def _jokers_would_do(self, shape: Shape) -> bool:
        """Whether a set that begins with ``shape`` must be kept from being jokers alone."""
        return self.strict and len(shape) <= self.supply.most_jokers

    def _with_a_number(
        self, shape: Shape, jokers: frozenset[Face], *, up: bool, down: bool
    ) -> Iterator[_Known]:
        """The set once for each place that its first number tile can have.

        First is the lowest that jokers do not play; if they play the whole shape, the
        one they reach first as the set grows ``up``, or else ``down``.
        """
        opened = [face for face in shape if face not in jokers]
        for place, face in enumerate(opened):
            yield _Known(shape, jokers.union(opened[:place]), frozenset({face}))
        spare = self.supply.most_jokers - len(shape)
        color = shape[0] // self.faces.highest
        for step in range(1, spare + 2):
            low, high = shape[0] - step, shape[-1] + step
            if up and high // self.faces.highest == color:
                whole = (*shape, *range(shape[-1] + 1, high + 1))
                yield _Known(whole, frozenset(whole[:-1]), frozenset({high}))
            if down and low // self.faces.highest == color:
                whole = (*range(low, shape[0]), *shape)
                yield _Known(whole, frozenset(whole[1:]), frozenset({low}))

    def _lanes_of(self, shape: Shape) -> list[int]:
        low, high = shape[0], shape[-1]
        return [i for i, lane in enumerate(self.lanes) if lane.low <= low and high <= lane.high]

    def add_free_sets(self, but: Iterable[Shape] = ()) -> None:
        """Columns for the beginnings of runs and for groups, without the groups ``but``."""
        for index, lane in enumerate(self.lanes):
            for low in range(lane.low, lane.high - 1):
                self._add_start(lane, index, (low, low + 1, low + 2))
        left_out = set(but)
        for group in self.faces.groups:
            if group in left_out:
                continue
            if self._jokers_would_do(group):
                self.add_set(group)
            elif (added := self.use(group)) is not None:
                self.groups[group] = added

    def _add_start(self, lane: Lane, index: int, first: Shape) -> None:
        """Columns for runs that begin with the faces ``first``."""
        if not self._jokers_would_do(first):
            if (added := self.use(first)) is not None:
                lane.starts[first[0]] = added
            return
        for known in self._with_a_number(first, frozenset(), up=True, down=False):
            if known.shape[-1] <= lane.high:
                self._place(known, index, UNBOUNDED, leads=False)

    def add_lying(self, laid: LaidSet, count: int) -> int:
        """A column for up to ``count`` sets that may stay as they lie."""
        column = self.program.column(count)
        self.lying.append((laid, column))
        # only a mirrored set holds a number tile twice
        held = Counter(laid.tiles) if self.supply.twist else dict.fromkeys(laid.tiles, 1)
        for tile, often in held.items():
            if tile.joker is None:
                self.cover[self.faces.of[tile]].append((column, often))
        return column

    def add_twist_sets(self) -> None:
        """Columns for the parts of sets with Twist jokers, where there are any."""
        if not self.supply.twist:
            return
        faces, most, jokers = self.faces, self.supply.most, self.supply.jokers()
        special = jokers.total() - jokers[JokerKind.ORDINARY]
        colors = len(faces.tiles) // faces.highest
        for one in parts_at_hand(colors, faces.highest, most, jokers, strict=self.strict):
            column = self.program.column(min([special, *(jokers[k] // n for k, n in one.jokers)]))
            for face, count in one.cover:
                self.cover[face].append((column, count))
            self.parts.append((one, column))

    def add_growth(self) -> None:
        """Let runs grow: free ones upwards, those of ``placed`` at both ends."""
        ending, going_on = self._at_nodes()
        for index, lane in enumerate(self.lanes):
            grown = [one for one in self.placed if one.lane == index]
            for face in range(lane.low + 1, lane.high + 1):
                sources = [(one.column, 1) for one in grown if one.shape[-1] == face - 1]
                if face - 3 in lane.starts:
                    sources.append((lane.starts[face - 3], 1))
                others: Terms = []
                if self.parts:
                    sources += ending.pop(Node(face - 1), ())
                    others = going_on.pop(Node(face - 1), [])
                self._grow(lane.more, face, face - 1, sources, others)
            leading = [one for one in grown if one.leads]
            for face in range(lane.high - 1, lane.low - 1, -1) if leading else ():
                sources = [(one.column, 1) for one in leading if one.shape[0] == face + 1]
                self._grow(lane.lead, face, face + 1, sources)
        for node in dict.fromkeys((*ending, *going_on)):
            more = going_on.get(node, [])
            if more or not node.is_set:
                less = [(column, -count) for column, count in ending.get(node, ())]
                self.program.row(-UNBOUNDED if node.is_set else 0, 0, [*more, *less])

    def _at_nodes(self) -> tuple[dict[Node, Terms], dict[Node, Terms]]:
        """The columns of parts by the node they end at, and by that from which they go on."""
        ending: dict[Node, Terms] = {}
        going_on: dict[Node, Terms] = {}
        for one, column in self.parts:
            if one.part.ends is not None:
                ending.setdefault(one.part.ends, []).append((column, 1))
            if one.part.begins is not None:
                going_on.setdefault(one.part.begins, []).append((column, 1))
        return ending, going_on

    def add_stand_ins(self) -> None:
        """Columns by which jokers stand for faces."""
        jokers = self.supply.most_jokers
        for face, terms in enumerate(self.cover):
            if jokers and terms:
                self.stand_in[face] = self.program.column(jokers)

    def sets(self) -> Iterator[int]:
        """Columns that count all sets but those of Twist parts: how each of them begins."""
        for lane in self.lanes:
            yield from lane.starts.values()
        yield from self.groups.values()
        yield from (one.column for one in self.placed)
        yield from (column for _, column in self.lying)

    def real(self, face: Face) -> Terms:
        """Columns counting the number tiles of that face in use."""
        terms = list(self.cover[face])
        if face in self.stand_in:
            terms.append((self.stand_in[face], -1))
        return terms

    def jokers(self) -> Terms:
        """Columns counting the jokers in use."""
        lying = ((column, laid.tiles.count(JOKER)) for laid, column in self.lying)
        placed = ((one.column, len(one.jokers)) for one in self.placed)
        in_parts = self._in_parts(JokerKind.ORDINARY)
        held = [(column, count) for column, count in (*lying, *placed, *in_parts) if count]
        return [*((column, 1) for column in self.stand_in.values()), *held]

    def twist_jokers(self, kind: JokerKind) -> Terms:
        """Columns counting the Twist jokers of that kind in use."""
        tile = Tile(joker=kind)
        lying = ((column, laid.tiles.count(tile)) for laid, column in self.lying)
        return [(column, count) for column, count in (*lying, *self._in_parts(kind)) if count]

    def add_joker_positions(self) -> list[int]:
        """Columns that count, for each kind of Twist joker, those up to a number, and by colour.

        They bind nothing; a search that settles them first soon knows all sets.
        """
        columns = []
        highest = self.faces.highest
        for kind, (_, most) in self.supply.twist.items():
            at: list[Terms] = [[] for _ in range(highest)]
            ink: dict[int, Terms] = {}
            for one, column in self.parts:
                for _, face in (place for place in one.where if place[0] is kind):
                    at[face % highest].append((column, 1))
                    ink.setdefault(face // highest, []).append((column, 1))
            up_to = [[term for terms in at[: n + 1] for term in terms] for n in range(highest - 1)]
            for terms in (*up_to, *(ink[color] for color in sorted(ink))):
                if terms:
                    columns.append(self.program.total(0, most, terms))
        return columns

    def add_joker_values(self) -> list[int]:
        """Columns that count the ordinary jokers that stand for a number up to each.

        They bind nothing; settled first, they settle what the jokers count.
        """
        values = self.faces.values
        at: list[Terms] = [[] for _ in range(self.faces.highest + 1)]
        for face, column in self.stand_in.items():
            at[values[face]].append((column, 1))
        for one in self.placed:
            for face in one.jokers:
                at[values[face]].append((one.column, 1))
        for laid, column in self.lying:
            for place, meant in laid.jokers():
                if laid.tiles[place] == JOKER:
                    at[meant.face_value].append((column, 1))
        most = self.supply.most_jokers
        up_to = [merged(t for terms in at[: n + 1] for t in terms) for n in range(1, len(at) - 1)]
        return [self.program.total(0, most, terms) for terms in up_to if terms]

    def _in_parts(self, kind: JokerKind) -> Terms:
        return [(column, n) for one, column in self.parts for k, n in one.jokers if k is kind]

    def points(self) -> Terms:
        """Columns counting the points of all sets but ``lying``, jokers as what they mean."""
        values = self.faces.values
        covered = [
            (column, count * values[face])
            for face, terms in enumerate(self.cover)
            for column, count in terms
        ]
        played = [(one.column, sum(values[face] for face in one.jokers)) for one in self.placed]
        played += [(column, one.points) for one, column in self.parts]
        return [*covered, *(term for term in played if term[1])]

    def lying_points(self) -> Terms:
        """What :meth:`points` leaves out: columns counting the points of jokers in ``lying``."""
        return [
            (column, sum(meant.face_value for _, meant in laid.jokers()))
            for laid, column in self.lying
        ]

    def keep_number_tiles(self) -> None:
        """No joker plays a face that some column wants a number tile for."""
        keeps: dict[Face, Counter[int]] = {}
        for one in self.placed if self.stand_in else ():
            for face in one.kept:
                keeps.setdefault(face, Counter())[one.column] = 1
        for part, column in self.parts if self.stand_in else ():
            for face, count in part.sure:
                keeps.setdefault(face, Counter())[column] = count
        for laid, column in self.lying if self.stand_in else ():
            for tile, count in Counter(laid.tiles).items():
                if tile in self.faces.of:
                    keeps.setdefault(self.faces.of[tile], Counter())[column] = count
        for face, stand_in in self.stand_in.items():
            kept = keeps.get(face, Counter())
            open_to_jokers = [
                (column, kept[column] - count)
                for column, count in self.cover[face]
                if count > kept[column]
            ]
            self.program.row(-UNBOUNDED, 0, [(stand_in, 1), *open_to_jokers])

    def add_pair_rows(self) -> None:
        """Say in whole tiles what mirrors take: both tiles of a pair, or one and a joker.

        Nothing that the other rows allow is lost; but without these, halves of a mirror
        would lie there with single tiles in most relaxations.
        """
        for face, most in enumerate(self.supply.most):
            pairs = [(column, 1) for column, count in self.cover[face] if count == 2]
            if pairs and most % 2:
                stands_in = [(self.stand_in[face], -1)] if face in self.stand_in else []
                self.program.row(-UNBOUNDED, most // 2, [*pairs, *stands_in])

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
        self,
        flow: dict[Face, int],
        face: Face,
        neighbour: Face,
        sources: Terms,
        others: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Let the runs of ``sources`` take ``face``, those that do not go on with ``others``."""
        if neighbour in flow:
            sources.append((flow[neighbour], 1))
        grown = list(others)
        if sources and (added := self.use((face,))) is not None:
            flow[face] = added
            grown.append((added, 1))
        if grown:
            less = [(column, -count) for column, count in sources]
            self.program.row(-UNBOUNDED, 0, [*grown, *less])
