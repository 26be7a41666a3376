"""What the views share: the store, the game of a request, its rules and its tiles."""

from __future__ import annotations

from collections.abc import Sequence

from flask import current_app, flash
from flask_babel import gettext as _
from werkzeug.datastructures import FileStorage
from werkzeug.routing import BaseConverter

from solver.match import Match, MatchError
from solver.match_csv import from_csv
from solver.rules import Rules, RulesError, load_rules, preset_names
from vision.profile import Profile
from webapp import photos
from webapp.seen import BadInput
from webapp.shelf import Shelf
from webapp.store import GameRecord, Part, Place, PlayersRack, Store


def store() -> Store:
    """The store of the running application."""
    found: Store = current_app.extensions["tilesight_store"]
    return found


def shelf() -> Shelf:
    """The profiles of the running application."""
    return Shelf(current_app.config["PROFILES"])


def profile_of(game: GameRecord) -> Profile | None:
    """The profile of the game's tiles; a person is told when it is gone."""
    if game.profile is None:
        return None
    try:
        return shelf().load(game.profile)
    except BadInput:
        flash(_("The tiles “%(name)s” are not known here any more.", name=game.profile))
        return None


def take_photos(game: GameRecord, part: Place, files: Sequence[FileStorage]) -> None:
    """Read photos of one part of the game and keep them with it; none found is said.

    Raises:
        As :func:`webapp.photos.take_in`.
    """
    jpeg, reading = photos.take_in(files, part, played_rules_of(game), profile_of(game))
    store().save_photo(game.id, part, jpeg, reading, "photo")
    if not reading.tiles:
        flash(_("No tiles were found in this photo. Go closer, or add them by hand."))


class PlaceConverter(BaseConverter):
    """``<place:...>`` of an address: ``table``, ``rack``, or ``p2`` for a player's rack."""

    regex = r"table|rack|p[1-9][0-9]{0,3}"

    def to_python(self, value: str) -> Place:
        return Part(value) if value in list(Part) else PlayersRack(value)


def rules_of(game: GameRecord) -> Rules:
    """The game's ruleset with its changed options.

    An option that a newer version no longer knows falls back to the preset.
    """
    base = load_rules(game.rules if game.rules in preset_names() else "lemada")
    try:
        return base.with_options(game.options) if game.options else base
    except RulesError:
        return base


def match_of(game: GameRecord) -> Match | None:
    """The game's score sheet; None when there is none that can be read."""
    text = store().match(game.id)
    try:
        return None if text is None else from_csv(text, rules_of(game))
    except MatchError:
        return None


def players_of(game: GameRecord) -> tuple[str, ...]:
    """Who plays the next round by the game's score sheet; ``()`` when there is none."""
    match = match_of(game)
    return () if match is None else match.playing


def played_rules_of(game: GameRecord) -> Rules:
    """The game's rules with the box that so many players use, where that makes a difference."""
    rules = rules_of(game)
    players = len(players_of(game)) if rules.few_players else 0
    return rules.for_players(players) if 2 <= players <= rules.most_players else rules
