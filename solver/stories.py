"""What may happen to the jokers of a set, told in stories that a ruleset allows.

- a joker *stays* when a set after meets a *claim*: the joker stands for the same
  tile beside a number tile of its set or, where such sets may not be split, in a
  set that holds the whole set before;
- else it is *freed*; where only an own tile may replace it, that tile is played,
  or, if sets may be split, no set after holds the old set with another tile in
  the joker's place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from solver.faces import Face, Faces
from solver.flow import Placed
from solver.melds import is_joker_in_three
from solver.readings import readings
from solver.rules import Rules
from solver.tiles import Meld, Tile


@dataclass(frozen=True, slots=True)
class Claim:
    """A set after in which jokers play ``jokers`` and number tiles play ``kept``."""

    jokers: frozenset[Face]
    kept: frozenset[Face]

    def met_by(self, placed: Placed) -> bool:
        """Whether a set is known to be one."""
        return self.jokers <= placed.jokers and self.kept <= placed.kept

    def with_other(self, other: Claim) -> Claim | None:
        """The claim that meets both, if one set can."""
        jokers, kept = self.jokers | other.jokers, self.kept | other.kept
        apart = not self.jokers & other.jokers and not jokers & kept
        return Claim(jokers, kept) if apart else None


@dataclass(frozen=True, slots=True)
class Story:
    """One legal account of a set's jokers.

    Of every entry of ``stays`` one claim is met; ``freed`` jokers are freed; the
    tiles ``own`` are played from the rack; no set is what ``never`` claims.
    """

    stays: tuple[tuple[Claim, ...], ...] = ()
    freed: int = 0
    own: frozenset[Face] = frozenset()
    never: Claim | None = None


def stories_of(
    meld: Meld, rules: Rules, faces: Faces, *, may_take: bool = True
) -> tuple[Story, ...]:
    """All stories of one set, by every reading and every choice of freed jokers.

    Without ``may_take`` no joker is freed. None when the set has no reading: its
    jokers are then bound by no policy.
    """
    numbers = frozenset(faces.of[tile] for tile in meld if not tile.is_joker)
    found: dict[Story, None] = {}
    for reading in readings(meld, rules):
        meant = [faces.of[tile] for tile in reading.jokers if isinstance(tile, Tile)]
        for count in range(len(meant) + 1 if may_take else 1):
            for freed in map(frozenset, combinations(meant, count)):
                stay = frozenset(meant) - freed
                found |= dict.fromkeys(_told(meld, numbers, stay, freed, rules, faces))
    return tuple(found)


def _told(
    meld: Meld,
    numbers: frozenset[Face],
    stay: frozenset[Face],
    freed: frozenset[Face],
    rules: Rules,
    faces: Faces,
) -> Iterator[Story]:
    others = _missing_colors(numbers, faces) if freed and _wants_both(meld, rules) else None
    if others is not None:
        yield from _both_colors(numbers, others, rules)
        return
    own = freed if rules.joker_freed_by != "any" else frozenset[Face]()
    replaced = Claim(stay, numbers | freed)
    if not rules.joker_split:
        yield Story(((replaced,),), len(freed), own)
        return
    stays = tuple(tuple(_beside(face, numbers, faces)) for face in sorted(stay))
    yield Story(stays, len(freed), own)
    if own:
        yield Story(stays, len(freed), never=replaced)


def _wants_both(meld: Meld, rules: Rules) -> bool:
    return rules.joker_in_three == "both" and is_joker_in_three(meld)


def _missing_colors(numbers: frozenset[Face], faces: Faces) -> frozenset[Face] | None:
    """The tiles that a group lacks; None for what is no group."""
    values = {faces.values[face] for face in numbers}
    if len(values) != 1:
        return None
    (value,) = values
    return frozenset(f for f, v in enumerate(faces.values) if v == value) - numbers


def _both_colors(
    numbers: frozenset[Face], others: frozenset[Face], rules: Rules
) -> Iterator[Story]:
    """A joker in three is freed by both colours, or by taking the set apart."""
    own = others if rules.joker_freed_by != "any" else frozenset[Face]()
    yield Story(((Claim(frozenset(), numbers | others),),), 1, own)
    if rules.joker_split:
        yield Story((), 1, never=Claim(frozenset(), numbers))


def _beside(joker: Face, numbers: frozenset[Face], faces: Faces) -> Iterator[Claim]:
    """The claims of a joker that stays beside some number tile of its set.

    In a run the next number on either side will do: a set that holds one
    further away holds that too.
    """
    near = sorted(numbers)
    if faces.values[near[0]] != faces.values[joker]:
        near = [*[f for f in near if f < joker][-1:], *[f for f in near if f > joker][:1]]
    for face in near:
        yield Claim(frozenset({joker}), frozenset({face}))
