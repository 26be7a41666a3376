"""What the views share: the store, the game of a request, its rules and its tiles."""

from __future__ import annotations

from flask import current_app, flash
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound

from solver.match import MatchError
from solver.match_csv import from_csv
from solver.rules import Rules, RulesError, load_rules, preset_names
from vision.profile import Profile
from webapp.seen import BadInput
from webapp.shelf import Shelf
from webapp.store import GameRecord, Part, Store


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


def part_named(name: str) -> Part:
    """The part of that name in an address.

    Raises:
        NotFound: it is neither ``table`` nor ``rack``.
    """
    try:
        return Part(name)
    except ValueError:
        raise NotFound from None


def rules_of(game: GameRecord) -> Rules:
    """The game's ruleset with its changed options.

    An option that a newer version no longer knows falls back to the preset.
    """
    base = load_rules(game.rules if game.rules in preset_names() else "lemada")
    try:
        return base.with_options(game.options) if game.options else base
    except RulesError:
        return base


def players_of(game: GameRecord) -> tuple[str, ...]:
    """Who plays the next round by the game's score sheet; ``()`` when there is none."""
    text = store().match(game.id)
    try:
        return () if text is None else from_csv(text, rules_of(game)).playing
    except MatchError:
        return ()


def played_rules_of(game: GameRecord) -> Rules:
    """The game's rules with the box that so many players use, where that makes a difference."""
    rules = rules_of(game)
    players = len(players_of(game)) if rules.few_players else 0
    return rules.for_players(players) if 2 <= players <= rules.most_players else rules
