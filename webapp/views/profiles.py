"""The tiles of a game: learned from a photo or from corrections, chosen, kept, exchanged."""

from __future__ import annotations

import threading
from dataclasses import dataclass
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
from werkzeug.exceptions import BadRequest, NotFound

from vision.adapt import learned
from vision.calibrate import CalibrationError, patches_from
from vision.photo import open_photo
from vision.profile import MAX_BYTES, Profile, ProfileError, checked_name
from webapp import photos
from webapp.calibrating import grown, name_for, named_in
from webapp.drafts import Draft
from webapp.naming import called
from webapp.presenting import choices
from webapp.security import photo_gate
from webapp.seen import BadInput
from webapp.shelf import numbered_name
from webapp.store import ChangedMeanwhile, GameRecord, Place
from webapp.views.current import played_rules_of, profile_of, shelf, store

_learning = threading.Lock()
"""Learning takes a processor for seconds: one at a time, however many ask."""
_growing = threading.Lock()
"""Two phones that teach one profile at once both add to it, one after the other."""
pages = Blueprint("profiles", __name__, url_prefix="/g/<game_id>/tiles")


@pages.get("")
def overview(game_id: str) -> str:
    """The profiles kept here, the one of this game, and how to make another."""
    return _overview_page(store().game(game_id))


@pages.post("/choose")
def choose(game_id: str) -> Response:
    """Read this game's photos with a profile, or with none."""
    name = request.form.get("name", "")
    store().set_profile(game_id, shelf().load(name).name if name else None)
    if name:
        flash(_("This game's photos are read with “%(name)s” from now on.", name=name))
    return _to_overview(game_id)


@pages.post("/photo")
def post_photo(game_id: str) -> Response:
    """Read a photo of the game laid out in order; what it shows is looked at before it counts."""
    game = store().game(game_id)
    file = photos.posted()[-1]
    known = profile_of(game)
    with photo_gate().entered(request.remote_addr or ""):
        photo = open_photo(file.read(), photos.name_of(file))
        found = named_in(photo, known)
    store().save_draft(game_id, Draft.of(found).to_json())
    return _to_draft(game_id)


@pages.get("/draft")
def draft(game_id: str) -> str:
    """Every tile of the photo with its name, to be looked at; ``?tile=`` opens one."""
    game = store().game(game_id)
    return _draft_page(game, Draft.from_json(store().draft(game_id)))


@pages.get("/draft/<int:number>.jpg")
def picture(game_id: str, number: int) -> Response:
    """The picture of one tile of the draft."""
    found = Draft.from_json(store().draft(game_id))
    if number not in found.tiles:
        raise NotFound
    response = make_response(found.tiles[number].patch.jpeg)
    response.mimetype = "image/jpeg"
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@pages.post("/draft/<int:number>")
def correct(game_id: str, number: int) -> Response:
    """Say what a tile of the draft is, or that it is none."""
    form = request.form
    if "tile" not in form and "remove" not in form:
        raise BadRequest("nothing to do was named")

    def change(data: dict[str, Any]) -> dict[str, Any]:
        found = _as_seen(Draft.from_json(data))
        changed = found.with_tile(number, form["tile"]) if "tile" in form else found.without(number)
        return changed.to_json()

    store().change_draft(game_id, change)
    return _to_draft(game_id, changed=number)


@pages.post("/draft/save")
def save(game_id: str) -> Response | tuple[str, int]:
    """Make a profile of the draft, or add it to one, and read this game with it.

    A name that cannot be is said beside its field; the draft stays as it is.
    """
    game = store().game(game_id)
    found = _as_seen(Draft.from_json(store().draft(game_id)))
    name = request.form.get("name", "")
    try:
        _keep(game, found.patches, name)
    except (BadInput, ProfileError) as error:
        return _draft_page(game, found, name=name, mistake=str(error)), 400
    store().delete_draft(game_id)
    return _to_overview(game_id)


@pages.post("/draft/drop")
def drop(game_id: str) -> Response:
    """Forget the draft."""
    _as_seen(Draft.from_json(store().draft(game_id)))
    store().delete_draft(game_id)
    return _to_overview(game_id)


@pages.post("/learn/<place:name>")
def learn(game_id: str, name: Place) -> Response:
    """Learn the tiles of a photo that a person has put right."""
    game = store().game(game_id)
    record = game.turn.scene(name)
    if record.reading is None or record.photo is None:
        raise CalibrationError("there is no photo to learn from")
    if request.form.get("seen", record.mark) != record.mark:
        raise ChangedMeanwhile(name)
    if any(tile.doubtful for tile in record.reading.tiles):
        raise CalibrationError("settle the doubtful tiles first, then let them be learned")
    photo = open_photo(store().photo(game_id, record.photo), str(name))
    _keep(game, patches_from(photo, record.reading), game.profile or _free_name(called(game)))
    return redirect(url_for("scenes.scene", game_id=game_id, name=name), 303)  # type: ignore[return-value]


@pages.post("/rename")
def rename(game_id: str) -> Response | tuple[str, int]:
    """Call a profile something else, here and in every game.

    A name that cannot be is said beside its field.
    """
    old, wanted = request.form.get("name", ""), request.form.get("new", "")
    shelf().load(old)
    try:
        new = shelf().rename(old, wanted)
    except BadInput as error:
        refused = Refused(old, wanted, str(error))
        return _overview_page(store().game(game_id), refused), 400
    store().rename_profile(old, new)
    return _to_overview(game_id)


@pages.post("/delete")
def delete(game_id: str) -> Response:
    """Forget a profile; games that were read with it are read without."""
    name = request.form.get("name", "")
    shelf().delete(name)
    store().rename_profile(name, None)
    flash(_("“%(name)s” is deleted.", name=name))
    return _to_overview(game_id)


@pages.get("/export")
def export(game_id: str) -> Response:
    """A profile as a file for another machine."""
    store().game(game_id)
    profile = shelf().load(request.args.get("name", ""))
    response = make_response(profile.to_bytes())
    response.mimetype = "application/json"
    response.headers.set("Content-Disposition", "attachment", filename=f"{profile.name}.tiles")
    return response


@pages.post("/import")
def bring_in(game_id: str) -> Response:
    """Keep a profile that somebody exported, and read this game with it."""
    store().game(game_id)
    file = request.files.get("file")
    if file is None or not file.filename:
        raise ProfileError("choose the file of a profile")
    profile = Profile.from_bytes(file.read(MAX_BYTES + 1), photos.name_of(file))
    with _growing:
        kept = shelf().save(profile.renamed(_free_name(profile.name)))
    with _learning:
        learned(kept)
    store().set_profile(game_id, kept.name)
    flash(_("This game's photos are read with “%(name)s” from now on.", name=kept.name))
    return _to_overview(game_id)


@dataclass(frozen=True, slots=True)
class Refused:
    """A new name for the profile ``old`` that cannot be, as it was typed, and why."""

    old: str
    new: str
    mistake: str


def _overview_page(game: GameRecord, refused: Refused | None = None) -> str:
    kept, damaged = [], []
    for name in shelf().names():
        try:
            kept.append(shelf().load(name))
        except BadInput as error:
            damaged.append((name, str(error)))
    return render_template("profiles.html", game=game, kept=kept, damaged=damaged, refused=refused)


def _draft_page(game: GameRecord, found: Draft, name: str | None = None, mistake: str = "") -> str:
    """The tiles of the draft; ``name`` was typed and cannot be, ``mistake`` says why."""
    picked = request.args.get("tile", -1, type=int)
    return render_template(
        "draft.html",
        game=game,
        draft=found,
        picked=picked if picked in found.tiles else None,
        choices=choices(played_rules_of(game), ()),
        name=(game.profile or _free_name(called(game))) if name is None else name,
        mistake=mistake,
        into=game.profile,
        said=_last_change(),
    )


def _as_seen(found: Draft) -> Draft:
    """The draft, if it is the one that the form was shown with.

    Raises:
        CalibrationError: another photo took its place meanwhile.
    """
    if request.form.get("seen", found.mark) != found.mark:
        raise CalibrationError(
            "another photo was read meanwhile: look at its tiles, then let them be learned"
        )
    return found


def _keep(game: GameRecord, patches: tuple[Any, ...], name: str) -> None:
    """Add pictures to the game's profile, or make one of that name for it."""
    checked = checked_name(name)
    with _growing:
        old = shelf().load(checked) if checked == game.profile and shelf().has(checked) else None
        kept = shelf().save(grown(old, checked, patches), replacing=old is not None)
    with _learning:
        learned(kept)
    store().set_profile(game.id, kept.name)
    count = sum(kept.tiles().values())
    flash(_("“%(name)s” knows %(n)s pictures of tiles now.", name=kept.name, n=count))


def _free_name(text: str) -> str:
    """A profile's name made of a text, with a number where it is taken."""
    return numbered_name(name_for(text), shelf().names())


def _last_change() -> str:
    return _("The tile is changed.") if "changed" in request.args else ""


def _to_overview(game_id: str) -> Response:
    return redirect(url_for("profiles.overview", game_id=game_id), 303)  # type: ignore[return-value]


def _to_draft(game_id: str, **args: Any) -> Response:
    return redirect(url_for("profiles.draft", game_id=game_id, **args), 303)  # type: ignore[return-value]
