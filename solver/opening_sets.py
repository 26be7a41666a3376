"""The opening in a program: the columns that may open, and the rows that ask for its points.

Three ways, by the ruleset. Own tiles alone open, beside a table of which only jokers
may be replaced (:class:`OwnSets`); own tiles open and may be joined with table tiles
afterwards (:class:`PartsOfSets`); or all sets that were made count, table tiles and all
(:class:`MadeSets`). What a set counts for is decided by :mod:`solver.opening`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.cores import cores_around
from solver.differences import as_told
from solver.faces import Face, Shape, is_ordinary
from solver.flow import Flow
from solver.joker_policy import replacements_of
from solver.lying import as_laid
from solver.opening import may_lie_in_opening
from solver.policy import JokerRules, Whole, lay_freely
from solver.program import MANY_SETS, UNBOUNDED, Terms, merged
from solver.readings import readings
from solver.rules import Rules
from solver.state import GameState
from solver.stories import Claim
from solver.tiles import JOKER, Meld, Tile


def may_touch(meld: Meld, rules: Rules) -> bool:
    """Whether a set of the table may be touched in the turn in which a player opens."""
    in_opening = all(may_lie_in_opening(tile, rules) for tile in meld)
    if rules.lay_off_when_opening:
        return True
    if rules.table_tiles_open:
        return in_opening
    holds_joker = any(tile.is_joker for tile in meld)
    takes = rules.joker_before_opening and holds_joker and as_laid(meld, rules) is not None
    return takes and in_opening


def opening_sets(
    state: GameState, flow: Flow, table: Sequence[Meld], policy: JokerRules | None
) -> OwnSets | PartsOfSets | MadeSets:
    """The opening of ``state``, whose player may touch the sets of ``table``."""
    if state.rules.table_tiles_open and table:
        return MadeSets(state, flow, table, policy)
    if state.rules.lay_off_when_opening and table:
        return PartsOfSets(state, flow, table, policy)
    return OwnSets(state, flow, table, policy)


@dataclass(frozen=True, slots=True)
class Swap:
    """Own tiles ``put`` replace ``freed`` jokers of the set at ``place``.

    ``there`` is what then lies in its place: ``put`` among its ``kept``.
    """

    place: int
    there: Claim
    put: frozenset[Face]
    freed: int


def _swaps(table: Sequence[Meld], flow: Flow, rules: Rules) -> Iterator[Swap]:
    of = flow.faces.of
    for place, meld in enumerate(table):
        numbers = frozenset(of[tile] for tile in meld if not tile.is_joker)
        for put, freed in replacements_of(meld, rules):
            faces = frozenset(of[tile] for tile in put)
            for stay in _meant_by_the_rest(meld, faces, freed, flow, rules):
                yield Swap(place, Claim(stay, numbers | faces), faces, freed.total())


def _meant_by_the_rest(
    meld: Meld, put: frozenset[Face], freed: Counter[Tile], flow: Flow, rules: Rules
) -> Iterator[frozenset[Face]]:
    """What jokers that stay can mean when ``put`` lies in the place of the others."""
    rest = meld.count(JOKER) - freed[JOKER]
    held = frozenset(flow.faces.of[tile] for tile in meld if not tile.is_joker) | put
    for shape in flow.faces.shapes() if rest else ():
        if held <= frozenset(shape) and len(shape) == len(held) + rest:
            yield frozenset(shape) - held
    if not rest:
        yield frozenset()


def _ask_for_points(flow: Flow, worth: Terms, rules: Rules) -> None:
    """The opening's points, by all sets together or by one of them."""
    points = rules.opening_points
    if rules.several_sets_open:
        flow.program.row(points, UNBOUNDED, merged(worth))
    else:
        alone = [(column, 1) for column, value in worth if value >= points]
        flow.program.row(1, UNBOUNDED, alone)


class OwnSets:
    """Sets of one's own, of rack tiles and of table jokers that rack tiles replace."""

    def __init__(
        self, state: GameState, flow: Flow, table: Sequence[Meld], policy: JokerRules | None
    ) -> None:
        self.flow, self.rules, self.policy = flow, state.rules, policy
        self.table = table
        self._hosts: dict[int, Terms] = {place: [] for place in range(len(table))}
        self.heirs: dict[int, Terms] = {place: [] for place in range(len(table))}
        self._not_own: set[int] = set()
        self._alone: Terms = []

    def lay(self, kept: int = 0) -> None:
        """Columns for all sets that may lie there.

        A table tile kept in an heir is worth ``kept``: then those of the table sets
        with another tile in a joker's place have ``heirs`` columns as well.
        """
        lay_freely(self.flow, self.policy)
        for swap in _swaps(self.table, self.flow, self.rules):
            self._add_host(swap)
            if kept:
                worth = kept * (len(self.table[swap.place]) - swap.freed)
                self.heirs[swap.place] += self._add_host(swap, worth)
        if not self.rules.several_sets_open:
            self._alone = list(self._single_sets())

    def _add_host(self, swap: Swap, cost: int = 0) -> Terms:
        claim = swap.there
        shape = tuple(sorted(claim.jokers | claim.kept))
        added = self.flow.add_set(shape, claim.jokers, claim.kept, most=1, cost=cost)
        terms = [(column, 1) for column in added]
        self._hosts[swap.place] += terms
        self._not_own.update(added)
        return terms

    def add_rows(self, lies: Mapping[int, int], used: Mapping[Face, int], jokers: Terms) -> None:
        """Every table set lies there, or its host; all others make the points."""
        for place, hosts in self._hosts.items():
            self.flow.program.row(1, 1, [(lies[place], 1), *hosts])
        apart = self._not_own | set(lies.values())
        free = [term for term in self.flow.points() if term[0] not in apart]
        worth = free if self.rules.several_sets_open else self._alone
        _ask_for_points(self.flow, worth, self.rules)

    def _single_sets(self) -> Iterator[tuple[int, int]]:
        """Columns for each set that would open alone, with its points."""
        flow, policy, least = self.flow, self.policy, self.rules.opening_points
        # where two jokers may not lie in one set no joker stands for just any face
        told = policy is not None and not self.rules.two_jokers
        for shape in flow.faces.shapes():
            value = flow.faces.value(shape)
            if value >= least:
                played = shape if told else ()
                for jokers in (frozenset[Face](), *(frozenset({face}) for face in played)):
                    for column in flow.add_set(shape, jokers):
                        yield column, value
        for whole, takes_jokers in policy.in_full(long=True) if policy else ():
            value = flow.faces.value(whole.shape)
            if policy and takes_jokers and value >= least:
                added = flow.add_set(whole.shape, whole.jokers, whole.kept)
                policy.let_in(added, whole)
                for column in added:
                    yield column, value


@dataclass(frozen=True, slots=True)
class Part:
    """A set of own tiles, and ``points`` for it; it may be inside a larger one."""

    claim: Claim
    points: int


class PartsOfSets:
    """Own tiles that make sets, which may then be joined with table tiles.

    Every set opens with one part at most. Where own tiles may take jokers from the
    table before, those may lie in the parts.
    """

    def __init__(
        self, state: GameState, flow: Flow, table: Sequence[Meld], policy: JokerRules | None
    ) -> None:
        self.flow, self.rules, self.policy = flow, state.rules, policy
        self.own = Counter(state.rack)
        takes = state.rules.joker_before_opening
        self.swaps = tuple(_swaps(table, flow, state.rules)) if takes else ()
        self.parts = tuple(self._all_parts())
        self._columns: list[tuple[int, Part]] = []

    def lay(self, kept: int = 0) -> None:
        """Columns for all sets that may lie there, of no ancestor."""
        flow = self.flow
        lay_freely(flow, self.policy)
        for claim, part in self.claims():
            for core in cores_around(claim.jokers, claim.kept, frozenset(), 0, 0, flow.faces):
                if not (self.policy and self.policy.bars(core.shape)):
                    added = flow.add_set(core.shape, core.jokers, core.kept, grows=core.grows)
                    self.note(added, part)
        if self.policy:
            self._lay_whole(self.policy)

    def _lay_whole(self, policy: JokerRules) -> None:
        """The sets that a policy wants laid in full, as sets that open with a part."""
        for whole, takes_jokers in policy.in_full(long=True):
            for part in self.parts_of(whole):
                added = self.flow.add_set(whole.shape, whole.jokers, whole.kept)
                self.note(added, part)
                if takes_jokers:
                    policy.let_in(added, whole)

    def note(self, columns: Iterable[int], part: Part | None) -> None:
        """Take note of columns for a set that opens with ``part``, if with any."""
        if part is not None:
            self._columns += [(column, part) for column in columns]

    def claims(self) -> Iterator[tuple[Claim, Part | None]]:
        """What sets are asked for: parts, hosts of own tiles, and both in one set."""
        hosts = list(dict.fromkeys(swap.there for swap in self.swaps))
        others = list(dict.fromkeys([*hosts, *(self.policy.claims if self.policy else ())]))
        for host in hosts:
            yield host, None
        for part in self.parts:
            yield part.claim, part
            for other in others:
                both = part.claim.with_other(other)
                if both is not None and both != part.claim:
                    yield both, part

    def parts_of(self, whole: Whole) -> Iterator[Part]:
        """The parts that a set laid in full can open with."""
        for part in self.parts:
            if part.claim.jokers <= whole.jokers and part.claim.kept <= whole.kept:
                yield part

    def add_rows(self, lies: Mapping[int, int], used: Mapping[Face, int], jokers: Terms) -> None:
        """The parts are of own tiles and make the points.

        ``used`` counts the rack tiles of a face in use, ``jokers`` the rack jokers.
        """
        program, faces = self.flow.program, self.flow.faces
        taken = self._take_jokers()
        for face in range(len(faces.tiles)):
            terms = [(column, 1) for column, part in self._columns if face in part.claim.kept]
            terms += [(column, 1) for column, swap in taken if face in swap.put]
            if terms:
                own = [(used[face], -1)] if face in used else []
                program.row(-UNBOUNDED, 0, [*merged(terms), *own])
        held = [(column, len(part.claim.jokers)) for column, part in self._columns]
        if held := [term for term in held if term[1]]:
            freed = [(column, -swap.freed) for column, swap in taken]
            own = [(column, -count) for column, count in jokers]
            program.row(-UNBOUNDED, 0, merged([*held, *freed, *own]))
        worth = [(column, part.points) for column, part in self._columns]
        if self.rules.opening_points:
            _ask_for_points(self.flow, worth, self.rules)

    def _take_jokers(self) -> list[tuple[int, Swap]]:
        """A column for each swap that was made; at most one a set."""
        program = self.flow.program
        taken = [(program.column(1), swap) for swap in self.swaps]
        for column, swap in taken:
            hosts = [(one.column, 1) for one in self.flow.placed if swap.there.met_by(one)]
            program.row(0, UNBOUNDED, [*hosts, (column, -1)])
        for place in {swap.place for swap in self.swaps}:
            program.row(0, 1, [(column, 1) for column, swap in taken if swap.place == place])
        return taken

    def _all_parts(self) -> Iterator[Part]:
        rules, faces = self.rules, self.flow.faces
        most = self.own[JOKER] + max((swap.freed for swap in self.swaps), default=0) * len(
            {swap.place for swap in self.swaps}
        )
        if rules.joker_opening_value == "not allowed":
            most = 0
        elif not rules.two_jokers:
            most = min(most, 1)
        held = {faces.of[tile] for tile in self.own if tile in faces.of}
        for shape in faces.shapes():
            missing = [face for face in shape if face not in held]
            for count in range(len(missing), min(most, len(shape) - 1) + 1):
                for more in combinations(sorted(held.intersection(shape)), count - len(missing)):
                    jokers = frozenset((*missing, *more))
                    kept = frozenset(shape) - jokers
                    yield Part(Claim(jokers, kept), faces.value(shape))


class MadeSets:
    """All sets that did not lie there before, each a column of its own.

    A set like one of the table is made only while that one lies there too.
    """

    def __init__(
        self, state: GameState, flow: Flow, table: Sequence[Meld], policy: JokerRules | None
    ) -> None:
        self.flow, self.rules, self.policy = flow, state.rules, policy
        self.told = [as_told(meld) if all(map(is_ordinary, meld)) else None for meld in table]
        in_full = policy.in_full(long=True) if policy else ()
        self._targets = frozenset(whole for whole, takes_jokers in in_full if takes_jokers)
        self._worth: Terms = []
        self._like: dict[Meld, Terms] = {}

    def lay(self, kept: int = 0) -> None:
        """Columns for all sets that may lie there."""
        for shape in self.flow.faces.shapes():
            if not self.flow.copies(shape):
                continue
            if self._in_full(shape):
                self._add_in_full(shape)
            else:
                self._add_open(shape)

    def _in_full(self, shape: Shape) -> bool:
        """Whether the sets of this shape have to be told apart by their jokers."""
        by_jokers = not self.rules.two_jokers or self.rules.joker_opening_value == "not allowed"
        # beside a single number tile the same tiles can be read as another set
        unsure = self.policy is not None and len(shape) <= 1 + self.flow.supply.most_jokers
        return (by_jokers or unsure) or any(
            self._told(shape, jokers) in self.told for jokers in self._joker_places(shape)
        )

    def _add_in_full(self, shape: Shape) -> None:
        """Columns for a shape, one for every choice of places that jokers have in it."""
        for jokers in self._joker_places(shape):
            whole = Whole(shape, jokers, frozenset(shape) - jokers)
            self._add(whole)
            if whole in self._targets:
                self._add(whole, takes_jokers=True)

    def _joker_places(self, shape: Shape) -> Iterator[frozenset[Face]]:
        most = self.flow.supply.most_jokers
        if not self.rules.two_jokers:
            most = min(1, most)
        for count in range(min(most, len(shape) - 1) + 1):
            yield from map(frozenset, combinations(shape, count))

    def _laid(self, shape: Shape, jokers: frozenset[Face]) -> Meld:
        tiles = self.flow.faces.tiles
        return tuple(JOKER if face in jokers else tiles[face] for face in shape)

    def _told(self, shape: Shape, jokers: frozenset[Face]) -> Meld:
        return as_told(self._laid(shape, jokers))

    def _add_open(self, shape: Shape) -> None:
        """Columns for a shape of which any set is made, wherever its jokers are."""
        policy = self.policy
        if not (policy and policy.bars(shape)):
            self._count(self.flow.add_set(shape), self.flow.faces.value(shape))
        if policy:
            for claim in policy.claims:
                if claim.jokers | claim.kept <= frozenset(shape):
                    added = self.flow.add_set(shape, claim.jokers, claim.kept)
                    self._count(added, self.flow.faces.value(shape))
            for whole, takes_jokers in policy.in_full(long=True):
                if whole.shape == shape:
                    self._add(whole, takes_jokers=takes_jokers)

    def _add(self, whole: Whole, *, takes_jokers: bool = False) -> None:
        added = self.flow.add_set(whole.shape, whole.jokers, whole.kept)
        self._count(added, self._points(whole))
        told = self._told(whole.shape, whole.jokers)
        if told in self.told:
            self._like.setdefault(told, []).extend((column, 1) for column in added)
        if self.policy and takes_jokers:
            self.policy.let_in(added, whole)

    def _count(self, columns: Iterable[int], points: int) -> None:
        self._worth += [(column, points) for column in columns if points]

    def _points(self, whole: Whole) -> int:
        """What the set counts in the opening: where no joker may lie in it, its best part."""
        faces = self.flow.faces
        if not whole.jokers or self.rules.joker_opening_value != "not allowed":
            laid = self._laid(whole.shape, whole.jokers) if len(whole.kept) == 1 else ()
            return readings(laid, self.rules)[0].value if laid else faces.value(whole.shape)
        inside = frozenset(whole.kept)
        parts = [faces.value(shape) for shape in faces.shapes() if inside.issuperset(shape)]
        return max(parts, default=0)

    def add_rows(self, lies: Mapping[int, int], used: Mapping[Face, int], jokers: Terms) -> None:
        """The sets that are made have the points."""
        program = self.flow.program
        for told, made in self._like.items():
            lying = {lies[i] for i, other in enumerate(self.told) if other == told and i in lies}
            for column in lying:
                most = program.uppers[column]
                all_lie = program.column(1)
                program.row(0, UNBOUNDED, [(column, 1), (all_lie, -most)])
                program.row(-UNBOUNDED, 0, [*made, (all_lie, -MANY_SETS)])
        if self.rules.opening_points:
            _ask_for_points(self.flow, self._worth, self.rules)
