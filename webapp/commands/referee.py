"""``tilesight referee``: was this turn legal, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from webapp import service
from webapp.commands.options import (
    json_option,
    opened_option,
    pool_option,
    profile_option,
    rules_option,
)
from webapp.console import emit, failure, heading, notice
from webapp.turns import WHERE

if TYPE_CHECKING:
    from solver.rules import Rules
    from vision.profile import Profile


@click.command("referee")
@click.option("--before", required=True, metavar="T", help="The table before, text or photo.")
@click.option("--after", required=True, metavar="T", help="The table after, text or photo.")
@click.option("--rack-before", metavar="R", help="The player's rack before, text or photo.")
@click.option("--rack-after", metavar="R", help="The player's rack after, text or photo.")
@opened_option
@pool_option
@rules_option
@profile_option
@click.option(
    "--as-read",
    is_flag=True,
    help="Judge photos as if all on them were read right, and nothing missed: you have looked.",
)
@json_option
def command(
    before: str,
    after: str,
    rack_before: str | None,
    rack_after: str | None,
    opened: bool,
    pool_empty: bool,
    rules: str,
    profile: str | None,
    as_read: bool,
    as_json: bool,
) -> int:
    """Say whether a turn was legal, from the table before and after it.

    With the racks more can be checked; what could not be is said. Exit code 1
    means that the turn was not legal. --not-opened: the player had not opened
    before this turn. "R9 J=R10 J=R11" says what jokers were declared to be. Where
    the verdict hangs on a doubtful tile of a photo, on what lies beyond its edge or on tiles
    that it may only not show, or a photo is hard to read, there is none, and exit code 2.
    """
    ruleset, own = service.rules_named(rules), service.profile_named(profile)
    turn = service.Turn(
        service.see_declared_table(before, ruleset, own),
        service.see_declared_table(after, ruleset, own),
        _see_rack("rack_before", rack_before, ruleset, own),
        _see_rack("rack_after", rack_after, ruleset, own),
        opened=opened,
        rules=ruleset,
        pool_empty=pool_empty,
    )
    ruled = service.rule_on_turn(turn.vouched if as_read else turn)
    for remark in ruled.remarks:
        notice(remark)
    if as_json:
        emit(ruled.to_json())
    elif ruled.is_open:
        _show_open(ruled)
    else:
        _show(ruled)
    if ruled.is_open:
        failure(ruled.why_open if as_json else _what_to_do(ruled))
        return 2
    return 0 if ruled.ruling.legal else 1


def _see_rack(
    which: str, source: str | None, rules: Rules, profile: Profile | None
) -> service.Seen | None:
    """The rack that was shown, if one was; ``which`` is its key in :data:`WHERE`."""
    return None if source is None else service.see_rack(source, rules, profile, whose=WHERE[which])


def _what_to_do(ruled: service.TurnRuling) -> str:
    if ruled.take_it_again:
        return "take the photo again, or give its tiles as text"
    if ruled.hidden:
        return ruled.how_to_show_all
    if ruled.only_unread and not ruled.deciding:
        return _SHOW_THEM if ruled.unread.again else _TELL_WHAT_LAY
    return "look at the tile named, and give that as text"


_SHOW_THEM = (
    "take the photo again so that these tiles show, give the tiles as text, or say --as-read if "
    "all is right as it was read"
)

_TELL_WHAT_LAY = (
    "what lay there before cannot be photographed again: give its tiles as text, or say --as-read "
    "if all is right as it was read"
)


def _show_open(ruled: service.TurnRuling) -> None:
    if ruled.take_it_again:
        click.echo(heading("No verdict") + f": {ruled.take_it_again}.")
        return
    if ruled.only_unread and not ruled.deciding:
        click.echo(heading("No verdict") + ": it hangs on what a photo may not show.")
    else:
        _show_hinges(ruled)
    for line in ruled.unread.told:
        click.echo(f"  {line}")
    for line in ruled.also_found:
        click.echo(f"  as read: {line}")
    for change in ruled.ruling.changes:
        click.echo(f"  what changed, as read: {change}")


def _show_hinges(ruled: service.TurnRuling) -> None:
    on = "doubtful tiles that decide only together" if ruled.together else "a doubtful tile"
    on = "what lies beyond the photo's edge" if ruled.hidden else on
    click.echo(heading("No verdict") + f": it hangs on {on}.")
    if ruled.hidden:
        click.echo(f"  {ruled.beyond_told}")
    for one in ruled.deciding:
        click.echo(f"  {one}")
    if ruled.together:
        click.echo(f"  {ruled.both_verdicts}")


def _show(ruled: service.TurnRuling) -> None:
    ruling = ruled.ruling
    click.echo(heading("Legal." if ruling.legal else "Not legal."))
    for reason in ruled.reasons:
        click.echo(f"  {reason}")
    for change in ruling.changes:
        click.echo(f"  what changed: {change}")
    if not ruling.legal and ruling.restore:
        click.echo("To put the table right:")
        for number, step in enumerate(ruling.restore, start=1):
            click.echo(f"  {number}. {step.text}")
