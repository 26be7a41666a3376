"""Among all best plays, the sets that leave the table most as it lies.

A second exact search: with the totals of the optimum fixed, keep as many table
tiles as possible in the heirs of their sets, then as many sets as possible
wholly untouched. A set that inherits set ``i`` is a column of its own, its
core; cores of runs grow at both ends by flows of single tiles, so no list of
all sets is needed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.cores import Core, cores_of, intact_core
from solver.flow import Face, Faces, Flow, Piece, Supply, read_sets
from solver.heirs import Heirs, find_heirs
from solver.lying import as_laid
from solver.piles import arrange
from solver.play import LaidSet
from solver.program import UNBOUNDED, Program, Terms
from solver.rules import Rules
from solver.search import Optimum, maximise
from solver.state import GameState
from solver.tiles import JOKER, Meld


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


def lay_out(state: GameState, optimum: Optimum, deadline: float | None = None) -> Layout:
    """The concrete sets of the best play that moves the fewest table tiles.

    ``optimum`` is what :func:`solver.search.best_play` found for ``state``. Sets
    keep their places: heirs come first, in the order of the sets before.
    """
    if not state.opened:
        return lay_as_found(state, optimum)
    return _fewest_moved(state, optimum, _measured(state, optimum.sets, False, 0), deadline)


def mend_layout(state: GameState, deadline: float | None = None) -> Layout | None:
    """The table's own tiles laid as valid sets with the fewest moved; None if impossible."""
    nothing = Optimum((), (), proven=True, nodes=0)
    no_heirs = Heirs((None,) * len(state.table), len(state.table_tiles()), len(state.table))
    alone = replace(state, rack=())
    layout = _fewest_moved(alone, nothing, Layout((), (), no_heirs, False, 0), deadline)
    return layout if layout.sets else None


def _fewest_moved(
    state: GameState, optimum: Optimum, first: Layout, deadline: float | None
) -> Layout:
    """The best layout with the totals of ``optimum``, no worse than ``first``."""
    lying = tuple(as_laid(meld, state.rules) for meld in state.table)
    best = first
    in_full: frozenset[int] = frozenset()
    while not best.proven:
        answer = _Puzzle(state, lying, optimum, in_full).solve(best, deadline)
        best = answer.layout
        if not answer.doubtful:
            break
        in_full |= answer.doubtful
    return _in_old_places(state, lying, best)


def lay_as_found(state: GameState, optimum: Optimum) -> Layout:
    """The sets of ``optimum`` as they are; of an opening, beside the untouched table."""
    sets = optimum.sets
    if not state.opened and not state.rules.lay_off_when_opening:
        sets = (*table_as_it_lies(state), *sets)
    lying = tuple(as_laid(meld, state.rules) for meld in state.table)
    layout = _measured(state, sets, proven=False, nodes=0)
    return _in_old_places(state, lying, replace(layout, proven=layout.heirs.moved == 0))


def table_as_it_lies(state: GameState) -> tuple[LaidSet, ...]:
    """The table's sets unchanged; a joker of a broken one stands for itself."""
    return tuple(as_laid(meld, state.rules) or LaidSet(meld, meld) for meld in state.table)


def _in_old_places(state: GameState, lying: tuple[LaidSet | None, ...], layout: Layout) -> Layout:
    """The layout with heirs where their sets lay, new sets behind, orders kept."""
    heirs = layout.heirs.of_before
    sets: list[LaidSet] = []
    places: list[int | None] = []
    for i, j in enumerate(heirs):
        places.append(None if j is None else len(sets))
        if j is not None:
            sets.append(_in_old_order(state.table[i], lying[i], layout.sets[j], state.rules))
    new = [laid for j, laid in enumerate(layout.sets) if j not in heirs]
    settled = Heirs(tuple(places), layout.heirs.moved, layout.heirs.touched)
    return Layout(layout.placed, (*sets, *new), settled, layout.proven, layout.nodes)


def _in_old_order(before: Meld, lying: LaidSet | None, after: LaidSet, rules: Rules) -> LaidSet:
    """``after`` with the tiles of ``before`` where they lay, as far as rules allow."""
    if lying is not None and Counter(before) == Counter(after.tiles):
        return lying
    if after.is_run:
        return _jokers_in_old_places(before, after, rules) if after.jokers() else after
    rest = list(zip(after.tiles, after.stands_for, strict=True))
    kept = []
    for tile in before:
        if pair := next((pair for pair in rest if pair[0] == tile), None):
            rest.remove(pair)
            kept.append(pair)
    tiles, meant = zip(*kept, *rest, strict=True) if kept else (after.tiles, after.stands_for)
    return LaidSet(tuple(tiles), tuple(meant))


def _jokers_in_old_places(before: Meld, after: LaidSet, rules: Rules) -> LaidSet:
    """The run ``after`` with its jokers where they lay in ``before``, if that makes one."""
    pile = arrange(Counter(after.tiles), before, None, rules)
    laid = as_laid(pile.tiles, rules) if pile.valid else None
    return laid if laid is not None and laid.is_run else after


def _measured(state: GameState, sets: Iterable[LaidSet], proven: bool, nodes: int) -> Layout:
    laid = tuple(sets)
    lying = Counter(state.table_tiles())
    heirs = find_heirs(state.table, [one.tiles for one in laid])
    placed = sorted((Counter(tile for one in laid for tile in one.tiles) - lying).elements())
    return Layout(tuple(placed), laid, heirs, proven, nodes)


@dataclass(frozen=True, slots=True)
class _Heir:
    """One column: the set before at ``place`` lives on in ``core``."""

    place: int
    core: Core
    column: int


@dataclass(frozen=True, slots=True)
class _Answer:
    """The best layout known, and the sets that were credited with a tile wrongly."""

    layout: Layout
    doubtful: frozenset[int] = frozenset()


class _Puzzle:
    """The program of one layout question.

    Cores that keep a single tile are many and seldom chosen. For sets outside
    ``in_full`` they are left out; when such a set is dissolved, it is credited
    with one kept tile wherever a set without another ancestor could hold one:
    an upper bound that is usually reached, in a much smaller program.
    """

    def __init__(
        self,
        state: GameState,
        lying: tuple[LaidSet | None, ...],
        optimum: Optimum,
        in_full: frozenset[int],
    ) -> None:
        self.state = state
        self.lying = lying
        self.in_full = in_full
        self.faces = Faces.of_rules(state.rules)
        supply = Supply.of(state.table_tiles(), state.rack, self.faces)
        self.program = Program()
        self.flow = Flow(self.program, supply, self.faces)
        self.heirs: list[_Heir] = []
        self.credits: dict[int, int] = {}
        self.scale = len(state.table) + 1
        self.flow.add_free_sets()
        for place, meld in enumerate(state.table):
            self._add_heirs(place, meld, lying[place])
        self.flow.add_growth(ends=self._growing(-1), begins=self._growing(0))
        self.flow.add_stand_ins()
        self._add_rows(optimum)

    def solve(self, known: Layout, deadline: float | None) -> _Answer:
        """The best layout, at least as good as ``known``."""
        solution = maximise(self.program, above=self._score(known), deadline=deadline)
        if not solution.x:
            return _Answer(replace(known, proven=solution.proven, nodes=solution.nodes))
        found = _measured(self.state, self._laid(solution.x), False, solution.nodes)
        best = found if self._score(found) > self._score(known) else known
        reached = self._score(best) >= solution.value
        best = replace(best, proven=solution.proven and reached, nodes=solution.nodes)
        if reached:
            return _Answer(best)
        credited = [place for place, credit in self.credits.items() if solution.x[credit]]
        childless = [place for place in credited if found.heirs.of_before[place] is None]
        return _Answer(best, frozenset(childless or credited))

    def _score(self, layout: Layout) -> int:
        kept = sum(map(len, self.state.table)) - layout.heirs.moved
        return kept * self.scale + len(self.state.table) - layout.heirs.touched

    def _add_heirs(self, place: int, meld: Meld, laid: LaidSet | None) -> None:
        of = self.faces.of
        held = frozenset(of[tile] for tile in meld if not tile.is_joker)
        in_full = place in self.in_full
        cores = list(cores_of(held, meld.count(JOKER), 1 if in_full else 2, self.faces))
        if laid is not None:
            shape = tuple(of[tile] for tile in laid.stands_for)
            cores.append(intact_core(shape, frozenset(of[meant] for _, meant in laid.jokers())))
        terms: Terms = []
        for core in cores:
            if self.flow.copies(core.needs, held=len(core.jokers)):
                column = self._add_core(core)
                self.heirs.append(_Heir(place, core, column))
                terms.append((column, 1))
        if not in_full:
            credit = self.program.column(1, self.scale)
            self.credits[place] = credit
            terms.append((credit, 1))
        self.program.row(0, 1, terms)

    def _add_core(self, core: Core) -> int:
        cost = core.stays * self.scale + (1 if core.intact else 0)
        column = self.program.column(1, cost)
        for face in core.needs:
            self.flow.cover[face].append((column, 1))
        return column

    def _growing(self, end: int) -> dict[Face, Terms]:
        """Run cores that may grow, by the face at that end of them."""
        growing: defaultdict[Face, Terms] = defaultdict(list)
        for heir in self.heirs:
            if heir.core.grows:
                growing[heir.core.shape[end]].append((heir.column, 1))
        return growing

    def _add_rows(self, optimum: Optimum) -> None:
        program, flow, supply, values = self.program, self.flow, self.flow.supply, self.faces.values
        flow.held = [(h.column, len(h.core.jokers)) for h in self.heirs if h.core.jokers]
        used, points = [], []
        for face in flow.add_tile_rows():
            column = program.total(supply.least[face], supply.most[face], flow.real(face))
            used.append((column, 1))
            points.append((column, values[face]))
        # any play as good has the same totals: tiles, points and jokers
        numbers = [tile for tile in optimum.placed if not tile.is_joker]
        value = sum(tile.face_value for tile in numbers)
        program.row(len(numbers), len(numbers), used)
        program.row(value, value, points)
        if supply.most_jokers:
            jokers = supply.least_jokers + len(optimum.placed) - len(numbers)
            program.row(jokers, jokers, flow.jokers())
        self._keep_number_tiles()
        self._limit_credits()
        program.tiers = [list(flow.groups.values())]

    def _limit_credits(self) -> None:
        """A credit needs a set of its own, and one with a tile of the dissolved set."""
        if not self.credits:
            return
        flow = self.flow
        free = [*flow.starts.values(), *flow.groups.values()]
        credits = [(column, 1) for column in self.credits.values()]
        self.program.row(-UNBOUNDED, 0, [*credits, *((column, -1) for column in free)])
        new = {*free, *flow.more.values(), *flow.lead.values()}
        for place, credit in self.credits.items():
            meld = self.state.table[place]
            if not any(tile.is_joker for tile in meld):
                there = {c for tile in meld for c, _ in flow.cover[self.faces.of[tile]]}
                self.program.row(-UNBOUNDED, 0, [(credit, 1), *((c, -1) for c in there & new)])

    def _keep_number_tiles(self) -> None:
        """No joker plays a tile that an heir claims to keep."""
        if not self.flow.stand_in:
            return
        keeps: defaultdict[Face, set[int]] = defaultdict(set)
        for heir in self.heirs:
            for face in heir.core.kept:
                keeps[face].add(heir.column)
        for face, stand_in in self.flow.stand_in.items():
            open_to_jokers = [
                (column, -count)
                for column, count in self.flow.cover[face]
                if column not in keeps[face]
            ]
            self.program.row(-UNBOUNDED, 0, [(stand_in, 1), *open_to_jokers])

    def _laid(self, x: list[int]) -> list[LaidSet]:
        chosen = [heir for heir in self.heirs if x[heir.column]]
        intact = [laid for h in chosen if h.core.intact and (laid := self.lying[h.place])]
        pieces = [
            Piece(list(core.shape), core.jokers, core.kept, core.grows)
            for core in (heir.core for heir in chosen)
            if not core.intact
        ]
        return [*intact, *read_sets(self.flow, x, pieces)]
