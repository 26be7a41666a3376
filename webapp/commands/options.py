"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from webapp.seen import BadInput

_Command = TypeVar("_Command", bound=Callable[..., Any])

DEFAULT_RULES = "lemada"


def json_option(command: _Command) -> _Command:
    """``--json``: the contract's objects, one a line, and nothing else on stdout."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Answer in JSON, one object a line."
    )(command)


def rules_option(command: _Command) -> _Command:
    """``--rules``: a preset's name or the player's own file."""
    return click.option(
        "--rules",
        default=DEFAULT_RULES,
        show_default=True,
        metavar="NAME",
        help="Ruleset: a name that 'tilesight rules' lists, or your own .toml file.",
    )(command)


def profile_option(command: _Command) -> _Command:
    """``--profile``: the tiles that photos show, as learned before."""
    return click.option(
        "--profile",
        metavar="NAME",
        help="Your own tiles: a name that 'tilesight profile list' lists, or an exported file.",
    )(command)


def batch_option(command: _Command) -> _Command:
    """``--batch``: many questions, a JSON object a line."""
    return click.option(
        "--batch",
        metavar="FILE",
        help="Answer every line of FILE (- for standard input), each a JSON object.",
    )(command)


def opened_option(command: _Command) -> _Command:
    """``--opened`` or ``--not-opened``."""
    return click.option(
        "--opened/--not-opened",
        default=True,
        show_default=True,
        help="Whether the player has laid the opening already.",
    )(command)


def pool_option(command: _Command) -> _Command:
    """``--pool-empty``: no tile is left to draw."""
    return click.option(
        "--pool-empty",
        is_flag=True,
        help="No tile is left to draw: what the ruleset makes of that counts.",
    )(command)


def refuse_with_batch(**given: object) -> None:
    """Refuse options that a batch would have to ignore.

    Raises:
        click.UsageError: one of ``given`` was given; its name is the option's.
    """
    for name, value in given.items():
        if value not in (None, False, ()):
            option = "--" + name.replace("_", "-")
            raise click.UsageError(
                f"{option} works for one question, not with --batch: leave it out"
            )


def wants_debug() -> bool:
    """Whether ``tilesight --debug`` was asked for."""
    return bool(click.get_current_context().find_root().params.get("debug"))


def players_named(names: Iterable[str]) -> tuple[str, ...]:
    """Players as given on the command line or in a batch, made tidy.

    Raises:
        BadInput: one is no name, or two look the same.
    """
    from solver.match import MatchError, distinct_players

    try:
        return distinct_players(names)
    except MatchError as error:
        raise BadInput(str(error)) from error
