"""``tilesight match``: the score sheet of several rounds, kept in a CSV file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.names import same_as, tidied
from webapp import service
from webapp.commands.options import DEFAULT_RULES, json_option
from webapp.console import emit, heading, notice
from webapp.sheet import read_sheet, write_sheet

if TYPE_CHECKING:
    from solver.match import Match
    from solver.scoring import RoundScore


@click.command("match")
@click.argument("sheet", metavar="SHEET.csv", type=click.Path(path_type=Path))
@click.argument("points", nargs=-1, metavar="[NAME=POINTS...]")
@click.option(
    "--rules",
    metavar="NAME",
    help=f"Ruleset, if not the one named in the sheet (a new one: {DEFAULT_RULES}).",
)
@click.option("--begin", multiple=True, metavar="NAME", help="Begin a match (once for each).")
@click.option("--join", multiple=True, metavar="NAME", help="Joins before the next round.")
@click.option("--leave", multiple=True, metavar="NAME", help="Leaves after the last round.")
@click.option("--correct", type=int, metavar="N", help="The points are those of round N.")
@click.option("--because", default="", metavar="TEXT", help="Why the round is corrected.")
@click.option("--winner", metavar="NAME", help="Who won the round whose points are given.")
@json_option
def command(
    sheet: Path,
    points: tuple[str, ...],
    rules: str | None,
    begin: tuple[str, ...],
    join: tuple[str, ...],
    leave: tuple[str, ...],
    correct: int | None,
    because: str,
    winner: str | None,
    as_json: bool,
) -> int:
    """Show the match in SHEET.csv, or change it: its rounds and the ranking.

    NAME=POINTS adds a round that you scored yourselves; 'tilesight score --sheet
    SHEET.csv' scores one from the racks and adds it. A corrected round keeps what
    was written before.
    """
    from solver.match import MatchError
    from solver.scoring import ScoreError

    if correct is not None and not points:
        raise click.UsageError("--correct N needs the points: NAME=POINTS NAME=POINTS")
    if winner is not None and not points:
        raise click.UsageError("--winner goes with the points of a round: NAME=POINTS")
    if because and correct is None:
        raise click.UsageError("--because goes with --correct")
    try:
        before = _begun(sheet, begin, rules)
        match = _with_players(before, join, leave)
        if points:
            match = _with_points(match, points, winner, correct, because)
    except (MatchError, ScoreError) as error:
        raise service.BadInput(str(error)) from error
    if begin or match != before:
        write_sheet(match, sheet)
    if as_json:
        emit(match_json(match))
    else:
        show_match(match)
    return 0


def _begun(sheet: Path, begin: tuple[str, ...], rules: str | None) -> Match:
    """The match in ``sheet``, or a new one of the players ``begin``."""
    from solver.match import Match

    if not begin:
        return read_sheet(sheet, None if rules is None else service.rules_named(rules))
    if sheet.exists():
        raise service.BadInput(f"{sheet}: a match is kept there; name another file")
    return Match.start(service.rules_named(rules or DEFAULT_RULES), begin)


def _with_players(match: Match, join: tuple[str, ...], leave: tuple[str, ...]) -> Match:
    """The match after people joined and left at the same time, in the order that may be."""
    leave_first = len(match.playing) - len(leave) >= 2
    for name in leave if leave_first else ():
        match = match.leave(name)
    for name in join:
        match = match.join(name)
    for name in () if leave_first else leave:
        match = match.leave(name)
    return match


def match_json(match: Match) -> dict[str, object]:
    """The match as plain values: the points that count, what they replaced, the ranking."""
    return {
        "rules": match.rules.name,
        "rounds": [
            {
                "points": dict(one.entry.points),
                "winners": list(one.entry.winners),
                "replaced": [dict(old.points) for old in one.entries[:-1]],
            }
            for one in match.rounds
        ],
        "ranking": [
            {
                "place": one.place,
                "name": one.name,
                "total": one.total,
                "wins": one.wins,
                "big_points": one.big_points,
                "rounds": one.rounds,
                "playing": one.playing,
            }
            for one in match.ranking()
        ],
        "unbalanced": list(match.unbalanced()),
    }


def show_match(match: Match) -> None:
    """Print rounds and ranking."""
    width = max(5, *(len(name) for name in match.players))
    click.echo(heading(f"Rounds ({match.rules.name})"))
    click.echo("      " + "  ".join(name.rjust(width) for name in match.players))
    for number, one in enumerate(match.rounds, start=1):
        points = dict(one.entry.points)
        cells = (str(points.get(name, "-")).rjust(width) for name in match.players)
        mark = "*" if one.corrected else " "
        click.echo(f"  {number:>2}{mark} " + "  ".join(cells))
    if any(one.corrected for one in match.rounds):
        click.echo("  * corrected; the sheet keeps what was written before")
    click.echo(heading("Ranking"))
    sign = -1 if match.rules.totals_turned else 1
    for standing in match.ranking():
        big = f"  {standing.big_points} big" if match.rules.big_points else ""
        gone = "" if standing.playing else "  (left)"
        wins = f"{standing.wins} won of {standing.rounds}"
        total = f"{standing.name.ljust(width)} {sign * standing.total:>6}"
        click.echo(f"  {standing.place}. {total}  {wins}{big}{gone}")
    for number in match.unbalanced():
        notice(f"round {number} does not sum to zero")


def _with_points(
    match: Match, words: tuple[str, ...], winner: str | None, correct: int | None, because: str
) -> Match:
    if correct is None:
        return match.add(_scored(match, words, winner))
    kept = winner or _recorded_winner(match, correct)
    return match.correct(correct, _scored(match, words, kept), because)


def _recorded_winner(match: Match, number: int) -> str | None:
    """Who won the round so far, where it is one: new points take nobody's win away.

    Raises:
        MatchError: there is no such round.
    """
    winners = match.round_numbered(number).entry.winners
    return winners[0] if len(winners) == 1 else None


def _scored(match: Match, words: tuple[str, ...], winner: str | None) -> RoundScore:
    from solver.scoring import score_by_hand

    def player(name: str) -> str:
        return same_as(tidied(name), match.players) or name.strip()

    points: dict[str, int] = {}
    for word in words:
        name, sign, number = word.partition("=")
        try:
            points[player(name)] = int(number.replace("−", "-"))
        except ValueError:
            sign = ""
        if not sign or not name.strip():
            raise click.UsageError(f"{word}: write NAME=POINTS, such as Ann=18 Bo=-18")
    if len(points) < len(words):
        raise click.UsageError("a player is given twice")
    score = score_by_hand(points, match.rules, None if winner is None else player(winner))
    for warning in score.warnings:
        notice(warning)
    return score
