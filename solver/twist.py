"""Sets with the jokers of Twist, built up of parts: beginnings, and what they grow by.

A *part* is a column of the program: a set begins with one, at the lowest number, and
goes on from :class:`Node` to node, upwards, until enough lies there. From then on it
may grow by ordinary tiles like every run, see :mod:`solver.flow`. Where it matters
that jokers alone make no set, parts say which is its first number tile.

Both sides of a mirror grow at once, from the outside to the fold: what double
jokers cover on the two sides ends in the same place or is staggered, so one tile or
joker reaches over the end of the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, count, permutations
from typing import NamedTuple, TypeAlias

from solver.faces import Face
from solver.tiles import FEWEST_IN_SET, JokerKind

_FEWEST_ON_A_SIDE = 2
"""Places, a double joker's two among them, on each side of a mirror."""


class Node(NamedTuple):
    """Where a set ends that may, or must, go on.

    ``face`` is its last, ``mirrored`` tells whether both sides of a mirror end there.
    ``numbered``: there is a number tile. ``changing``: a colour change takes the place
    of ``face``, and another colour comes next.
    """

    face: Face
    mirrored: bool = False
    numbered: bool = True
    changing: bool = False

    @property
    def is_set(self) -> bool:
        """Whether what ends here may be left like that."""
        return self.numbered and not self.changing


@dataclass(frozen=True, slots=True)
class Place:
    """One physical tile of a set: what it counts as, and what lies there.

    ``joker`` None is a number tile, or an ordinary joker unless ``sure``. A double
    joker has two ``faces``; so has a colour change, its number in both colours.
    """

    faces: tuple[Face, ...]
    joker: JokerKind | None = None
    sure: bool = False


Side: TypeAlias = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Tiles of a set in a row; of a mirror those on the ``right`` too, outermost first.

    It begins a set when ``begins`` is None, and what ends at no node does not grow.
    """

    left: Side
    right: Side = ()
    mirrored: bool = False
    begins: Node | None = None
    ends: Node | None = None

    def open_places(self) -> Side:
        """Where number tiles or ordinary jokers lie."""
        return tuple(place for place in self.left + self.right if place.joker is None)

    def jokers(self) -> Counter[JokerKind]:
        """The jokers it takes; those that may stand in for number tiles not counted."""
        kinds = Counter(place.joker for place in self.left + self.right if place.joker)
        if self.mirrored and self.begins is None:
            kinds[JokerKind.MIRROR] += 1
        return kinds


@dataclass(frozen=True, slots=True)
class Needs:
    """What a part takes, counted once for all programs.

    ``cover`` are number tiles by face, or ordinary jokers in their places, ``sure``
    those of them that no joker may play; ``jokers`` by kind, and what they count as
    in ``points``. ``where`` says of every Twist joker the lowest face it touches.
    """

    part: Part
    cover: tuple[tuple[Face, int], ...]
    sure: tuple[tuple[Face, int], ...]
    jokers: tuple[tuple[JokerKind, int], ...]
    points: int
    where: tuple[tuple[JokerKind, Face], ...]

    def fit(self, most: Sequence[int], jokers: Counter[JokerKind]) -> bool:
        """Whether there are the tiles: ``most`` of each face, and the ``jokers``."""
        wild = jokers[JokerKind.ORDINARY]
        for kind, number in self.jokers:
            if jokers[kind] < number:
                return False
            if kind is JokerKind.ORDINARY:
                wild -= number
        if any(not most[face] for face, _ in self.sure):
            return False
        return sum(max(0, number - most[face]) for face, number in self.cover) <= wild


def parts_at_hand(
    colors: int,
    highest: int,
    most: Sequence[int],
    jokers: Counter[JokerKind],
    *,
    strict: bool,
) -> list[Needs]:
    """The parts of all sets with a Twist joker that these tiles allow.

    Faces are numbered colour by colour, each from 1 to ``highest``; ``most`` is how
    many there are of each, ``jokers`` of each kind. Sets of jokers alone are kept out
    for sure only if ``strict``, which takes more parts.
    """
    game = _Game(
        colors,
        highest,
        jokers[JokerKind.DOUBLE],
        jokers[JokerKind.CHANGE] > 0,
        jokers[JokerKind.MIRROR] > 0,
        strict and _jokers_alone(jokers),
    )
    return _connected([one for one in _all_parts(game) if one.fit(most, jokers)])


def _jokers_alone(jokers: Counter[JokerKind]) -> bool:
    """Whether a set of jokers alone could be laid, which is none."""
    in_rows = jokers.total() - jokers[JokerKind.MIRROR]
    return jokers[JokerKind.ORDINARY] > 0 and in_rows >= FEWEST_IN_SET


def _connected(parts: Sequence[Needs]) -> list[Needs]:
    """The parts, in order of their numbers, without those that lead nowhere."""
    reached: set[Node] = set()
    forward = []
    for one in parts:
        begins, ends = one.part.begins, one.part.ends
        if begins is None or begins in reached or (begins.is_set and not begins.mirrored):
            forward.append(one)
            if ends is not None:
                reached.add(ends)
    useful: set[Node] = set()
    kept = []
    for one in reversed(forward):
        begins, ends = one.part.begins, one.part.ends
        if ends is None or ends.is_set or ends in useful:
            kept.append(one)
            if begins is not None:
                useful.add(begins)
    return kept[::-1]


class _Game(NamedTuple):
    """What parts there are depends on this alone.

    ``doubles`` is how many double jokers there are; ``jokers_alone``: ordinary jokers
    have to be told from number tiles until a set has one.
    """

    colors: int
    highest: int
    doubles: int
    changes: bool
    mirrors: bool
    jokers_alone: bool

    def number(self, face: Face) -> int:
        """The number of a face."""
        return face % self.highest + 1

    def above(self, face: Face) -> Face | None:
        """The next number in the same colour."""
        return face + 1 if (face + 1) % self.highest else None

    def in_other_colors(self, face: Face) -> Iterator[Face]:
        """The same number in the other colours."""
        size = self.colors * self.highest
        return (other for other in range(face % self.highest, size, self.highest) if other != face)


@lru_cache(maxsize=32)
def _all_parts(game: _Game) -> tuple[Needs, ...]:
    """Every part there is, those that begin at low numbers first."""
    found: list[Part] = []
    for mirrored in (False, True):
        if game.mirrors if mirrored else game.doubles or game.changes:
            found += _runs(game, mirrored)
    found += _groups(game)
    needs = [_needs(part, game) for part in found]
    return tuple(sorted(needs, key=lambda one: _first_number(one.part, game)))


def _first_number(part: Part, game: _Game) -> int:
    """The number below the part's first; beginnings come before all else."""
    return game.number(part.begins.face) if part.begins else 0


def _needs(part: Part, game: _Game) -> Needs:
    opened = part.open_places()
    cover = Counter(place.faces[0] for place in opened)
    sure = Counter(place.faces[0] for place in opened if place.sure)
    points = 0
    where: list[tuple[JokerKind, Face]] = []
    for place in part.left + part.right:
        if place.joker is not None:
            change = place.joker is JokerKind.CHANGE
            points += sum(map(game.number, place.faces[:1] if change else place.faces))
            if place.joker is not JokerKind.ORDINARY:
                where.append((place.joker, place.faces[0]))
    if part.mirrored and part.begins is None:
        where.append((JokerKind.MIRROR, part.left[0].faces[0]))
    jokers = tuple(sorted(part.jokers().items()))
    return Needs(part, tuple(cover.items()), tuple(sure.items()), jokers, points, tuple(where))


def _runs(game: _Game, mirrored: bool) -> Iterator[Part]:
    """The parts of runs, or of mirrored ones, from node to node."""
    begun = [
        part
        for word in _words(game, mirrored)
        for part in _numbered(word, None, game)
        if not _is_ordinary_run(part)
    ]
    yield from begun
    nodes = dict.fromkeys(part.ends for part in begun if part.ends)
    nodes |= dict.fromkeys(Node(face, mirrored) for face in range(game.colors * game.highest))
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        for step in _steps(node, game):
            for part in _numbered(step, node, game):
                assert part.ends is not None
                if part.ends not in nodes:
                    nodes[part.ends] = None
                    waiting.append(part.ends)
                yield part


def _is_ordinary_run(begun: Part) -> bool:
    """Whether a beginning is that of an ordinary run, which needs no parts."""
    if begun.mirrored or begun.ends is None or not begun.ends.is_set:
        return False
    return all(kind is JokerKind.ORDINARY for kind in begun.jokers())


def _words(game: _Game, mirrored: bool) -> Iterator[Part]:
    """All beginnings: no longer than it takes to be a set, or to a colour change."""
    waiting = [
        link for face in range(game.colors * game.highest) for link in _links(face, game, mirrored)
    ]
    while waiting:
        word = waiting.pop()
        assert word.ends is not None
        if _lies_enough(word):
            yield word
            continue
        above = game.above(word.ends.face)
        if above is None:
            continue
        for link in _links(above, game, mirrored):
            longer = replace(link, left=word.left + link.left, right=word.right + link.right)
            if longer.jokers()[JokerKind.DOUBLE] <= game.doubles:
                waiting.append(longer)
        if game.changes and game.above(above) is not None:
            yield replace(word, ends=Node(above, mirrored, changing=True))


def _lies_enough(word: Part) -> bool:
    assert word.ends is not None
    if word.mirrored:
        return word.ends.face - word.left[0].faces[0] + 1 >= _FEWEST_ON_A_SIDE
    return len(word.left) >= FEWEST_IN_SET


def _numbered(link: Part, node: Node | None, game: _Game) -> Iterator[Part]:
    """``link`` as it goes on from ``node`` (None: it begins a set), its end filled in.

    As long as no number tile lies there for sure, every choice of jokers in it is a
    part of its own.
    """
    assert link.ends is not None
    ends = link.ends._replace(mirrored=link.mirrored)
    whole = replace(link, begins=node)
    places = len(link.open_places())
    if (node is not None and node.numbered) or (places and not game.jokers_alone):
        yield replace(whole, ends=ends._replace(numbered=True))
        return
    for first in range(places):
        yield replace(_first_number_at(whole, first), ends=ends._replace(numbered=True))
    yield replace(_first_number_at(whole, places), ends=ends._replace(numbered=False))


def _first_number_at(part: Part, first: int) -> Part:
    """``part`` with jokers in its open places before ``first`` and a number tile there."""
    opened = count()

    def told(place: Place) -> Place:
        if place.joker is not None or (at := next(opened)) > first:
            return place
        if at == first:
            return replace(place, sure=True)
        return replace(place, joker=JokerKind.ORDINARY)

    return replace(part, left=tuple(map(told, part.left)), right=tuple(map(told, part.right)))


def _steps(node: Node, game: _Game) -> Iterator[Part]:
    """What may go on from ``node``: a link, one in another colour, or the word to change."""
    if node.changing:
        for other in game.in_other_colors(node.face):
            change = (Place((node.face, other), JokerKind.CHANGE),)
            further = game.above(other)
            for link in () if further is None else _links(further, game, node.mirrored):
                right = change + link.right if node.mirrored else ()
                yield replace(link, left=change + link.left, right=right)
        return
    above = game.above(node.face)
    if above is None:
        return
    for link in _links(above, game, node.mirrored):
        # without a Twist joker an ordinary run grows
        if node.mirrored or not node.is_set or link.jokers():
            yield link
    if game.changes and game.above(above) is not None:
        yield Part((), (), node.mirrored, ends=Node(above, node.mirrored, changing=True))


def _links(face: Face, game: _Game, mirrored: bool) -> Iterator[Part]:
    """The shortest pieces of a run from ``face`` on: one tile, or joined by double jokers."""
    tile = Place((face,))
    yield Part((tile,), (tile,) if mirrored else (), mirrored, ends=Node(face))
    above = game.above(face)
    if above is not None and game.doubles > mirrored:
        double = Place((face, above), JokerKind.DOUBLE)
        yield Part((double,), (double,) if mirrored else (), mirrored, ends=Node(above))
    room = game.highest - face % game.highest
    longest = min(room, game.doubles + 1) if mirrored else 0
    for length in range(2, longest + 1):
        yield _staggered(face, length)


def _staggered(low: Face, length: int) -> Part:
    """Double jokers on both sides of a mirror, those on the right one place further in."""
    last = low + length - 1

    def side(first: Face) -> Side:
        doubles = range(first, last, 2)
        places = [Place((face, face + 1), JokerKind.DOUBLE) for face in doubles]
        before = [Place((low,))] if first > low else []
        after = [Place((last,))] if first + 2 * len(doubles) <= last else []
        return (*before, *places, *after)

    return Part(side(low), side(low + 1), mirrored=True, ends=Node(last))


def _groups(game: _Game) -> Iterator[Part]:
    """Groups with a double joker, and groups and their mirror images."""
    for left, right in _group_patterns(game.colors, game.doubles, game.mirrors):
        for number in range(game.highest):
            sides = [_group_side(inks, number, game) for inks in (left, right or ())]
            group = Part(sides[0], sides[1], mirrored=right is not None)
            if game.jokers_alone:
                for first in range(len(group.open_places())):
                    yield _first_number_at(group, first)
            else:
                yield group


_Inks: TypeAlias = tuple[tuple[int, ...], ...]
"""The colours of a group's tiles, by their places; two for a double joker."""


def _group_side(side: _Inks, number: int, game: _Game) -> Side:
    return tuple(
        Place(
            tuple(color * game.highest + number for color in inks),
            JokerKind.DOUBLE if len(inks) > 1 else None,
        )
        for inks in side
    )


def _group_patterns(colors: int, doubles: int, mirror: bool) -> list[tuple[_Inks, _Inks | None]]:
    """Both sides of a mirrored group, or a group and None; one of those that take the same."""
    found: dict[object, tuple[_Inks, _Inks | None]] = {}
    for shown in combinations(range(colors), 2) if doubles and colors == 4 else ():
        hidden = tuple(ink for ink in range(colors) if ink not in shown)
        found[shown] = ((*((ink,) for ink in shown), hidden), None)
    for size in range(_FEWEST_ON_A_SIDE, colors + 1) if mirror else ():
        for order in permutations(range(colors), size):
            for left in _tilings(order):
                for right in _tilings(order):
                    held = sum(len(inks) > 1 for inks in left + right)
                    open_to = tuple(sorted(inks for inks in left + right if len(inks) == 1))
                    if held <= doubles and open_to:
                        found.setdefault((size, held, open_to), (left, right))
    return list(found.values())


def _tilings(order: tuple[int, ...]) -> Iterator[_Inks]:
    """Every way to lay single tiles and double jokers along ``order``."""
    if not order:
        yield ()
    for size in (1, 2):
        if len(order) >= size:
            for rest in _tilings(order[size:]):
                yield (tuple(sorted(order[:size])), *rest)
