"""Help around a round: the turn clock, the deal, who begins, the tiles left in the pool."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, redirect, render_template, request, url_for

from solver.deal import FirstPlayer, deal_steps, first_player, pool_left
from solver.failure import time_is_up
from solver.match import MatchError, distinct_players
from solver.options import OPTION_BY_NAME
from solver.rules import RulesError
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
def draw(game_id: str) -> str | tuple[str, int]:
    """Say who begins, by the way that was chosen; those level at the top draw again.

    Names that cannot be told apart come back as they were typed.
    """
    rules = rules_of(store().game(game_id))
    how = request.form.get("how", "")
    if how not in dict(_WAYS):
        how = rules.first_player
    try:
        players = _typed_players() or _players(game_id)
    except MatchError as error:
        return _page(game_id, how, mistake=str(error)), 400
    return _page(game_id, how, first_player(players, rules, how), players)


@pages.post("/pool")
def pool(game_id: str) -> Response:
    """Count tiles that were drawn, or put back; or a round begins and none is drawn yet."""
    if "new" in request.form:
        store().begin_pool(game_id)
    else:
        by = request.form.get("drew", 0, type=int)
        store().draw(game_id, max(-_MOST_DRAWN, min(_MOST_DRAWN, by)), _pool_size(game_id))
    to = url_for("rounds.overview", game_id=game_id, _anchor="pool")
    return redirect(to, 303)  # type: ignore[return-value]


def _page(
    game_id: str,
    how: str = "",
    first: FirstPlayer | None = None,
    named: Sequence[str] = (),
    mistake: str = "",
) -> str:
    """The page; ``named`` are the players in the place of those on the score sheet."""
    game = store().game(game_id)
    rules = rules_of(game)
    players = list(named) or _players(game_id)
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
        pool=max(0, _pool_size(game_id) - game.drawn),
        deal_steps=steps,
        time_up=time_is_up(rules),
        ways=_WAYS,
        how=how or rules.first_player,
        first=first,
        names=request.form.get("names", "") if mistake else "\n".join(players),
        mistake=mistake,
    )


def _pool_size(game_id: str) -> int:
    """The tiles of the pool after the deal."""
    rules = rules_of(store().game(game_id))
    try:
        return pool_left(rules, len(_players(game_id)), 0)
    except RulesError:
        return rules.stock().total


def _typed_players() -> list[str]:
    """The names of the form, none where it has none.

    Raises:
        MatchError: one is no name, or two look the same.
    """
    lines = request.form.get("names", "").splitlines()
    return list(distinct_players(name for name in lines if name.strip()))[:8]


def _players(game_id: str) -> list[str]:
    """The names on the score sheet, else two nameless ones."""
    return list(players_of(store().game(game_id))) or ["1", "2"]
