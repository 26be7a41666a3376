"""The table, the rack, or a rack to be counted: photo, text, and every correction."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

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
from flask_babel import ngettext
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, NotFound

from solver.notation import DeclaredSet
from solver.rules import Rules
from solver.tiles import JOKER, Meld, Tile
from vision.reading import SceneReading, TileReading
from webapp import corrections, photos, positions, typed
from webapp.arranging import keep_rack, laid_as, seems_elsewhere
from webapp.declaring import declare, known_of, remembering, ways_to_declare
from webapp.presenting import Choice, by_ink, choices, photos_of
from webapp.seen import is_hard, warns_of_edge, warns_to_take_again
from webapp.store import ChangedMeanwhile, GameRecord, Part, Place, PlayersRack, SceneRecord
from webapp.store.records import ReadingChange
from webapp.views.current import WARNING, match_of, played_rules_of, store, take_photos

pages = Blueprint("scenes", __name__, url_prefix="/g/<game_id>")

FEW_WAYS = 12
"""So many ways to declare jokers are shown each as a button; of more the first joker is asked."""


@dataclass(frozen=True, slots=True)
class Declaring:
    """What the jokers of a set may be declared to be: it is asked where ``asked``.

    ``begun``: it was said what the first joker stands for, and the ``ways`` agree with that.
    """

    told: DeclaredSet
    ways: tuple[Meld, ...]
    asked: bool
    begun: bool

    @property
    def few(self) -> bool:
        """Whether all ways can be shown at once."""
        return len(self.ways) <= FEW_WAYS

    @property
    def firsts(self) -> Mapping[str, list[Choice]]:
        """What the first joker may stand for, by ink, for the pad."""
        return by_ink(tile for way in self.ways for tile in _may_come_first(way))

    @property
    def shown(self) -> tuple[tuple[Meld, Meld], ...]:
        """Each way as what the jokers stand for and the whole set that it makes."""
        return tuple((way, self._whole(way)) for way in self.ways)

    def _whole(self, way: Meld) -> Meld:
        meant = iter(way)
        return tuple(next(meant) if tile == JOKER else tile for tile in self.told.tiles)


@pages.get("/<place:name>")
def scene(game_id: str, name: Place) -> str:
    """The photo with its reading, the groups, and the picker for ``?tile=`` or ``?add=``."""
    return _scene_page(store().game(game_id), name)


@pages.post("/<place:name>/photo")
def post_photo(game_id: str, name: Place) -> Response:
    """Read a new photo of the table or rack."""
    game = store().game(game_id)
    _place_known(game, name)
    files = photos.posted() if name == Part.TABLE else photos.posted()[-1:]
    take_photos(game, name, files, _seen())
    return _to_scene(game_id, name)


@pages.post("/<place:name>/text")
def post_text(game_id: str, name: Place) -> Response | tuple[str, int]:
    """Take the tiles as typed; a text with a mistake comes back as it was.

    So does one that was typed over what is not there any more, with what is there now.
    """
    game = store().game(game_id)
    _place_known(game, name)
    text = request.form.get("tiles", "")
    zone = positions.zone_of(name)
    try:
        store().change_reading(
            game_id,
            name,
            _remembered(game, name, lambda old: typed.retype(old, text, zone)),
            seen=_seen(),
            exactly=True,
            blank=corrections.empty_scene(),
        )
    except ChangedMeanwhile:
        game = store().game(game_id)
        there = game.turn.scene(name).reading
        if there is None or not typed.says(text, there, zone):
            return _scene_page(game, name, text=text, overtaken=True), 409
    except ValueError as error:
        return _scene_page(game, name, text=text, mistake=str(error)), 400
    if request.form.get("then") == "game":
        return _redirect("games.turn", game_id=game_id)
    return _to_scene(game_id, name)


@pages.post("/<place:name>/tile/<int:tile_id>")
def correct_tile(game_id: str, name: Place, tile_id: int) -> Response:
    """Rename, confirm, move or remove one tile, or say what the jokers of its set stand for."""
    form = request.form
    zone = positions.zone_of(name)
    game = store().game(game_id)
    rules = played_rules_of(game)

    def change(reading: SceneReading) -> corrections.Corrected:
        if "meant" in form:
            return declare(reading, tile_id, form["meant"], rules)
        if "tile" in form:
            said = form["tile"]
            if said not in (tile.tile for tile in reading.tiles if tile.id == tile_id):
                said = corrections.in_game(said, rules)
            return corrections.replace_tile(reading, tile_id, said)
        if "move" in form:
            return corrections.move_tile(reading, tile_id, form["move"], zone)
        if "order" in form:
            return corrections.reorder_set(reading, tile_id, form["order"])
        if "remove_set" in form:
            return corrections.remove_set(reading, tile_id)
        if "remove" in form:
            return corrections.remove_tile(reading, tile_id)
        raise BadRequest("nothing to do was named")

    record = store().change_reading(game_id, name, _remembered(game, name, change), seen=_seen())
    stays = tile_id if "move" in form else None
    if "tile" in form and form.get("review") and record.reading is not None:
        stays = _next_doubtful(record.reading, tile_id)
        return _to_scene(game_id, name, tile=stays, review=1 if stays is not None else None)
    return _to_scene(game_id, name, tile=stays)


@pages.post("/<place:name>/add")
def add_tile(game_id: str, name: Place) -> Response:
    """Add a tile that was missed, at a point of the photo or at the end of a set."""
    form = request.form
    zone = positions.zone_of(name)
    group = form.get("group", "")
    game = store().game(game_id)
    tile = corrections.in_game(form.get("tile", ""), played_rules_of(game))
    at = None
    if form.get("x") and form.get("y"):
        at = _point(form)
        if at is None:
            raise BadRequest("x and y are pixels of the photo")

    def change(reading: SceneReading) -> corrections.Corrected:
        if at and not (0 <= at[0] <= reading.width and 0 <= at[1] <= reading.height):
            raise BadRequest("x and y are pixels of the photo")
        return corrections.add_tile(
            reading,
            tile,
            zone=zone,
            group=int(group) if group.isdecimal() and len(group) < 9 else None,
            at=at,
        )

    _place_known(game, name)
    blank = corrections.empty_scene()
    made = _remembered(game, name, change)
    store().change_reading(game_id, name, made, seen=_seen(), blank=blank)
    return _to_scene(game_id, name)


@pages.post("/<place:name>/<any(undo,redo):step>")
def step(game_id: str, name: Place, step: str) -> Response:
    """Take one change back, or make it again."""
    store().step(game_id, name, -1 if step == "undo" else 1, _seen())
    return _to_scene(game_id, name)


@pages.post("/<place:name>/rack")
def rack(game_id: str, name: Place) -> Response:
    """Keep the tiles of one rack of several that a photo shows, or all as of one."""
    if name == Part.TABLE:
        raise NotFound
    ids = {int(word) for word in request.form.get("tiles", "").split() if _is_id(word)}
    store().change_reading(game_id, name, lambda old: keep_rack(old, ids), seen=_seen())
    return _to_scene(game_id, name)


@pages.post("/<place:name>/whole")
def whole(game_id: str, name: Place) -> Response:
    """Note that no tile of a rack lies beyond the edge of its photo."""
    if name == Part.TABLE:
        raise NotFound
    store().change_reading(game_id, name, lambda old: (old, "whole"), seen=_seen())
    return _to_scene(game_id, name)


@pages.post("/swap")
def swap(game_id: str) -> Response:
    """Take the photo of the table for that of the rack, or the other way round."""
    if request.form.get("to") not in list(Part):
        raise BadRequest("to is table or rack")
    to = Part(request.form["to"])
    turn = store().game(game_id).turn
    moved = store().swap_parts(
        game_id,
        to,
        _seen(),
        lambda reading, part: laid_as(reading, positions.zone_of(part)),
    )
    if moved and turn.table.reading and turn.rack.reading:
        flash(_("Table and rack have changed places."))
    return _to_scene(game_id, to)


@pages.post("/<place:name>/photo/delete")
def delete_photo(game_id: str, name: Place) -> Response:
    """Forget the photo, or the photos of one table; the tiles stay."""
    record = store().game(game_id).turn.scene(name)
    store().delete_photo(game_id, name, _seen())
    flash(
        ngettext(
            "The photo is deleted; the tiles are kept.",
            "The %(num)s photos are deleted; the tiles are kept.",
            1 if record.reading is None else photos_of(record.reading),
        )
    )
    return _to_scene(game_id, name)


@pages.get("/photo/<int:photo_id>.jpg")
def photo(game_id: str, photo_id: int) -> Response:
    """The picture under a reading; browsers ask again each time, it may be deleted."""
    jpeg = store().photo(game_id, photo_id)
    response = make_response(jpeg)
    response.mimetype = "image/jpeg"
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(hashlib.sha256(jpeg).hexdigest()[:32])
    response.make_conditional(request)
    return response


@pages.app_errorhandler(ChangedMeanwhile)
def changed_meanwhile(error: ChangedMeanwhile) -> tuple[str, int]:
    """An old page was sent: nothing was changed, and here is what lies there now."""
    flash(
        _(
            "That page was out of date: these tiles were changed elsewhere meanwhile. "
            "Nothing was changed by it; here is what is there now."
        ),
        WARNING,
    )
    game_id = (request.view_args or {}).get("game_id", "")
    return _scene_page(store().game(game_id), error.part), 409


def _remembered(game: GameRecord, name: Place, change: ReadingChange) -> ReadingChange:
    """``change``, after which the table's sets are known again that lie as before the turn."""
    if name != Part.TABLE:
        return change

    def changed(old: SceneReading) -> corrections.Corrected:
        reading, what = change(old)
        return remembering(reading, known_of(old, game.turn.declared)), what

    return changed


def _seen() -> str | None:
    """The mark of the scene that the form was shown with; None for a form without one."""
    return request.form.get("seen")


def _scene_page(
    game: GameRecord,
    part: Place,
    text: str | None = None,
    mistake: str = "",
    overtaken: bool = False,
) -> str:
    """The page of a scene.

    ``text`` was typed and could not be taken: it has a ``mistake``, or was ``overtaken`` by
    what others put there.
    """
    player = _place_known(game, part)
    rules = played_rules_of(game)
    record = game.turn.scene(part)
    reading = record.reading or corrections.empty_scene()
    position = positions.of_turn(game.turn, rules)
    picked = _picked(reading)
    beside = game.turn.counted if player else (game.turn.table, game.turn.rack)
    seen = [tile for scene in beside for tile in positions.seen_tiles(scene)]
    if picked is not None and corrections.is_readable(picked):
        seen.remove(corrections.parse_tile(picked.tile))
    return render_template(
        "scene.html",
        game=game,
        rules=rules,
        part=part,
        player=player,
        record=record,
        reading=reading,
        position=position,
        elsewhere=_seems_elsewhere(record, rules),
        racks=positions.racks_apart(record),
        goes_on=bool(player) and positions.may_go_on(record),
        hard=record.photo is not None and is_hard(reading),
        warnings=[line for line in reading.warnings if not _is_told_apart(line, player)],
        groups=positions.groups_of(record, rules),
        text=typed.as_text(reading) if text is None else text,
        mistake=mistake,
        overtaken=overtaken,
        picked=picked,
        declaring=_declaring(reading, picked, rules) if part == Part.TABLE else None,
        adding=request.args.get("add") is not None and picked is None,
        at=_point(request.args),
        zoom=min(3, max(1, request.args.get("zoom", 1, type=int))),
        review=request.args.get("review") == "1",
        choices=choices(rules, seen),
        doubtful=corrections.doubtful(reading),
        unnamed=() if part == Part.TABLE else corrections.unnamed(reading),
        where=_where(reading, picked),
    )


def _is_told_apart(warning: str, player: str) -> bool:
    """Whether the page has a place of its own for what the reader warns of."""
    return warns_to_take_again(warning) or bool(player and warns_of_edge(warning))


def _place_known(game: GameRecord, part: Place) -> str:
    """The player whose rack ``part`` is, by the score sheet; "" for the turn's own table or rack.

    Raises:
        NotFound: no such player is on the sheet.
    """
    if not isinstance(part, PlayersRack):
        return ""
    match = match_of(game)
    if match is None or part.number > len(match.players):
        raise NotFound
    return match.players[part.number - 1]


def _seems_elsewhere(record: SceneRecord, rules: Rules) -> bool:
    """Whether a photo of the turn seems to show the other part; nobody asks of a counted rack."""
    if record.photo is None or record.reading is None or isinstance(record.part, PlayersRack):
        return False
    return seems_elsewhere(record.reading, positions.zone_of(record.part), rules)


def _is_id(word: str) -> bool:
    return word.isdecimal() and len(word) < 9


def _picked(reading: SceneReading) -> TileReading | None:
    """The tile of ``?tile=``; ``?review=1`` alone means the first doubtful one, or else
    the first without a name."""
    if request.args.get("review") == "1" and "tile" not in request.args:
        return next(iter(corrections.doubtful(reading) + corrections.unnamed(reading)), None)
    wanted = request.args.get("tile", -1, type=int)
    return next((tile for tile in reading.tiles if tile.id == wanted), None)


def _declaring(reading: SceneReading, picked: TileReading | None, rules: Rules) -> Declaring | None:
    """What may be said of the jokers in the set of the picked tile; None where nothing may.

    ``?stands=`` asks for it: with a tile, the first joker stands for that one.
    """
    row = next((g.tiles for g in reading.groups if picked and picked.id in g.tiles), ())
    told = corrections.told_set(map(reading.tile, row))
    ways = ways_to_declare(told, rules) if len(told.tiles) == len(row) else ()
    if len(ways) < 2:
        return None
    first = request.args.get("stands", "")
    begun = [_beginning(way, t) for way in ways for t in _may_come_first(way) if str(t) == first]
    return Declaring(told, tuple(begun or ways), "stands" in request.args, bool(begun))


def _may_come_first(way: Meld) -> Meld:
    """What the first of these jokers may stand for: those of a group lie in any order."""
    return way if len({tile.number for tile in way}) == 1 else way[:1]


def _beginning(way: Meld, first: Tile) -> Meld:
    return (first, *(tile for tile in way if tile != first))


def _where(reading: SceneReading, picked: TileReading | None) -> dict[str, Any] | None:
    """Set and place of the picked tile, from 0."""
    for row, group in enumerate(reading.groups):
        if picked is not None and picked.id in group.tiles:
            return {"row": row, "place": group.tiles.index(picked.id), "of": len(group.tiles)}
    return None


def _point(fields: MultiDict[str, str]) -> tuple[float, float] | None:
    """The point x, y of a form or an address; None unless both are finite numbers."""
    x, y = fields.get("x", type=float), fields.get("y", type=float)
    return (x, y) if x is not None and y is not None and isfinite(x) and isfinite(y) else None


def _next_doubtful(reading: SceneReading, after: int) -> int | None:
    """The next tile to look at, in reading order, from the one just settled."""
    ordered = [i for group in reading.groups for i in group.tiles]
    start = ordered.index(after) + 1 if after in ordered else 0
    turned = ordered[start:] + ordered[:start]
    return next((i for i in turned if reading.tile(i).doubtful), None)


def _to_scene(game_id: str, part: Place, **args: Any) -> Response:
    if request.form.get("zoom", "1") != "1":
        args["zoom"] = request.form["zoom"][:1]
    kept = {key: value for key, value in args.items() if value is not None}
    return _redirect("scenes.scene", game_id=game_id, name=str(part), **kept)


def _redirect(endpoint: str, **args: Any) -> Response:
    return redirect(url_for(endpoint, **args), 303)  # type: ignore[return-value]
