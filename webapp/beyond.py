"""Tiles of a table that its photo does not show, but that may lie beyond the photo's edge.

Of a photo of the table after a turn: what is missing there. Of one of the table before: what
is new afterwards, be it that the turn is legal only if it lay there, or only if it did not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice

from solver.tiles import FEWEST_IN_SET, Meld, Tile

MOST_WAYS = 2_000
"""So many ways in which new tiles may have lain there before are tried, fewest sets first."""

IsSet = Callable[[Meld], bool]
"""Whether tiles may lie as a set between two turns."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A set as it may have lain before the turn: what of it was ``seen``, what was hidden."""

    whole: Meld
    seen: tuple[Meld, ...]
    hidden: Counter[Tile]


def unseen_tiles(
    before: Sequence[Meld],
    after: Sequence[Meld],
    rack_before: Meld | None,
    rack_after: Meld | None,
) -> Meld:
    """The tiles of the table ``before`` that are neither on that ``after`` nor taken to the rack.

    A rack that was not shown is None.
    """
    gone = _count(before) - _count(after)
    taken = Counter(rack_after or ()) - Counter(rack_before or ())
    return tuple(sorted((gone - taken).elements()))


def as_if_they_lay_there(
    before: Sequence[Meld], after: Sequence[Meld], unseen: Meld
) -> tuple[tuple[Meld, ...], tuple[Meld, ...]]:
    """Both tables as they would be if the ``unseen`` tiles lay on, beyond the photo's edge.

    What is left of their sets is completed by them; where too little is left for a set,
    their place is not known, and they are on neither table.
    """
    lying, hidden, lay = list(after), Counter(unseen), []
    for meld in before:
        if not Counter(meld) & hidden:
            lay.append(meld)
            continue
        pieces = _pieces_of(meld, lying)
        mine = (Counter(meld) - _count(pieces)) & hidden
        whole = _those_of(meld, _count(pieces) + mine)
        hidden -= mine
        if len(whole) < FEWEST_IN_SET:
            lay.append(_those_of(meld, Counter(meld) - mine))
            continue
        for piece in pieces:
            lying.remove(piece)
        lying.append(whole)
        lay.append(meld)
    return tuple(filter(None, lay)), tuple(lying)


def may_have_lain(
    before: Sequence[Meld],
    after: Sequence[Meld],
    rack_before: Meld | None,
    rack_after: Meld | None,
) -> Iterator[Meld]:
    """Which of the new tiles of the table ``after`` may have lain there, unseen, ``before``.

    First those that did not come from the rack, then with them those that lie in sets of
    which a piece lay there, then all; tiles that the racks show to have been played never.
    A rack that was not shown is None.
    """
    new = _count(after) - _count(before)
    held = new if rack_before is None else Counter(rack_before)
    foreign = new - held
    if rack_before is not None and rack_after is not None:
        tries = [new - (held - Counter(rack_after))]
    else:
        joined = _count([_joined(meld, before) for meld in after]) & new
        tries = [foreign, foreign | joined, new]
    yield from dict.fromkeys(tuple(sorted(tiles.elements())) for tiles in tries if tiles)


def as_if_they_had_lain(
    before: Sequence[Meld], after: Sequence[Meld], unseen: Meld
) -> tuple[Meld, ...]:
    """The table ``before`` with ``unseen`` tiles in the sets where they lie ``after``, as far
    as pieces of those lay there."""
    same = Counter(before) & Counter(after)
    free = list((Counter(before) - same).elements())
    lain, hidden = list(same.elements()), Counter(unseen)
    for meld in (Counter(after) - same).elements():
        pieces = _pieces_of(meld, free)
        mine = (Counter(meld) - _count(pieces)) & hidden
        hidden -= mine
        for piece in pieces:
            free.remove(piece)
        lain += [_those_of(meld, _count(pieces) + mine)] if mine else pieces
    return (*lain, *free)


def tables_before(
    before: Sequence[Meld],
    after: Sequence[Meld],
    rack_before: Meld | None,
    rack_after: Meld | None,
    is_set: IsSet,
) -> Iterator[tuple[Meld, tuple[Meld, ...]]]:
    """Each way in which new tiles may have lain there before: these tiles, and the table
    ``before`` with them.

    They lay in sets: in those where they lie ``after``, with the rest of these or without,
    or as the ends of sets that were seen. As many as can be come first, then few. Tiles that
    the racks show to have been played lay in none. A rack that was not shown is None.
    """
    new = _count(after) - _count(before)
    if rack_before is not None and rack_after is not None:
        new -= Counter(rack_before) - Counter(rack_after)
    places = [*_places_after(before, after, new, is_set), *_longer(before, new, is_set)]
    several = (combinations(places, count) for count in range(1, len(places) + 1))
    ways = chain([_most(places, before, new)], chain.from_iterable(several))
    for chosen in islice(ways, MOST_WAYS):
        if chosen and _go_together(chosen, before, new):
            hidden, seen = _taken(chosen)
            lying = Counter(before) - seen + Counter(one.whole for one in chosen)
            yield tuple(sorted(hidden.elements())), tuple(lying.elements())


def _most(
    places: Sequence[_Place], before: Sequence[Meld], new: Counter[Tile]
) -> tuple[_Place, ...]:
    """Places that hold as many of the new tiles as can be, the fullest taken first."""
    chosen: tuple[_Place, ...] = ()
    for one in sorted(places, key=lambda one: -one.hidden.total()):
        if _go_together((*chosen, one), before, new):
            chosen = (*chosen, one)
    return chosen


def _go_together(chosen: Sequence[_Place], before: Sequence[Meld], new: Counter[Tile]) -> bool:
    hidden, seen = _taken(chosen)
    return hidden <= new and seen <= Counter(before)


def _taken(chosen: Sequence[_Place]) -> tuple[Counter[Tile], Counter[Meld]]:
    """The new tiles that these places take, and the sets that were seen."""
    hidden = Counter(tile for one in chosen for tile in one.hidden.elements())
    return hidden, Counter(meld for one in chosen for meld in one.seen)


def _places_after(
    before: Sequence[Meld], after: Sequence[Meld], new: Counter[Tile], is_set: IsSet
) -> Iterator[_Place]:
    """Sets of the table after, or what of them may have been one before."""
    same = Counter(before) & Counter(after)
    free = list((Counter(before) - same).elements())
    for meld in Counter(after) - same:
        pieces = _pieces_of(meld, free)
        rest = list(((Counter(meld) - _count(pieces)) & new).elements())
        parts = (combinations(rest, count) for count in range(1, len(rest) + 1))
        for hidden in dict.fromkeys(islice(chain.from_iterable(parts), MOST_WAYS)):
            whole = _those_of(meld, _count(pieces) + Counter(hidden))
            if len(whole) >= FEWEST_IN_SET and is_set(whole):
                yield _Place(whole, tuple(pieces), Counter(hidden))


def _longer(before: Sequence[Meld], new: Counter[Tile], is_set: IsSet) -> Iterator[_Place]:
    """Sets that were seen, with new tiles at their ends."""
    for meld in dict.fromkeys(before):
        grown = [(meld, Counter[Tile]())]
        for whole, hidden in grown:  # which grows meanwhile
            for tile in new - hidden:
                for longer in ((*whole, tile), (tile, *whole)):
                    more = hidden + Counter((tile,))
                    known = any(longer == other for other, _hidden in grown)
                    if len(longer) >= FEWEST_IN_SET and not known and is_set(longer):
                        grown.append((longer, more))
                        yield _Place(longer, (meld,), more)


def _joined(meld: Meld, before: Sequence[Meld]) -> Meld:
    """The tiles of a set that lie beside a piece of it that lay there before."""
    pieces = _pieces_of(meld, before)
    return _those_of(meld, Counter(meld) - _count(pieces)) if pieces else ()


def _count(melds: Sequence[Meld]) -> Counter[Tile]:
    return Counter(tile for meld in melds for tile in meld)


def _pieces_of(meld: Meld, lying: Sequence[Meld]) -> list[Meld]:
    """The sets that lie there and hold nothing but tiles of ``meld``, each of them once."""
    room, pieces = Counter(meld), []
    for piece in lying:
        if Counter(piece) <= room:
            room -= Counter(piece)
            pieces.append(piece)
    return pieces


def _those_of(meld: Meld, tiles: Counter[Tile]) -> Meld:
    """The tiles of ``meld`` that are among these, in its order."""
    left, kept = Counter(tiles), []
    for tile in meld:
        if left[tile] > 0:
            left[tile] -= 1
            kept.append(tile)
    return tuple(kept)
