"""The opening: a player's first sets, own tiles alone, worth enough points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.differences import Difference, difference
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
    """The opening in ``turn``, of a player who has not opened before."""
    said = declared or {}
    swaps = tuple(_swaps(turn)) if rules.joker_before_opening else ()
    sets = turn.made if rules.table_tiles_open else tuple(_own_sets(turn, swaps, rules, said))
    values = [judge(meld, rules, said.get(meld)).value for meld in sets]
    points = sum(values) if rules.several_sets_open else max(values, default=0)
    faults = [] if rules.table_tiles_open else list(_table_faults(turn, sets, swaps, rules))
    faults += _joker_faults(turn, rules)
    if points < rules.opening_points:
        faults.append(_too_small(points, len(sets), rules))
    return Opening(sets, points, tuple(faults), _to_declare(sets, points, rules, said))


def may_lie_in_opening(tile: Tile, rules: Rules) -> bool:
    """Whether the rules let ``tile`` count in an opening."""
    return not tile.is_joker or rules.joker_opening_value != "not allowed"


@dataclass(frozen=True, slots=True)
class _Swap:
    """A table set in which own tiles took the place of ``jokers``; ``host`` lies there now."""

    host: Meld
    jokers: Counter[Tile]


def _swaps(turn: Difference) -> Iterator[_Swap]:
    own = Counter(dict(turn.added.counts))
    for old in turn.broken_up:
        for meld in turn.made:
            lost, gained = Counter(old) - Counter(meld), Counter(meld) - Counter(old)
            jokers_alone = bool(lost) and all(tile.is_joker for tile in lost)
            if jokers_alone and gained and gained <= own:
                own -= gained
                yield _Swap(meld, lost)
                break


def _own_sets(
    turn: Difference, swaps: Sequence[_Swap], rules: Rules, declared: Declarations
) -> Iterator[Meld]:
    """The sets of own tiles; where laying off is allowed, also inside larger sets."""
    own = Counter(dict(turn.added.counts)) + sum((swap.jokers for swap in swaps), Counter())
    own = Counter({tile: n for tile, n in own.items() if may_lie_in_opening(tile, rules)})
    mixed = []
    for meld in turn.made:
        if Counter(meld) <= own and judge(meld, rules, declared.get(meld)).valid:
            own -= Counter(meld)
            yield meld
        else:
            mixed.append(meld)
    if rules.lay_off_when_opening:
        for meld in mixed:
            part = _best_part(meld, own, rules)
            if part is not None:
                own -= Counter(part)
                yield part


def _joker_faults(turn: Difference, rules: Rules) -> Iterator[str]:
    """Sets of one's own that hold a joker where none may lie in the opening."""
    if rules.joker_opening_value != "not allowed" or rules.lay_off_when_opening:
        return
    own = Counter(dict(turn.added.counts))
    for meld in turn.made:
        if Counter(meld) <= own and any(tile.is_joker for tile in meld):
            yield f"no joker may lie in the opening: {format_tiles(meld)}"


def _best_part(meld: Meld, own: Counter[Tile], rules: Rules) -> Meld | None:
    parts = [part for part in _parts(meld) if Counter(part) <= own and judge(part, rules).valid]
    return max(parts, key=lambda part: judge(part, rules).value, default=None)


def _parts(meld: Meld) -> Iterator[Meld]:
    """The smaller sets that may have been laid first: stretches, or parts of a group."""
    for first in range(len(meld)):
        for after in range(first + 3, len(meld) + 1):
            yield meld[first:after]
    if len(meld) == 4:
        yield from combinations(meld, 3)


def _table_faults(
    turn: Difference, sets: tuple[Meld, ...], swaps: Sequence[_Swap], rules: Rules
) -> Iterator[str]:
    if not turn.broken_up or rules.lay_off_when_opening:
        return
    own = Counter([*sets, *(swap.host for swap in swaps)])
    for meld in turn.made:
        if own[meld]:
            continue
        host = next((old for old in turn.broken_up if Counter(old) <= Counter(meld)), None)
        if host is not None:
            yield (
                f"laying off in the opening turn: {format_tiles(host)} became {format_tiles(meld)}"
            )
        elif Counter(meld) - Counter(dict(turn.added.counts)):
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
