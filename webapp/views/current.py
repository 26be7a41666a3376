"""What the views share: the store, the game of a request and its rules."""

from __future__ import annotations

from flask import current_app
from werkzeug.exceptions import NotFound

from solver.rules import Rules, RulesError, load_rules, preset_names
from webapp.store import GameRecord, Part, Store


def store() -> Store:
    """The store of the running application."""
    found: Store = current_app.extensions["tilesight_store"]
    return found


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
