"""The list of games and one game's turn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import BadRequest

from solver.deal import doublets, may_redeal
from solver.names import is_visible, tidied
from solver.notation import parse_declared_table, parse_tile
from solver.rules import Rules, preset_names
from webapp import positions
from webapp.corrections import Corrected, in_game, melds
from webapp.declaring import known_of
from webapp.naming import called, new_name
from webapp.phrases import tile_label
from webapp.presenting import sentence
from webapp.security import device, is_this_computer
from webapp.seen import is_hard
from webapp.store import GameSummary, Part, SceneRecord, TurnRecord
from webapp.views.current import WARNING, played_rules_of, store, tell_over

pages = Blueprint("games", __name__)

LONGEST_NAME = 80
"""Characters of a game's name."""


@pages.get("/")
def home() -> str:
    """This browser's games and the form for a new one."""
    rulesets = [Rules.preset(name) for name in preset_names()]
    games = _own_games()
    last = store().last_rules(device())
    return render_template(
        "home.html",
        games=games,
        rulesets=rulesets,
        preferred=last[0] if last else "lemada",
        own_options=bool(last and last[1]),
    )


def _is_hard(scene: SceneRecord) -> bool:
    return scene.photo is not None and scene.reading is not None and is_hard(scene.reading)


def _own_games() -> tuple[GameSummary, ...]:
    """The games that this browser lists."""
    return store().games(None if is_this_computer() else device())


@pages.post("/games")
def start() -> Response:
    """Begin a game."""
    rules = request.form.get("rules", "lemada")
    if rules not in preset_names():
        raise BadRequest(f"no such ruleset: {rules[:40]!r}")
    name = _game_name() or new_name(date.today(), _own_games())
    last = store().last_rules(device())
    game_id = store().start_game(
        device(),
        name=name,
        rules=rules,
        opened=request.form.get("opened") == "yes",
        options=last[1] if last and last[0] == rules else {},
        profile=store().last_profile(device()),
    )
    return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]


@pages.get("/g/<game_id>")
def turn(game_id: str) -> str:
    """The table and the rack of the current turn, and what is wrong with them."""
    game = store().game(game_id)
    rules = played_rules_of(game)
    rack = positions.seen_tiles(game.turn.rack)
    position = positions.of_turn(game.turn, rules)
    dealt = game.turn.in_round == 1 and not game.turn.opened and not position.racks
    may = dealt and may_redeal(rack, rules)
    return render_template(
        "turn.html",
        game=game,
        longest_name=LONGEST_NAME,
        position=position,
        hard=[part for part in Part if _is_hard(game.turn.scene(part))],
        rules=rules,
        redeal=len(doublets(rack)) if may else 0,
    )


@pages.post("/g/<game_id>/opened")
def opened(game_id: str) -> Response:
    """Note whether the player has opened."""
    store().set_opened(game_id, request.form.get("opened") == "yes")
    to = url_for("games.turn", game_id=game_id, _anchor="opening")  # where the keyboard was
    return redirect(to, 303)  # type: ignore[return-value]


@pages.post("/g/<game_id>/name")
def rename(game_id: str) -> Response:
    """Call the game something else; a name with nothing to see is none."""
    name = _game_name()
    if name == called(store().game(game_id)):
        pass  # as it is shown, which may be shorter than it is kept
    elif name:
        store().rename_game(game_id, name)
    else:
        flash(
            _("A name needs a letter, digit or symbol to see: the game keeps the one it has."),
            WARNING,
        )
    return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]


def _game_name() -> str:
    """The name in the form made tidy; "" for one with nothing to see."""
    name = tidied(request.form.get("name", ""))[:LONGEST_NAME].strip()
    return name if is_visible(name) else ""


@pages.post("/g/<game_id>/next")
def next_turn(game_id: str) -> Response:
    """Begin the next turn: from what the suggested play, or a draw, leaves, or from nothing."""
    game = store().game(game_id)
    laid: dict[Part, Corrected] = {}
    came_from, drawn = request.form.get("from"), request.form.get("tile", "")
    if came_from in ("play", "draw"):
        for part in Part:
            mark = game.turn.scene(part).mark
            if request.form.get(f"seen-{part}", mark) != mark and _is_played(game.turn):
                flash(
                    _(
                        "The tiles were changed elsewhere meanwhile: "
                        "the turn goes on, and here is the best play now."
                    ),
                    WARNING,
                )
                return _to_play(game_id, game.turn)
    if came_from == "play":
        left = request.form.get("table", ""), request.form.get("rack", "")
        laid = positions.after_play(game.turn, *left)
    elif came_from == "draw":
        if drawn:
            in_game(drawn, played_rules_of(game))
        laid = positions.after_draw(game.turn, drawn)
    begun = store().next_turn(
        game_id,
        opened=game.turn.opened or request.form.get("played") == "yes",
        laid=laid,
        after=request.form.get("turn", type=int),
        declared=_known_after(game.turn, laid),
    )
    if not (begun or _is_what_happened(store().game(game_id).turn)):
        tell_over(request.form.get("turn", 0, type=int), game.turn)
    elif came_from == "draw":
        flash(_drawn_note(drawn))
    return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]


def _known_after(turn: TurnRecord, laid: Mapping[Part, Corrected]) -> tuple[str, ...]:
    """What the next turn knows of the jokers of the table: of the sets that were ``laid``, or
    of those that lay there."""
    if Part.TABLE in laid:
        return known_of(laid[Part.TABLE][0])
    return known_of(turn.table.reading, () if turn.table.reading else turn.declared)


def _is_what_happened(now: TurnRecord) -> bool:
    """Whether the form, which began no turn, was sent twice: the turn began with just that."""
    if request.form.get("turn", 0, type=int) + 1 != now.number:
        return False
    if request.form.get("from") == "draw":
        drawn = request.form.get("tile", "")
        return now.drawn == (str(parse_tile(drawn)) if drawn else "")
    if request.form.get("from") == "play":
        lies = () if now.table.reading is None else melds(now.table.reading)
        table = parse_declared_table(request.form.get("table", ""))
        return lies == tuple(one.tiles for one in table)
    return True


def _drawn_note(drawn: str) -> str:
    if drawn:
        return _("%(tile)s is on your rack now.", tile=_called(drawn.strip().upper()))
    return _("Your rack is as it was: if you drew a tile, add it.")


def _called(tile: str) -> str:
    return sentence(tile_label(tile))


@pages.post("/g/<game_id>/round/next")
def next_round(game_id: str) -> Response:
    """Begin another round with the same players, match and rules, once one is scored."""
    gone = request.form.get("turn", type=int)
    if store().next_round(game_id, gone):
        flash(_("A new round: table and rack are empty, and the opening is still to be made."))
    elif gone is not None:
        now = store().game(game_id).turn
        if (gone + 1, now.in_round) != (now.number, 1):  # else the form was sent twice
            tell_over(gone, now)
    return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]


@pages.post("/g/<game_id>/back")
def take_back(game_id: str) -> Response:
    """Go back to the turn before, as long as nothing was done in this one."""
    gone = store().game(game_id).turn
    if not store().take_back_turn(game_id, request.form.get("turn", 0, type=int)):
        flash(
            _(
                "Nothing was taken back: turn %(n)s goes on, and its tiles are kept.",
                n=gone.in_round,
            ),
            WARNING,
        )
        return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]
    game = store().game(game_id)
    number = game.turn.in_round
    if game.turn.round_start != gone.round_start:
        flash(_("The round before is there again, at turn %(n)s.", n=number))
        return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]
    if gone.drawn:
        flash(
            _(
                "%(tile)s is off your rack again: this is turn %(n)s.",
                tile=_called(gone.drawn),
                n=number,
            )
        )
    else:
        flash(_("This is turn %(n)s again.", n=number))
    if positions.of_turn(game.turn, played_rules_of(game)).complete:
        return _to_play(game_id, game.turn)
    return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]


def _to_play(game_id: str, turn: TurnRecord) -> Response:
    to = url_for("play.play", game_id=game_id, turn=turn.number)
    return redirect(to, 303)  # type: ignore[return-value]


def _is_played(turn: TurnRecord) -> bool:
    """Whether the form comes from the turn that is being played."""
    return request.form.get("turn", turn.number, type=int) == turn.number


@pages.post("/g/<game_id>/delete")
def delete(game_id: str) -> Response:
    """Forget a game with everything in it."""
    store().delete_game(game_id)
    flash(_("The game and its photos are deleted."))
    return redirect(url_for("games.home"), 303)  # type: ignore[return-value]
