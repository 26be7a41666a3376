"""The score sheet of a game: players, rounds, ranking, corrections, CSV."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from solver.match import Match, MatchError
from solver.match_csv import from_csv, to_csv
from solver.names import tidied
from solver.notation import NotationError
from solver.opening import find_opening
from solver.rules import Rules
from solver.scoring import RoundScore, ScoreError, score_by_hand, score_round
from solver.tiles import Meld
from vision.reading import SceneReading, Zone
from webapp import counting, photos
from webapp.corrections import CorrectionError, empty_scene, unnamed
from webapp.phrases import said
from webapp.positions import may_go_on, zone_of
from webapp.seen import BadInput
from webapp.store import SceneRecord
from webapp.typed import retype
from webapp.views.current import WARNING, rules_of, store, take_photos

pages = Blueprint("scores", __name__, url_prefix="/g/<game_id>/scores")

MAX_CSV_BYTES = 200_000


@pages.get("")
def sheet(game_id: str) -> str:
    """The sheet, or the form that begins one."""
    return _sheet_page(game_id)


@pages.post("/players")
def players(game_id: str) -> Response | tuple[str, int]:
    """Begin the match with these players, a name a line."""
    names = [name for name in request.form.get("names", "").splitlines() if name.strip()]
    rules = rules_of(store().game(game_id))

    def begun(match: Match | None) -> Match:
        if match is not None and match.rounds:  # an old form, sent again
            raise MatchError(
                "a match is going on here and its rounds are kept: "
                "for another match, begin another game"
            )
        return Match.start(rules, names)

    before = _match(game_id)
    tidy = tuple(map(tidied, names))
    if before is not None and not before.rounds and before.playing == tidy:
        return _to_sheet(game_id)  # the same form again: the racks stay their players'
    return _begun_anew(game_id, begun)


@pages.post("/join")
def join(game_id: str) -> Response | tuple[str, int]:
    """Let somebody in before the next round."""
    return _changed(game_id, lambda match: _begun(match).join(request.form.get("name", "")))


@pages.post("/leave")
def leave(game_id: str) -> Response | tuple[str, int]:
    """Let somebody go after the last round."""
    return _changed(game_id, lambda match: _begun(match).leave(request.form.get("name", "")))


@pages.post("/round")
def add_round(game_id: str) -> Response | tuple[str, int] | str:
    """Score a round and write it down; photos of racks are read first and shown."""
    match = _begun(_match(game_id))
    records = counting.counted(store().game(game_id).turn, match)
    kept = MultiDict(store().filled_in(game_id))
    racks = counting.posted_racks(records, request.form, kept)
    typed = {name: rack.text for name, rack in racks.items() if rack.typed}
    try:
        _next_of(match)
        form = counting.filled_in(request.form, match)
        others = {f"rack-{n}": kept.getlist(f"rack-{n}") for n, r in racks.items() if r.overtaken}
        store().save_filled_in(game_id, form | others)
        read = _photos_read(game_id, match)
        for name, text in typed.items():
            if name not in read and not racks[name].overtaken:
                _retype(game_id, name, records[name], text)
        overtaken = _overtaken(racks, read)
        if overtaken:
            return _sheet_page(game_id, typed=typed, refused=overtaken, overtaken=True), 409
        looked_at = _to_look_at(game_id, match, read)
        if looked_at is not None:
            return looked_at
        by_hand = request.form.get("by") == "hand"
        unsettled = {} if by_hand else _unsettled(game_id, match, records)
        if unsettled:
            return _sheet_page(game_id, refused=unsettled), 400
        score = _by_hand(match) if by_hand else _scored(game_id, match)
        if score.undecided:
            raise MatchError(score.warnings[0])
        _write(game_id, lambda now: _next_of(_begun(now)).add(score))
    except (MatchError, ScoreError) as error:
        return _sheet_page(game_id, typed=typed, mistake=said(str(error))), 400
    store().end_count(game_id)
    store().note_scored(game_id)
    for warning in score.warnings:
        flash(said(warning), WARNING)
    points = dict(score.points)
    for name, words in score.lines:
        worth = f"{points[name]:+d}".replace("-", "−")
        flash(f"{name} {worth}: {said(words)}")
    return _to_sheet(game_id)


@pages.post("/round/<int:number>")
def correct_round(game_id: str, number: int) -> Response | tuple[str, int]:
    """Correct the points of a round; what was written before stays on record."""

    def corrected(match: Match | None) -> Match:
        begun = _begun(match)
        if not 1 <= number <= len(begun.rounds):
            raise MatchError(f"there is no round {number}: {len(begun.rounds)} were played")
        names = begun.rounds[number - 1].entry.players
        score = _hand_score(begun, names)
        return begun.correct(number, score, request.form.get("reason", ""))

    return _changed(game_id, corrected)


@pages.get("/sheet.csv")
def as_csv(game_id: str) -> Response:
    """The match as a CSV file."""
    response = make_response(to_csv(_begun(_match(game_id))))
    response.mimetype = "text/csv"
    response.headers["Content-Disposition"] = 'attachment; filename="tilesight-scores.csv"'
    return response


@pages.post("/import")
def import_csv(game_id: str) -> Response | tuple[str, int]:
    """Take a match from a CSV file of ours, in the place of this one."""
    file = request.files.get("csv")
    data = b"" if file is None else file.read(MAX_CSV_BYTES + 1)
    rules = rules_of(store().game(game_id))

    def imported(_old: Match | None) -> Match:
        if not data or len(data) > MAX_CSV_BYTES:
            raise MatchError("choose the CSV file of a match")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise MatchError("the file is no CSV text (UTF-8)") from None
        return from_csv(text, rules)

    return _begun_anew(game_id, imported)


def _begun_anew(
    game_id: str, change: Callable[[Match | None], Match]
) -> Response | tuple[str, int]:
    """Another match in the place of this one: racks belong to the players of the old one."""
    answer = _changed(game_id, change)
    if isinstance(answer, Response):
        store().end_count(game_id)
    return answer


def _changed(game_id: str, change: Callable[[Match | None], Match]) -> Response | tuple[str, int]:
    try:
        _write(game_id, change)
    except (MatchError, ScoreError) as error:
        return _sheet_page(game_id, mistake=said(str(error))), 400
    return _to_sheet(game_id)


def _write(game_id: str, change: Callable[[Match | None], Match]) -> None:
    """Change the sheet as it is at that moment, whatever else was written meanwhile.

    ``change`` may not ask the store: it runs inside its transaction.
    """
    rules = rules_of(store().game(game_id))
    store().change_match(game_id, lambda text: to_csv(change(_read(text, rules))))


def _match(game_id: str) -> Match | None:
    return _read(store().match(game_id), rules_of(store().game(game_id)))


def _read(text: str | None, rules: Rules) -> Match | None:
    if text is None:
        return None
    # The sheet names the preset only; this game's own options count too.
    return dataclasses.replace(from_csv(text, rules), rules=rules)


def _next_of(match: Match) -> Match:
    """``match``, unless the round of the form is written down already: a form sent twice."""
    number = request.form.get("round", type=int)
    if number is not None and number <= len(match.rounds):
        raise MatchError(
            f"round {number} is written down already: look at the sheet, then score the next one"
        )
    return match


def _begun(match: Match | None) -> Match:
    if match is None:
        raise MatchError("name the players first")
    return match


def _scored(game_id: str, match: Match) -> RoundScore:
    form = request.form
    racks = {
        name: counting.tiles_left(name, record, form.get(f"rack-{name}", ""))
        for name, record in counting.counted(store().game(game_id).turn, match).items()
    }
    unopened = form.getlist("unopened")
    return score_round(
        racks,
        out=_who_went_out(),
        rules=match.rules,
        declared_winner=form.get("winner") or None,
        unopened=unopened,
        could_have_opened=_could_have_opened(racks, unopened, match.rules),
        announced=form.getlist("announced"),
        foot="foot" in form,
        joker_discarded="joker_discarded" in form,
    )


def _could_have_opened(
    racks: dict[str, Meld], unopened: list[str], rules: Rules
) -> list[str] | None:
    """Who of the unopened could have opened; None where nothing was stated of anybody.

    Where something was stated of some players, the racks of the others are looked through.
    """
    stated = {name: request.form.get(f"could-{name}", "") for name in unopened}
    if not any(stated.values()):
        return None
    return [
        name
        for name, word in stated.items()
        if word == "yes" or (not word and name in racks and find_opening(racks[name], rules))
    ]


def _by_hand(match: Match) -> RoundScore:
    return _hand_score(match, match.playing)


def _hand_score(match: Match, names: tuple[str, ...]) -> RoundScore:
    points = {}
    for name in names:
        text = request.form.get(f"points-{name}", "").strip().replace("−", "-")
        try:
            points[name] = int(text)
        except ValueError:
            raise MatchError(f"{name}: write the points as a whole number") from None
    return score_by_hand(points, match.rules, _who_went_out())


def _retype(game_id: str, name: str, record: SceneRecord, text: str) -> None:
    """Take a photographed rack as it was typed over; its photo stays.

    Raises:
        MatchError: the text is no tiles; the line names the player.
        ChangedMeanwhile: the rack was changed in this very moment.
    """
    if record.reading is None:  # only typed: the form keeps it
        return
    part = record.part
    try:
        store().change_reading(
            game_id,
            part,
            lambda old: retype(old, text, zone_of(part)),
            seen=record.mark,
            exactly=True,
        )
    except (NotationError, CorrectionError) as error:
        raise MatchError(f"{name}: {said(str(error))}") from error


def _overtaken(racks: Mapping[str, counting.PostedRack], read: Sequence[str]) -> dict[str, str]:
    """By player, what others made of a rack since the page was shown; a round is only
    scored from what was seen."""
    asked = {"look", "review"} & {*request.form}
    lines = {}
    for name, rack in racks.items():
        if not rack.overtaken or name in read:
            continue
        now = rack.now or _("no tiles")
        if rack.typed:
            lines[name] = _(
                "%(name)s's rack was changed elsewhere meanwhile, to %(tiles)s. "
                "What you typed is still in its field: score again to count that",
                name=name,
                tiles=now,
            )
        elif not (asked or read):
            lines[name] = _(
                "%(name)s's rack was changed elsewhere meanwhile, to %(tiles)s: "
                "look at it, then score",
                name=name,
                tiles=now,
            )
    return lines


def _photos_read(game_id: str, match: Match) -> tuple[str, ...]:
    """Read the photos of racks that were posted, and keep them; whose racks these are.

    Raises:
        BadInput: no photo was chosen, though one was to be read.
        As :func:`webapp.views.current.take_photos`.
    """
    read = []
    for name in match.playing:
        files = [file for file in request.files.getlist(f"photo-{name}") if file.filename]
        if files:
            rack, seen = counting.rack_of(match, name), request.form.get(f"seen-{name}")
            beside = partial(_typed_elsewhere, game_id, name)
            take_photos(store().game(game_id), rack, files[-1:], seen, beside)
            read.append(name)
    if "read" in request.form and not read:
        raise BadInput(photos.no_photo_chosen())
    return tuple(read)


def _typed_elsewhere(game_id: str, name: str) -> SceneReading | None:
    """A rack that others typed while this page photographed it; None where nobody did."""
    text = store().filled_in(game_id).get(f"rack-{name}", [""])[0]
    mine = (request.form.get(f"{field}-{name}", "") for field in ("rack", "was"))
    if text.split() in ([], *(one.split() for one in mine)):
        return None
    try:
        return retype(empty_scene(), text, Zone.RACK)[0]
    except ValueError:
        flash(_("%(name)s: typed elsewhere meanwhile: %(text)s", name=name, text=text), WARNING)
        return None


def _to_look_at(game_id: str, match: Match, read: tuple[str, ...]) -> Response | None:
    """The way to a rack just read, or that a button of the form asks for; None to score."""
    if len(read) > 1:
        flash(_("Check what was read, then score."))
        return _to_sheet(game_id)
    asked, review = request.form.get("look"), request.form.get("review")
    for name in read or match.playing:
        rack = counting.rack_of(match, name)
        if read or rack in (asked, review):
            doubts_first = 1 if rack == review else None
            to = url_for("scenes.scene", game_id=game_id, name=rack, review=doubts_first)
            return redirect(to, 303)  # type: ignore[return-value]
    return None


def _unsettled(game_id: str, match: Match, shown: Mapping[str, SceneRecord]) -> dict[str, str]:
    """Why racks cannot be scored yet; their doubts count not where they were ticked as
    ``shown``."""
    now = counting.counted(store().game(game_id).turn, match)
    ticked = counting.taken_as_read(shown, request.form)
    lines = counting.unsettled(now, _who_went_out())
    doubts = {name: line for name, line in lines.items() if name not in ticked}
    return counting.without_names(now) | doubts


def _sheet_page(
    game_id: str,
    mistake: str = "",
    typed: Mapping[str, str] | None = None,
    refused: Mapping[str, str] | None = None,
    overtaken: bool = False,
) -> str:
    """The sheet; ``typed`` are racks as typed that could not be taken.

    ``refused`` says, by player, why the round was not scored; ``overtaken``: because
    racks were changed elsewhere.
    """
    game, match = store().game(game_id), _match(game_id)
    posted = request.endpoint == "scores.add_round"
    form = request.form if posted else MultiDict(store().filled_in(game_id))
    records = {} if match is None else counting.counted(game.turn, match)
    now = counting.racks_as_text(records, MultiDict(store().filled_in(game_id)))
    return render_template(
        "scores.html",
        game=game,
        rules=rules_of(game),
        match=match,
        records=records,
        racks=now | dict(typed or {}),
        now=now,
        typed=typed or {},
        refused=refused or {},
        overtaken=refused if overtaken else {},
        unsettled=counting.unsettled(records, form.get("out")),
        goes_on=[r.part for r in records.values() if may_go_on(r)],
        unnamed={r.part: len(unnamed(r.reading)) for r in records.values() if r.reading},
        as_read=counting.taken_as_read(records, form),
        names=request.form.get("names", ""),
        joining=request.form.get("name", "") if request.endpoint == "scores.join" else "",
        form=form,
        mistake=mistake,
    )


def _to_sheet(game_id: str) -> Response:
    return redirect(url_for("scores.sheet", game_id=game_id), 303)  # type: ignore[return-value]


def _who_went_out() -> str | None:
    """The name chosen; the form makes people choose, and "-" is nobody."""
    name = request.form.get("out", "")
    return None if name in ("", "-") else name
