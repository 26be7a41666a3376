"""Disputes: is this a set, and was that turn legal?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask_babel import gettext as _
from werkzeug.datastructures import FileStorage

from solver.notation import (
    DeclaredSet,
    declarations,
    parse_declared_table,
    parse_tiles,
)
from solver.orders import better_order
from solver.readings import Reading
from solver.referee import Ruling, referee
from solver.rules import Rules
from solver.tiles import JOKER, Meld, Tile
from vision.profile import Profile
from vision.reading import SceneReading
from webapp import photos, typed
from webapp.evidence import MOST_BYTES, SIDE, Evidence, Exhibit
from webapp.judging import JudgedSet, judged_as_told
from webapp.store import Part
from webapp.views.current import played_rules_of, profile_of, store

pages = Blueprint("referee", __name__, url_prefix="/g/<game_id>")


SHOWN = {
    "before": Part.TABLE,
    "after": Part.TABLE,
    "rack_before": Part.RACK,
    "rack_after": Part.RACK,
}
"""What a ruling may be shown, and what its photos show."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A judged set as the page shows it; ``better`` is an order worth more, and its points.

    ``declare`` has a text for each reading among which the player has to choose.
    """

    judged: JudgedSet
    better: tuple[Meld, int] | None = None
    declare: tuple[tuple[Reading, str], ...] = ()


@pages.get("/check")
def check(game_id: str) -> str:
    """The verdicts on the sets of ``?set=``."""
    game = store().game(game_id)
    text = request.args.get("set", "")
    return _check_page(game_id, played_rules_of(game), text)


@pages.post("/check")
def check_photo(game_id: str) -> str:
    """Read a photo of sets and judge each, unless its verdict hangs on a doubtful tile.

    With a text: judge that, with the photo that was read before still in view.
    """
    game = store().game(game_id)
    rules = played_rules_of(game)
    if "set" in request.form:
        text = request.form.get("declared") or request.form["set"]
        carried = Evidence.from_field(request.form.get("evidence", ""))
        return _check_page(game_id, rules, text, carried)
    found = _evidence(photos.posted()[-1], Part.TABLE, rules, profile_of(game))
    return _check_page(game_id, rules, None, found)


@pages.route("/referee", methods=["GET", "POST"])
def turn(game_id: str) -> str | tuple[str, int]:
    """The ruling on a turn: the table before and after, and the racks if shown."""
    game = store().game(game_id)
    rules = played_rules_of(game)
    table = game.turn.table.reading
    shown = {
        "before": "" if table is None else typed.as_text(table),
        "after": "",
        "rack_before": "",
        "rack_after": "",
    }
    if request.method == "GET":
        return render_template("referee.html", game=game, rules=rules, shown=shown, ruling=None)
    shown = {name: request.form.get(name, "") for name in shown}
    opened = request.form.get("opened") == "yes"
    mistake, ruling = "", None
    pool_empty = request.form.get("pool") == "empty"
    read = _photos_read(rules, profile_of(game))
    shown |= {name: _as_text(name, found.reading) for name, found in read.items()}
    carried = {
        name: Evidence.from_field(request.form.get(f"evidence-{name}", "")) for name in shown
    }
    seen = {name: found for name, found in (carried | read).items() if found is not None}
    try:
        if not read:  # what was read is shown and judged only when it was looked at
            racks = set(request.form.getlist("shown"))
            ruling = _ruling(shown, opened, rules, racks, pool_empty)
    except ValueError as error:
        mistake = str(error)
    page = render_template(
        "referee.html",
        game=game,
        rules=rules,
        shown=shown,
        read=read,
        exhibits={
            name: _exhibit(name, found, None if name in read else shown[name], rules)
            for name, found in seen.items()
        },
        ruling=ruling,
        opened=opened,
        pool_empty=pool_empty,
        mistake=mistake,
    )
    return (page, 400) if mistake else page


def _check_page(
    game_id: str, rules: Rules, text: str | None, evidence: Evidence | None = None
) -> str:
    """The verdicts on the sets of a text, or of a photo whose tiles the text then names.

    ``evidence`` is the photo; without a text its sets are judged as they were read.
    """
    judged: tuple[JudgedSet, ...] = ()
    mistake = ""
    exhibit = None if evidence is None else Exhibit.as_read(evidence, rules)
    try:
        if text is not None:
            sets = parse_declared_table(text)
            text = " | ".join(map(str, sets)) or text
            judged = judged_as_told(sets, rules)
            if evidence is not None:
                exhibit = Exhibit.as_told(evidence, sets, rules)
        elif exhibit is not None:
            judged = exhibit.sets
            text = " | ".join(" ".join(one.names) for one in judged)
            if not judged:
                mistake = _("No set was found in this photo. Go closer, or type the tiles.")
    except ValueError as error:
        mistake = str(error)
    return render_template(
        "check.html",
        game=store().game(game_id),
        rules=rules,
        text=text,
        exhibit=exhibit,
        shown=[_shown(judged, place, rules) for place in range(len(judged))],
        valid=sum(one.verdict is not None and one.verdict.valid for one in judged),
        mistake=mistake,
    )


def _shown(judged: Sequence[JudgedSet], place: int, rules: Rules) -> Shown:
    """The set at that place; what declares it keeps the other sets beside it."""
    one = judged[place]
    if one.verdict is None:
        return Shown(one)

    told = [str(other.told) if "?" not in other.names else "" for other in judged]

    def with_others(text: str) -> str:
        return " | ".join(filter(None, (*told[:place], text, *told[place + 1 :])))

    tiles, verdict = one.told.tiles, one.verdict
    better = better_order(tiles, verdict.value, rules) if verdict.valid else None
    ways = verdict.readings if verdict.must_declare else ()
    return Shown(one, better, tuple((way, with_others(_declared(one.told, way))) for way in ways))


def _declared(told: DeclaredSet, reading: Reading) -> str:
    """The set as text with its ordinary jokers declared as ``reading`` has them."""
    jokers = [tile for tile in told.tiles if tile.is_joker]
    pairs = zip(jokers, reading.jokers, strict=True)
    meant = tuple(j if isinstance(j, Tile) else None for tile, j in pairs if tile == JOKER)
    return str(DeclaredSet(told.tiles, meant))


def _photos_read(rules: Rules, profile: Profile | None) -> dict[str, Evidence]:
    """The photos of the form, read."""
    read = {}
    for name, part in SHOWN.items():
        file = request.files.get(f"photo-{name}")
        if file is not None and file.filename:
            read[name] = _evidence(file, part, rules, profile)
    return read


def _evidence(file: FileStorage, part: Part, rules: Rules, profile: Profile | None) -> Evidence:
    return Evidence(
        *photos.take_in([file], part, rules, profile, side=SIDE, most=MOST_BYTES),
    )


def _as_text(name: str, reading: SceneReading) -> str:
    """What a photo shows, as the text of its field."""
    return typed.as_text(reading, "\n" if SHOWN[name] is Part.TABLE else " ")


def _exhibit(name: str, found: Evidence, text: str | None, rules: Rules) -> Exhibit:
    """A photo with its sets, as ``text`` tells them; as they were read without one, or
    where it tells none."""
    if SHOWN[name] is Part.RACK:
        return Exhibit.of_rack(found)
    if text is not None:
        with suppress(ValueError):  # said beside the form
            return Exhibit.as_told(found, parse_declared_table(text), rules)
    return Exhibit.as_read(found, rules)


def _ruling(
    shown: dict[str, str], opened: bool, rules: Rules, racks: set[str], pool_empty: bool
) -> Ruling:
    """A rack counts as shown when it was filled in or ticked as empty."""
    before, after = (parse_declared_table(shown[name]) for name in ("before", "after"))
    given = {
        name: parse_tiles(shown[name]) if shown[name].strip() or name in racks else None
        for name in ("rack_before", "rack_after")
    }
    return referee(
        [one.tiles for one in before],
        [one.tiles for one in after],
        given["rack_before"],
        given["rack_after"],
        opened=opened,
        rules=rules,
        declared=declarations([*before, *after]),
        pool_empty=pool_empty,
    )
