"""``tilesight deal``: how to deal, who begins, and whether a rack is dealt again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from webapp import service
from webapp.commands.options import (
    json_option,
    players_named,
    profile_option,
    rules_option,
)
from webapp.console import emit, heading, notice, plural, tiles

if TYPE_CHECKING:
    from solver.deal import FirstPlayer

WAYS = ("highest tile", "youngest", "drawn", "right of dealer")


@click.command("deal")
@click.argument("players", nargs=-1, metavar="NAME...")
@click.option("--first", type=click.Choice(WAYS), help="How to settle who begins, if not by rules.")
@click.option("--rack", metavar="R", help="Dealt tiles, text or photo: do they allow a redeal?")
@rules_option
@profile_option
@json_option
def command(
    players: tuple[str, ...],
    first: str | None,
    rack: str | None,
    rules: str,
    profile: str | None,
    as_json: bool,
) -> int:
    """Say how to deal to the players NAME..., and draw who begins.

    With --rack it is said whether those tiles entitle to a full redeal.
    """
    from solver.deal import deal_steps, doublets, first_player, may_redeal
    from solver.rules import RulesError

    ruleset, own = service.rules_named(rules), service.profile_named(profile)
    names = players_named(players)
    if not names and rack is None:
        raise click.UsageError("name the players, or give --rack")
    held = None if rack is None else service.see_rack(rack, ruleset, own)
    if held is not None:
        service.check_stock(held.tiles, ruleset)
    answer: dict[str, Any] = {}
    if names:
        try:
            steps = deal_steps(ruleset, len(names))
        except RulesError as error:
            raise service.BadInput(str(error)) from error
        begins = first_player(names, ruleset, first)
        answer |= {
            "steps": list(steps),
            "draws": [{n: str(tile) for n, tile in draw.items()} for draw in begins.draws],
            "begins": begins.name,
        }
        if not as_json:
            _show_deal(steps, begins)
    if held is not None:
        warnings = service.warnings_on(held)
        for remark in warnings:
            notice(remark)
        found = doublets(held.tiles)
        redeal = may_redeal(held.tiles, ruleset)
        answer |= {"doublets": [str(tile) for tile in found], "redeal": redeal}
        answer |= {} if held.reading is None else {"warnings": warnings}
        if not as_json:
            may = "a full redeal may be asked for" if redeal else "no redeal"
            may += f" ({service.NOT_ALL_COUNTED})" if held.cut_off else ""
            click.echo(f"{plural(len(found), 'doublet')} ({tiles(found) or 'none'}): {may}.")
    if as_json:
        emit(answer)
    return 0


def _show_deal(steps: tuple[str, ...], begins: FirstPlayer) -> None:
    for number, step in enumerate(steps, start=1):
        click.echo(f"  {number}. {step}")
    for draw in begins.draws:
        click.echo("  ".join(f"{name} {tiles([tile])}" for name, tile in draw.items()))
    click.echo(heading(begins.words[:1].upper() + begins.words[1:] + "."))
