"""Answers to what a person gives, texts or photos, without Flask.

The command line and the page both go through here. How an argument becomes tiles
is in :mod:`webapp.seen`; its names can be had from here as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.notation import parse_tile
from webapp.judging import judge_sets
from webapp.seen import (
    BadInput,
    Seen,
    notices_of,
    rack_of,
    read_photo,
    see_declared_table,
    see_rack,
    see_racks,
    see_table,
    table_of,
    text_of,
)
from webapp.shelf import profile_named
from webapp.turns import WHERE, Turn
from webapp.unread import Unread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from solver.mend import Mending
    from solver.odds import Odds
    from solver.referee import Ruling
    from solver.rules import Rules
    from solver.scoring import RoundScore
    from solver.state import GameState
    from solver.tiles import Meld, Tile
    from vision.profile import Profile
    from vision.reading import SceneReading
    from webapp.turns import Deciding

__all__ = [
    "NOT_ALL_COUNTED",
    "BadInput",
    "ScoredRacks",
    "Seen",
    "Turn",
    "TurnRuling",
    "advise_on",
    "choices_of",
    "judge_sets",
    "mending_of",
    "notices_of",
    "odds_of",
    "opening_points",
    "profile_named",
    "rack_of",
    "read_photo",
    "refuse_to_overwrite",
    "rule_on_turn",
    "rules_named",
    "score",
    "see_declared_table",
    "see_rack",
    "see_racks",
    "see_table",
    "table_of",
    "text_of",
    "warnings_on",
    "write_picture",
]

NOT_ALL_COUNTED = "not all of it counted: the photo's edge cuts tiles off"
"""What is said beside the worth of a rack whose photo does not show all of it."""


def rules_named(name: str) -> Rules:
    """The preset, or the player's own ruleset file, of that name.

    Raises:
        BadInput: there is none, or the file is not a ruleset.
    """
    from solver.rules import RulesError, load_rules

    try:
        return load_rules(name)
    except RulesError as error:
        raise BadInput(str(error)) from error


def advise_on(
    table: Seen,
    rack: Seen,
    *,
    opened: bool,
    rules: Rules,
    objective: str = "advice",
    anyway: bool = False,
    pool_empty: bool = False,
) -> dict[str, Any]:
    """The best play in the contract's form; what photos left open is in ``problems``.

    Raises:
        BadInput: under these rules nobody plays on a common table.
    """
    from solver.advise import advise

    _refuse_own_sets(rules)
    state = _position(table, rack, opened=opened, rules=rules)
    advice = advise(state, objective=objective, anyway=anyway, pool_empty=pool_empty)
    result: dict[str, Any] = advice.to_json()
    box = rules.large_box_of((*table.tiles, *rack.tiles))
    box_told = [box] if box else []
    result["problems"] = [*result["problems"], *table.notices, *rack.notices, *box_told]
    return result


def _position(table: Seen, rack: Seen, *, opened: bool, rules: Rules) -> GameState:
    from solver.state import GameState

    declared = tuple(table.declared.items())
    return GameState(table.sets, rack.tiles, opened, rules, rack.unnamed, declared)


def opening_points(table: Seen, result: Mapping[str, Any], rules: Rules) -> int:
    """What the opening of a suggested play is worth, jokers counted as their tiles."""
    from solver.differences import difference
    from solver.opening import judge_opening

    after = [tuple(map(parse_tile, meld)) for meld in result["table_after"]]
    said = _declared_in(result, after) | dict(table.declared)
    return judge_opening(difference(table.sets, after), rules, said).points


def _declared_in(result: Mapping[str, Any], after: list[Meld]) -> dict[Meld, tuple[Tile, ...]]:
    """What the sets of jokers alone of a suggested play have to be declared as."""
    meant: dict[int, list[Tile]] = {}
    for joker in result["jokers"]:
        if all(tile.is_joker for tile in after[joker["set"]]):
            meant.setdefault(joker["set"], []).append(parse_tile(joker["stands_for"]))
    return {after[place]: tuple(tiles) for place, tiles in meant.items()}


def choices_of(
    table: Seen, rack: Seen, *, opened: bool, rules: Rules
) -> tuple[dict[str, Any], ...]:
    """Up to five different plays in the contract's form, each with what speaks for it."""
    from solver.choices import choose
    from webapp.config import ADVICE_SECONDS

    _refuse_own_sets(rules)
    found = choose(_position(table, rack, opened=opened, rules=rules), ADVICE_SECONDS)
    return tuple(choice.to_json() for choice in found)


def mending_of(table: Seen, rack: Seen, *, opened: bool, rules: Rules) -> Mending:
    """How a table that is not valid may have been meant, and how to lay it."""
    from solver.mend import mend_table
    from webapp.config import ADVICE_SECONDS

    return mend_table(_position(table, rack, opened=opened, rules=rules), ADVICE_SECONDS)


def odds_of(
    table: Seen, rack: Seen, elsewhere: Seen, *, opened: bool, rules: Rules
) -> tuple[Odds, tuple[str, ...]]:
    """What the next draw may bring, and what the photos left open.

    ``elsewhere`` are tiles known to be neither in the pool nor on another rack.

    Raises:
        BadInput: under these rules nobody plays on a common table; or the table
            is not valid, or more of a tile is shown than the game has.
    """
    from solver.odds import next_draw

    _refuse_own_sets(rules)
    state = _position(table, rack, opened=opened, rules=rules)
    problems = state.problems()
    if problems:
        raise BadInput("; ".join(map(str, problems)))
    try:
        odds = next_draw(state, elsewhere.tiles)
    except ValueError as error:
        raise BadInput(f"more of a tile is shown than the game has: {error}") from error
    box = rules.large_box_of((*table.tiles, *rack.tiles, *elsewhere.tiles))
    told = (*table.notices, *rack.notices, *elsewhere.notices)
    return odds, (*told, box) if box else told


TAKE_AGAIN = (
    "take the photo again closer, in even light, holding still; "
    "what cannot be photographed again, give as text"
)
TOO_MANY_DOUBTS = "so many tiles are doubtful that not every way to read them could be tried"
_IS_ARE = ("is", "are")
NO_DOUBT_DECIDES = "none of the doubtful tiles, read otherwise, would change this verdict"
DOUBTS_UNTRIED = (
    "not every way to read the doubtful tiles was tried; "
    "none of those tried would change this verdict"
)


@dataclass(frozen=True, slots=True)
class TurnRuling:
    """The ruling on a turn; what photos show and left open is in ``remarks``.

    ``deciding`` are the doubtful tiles on which it hangs: where there are any, there
    is no verdict yet. ``beyond``: tiles that are missing from the table, but may lie beyond
    the edge of the photo after; ``lain``: new ones that may have lain beyond the edge of the
    photo before; ``hidden``: the turn may be legal if they do, or legal only if they do not,
    and so there is no verdict yet. ``hard``: what was shown on photos that are hard to read, by
    its name in :data:`webapp.turns.WHERE`; ``unread``: tiles that photos may only not show, and
    ``only_unread`` if the turn is legal but for them. With either there is no verdict.
    ``settled``: there are doubtful tiles, and none of them decides; ``untried``: none of the ways
    to read them decides that were tried, which is not all, and only if the verdict is
    ``certain`` all the same is there one.
    """

    ruling: Ruling
    deciding: tuple[Deciding, ...]
    settled: bool
    untried: bool
    remarks: tuple[str, ...]
    beyond: Meld = ()
    lain: Meld = ()
    hidden: bool = False
    hard: tuple[str, ...] = ()
    unread: Unread = field(default_factory=Unread)
    certain: bool = False
    only_unread: bool = False

    @property
    def is_open(self) -> bool:
        """Whether there is no verdict yet."""
        return bool(self.hard or self.deciding or self.too_many) or self.hidden or self.only_unread

    @property
    def too_many(self) -> bool:
        """Whether the verdict may hang on doubtful tiles that could not all be tried."""
        return self.untried and not self.certain

    @property
    def reasons(self) -> tuple[str, ...]:
        """All that is said about the turn, also that its doubtful tiles change nothing."""
        told = (NO_DOUBT_DECIDES,) if self.settled else (DOUBTS_UNTRIED,) if self.untried else ()
        beyond = (self.beyond_told,) if self.beyond else ()
        ruling = self.ruling
        return (*self.faults, *ruling.demands, *ruling.remarks, *beyond, *self.unread.told, *told)

    @property
    def faults(self) -> tuple[str, ...]:
        """The ruling's faults without those that tell of tiles as gone that may only not have
        been read."""
        uncertain = {text for kind, text in self.ruling.accounts if kind in self.unread.kinds}
        return tuple(text for text in self.ruling.faults if text not in uncertain)

    @property
    def take_it_again(self) -> str:
        """That photos are to be taken again, in one line, where doubt is all over them; "" where
        it is not."""
        if self.hard:
            return f"{_hard_to_read(self.hard)}: {TAKE_AGAIN}"
        return f"{TOO_MANY_DOUBTS}: {TAKE_AGAIN}" if self.too_many and not self.deciding else ""

    @property
    def also_found(self) -> tuple[str, ...]:
        """What else was found in a turn in which tiles were perhaps only not read."""
        return (*self.faults, *self.ruling.remarks) if self.only_unread else ()

    @property
    def beyond_told(self) -> str:
        """That missing tiles may lie beyond the edge of a photo, or new ones have lain there."""
        told = (
            (self.beyond, "missing, or beyond the edge of the photo of the table after"),
            (self.lain, "new, or beyond the edge of the photo of the table before"),
        )
        return "; ".join(f"{what}: {' '.join(map(str, tiles))}" for tiles, what in told if tiles)

    @property
    def how_to_show_all(self) -> str:
        """What to do about tiles beyond the edge of a photo; nobody can photograph again what
        lay there before."""
        if not self.lain:
            return "take a photo with all of the table, or give it as text"
        return "give the table before as text, with all that lay there"

    @property
    def together(self) -> bool:
        """Whether doubtful tiles decide only if all of them are others."""
        return any(one.together for one in self.deciding)

    @property
    def why_open(self) -> str:
        """Why there is no verdict, and what to do."""
        if self.take_it_again:
            return self.take_it_again
        if self.hidden:
            return f"{self.beyond_told}; {self.how_to_show_all}"
        if not self.deciding:
            return "; ".join(self.unread.told)
        told = "; ".join(map(str, self.deciding))
        if self.together:
            return (
                "the verdict hangs on doubtful tiles that decide only together; "
                f"look at them and give them as text: {told}: {self.both_verdicts}"
            )
        return f"the verdict hangs on a doubtful tile; look at it and give that as text: {told}"

    @property
    def both_verdicts(self) -> str:
        """The verdicts of doubtful tiles that decide only together."""
        as_read, otherwise = ("legal", "not legal")[:: 1 if self.ruling.legal else -1]
        return f"{as_read} as they were read, {otherwise} if all of them are the others"

    def to_json(self) -> dict[str, Any]:
        """The contract's ``referee`` object; an error in its place where a doubt decides."""
        answer = self.ruling.to_json()
        if not self.is_open:
            return answer | {"reasons": list(self.reasons)}
        return {
            "error": self.why_open,
            "legal": None,
            "reasons": [] if self.take_it_again else [*self.unread.told, *self.also_found],
            "changes": answer["changes"],
            "restore": [],
            "hangs_on": [one.to_json() for one in self.deciding],
        }


def _hard_to_read(shown: Sequence[str]) -> str:
    names = " and ".join(WHERE[name] for name in shown)
    return f"the photo{'s' * (len(shown) > 1)} of {names} {_IS_ARE[len(shown) > 1]} hard to read"


def rule_on_turn(turn: Turn) -> TurnRuling:
    """The ruling on a turn, or what keeps it open: photos that are hard to read, doubtful tiles,
    or tiles that photos may not show."""
    ruling = turn.ruling()
    if turn.hard:
        lines = (line for seen in turn.shown.values() for line in seen.read_as)
        return TurnRuling(ruling, (), False, False, tuple(lines), hard=turn.hard)
    doubts = turn.doubts()
    beyond = () if ruling.legal else turn.beyond_edge()
    lain = turn.illegal_if_there_lay() if ruling.legal else turn.legal_if_there_lay()
    stands = turn.has_doubts and not doubts.deciding
    sought = not ruling.legal and lain is None
    unread, only_unread = turn.unread() if sought else (Unread(), False)
    return TurnRuling(
        ruling,
        doubts.deciding,
        settled=stands and doubts.tried_all,
        untried=stands and not doubts.tried_all,
        remarks=_told_by(turn.shown.values()),
        beyond=beyond,
        lain=lain or (),
        hidden=lain is not None,
        unread=unread,
        certain=turn.is_surely_illegal(),
        only_unread=only_unread,
    )


@dataclass(frozen=True, slots=True)
class ScoredRacks:
    """The score of a round, what photos of its racks show and left open (``remarks``),
    and by player the tiles of the rack that were read doubtfully; ``cut_off`` are the players
    whose racks may have more tiles beyond the edge of the photo."""

    score: RoundScore
    remarks: tuple[str, ...] = ()
    doubtful: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cut_off: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's ``score`` object; what photos left open is among its warnings."""
        answer = self.score.to_json()
        answer["warnings"] = [*answer["warnings"], *self.remarks]
        return answer


def score(
    racks: Mapping[str, str],
    *,
    out: str | None,
    rules: Rules,
    declared_winner: str | None = None,
    unopened: Sequence[str] = (),
    could_have_opened: Sequence[str] | None = None,
    announced: Sequence[str] = (),
    foot: bool = False,
    joker_discarded: bool = False,
    profile: Profile | None = None,
) -> ScoredRacks:
    """The score of a round from racks, texts or photos, what photos show and left open.

    The arguments are those of :func:`solver.scoring.score_round`, and the profile
    of the tiles that photos show.

    Raises:
        BadInput: as :func:`see_rack`; or the statements name nobody or contradict; or
            a photo shows no tiles though that player did not go out, or tiles that lie
            face down.
    """
    from solver.scoring import ScoreError, score_round

    shown = {
        name: see_rack(source, rules, profile, whose=f"{name}'s rack")
        for name, source in racks.items()
    }
    try:
        scored = score_round(
            {name: seen.tiles for name, seen in shown.items()},
            out=out,
            rules=rules,
            declared_winner=declared_winner,
            unopened=unopened,
            could_have_opened=could_have_opened,
            announced=announced,
            foot=foot,
            joker_discarded=joker_discarded,
        )
    except ScoreError as error:
        raise BadInput(str(error)) from error
    for name, seen in shown.items():
        if seen.reading is not None:
            _refuse_uncountable(name, seen.reading, went_out=name == out)
    doubts = {name: seen.doubtful for name, seen in shown.items() if seen.doubtful}
    cut_off = tuple(name for name, seen in shown.items() if seen.cut_off)
    remarks = (
        *_told_by(shown.values()),
        *(_counted_without(f"{name}'s rack") for name in cut_off),
    )
    return ScoredRacks(scored, remarks, doubts, cut_off)


def warnings_on(rack: Seen) -> tuple[str, ...]:
    """What was read off the photo of a rack, what of it to look at, and whether the edge of
    the photo cuts tiles; nothing for a text."""
    return (*_told_by([rack]), *([_counted_without("the rack")] if rack.cut_off else []))


def _counted_without(whose: str) -> str:
    return (
        f"{whose}: the edge of the photo cuts tiles off, and only what is seen was "
        "counted: take it again, or give the rack as text"
    )


def _refuse_uncountable(name: str, reading: SceneReading, *, went_out: bool) -> None:
    """Refuse to score a photo of which it is not known what counts, as the page does.

    Raises:
        BadInput: tiles lie face down, or there are no tiles at all though the player did
            not go out.
    """
    from vision.reading import FACE_DOWN
    from webapp.typed import as_text

    hidden = sum(tile.tile == FACE_DOWN for tile in reading.tiles)
    if hidden:
        tiles, them = ("1 tile", "it") if hidden == 1 else (f"{hidden} tiles", "them")
        raise BadInput(
            f"{reading.photo}: {name}'s rack has {tiles} without a name: turn {them} over, put "
            f"the right tile for each {FACE_DOWN}, or leave it out where no tile lies, and give "
            f"this text instead: {name}='{as_text(reading, ' ')}'"
        )
    if not reading.tiles and not went_out:
        raise BadInput(
            f"{reading.photo}: no tiles were found on the photo of {name}'s rack: "
            f"take it again, or give the rack as text, such as {name}='R5 J'"
        )


def refuse_to_overwrite(picture: Path, sources: Iterable[str]) -> None:
    """Refuse to write a picture over one of the photos that were given.

    Raises:
        BadInput: ``picture`` is one of ``sources``.
    """
    for source in sources:
        try:
            same = picture.samefile(source)
        except (OSError, ValueError):  # one of them is no file
            continue
        if same:
            raise BadInput(f"{picture}: this is a photo you gave; name another file to write to")


def write_picture(pixels: Any, path: Path) -> None:
    """Write an RGB uint8 array (height, width, 3) in the format of the file's name.

    Raises:
        BadInput: the format is unknown or the file cannot be written.
    """
    from PIL import Image

    try:
        Image.fromarray(pixels).save(path)
    except ValueError as error:
        raise BadInput(f"{path}: name the picture .png or .jpg") from error
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror or error})") from error


def _told_by(shown: Iterable[Seen]) -> tuple[str, ...]:
    """What was read off photos, and what about it to look at."""
    return tuple(line for seen in shown for line in (*seen.read_as, *seen.notices))


def _refuse_own_sets(rules: Rules) -> None:
    if not rules.play_advice:
        raise BadInput(
            f"{rules.name}: players lay sets of their own there, so no play can be suggested; "
            "'tilesight check' judges their sets"
        )


def check_stock(rack: Meld, rules: Rules) -> None:
    """Refuse tiles that one game does not hold.

    Raises:
        BadInput: a tile is there more often than in the box.
    """
    from solver.state import GameState

    for problem in GameState((), rack, True, rules).stock_problems():
        raise BadInput(problem.text)
