"""``tilesight hand``: does a whole hand meld, and is it worth enough to open?"""

from __future__ import annotations

import click

from webapp import service
from webapp.commands.options import json_option, profile_option, rules_option
from webapp.console import emit, heading, notice, plural, show_table, tiles


@click.command("hand")
@click.argument("tiles_or_photo", metavar="HAND")
@rules_option
@profile_option
@json_option
def command(tiles_or_photo: str, rules: str, profile: str | None, as_json: bool) -> int:
    """Say whether the tiles HAND, text or photo, meld as a whole, and for how much.

    For games in which everybody melds a hand of their own, as International and
    American 1978. One tile more than is dealt may be left: the discard.
    Exit code 1 means that the hand, as far as it was seen, does not meld.
    """
    from solver.hand import meld_hand

    ruleset = service.rules_named(rules)
    seen = service.see_rack(tiles_or_photo, ruleset, service.profile_named(profile))
    warnings = service.warnings_on(seen)
    for remark in warnings:
        notice(remark)
    service.check_stock(seen.tiles, ruleset)
    found = meld_hand(seen.tiles, ruleset)
    if as_json:
        emit(
            {
                "melds": found.melds,
                "opens": found.opens,
                "points": found.points,
                "sets": [[str(tile) for tile in meld] for meld in found.sets],
                "left": [str(tile) for tile in found.left],
                "notices": list(found.notices),
                **({} if seen.reading is None else {"warnings": warnings}),
            }
        )
        return 0 if found.melds else 1
    click.echo(heading("The hand melds." if found.melds else "The hand does not meld as a whole."))
    for remark in found.notices:
        notice(remark)
    show_table("Sets", found.sets, {})
    if found.left:
        click.echo(f"Left over: {tiles(found.left)}")
    enough = "enough" if found.points >= ruleset.opening_points else "not enough"
    click.echo(
        f"The sets are worth {plural(found.points, 'point')}, jokers counted as their tiles: "
        f"{enough} to open with {ruleset.opening_points}."
    )
    if seen.cut_off:
        click.echo(service.NOT_ALL_COUNTED.capitalize() + ".")
    return 0 if found.melds else 1
