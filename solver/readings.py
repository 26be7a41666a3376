"""What the tiles of a set can mean, as they lie: every legal reading.

A set is read left to right. Each physical tile fills one slot of the line, the
double joker of Twist two. A mirror joker is the fold in the middle: its sides
must say the same, read from the middle outwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from typing import Literal, TypeAlias

from solver.rules import Rules
from solver.tiles import MAX_NUMBER, Color, JokerKind, Meld, Tile, numbered

LONGEST = 2 * MAX_NUMBER + 1
"""The most tiles a set can have: a mirrored run of all numbers."""


@dataclass(frozen=True, slots=True)
class TwistStandIn:
    """What a Twist joker stands for: ``str`` gives it as text.

    The double joker stands for two ``tiles`` (``R3 R4``), the colour-change
    joker for a ``number`` in no colour of its own (``6``; ``tiles`` are then
    those of its two neighbours' colours), the mirror joker for nothing (empty).
    """

    tiles: Meld = ()
    number: int | None = None

    @property
    def face_value(self) -> int:
        """What it counts in points."""
        return self.number or sum(tile.face_value for tile in self.tiles)

    def __str__(self) -> str:
        return str(self.number) if self.number else " ".join(str(tile) for tile in self.tiles)


StandIn: TypeAlias = Tile | TwistStandIn
"""What one joker stands for: a tile for the ordinary joker."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One legal reading of a set: its kind, its points and its jokers as they lie."""

    kind: Literal["run", "group"]
    value: int
    jokers: tuple[StandIn, ...] = ()
    backward: bool = False

    def frees(self) -> Meld:
        """The tiles that would free a joker of this reading, sorted."""
        tiles: set[Tile] = set()
        for stand_in in self.jokers:
            tiles |= {stand_in} if isinstance(stand_in, Tile) else set(stand_in.tiles)
        return tuple(sorted(tiles))

    def to_json(self) -> dict[str, object]:
        """The form of the contract's ``readings``."""
        return {"kind": self.kind, "value": self.value, "jokers": [str(j) for j in self.jokers]}


@dataclass(frozen=True, slots=True)
class _Slot:
    """One step of a line: ``place`` is the physical tile that fills it."""

    place: int
    tile: Tile | None = None  # None: a joker says what it is
    change: bool = False


_Filled: TypeAlias = tuple[Tile, ...]
"""A tile for every slot; the colour of a colour-change slot is that before it."""


def readings(meld: Meld, rules: Rules) -> tuple[Reading, ...]:
    """Every legal reading of ``meld`` as laid, the one worth most first.

    Two equal jokers that only swap places make one reading. A set without a
    number tile has none. Whether the ruleset has these jokers is not asked.
    """
    if not 3 <= len(meld) <= LONGEST:
        return ()
    if not any(tile.joker for tile in meld):
        return _plain(meld, rules)
    line = _line(meld)
    fold = [place for place, tile in enumerate(meld) if tile.joker is JokerKind.MIRROR]
    if len(fold) > 1:
        return ()
    found = _mirrored(meld, line, fold[0], rules) if fold else _straight(meld, line, rules)
    unique = {_without_order(reading, meld): reading for reading in reversed(list(found))}
    ordered = reversed(list(unique.values()))
    return tuple(sorted(ordered, key=lambda reading: -reading.value))


def _plain(meld: Meld, rules: Rules) -> tuple[Reading, ...]:
    """The one reading, if any, of a set without jokers: the common and quick case."""
    first, second = meld[0], meld[1]
    colors = {tile.color for tile in meld}
    value = sum(tile.face_value for tile in meld)
    if len(colors) == 1:
        step = second.face_value - first.face_value
        in_order = all(b.face_value - a.face_value == step for a, b in pairwise(meld))
        exists = max(first.face_value, meld[-1].face_value) <= rules.highest_number
        return (
            (Reading("run", value, (), step < 0),) if abs(step) == 1 and in_order and exists else ()
        )
    numbers = {tile.number for tile in meld}
    one_each = len(colors) == len(meld) <= len(rules.colors)
    return (Reading("group", value),) if one_each and len(numbers) == 1 else ()


def _line(meld: Meld) -> list[_Slot]:
    slots = []
    for place, tile in enumerate(meld):
        if tile.joker is JokerKind.DOUBLE:
            slots += [_Slot(place), _Slot(place)]
        elif tile.is_joker:
            slots.append(_Slot(place, change=tile.joker is JokerKind.CHANGE))
        else:
            slots.append(_Slot(place, tile))
    return slots


def _straight(meld: Meld, line: Sequence[_Slot], rules: Rules) -> Iterator[Reading]:
    for kind, filled, backward in _fillings(line, rules):
        yield _reading(kind, meld, line, filled, backward)


def _mirrored(meld: Meld, line: list[_Slot], fold: int, rules: Rules) -> Iterator[Reading]:
    middle = next(i for i, slot in enumerate(line) if slot.place == fold)
    left, right = line[:middle], line[middle + 1 :]
    merged = _merged(left, right[::-1])
    if merged is None or len(merged) < 2:
        return
    for kind, filled, backward in _fillings(merged, rules):
        yield _reading(kind, meld, left + right, filled + filled[::-1], backward)


def _merged(left: Sequence[_Slot], right: Sequence[_Slot]) -> list[_Slot] | None:
    """The side of a mirror that both sides tell; None when they disagree."""
    if len(left) != len(right):
        return None
    merged = []
    for one, other in zip(left, right, strict=True):
        disagree = one.tile and other.tile and one.tile != other.tile
        if disagree or one.change != other.change:
            return None
        merged.append(_Slot(one.place, one.tile or other.tile, one.change))
    return merged


def _fillings(
    line: Sequence[_Slot], rules: Rules
) -> Iterator[tuple[Literal["run", "group"], _Filled, bool]]:
    """Kind, a tile for every slot, and whether the run lies backwards."""
    if not any(slot.tile for slot in line):
        return
    numbers = _run_numbers(line, rules)
    if numbers is not None:
        backward = numbers[-1] < numbers[0]
        for colors in _run_colors(line, rules):
            pairs = zip(colors, numbers, strict=True)
            yield "run", tuple(numbered(color, number) for color, number in pairs), backward
    for filled in _group_fillings(line, rules):
        yield "group", filled, False


def _run_numbers(line: Sequence[_Slot], rules: Rules) -> range | None:
    """The numbers along the line when it is read as a run.

    Two number tiles show the direction; with one the run is read upwards.
    """
    known = [(i, slot.tile.number or 0) for i, slot in enumerate(line) if slot.tile]
    first, number = known[0]
    step = -1 if len(known) > 1 and known[1][1] < number else 1
    start = number - step * first
    numbers = range(start, start + step * len(line), step)
    in_order = all(numbers[i] == n for i, n in known)
    exist = min(numbers) >= 1 and max(numbers) <= rules.highest_number
    return numbers if in_order and exist else None


def _run_colors(line: Sequence[_Slot], rules: Rules) -> Iterator[tuple[Color, ...]]:
    """Every way to colour the line: one colour up to each change, then another."""
    stretches: list[list[_Slot]] = [[]]
    for slot in line:
        if slot.change:
            stretches.append([])
        else:
            stretches[-1].append(slot)
    options = []
    for stretch in stretches:
        seen = {slot.tile.color for slot in stretch if slot.tile and slot.tile.color}
        if not stretch or len(seen) > 1:
            return
        options.append(tuple(seen) or rules.colors)
    for colors in product(*options):
        if all(one != other for one, other in pairwise(colors)):
            yield tuple(_spread(line, colors))


def _spread(line: Sequence[_Slot], colors: Sequence[Color]) -> Iterator[Color]:
    stretch = 0
    for slot in line:
        yield colors[stretch]
        stretch += slot.change


def _group_fillings(line: Sequence[_Slot], rules: Rules) -> Iterator[_Filled]:
    tiles = [slot.tile for slot in line if slot.tile]
    colors = [tile.color for tile in tiles if tile.color]
    one_number = len({tile.number for tile in tiles}) == 1
    if not one_number or len(set(colors)) < len(colors) or any(slot.change for slot in line):
        return
    number = tiles[0].number or 0
    missing = [color for color in rules.colors if color not in colors]
    for choice in permutations(missing, len(line) - len(tiles)):
        jokers = iter(choice)
        yield tuple(slot.tile or numbered(next(jokers), number) for slot in line)


def _reading(
    kind: Literal["run", "group"],
    meld: Meld,
    line: Sequence[_Slot],
    filled: _Filled,
    backward: bool,
) -> Reading:
    value = sum(tile.face_value for tile in filled)
    stands: dict[int, list[Tile]] = {}
    for i, (slot, tile) in enumerate(zip(line, filled, strict=True)):
        stands.setdefault(slot.place, []).append(tile)
        if slot.change:  # its tiles are those of the colours on both sides
            sides = (filled[i - 1], filled[i + 1])
            stands[slot.place] = [numbered(_color_of(one), tile.face_value) for one in sides]
    jokers = tuple(
        _stand_in(tile, stands.get(place, ())) for place, tile in enumerate(meld) if tile.joker
    )
    return Reading(kind, value, jokers, backward)


def _color_of(tile: Tile) -> Color:
    assert tile.color is not None
    return tile.color


def _stand_in(joker: Tile, tiles: Iterable[Tile]) -> StandIn:
    meant = tuple(sorted(tiles))
    if joker.joker is JokerKind.ORDINARY:
        return meant[0]
    number = meant[0].number if joker.joker is JokerKind.CHANGE else None
    return TwistStandIn(meant, number)


def _without_order(reading: Reading, meld: Meld) -> tuple[object, ...]:
    """Equal for readings of a group that only differ in which equal joker is which.

    In a run every joker's place says what it stands for, so nothing is equal there.
    """
    if reading.kind == "run":
        return ("run", reading.value, tuple(str(j) for j in reading.jokers))
    kinds = [tile for tile in meld if tile.is_joker]
    pairs = zip(kinds, reading.jokers, strict=True)
    return ("group", reading.value, tuple(sorted((str(k), str(j)) for k, j in pairs)))
