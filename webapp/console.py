"""How answers look on a terminal: results on stdout, all else on stderr."""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import click

from webapp.seen import BadInput

_INKS: dict[str, dict[str, Any]] = {
    "R": {"fg": "red"},
    "B": {"fg": "blue"},
    "K": {"bold": True},
    "O": {"fg": "yellow"},
    "J": {"fg": "magenta", "bold": True},
}


_ESCAPED = re.compile(r"[\ud800-\udfff\x85\u2028\u2029]")
"""Half characters, which no encoding can write, and what some take for a line's end."""


def emit(value: Mapping[str, Any]) -> None:
    """Print one JSON object as one line."""
    text = json.dumps(value, ensure_ascii=False)
    click.echo(_ESCAPED.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text))


def notice(text: str) -> None:
    """Say something that is not the answer."""
    click.echo(click.style("note: ", fg="yellow") + " ".join(text.split()), err=True)


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Gives a function of how much is done and of how much there is.

    The bar appears with the first progress: work that is refused before shows none.
    """
    with ExitStack() as shown:
        bars: list[Any] = []

        def progress(done: int, total: int) -> None:
            if not bars:
                bar = click.progressbar(length=total, label=label, file=sys.stderr)
                bars.append(shown.enter_context(bar))
            bars[0].update(done - bars[0].pos)

        yield progress


def tile(name: object) -> str:
    """One tile in the colour of its ink (where the terminal shows colours)."""
    text = str(name)
    return click.style(text, **_INKS.get(text[:1], {"dim": True}))


def tiles(names: Iterable[object]) -> str:
    """Tiles separated by blanks."""
    return " ".join(tile(name) for name in names)


def heading(text: str) -> str:
    """A word that starts a block of the answer."""
    return click.style(text, bold=True)


def show_table(title: str, sets: Sequence[Iterable[object]], marks: Mapping[int, str]) -> None:
    """Print a table, one set a line; ``marks`` adds a remark to a set by its index."""
    click.echo(heading(title) + ("" if sets else " empty"))
    for index, meld in enumerate(sets):
        remark = f"   {marks[index]}" if index in marks else ""
        click.echo(f"  {tiles(meld)}{remark}")


def plural(count: int, noun: str) -> str:
    """``1 tile``, ``2 tiles``."""
    return f"{count} {noun}" + ("" if count == 1 else "s")


def failure(text: str) -> None:
    """One line on stderr about what went wrong."""
    click.echo(click.style("tilesight: ", fg="red") + " ".join(text.split()), err=True)


def reason_of(error: Exception) -> str:
    """What went wrong, for the user: a refusal as it is, else how to report it."""
    if isinstance(error, BadInput):
        return str(error)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"nothing more can be written: {error.strerror}; free some space, then try again"
    return (
        f"something went wrong inside Tilesight ({type(error).__name__}: {error}); "
        "please report it with what 'tilesight --debug ...' prints"
    )
