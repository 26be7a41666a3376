"""Tiles that a photo of a turn may simply not show: hidden by glare, darkness or a hand.

A tile that was taken away and one that was not read look alike, so nobody is blamed for tiles
that are missing only from what was read off a photo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations

from solver.tiles import Meld, Tile

MOST_TRIES = 2_000
"""So many ways to complete a broken set are tried."""
MOST_HIDDEN = 3
"""So many tiles of a broken set may be hidden."""


@dataclass(frozen=True, slots=True)
class Unread:
    """The tiles of a turn of which it is not known whether a photo does not show them.

    ``gone``: they lay on the table before and are neither there after nor on the rack;
    ``again``: those may lie on the photo of the table after. ``new``: they are on the table
    after, and were neither there before nor on the rack. ``lost``: they left the rack and are not
    on the table after. ``drawn``: they came to the rack in a turn in which tiles were played.
    ``perhaps``: they were read on the table after, and may be no tiles at all. ``short``: sets
    that were laid and lack one tile, with room for it.
    """

    gone: Meld = ()
    again: bool = True
    new: Meld = ()
    lost: Meld = ()
    drawn: Meld = ()
    perhaps: Meld = ()
    short: tuple[Meld, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.kinds or self.perhaps or self.short)

    @property
    def kinds(self) -> frozenset[str]:
        """The names of those there are, as :attr:`solver.referee.Ruling.accounts` has them."""
        return frozenset(name for name in ("gone", "new", "lost", "drawn") if getattr(self, name))

    @property
    def told(self) -> tuple[str, ...]:
        """What is to be found out, and what follows from it, a sentence each."""
        each = (
            (_GONE if self.again else _GONE_TYPED, self.gone),
            (_NEW, self.new),
            (_LOST, self.lost),
            (_DRAWN, self.drawn),
            (_PERHAPS, self.perhaps),
        )
        told = (words[len(tiles) > 1].format(_listed(tiles)) for words, tiles in each if tiles)
        return (*told, *(_SHORT.format(_listed(tiles)) for tiles in self.short))


_GONE = (
    "{} lay there before and was not read afterwards: if it still lies there, take the photo "
    "again so that it shows; if it was taken away, the turn is not legal",
    "{} lay there before and were not read afterwards: if they still lie there, take the photo "
    "again so that they show; if they were taken away, the turn is not legal",
)
_GONE_TYPED = (
    "{} was read on the photo of the table before and is not there afterwards: if it did not lie "
    "there, put the table before right; if it was taken away, the turn is not legal",
    "{} were read on the photo of the table before and are not there afterwards: if they did not "
    "lie there, put the table before right; if they were taken away, the turn is not legal",
)
_NEW = (
    "{} was read neither on the table nor on the rack before: if it was there and the photo does "
    "not show it, put that right; if not, the turn is not legal",
    "{} were read neither on the table nor on the rack before: if they were there and the photo "
    "does not show them, put that right; if not, the turn is not legal",
)
_LOST = (
    "{} left the rack and was not read afterwards: if it lies there, take the photo again so that "
    "it shows; if not, the turn is not legal",
    "{} left the rack and were not read afterwards: if they lie there, take the photo again so "
    "that they show; if not, the turn is not legal",
)
_DRAWN = (
    "{} was not read on the rack before: if it was there, put the rack before right; if it was "
    "drawn, the turn is not legal",
    "{} were not read on the rack before: if they were there, put the rack before right; if they "
    "were drawn, the turn is not legal",
)
_PERHAPS = (
    "{} may be no tile: look there; if it is one, the turn is not legal",
    "{} may be no tiles: look there; if they are, the turn is not legal",
)

_SHORT = (
    "{} are no set as they were read: if another tile lies with them, take the photo again so "
    "that it shows; if not, the turn is not legal"
)


def _listed(tiles: Meld) -> str:
    *others, last = map(str, tiles)
    return f"{', '.join(others)} and {last}" if others else last


def find_unread(
    before: Sequence[Meld],
    after: Sequence[Meld],
    rack_before: Meld | None,
    rack_after: Meld | None,
    photos: frozenset[str],
) -> Unread:
    """The tiles that went or came and that one of the ``photos`` may not show.

    ``photos`` are the names of what was seen on a photo: "before", "after", "rack_before",
    "rack_after". A rack that was not shown is None.
    """
    there, then = _count(before), _count(after)
    held, left = Counter(rack_before or ()), Counter(rack_after or ())
    played, missing = then - there, there - then
    come = left - held
    gone = missing - come if photos & {"before", "after"} else Counter[Tile]()
    known = rack_before is not None
    new = played - held if known and photos & {"before", "rack_before"} else Counter[Tile]()
    both = known and rack_after is not None
    lost = held - played - left if both and photos & {"after", "rack_after"} else Counter[Tile]()
    drawn = come - missing if both and played and "rack_before" in photos else Counter[Tile]()
    return Unread(_tiles(gone), "after" in photos, _tiles(new), _tiles(lost), _tiles(drawn))


def completed(
    table: Sequence[Meld], hidden: Meld, is_set: Callable[[Meld], bool]
) -> tuple[tuple[Meld, ...], Meld]:
    """The table with its broken sets completed by ``hidden`` tiles where they can be, and the
    tiles that then are left."""
    left, laid = Counter(hidden), []
    for meld in table:
        whole = meld if is_set(meld) else next(_ways(meld, left, is_set), meld)
        left -= Counter(whole) - Counter(meld)
        laid.append(whole)
    return tuple(laid), _tiles(left)


def _ways(meld: Meld, hidden: Counter[Tile], is_set: Callable[[Meld], bool]) -> Iterator[Meld]:
    """The valid sets that hidden tiles make of these, the fewest tiles first."""
    grown = (
        _with(meld, places, tiles)
        for count in range(1, MOST_HIDDEN + 1)
        for chosen in dict.fromkeys(combinations(sorted(hidden.elements()), count))
        for tiles in dict.fromkeys(permutations(chosen))
        for places in combinations(range(len(meld) + count), count)
    )
    return filter(is_set, islice(grown, MOST_TRIES))


def _with(meld: Meld, places: Sequence[int], tiles: Meld) -> Meld:
    """The set with each tile at its place among all."""
    whole = list(meld)
    for place, tile in zip(places, tiles, strict=True):
        whole.insert(place, tile)
    return tuple(whole)


def _count(melds: Sequence[Meld]) -> Counter[Tile]:
    return Counter(tile for meld in melds for tile in meld)


def _tiles(counted: Counter[Tile]) -> Meld:
    return tuple(sorted(counted.elements()))
