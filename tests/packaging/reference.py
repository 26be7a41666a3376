"""The README's command reference, made from the commands themselves.

``python tests/packaging/reference.py`` rewrites the part of README.md between the
two markers; a test fails while it is out of date.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from webapp.cli import COMMANDS, cli

README = Path(__file__).parents[2] / "README.md"
BEGIN = "<!-- command reference: begin (made by tests/packaging/reference.py) -->"
END = "<!-- command reference: end -->"


def reference() -> str:
    """The reference of all commands as Markdown."""
    return "\n".join(line for name in sorted(COMMANDS) for line in _lines_of(name)).rstrip() + "\n"


def in_readme(text: str) -> str:
    """The reference that stands in the README's ``text``."""
    return text.split(BEGIN)[1].split(END, maxsplit=1)[0].strip() + "\n"


def with_reference(text: str) -> str:
    """``text`` with the reference brought up to date."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{reference()}{END}{rest.split(END)[1]}"


def _lines_of(name: str) -> Iterator[str]:
    context = click.Context(cli, info_name="tilesight")
    command = cli.get_command(context, name)
    assert command is not None
    yield f"### `tilesight {name}`"
    yield ""
    yield inspect.cleandoc(command.help or "")
    yield ""
    yield from _lines_of_command(click.Context(command, info_name=name, parent=context))


def _lines_of_command(context: click.Context) -> Iterator[str]:
    command = context.command
    yield "```"
    yield f"{context.command_path} {' '.join(command.collect_usage_pieces(context))}"
    yield "```"
    yield ""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield inspect.cleandoc(inner.help or "")
            yield ""
            yield from _lines_of_command(click.Context(inner, info_name=name, parent=context))
        return
    options = [option for option in command.params if isinstance(option, click.Option)]
    for option in options:
        yield f"- `{_usage(option)}`{_explained(option)}"
    if options:
        yield ""


def _usage(option: click.Option) -> str:
    names = "/".join((*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} {'|'.join(option.type.choices)}"
    return f"{names} {option.metavar or (option.name or '').upper()}"


def _explained(option: click.Option) -> str:
    words = " ".join((option.help or "").split("[default")[0].split())
    if not option.show_default or option.default is None:
        return f": {words}" if words else ""
    default = option.default
    if option.is_flag:
        default = (option.opts if option.default else option.secondary_opts)[0]
    return f": {words} (default `{default}`)" if words else f" (default `{default}`)"


if __name__ == "__main__":
    README.write_text(with_reference(README.read_text(encoding="utf-8")), encoding="utf-8")
