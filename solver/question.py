"""A position and an objective as an integer program, and its solution as a play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from solver.flow import Face, Faces, Flow, Supply
from solver.lying import as_laid
from solver.pieces import read_sets
from solver.play import LaidSet
from solver.policy import JokerRules, add_lone_jokers, keep_all_sets
from solver.program import UNBOUNDED, Program, Terms, merged
from solver.rules import Rules
from solver.state import GameState
from solver.tiles import JOKER, JokerKind, Meld, Tile

Objective: TypeAlias = Literal["advice", "tiles", "value", "opening", "points"]
OBJECTIVES: tuple[Objective, ...] = ("advice", "tiles", "value", "opening", "points")


class Question:
    """The program that asks for the best play of ``state``.

    ``win``: all rack tiles must be used. ``joker_rules``: the ruleset's policies
    for jokers bind. ``grow_only``: sets of the table may only be added to.
    ``complete``: no legal play is missing from the program. ``used`` and
    ``used_jokers`` are the columns that count the rack tiles in use. Jokers of Twist
    play along unless ``joker_rules`` bind; only if ``strict`` none of their sets holds
    nothing but jokers.
    """

    def __init__(
        self,
        state: GameState,
        objective: Objective,
        *,
        win: bool = False,
        joker_rules: bool = False,
        grow_only: bool = False,
        strict: bool = False,
    ) -> None:
        self.state = state
        self.win = win
        self.strict = strict
        self.complete = True
        self.weigh = _weights(state.rack, objective)
        # the value of no play at all: what is looked for has to be better
        self.nothing = -UNBOUNDED if objective == "opening" or win else 0
        self.lying = _open_table(state)
        faces = Faces.of_rules(state.rules)
        must = [tile for meld in self.lying for tile in meld]
        own = state.rack if win else ()
        self.supply = Supply.of((*must, *own), () if win else state.rack, faces)
        self.program = Program(unit=len(state.table) + 1)
        self.flow = Flow(self.program, self.supply, faces)
        self.opening: Flow | None = None
        self.used: dict[Face, int] = {}
        self.used_jokers: dict[JokerKind, int] = {}
        self._add_sets(joker_rules, grow_only)
        if objective == "points":
            for column, points in merged(self.flow.points()):
                self.program.costs[column] += points * self.program.unit

    def sets(self, x: Sequence[int]) -> tuple[LaidSet, ...]:
        """The sets of a solution; of an opening, the player's own alone."""
        opening = read_sets(self.opening, x) if self.opening else []
        return (*opening, *read_sets(self.flow, x))

    def placed(self, x: Sequence[int]) -> Meld:
        """The rack tiles in use in a solution, sorted."""
        if self.win:
            return tuple(sorted(self.state.rack))
        tiles = self.flow.faces.tiles
        placed = [tiles[face] for face, column in self.used.items() for _ in range(x[column])]
        for kind, column in self.used_jokers.items():
            placed += [Tile(joker=kind)] * x[column]
        return tuple(sorted(placed))

    def _add_sets(self, joker_rules: bool, grow_only: bool) -> None:
        flow, rules = self.flow, self.state.rules
        policy = JokerRules(flow, self.lying, rules) if joker_rules else None
        if policy:
            policy.make_way()
        flow.add_free_sets(but=policy.barred_groups() if policy else ())
        if policy:
            policy.add_sets()
        if grow_only:
            keep_all_sets(flow, self.lying, rules)
        # leading the search to sets as they lie makes most relaxations whole
        lies = {} if grow_only else _add_lying(flow, self.lying, rules, apart=joker_rules)
        one_joker_a_set = joker_rules and not rules.two_jokers
        if one_joker_a_set:
            add_lone_jokers(flow)
        if not joker_rules:
            flow.add_twist_sets(strict=self.strict)
        flow.add_growth()
        if not one_joker_a_set:
            flow.add_stand_ins()
        if self.lying or self.state.opened:
            self._add_opening()
        else:
            self._bind_opening(flow)
        self._score()
        if flow.placed or flow.parts:
            flow.keep_number_tiles()
        if policy:
            policy.add_rows(lies, self.used)
            self.complete = policy.complete

    def _add_opening(self) -> None:
        """Own sets beside the table's, where laying off is allowed when opening."""
        if self.state.opened:
            return
        self.opening = Flow(self.program, self.supply, self.flow.faces)
        self.opening.add_free_sets()
        self.opening.add_twist_sets(strict=self.strict)
        self.opening.add_growth()
        self.opening.add_stand_ins()
        self._bind_opening(self.opening)
        own = Counter(self.state.rack)
        for face, tile in enumerate(self.flow.faces.tiles):
            if self.opening.cover[face]:
                self.program.row(0, own[tile], self.opening.real(face))
        self.program.row(0, own[JOKER], self.opening.jokers())
        for kind in self.supply.twist:
            self.program.row(0, own[Tile(joker=kind)], self.opening.twist_jokers(kind))
        if self.opening.parts:
            self.opening.keep_number_tiles()

    def _bind_opening(self, flow: Flow) -> None:
        """The opening's points, by all sets together or by one of them."""
        points = self.state.rules.opening_points
        if self.state.rules.several_sets_open:
            self.program.row(points, UNBOUNDED, merged(flow.points()))
            return
        values = flow.faces.values
        columns = []
        for shape in flow.faces.shapes():
            if sum(values[face] for face in shape) >= points:
                played = () if flow.stand_in else shape
                for jokers in (frozenset[Face](), *(frozenset({face}) for face in played)):
                    columns += flow.add_set(shape, jokers)
        self.program.row(1, UNBOUNDED, [(column, 1) for column in columns])

    def _score(self) -> None:
        """Rows that count the rack tiles in use, and their worth."""
        program, flow, supply = self.program, self.flow, self.supply
        used = self.used
        for face in flow.add_tile_rows():
            cost = self.weigh.tile + self.weigh.point * flow.faces.values[face]
            least, most = supply.least[face], supply.most[face]
            terms = [*flow.real(face), *self._in_opening(face)]
            used[face] = program.total(least, most, terms, cost * program.unit)
        cost = self.weigh.joker * program.unit
        flows = [flow, *([self.opening] if self.opening else ())]
        if supply.most_jokers:
            least, most = supply.least_jokers, supply.most_jokers
            jokers = [term for one in flows for term in one.jokers()]
            self.used_jokers[JokerKind.ORDINARY] = program.total(least, most, jokers, cost)
        for kind, (least, most) in supply.twist.items():
            jokers = [term for one in flows for term in one.twist_jokers(kind)]
            self.used_jokers[kind] = program.total(least, most, jokers, cost)
        counted = [*used.values(), *self.used_jokers.values()]
        # which rack tiles are used is settled first, beginning with how many
        count = program.total(0, UNBOUNDED, [(column, 1) for column in counted])
        special = [self.used_jokers[kind] for kind in supply.twist]
        where = flow.add_joker_positions()
        program.tiers = [[count], special, where, counted, list(flow.groups.values())]
        for _, column in flow.lying:
            program.costs[column] = 1

    def _in_opening(self, face: Face) -> Terms:
        return self.opening.real(face) if self.opening else []


def _open_table(state: GameState) -> tuple[Meld, ...]:
    """The table's sets that the player may touch in this turn."""
    return state.table if state.opened or state.rules.lay_off_when_opening else ()


def _add_lying(flow: Flow, table: Sequence[Meld], rules: Rules, *, apart: bool) -> dict[int, int]:
    """Place -> the column that lets its set lie; equal ones share it, unless ``apart``.

    ``apart`` goes for sets with jokers, each of which has a story of its own then.
    """
    laid = {
        place: lying
        for place, meld in enumerate(table)
        if (lying := as_laid(meld, rules)) is not None
    }
    alone = {place for place in laid if apart and JOKER in laid[place].tiles}
    shared = flow.add_lying(laid[place] for place in laid if place not in alone)
    return {
        place: flow.add_lying([lying])[lying] if place in alone else shared[lying]
        for place, lying in laid.items()
    }


@dataclass(frozen=True, slots=True)
class _Weights:
    """What a rack tile in use is worth: for being one, for each point, for a joker."""

    tile: int
    point: int
    joker: int


def _weights(rack: Meld, objective: Objective) -> _Weights:
    """Integer weights that put the objective's parts in strict order."""
    face = sum(tile.face_value for tile in rack)
    tiles, jokers = len(rack), sum(tile.is_joker for tile in rack)
    if objective == "value":
        return _Weights(tile=1, point=(tiles + 1) * (jokers + 1), joker=-(tiles + 1))
    if objective == "points":
        return _Weights(tile=0, point=0, joker=0)
    if objective == "opening":
        return _Weights(tile=-(face + 1), point=-1, joker=-2 * (face + 1))
    if objective == "tiles":
        return _Weights(tile=face + 1, point=1, joker=face + 1)
    return _Weights(tile=(face + 1) * (jokers + 1), point=1, joker=-(face + 1))
