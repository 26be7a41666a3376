"""Every option of a game's rules, to see and to change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from solver.names import tidied
from solver.options import OPTIONS, JokerCounts, Option
from solver.rules import (
    OURS,
    Rules,
    RulesError,
    changes_from,
    parse_rules,
    preset_names,
    to_toml,
    without_use,
)
from solver.tiles import COLORS, JokerKind
from webapp.views.current import rules_of, store

pages = Blueprint("rules", __name__, url_prefix="/g/<game_id>")

MAX_TOML_BYTES = 50_000


@pages.get("/rules")
def show(game_id: str) -> str:
    """All options of the game; ``?preset=`` shows another ruleset before it is chosen."""
    game = store().game(game_id)
    asked = request.args.get("preset", "")
    rules = Rules.preset(asked) if asked in preset_names() else rules_of(game)
    idle = without_use(rules)
    return render_template(
        "rules.html",
        game=game,
        rules=rules,
        preset=asked if asked in preset_names() else game.rules,
        rulesets=[Rules.preset(name) for name in preset_names()],
        options=[one for one in OPTIONS if one.name not in idle],
        idle=[one for one in OPTIONS if one.name in idle],
        kinds=list(JokerKind),
        colors=COLORS,
        sources=dict(rules.sources),
        ours=OURS,
    )


@pages.post("/rules")
def change(game_id: str) -> Response:
    """Take the options as posted; those that differ from the preset are kept."""
    preset = request.form.get("preset", "")
    if preset not in preset_names():
        raise BadRequest(f"no such ruleset: {preset[:40]!r}")
    base = Rules.preset(preset)
    options = changed_options(base, request.form)
    base.with_options(options)  # refuses what is no value before anything is kept
    store().set_rules(game_id, preset, options)
    flash(_("The rules are saved."))
    return redirect(url_for("games.turn", game_id=game_id), 303)  # type: ignore[return-value]


@pages.post("/rules/file")
def from_file(game_id: str) -> Response:
    """Take the rules from a player's own TOML file, over the nearest ruleset of ours."""
    file = request.files.get("toml")
    data = b"" if file is None else file.read(MAX_TOML_BYTES + 1)
    if file is None or not data or len(data) > MAX_TOML_BYTES:
        raise RulesError("choose the .toml file of a ruleset")
    name = tidied(file.filename or "")[-60:] or "rules.toml"
    try:
        rules = parse_rules(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise RulesError(f"{name}: cannot be read as text") from None
    bases = [Rules.preset(preset) for preset in preset_names()]
    changed = {base.name: changes_from(base, rules) for base in bases}
    nearest = min(changed, key=lambda preset: len(changed[preset]))
    store().set_rules(game_id, nearest, changed[nearest])
    flash(_("The rules are saved."))
    return redirect(url_for("rules.show", game_id=game_id), 303)  # type: ignore[return-value]


@pages.get("/rules.toml")
def as_toml(game_id: str) -> Response:
    """The rules of the game as a file for the command line's ``--rules``."""
    response = make_response(to_toml(rules_of(store().game(game_id))))
    response.mimetype = "application/toml"
    response.headers["Content-Disposition"] = 'attachment; filename="rules.toml"'
    return response


def changed_options(base: Rules, form: MultiDict[str, str]) -> dict[str, Any]:
    """The options of ``form`` that differ from ``base``, as a ruleset file writes them.

    An option that the form lacks keeps its value.

    Raises:
        RulesError: a value is none of the option's values.
    """
    posted = {o.name: _posted(o, form) for o in OPTIONS if f"has-{o.name}" in form}
    changed = base.with_options(posted)
    return {
        name: value
        for name, value in posted.items()
        if getattr(changed, name) != getattr(base, name)
    }


def _posted(option: Option, form: MultiDict[str, str]) -> object:
    name = option.name
    if option.form == "yes_no":
        return form.get(name) == "yes"
    if option.form == "colors":
        return "".join(form.getlist(name))
    if option.form == "jokers":
        counts = {str(kind): form.get(f"{name}-{kind}", 0, type=int) for kind in JokerKind}
        return {kind: count for kind, count in counts.items() if count}
    if option.form == "number":
        text = form.get(name, "")
        return int(text) if text.strip().isdecimal() else text
    return form.get(name, "")


def joker_count(counts: JokerCounts | Mapping[JokerKind, int], kind: JokerKind) -> int:
    """How many jokers of that kind; 0 where there are none."""
    return counts.get(kind, 0)
