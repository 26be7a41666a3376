"""The opening: a player's first sets, worth enough points, by the ruleset's conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from solver.differences import Difference, difference
from solver.joker_policy import replacements_of
from solver.melds import Declarations, judge
from solver.notation import format_tiles
from solver.rules import Rules
from solver.tiles import Meld, Tile


@dataclass(frozen=True, slots=True)
class Opening:
    """What a turn opened with: its own sets, their points, and what was wrong.

    ``points`` counts every set with its best reading; ``declare`` names the sets
    for which that reading must be declared, or the opening falls short.
    """

    sets: tuple[Meld, ...]
    points: int
    faults: tuple[str, ...]
    declare: tuple[Meld, ...] = ()


def judge_opening(turn: Difference, rules: Rules, declared: Declarations | None = None) -> Opening:
    """The opening in ``turn``, of a player who has not opened before.

    Where tables leave open what happened, the account that is best for the player.
    """
    said = declared or {}
    told = [_told(turn, swaps, rules, said) for swaps in _swap_accounts(turn, rules, said)]
    return min(told, key=lambda opening: (len(opening.faults), -opening.points))


def may_lie_in_opening(tile: Tile, rules: Rules) -> bool:
    """Whether the rules let ``tile`` count in an opening."""
    return not tile.is_joker or rules.joker_opening_value != "not allowed"


@dataclass(frozen=True, slots=True)
class _Swap:
    """A table set in which the own tiles ``put`` took the place of ``jokers``.

    ``host`` lies there now; where laying off is allowed it may hold more tiles.
    """

    host: Meld
    put: Counter[Tile]
    jokers: Counter[Tile]


def _swap_accounts(
    turn: Difference, rules: Rules, declared: Declarations
) -> Iterator[tuple[_Swap, ...]]:
    """Every way to tell which table jokers were replaced with own tiles; none first."""
    if not rules.joker_before_opening or rules.table_tiles_open:
        yield ()
        return
    old = [meld for meld in turn.broken_up if any(tile.is_joker for tile in meld)]
    choices = [(None, *_swaps_of(meld, turn, rules, declared)) for meld in old]
    own, made = Counter(dict(turn.added.counts)), Counter(turn.made)
    for chosen in product(*choices):
        swaps = tuple(swap for swap in chosen if swap is not None)
        put = sum((swap.put for swap in swaps), Counter[Tile]())
        if put <= own and Counter(swap.host for swap in swaps) <= made:
            yield swaps


def _swaps_of(old: Meld, turn: Difference, rules: Rules, declared: Declarations) -> Iterator[_Swap]:
    for put, freed in replacements_of(old, rules, declared.get(old)):
        needed = Counter(old) - freed + put
        for meld in dict.fromkeys(turn.made):
            there = Counter(meld)
            if needed == there or (rules.lay_off_when_opening and needed <= there):
                yield _Swap(meld, put, freed)


def _told(
    turn: Difference, swaps: Sequence[_Swap], rules: Rules, declared: Declarations
) -> Opening:
    """The opening by one account of the jokers that were replaced."""
    sets = tuple(_opening_sets(turn, swaps, rules, declared))
    values = [judge(meld, rules, declared.get(meld)).value for meld in sets]
    points = sum(values) if rules.several_sets_open else max(values, default=0)
    faults = [] if rules.table_tiles_open else list(_table_faults(turn, sets, swaps, rules))
    faults += _joker_faults(turn, swaps, rules)
    if points < rules.opening_points:
        faults.append(_too_small(points, len(sets), rules))
    return Opening(sets, points, tuple(faults), _to_declare(sets, points, rules, declared))


def _opening_sets(
    turn: Difference, swaps: Sequence[_Swap], rules: Rules, declared: Declarations
) -> Iterator[Meld]:
    """The sets that count; where laying off is allowed, also inside larger sets."""
    if rules.table_tiles_open:
        yield from _with_table_tiles(turn.made, rules, declared)
        return
    own = _own(turn, swaps)
    own = Counter({tile: n for tile, n in own.items() if may_lie_in_opening(tile, rules)})
    if rules.lay_off_when_opening:
        # a set like one that lay there before may be the player's own all the same
        everywhere = (*turn.made, *turn.unchanged)
        parts = [_parts_within(meld, own, rules, declared) for meld in everywhere]
        yield from _worth_most([options for options in parts if options], own, rules)
        return
    hosts = Counter(swap.host for swap in swaps)
    for meld in turn.made:
        if hosts[meld]:
            hosts[meld] -= 1
        elif Counter(meld) <= own and judge(meld, rules, declared.get(meld)).valid:
            own -= Counter(meld)
            yield meld


def _own(turn: Difference, swaps: Sequence[_Swap]) -> Counter[Tile]:
    """The tiles that the opening may be made of: the player's own and freed jokers."""
    own = Counter(dict(turn.added.counts))
    for swap in swaps:
        own += swap.jokers
        own -= swap.put
    return own


def _with_table_tiles(made: Sequence[Meld], rules: Rules, declared: Declarations) -> Iterator[Meld]:
    for meld in made:
        if all(may_lie_in_opening(tile, rules) for tile in meld):
            yield meld
        elif rules.lay_off_when_opening:
            there = Counter(tile for tile in meld if not tile.is_joker)
            yield from list(_parts_within(meld, there, rules, declared))[:1]


def _parts_within(
    meld: Meld, own: Counter[Tile], rules: Rules, declared: Declarations
) -> dict[Meld, int]:
    """The sets inside ``meld`` that ``own`` tiles could have laid first, with their
    points, those worth most first."""
    points = {}
    for part in _parts(meld):
        said = declared.get(part) if part == meld else None
        if Counter(part) <= own and (verdict := judge(part, rules, said)).valid:
            points[part] = verdict.value
    return dict(sorted(points.items(), key=lambda item: -item[1]))


def _parts(meld: Meld) -> Iterator[Meld]:
    """The sets that may have been laid first: stretches, or parts of a group."""
    for first in range(len(meld)):
        for after in range(first + 3, len(meld) + 1):
            yield meld[first:after]
    if len(meld) == 4:
        yield from combinations(meld, 3)


def _worth_most(
    parts: Sequence[Mapping[Meld, int]], own: Counter[Tile], rules: Rules
) -> tuple[Meld, ...]:
    """One part at most of each set, no tile of ``own`` used twice, worth most together.

    Where one set alone must open, the part worth most.
    """
    if not rules.several_sets_open:
        every = [(points, part) for options in parts for part, points in options.items()]
        return (max(every, key=lambda one: one[0])[1],) if every else ()
    hopes = [max(options.values()) for options in parts]
    best: tuple[int, tuple[Meld, ...]] = (0, ())

    def choose(place: int, left: Counter[Tile], points: int, chosen: tuple[Meld, ...]) -> None:
        nonlocal best
        if points > best[0]:
            best = (points, chosen)
        if place == len(parts) or points + sum(hopes[place:]) <= best[0]:
            return
        for part, worth in parts[place].items():
            if Counter(part) <= left:
                choose(place + 1, left - Counter(part), points + worth, (*chosen, part))
        choose(place + 1, left, points, chosen)

    choose(0, own, 0, ())
    return best[1]


def _joker_faults(turn: Difference, swaps: Sequence[_Swap], rules: Rules) -> Iterator[str]:
    """Sets of the opening that hold a joker where none may lie in it."""
    if rules.joker_opening_value != "not allowed" or rules.lay_off_when_opening:
        return
    own = _own(turn, swaps)
    for meld in turn.made:
        mine = rules.table_tiles_open or Counter(meld) <= own
        if mine and any(tile.is_joker for tile in meld):
            yield f"no joker may lie in the opening: {format_tiles(meld)}"


def _table_faults(
    turn: Difference, sets: tuple[Meld, ...], swaps: Sequence[_Swap], rules: Rules
) -> Iterator[str]:
    if not turn.broken_up or rules.lay_off_when_opening:
        return
    own = Counter([*sets, *(swap.host for swap in swaps)])
    # each may be of tiles that the player had, and all together of more than those
    left = _own(turn, swaps) - Counter(tile for meld in sets for tile in meld)
    for meld in turn.made:
        if own[meld]:
            own[meld] -= 1
            continue
        host = next((old for old in turn.broken_up if Counter(old) <= Counter(meld)), None)
        if host is not None:
            yield (
                f"laying off in the opening turn: {format_tiles(host)} became {format_tiles(meld)}"
            )
        elif Counter(meld) <= left:  # no set, but of own tiles
            left -= Counter(meld)
        else:
            yield f"the opening turn used table tiles: {format_tiles(meld)}"


def _too_small(points: int, sets: int, rules: Rules) -> str:
    if not sets:
        return (
            f"no opening: no set of the player's own tiles alone lies there, "
            f"{rules.opening_points} points are needed"
        )
    alone = "" if rules.several_sets_open or sets == 1 else " in one set"
    return f"the opening is worth {points} points{alone}, {rules.opening_points} are needed"


def _to_declare(
    sets: tuple[Meld, ...], points: int, rules: Rules, declared: Declarations
) -> tuple[Meld, ...]:
    """The sets whose lesser reading would make the opening too small."""
    found = []
    for meld in sets:
        verdict = judge(meld, rules, declared.get(meld))
        least = min((reading.value for reading in verdict.readings), default=0)
        if points - verdict.value + least < rules.opening_points <= points:
            found.append(meld)
    return tuple(found)


def opening_of(sets: Sequence[Meld], rules: Rules) -> Opening:
    """How ``sets`` of one's own tiles would do as an opening."""
    return judge_opening(difference((), sets), rules)


def find_opening(rack: Meld, rules: Rules) -> tuple[Meld, ...]:
    """The sets with which ``rack`` alone could open; ``()`` when it could not."""
    from solver.search import best_play  # loaded only when it is asked
    from solver.state import GameState

    own = tuple(tile for tile in rack if may_lie_in_opening(tile, rules))
    state = GameState((), own, opened=False, rules=rules)
    optimum = best_play(state, "value", joker_rules=not rules.two_jokers)
    sets = tuple(laid.tiles for laid in optimum.sets)
    return sets if sets and not opening_of(sets, rules).faults else ()
