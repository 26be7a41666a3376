"""The ruleset's policies for jokers of the table, as columns and rows.

Only for positions whose best play breaks such a policy otherwise. One of the
stories of :mod:`solver.stories` has to come true for every set with a joker,
unless it lies on. A freed joker goes where the ruleset says: anywhere, into
another set, with at most one number tile of its old set, or into a new one,
which holds no whole set that was broken up.

The program leaves out no legal play, unless :attr:`JokerRules.complete` says so
(three jokers in a set that freed jokers go into), but for one kind: a joker that an
own tile replaced, put with copies of two tiles that it lay with. It may let a few
illegal ones through (two jokers of one set told by different readings, say):
:mod:`solver.joker_policy` has the last word on the play found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from solver.cores import cores_around
from solver.faces import Face, Shape
from solver.flow import Flow, Placed
from solver.joker_policy import may_take_jokers
from solver.lying import as_laid
from solver.program import MANY_SETS, UNBOUNDED, Terms, merged
from solver.readings import readings
from solver.rules import Rules
from solver.stories import Claim, Story, stories_of
from solver.tiles import JOKER, Meld, Tile

_FEW_DEMANDS = 5
"""Up to so many demands are counted together in all choices."""
SHORT = 5
"""The longest set that cannot be cut in two."""
_MOST_FREED = 2
"""Jokers of a set that freed jokers may go into: with more there are too many such sets."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A set in full, to be laid just like that."""

    shape: Shape
    jokers: frozenset[Face]
    kept: frozenset[Face] = frozenset()

    def with_more_jokers(self, most: int) -> Iterator[Whole]:
        """The same set with up to ``most`` jokers named, in places where either may lie."""
        yield self
        either = [f for f in self.shape if f not in self.jokers and f not in self.kept]
        for count in range(1, min(most - len(self.jokers), len(either)) + 1):
            for played in combinations(either, count):
                yield replace(self, jokers=self.jokers.union(played))


class JokerRules:
    """What the ruleset asks of the sets after, for the jokers of ``table``.

    The program needs columns for ``claims`` and for :meth:`in_full`, and for a set that
    :meth:`bars` none but those.
    """

    def __init__(
        self, flow: Flow, table: Sequence[Meld], rules: Rules, *, opened: bool = True
    ) -> None:
        self.flow = flow
        self.table = table
        self.rules = rules
        self.laid = [as_laid(meld, rules) for meld in table]
        self.numbers = [frozenset(flow.faces.of[t] for t in m if not t.is_joker) for m in table]
        told_of = {
            place: stories_of(meld, rules, flow.faces, may_take=may_take_jokers(opened, rules))
            for place, meld in enumerate(table)
            if JOKER in meld
        }
        self.stories = {place: stories for place, stories in told_of.items() if stories}
        told = [story for stories in self.stories.values() for story in stories]
        self.barred = frozenset(s.never.jokers | s.never.kept for s in told if s.never)
        self.claims = self._all_claims(told)
        self.wholes = tuple(dict.fromkeys(self._around_barred()))
        targets = tuple(self._targets())
        self.targets = tuple(one for one in targets if len(one.shape) <= SHORT)
        self.long_targets = targets[len(self.targets) :]
        self._goals: list[tuple[int, Whole]] = []
        self._made: list[Placed] = []

    @property
    def complete(self) -> bool:
        """Whether every legal play can be laid with the columns."""
        anywhere = self.rules.freed_joker == "any set" or not self.rules.two_jokers
        return anywhere or self.flow.supply.most_jokers <= _MOST_FREED

    def bars(self, shape: Shape) -> bool:
        """Whether only the columns of ``wholes`` may lay a set of this shape."""
        return any(stretch <= frozenset(shape) for stretch in self.barred)

    def make_way(self) -> None:
        """Keep free sets from becoming a barred set; to be called first of all."""
        for stretch in sorted(self.barred, key=sorted):
            if max(stretch) - min(stretch) + 1 == len(stretch):
                self.flow.keep_apart(min(stretch), max(stretch))

    def barred_groups(self) -> list[Shape]:
        """The groups that free sets may not be."""
        return [group for group in self.flow.faces.groups if self.bars(group)]

    def add_sets(self) -> None:
        """Columns for all claims and wholes, of no ancestor."""
        for claim in self.claims:
            for core in cores_around(claim.jokers, claim.kept, frozenset(), 0, 0, self.flow.faces):
                if not self.bars(core.shape):
                    self.flow.add_set(core.shape, core.jokers, core.kept, grows=core.grows)
        for whole, takes_jokers in self.in_full():
            columns = self.flow.add_set(whole.shape, whole.jokers, whole.kept)
            if takes_jokers:
                self.let_in(columns, whole)

    def in_full(self, *, long: bool = False) -> Iterator[tuple[Whole, bool]]:
        """The sets to be laid just like that, and whether freed jokers go into them.

        One that may, but need not, comes twice. The ``long`` that jokers go into are
        wanted only where they inherit a set or open: others can as well be cut in two.
        """
        yield from ((whole, False) for whole in self.wholes)
        yield from ((whole, True) for whole in self.targets)
        yield from ((whole, True) for whole in self.long_targets if long)

    def let_in(self, columns: Iterable[int], whole: Whole) -> None:
        """Let freed jokers go into the sets, all like ``whole``, that ``columns`` lay.

        They then have to be new sets where the ruleset wants that.
        """
        self._goals += [(column, whole) for column in columns]

    def add_rows(self, lies: Mapping[int, int], used: Mapping[Face, int]) -> None:
        """Bind the columns: ``lies`` keep the set of a place, ``used`` count rack tiles."""
        program = self.flow.program
        self._made = [one for one in self.flow.placed if one.column not in lies.values()]
        demands: list[tuple[frozenset[Claim] | int, Terms]] = []
        for place, stories in self.stories.items():
            told: Terms = [(lies[place], 1)] if place in lies else []
            freed: Terms = []
            stays: dict[tuple[Claim, ...], Terms] = {}
            for story in stories:
                if not story.own <= used.keys():
                    continue
                column = program.column(1)
                told.append((column, 1))
                for face in story.own:
                    program.row(0, UNBOUNDED, [(used[face], 1), (column, -1)])
                for claims in story.stays:
                    stays.setdefault(claims, []).append((column, 1))
                if story.freed:
                    freed.append((column, story.freed))
                if story.never:
                    hosts = [(one.column, 1) for one in self._hosts(story.never)]
                    program.row(0, MANY_SETS, [*hosts, (column, MANY_SETS)])
            program.row(1, 1, told)
            demands += [(frozenset(claims), terms) for claims, terms in stays.items()]
            if freed and self.rules.freed_joker != "any set":
                demands.append((place, freed))
        self._meet(demands)
        self._new_sets_only(lies)

    def _hosts(self, never: Claim) -> Iterator[Placed]:
        for one in self._made:
            if one.lane is None and never.kept <= one.kept and never.jokers <= one.jokers:
                yield one

    def _meet(self, demands: list[tuple[frozenset[Claim] | int, Terms]]) -> None:
        """Every demand, and all that compete for jokers together, find enough sets.

        By Hall's theorem it suffices to count the jokers that would do for one
        of them, for all choices of demands.
        """
        useful = [self._useful(demand) for demand, _ in demands]
        # of many demands only pairs: that lets more through, and never too little
        together = len(demands) if len(demands) <= _FEW_DEMANDS else 2
        for count in range(1, together + 1):
            for chosen in combinations(range(len(demands)), count):
                if count > 1 and not self._compete([demands[i][0] for i in chosen]):
                    continue
                jokers: dict[int, frozenset[Face]] = {}
                for i in chosen:
                    for column, faces in useful[i].items():
                        jokers[column] = jokers.get(column, frozenset()) | faces
                wanted = merged(term for i in chosen for term in demands[i][1])
                there = [(column, max(1, len(faces))) for column, faces in jokers.items()]
                less = [(column, -number) for column, number in wanted]
                self.flow.program.row(0, UNBOUNDED, merged([*there, *less]))

    def _compete(self, demands: Sequence[frozenset[Claim] | int]) -> bool:
        """Whether all of these are about one joker each: only then they may be counted."""
        return all(
            isinstance(demand, int) or all(len(claim.jokers) == 1 for claim in demand)
            for demand in demands
        )

    def _useful(self, demand: frozenset[Claim] | int) -> dict[int, frozenset[Face]]:
        """Column -> the faces of its jokers that would do."""
        if isinstance(demand, int):
            return {
                column: whole.jokers
                for column, whole in self._goals
                if self._may_take(demand, whole.shape, whole.jokers)
            }
        useful: dict[int, frozenset[Face]] = {}
        for one in self._made:
            met = [claim.jokers for claim in demand if claim.met_by(one)]
            if met:
                useful[one.column] = frozenset().union(*met)
        return useful

    def _new_sets_only(self, lies: Mapping[int, int]) -> None:
        """What holds a whole set of the table is new only while that set lies on."""
        blocked: dict[int, Terms] = {}
        old_in: dict[Whole, list[int]] = {}
        for column, whole in self._goals:
            if whole not in old_in:
                old_in[whole] = self._old_in(whole.shape, whole.jokers)
            for place in old_in[whole]:
                blocked.setdefault(place, []).append((column, 1))
        for place, terms in blocked.items():
            lie = [(lies[place], -MANY_SETS)] if place in lies else []
            self.flow.program.row(-UNBOUNDED, 0, [*merged(terms), *lie])

    def _all_claims(self, told: Sequence[Story]) -> tuple[Claim, ...]:
        """All claims of the stories, and those that meet two of them at once."""
        single = dict.fromkeys(c for story in told for stay in story.stays for c in stay)
        both = [claim for a, b in combinations(single, 2) if (claim := a.with_other(b))]
        if not self.rules.two_jokers:  # nor may another joker join: where one does, it is named
            lone = [Claim(frozenset({f}), frozenset()) for f in range(len(self.flow.faces.tiles))]
            both += [one for a in single for b in lone if (one := a.with_other(b))]
            both = [claim for claim in both if len(claim.jokers) < 2]
        return tuple(dict.fromkeys([*single, *both]))

    def _around_barred(self) -> Iterator[Whole]:
        """Every set that holds a barred stretch, in full, with its jokers named there."""
        most = self.flow.supply.most_jokers
        for shape in self.flow.faces.shapes() if self.barred else ():
            inside = frozenset(shape)
            faces = frozenset[Face]().union(*(b for b in self.barred if b <= inside))
            if faces and not self.rules.two_jokers:
                faces, most = inside, min(1, most)
            for count in range(min(most, len(faces)) + 1) if faces else ():
                for played in map(frozenset, combinations(sorted(faces), count)):
                    yield Whole(shape, played, faces - played)
                    for claim in self.claims:
                        jokers, kept = claim.jokers | played, claim.kept | (faces - played)
                        more = not claim.jokers <= played or not claim.kept <= faces - played
                        if more and jokers | kept <= inside and not jokers & kept:
                            yield Whole(shape, jokers, kept)

    def _targets(self) -> Iterator[Whole]:
        """Every set that freed jokers may go into, where that is not any set."""
        if self.rules.freed_joker == "any set":
            return
        most = min(_MOST_FREED, self.flow.supply.most_jokers) if self.rules.two_jokers else 1
        for shape in sorted(self.flow.faces.shapes(), key=len):
            for count in range(1, most + 1):
                for played in map(frozenset, combinations(shape, count)):
                    needs = tuple(face for face in shape if face not in played)
                    if self.flow.copies(needs, held=count) and any(
                        self._may_take(place, shape, played) for place in self.stories
                    ):
                        yield Whole(shape, played, frozenset(needs))

    def _may_take(self, place: int, shape: Shape, played: frozenset[Face]) -> bool:
        """Whether a joker freed from the set at ``place`` may go into this set."""
        return len(self.numbers[place] & (frozenset(shape) - played)) <= 1

    def _old_in(self, shape: Shape, played: frozenset[Face]) -> list[int]:
        """The places whose sets this set holds whole, or is: new only if they lie on."""
        there = frozenset(shape) - played
        new_set = self.rules.freed_joker == "new set"
        return [
            place
            for place, numbers in enumerate(self.numbers)
            if (new_set and len(numbers) > 1 and numbers <= there)
            or (numbers == there and self._is_that(place, shape, played))
        ]

    def _is_that(self, place: int, shape: Shape, played: frozenset[Face]) -> bool:
        """Whether a set that shows the same numbers is the one at ``place``."""
        laid = self.laid[place]
        if laid is None or len(laid.tiles) != len(shape):
            return False
        faces = self.flow.faces
        group = len(shape) - len(played) > 1 and faces.values[shape[0]] == faces.values[shape[1]]
        meant = {faces.tiles[face] for face in shape}
        return group or set(laid.stands_for) == meant


def lay_freely(flow: Flow, policy: JokerRules | None) -> None:
    """Columns for every set, within what ``policy`` lets lie there."""
    if policy:
        policy.make_way()
    flow.add_free_sets(but=policy.barred_groups() if policy else ())
    if policy:
        policy.add_sets()


def keep_all_sets(flow: Flow, table: Sequence[Meld], rules: Rules) -> None:
    """Let every set of ``table`` lie on, as it is or with more tiles, and nothing else."""
    for meld in table:
        numbers = frozenset(flow.faces.of[tile] for tile in meld if not tile.is_joker)
        columns: Terms = []
        for reading in readings(meld, rules):
            meant = frozenset(flow.faces.of[t] for t in reading.jokers if isinstance(t, Tile))
            for core in cores_around(meant, numbers, frozenset(), 0, 0, flow.faces):
                added = flow.add_set(core.shape, meant, numbers, grows=core.grows, most=1)
                columns += [(column, 1) for column in added]
        flow.program.row(1, 1, columns)


def add_lone_jokers(flow: Flow) -> None:
    """Columns for sets with one joker, where two may not lie in one set."""
    for face in range(len(flow.faces.tiles)) if flow.supply.most_jokers else ():
        for core in cores_around(frozenset({face}), frozenset(), frozenset(), 0, 0, flow.faces):
            flow.add_set(core.shape, core.jokers, grows=core.grows)
