"""What a ruleset lets happen to the jokers that lie on the table.

Tables show only how a turn ended. A turn is blamed only when no account of it
is legal: for every set with a joker that no longer lies there, each of its
jokers *stays* (it stands for the same tile, in a set that still holds one of its
number tiles) or is *freed*, in one of two ways. It is *replaced* when a set
after holds all number tiles of the set and the tile the joker stood for; where
that was no tile it may be replaced with, nothing else is believed. Otherwise
its set was *split*.

Ours, where the texts are silent: of a set that was split, every set that still holds
two of its number tiles is the set that its joker came from; a set is new when it does
not hold all number tiles of a set that lay there before. Where not either colour frees the
joker of a group of three, that group going on without it was not split: the joker
was replaced, by the wrong tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import TypeAlias

from solver.differences import Difference
from solver.melds import Declarations, Declared, is_joker_in_three, readings_as_declared
from solver.notation import format_tiles
from solver.readings import Reading, StandIn, readings
from solver.rules import Rules
from solver.tiles import JokerKind, Meld, Tile, numbered

_MOST_ACCOUNTS = 20_000
_GONE = -1
_Slot: TypeAlias = tuple[int, Tile]
"""A place for a joker: the set after, by its place in ``made`` or ``_GONE``, and its kind."""


@dataclass(frozen=True, slots=True)
class _Joker:
    tile: Tile
    stands_for: StandIn

    def replacements(self) -> tuple[Meld, ...]:
        """The tiles, each choice complete, that take this joker's place."""
        if isinstance(self.stands_for, Tile):
            return ((self.stands_for,),)
        if self.tile.joker is JokerKind.CHANGE:
            return tuple((tile,) for tile in self.stands_for.tiles)
        return (self.stands_for.tiles,) if self.stands_for.tiles else ()


@dataclass(frozen=True, slots=True)
class _Account:
    """One way to tell what happened to the jokers of one set.

    ``stay`` are the jokers that stayed, each with the place in ``made`` it lies in; for
    each freed joker ``freed`` holds the slots the ruleset lets it take; ``faults`` are
    rules broken so far.
    """

    stay: tuple[tuple[int, _Joker], ...]
    freed: tuple[tuple[_Slot, ...], ...]
    faults: tuple[str, ...]
    old: Meld


def may_take_jokers(opened: bool, rules: Rules) -> bool:
    """Whether a joker of the table may be freed in a turn of this player.

    Who opens where laying off is allowed may have taken it afterwards; where no table
    tile may help to open, :mod:`solver.opening` judges what else happened to them.
    """
    untold = rules.lay_off_when_opening or not rules.table_tiles_open
    return opened or untold or rules.joker_before_opening


def joker_faults(
    turn: Difference, rules: Rules, declared: Declarations | None = None, *, opened: bool = True
) -> tuple[str, ...]:
    """Every rule about table jokers that the turn broke; ``()`` when none.

    ``opened``: whether the player had opened before the turn. Jokers that have left
    the table are not looked for: that is told by ``turn.missing``. Sets that are not
    valid are not blamed here.
    """
    concerned = [meld for meld in turn.broken_up if _has_joker(meld)]
    if not concerned:  # the common and quick case
        return ()
    made = _Made.of(turn, rules, declared or {}, may_take_jokers(opened, rules))
    old = [meld for meld in concerned if made.could_mean(meld)]
    choices = [sorted(_accounts(meld, made), key=lambda a: len(a.faults)) for meld in old]
    slots = Counter(made.slots()) + made.gone()
    best: tuple[str, ...] | None = None
    for story in islice(product(*choices), _MOST_ACCOUNTS):
        faults = _faults_of(story, slots, made)
        if faults is not None and (best is None or len(faults) < len(best)):
            best = faults
        if best == ():
            break
    return best or ()


def _has_joker(meld: Meld) -> bool:
    return any(tile.is_joker for tile in meld)


def _numbers(meld: Meld) -> Counter[Tile]:
    return Counter(tile for tile in meld if not tile.is_joker)


@dataclass(frozen=True, slots=True)
class _Made:
    """The sets that were made in the turn, and what may be asked of them."""

    sets: tuple[Meld, ...]
    readings: tuple[tuple[Reading, ...], ...]
    old_sets: frozenset[int]
    turn: Difference
    rules: Rules
    declared: Declarations
    may_take: bool

    @classmethod
    def of(cls, turn: Difference, rules: Rules, declared: Declarations, may_take: bool) -> _Made:
        before = [_numbers(meld) for meld in turn.broken_up]
        old = {
            place
            for place, meld in enumerate(turn.made)
            if any(numbers.total() > 1 and numbers <= _numbers(meld) for numbers in before)
        }
        meanings = tuple(readings_as_declared(m, rules, declared.get(m)) for m in turn.made)
        return cls(turn.made, meanings, frozenset(old), turn, rules, declared, may_take)

    def could_mean(self, old: Meld) -> tuple[Reading, ...]:
        """What a set before could mean."""
        return _could_mean(old, self.rules, self.declared.get(old))

    def slots(self) -> Iterator[_Slot]:
        """Every joker that lies in these sets."""
        for place, meld in enumerate(self.sets):
            yield from ((place, tile) for tile in meld if tile.is_joker)

    def gone(self) -> Counter[_Slot]:
        """The jokers that left the table, which is a fault told elsewhere."""
        return Counter({(_GONE, t): n for t, n in self.turn.missing.counts if t.is_joker})

    def lets_mean(self, place: int, jokers: Sequence[_Joker]) -> bool:
        """Whether jokers of that set can still stand for what ``jokers`` stood for."""
        wanted = Counter((joker.tile, joker.stands_for) for joker in jokers)
        meld = self.sets[place]
        there = [tile for tile in meld if tile.is_joker]
        if not self.readings[place]:  # not valid: no one can tell
            return Counter(j.tile for j in jokers) <= Counter(there)
        return any(
            wanted <= Counter(zip(there, reading.jokers, strict=True))
            for reading in self.readings[place]
        )


def _could_mean(old: Meld, rules: Rules, declared: Declared | None) -> tuple[Reading, ...]:
    """What a set before could mean; in a group of three perhaps either colour."""
    told = readings_as_declared(old, rules, declared)
    if not is_joker_in_three(old) or rules.joker_in_three == "declared":
        return told
    kinds = {reading.kind for reading in told}
    return tuple(one for one in readings(old, rules) if one.kind in kinds)


def replacements_of(
    old: Meld, rules: Rules, declared: Declared | None = None
) -> Iterator[tuple[Counter[Tile], Counter[Tile]]]:
    """Every choice of tiles that may take the place of jokers of a set, with those jokers."""
    for reading in _could_mean(old, rules, declared):
        jokers = _jokers_of(old, reading)
        for count in range(1, len(jokers) + 1):
            for gone in combinations(jokers, count):
                for put in _replacements(old, list(gone), rules, reading):
                    yield put, Counter(joker.tile for joker in gone)


def _jokers_of(old: Meld, reading: Reading) -> list[_Joker]:
    tiles = [tile for tile in old if tile.is_joker]
    return [_Joker(t, j) for t, j in zip(tiles, reading.jokers, strict=True)]


def _accounts(old: Meld, made: _Made) -> Iterator[_Account]:
    for reading in made.could_mean(old):
        jokers = _jokers_of(old, reading)
        for count in range(len(jokers) + 1):
            for freed in combinations(range(len(jokers)), count):
                stay = [joker for i, joker in enumerate(jokers) if i not in freed]
                gone = [jokers[i] for i in freed]
                hosted = list(_hosted(old, stay, gone, made, reading))
                told = list(hosted)
                # a table tile in the joker's place shows that it was not a split
                if all(not account.faults for account in hosted):
                    told += _split(old, stay, gone, made, reading)
                if gone and not made.may_take:
                    too_early = f"the joker of {format_tiles(old)} was taken before the opening"
                    told = [replace(one, faults=(*one.faults, too_early)) for one in told]
                yield from told


def _hosted(
    old: Meld, stay: list[_Joker], gone: list[_Joker], made: _Made, reading: Reading
) -> Iterator[_Account]:
    """Accounts in which the set still lies there, perhaps with jokers replaced."""
    for placed in _replacements(old, gone, made.rules, reading):
        needed = _numbers(old) + placed + Counter(joker.tile for joker in stay)
        for place, meld in enumerate(made.sets):
            if needed <= Counter(meld) and made.lets_mean(place, stay):
                own = all(made.turn.added[tile] >= count for tile, count in placed.items())
                faults = _replacing_faults(old, own, made) if gone else ()
                slots = [_targets(old, joker, made, host=place) for joker in gone]
                yield _Account(tuple((place, j) for j in stay), tuple(slots), faults, old)


def _replacements(
    old: Meld, gone: list[_Joker], rules: Rules, reading: Reading
) -> Iterator[Counter[Tile]]:
    """The tiles, each choice complete, that take the place of the freed jokers."""
    if gone and _asks_for_more(old, rules, reading) and rules.joker_in_three == "both":
        there = {tile.color for tile in old}
        number = max(tile.face_value for tile in old)
        yield Counter(numbered(color, number) for color in rules.colors if color not in there)
        return
    for put in product(*(joker.replacements() for joker in gone)):
        yield Counter(tile for tiles in put for tile in tiles)


def _asks_for_more(old: Meld, rules: Rules, reading: Reading) -> bool:
    """Whether not just either missing colour frees the joker of this set."""
    in_three = is_joker_in_three(old) and reading.kind == "group"
    return in_three and rules.joker_in_three != "either"


def _replacing_faults(old: Meld, own: bool, made: _Made) -> tuple[str, ...]:
    if own:
        return ()
    if made.rules.joker_freed_by != "any":
        return (
            f"the joker of {format_tiles(old)} was replaced with a table tile: "
            "only a tile of one's own may replace it",
        )
    return _rack_tile_faults(old, made)


def _rack_tile_faults(old: Meld, made: _Made) -> tuple[str, ...]:
    if made.rules.freed_joker_needs_rack_tile and not made.turn.added.total:
        return (f"the joker of {format_tiles(old)} was freed without playing a rack tile as well",)
    return ()


def _split(
    old: Meld, stay: list[_Joker], gone: list[_Joker], made: _Made, reading: Reading
) -> Iterator[_Account]:
    """Accounts in which the set was taken apart."""
    faults: tuple[str, ...] = ()
    goes_on = any(_numbers(old) <= Counter(meld) for meld in made.sets)
    if gone and goes_on and _asks_for_more(old, made.rules, reading):
        faults = (_wrong_tile(old, gone[0], made.rules),)
    elif not made.rules.joker_split:
        faults = (
            f"{format_tiles(old)} was split or moved: a set with a joker may only be added to",
        )
    elif gone:
        faults = _rack_tile_faults(old, made)
    places = [
        [
            place
            for place, meld in enumerate(made.sets)
            if made.lets_mean(place, [joker]) and _numbers(meld) & _numbers(old)
        ]
        for joker in stay
    ]
    slots = tuple(_targets(old, joker, made, host=None) for joker in gone)
    for chosen in product(*places):
        yield _Account(tuple(zip(chosen, stay, strict=True)), slots, faults, old)


def _wrong_tile(old: Meld, joker: _Joker, rules: Rules) -> str:
    if rules.joker_in_three == "both":
        return (
            f"the joker of {format_tiles(old)} was freed by one colour alone: "
            "only both missing colours together free it"
        )
    return (
        f"the joker of {format_tiles(old)} was declared to be {joker.stands_for}: "
        "only that tile frees it"
    )


def _targets(old: Meld, joker: _Joker, made: _Made, host: int | None) -> tuple[_Slot, ...]:
    """Where the ruleset lets a freed joker go."""
    where = made.rules.freed_joker
    places = [(_GONE, joker.tile)]
    for place, meld in enumerate(made.sets):
        # where the old set lies at its host, tiles like its own elsewhere are other copies
        holds_more = host is None and (_numbers(meld) & _numbers(old)).total() > 1
        came_from = place == host or holds_more
        forbidden = (where != "any set" and came_from) or (
            where == "new set" and place in made.old_sets
        )
        if joker.tile in meld and not forbidden:
            places.append((place, joker.tile))
    return tuple(places)


def _faults_of(
    story: Sequence[_Account], slots: Counter[_Slot], made: _Made
) -> tuple[str, ...] | None:
    """The faults of one account for every set; None when the jokers do not fit it."""
    free = slots.copy()
    together: dict[int, list[_Joker]] = {}
    for place, joker in (stayed for account in story for stayed in account.stay):
        free[(place, joker.tile)] -= 1
        together.setdefault(place, []).append(joker)
    if any(count < 0 for count in free.values()):
        return None
    # each may mean what it meant, and yet not all of them beside each other
    if any(len(jokers) > 1 and not made.lets_mean(p, jokers) for p, jokers in together.items()):
        return None
    faults = [fault for account in story for fault in account.faults]
    wishes = [(account.old, wish) for account in story for wish in account.freed]
    for old in _unplaced(wishes, free):
        faults.append(f"the joker freed from {format_tiles(old)} must go into {_a(made.rules)}")
    return tuple(dict.fromkeys(faults))


def _a(rules: Rules) -> str:
    return {
        "any set": "a set on the table",
        "new set": "a new set",
        "another set": "another set than it came from",
    }[rules.freed_joker]


def _unplaced(wishes: list[tuple[Meld, tuple[_Slot, ...]]], free: Counter[_Slot]) -> list[Meld]:
    """The sets whose freed jokers find no slot when as many as can be have one."""
    if not wishes:
        return []
    (old, wish), *others = wishes
    best = [old, *_unplaced(others, free)]
    for slot in set(wish):
        if free[slot] > 0:
            rest = _unplaced(others, free - Counter([slot]))
            if len(rest) < len(best):
                best = rest
    return best
