"""Why a set is valid or not, in one plain sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from solver.options import COLOR_WORDS
from solver.readings import Reading
from solver.rules import Rules
from solver.tiles import FEWEST_IN_SET, JokerKind, Meld, Tile

_COUNT_WORDS = {1: "one", 2: "two", 3: "three", 4: "four"}


def why_valid(meld: Meld, found: Sequence[Reading], rules: Rules) -> str:
    """Why ``meld`` is a set, given its readings (at least one)."""
    meanings = dict.fromkeys((reading.kind, reading.value) for reading in found)
    if len(meanings) > 1:
        listed = " or ".join(f"a {kind} worth {value}" for kind, value in meanings)
        asked = "which is meant must be declared"
        if rules.two_jokers_declared:
            asked = "the rules want declared which is meant"
        return f"valid either way, {listed}: {asked}"
    best = found[0]
    numbers = [tile.face_value for tile in meld if not tile.is_joker]
    mirrored = ", and its mirror image" if _has(meld, JokerKind.MIRROR) else ""
    if best.kind == "group":
        colors = best.value // numbers[0] // (2 if mirrored else 1)
        return f"{_COUNT_WORDS[colors]} different colours of {numbers[0]}{mirrored}"
    return _run_words(meld, best, rules) + mirrored


def _run_words(meld: Meld, best: Reading, rules: Rules) -> str:
    first, last = _run_ends(meld, best)
    change = next((str(j) for t, j in _jokers(meld, best) if t.joker is JokerKind.CHANGE), None)
    if change:
        words = f"{first} to {last} in order, the colour changing at {change}"
    else:
        color = next(tile.color for tile in meld if tile.color)
        words = f"{COLOR_WORDS[color]} {first} to {last} in order"
    return words + (", laid backwards" if best.backward else "")


def _run_ends(meld: Meld, best: Reading) -> tuple[int, int]:
    """First and last number of a run, up to the fold of a mirror."""
    stand_ins = iter(best.jokers)
    numbers: list[int] = []
    for tile in meld:
        if not tile.is_joker:
            numbers.append(tile.face_value)
            continue
        meant = next(stand_ins)
        if tile.joker is JokerKind.MIRROR:
            break
        tiles = (meant,) if isinstance(meant, Tile) else meant.tiles
        numbers += sorted((t.face_value for t in tiles), reverse=best.backward)
    return numbers[0], numbers[-1]


def _jokers(meld: Meld, reading: Reading) -> list[tuple[Tile, object]]:
    return list(zip((t for t in meld if t.is_joker), reading.jokers, strict=False))


def why_invalid(meld: Meld, rules: Rules) -> str:
    """Why ``meld``, which has no legal reading, is no set."""
    numbers = [tile for tile in meld if not tile.is_joker]
    if len(meld) < FEWEST_IN_SET:
        return _too_few(meld)
    if not numbers:
        asked = ": it must be declared" if rules.only_jokers_declared else ""
        return f"no number tile says what the jokers stand for{asked}"
    twist = _why_no_mirror(meld) if _has(meld, JokerKind.MIRROR) else None
    if twist is None and _has(meld, JokerKind.CHANGE) and not _looks_like_group(numbers):
        twist = _why_no_change(meld) or _why_no_run(meld, numbers, rules)
    return twist or _why_neither(meld, numbers, rules)


def _why_neither(meld: Meld, numbers: Sequence[Tile], rules: Rules) -> str:
    if _looks_like_group(numbers):
        return _why_no_group(meld, numbers, rules)
    if len({tile.color for tile in numbers}) == 1:
        return _why_no_run(meld, numbers, rules)
    if len({tile.number for tile in numbers}) == len(numbers):
        return "a run has one colour, and a group one number"
    return "the tiles have neither one number nor one colour"


def _too_few(meld: Meld) -> str:
    if not meld:
        return "there are no tiles"
    if len(meld) == 1:
        return "a loose tile: a set has at least three tiles"
    return "only two tiles: a set has at least three"


def _has(meld: Meld, kind: JokerKind) -> bool:
    return any(tile.joker is kind for tile in meld)


def _looks_like_group(numbers: Sequence[Tile]) -> bool:
    return len(numbers) > 1 and len({tile.number for tile in numbers}) == 1


def _why_no_group(meld: Meld, numbers: Sequence[Tile], rules: Rules) -> str:
    twice, count = Counter(tile.color for tile in numbers).most_common(1)[0]
    if count == len(numbers):
        return f"{_name(numbers[0])} {_times(count)} makes neither a run nor a group"
    if count > 1 and twice and not _has(meld, JokerKind.MIRROR):
        return f"{COLOR_WORDS[twice]} {_times(count)} in a group: its colours must differ"
    if _has(meld, JokerKind.CHANGE):
        return "the colour-change joker belongs to runs only"
    missing = len(rules.colors) - len({tile.color for tile in numbers})
    if missing == 0:
        return "every colour is there: nothing is left for the joker"
    left = "colour is" if missing == 1 else "colours are"
    return f"the jokers stand for more tiles than the group lacks: {missing} {left} missing"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{_COUNT_WORDS.get(count, count)} times"


def _name(tile: Tile) -> str:
    assert tile.color is not None
    return f"{COLOR_WORDS[tile.color]} {tile.number}"


def _why_no_mirror(meld: Meld) -> str | None:
    folds = [i for i, tile in enumerate(meld) if tile.joker is JokerKind.MIRROR]
    if len(folds) > 1:
        return "a set has one mirror joker at most"
    left, right = meld[: folds[0]], meld[folds[0] + 1 :]
    if _slots(left) != _slots(right):
        return "the sides of the mirror differ in length"
    if _slots(left) < 2:
        return "each side of the mirror must have at least two tiles"
    pairs = zip(left, reversed(right), strict=False)
    if any(a != b and not a.is_joker and not b.is_joker for a, b in pairs):
        return "the right side does not mirror the left"
    return None


def _slots(side: Meld) -> int:
    return sum(2 if tile.joker is JokerKind.DOUBLE else 1 for tile in side)


def _why_no_change(meld: Meld) -> str | None:
    stretches: list[set[str]] = [set()]
    lengths = [0]
    for tile in meld:
        if tile.joker is JokerKind.CHANGE:
            stretches.append(set())
            lengths.append(0)
        else:
            lengths[-1] += 1
            stretches[-1] |= {str(tile.color)} if tile.color else set()
    if 0 in lengths:
        return "a tile must lie on each side of the colour-change joker"
    if any(len(stretch) > 1 for stretch in stretches):
        return "the colour may change at the colour-change joker only"
    if any(a & b for a, b in pairwise(stretches)):
        return "the colour does not change at the colour-change joker"
    return None


def _why_no_run(meld: Meld, numbers: Sequence[Tile], rules: Rules) -> str:
    """Why tiles of one colour (or of stretches of one colour) are no run."""
    double = next((t for t, n in Counter(numbers).items() if n > 1), None)
    if double is not None and not _has(meld, JokerKind.MIRROR):
        return f"{_name(double)} lies there {_times(Counter(numbers)[double])}"
    places = _numbers_at(meld)
    backward = len(places) > 1 and places[1][1] < places[0][1] and not _wraps(places, rules)
    ordered = [(at, -number if backward else number) for at, number in places]
    for (at, one), (then, two) in pairwise(ordered):
        if two < one:
            wrapped = (abs(one), abs(two)) == (rules.highest_number, 1)
            return f"1 does not follow {abs(one)}" if wrapped else "the numbers are not in order"
        between, jokers = two - one - 1, then - at - 1
        if between > jokers:
            return _gap_words(abs(one), abs(two), between - jokers)
        if between < jokers:
            return f"more jokers lie between {abs(one)} and {abs(two)} than numbers are missing"
    return _why_beyond(ordered, meld, rules)


def _numbers_at(meld: Meld) -> list[tuple[int, int]]:
    """(slot, number) of every number tile; a double joker fills two slots."""
    places, slot = [], 0
    for tile in meld:
        if tile.number:
            places.append((slot, tile.number))
        slot += 2 if tile.joker is JokerKind.DOUBLE else 1
    return places


def _wraps(places: Sequence[tuple[int, int]], rules: Rules) -> bool:
    return places[0][1] == rules.highest_number and places[1][1] == 1


def _gap_words(one: int, two: int, missing: int) -> str:
    if missing == 1:
        return f"a number is missing between {one} and {two}"
    return f"{missing} numbers are missing between {one} and {two}"


def _why_beyond(ordered: Sequence[tuple[int, int]], meld: Meld, rules: Rules) -> str:
    at, number = ordered[0]
    first, last = number - at, number - at + _slots(meld) - 1
    if number < 0:
        first, last = -last, -first
    if last - first + 1 > rules.highest_number:
        return f"no number is left for the joker: {rules.highest_number} is the last"
    if last > rules.highest_number:
        return f"nothing follows {rules.highest_number}"
    return "nothing comes before 1"
