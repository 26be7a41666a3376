"""A position and an objective as an integer program, and its solution as a play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from solver.faces import Face, Faces, Supply
from solver.flow import Flow
from solver.lying import as_laid
from solver.opening_sets import MadeSets, OwnSets, may_touch, opening_sets
from solver.pieces import read_sets
from solver.play import LaidSet
from solver.policy import JokerRules, add_lone_jokers, keep_all_sets, lay_freely
from solver.program import UNBOUNDED, Program, Terms, merged
from solver.state import GameState
from solver.tiles import JOKER, JokerKind, Meld, Tile

Objective: TypeAlias = Literal["advice", "tiles", "value", "opening", "points"]
OBJECTIVES: tuple[Objective, ...] = ("advice", "tiles", "value", "opening", "points")

TOTALS: dict[Objective, tuple[tuple[int, int, int], ...]] = {
    "advice": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "value": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "tiles": ((1, 1, 0), (0, 0, 1)),
    "opening": ((1, 2, 0), (0, 0, 1)),
    "points": (),
}
"""What two plays as good have in common: sums of so many times the number tiles, the
jokers and the points on tiles placed (of ``points``, only the points of all sets)."""


def totals(placed: Meld, objective: Objective) -> tuple[int, ...]:
    """The totals of a play's rack tiles that make it as good as another."""
    jokers = sum(1 for tile in placed if tile.is_joker)
    counts = (len(placed) - jokers, jokers, sum(tile.face_value for tile in placed))
    weights = TOTALS[objective]
    return tuple(sum(a * b for a, b in zip(one, counts, strict=True)) for one in weights)


def worth(state: GameState, placed: Meld, objective: Objective) -> tuple[int, ...]:
    """How good it is to play ``placed`` from the rack: the greater the better.

    Points of sets, which the objective ``points`` asks for, are not in it.
    """
    jokers = sum(1 for tile in placed if tile.is_joker)
    numbers, value = len(placed) - jokers, sum(tile.face_value for tile in placed)
    wins = len(placed) == len(state.rack) and not state.unnamed
    by_objective: dict[Objective, tuple[int, ...]] = {
        "advice": (wins, numbers, -jokers, value),
        "value": (value, wins, -jokers),
        "tiles": (len(placed), value),
        "opening": (-numbers - 2 * jokers, -value),
        "points": (),
    }
    return by_objective[objective]


class Question:
    """The program that asks for the best play of ``state``.

    ``win``: all rack tiles must be used. ``joker_rules``: the ruleset's policies
    for jokers bind. ``grow_only``: sets of the table may only be added to.
    ``complete``: no legal play is missing from the program. ``used`` and
    ``used_jokers`` are the columns that count the rack tiles in use. Jokers of Twist
    play along unless ``joker_rules`` bind; only if ``strict`` no set holds nothing but
    jokers for sure. ``beside``: sets of ordinary jokers alone that lie there in any case, of
    jokers of the table or the rack. ``at_least`` so many rack tiles are played, those
    ``beside`` among them.
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
        beside: tuple[LaidSet, ...] = (),
        at_least: int = 0,
    ) -> None:
        self.state = state
        self.win = win
        self.complete = True
        self.weigh = _weights(state.rack, objective)
        # the value of no play at all: what is looked for has to be better
        any_value = objective in ("opening", "points") or win or bool(beside)
        self.nothing = -UNBOUNDED if any_value else 0
        must_play = not win and (not state.opened or objective == "points")
        self.beside = beside
        self.lying = _open_table(state)
        faces = Faces.of_rules(state.rules)
        must = [tile for meld in self.lying for tile in meld]
        own = state.rack if win else ()
        supply = Supply.of((*must, *own), () if win else state.rack, faces)
        alone = sum(len(laid.tiles) for laid in beside)
        # so many of the jokers alone come from the rack in any case
        self.from_rack = max(0, alone - supply.least_jokers)
        self.at_least = max(at_least, int(must_play)) - self.from_rack
        self.supply = replace(
            supply,
            least_jokers=max(0, supply.least_jokers - alone),
            most_jokers=supply.most_jokers - alone,
        )
        self.program = Program(unit=len(state.table) + 1)
        # where each set has one joker at most there are none of jokers alone
        one_joker_a_set = joker_rules and not state.rules.two_jokers
        self.flow = Flow(self.program, self.supply, faces, strict and not one_joker_a_set)
        self.used: dict[Face, int] = {}
        self.used_jokers: dict[JokerKind, int] = {}
        self._add_sets(joker_rules, grow_only)
        if objective == "points":
            for column, points in merged([*self.flow.points(), *self.flow.lying_points()]):
                self.program.costs[column] += points * self.program.unit

    def sets(self, x: Sequence[int]) -> tuple[LaidSet, ...]:
        """The sets of a solution; of an opening beside an untouched table, only one's own."""
        return (*read_sets(self.flow, x), *self.beside)

    def placed(self, x: Sequence[int]) -> Meld:
        """The rack tiles in use in a solution, sorted."""
        if self.win:
            return tuple(sorted(self.state.rack))
        tiles = self.flow.faces.tiles
        placed = [tiles[face] for face, column in self.used.items() for _ in range(x[column])]
        placed += [JOKER] * self.from_rack
        for kind, column in self.used_jokers.items():
            placed += [Tile(joker=kind)] * x[column]
        return tuple(sorted(placed))

    def _add_sets(self, joker_rules: bool, grow_only: bool) -> None:
        flow, state, rules = self.flow, self.state, self.state.rules
        policy = JokerRules(flow, self.lying, rules, opened=state.opened) if joker_rules else None
        opening = None if state.opened else opening_sets(state, flow, self.lying, policy)
        if opening:
            opening.lay()
        else:
            lay_freely(flow, policy)
        if grow_only:
            keep_all_sets(flow, self.lying, rules)
        # leading the search to sets as they lie makes most relaxations whole
        apart = joker_rules or isinstance(opening, OwnSets)
        lies = {} if grow_only else _add_lying(flow, self.lying, state, apart=apart)
        one_joker_a_set = joker_rules and not rules.two_jokers
        in_full = isinstance(opening, MadeSets)
        if one_joker_a_set and not in_full:
            add_lone_jokers(flow)
        if not joker_rules:
            flow.add_twist_sets()
        flow.add_growth()
        if not one_joker_a_set:
            flow.add_stand_ins()
        self._score()
        used, jokers = self._rack_in_use()
        if opening:
            opening.add_rows(lies, used, jokers)
        if flow.placed or flow.parts:
            flow.keep_number_tiles()
        if flow.parts:
            flow.add_pair_rows()
        if policy:
            policy.add_rows(lies, used)
            self.complete = policy.complete

    def _rack_in_use(self) -> tuple[dict[Face, int], Terms]:
        """Columns counting the rack tiles of each face in use, and such terms for jokers."""
        if not self.win:
            kind = JokerKind.ORDINARY
            counted = kind in self.used_jokers
            return self.used, [(self.used_jokers[kind], 1)] if counted else []
        of = self.flow.faces.of
        used, jokers = {}, []
        for tile, count in Counter(self.state.rack).items():
            if tile in of or tile == JOKER:
                column = self.program.column(count)
                self.program.row(count, count, [(column, 1)])
                if tile == JOKER:
                    jokers.append((column, 1))
                else:
                    used[of[tile]] = column
        return used, jokers

    def _score(self) -> None:
        """Rows that count the rack tiles in use, and their worth."""
        program, flow, supply = self.program, self.flow, self.supply
        used = self.used
        for face in flow.add_tile_rows():
            cost = self.weigh.tile + self.weigh.point * flow.faces.values[face]
            least, most = supply.least[face], supply.most[face]
            used[face] = program.total(least, most, flow.real(face), cost * program.unit)
        cost = self.weigh.joker * program.unit
        if supply.most_jokers or (self.beside and flow.jokers()):
            least, most = supply.least_jokers, supply.most_jokers
            self.used_jokers[JokerKind.ORDINARY] = program.total(least, most, flow.jokers(), cost)
        for kind, (least, most) in supply.twist.items():
            self.used_jokers[kind] = program.total(least, most, flow.twist_jokers(kind), cost)
        counted = [*used.values(), *self.used_jokers.values()]
        # which rack tiles are used is settled first, beginning with how many
        count = program.total(0, UNBOUNDED, [(column, 1) for column in counted])
        if self.at_least > 0:
            program.row(self.at_least, UNBOUNDED, [(count, 1)])
        special = [self.used_jokers[kind] for kind in supply.twist]
        where = flow.add_joker_positions()
        program.tiers = [[count], special, where, counted, list(flow.groups.values())]
        for _, column in flow.lying:
            program.costs[column] = 1


def _open_table(state: GameState) -> tuple[Meld, ...]:
    """The table's sets that the player may touch in this turn."""
    if state.opened:
        return state.table
    return tuple(meld for meld in state.table if may_touch(meld, state.rules))


def _add_lying(
    flow: Flow, table: Sequence[Meld], state: GameState, *, apart: bool
) -> dict[int, int]:
    """Place -> the column that lets its set lie; equal ones share it, unless ``apart``.

    ``apart`` goes for sets with jokers, each of which has a story of its own then.
    """
    places: dict[Meld | int, list[int]] = {}
    for place, meld in enumerate(table):
        places.setdefault(place if apart and JOKER in meld else meld, []).append(place)
    columns: dict[int, int] = {}
    for alike in places.values():
        meld = table[alike[0]]
        laid = as_laid(meld, state.rules, state.said_of(meld))
        if laid is not None:
            columns |= dict.fromkeys(alike, flow.add_lying(laid, len(alike)))
    return columns


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
