"""``tilesight check``: is this set valid, and why."""

from __future__ import annotations

from typing import Any

import click

from webapp import service
from webapp.batch import Question, answer_all, choice, tile_list
from webapp.commands.options import batch_option, json_option, rules_option, wants_debug
from webapp.console import emit, heading, notice, plural, tiles


@click.command("check")
@click.argument("tiles_or_photo", required=False, metavar="SET")
@rules_option
@batch_option
@json_option
def command(tiles_or_photo: str | None, rules: str, batch: str | None, as_json: bool) -> int:
    """Judge SET, a text such as "R7 B7 J" or a photo, as it lies.

    Exit code 1 means that the set is not valid. A line of --batch looks like
    {"set": ["R7", "B7", "J"], "rules": "lemada"}.
    """
    if (tiles_or_photo is None) == (batch is None):
        raise click.UsageError("give one SET, or --batch FILE")
    if batch is not None:
        return answer_all(batch, lambda asked: _answer(asked, rules), debug=wants_debug())
    assert tiles_or_photo is not None
    verdict, remarks = service.judge_set(tiles_or_photo, service.rules_named(rules))
    for remark in remarks:
        notice(remark)
    if as_json:
        emit(verdict)
    else:
        _show(verdict)
    return 0 if verdict["valid"] else 1


def _answer(asked: Question, rules: str) -> dict[str, Any]:
    ruleset = service.rules_named(choice(asked, "rules", rules, str))
    if "set" not in asked:
        raise service.BadInput('"set" is missing: write {"set": ["R7", "B7", "K7"]}')
    return service.judge_set(tile_list(asked, "set"), ruleset)[0]


def _show(verdict: dict[str, Any]) -> None:
    if verdict["valid"]:
        click.echo(
            heading(f"Valid {verdict['kind']}") + f", {plural(verdict['value'], 'point')}: "
            f"{verdict['reason']}."
        )
    else:
        click.echo(heading("Not valid") + f": {verdict['reason']}.")
    if verdict["must_declare"]:
        click.echo("The player must say which reading is meant:")
    for reading in verdict["readings"]:
        if reading["jokers"]:
            stands_for = ", ".join(tiles([name]) for name in reading["jokers"])
            click.echo(
                f"  {reading['kind']}, {plural(reading['value'], 'point')}: joker = {stands_for}"
            )
    if verdict["rescue"]:
        rescue = verdict["rescue"]
        names = rescue.split() if isinstance(rescue, str) else rescue
        click.echo(f"In another order it would be valid: {tiles(names)}")
