"""Help around a round: the turn clock, who begins, how many tiles the pool has left."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from flask import Blueprint, render_template, request

from solver.deal import highest_drawn, pool_left
from solver.match import MatchError
from solver.match_csv import from_csv
from solver.rules import Rules, RulesError
from solver.tiles import Tile
from webapp.views.current import rules_of, store

pages = Blueprint("rounds", __name__, url_prefix="/g/<game_id>/round")

CLOCKS = (40, 60, 120)
"""Seconds of the clocks that the rulesets know; any other may be typed."""


@pages.get("")
def overview(game_id: str) -> str:
    """The clock, the draw for the first player, the pool."""
    return _page(game_id)


@pages.post("/draw")
def draw(game_id: str) -> str:
    """Draw a tile for everybody; those level at the top draw again."""
    rules = rules_of(store().game(game_id))
    return _page(game_id, draws=first_player(_players(game_id), rules))


def first_player(players: Sequence[str], rules: Rules) -> list[dict[str, Tile]]:
    """Draws from a full, shuffled box, one after the other, until one is highest."""
    pool = list(rules.stock().tiles())
    secrets.SystemRandom().shuffle(pool)
    draws: list[dict[str, Tile]] = []
    left = list(players)
    while len(left) > 1 and len(pool) >= len(left):
        draws.append({name: pool.pop() for name in left})
        left = list(highest_drawn(draws[-1]))
    return draws


def _page(game_id: str, draws: Sequence[dict[str, Tile]] = ()) -> str:
    game = store().game(game_id)
    rules = rules_of(game)
    players = _players(game_id)
    try:
        pool = pool_left(rules, len(players), 0)
    except RulesError:
        pool = rules.stock().total
    return render_template(
        "round.html",
        game=game,
        rules=rules,
        players=players,
        clocks=sorted({*CLOCKS, rules.turn_seconds} - {0}),
        seconds=rules.turn_seconds or 60,
        pool=pool,
        draws=draws,
        begins=highest_drawn(draws[-1])[0] if draws else None,
    )


def _players(game_id: str) -> list[str]:
    """The names on the score sheet, else those typed, else two nameless ones."""
    typed = [name.strip()[:40] for name in request.form.get("names", "").splitlines()]
    if any(typed):
        return [name for name in typed if name][:8]
    text = store().match(game_id)
    try:
        match = None if text is None else from_csv(text, rules_of(store().game(game_id)))
    except MatchError:
        match = None
    return list(match.playing) if match else ["1", "2"]
