"""Help around a round: the turn clock, the deal, who begins, the tiles left in the pool."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext as _

from solver.deal import FirstPlayer, deal_steps, first_player, pool_left
from solver.failure import time_is_up
from solver.match import MatchError, distinct_players
from solver.options import OPTION_BY_NAME
from solver.rules import RulesError
from webapp.store import GameRecord
from webapp.views.current import players_of, rules_of, store

pages = Blueprint("rounds", __name__, url_prefix="/g/<game_id>/round")

CLOCKS = (40, 60, 120)
"""Seconds of the clocks that the rulesets know; any other may be typed."""

_MOST_DRAWN = 14
"""Tiles that are counted with one press."""

_WAYS = OPTION_BY_NAME["first_player"].choices


@pages.get("")
def overview(game_id: str) -> str:
    """The clock, the deal, the draw for the first player, the pool."""
    return _page(game_id)


@pages.post("/draw")
def draw(game_id: str) -> Response | tuple[str, int]:
    """Say who begins, by the way that was chosen, and keep it; those level at the top draw
    again.

    Names that cannot be told apart come back as they were typed. Only a page that shows who
    begins can draw again.
    """
    game = store().game(game_id)
    rules = rules_of(game)
    how = request.form.get("how", "")
    if how not in dict(_WAYS):
        how = rules.first_player
    try:
        players = _typed_players() or _players(game)
    except MatchError as error:
        return _page(game_id, how, mistake=str(error)), 400
    found = first_player(players, rules, how)
    begins = _kept(found, how, players, players_of(game))
    store().settle_first(game_id, begins, request.form.get("drawn", ""))
    to = url_for("rounds.overview", game_id=game_id, _anchor="begins")
    return redirect(to, 303)  # type: ignore[return-value]


@pages.post("/pool")
def pool(game_id: str) -> Response:
    """Count tiles that were drawn, or put back; or a round begins and none is drawn yet."""
    if "new" in request.form:
        store().begin_pool(game_id)
    else:
        by = request.form.get("drew", 0, type=int)
        store().draw(
            game_id, max(-_MOST_DRAWN, min(_MOST_DRAWN, by)), _pool_size(store().game(game_id))
        )
    to = url_for("rounds.overview", game_id=game_id, _anchor="pool")
    return redirect(to, 303)  # type: ignore[return-value]


def _kept(
    found: FirstPlayer, how: str, players: Sequence[str], on_sheet: Sequence[str]
) -> dict[str, Any]:
    """Who begins, as it is kept with the game: tiles in notation, words in English.

    ``on_sheet``: who was on the score sheet then; with others it is not known who begins.
    """
    return {
        "key": secrets.token_hex(4),
        "how": how,
        "players": list(players),
        "on_sheet": list(on_sheet),
        "draws": [[[name, str(tile)] for name, tile in draw.items()] for draw in found.draws],
        "name": found.name,
        "words": found.words,
    }


def _first(game: GameRecord) -> Mapping[str, Any] | None:
    """Who begins as it was kept; None where nobody has asked since the players changed."""
    begins = game.begins
    stands = begins is not None and begins["on_sheet"] == list(players_of(game))
    return begins if stands else None


def _page(game_id: str, how: str = "", mistake: str = "") -> str:
    """The page; of names with a ``mistake`` as they were typed, and ``how`` that was chosen."""
    game = store().game(game_id)
    rules = rules_of(game)
    first, players = _first(game), _players(game)
    try:
        steps = deal_steps(rules, len(players))
    except RulesError:
        steps = ()
    return render_template(
        "round.html",
        game=game,
        rules=rules,
        players=players,
        clocks=sorted({*CLOCKS, rules.turn_seconds} - {0}),
        seconds=rules.turn_seconds or 60,
        pool=max(0, _pool_size(game) - game.drawn),
        deal_steps=steps,
        time_up=time_is_up(rules),
        ways=_WAYS,
        how=how or (first["how"] if first else rules.first_player),
        first=first,
        drawn=game.begins["key"] if game.begins else "",
        starts=players.index(first["name"]) if first and first["name"] in players else 0,
        names=request.form.get("names", "") if mistake else "\n".join(players),
        mistake=mistake,
    )


def _pool_size(game: GameRecord) -> int:
    """The tiles of the pool after the deal."""
    rules = rules_of(game)
    try:
        return pool_left(rules, len(_players(game)), 0)
    except RulesError:
        return rules.stock().total


def _typed_players() -> list[str]:
    """The names of the form, none where it has none.

    Raises:
        MatchError: one is no name, or two look the same.
    """
    lines = request.form.get("names", "").splitlines()
    return list(distinct_players(name for name in lines if name.strip()))[:8]


def _players(game: GameRecord) -> list[str]:
    """Those among whom it was found who begins, else the names on the score sheet, else two
    nameless ones."""
    first = _first(game)
    if first is not None:
        return list(first["players"])
    return list(players_of(game)) or [_("Player %(n)s", n=n) for n in (1, 2)]
