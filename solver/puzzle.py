"""The program that looks for the layout with the fewest moved tiles.

A set that inherits set ``i`` of the table is a column of its own, its core; cores of
runs grow at both ends by flows of single tiles, so no list of all sets is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from solver.cores import Core, cores_around, cores_of, intact_core
from solver.faces import Face, Faces, Shape, Supply, is_ordinary
from solver.flow import Flow
from solver.heirs import Heirs, find_heirs
from solver.opening_sets import OwnSets, PartsOfSets, opening_sets
from solver.pieces import read_sets
from solver.play import LaidSet
from solver.policy import SHORT, JokerRules, lay_freely
from solver.program import UNBOUNDED, Program, Terms, merged
from solver.question import TOTALS, Objective, totals
from solver.search import Optimum, maximise
from solver.state import GameState
from solver.tiles import JOKER, Meld, Tile


@dataclass(frozen=True, slots=True)
class Layout:
    """The sets after the play and which of them inherit which.

    ``placed`` are the rack tiles in them, sorted; ``proven`` that no play as good
    moves fewer table tiles or, moving as few, touches fewer sets.
    """

    placed: Meld
    sets: tuple[LaidSet, ...]
    heirs: Heirs
    proven: bool
    nodes: int


def measured(state: GameState, sets: Iterable[LaidSet], proven: bool, nodes: int) -> Layout:
    laid = tuple(sets)
    lying = Counter(state.table_tiles())
    heirs = find_heirs(state.table, [one.tiles for one in laid])
    placed = sorted((Counter(tile for one in laid for tile in one.tiles) - lying).elements())
    return Layout(tuple(placed), laid, heirs, proven, nodes)


def no_layout(state: GameState) -> Layout:
    """No sets at all: every layout is better."""
    moved = sum(map(len, state.table))
    return Layout((), (), Heirs((None,) * len(state.table), moved, len(state.table)), False, 0)


@dataclass(frozen=True, slots=True)
class Answer:
    """The best layout known, and the sets that were credited with a tile wrongly.

    None are doubtful when asking again would not help. ``jokers_alone``: a set of jokers
    alone came up, so that it has to be asked again strictly.
    """

    layout: Layout
    doubtful: frozenset[int] = frozenset()
    jokers_alone: bool = False


def _holds_on(run: Shape, kept: frozenset[Face]) -> bool:
    """Whether the run cannot be cut in two sets of which one has nothing of ``kept``."""
    cuts = range(3, len(run) - 2)
    return all(kept.intersection(run[:cut]) and kept.intersection(run[cut:]) for cut in cuts)


class Puzzle:
    """The program of one layout question.

    Cores that keep a single tile are many and seldom chosen. For sets outside
    ``in_full`` they are left out; when such a set is dissolved, it is credited
    with one kept tile wherever a set without another ancestor could hold one:
    an upper bound that is usually reached, in a much smaller program.

    The sets ``given`` are laid as they are, each as the heir of any set or of none:
    those with Twist jokers or jokers alone, for which there are no cores. If ``narrow`` no
    set that freed jokers go into inherits another. No layout is looked for that moves more
    than ``most_moved`` tiles. Only if ``strict`` no set holds nothing but jokers for sure.
    """

    def __init__(
        self,
        state: GameState,
        lying: tuple[LaidSet | None, ...],
        optimum: Optimum,
        in_full: frozenset[int],
        legal: Callable[[Layout], bool] | None,
        objective: Objective,
        given: tuple[LaidSet, ...] = (),
        narrow: bool = False,
        most_moved: int = UNBOUNDED,
        *,
        strict: bool = False,
    ) -> None:
        self.state = state
        self.objective = objective
        self.legal = legal
        self.in_full = in_full
        self.narrow = narrow
        self.most_moved = most_moved
        self.faces = Faces.of_rules(state.rules)
        supply = Supply.of(state.table_tiles(), state.rack, self.faces)
        self.program = Program()
        self.flow = Flow(self.program, supply, self.faces, strict)
        self.orphans: list[int] = []
        self.policy = (
            JokerRules(self.flow, state.table, state.rules, opened=state.opened) if legal else None
        )
        self.opening = (
            None if state.opened else opening_sets(state, self.flow, state.table, self.policy)
        )
        self.stays: list[int] = []
        self.lies: dict[int, int] = {}
        self.credits: dict[int, int] = {}
        tiles = len(state.table_tiles()) + len(state.rack)
        # no play has so many sets: one kept intact outweighs any number of them
        self.whole = tiles // 2 + 1
        self.scale = (len(state.table) + 1) * self.whole
        self.given = Counter(given)
        self.given_heirs: dict[LaidSet, Terms] = {laid: [] for laid in self.given}
        self._add_sets(lying)
        self.flow.add_growth()
        self.flow.add_stand_ins()
        for column in self.flow.sets():
            self.program.costs[column] -= 1
        self._add_rows(optimum)

    def solve(self, known: Layout, deadline: float | None) -> Answer:
        """The best layout, at least as good as ``known``."""
        above = self._score(known) if known.sets else -UNBOUNDED
        solution = maximise(self.program, above, deadline)
        if not solution.x:
            proven = solution.proven and (self.policy is None or self.policy.complete)
            return Answer(replace(known, proven=proven, nodes=solution.nodes))
        found = measured(self.state, read_sets(self.flow, solution.x), False, solution.nodes)
        if self.state.jokers_alone(laid for laid in found.sets if laid not in self.given):
            return Answer(replace(known, nodes=solution.nodes), jokers_alone=True)
        if self.legal and not self.legal(found):
            return Answer(replace(known, nodes=solution.nodes))
        best = found if self._score(found) > self._score(known) else known
        reached = self._score(best) >= solution.value
        complete = self.policy is None or self.policy.complete
        proven = solution.proven and reached and complete
        best = replace(best, proven=proven, nodes=solution.nodes)
        if reached:
            return Answer(best)
        if not self.credits:
            return Answer(best)
        credited = [place for place, credit in self.credits.items() if solution.x[credit]]
        childless = [place for place in credited if found.heirs.of_before[place] is None]
        return Answer(best, frozenset(childless or credited))

    def _score(self, layout: Layout) -> int:
        kept = sum(map(len, self.state.table)) - layout.heirs.moved
        intact = len(self.state.table) - layout.heirs.touched
        return kept * self.scale + intact * self.whole - len(layout.sets)

    def _add_sets(self, lying: tuple[LaidSet | None, ...]) -> None:
        if self.opening:
            self.opening.lay(self.scale)
        else:
            lay_freely(self.flow, self.policy)
        self.orphans = [one.column for one in self.flow.placed]
        for place, meld in enumerate(self.state.table):
            self._add_heirs(place, meld, lying[place])
        for laid, count in self.given.items():
            terms = [*self.given_heirs[laid], (self.flow.add_lying(laid, count), 1)]
            self.program.row(count, count, terms)

    def _add_heirs(self, place: int, meld: Meld, laid: LaidSet | None) -> None:
        of = self.faces.of
        held = frozenset(of[tile] for tile in meld if not tile.is_joker)
        swapped = isinstance(self.opening, OwnSets)
        in_full = place in self.in_full or swapped
        # a set that keeps fewer tiles loses more than may move in all
        needed = len(meld) - self.most_moved
        least = max(1 if in_full else 2, needed)
        terms = self._all_heirs(held, meld.count(JOKER), least)
        if isinstance(self.opening, OwnSets):
            terms += self.opening.heirs[place]
        terms += self._given_heirs(meld)
        if laid is not None and laid.only_jokers:
            column = self.flow.add_lying(laid, 1)
            self.program.costs[column] = len(meld) * self.scale + self.whole
            self.stays.append(column)  # settled first
            terms.append((column, 1))
        elif laid is not None and all(map(is_ordinary, meld)):
            shape = tuple(of[tile] for tile in laid.stands_for if isinstance(tile, Tile))
            played = (of[meant] for _, meant in laid.jokers() if isinstance(meant, Tile))
            core = intact_core(shape, frozenset(played))
            for column in self._add_core(core):
                self.lies[place] = column
                terms.append((column, 1))
            if self.objective == "points":
                terms += self._worth_other(laid, held)
        if not in_full and needed <= 1:
            credit = self.program.column(1, self.scale)
            self.credits[place] = credit
            terms.append((credit, 1))
        self.program.row(0, 1, terms)
        if all(tile.is_joker for tile in meld):
            self._settle_stays(meld, terms)

    def _worth_other(self, laid: LaidSet, held: frozenset[Face]) -> Terms:
        """Columns for the tiles of ``laid`` as sets worth more or less, its jokers elsewhere."""
        terms: Terms = []
        for shape in self.faces.shapes() if laid.jokers() else ():
            alike = len(shape) == len(laid.tiles) and held.issubset(shape)
            barred = self.policy is not None and self.policy.bars(shape)
            if alike and not barred and self.faces.value(shape) != laid.value:
                core = intact_core(shape, frozenset(shape) - held)
                terms += [(column, 1) for column in self._add_core(core)]
        return terms

    def _settle_stays(self, meld: Meld, terms: Terms) -> None:
        """Settle first how many jokers of such a set stay: what they mean is far too open."""
        kept = [(column, self.program.costs[column] // self.scale) for column, _ in terms]
        kept = [(column, stays) for column, stays in kept if stays]
        self.stays.append(self.program.total(0, len(meld), kept))

    def _given_heirs(self, meld: Meld) -> Terms:
        """Columns for the sets given, as heirs of ``meld``."""
        terms: Terms = []
        for laid in self.given:
            stays = (Counter(meld) & Counter(laid.tiles)).total()
            if stays:
                column = self.flow.add_lying(laid, 1)
                same = stays == len(meld) == len(laid.tiles)
                self.program.costs[column] = stays * self.scale + same * self.whole
                self.given_heirs[laid].append((column, 1))
                terms.append((column, 1))
        return terms

    def _all_heirs(self, held: frozenset[Face], jokers: int, least: int) -> Terms:
        terms: Terms = []
        for core in cores_of(held, jokers, least, self.faces):
            if not (self.policy and self.policy.bars(core.shape)):
                terms += [(column, 1) for column in self._add_core(core)]
        if isinstance(self.opening, PartsOfSets):
            terms += self._opening_heirs(self.opening, held, jokers, least)
        if self.policy:
            terms += self._policy_heirs(self.policy, held, jokers, least)
        return terms

    def _opening_heirs(
        self, opening: PartsOfSets, held: frozenset[Face], jokers: int, least: int
    ) -> Terms:
        """Columns for the sets that the opening asks for, as heirs of a set of the table."""
        terms: Terms = []
        for claim, part in opening.claims():
            for core in cores_around(claim.jokers, claim.kept, held, jokers, least, self.faces):
                if not (self.policy and self.policy.bars(core.shape)):
                    added = self._add_core(core)
                    opening.note(added, part)
                    terms += [(column, 1) for column in added]
        return terms

    def _policy_heirs(
        self, policy: JokerRules, held: frozenset[Face], jokers: int, least: int
    ) -> Terms:
        """Columns for the sets that a policy asks for, as heirs of a set of the table."""
        terms: Terms = []
        for claim in policy.claims:
            for core in cores_around(claim.jokers, claim.kept, held, jokers, least, self.faces):
                if not policy.bars(core.shape):
                    terms += [(column, 1) for column in self._add_core(core)]
        in_full = (
            (named, takes_jokers)
            for whole, takes_jokers in policy.in_full(long=True)
            if not (self.narrow and takes_jokers)
            for named in whole.with_more_jokers(jokers)
        )
        for whole, takes_jokers in in_full:
            there = held.intersection(whole.shape) - whole.jokers
            stays = min(jokers, len(whole.jokers)) + len(there)
            kept = there | whole.jokers if jokers else there
            if stays >= least and (len(whole.shape) <= SHORT or _holds_on(whole.shape, kept)):
                core = Core(whole.shape, whole.jokers, whole.kept | there, stays, grows=False)
                opens = self.opening if isinstance(self.opening, PartsOfSets) else None
                for part in (None, *(opens.parts_of(whole) if opens else ())):
                    added = self._add_core(core)
                    terms += [(column, 1) for column in added]
                    if takes_jokers:
                        policy.let_in(added, whole)
                    if opens:
                        opens.note(added, part)
        return terms

    def _add_core(self, core: Core) -> list[int]:
        cost = core.stays * self.scale + (self.whole if core.intact else 0)
        return self.flow.add_set(
            core.shape, core.jokers, core.kept, grows=core.grows, most=1, cost=cost
        )

    def _add_rows(self, optimum: Optimum) -> None:
        program, flow, supply, values = self.program, self.flow, self.flow.supply, self.faces.values
        used = {
            face: program.total(supply.least[face], supply.most[face], flow.real(face))
            for face in flow.add_tile_rows()
        }
        numbers = [(column, 1) for column in used.values()]
        value = [(column, values[face]) for face, column in used.items()]
        spent: Terms = []
        if supply.most_jokers:
            spent = [(program.total(supply.least_jokers, supply.most_jokers, flow.jokers()), 1)]
        self._keep_totals(optimum, numbers, spent, value)
        if self.opening:
            self.opening.add_rows(self.lies, used, spent)
        flow.keep_number_tiles()
        self._limit_credits()
        if self.policy:
            self.policy.add_rows(self.lies, used)
        program.tiers = [self.stays, list(flow.groups.values())]
        if self.objective == "points":
            program.tiers = [
                self.stays,
                flow.add_joker_values(),
                list(used.values()),
                *program.tiers[1:],
            ]

    def _keep_totals(self, optimum: Optimum, numbers: Terms, jokers: Terms, value: Terms) -> None:
        """Any play as good has the same totals."""
        program = self.program
        # those of Twist lie in sets that are given
        reached = totals(tuple(filter(is_ordinary, optimum.placed)), self.objective)
        for weights, total in zip(TOTALS[self.objective], reached, strict=True):
            parts = zip(weights, (numbers, jokers, value), strict=True)
            terms = [(column, by * count) for by, part in parts if by for column, count in part]
            program.row(total, total, merged(terms))
        if self.objective == "points":
            points = sum(laid.value for laid in optimum.sets)
            there = [*self.flow.points(), *self.flow.lying_points()]
            program.row(points, points, merged(there))
            program.row(1, UNBOUNDED, [*numbers, *jokers])

    def _limit_credits(self) -> None:
        """A credit needs a set of its own, and one with a tile of the dissolved set."""
        if not self.credits:
            return
        flow = self.flow
        starts = [column for lane in flow.lanes for column in lane.starts.values()]
        free = [*starts, *flow.groups.values(), *self.orphans]
        credits = [(column, 1) for column in self.credits.values()]
        self.program.row(-UNBOUNDED, 0, [*credits, *((column, -1) for column in free)])
        grown = (
            column
            for lane in flow.lanes
            for flows in (lane.more, lane.lead)
            for column in flows.values()
        )
        new = {*free, *grown}
        for place, credit in self.credits.items():
            meld = self.state.table[place]
            if not any(tile.is_joker for tile in meld):
                there = {c for tile in meld for c, _ in flow.cover[self.faces.of[tile]]}
                self.program.row(-UNBOUNDED, 0, [(credit, 1), *((c, -1) for c in there & new)])
