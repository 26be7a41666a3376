"""``tilesight odds``: what the next draw may bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from webapp import service
from webapp.commands.options import json_option, opened_option, profile_option, rules_option
from webapp.console import emit, heading, notice, plural, tile

if TYPE_CHECKING:
    from solver.odds import Odds
    from solver.tiles import Meld


@click.command("odds")
@click.option("--table", required=True, metavar="T", help="The table, text or photo.")
@click.option("--rack", required=True, metavar="R", help="Your rack, text or photo.")
@click.option("--seen", default="", metavar="TILES", help="Tiles that you know lie elsewhere.")
@opened_option
@rules_option
@profile_option
@json_option
def command(
    table: str,
    rack: str,
    seen: str,
    opened: bool,
    rules: str,
    profile: str | None,
    as_json: bool,
) -> int:
    """Say which single draws would let you play, open or win, and how likely they are.

    The table is taken to stay as it is; tiles that nobody has shown are equally
    likely, in the pool or on other racks.
    """
    ruleset, own = service.rules_named(rules), service.profile_named(profile)
    odds, remarks = service.odds_of(
        service.see_declared_table(table, ruleset, own),
        service.see_rack(rack, ruleset, own),
        service.see_racks(seen, ruleset, own),
        opened=opened,
        rules=ruleset,
    )
    for remark in remarks:
        notice(remark)
    if as_json:
        emit(odds.to_json())
    else:
        _show(odds, opened)
    return 0


def _show(odds: Odds, opened: bool) -> None:
    click.echo(f"{plural(odds.unseen.total, 'tile')} not seen yet.")
    if odds.can_win:
        click.echo(heading("You can win with the rack as it is."))
        return
    if odds.can_play:
        click.echo(heading("You can play with the rack as it is."))
    else:
        _show_draws("open" if not opened else "play", odds.plays, odds.chance_to_play, odds)
    _show_draws("win", odds.wins, odds.chance_to_win, odds)


def _show_draws(what: str, draws: Meld, chance: float, odds: Odds) -> None:
    if not draws:
        click.echo(f"No single draw lets you {what}.")
        return
    click.echo(heading(f"Draws that let you {what}: {chance:.0%}"))
    if chance == 1:
        click.echo("  any tile")
        return
    words = (
        tile(drawn) + (f" (x{odds.unseen[drawn]})" * (odds.unseen[drawn] > 1)) for drawn in draws
    )
    click.echo("  " + "  ".join(words))
