"""A match as CSV and back, nothing lost: one line for everything ever written.

The columns are ``round``, ``entry`` (1 is the first, higher numbers are
corrections), ``rules``, ``winners`` (separated by ``;``), ``big points`` (of each
winner), ``reason``, then one column for each player, empty where that player did
not take part. A last line ``total`` is for people; reading skips it. A line
``next`` says who plays on ("plays" or "left").
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace

from solver.match import Entry, Match, MatchError, Round, distinct_players
from solver.names import tidied
from solver.rules import Rules, RulesError

_FIXED = ("round", "entry", "rules", "winners", "big points", "reason")
_FORMULA = ("=", "+", "-", "@", "\t")


def to_csv(match: Match) -> str:
    """The match as CSV text. Texts that a spreadsheet would run get a leading ``'``."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_FIXED, *map(_guarded, match.players)])
    for number, one in enumerate(match.rounds, 1):
        for place, entry in enumerate(one.entries, 1):
            points = dict(entry.points)
            winners = _guarded(";".join(entry.winners))
            fixed = [number, place, match.rules.name, winners, entry.big_points]
            row = [points.get(name, "") for name in match.players]
            writer.writerow([*fixed, _guarded(entry.reason), *row])
    plays = ["left" if name in match.left else "plays" for name in match.players]
    writer.writerow(["next", "", match.rules.name, "", "", "", *plays])
    writer.writerow(["total", "", "", "", "", "", *match.totals().values()])
    return out.getvalue()


def from_csv(text: str, rules: Rules | None = None) -> Match:
    """The match that :func:`to_csv` wrote, perhaps edited in a spreadsheet since.

    ``rules`` stands in for a ruleset that is no preset.

    Raises:
        MatchError: the text is no such table; the message names the line.
    """
    dialect_text = text.lstrip("\ufeff")
    delimiter = ";" if dialect_text.startswith("round;") else ","
    try:
        rows = list(csv.reader(io.StringIO(dialect_text), delimiter=delimiter))
    except csv.Error as error:
        raise MatchError(f"this is not a CSV table: {error}") from error
    if not rows or tuple(rows[0][: len(_FIXED)]) != _FIXED:
        raise MatchError(f"line 1: a match begins with the columns {','.join(_FIXED)}")
    players = distinct_players(_unguarded(name) for name in rows[0][len(_FIXED) :])
    if len(players) < 2:
        raise MatchError("line 1: after 'reason' come the names of at least two players")
    match = Match(rules or _rules(rows), players)
    for line, row in enumerate(rows[1:], 2):
        if len(row) > 0 and any(row) and row[0] != "total":
            match = _read(match, row, f"line {line}")
    return match


def _rules(rows: list[list[str]]) -> Rules:
    name = next((row[2] for row in rows[1:] if len(row) > 2 and row[2]), "lemada")
    try:
        return Rules.preset(name)  # a file's name in a CSV is never opened
    except RulesError as error:
        raise MatchError(f"the match was played under rules unknown here: {error}") from error


def _read(match: Match, row: list[str], where: str) -> Match:
    cells = row[len(_FIXED) :]
    if len(cells) != len(match.players):
        raise MatchError(f"{where}: {len(match.players)} players, but {len(cells)} columns")
    written = dict(zip(match.players, (cell.strip() for cell in cells), strict=True))
    if row[0] == "next":
        left = frozenset(name for name, word in written.items() if word == "left")
        return replace(match, left=left)
    number, place = _number(row[0], "round", where), _number(row[1], "entry", where)
    entry = _entry(row, written, where)
    if number == len(match.rounds) + 1 and place == 1:
        return replace(match, rounds=(*match.rounds, Round((entry,))))
    if number == len(match.rounds) and place == len(match.rounds[-1].entries) + 1:
        entries = (*match.rounds[-1].entries, entry)
        return replace(match, rounds=(*match.rounds[:-1], Round(entries)))
    raise MatchError(f"{where}: round {number}, entry {place} does not follow the line before")


def _entry(row: list[str], written: Mapping[str, str], where: str) -> Entry:
    points = tuple((n, _number(cell, n, where)) for n, cell in written.items() if cell)
    names = {name for name, _ in points}
    winners = tuple(filter(None, map(tidied, _unguarded(row[3]).split(";"))))
    for name in winners:
        if name not in names:
            raise MatchError(f"{where}: the winner {name!r} did not take part")
    if len(points) < 2:
        raise MatchError(f"{where}: a round has the points of at least two players")
    big = _number(row[4] or "0", "big points", where)
    return Entry(points, winners, big, _unguarded(row[5]))


def _number(cell: str, column: str, where: str) -> int:
    try:
        return int(cell)
    except ValueError:
        raise MatchError(f"{where}: {column}: expected a whole number, not {cell!r}") from None


def _guarded(text: str) -> str:
    """``text`` so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith((*_FORMULA, "'")) else text


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") else text
