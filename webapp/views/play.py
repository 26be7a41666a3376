"""The best play: hints, the table before and after, the steps, and other good plays."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from solver.advise import Advice, Status, advise
from solver.choices import choose, has_others
from solver.closest import Closest, closest_play
from solver.differences import difference
from solver.hand import meld_hand
from solver.opening import judge_opening
from solver.state import GameState
from webapp import plays, positions, presenting
from webapp.corrections import unnamed
from webapp.positions import Position
from webapp.store.records import Part, TurnRecord
from webapp.views.current import played_rules_of, store, tell_over

pages = Blueprint("play", __name__, url_prefix="/g/<game_id>")

HINTS = 3
"""Hints of rising strength; one more shows the whole play."""
OTHERS_SECONDS = 1.0
"""For each way to look for another play, before other plays are offered unseen."""


@pages.get("/play")
def play(game_id: str) -> str | Response:
    """The best play of the current turn, or what stands in its way.

    ``?turn=`` is the turn that the page was asked for: the browser's way back to one that is
    over leads to the turn that is played now.
    """
    game = store().game(game_id)
    if _is_over(game.turn):
        return _to_turn(game_id)
    rules = played_rules_of(game)
    position = positions.of_turn(game.turn, rules)
    if not position.complete:
        return _to_what_is_missing(game_id, position)
    anyway = request.args.get("anyway") == "1"
    advice, shown, closest, opening, hand = None, None, None, None, None
    hint = min(HINTS, max(0, request.args.get("hint", 0, type=int)))
    others = False
    state = positions.state_of(game.turn, rules)
    if rules.play_advice:
        advice = _advice(state, anyway, request.args.get("choice", 0, type=int))
        shown = plays.shown(state, advice)
        closest = _closest(state, advice)
        opening = _opening_points(state, advice)
        if not (hint or anyway):
            others = has_others(state, advice, OTHERS_SECONDS)
    else:
        hand = meld_hand(state.rack, rules)
    return render_template(
        "play.html",
        game=game,
        rules=rules,
        position=position,
        advice=advice,
        play=shown,
        closest=closest,
        opening=opening,
        hand=hand,
        hint=hint,
        others=others,
        hints=HINTS,
        anyway=anyway,
        doubts=_doubts(game.turn),
        face_down=_unsaid(game.turn),
        unnamed=[] if game.turn.rack.reading is None else unnamed(game.turn.rack.reading),
        choices=presenting.choices(rules, [*positions.seen_tiles(game.turn.table), *state.rack]),
    )


def _is_over(now: TurnRecord) -> bool:
    """Whether the page was asked for in another turn; then that is told."""
    asked = request.args.get("turn", now.number, type=int)
    if asked != now.number:
        tell_over(asked, now)
    return asked != now.number


def _to_turn(game_id: str) -> Response:
    return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]


def _to_what_is_missing(game_id: str, position: Position) -> Response:
    """The way to what has to be said before a play can be found: first, whose rack it is."""
    if not position.racks:
        return _to_turn(game_id)
    to = url_for("scenes.scene", game_id=game_id, name=str(Part.RACK), _anchor="doubts")
    return redirect(to, 303)  # type: ignore[return-value]


def _doubts(turn: TurnRecord) -> list[tuple[Part, int]]:
    """How many tiles nobody has looked at are still in doubt, where there are some."""
    counts = []
    for part in Part:
        reading = turn.scene(part).reading
        count = sum(tile.doubtful for tile in reading.tiles) if reading else 0
        if count:
            counts.append((part, count))
    return counts


def _unsaid(turn: TurnRecord) -> int:
    """How many tiles of the rack no play can use, for they lie face down beyond doubt."""
    rack = turn.rack.reading
    return 0 if rack is None else sum(not tile.doubtful for tile in unnamed(rack))


@pages.get("/choices")
def choices(game_id: str) -> str | Response:
    """Up to five good plays, each with what speaks for it."""
    game = store().game(game_id)
    if _is_over(game.turn):
        return _to_turn(game_id)
    rules = played_rules_of(game)
    position = positions.of_turn(game.turn, rules)
    if not position.complete:
        return _to_what_is_missing(game_id, position)
    if not rules.play_advice:
        return _to_turn(game_id)
    found = choose(positions.state_of(game.turn, rules), current_app.config["ADVICE_SECONDS"])
    if not found:  # the page of the best play says why, and what to do
        to = url_for("play.play", game_id=game.id, turn=game.turn.number)
        return redirect(to, 303)  # type: ignore[return-value]
    return render_template("choices.html", game=game, rules=rules, choices=found)


def _advice(state: GameState, anyway: bool, choice: int) -> Advice:
    """The best play, or another one of the choices by its place from 1."""
    limit = current_app.config["ADVICE_SECONDS"]
    if choice > 1:
        found = choose(state, limit)
        if choice <= len(found):
            return found[choice - 1].advice
    return advise(state, anyway=anyway, time_limit=limit)


def _opening_points(state: GameState, advice: Advice) -> int | None:
    """What the opening of a play is worth, jokers counted as their tiles; None for no opening."""
    if state.opened or not advice.placed:
        return None
    turn = difference(state.table, [laid.tiles for laid in advice.sets])
    return judge_opening(turn, state.rules, state.said_with(advice.sets)).points


def _closest(state: GameState, advice: Advice) -> Closest | None:
    """How near a play is and what the next draw may bring, where one has to draw."""
    if advice.status is not Status.DRAW or state.problems():
        return None
    return closest_play(state)
