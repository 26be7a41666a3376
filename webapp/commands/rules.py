"""``tilesight rules``: the rulesets, and one of them in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from webapp import service
from webapp.commands.options import json_option
from webapp.console import emit, heading

if TYPE_CHECKING:
    from solver.rules import Rules


@click.command("rules")
@click.argument("name", required=False)
@click.option("--toml", is_flag=True, help="Print it as a file to change: your own ruleset.")
@json_option
def command(name: str | None, toml: bool, as_json: bool) -> int:
    """List the rulesets, or print the ruleset NAME in plain words.

    NAME may also be your own .toml file. An option marked "ours" is our reading
    where the rule texts are silent or say two things; what else it may be stands
    beside it.
    """
    from solver.rules import preset_names, to_toml

    if name is None:
        if toml:
            raise click.UsageError("name a ruleset: tilesight rules NAME --toml")
        for preset in preset_names():
            title = service.rules_named(preset).title
            if as_json:
                emit({"name": preset, "title": title})
            else:
                click.echo(f"  {heading(preset.ljust(20))} {title}")
        return 0
    ruleset = service.rules_named(name)
    if toml:
        click.echo(to_toml(ruleset), nl=False)
    elif as_json:
        emit({"name": ruleset.name, "title": ruleset.title, "options": _options(ruleset)})
    else:
        click.echo(heading(f"{ruleset.name}: {ruleset.title}"))
        for line in _lines(ruleset):
            click.echo(line)
    return 0


def _options(rules: Rules) -> list[dict[str, object]]:
    from solver.options import OPTIONS
    from solver.rules import OURS, describe

    return [
        {
            "name": option.name,
            "label": told.label,
            "value": told.value,
            "source": told.source,
            "ours": told.source.startswith(OURS),
            "choices": list(option.choice_words()),
        }
        for option, told in zip(OPTIONS, describe(rules), strict=True)
    ]


def _lines(rules: Rules) -> Iterator[str]:
    from solver.options import OPTIONS
    from solver.rules import OURS, describe, without_use

    idle = without_use(rules)
    for option, told in zip(OPTIONS, describe(rules), strict=True):
        if option.name in idle:
            continue
        mark = ""
        if told.source.startswith(OURS):
            others = [words for words in option.choice_words() if words != told.value]
            mark = click.style(
                f"  (ours{'; or: ' if others else ''}{' / '.join(others)})", fg="yellow"
            )
        yield f"  {told.label}: {told.value}{mark}"
