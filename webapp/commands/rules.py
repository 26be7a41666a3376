"""``tilesight rules``: the rulesets, and one of them in plain words."""

from __future__ import annotations

import click

from webapp import service
from webapp.commands.options import json_option
from webapp.console import emit, heading


@click.command("rules")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> int:
    """List the rulesets, or print the ruleset NAME in plain words.

    NAME may also be your own .toml file. An option marked "ours" is our reading
    where the rule texts are silent or say two things.
    """
    from solver.rules import describe, preset_names

    if name is None:
        for preset in preset_names():
            title = service.rules_named(preset).title
            if as_json:
                emit({"name": preset, "title": title})
            else:
                click.echo(f"  {heading(preset.ljust(20))} {title}")
        return 0
    ruleset = service.rules_named(name)
    options = describe(ruleset)
    if as_json:
        emit(
            {
                "name": ruleset.name,
                "title": ruleset.title,
                "options": [
                    {"label": option.label, "value": option.value, "source": option.source}
                    for option in options
                ],
            }
        )
        return 0
    click.echo(heading(f"{ruleset.name}: {ruleset.title}"))
    for option in options:
        mark = click.style("  (ours)", fg="yellow") if option.source.startswith("ours") else ""
        click.echo(f"  {option.label}: {option.value}{mark}")
    return 0
