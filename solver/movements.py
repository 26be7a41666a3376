"""Which tiles travel together, where to, and in which order.

A *place* is the rack, a set of the table before, or the spot of a new set.
Every tile that leaves its place has one destination; tiles with the same way
travel as one. The order is searched for the one that leaves the fewest sets
broken between two movements.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import TypeAlias

from solver.heirs import Heirs
from solver.piles import Pile, arrange
from solver.play import LaidSet
from solver.rules import Rules
from solver.tiles import Meld, Tile

Place: TypeAlias = int
"""-1 is the rack, ``i`` the place of set ``i`` before, beyond those new sets."""

RACK: Place = -1
_EFFORT = 100
"""Positions looked at before the search settles for the best order so far."""


@dataclass(frozen=True, slots=True)
class Movement:
    """``tiles`` go from ``source`` to ``target``, with both piles before and after."""

    tiles: Meld
    source: Place
    target: Place
    source_before: Pile
    source_after: Pile
    target_before: Pile
    target_after: Pile


@dataclass(frozen=True, slots=True)
class Route:
    """Tiles that have to get from one place to another."""

    tiles: Meld
    source: Place
    target: Place


def find_routes(before: Sequence[Meld], after: Sequence[LaidSet], heirs: Heirs) -> list[Route]:
    """What has to travel, as few different ways as possible."""
    place_of = places_after(after, heirs)
    offers: defaultdict[Tile, list[Place]] = defaultdict(list)
    wants: defaultdict[Tile, list[Place]] = defaultdict(list)
    for i, meld in enumerate(before):
        j = heirs.of_before[i]
        leaving = Counter(meld) - Counter(() if j is None else after[j].tiles)
        for tile in sorted(leaving.elements()):
            offers[tile].append(i)
    for j, laid in enumerate(after):
        lying = before[place_of[j]] if place_of[j] < len(before) else ()
        for tile in sorted((Counter(laid.tiles) - Counter(lying)).elements()):
            wants[tile].append(place_of[j])
    for tile, targets in wants.items():
        offers[tile] += [RACK] * (len(targets) - len(offers[tile]))
    return _bundled(offers, wants)


def places_after(after: Sequence[LaidSet], heirs: Heirs) -> list[Place]:
    """The place of every set after: that of the set it inherits, or a new one."""
    owner = {j: i for i, j in enumerate(heirs.of_before) if j is not None}
    fresh = iter(range(len(heirs.of_before), len(heirs.of_before) + len(after)))
    return [owner[j] if j in owner else next(fresh) for j in range(len(after))]


def _bundled(offers: dict[Tile, list[Place]], wants: dict[Tile, list[Place]]) -> list[Route]:
    ways: defaultdict[tuple[Place, Place], list[Tile]] = defaultdict(list)
    # tiles with one possible way first: the others then join them where they can
    open_tiles = []
    for tile in sorted(wants):
        sources, targets = offers[tile], wants[tile]
        if len(set(sources)) == 1 or len(set(targets)) == 1:
            for way in zip(sources, targets, strict=True):
                ways[way].append(tile)
        else:
            open_tiles.append(tile)
    for tile in open_tiles:
        sources = offers[tile]
        best = min(
            permutations(wants[tile]),
            key=lambda targets: sum(way not in ways for way in zip(sources, targets, strict=True)),
        )
        for way in zip(sources, best, strict=True):
            ways[way].append(tile)
    return [Route(tuple(tiles), *way) for way, tiles in sorted(ways.items())]


def fewest_movements(routes: Iterable[Route]) -> int:
    """A bound no sequence can beat: linked places need one movement less than places.

    Every movement links two places, and all places between which tiles travel
    must be linked in the end.
    """
    root: dict[Place, Place] = {}

    def find(place: Place) -> Place:
        while root.setdefault(place, place) != place:
            place = root[place]
        return place

    links = 0
    for route in routes:
        first, second = find(route.source), find(route.target)
        if first != second:
            root[first] = second
            links += 1
    return links


def order_movements(
    before: Sequence[Meld],
    after: Sequence[LaidSet],
    heirs: Heirs,
    rules: Rules,
) -> tuple[list[Movement], int]:
    """The movements in a good order, and the least number there can be."""
    routes = find_routes(before, after, heirs)
    final = dict(zip(places_after(after, heirs), after, strict=True))
    movements: list[Movement] = []
    for linked in _components(routes):
        movements += _Order(before, final, linked, rules).best()
    return movements, fewest_movements(routes)


def _components(routes: list[Route]) -> list[list[Route]]:
    """Routes that share a place on the table, together; in order of their places."""
    groups: list[tuple[set[Place], list[Route]]] = []
    for route in routes:
        places = {route.source, route.target} - {RACK}
        linked = [group for group in groups if group[0] & places]
        merged = (
            places.union(*(group[0] for group in linked)),
            [r for group in linked for r in group[1]] + [route],
        )
        groups = [group for group in groups if group not in linked] + [merged]
    return [group[1] for group in sorted(groups, key=lambda group: min(group[0]))]


_State: TypeAlias = tuple[int, ...]
"""For each spot the routes whose tiles lie there now, as a bit set."""


class _Order:
    """The search for the order of one component's movements.

    Best first, by how untidy the table is on the way; spots are the component's
    places in order, after the rack.
    """

    def __init__(
        self,
        before: Sequence[Meld],
        final: dict[Place, LaidSet],
        routes: list[Route],
        rules: Rules,
    ) -> None:
        self.routes = routes
        self.rules = rules
        places = sorted({p for r in routes for p in (r.source, r.target)} - {RACK})
        self.places = [RACK, *places]
        self.final = [final.get(place) for place in self.places]
        self.lying = [before[p] if 0 <= p < len(before) else () for p in self.places]
        spot = {place: index for index, place in enumerate(self.places)}
        self.start, self.goal = [0] * len(spot), [0] * len(spot)
        for k, route in enumerate(routes):
            self.start[spot[route.source]] |= 1 << k
            self.goal[spot[route.target]] |= 1 << k
        self.rack = spot[RACK]
        self._piles: dict[tuple[int, int], Pile] = {}
        self._untidy: dict[tuple[int, int], tuple[int, int]] = {}

    def best(self) -> list[Movement]:
        """The movements of the best order found."""
        start, goal = tuple(self.start), tuple(self.goal)
        queue: list[tuple[int, int, int, _State, tuple[_State, ...]]] = [(0, 0, 0, start, ())]
        seen: set[_State] = set()
        pushed = 0
        while queue:
            cost, _, _, state, path = heapq.heappop(queue)
            if state == goal:
                return self._movements((*path, state))
            if state in seen:
                continue
            seen.add(state)
            if len(seen) > _EFFORT:
                return self._movements(self._dive((*path, state), goal))
            options = self._options(state)
            for after, untidy in options:
                pushed += 1
                heapq.heappush(queue, (cost + untidy, len(options), pushed, after, (*path, state)))
        raise AssertionError("every tile can always go straight to where it belongs")

    def _dive(self, path: tuple[_State, ...], goal: _State) -> tuple[_State, ...]:
        while path[-1] != goal:
            path = (*path, min(self._options(path[-1]), key=lambda option: option[1])[0])
        return path

    def _options(self, state: _State) -> list[tuple[_State, int]]:
        """Every next state and how untidy the table then is.

        Tiles wait while those that have yet to leave would lie among them, unless
        all would wait for each other.
        """
        tidy: list[tuple[_State, int]] = []
        mixed: list[tuple[_State, int]] = []
        for source, here in enumerate(state):
            for target, wanted in enumerate(self.goal):
                moving = here & wanted
                if not moving or source == target:
                    continue
                option = self._moved(state, source, target, moving)
                if self._pile(target, state[target] | moving).valid:
                    tidy.append(option)
                    continue
                (mixed if self._mixes(target, state[target]) else tidy).append(option)
                # rather gather where the tiles fit than break a set
                stops = (
                    (stop, there | moving)
                    for stop, there in enumerate(state)
                    if there & wanted and stop not in (source, target, self.rack)
                )
                for stop, gathered in stops:
                    if self._pile(stop, gathered).valid:
                        tidy.append(self._moved(state, source, stop, moving))
        return tidy or mixed

    def _mixes(self, target: int, there: int) -> bool:
        """Whether tiles that must leave still lie where others come to stay."""
        return bool(self.lying[target]) and bool(there & self.start[target])

    def _moved(self, state: _State, source: int, target: int, moving: int) -> tuple[_State, int]:
        after = list(state)
        after[source] ^= moving
        after[target] |= moving
        untidy = begun = 0
        for spot, here in enumerate(after):
            if spot != self.rack:
                broken, new = self._untidiness(spot, here)
                untidy += broken
                begun += new
        return tuple(after), untidy + max(0, begun - 1)

    def _untidiness(self, spot: int, here: int) -> tuple[int, int]:
        """(how bad a broken set of the table this is, whether a new set is unfinished)."""
        known = self._untidy.get((spot, here))
        if known is None:
            pile = self._pile(spot, here)
            if not pile.tiles or pile.valid:
                known = (0, 0)
            elif not self.lying[spot]:
                known = (0, 1)
            else:
                # new tiles among those that have yet to go are hard to keep apart
                mixed = here & self.goal[spot] and here & self.start[spot]
                known = (8 if mixed else 2, 0)
            self._untidy[(spot, here)] = known
        return known

    def _pile(self, spot: int, here: int) -> Pile:
        known = self._piles.get((spot, here))
        if known is None:
            tiles = Counter(self.lying[spot])
            for k, route in enumerate(self.routes):
                if self.start[spot] >> k & 1:
                    tiles.subtract(route.tiles)
                if here >> k & 1:
                    tiles.update(route.tiles)
            known = arrange(+tiles, self.lying[spot], self.final[spot], self.rules)
            self._piles[(spot, here)] = known
        return known

    def _movements(self, path: tuple[_State, ...]) -> list[Movement]:
        return [self._movement(state, after) for state, after in pairwise(path)]

    def _movement(self, state: _State, after: _State) -> Movement:
        changes = [b & ~a for a, b in zip(state, after, strict=True)]
        target = next(spot for spot, came in enumerate(changes) if came)
        source = next(spot for spot, here in enumerate(state) if here & changes[target])
        tiles = [
            tile
            for k, route in enumerate(self.routes)
            if changes[target] >> k & 1
            for tile in route.tiles
        ]
        nothing = Pile((), True)
        return Movement(
            tuple(sorted(tiles)),
            self.places[source],
            self.places[target],
            nothing if source == self.rack else self._pile(source, state[source]),
            nothing if source == self.rack else self._pile(source, after[source]),
            self._pile(target, state[target]),
            self._pile(target, after[target]),
        )
