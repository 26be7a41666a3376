"""A round on its way into the score sheet: its form as filled in, and the racks to count.

A rack that was photographed is a scene of its own, corrected like the table and the
rack of a turn; the form holds the racks that were only typed, and all the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.datastructures import MultiDict

from solver.match import Match, MatchError
from solver.notation import NotationError, parse_tiles
from solver.tiles import Meld
from vision.reading import SceneReading
from webapp.corrections import doubtful, melds, unnamed
from webapp.phrases import said
from webapp.positions import may_go_on, racks_apart
from webapp.store import PlayersRack, SceneRecord, TurnRecord
from webapp.typed import as_text

_FIELDS = ("out", "winner", "foot", "joker_discarded", "unopened", "announced")
_PLAYERS_FIELDS = ("rack", "could", "points", "as_read")
_LONGEST = 2000
"""Characters of a field that are kept: no rack needs as many."""


def rack_of(match: Match, name: str) -> PlayersRack:
    """The scene of a player's rack; whoever leaves and comes back keeps the number."""
    return PlayersRack.of(match.players.index(name) + 1)


def counted(turn: TurnRecord, match: Match) -> dict[str, SceneRecord]:
    """Everybody who plays the round, with what is known of the rack."""
    return {name: turn.scene(rack_of(match, name)) for name in match.playing}


def filled_in(form: MultiDict[str, str], match: Match) -> dict[str, list[str]]:
    """What of a posted form is kept until the round is written down."""
    fields = {*_FIELDS}
    fields |= {f"{field}-{name}" for field in _PLAYERS_FIELDS for name in match.playing}
    return {
        key: [text[:_LONGEST] for text in texts] for key, texts in form.lists() if key in fields
    }


def racks_as_text(records: Mapping[str, SceneRecord], form: MultiDict[str, str]) -> dict[str, str]:
    """Every player's rack as its text field shows it."""
    return {
        name: form.get(f"rack-{name}", "") if one.reading is None else as_text(one.reading, " ")
        for name, one in records.items()
    }


@dataclass(frozen=True, slots=True)
class PostedRack:
    """A rack in a posted form: its ``text``, what the page had ``shown``, what is there ``now``."""

    text: str
    shown: str
    now: str

    @property
    def typed(self) -> bool:
        """Whether the person typed something else than what is there anyway."""
        return not _alike(self.text, self.shown) and not _alike(self.text, self.now)

    @property
    def overtaken(self) -> bool:
        """Whether the rack was changed elsewhere since the page was shown."""
        return not _alike(self.shown, self.now) and not _alike(self.text, self.now)


def posted_racks(
    records: Mapping[str, SceneRecord],
    form: MultiDict[str, str],
    kept: MultiDict[str, str],
) -> dict[str, PostedRack]:
    """The racks that a form of the round has, by player.

    ``kept`` is the form as it was filled in last, here or elsewhere. A form that does not
    say what it showed had an empty field where the rack is photographed now.
    """
    now = racks_as_text(records, kept)
    racks = {}
    for name, one in records.items():
        text = form.get(f"rack-{name}")
        if text is not None:
            shown = form.get(f"was-{name}", now[name] if one.reading is None else "")
            racks[name] = PostedRack(text, shown, now[name])
    return racks


def _alike(one: str, other: str) -> bool:
    return one.upper().split() == other.upper().split()


def taken_as_read(records: Mapping[str, SceneRecord], form: MultiDict[str, str]) -> frozenset[str]:
    """Whose racks are to be scored as read."""
    return frozenset(
        name for name, one in records.items() if form.get(f"as_read-{name}") == one.mark
    )


def unsettled(records: Mapping[str, SceneRecord], out: str | None) -> dict[str, str]:
    """By player, why a photographed rack cannot be relied on yet, in the page's language.

    ``out`` went out: that rack may be empty.
    """
    lines = {}
    for name, one in records.items():
        if one.reading is None:
            continue
        doubts = len(doubtful(one.reading))
        edge = _edge_line(name) if may_go_on(one) else ""
        if doubts:
            doubted = ngettext(
                "%(name)s's rack has %(num)s doubtful tile: look at it first",
                "%(name)s's rack has %(num)s doubtful tiles: look at them first",
                doubts,
                name=name,
            )
            lines[name] = "; ".join(filter(None, (doubted, edge)))
        elif racks := racks_apart(one):
            lines[name] = _(
                "%(n)s racks seem to be on the photo of %(name)s's rack: say which one counts",
                n=len(racks),
                name=name,
            )
        elif edge:
            lines[name] = edge
        elif not one.reading.tiles and one.photo is not None and name != out:
            lines[name] = _(
                "no tiles were found on the photo of %(name)s's rack: "
                "take it again, or type the rack",
                name=name,
            )
    return lines


def _edge_line(name: str) -> str:
    return _(
        "the photo of %(name)s's rack cuts tiles off at its edge: "
        "take it again, add what is missing, or say that all are there",
        name=name,
    )


def without_names(records: Mapping[str, SceneRecord]) -> dict[str, str]:
    """By player, that a photographed rack has tiles that nobody can count yet, in the
    page's language."""
    counts = {n: len(unnamed(r.reading)) for n, r in records.items() if r.reading is not None}
    return {
        name: ngettext(
            "%(name)s's rack has %(num)s tile without a name: turn it over if it lies face "
            "down, and say what it is, or that it is no tile",
            "%(name)s's rack has %(num)s tiles without a name: turn them over if they lie face "
            "down, and say what they are, or that they are no tiles",
            count,
            name=name,
        )
        for name, count in counts.items()
        if count
    }


def tiles_left(name: str, record: SceneRecord, typed: str) -> Meld:
    """The tiles of a player's rack, as photographed and corrected or as typed.

    Raises:
        MatchError: a tile of it has no name; the line names the player.
    """
    try:
        return parse_tiles(typed) if record.reading is None else _named(record.reading)
    except NotationError as error:
        raise MatchError(f"{name}: {said(str(error))}") from error


def _named(reading: SceneReading) -> Meld:
    if unnamed(reading):
        raise NotationError(
            "the rack has tiles without a name (? or X): say which they are, or take them away"
        )
    return tuple(tile for tier in melds(reading) for tile in tier)
