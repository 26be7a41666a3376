"""The best play: hints, the table before and after, and the steps."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from solver.advise import Advice, advise
from webapp import plays, positions
from webapp.views.current import rules_of, store

pages = Blueprint("play", __name__, url_prefix="/g/<game_id>")

HINTS = 3
"""Hints of rising strength; one more shows the whole play."""


@pages.get("/play")
def play(game_id: str) -> str | Response:
    """The best play of the current turn, or what stands in its way."""
    game = store().game(game_id)
    rules = rules_of(game)
    position = positions.of_turn(game.turn, rules)
    if not position.complete:
        return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]
    advice: Advice | None = None
    anyway = request.args.get("anyway") == "1"
    if rules.play_advice:
        state = positions.state_of(game.turn, rules)
        limit = current_app.config["ADVICE_SECONDS"]
        advice = advise(state, anyway=anyway, time_limit=limit)
        shown = plays.shown(state, advice)
    else:
        shown = None
    return render_template(
        "play.html",
        game=game,
        rules=rules,
        position=position,
        advice=advice,
        play=shown,
        hint=min(HINTS, max(0, request.args.get("hint", 0, type=int))),
        hints=HINTS,
        anyway=anyway,
    )
