"""The command ``tilesight``: its commands, and what a failure looks like.

Exit codes: 0 answered, 1 a negative verdict, 2 bad input. A failure is one line
on stderr; a traceback is shown only after ``--debug``.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from typing import Any, NoReturn

import click

from webapp.console import failure, reason_of
from webapp.service import BadInput

PROGRAM = "tilesight"

COMMANDS: dict[str, str] = {
    "advise": "Suggest the best play for a table and a rack.",
    "calibrate": "Learn your own tiles from one photo of them in order.",
    "check": "Judge one set.",
    "clock": "Run the turn clock.",
    "deal": "Say how to deal, and draw who begins.",
    "evaluate": "Measure accuracy and speed on labelled photos.",
    "hand": "Say whether a whole hand melds.",
    "match": "Keep the score sheet of several rounds.",
    "odds": "Say what the next draw may bring.",
    "profile": "List, export, import or delete learned tiles.",
    "referee": "Say whether a turn was legal.",
    "read": "Read the tiles off photos.",
    "rules": "List the rulesets, or print one in plain words.",
    "score": "Score one round from what is left on the racks.",
    "serve": "Open the page for this computer and the phones on its network.",
    "synth": "Render labelled photos of tables and racks.",
    "watch": "Read the tiles under a camera whenever they changed.",
}
"""Each command, a module of :mod:`webapp.commands` that is imported when it is used."""


_LEFT_OVER = re.compile(r"Got unexpected extra arguments? \((.*)\)")
"""What the library says of words that no argument takes."""


class _ReaderGone(Exception):
    """Whatever read our output has closed it (``| head``)."""


class Tilesight(click.Group):
    """The group of all commands; imports one only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"webapp.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; the library would leave with 1, our code for "no", on a closed pipe."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderGone from error

    def main(self, args: Any = None, *_: Any, **extra: Any) -> NoReturn:
        """Run, and leave with the exit code; one line on stderr when it fails."""
        words = list(sys.argv[1:] if args is None else args)
        try:
            status = super().main(words, **extra | {"prog_name": PROGRAM, "standalone_mode": False})
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.ctx.get_help() if error.ctx else "")
            status = 0
        except click.UsageError as error:
            status = _fail(_usage_line(error))
        except click.ClickException as error:
            status = _fail(error.format_message())
        except click.Abort:
            status = _fail("stopped", status=130)
        except _ReaderGone:
            # Nothing left to say, and nothing more to flush on the way out.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 0
        except Exception as error:
            if _wants_debug(words) and not isinstance(error, BadInput):
                raise
            status = _fail(reason_of(error))
        sys.exit(status if isinstance(status, int) else 0)


@click.command(cls=Tilesight, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tilesight", message="tilesight %(version)s")
@click.option("--debug", is_flag=True, help="Show the whole traceback of a failure.")
def cli(debug: bool) -> None:
    """Read a real Rummikub table from photos, on your own machine.

    Tiles are written R7 (red), B13 (blue), K1 (black), O4 (orange) and J (joker),
    sets are separated by |. Where a command takes tiles it also takes a photo.
    """


def main() -> NoReturn:
    """Entry point of the command ``tilesight``."""
    if sys.stdout is not None and getattr(sys.stdout, "errors", "") == "strict":
        # A file's name may hold what the terminal's encoding lacks.
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    cli.main()


def _wants_debug(words: list[str]) -> bool:
    return "--debug" in words or bool(os.environ.get("TILESIGHT_DEBUG"))


def _usage_line(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx else PROGRAM
    message = " ".join(error.format_message().split())
    left_over = _LEFT_OVER.match(message)
    if left_over and _are_tiles(left_over[1]):
        message = f'{left_over[1]}: put tiles that belong together in quotes, such as "R7 B7 J"'
    return f"{message} (see: {path} --help)"


def _are_tiles(text: str) -> bool:
    from solver.notation import NotationError, parse_tiles

    try:
        return bool(parse_tiles(text))
    except NotationError:
        return False


def _fail(message: str, status: int = 2) -> int:
    failure(message)
    return status


if __name__ == "__main__":  # python -m webapp.cli
    main()
