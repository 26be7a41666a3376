"""A match's score sheet as a CSV file on disk, never half written."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from webapp.seen import BadInput

if TYPE_CHECKING:
    from solver.match import Match
    from solver.rules import Rules

_MOST_BYTES = 1_000_000


def read_sheet(path: Path, rules: Rules | None = None) -> Match:
    """The match in the file ``path``, under ``rules`` where these are given.

    Raises:
        BadInput: there is no such file, or it holds no match.
    """
    from dataclasses import replace

    from solver.match import MatchError
    from solver.match_csv import from_csv

    try:
        match = from_csv(_text_of(path), rules)
    except MatchError as error:
        raise BadInput(f"{path}: {error}") from error
    return match if rules is None else replace(match, rules=rules)


def rules_name_in(path: Path) -> str | None:
    """The name of the ruleset that the sheet was played under; None if it names none.

    Raises:
        BadInput: there is no such file, or it is no text.
    """
    rows = csv.reader(io.StringIO(_text_of(path)))
    return next((row[2] for row in rows if len(row) > 2 and row[2] not in ("", "rules")), None)


def _text_of(path: Path) -> str:
    if not path.is_file():
        raise BadInput(f"{path}: no such file; begin a match with --begin NAME --begin NAME")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be opened ({error.strerror})") from error
    if len(data) > _MOST_BYTES:
        raise BadInput(f"{path}: too large for the CSV file of a match")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: the file is no CSV text (UTF-8)") from error


def write_sheet(match: Match, path: Path) -> None:
    """Write the match to the file ``path``; what stood there is whole until then.

    Raises:
        BadInput: the file cannot be written.
    """
    from solver.match_csv import to_csv

    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        beside = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(to_csv(match))
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror or error})") from error
