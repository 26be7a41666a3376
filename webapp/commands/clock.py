"""``tilesight clock``: the turn clock in a terminal."""

from __future__ import annotations

import queue
import sys
import threading
import time
from typing import TYPE_CHECKING, TextIO

import click

from webapp import service
from webapp.commands.options import players_named, rules_option
from webapp.console import heading

if TYPE_CHECKING:
    from solver.clock import TurnClock
    from solver.rules import Rules

TICK = 0.2


@click.command("clock")
@click.argument("players", nargs=-1, metavar="[NAME...]")
@click.option("--seconds", type=click.IntRange(1, 7200), help="Another time than the ruleset's.")
@click.option(
    "--chess/--each-turn", default=None, help="One time for the whole round, or each turn."
)
@rules_option
def command(players: tuple[str, ...], seconds: int | None, chess: bool | None, rules: str) -> int:
    """Run the turn clock: Enter passes it to the next player, Ctrl-C stops it.

    It rings ten seconds before the end and at the end, and says what the ruleset
    then asks for.
    """
    from solver.clock import TurnClock

    ruleset, named = service.rules_named(rules), players_named(players)
    try:
        clock = TurnClock.start(named or ("1", "2"), ruleset, seconds, chess)
    except ValueError as error:
        raise service.BadInput(f"{error} with --seconds N") from error
    if sys.stdin is None:
        raise service.BadInput("standard input is closed: the clock waits for Enter there")
    _run(clock, ruleset, _lines_of(sys.stdin))
    return 0


def _run(clock: TurnClock, rules: Rules, presses: queue.Queue[bool]) -> None:
    """Run until standard input ends; every line of it passes the clock on."""
    _say_turn(clock)
    while True:
        started = time.monotonic()
        try:
            pressed = presses.get(timeout=None if clock.up else TICK)
        except queue.Empty:
            clock = _ticked(clock, time.monotonic() - started, rules)
            continue
        if not pressed:
            return
        clock = clock.after(0 if clock.up else time.monotonic() - started).next()
        _say_turn(clock)


def _ticked(clock: TurnClock, elapsed: float, rules: Rules) -> TurnClock:
    from solver.clock import WARN_SECONDS
    from solver.failure import time_is_up

    later = clock.after(elapsed)
    if clock.remaining > WARN_SECONDS >= later.remaining:
        click.echo("\a", nl=False, err=True)
    if later.up:
        click.echo(f"\r\a{heading('Time is up')}, {later.player}: {time_is_up(rules)}.")
    elif int(later.remaining) != int(clock.remaining) and sys.stderr.isatty():
        click.echo(f"\r{later.player}  {later.remaining:4.0f} s ", nl=False, err=True)
    return later


def _say_turn(clock: TurnClock) -> None:
    click.echo(f"\r{heading(clock.player)}: {clock.remaining:.0f} s")


def _lines_of(stream: TextIO) -> queue.Queue[bool]:
    """True for every line of ``stream`` as it comes, False at its end."""
    lines: queue.Queue[bool] = queue.Queue()

    def read() -> None:
        for _line in stream:
            lines.put(True)
        lines.put(False)

    threading.Thread(target=read, daemon=True).start()
    return lines
