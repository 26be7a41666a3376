"""``tilesight check``: is this set valid, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from webapp import service
from webapp.batch import Question, answer_all, choice, tile_list
from webapp.commands.options import (
    batch_option,
    json_option,
    profile_option,
    rules_option,
    wants_debug,
)
from webapp.console import emit, failure, heading, notice, plural, tiles

if TYPE_CHECKING:
    from solver.melds import Verdict
    from solver.readings import Reading
    from solver.rules import Rules
    from solver.tiles import Meld
    from vision.profile import Profile
    from webapp.judging import JudgedSets


@click.command("check")
@click.argument("tiles_or_photo", required=False, metavar="SET")
@rules_option
@profile_option
@batch_option
@json_option
def command(
    tiles_or_photo: str | None, rules: str, profile: str | None, batch: str | None, as_json: bool
) -> int:
    """Judge SET, a text such as "R7 B7 J" or a photo, as it lies.

    "R9 J=R10 J=R11" says what the jokers were declared to be. Several sets, in a
    photo or separated by |, are judged one by one. Exit code 1 means that the set,
    or one of them, is not valid. A line of --batch looks like {"set": ["R7", "B7",
    "J"], "rules": "lemada"}.
    """
    if (tiles_or_photo is None) == (batch is None):
        raise click.UsageError("give one SET, or --batch FILE")
    own = service.profile_named(profile)
    if batch is not None:
        return answer_all(batch, lambda asked: _answer(asked, rules, own), debug=wants_debug())
    assert tiles_or_photo is not None
    ruleset = service.rules_named(rules)
    judged = service.judge_sets(tiles_or_photo, ruleset, own)
    if not as_json and len(judged.sets) == len(judged.problems) == 1:
        raise service.BadInput(*judged.problems)
    for remark in judged.remarks:
        notice(remark)
    if as_json:
        for problem in judged.problems:
            failure(problem)
        emit(judged.to_json())
    else:
        _show_all(judged, ruleset)
    if judged.problems:
        if not as_json:  # each is told beside its set
            failure(f"{judged.photo}: {judged.summary}: look at the tiles named above")
        return 2
    return 0 if judged.valid else 1


def _answer(asked: Question, rules: str, profile: Profile | None) -> dict[str, Any]:
    ruleset = service.rules_named(choice(asked, "rules", rules, str))
    if "set" not in asked:
        raise service.BadInput('"set" is missing: write {"set": ["R7", "B7", "K7"]}')
    return service.judge_sets(tile_list(asked, "set"), ruleset, profile).to_json()


def _show_all(judged: JudgedSets, rules: Rules) -> None:
    several = len(judged.sets) > 1
    for number, one in enumerate(judged.sets, start=1):
        if several:
            click.echo(f"{heading(f'Set {number}')}: {tiles(one.as_read)}")
        if one.verdict is not None:
            _show(one.verdict, one.told.tiles, rules)
        else:
            click.echo(heading("No verdict") + f": {one.why_open}.")
    if several:
        click.echo(heading(judged.summary) + ".")


def _show(verdict: Verdict, meld: Meld, rules: Rules) -> None:
    if not verdict.valid:
        click.echo(heading("Not valid") + f": {verdict.reason}.")
        if verdict.rescue:
            click.echo(f"In another order it would be valid: {tiles(verdict.rescue)}")
        return
    if verdict.must_declare:
        valid, _comma, what = verdict.reason.partition(", ")
        click.echo(heading(valid.capitalize()) + f": {what}.")
        click.echo("The player must say which reading is meant (write J=R10):")
        _show_readings(verdict, meld, rules)
        return
    counting = ", jokers counted as what they stand for" if any(t.is_joker for t in meld) else ""
    click.echo(
        heading(f"Valid {verdict.kind}")
        + f", {plural(verdict.value, 'point')}{counting}: {verdict.reason}."
    )
    _show_readings(verdict, meld, rules)


def _show_readings(verdict: Verdict, meld: Meld, rules: Rules) -> None:
    for reading in verdict.readings if any(tile.is_joker for tile in meld) else ():
        told = ", ".join(_stand_ins(meld, reading))
        click.echo(f"  {reading.kind}, {plural(reading.value, 'point')}: {told}")
    if verdict.frees:
        if verdict.frees_together:
            click.echo(f"The joker is freed only by all of these together: {tiles(verdict.frees)}")
        else:
            click.echo(f"A joker is freed by: {tiles(verdict.frees)}")
    _show_better_order(verdict, meld, rules)


def _stand_ins(meld: Meld, reading: Reading) -> list[str]:
    """What each joker stands for, in words: ``JD = R3 R4``."""
    jokers = [tile for tile in meld if tile.is_joker]
    return [
        f"{tiles([joker])} = {tiles(str(meant).split())}"
        if str(meant)
        else f"{tiles([joker])} is the mirror, worth nothing"
        for joker, meant in zip(jokers, reading.jokers, strict=True)
    ]


def _show_better_order(verdict: Verdict, meld: Meld, rules: Rules) -> None:
    from solver.orders import better_order

    better = better_order(meld, verdict.value, rules)
    if better is not None:
        order, points = better
        click.echo(f"In another order it would be worth {points} points: {tiles(order)}")
