"""``tilesight advise``: the best play and its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vision.reading import TAKE_IT_AGAIN
from webapp import service
from webapp.batch import Question, answer_all, choice, table_list, tile_list
from webapp.commands.options import (
    batch_option,
    json_option,
    opened_option,
    pool_option,
    profile_option,
    refuse_with_batch,
    rules_option,
    wants_debug,
)
from webapp.console import emit, failure, heading, notice, plural, show_table, tiles

if TYPE_CHECKING:
    from solver.rules import Rules

OBJECTIVES = ("advice", "tiles", "value")
MOST_PROBLEMS = 5
"""So many of the things that are wrong with what was given are told, a line each."""
EXIT_CODES = {"invalid_table": 1, "invalid_input": 2}


@click.command("advise")
@click.option("--table", metavar="T", help='The table: "R1 R2 R3 | B7 K7 O7", or a photo.')
@click.option("--rack", metavar="R", help='The rack: "R4 B9 J", or a photo.')
@opened_option
@pool_option
@rules_option
@profile_option
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default="advice",
    show_default=True,
    help="What is best: the sensible play, the most tiles, or the most points.",
)
@click.option(
    "--hint",
    type=click.IntRange(1, 3),
    metavar="1|2|3",
    help="Say less: 1 is there a play, 2 which rack tiles, 3 the whole play.",
)
@click.option("--choices", is_flag=True, help="Show up to five plays, each with its reasons.")
@click.option("--anyway", is_flag=True, help="Advise even when the table is not valid.")
@click.option("--picture", metavar="OUT.png", help="Draw the table before and after the play.")
@batch_option
@json_option
def command(
    table: str | None,
    rack: str | None,
    opened: bool,
    pool_empty: bool,
    rules: str,
    profile: str | None,
    objective: str,
    hint: int | None,
    choices: bool,
    anyway: bool,
    picture: str | None,
    batch: str | None,
    as_json: bool,
) -> int:
    """Suggest the best play for a table and a rack, each a text or a photo.

    "J=R1 J=R2 J=R3" on the table says what jokers were declared to be.
    Exit code 1 means that the table as it lies is not valid. A line of --batch
    looks like {"table": [["R1", "R2", "R3"]], "rack": ["R4"], "opened": true,
    "rules": "lemada", "objective": "tiles"}.
    """
    if batch is not None:
        refuse_with_batch(table=table, rack=rack, hint=hint, picture=picture, choices=choices)
        defaults = {
            "rules": rules,
            "opened": opened,
            "objective": objective,
            "anyway": anyway,
            "pool_empty": pool_empty,
            "profile": service.profile_named(profile),
        }
        return answer_all(batch, lambda asked: _answer(asked, defaults), debug=wants_debug())
    if table is None or rack is None:
        raise click.UsageError('give both --table and --rack ("" is an empty one), or --batch FILE')
    ruleset, own = service.rules_named(rules), service.profile_named(profile)
    if picture:
        _refuse_picture(Path(picture), hint, (table, rack))
    lying = service.see_declared_table(table, ruleset, own)
    held = service.see_rack(rack, ruleset, own)
    result = service.advise_on(
        lying,
        held,
        opened=opened,
        rules=ruleset,
        objective=objective,
        anyway=anyway,
        pool_empty=pool_empty,
    )
    if result["status"] == "invalid_input" and not as_json:
        return _refuse(result["problems"], lying, held)
    if picture:
        _draw(lying, held, result, Path(picture))
    result = _hinted(result, hint)
    if result["status"] == "invalid_table":
        mending = service.mending_of(lying, held, opened=opened, rules=ruleset)
        result["mending"] = mending.to_json()
    if choices:
        result["choices"] = service.choices_of(lying, held, opened=opened, rules=ruleset)
    if as_json:
        emit(result)
        for problem in result["problems"]:
            notice(str(problem))
    else:
        _show(lying, held, result, hint, pool_empty, ruleset)
        if not opened and result["steps"]:
            _show_opening(lying, result, ruleset)
        if result["status"] == "draw" and not pool_empty and "kept" not in result:
            _show_helpful_draws(lying, held, opened, ruleset)
    return EXIT_CODES.get(result["status"], 0)


def _refuse(problems: Sequence[str], *shown: service.Seen) -> int:
    """Say in one line what is wrong, then the first few of all that is, a line each."""
    hard = [seen.reading.photo for seen in shown if seen.hard and seen.reading is not None]
    first, rest = problems[0], problems[1:]
    if hard:
        first, rest = f"{hard[0]}: {TAKE_IT_AGAIN}", problems
    rest = [line for line in rest if line != first]
    failure(first)
    for line in rest[:MOST_PROBLEMS]:
        notice(line)
    if len(rest) > MOST_PROBLEMS:
        notice(f"and {len(rest) - MOST_PROBLEMS} more: 'tilesight read' names all of them")
    return EXIT_CODES["invalid_input"]


def _refuse_picture(picture: Path, hint: int | None, sources: tuple[str, str]) -> None:
    if hint in (1, 2):
        raise click.UsageError("--picture shows the whole play: leave out --hint or --picture")
    service.refuse_to_overwrite(picture, sources)


def _answer(asked: Question, defaults: dict[str, Any]) -> dict[str, Any]:
    ruleset = service.rules_named(choice(asked, "rules", defaults["rules"], str))
    objective = choice(asked, "objective", defaults["objective"], str)
    if objective not in OBJECTIVES:
        raise service.BadInput(f'"objective" must be one of {", ".join(OBJECTIVES)}')
    if "table" not in asked or "rack" not in asked:
        raise service.BadInput('"table" and "rack" must both be given ([] is an empty one)')
    result = service.advise_on(
        service.see_declared_table(table_list(asked, "table"), ruleset, defaults["profile"]),
        service.see_rack(tile_list(asked, "rack"), ruleset, defaults["profile"]),
        opened=choice(asked, "opened", defaults["opened"], bool),
        rules=ruleset,
        objective=objective,
        anyway=choice(asked, "anyway", defaults["anyway"], bool),
        pool_empty=choice(asked, "pool_empty", defaults["pool_empty"], bool),
    )
    if result["status"] == "invalid_input":
        result["error"] = "; ".join(map(str, result["problems"][:MOST_PROBLEMS]))
    return result


def _hinted(result: dict[str, Any], hint: int | None) -> dict[str, Any]:
    """``result`` without what a hint of that strength keeps back."""
    if hint is None or hint == 3 or result["status"] not in ("win", "play"):
        return result
    result = {key: value for key, value in result.items() if key not in ("kept", "why_kept")}
    kept_back = {"table_after": [], "jokers": [], "steps": [], "hint": hint}
    if hint == 1:
        kept_back |= {"placed": [], "value": 0, "moved": 0}
    return result | kept_back


def _show(
    lying: service.Seen,
    held: service.Seen,
    result: dict[str, Any],
    hint: int | None,
    pool_empty: bool,
    ruleset: Rules,
) -> None:
    status = result["status"]
    show_table("Table", lying.as_read, {})
    rack = [word for row in held.as_read for word in row]
    click.echo(f"{heading('Rack')}\n  {tiles(rack) or 'empty'}")
    for problem in result["problems"]:
        notice(str(problem))
    if status == "invalid_table":
        click.echo(
            heading("The table is not valid as it lies.")
            + " Put it right first, or ask again with --anyway."
        )
        _show_mending(result["mending"])
    elif status == "draw":
        drawing = "pass" if pool_empty else "draw a tile"
        if "kept" in result:
            jokers = "joker" if len(result["kept"]) == 1 else "jokers"
            click.echo(heading(f"Keep your {jokers}: {drawing}."))
            click.echo(_as_sentence(result["why_kept"]))
        else:
            click.echo(heading(f"Nothing can be played: {drawing}."))
        if not result["optimal"]:
            notice("no play was found, but whether there is one was not settled")
    elif hint == 1:
        click.echo(heading("There is a play." if status == "play" else "You can win this turn."))
    elif "choices" in result:
        for number, choice in enumerate(result["choices"], start=1):
            click.echo(heading(f"{number}. {' '.join(choice['why_text'])}"))
            _show_play(choice, ruleset, held)
    else:
        _show_play(result, ruleset, held)


def _played(placed: Sequence[str], held: service.Seen) -> list[str]:
    """The tiles of a play; of two alike the one that was read surely is played first."""
    sure = Counter(map(str, held.tiles)) - Counter(held.doubtful)
    doubted = Counter(placed) - sure
    words: list[str] = []
    for name in placed:
        words.append(f"{name}*" if doubted[name] > 0 else name)
        doubted[name] -= 1
    return words


def _show_opening(lying: service.Seen, result: dict[str, Any], rules: Rules) -> None:
    points = service.opening_points(lying, result, rules)
    click.echo(f"The opening is worth {points} points, a joker counted as its tile.")


def _show_helpful_draws(
    lying: service.Seen, held: service.Seen, opened: bool, rules: Rules
) -> None:
    with suppress(service.BadInput):  # the table was advised on though it is not valid
        nothing = service.Seen(())
        odds, _ = service.odds_of(lying, held, nothing, opened=opened, rules=rules)
        what = "play" if opened else "open"
        if odds.plays:
            click.echo(
                f"You could {what} if you draw {_any_of(odds.plays)}:"
                f" {odds.chance_to_play:.0%} of draws."
            )
        else:
            click.echo(f"No single draw would let you {what}.")


def _any_of(drawn: Sequence[object]) -> str:
    """``R4, R9 or J``: one of these, so that they are not taken for a set."""
    *others, last = (tiles(one if isinstance(one, list) else [one]) for one in drawn)
    return f"{', '.join(others)} or {last}" if others else last


def _by_set(sayings: Sequence[dict[str, Any]]) -> dict[int, list[list[str]]]:
    """What the jokers of each set, by its place, may be declared."""
    sets: dict[int, list[list[str]]] = {}
    for one in sayings:
        sets.setdefault(one["set"], []).append(one["jokers"])
    return sets


def _show_mending(mending: dict[str, Any]) -> None:
    if mending["notice"]:
        notice(mending["notice"])
    for place, sayings in _by_set(mending["declarations"]).items():
        declared = "jokers are" if len(sayings[0]) > 1 else "joker is"
        click.echo(f"  Set {place + 1} is valid if its {declared} declared {_any_of(sayings)}.")
    for reading in mending["readings"]:
        seen, meant = tiles([reading["seen"]]), tiles([reading["meant"]])
        click.echo(f"  Set {reading['set'] + 1} is valid if its {seen} is really {meant}.")
    if mending["steps"]:
        click.echo("  Or lay the same tiles like this:")
        for number, step in enumerate(mending["steps"], start=1):
            click.echo(f"  {number}. {step['text']}")


def _as_sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _show_play(result: dict[str, Any], rules: Rules, held: service.Seen) -> None:
    word = "Win" if result["status"] == "win" else "Play"
    placed = result["placed"]
    jokers = sum(1 for tile in placed if tile.startswith("J"))
    counted = "a joker counts" if jokers == 1 else "jokers count"
    counting = f" off your rack: {counted} 0" if jokers else ""
    size = f"{plural(len(placed), 'tile')}, {plural(result['value'], 'point')}{counting}"
    click.echo(f"{heading(word)}  {tiles(_played(placed, held))}  ({size})")
    for number, step in enumerate(result["steps"], start=1):
        click.echo(f"  {number}. {step['text']}")
    if result["table_after"]:
        show_table("Table after", result["table_after"], _joker_remarks(result))
    if "kept" in result:
        click.echo(_as_sentence(result["why_kept"]))
    if result["steps"] and not result["optimal"]:
        notice("a better play may exist: whether there is one was not settled")


def _joker_remarks(result: dict[str, Any]) -> dict[int, str]:
    remarks: dict[int, str] = {}
    for joker in result["jokers"]:
        index, meant = joker["set"], joker["stands_for"]
        name = result["table_after"][index][joker["place"]]
        word = "joker" if name == "J" else tiles([name])
        told = tiles(meant.split()) + (f" or {tiles([joker['or']])}" if "or" in joker else "")
        text = f"{word} = {told}" if meant else f"{word} is the mirror"
        remarks[index] = f"{remarks[index]}, {text}" if index in remarks else text
    return remarks


def _draw(lying: service.Seen, held: service.Seen, result: dict[str, Any], path: Path) -> None:
    from webapp.picture import draw_play

    service.write_picture(draw_play(lying.sets, held.tiles, result), path)
    notice(f"the play is drawn on {path}")
