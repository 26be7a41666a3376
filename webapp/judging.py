"""The sets that a text or a photo shows, each with its verdict, without Flask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from solver.notation import DeclaredSet, parse_tile
from solver.tiles import FEWEST_IN_SET, JOKER, Meld
from vision.reading import UNREADABLE, SceneReading, TileReading
from webapp.corrections import is_on_photo
from webapp.doubts import OpenVerdict, open_verdict
from webapp.seen import (
    BadInput,
    declared_sets,
    faces_in,
    is_cut_off,
    marked,
    photo_path,
    read_photo,
    remarks_on,
)

if TYPE_CHECKING:
    from solver.melds import Verdict
    from solver.rules import Rules
    from vision.profile import Profile


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """A set as it was seen, left to right; in ``names`` ``?`` is a tile that was not read.

    ``verdict`` is None where there can be none yet: a tile could not be read, or the
    verdict hangs on doubtful ones, which ``doubt`` names, or on tiles that may lie beyond the
    edge of the photo (``goes_on``). ``tiles`` are how those of a photo were read.
    """

    told: DeclaredSet
    names: tuple[str, ...]
    verdict: Verdict | None
    doubt: OpenVerdict | None = None
    tiles: tuple[TileReading, ...] = ()
    goes_on: bool = False

    @property
    def as_read(self) -> tuple[str, ...]:
        """The tiles in words; those of a photo as :func:`webapp.seen.marked` has them."""
        return tuple(map(marked, self.tiles)) or self.names

    @property
    def why_open(self) -> str:
        """Why there is no verdict, and what to do."""
        text = " ".join(self.names)
        if self.goes_on:
            return (
                f"{text} may go on beyond the edge of the photo; take one with all of the set, "
                "or give it as text, with the tiles that lie there"
            )
        if self.doubt is None:
            return f"a tile could not be read; put the right tile for each ? in this text: {text}"
        return f"{self.doubt.why}; give the set as text: {text}"


@dataclass(frozen=True, slots=True)
class JudgedSets:
    """Every set that was shown, in order; ``remarks`` say what to know of a photo."""

    sets: tuple[JudgedSet, ...]
    remarks: tuple[str, ...] = ()
    photo: str = ""

    @property
    def problems(self) -> tuple[str, ...]:
        """A line for each set without a verdict."""
        return tuple(
            f"{self.photo}: {f'set {number}: ' if len(self.sets) > 1 else ''}{one.why_open}"
            for number, one in enumerate(self.sets, start=1)
            if one.verdict is None
        )

    @property
    def valid(self) -> bool:
        """Whether all of them are valid."""
        return all(one.verdict is not None and one.verdict.valid for one in self.sets)

    @property
    def _is_open(self) -> bool:
        """Whether all of them are valid is not known yet."""
        _valid, invalid, undecided = tally(self.sets)
        return bool(undecided) and not invalid

    @property
    def summary(self) -> str:
        """How many of several are valid, and how many undecided."""
        valid, invalid, undecided = tally(self.sets)
        if not undecided:
            return f"{valid} of {len(self.sets)} sets are valid"
        counted = ((valid, "valid"), (invalid, "not valid"), (undecided, "undecided"))
        return ", ".join(f"{count} {word}" for count, word in counted if count)

    def to_json(self) -> dict[str, Any]:
        """The contract's ``check`` object; for several sets the same fields for them together.

        Then ``sets`` has the object of each, with its tiles in ``set``, or with an
        ``error`` in the place of a verdict. Where all of them may be valid and one has no
        verdict, one alone too, ``valid`` is None and ``error`` says on what it hangs.
        """
        verdicts = [one.verdict for one in self.sets if one.verdict is not None]
        if len(self.sets) == 1:
            return verdicts[0].to_json() if verdicts else self._open_json()
        together = {
            "valid": None if self._is_open else self.valid,
            "kind": None,
            "value": sum(verdict.value for verdict in verdicts),
            "readings": [],
            "must_declare": any(verdict.must_declare for verdict in verdicts),
            "reason": self.summary,
            "rescue": None,
            "sets": [_set_json(one) for one in self.sets],
        }
        return {"error": "; ".join(self.problems), **together} if self.problems else together

    def _open_json(self) -> dict[str, Any]:
        """The object of one set on which there is no verdict yet."""
        from solver.melds import Verdict

        (reason,) = self.problems
        undecided = Verdict(False, None, 0, (), False, reason)
        return {"error": reason, **undecided.to_json(), "valid": None}


def tally(sets: Iterable[JudgedSet]) -> tuple[int, int, int]:
    """How many sets are valid, not valid, and undecided."""
    verdicts = [one.verdict for one in sets]
    decided = [verdict.valid for verdict in verdicts if verdict is not None]
    return sum(decided), len(decided) - sum(decided), len(verdicts) - len(decided)


def judge_sets(source: str, rules: Rules, profile: Profile | None = None) -> JudgedSets:
    """The verdicts on the sets that ``source``, a text or the name of a photo, shows.

    A text may say what its jokers were declared to be (``R9 J=R10 J=R11``).

    Raises:
        BadInput: no such file, no photo, no tiles of the game, or no set at all.
    """
    path = photo_path(source)
    if path is None:
        # only | sets sets apart here: a text may go on in the next line
        sets = declared_sets(source if "|" in source else " ".join(source.split()))
        if not sets:
            raise BadInput("no tiles given; write a set such as 'R7 B7 K7'")
        return JudgedSets(judged_as_told(sets, rules))
    reading = read_photo(path, kind="table", rules=rules, profile=profile)
    judged = judged_as_read(reading, rules)
    if not judged:
        raise BadInput(f"{path}: no set in this photo: take it closer, or give the set as text")
    return JudgedSets(judged, remarks_on(reading, "table"), reading.photo)


def judged_as_told(
    sets: Sequence[DeclaredSet],
    rules: Rules,
    rows: Sequence[Sequence[TileReading]] = (),
    photo: SceneReading | None = None,
) -> tuple[JudgedSet, ...]:
    """The verdicts on sets given as text.

    ``rows``: how the tiles of each were read, where they lie on a photo. A tile that is
    doubtful there still is: that the text leaves it as it was settles nothing. ``photo`` is
    that one if the sets may go on beyond its edge; None if they do not.
    """
    judged = (
        _judged(one, row, rules) for one, row in zip(sets, rows or [()] * len(sets), strict=True)
    )
    return tuple(one if photo is None else _unless_cut(one, photo, rules) for one in judged)


def judged_as_read(
    reading: SceneReading, rules: Rules, *, whole: bool = False
) -> tuple[JudgedSet, ...]:
    """The verdicts on the sets that lie on a photo; face-down tiles belong to none.

    ``whole``: it is known that none goes on beyond the edge of the photo.
    """
    judged = (_judged_row(row, rules) for row in faces_in(reading, "table"))
    return tuple(one if whole else _unless_cut(one, reading, rules) for one in judged)


def _unless_cut(one: JudgedSet, photo: SceneReading, rules: Rules) -> JudgedSet:
    """The set, without a verdict where it is not valid unless tiles lie beyond the edge."""
    from solver.melds import judge
    from vision.edge import open_ends

    if one.verdict is None or one.verdict.valid or not one.tiles:
        return one
    left, right = open_ends(one.tiles, photo.width, photo.height, cut_off=is_cut_off(photo))
    # a tile that somebody added is where the set ends
    ends = left and is_on_photo(one.tiles[0]), right and is_on_photo(one.tiles[-1])
    meld, meant = one.told.tiles, one.told.declared
    if any(judge(longer, rules, meant).valid for longer in _longer(meld, rules, *ends)):
        return replace(one, verdict=None, goes_on=True)
    return one


def _longer(meld: Meld, rules: Rules, left: bool, right: bool) -> Iterator[Meld]:
    """The set with so many more tiles at its open ends as it takes for three, one at least."""
    more = max(1, FEWEST_IN_SET - len(meld))
    for before in range(more + 1):
        if (left or not before) and (right or before == more):
            for those in product((t for t in rules.stock() if not t.is_joker), repeat=more):
                yield (*those[:before], *meld, *those[before:])


def _judged_row(row: Sequence[TileReading], rules: Rules) -> JudgedSet:
    names = tuple(tile.tile for tile in row)
    tiles = tuple(parse_tile(name) for name in names if name != UNREADABLE)
    told = DeclaredSet(tiles, (None,) * tiles.count(JOKER))
    if UNREADABLE in names:
        return JudgedSet(told, names, None, tiles=tuple(row))
    return _judged(told, row, rules)


def _judged(told: DeclaredSet, row: Sequence[TileReading], rules: Rules) -> JudgedSet:
    from solver.melds import judge

    doubt = open_verdict(told, row, rules)
    verdict = judge(told.tiles, rules, told.declared) if doubt is None else None
    return JudgedSet(told, tuple(map(str, told.tiles)), verdict, doubt, tuple(row))


def _set_json(one: JudgedSet) -> dict[str, Any]:
    answer = {"error": one.why_open} if one.verdict is None else one.verdict.to_json()
    return {"set": list(one.names), **answer}
