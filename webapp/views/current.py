"""What the views share: the store, the game of a request, its rules and its tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import current_app, flash
from flask_babel import gettext as _
from werkzeug.datastructures import FileStorage
from werkzeug.routing import BaseConverter

from solver.match import Match, MatchError
from solver.match_csv import from_csv
from solver.rules import Rules, RulesError, load_rules, preset_names
from vision.profile import Profile
from vision.reading import SceneReading
from webapp import photos
from webapp.corrections import Corrected, off_photo
from webapp.declaring import known_of, remembering
from webapp.seen import BadInput
from webapp.shelf import Shelf
from webapp.store import GameRecord, Part, Place, PlayersRack, SceneRecord, Store, TurnRecord
from webapp.typed import as_text

WARNING = "warning"
"""The category of a flashed message that tells of something wrong or in doubt."""


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
        flash(_("The tiles “%(name)s” are not known here any more.", name=game.profile), WARNING)
        return None


def take_photos(
    game: GameRecord,
    part: Place,
    files: Sequence[FileStorage],
    seen: str | None,
    beside: Callable[[], SceneReading | None] = lambda: None,
) -> None:
    """Read photos of one part of the game and keep them with it; none found is said.

    What others put there while the photo was taken and read can be undone to.

    Args:
        seen: the mark of what the person who took the photo saw there, if it is known.
        beside: what else others say lies there, where nothing was read yet; asked when
            the photo has been read.

    Raises:
        As :func:`webapp.photos.taken`.
    """
    taken = photos.taken(files, part, played_rules_of(game), profile_of(game))
    told = beside()
    known = _known_there(game.id) if part == Part.TABLE else ()
    reading = remembering(taken.reading, known)

    def unseen(there: SceneRecord) -> Corrected | None:
        others = told if there.reading is None or seen in (None, there.mark) else there.reading
        if others is None or not others.tiles or as_text(others) == as_text(reading):
            return None
        names = (others.tile(i).tile for group in others.groups for i in group.tiles)
        return off_photo(others, reading), f"meanwhile {' '.join(names)}"

    store().save_photo(
        game.id, part, taken.jpeg, reading, "photo", frames=taken.frames, unseen=unseen
    )
    if not reading.tiles and (isinstance(part, PlayersRack) or not reading.warnings):
        flash(_("No tiles were found in this photo. Go closer, or add them by hand."), WARNING)


def _known_there(game_id: str) -> tuple[str, ...]:
    """What is known of the jokers of the table as it lies now, or lay before the turn."""
    turn = store().game(game_id).turn
    return known_of(turn.table.reading, turn.declared)


def tell_over(number: int, now: TurnRecord) -> None:
    """Tell the person that the page they came from was of turn ``number``, which is over, or
    was taken back."""
    old = number - now.round_start + 1
    if old < 1:
        flash(
            _(
                "That page was of the round before, which is over: nothing was changed. "
                "Here is turn %(n)s.",
                n=now.in_round,
            ),
            WARNING,
        )
        return
    if number > now.number:
        flash(
            _(
                "That page was of turn %(old)s, which was taken back: nothing was changed. "
                "Here is turn %(n)s.",
                old=old,
                n=now.in_round,
            ),
            WARNING,
        )
        return
    flash(
        _(
            "That page was of turn %(old)s, which is over: nothing was changed. "
            "Here is turn %(n)s.",
            old=old,
            n=now.in_round,
        ),
        WARNING,
    )


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
