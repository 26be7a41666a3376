"""Disputes: is this a set, and was that turn legal?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from flask import Blueprint, flash, render_template, request
from flask_babel import gettext as _
from werkzeug.datastructures import FileStorage

from solver.notation import (
    DeclaredSet,
    declarations,
    format_tiles,
    parse_declared_table,
    parse_tiles,
)
from solver.orders import better_order
from solver.readings import Reading
from solver.rules import Rules
from solver.tiles import JOKER, Meld, Tile
from vision.profile import Profile
from vision.reading import SceneReading, TileReading
from webapp import photos, typed
from webapp.corrections import is_on_photo
from webapp.disputes import SET, TURN, ToldSet, ToldTurn
from webapp.evidence import MOST_BYTES, SIDE, Evidence, Exhibit, settle
from webapp.judging import JudgedSet, judged_as_told, tally
from webapp.positions import zone_of
from webapp.seen import Seen, is_cut_off, is_hard
from webapp.service import TurnRuling, rule_on_turn
from webapp.store import GameRecord, Part
from webapp.turns import Turn
from webapp.views.current import WARNING, played_rules_of, profile_of, store

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
    """The verdicts on the sets of ``?set=``, or those that were given last (``?kept=``)."""
    game = store().game(game_id)
    kept = _kept(game_id, SET)
    told = ToldSet(request.args.get("set", "")) if kept is None else ToldSet.from_json(kept)
    return _check_page(game_id, played_rules_of(game), told)


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
        told = ToldSet(text, carried, whole="whole" in request.form)
        with suppress(ValueError):  # a text that names no tiles is said on the page
            photos_of, texts = _settled({"set": carried}, {"set": text})
            told = replace(told, text=texts["set"], photo=photos_of["set"])
    else:
        told = ToldSet(None, _evidence(photos.posted()[-1], Part.TABLE, rules, profile_of(game)))
    kept = store().keep_dispute(game_id, SET, told.to_json())
    return _check_page(game_id, rules, told, kept)


@pages.route("/referee", methods=["GET", "POST"])
def turn(game_id: str) -> str | tuple[str, int]:
    """The ruling on a turn: the table before and after, and the racks if shown.

    ``?kept=`` is the key of the one that was judged last.
    """
    game = store().game(game_id)
    if request.method == "GET":
        kept = _kept(game_id, TURN)
        return _turn_page(game, None if kept is None else ToldTurn.from_json(kept))
    told, mistake = _told_turn(game)
    key = store().keep_dispute(game_id, TURN, told.to_json())
    page, mistaken = _judged_page(game, told, mistake, key)
    return (page, 400) if mistaken else page


def _kept(game_id: str, kind: str) -> dict[str, Any] | None:
    """The dispute that the address asks for; that it is gone is said."""
    key = request.args.get("kept")
    if key is None:
        return None
    found = store().dispute(game_id, kind, key)
    if found is None:
        flash(_("That verdict is not kept any more: another dispute or turn came after."), WARNING)
    return found


def _told_turn(game: GameRecord) -> tuple[ToldTurn, str]:
    """The turn of the form, and what is wrong with it if it could not be taken as it is."""
    read = _photos_read(played_rules_of(game), profile_of(game))
    no_photo = "read" in request.form and not read
    carried: Mapping[str, Evidence | None] = {
        name: Evidence.from_field(request.form.get(f"evidence-{name}", "")) for name in SHOWN
    }
    shown: Mapping[str, str] = {
        name: _as_text(name, read[name].reading) if name in read else request.form.get(name, "")
        for name in SHOWN
    }
    mistake = photos.no_photo_chosen() if no_photo else ""
    try:
        carried, shown = _settled({**carried, **read}, shown)
    except ValueError as error:
        carried, mistake = {**carried, **read}, str(error)
    return ToldTurn(
        texts=shown,
        photos={name: found for name, found in carried.items() if found is not None},
        opened=request.form.get("opened") == "yes",
        pool_empty=request.form.get("pool") == "empty",
        # what was said of a photo is not said of the next one
        whole=tuple(name for name in request.form.getlist("whole") if name not in read),
        empty=tuple(request.form.getlist("shown")),
        read=tuple(read),
        # what was read is shown, and judged only when it was looked at
        judged=not (read or no_photo)
        and ("settle" not in request.form or "judged" in request.form),
        as_read="as_read" in request.form and not read,
    ), mistake


def _turn_page(game: GameRecord, told: ToldTurn | None) -> str:
    """The page of a dispute that begins, or of one that was kept."""
    if told is not None:
        return _judged_page(game, told, "", request.args["kept"])[0]
    table = game.turn.table.reading
    shown = dict.fromkeys(SHOWN, "")
    shown["before"] = "" if table is None else typed.as_text(table)
    return render_template(
        "referee.html",
        game=game,
        rules=played_rules_of(game),
        shown=shown,
        pictured=_pictured(shown),
        cut_off=_cut_off(shown, {}, table),
        last=store().last_dispute(game.id, TURN),
    )


def _judged_page(game: GameRecord, told: ToldTurn, mistake: str, kept: str) -> tuple[str, str]:
    """The page of a turn with its ruling, and the mistake in what was told, "" without one."""
    rules, table, shown = played_rules_of(game), game.turn.table.reading, told.texts
    ruled: TurnRuling | None = None
    exhibits = _exhibits(told.photos, shown, told.read, rules)
    if told.judged and not mistake:
        try:
            ruled = _ruled(told, exhibits, table, rules)
        except ValueError as error:
            mistake = str(error)
    page = render_template(
        "referee.html",
        game=game,
        rules=rules,
        shown=shown,
        pictured=_pictured(shown),
        read=told.read,
        exhibits=exhibits,
        ruled=ruled,
        judged=told.judged,
        opened=told.opened,
        pool_empty=told.pool_empty,
        whole=told.whole,
        as_read=told.as_read,
        from_photos=bool(exhibits) or _is_of_game(shown["before"], table),
        empty=told.empty,
        cut_off=_cut_off(shown, exhibits, table),
        mistake=mistake,
        kept=kept,
    )
    return page, mistake


def _check_page(game_id: str, rules: Rules, told: ToldSet, kept: str = "") -> str:
    """The verdicts on the sets of a text, or of a photo whose tiles the text then names.

    ``kept`` is the key with which the page can be asked for again.
    """
    text, evidence = told.text, told.photo
    judged: tuple[JudgedSet, ...] = ()
    mistake = ""
    exhibit = None if evidence is None else Exhibit.as_read(evidence, rules, whole=told.whole)
    try:
        if text is not None:
            sets = parse_declared_table(text)
            text = " | ".join(map(str, sets)) or text
            judged = judged_as_told(sets, rules)
            if evidence is not None:
                exhibit = Exhibit.as_told(evidence, sets, rules, whole=told.whole)
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
        tally=tally(judged),
        whole=told.whole,
        mistake=mistake,
        kept=kept or request.args.get("kept", ""),
        last=None if text or judged else store().last_dispute(game_id, SET),
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


def _cut_off(
    shown: Mapping[str, str], exhibits: Mapping[str, Exhibit], table: SceneReading | None
) -> list[str]:
    """Which tables may go on beyond the edge of their photos: there it is asked."""
    names = (name for name, part in SHOWN.items() if part is Part.TABLE)
    return [name for name in names if _may_go_on(shown[name], exhibits.get(name), name, table)]


def _may_go_on(
    text: str, exhibit: Exhibit | None, name: str, game_table: SceneReading | None
) -> bool:
    """Whether the table of that name goes on beyond the edge of its photo, perhaps the one
    of the game."""
    if exhibit is not None:
        return is_cut_off(exhibit.evidence.reading)
    if name != "before" or game_table is None or not is_cut_off(game_table):
        return False
    with suppress(ValueError):  # said beside the form
        melds = [one.tiles for one in parse_declared_table(text)]
        return any(_rows_like(melds, game_table))
    return False


def _photos_read(rules: Rules, profile: Profile | None) -> dict[str, Evidence]:
    """The photos of the form, read."""
    read = {}
    for name, part in SHOWN.items():
        files = [file for file in request.files.getlist(f"photo-{name}") if file.filename]
        if files:
            read[name] = _evidence(files[-1], part, rules, profile)
    return read


def _evidence(file: FileStorage, part: Part, rules: Rules, profile: Profile | None) -> Evidence:
    found = photos.taken([file], part, rules, profile, side=SIDE, most=MOST_BYTES)
    return Evidence(found.jpeg, found.reading)


def _pictured(shown: Mapping[str, str]) -> dict[str, tuple[Meld, ...]]:
    """The texts as sets of tiles, to be shown as such; none where a word is no tile."""
    pictured: dict[str, tuple[Meld, ...]] = dict.fromkeys(shown, ())
    for name, text in shown.items():
        with suppress(ValueError):
            pictured[name] = tuple(one.tiles for one in parse_declared_table(text))
    return pictured


def _as_text(name: str, reading: SceneReading) -> str:
    """What a photo shows, as the text of its field."""
    return typed.as_text(reading, "\n" if SHOWN[name] is Part.TABLE else " ")


def _settled(
    carried: Mapping[str, Evidence | None], texts: Mapping[str, str]
) -> tuple[Mapping[str, Evidence | None], Mapping[str, str]]:
    """Photos and texts after a tile was tapped to say what it is; the same without one.

    Raises:
        ValueError: the text beside the photo names no tiles, or there is no such tile.
    """
    name, _colon, rest = request.form.get("settle", "").partition(":")
    number, _colon, tile = rest.partition(":")
    found = carried.get(name)
    if found is None or not number.isdecimal():
        return carried, texts
    zone = zone_of(SHOWN.get(name, Part.TABLE))
    settled, text = settle(found, texts[name], zone, int(number), tile)
    return {**carried, name: settled}, {**texts, name: text}


def _exhibits(
    carried: Mapping[str, Evidence],
    shown: Mapping[str, str],
    read: Collection[str],
    rules: Rules,
) -> dict[str, Exhibit]:
    """The photos that are in view; those just ``read`` as they were read."""
    return {
        name: _exhibit(name, found, None if name in read else shown[name], rules)
        for name, found in carried.items()
    }


def _exhibit(name: str, found: Evidence, text: str | None, rules: Rules) -> Exhibit:
    """A photo with its sets, as ``text`` tells them; as they were read without one, or
    where it tells none."""
    rack = SHOWN[name] is Part.RACK
    if text is not None:
        with suppress(ValueError):  # said beside the form
            if rack:
                return Exhibit.of_rack(found, parse_tiles(text))
            return Exhibit.as_told(found, parse_declared_table(text), rules)
    return Exhibit.of_rack(found) if rack else Exhibit.as_read(found, rules)


def _ruled(
    told: ToldTurn, exhibits: Mapping[str, Exhibit], table: SceneReading | None, rules: Rules
) -> TurnRuling:
    """The ruling on what the texts show; ``table`` is that of the game."""
    shown = told.texts
    before, after = exhibits.get("before"), exhibits.get("after")
    racks = {
        name: _rack_seen(shown[name], exhibits.get(name), name in told.empty)
        for name in ("rack_before", "rack_after")
    }
    cut_off = [name for name in _cut_off(shown, exhibits, table) if name not in told.whole]
    turn = Turn(
        _table_seen(shown, "before", before, table, cut_off=cut_off, whole=told.whole),
        _table_seen(shown, "after", after, None, cut_off=cut_off, whole=told.whole),
        **racks,
        opened=told.opened,
        rules=rules,
        pool_empty=told.pool_empty,
    )
    return rule_on_turn(turn.vouched if told.as_read else turn)


def _table_seen(
    shown: Mapping[str, str],
    name: str,
    exhibit: Exhibit | None,
    game_table: SceneReading | None,
    *,
    cut_off: Collection[str],
    whole: Collection[str],
) -> Seen:
    """What the text of that name shows, with the doubts of the photo beside it.

    ``cut_off``: tables of which there may be more; ``whole``: those of which it was said that all
    tiles are there. Without a photo a set that lies like that on the game's own table is as
    doubtful as there.
    """
    sets = parse_declared_table(shown[name])
    melds = tuple(one.tiles for one in sets)
    rows = () if exhibit is None else exhibit.rows
    reading = None if exhibit is None else exhibit.evidence.reading
    if exhibit is None and game_table is not None:
        rows, reading = _rows_like(melds, game_table), game_table
    return Seen(
        melds,
        declared=declarations(sets),
        rows=rows,
        cut_off=name in cut_off,
        photographed=name not in whole and _is_on_photo(rows),
        hard=reading is not None and is_hard(reading, chain.from_iterable(rows)),
    )


def _rack_seen(text: str, exhibit: Exhibit | None, ticked: bool) -> Seen | None:
    """The same for a rack; it counts as shown when it was filled in or ticked as empty."""
    tiles = parse_tiles(text)
    if not (text.strip() or ticked):
        return None
    held = (tiles,) if tiles else ()
    if exhibit is None:
        return Seen(held)
    rows = exhibit.rows
    hard = is_hard(exhibit.evidence.reading, chain.from_iterable(rows))
    return Seen(held, rows=rows, photographed=_is_on_photo(rows), hard=hard)


def _is_on_photo(rows: Sequence[Sequence[TileReading]]) -> bool:
    return any(is_on_photo(tile) for row in rows for tile in row)


def _is_of_game(text: str, table: SceneReading | None) -> bool:
    """Whether a text tells sets that lie on the photo of the game's table."""
    if table is None:
        return False
    with suppress(ValueError):  # said beside the form
        melds = [one.tiles for one in parse_declared_table(text)]
        return _is_on_photo(_rows_like(melds, table))
    return False


def _rows_like(melds: Sequence[Meld], table: SceneReading) -> tuple[tuple[TileReading, ...], ...]:
    """For each set how its tiles were read on the table, if it lies there."""
    rows = (tuple(table.tile(i) for i in group.tiles) for group in table.groups)
    there = {" ".join(tile.tile for tile in row): row for row in rows}
    return tuple(there.get(format_tiles(meld), ()) for meld in melds)
