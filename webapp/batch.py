"""Many questions in one go: a JSON object a line in, an answer a line out, in order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias

from webapp.console import emit, reason_of
from webapp.service import BadInput

Question: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]


def answer_all(source: str, answer: Callable[[Question], Answer], *, debug: bool = False) -> int:
    """Answer every line of the file ``source`` (``-``: standard input).

    A line that is bad input gets ``{"error": ..., "line": ...}`` in its place and
    the others go on. Empty lines are skipped.

    Returns:
        The exit code: 2 if a line was bad input, else 0.

    Raises:
        BadInput: there is no such file.
    """
    status = 0
    with _lines_of(source) as lines:
        for number, text in enumerate(lines, start=1):
            line = text.removeprefix("\ufeff") if number == 1 else text  # a pipe keeps the mark
            if not line.strip():
                continue
            result = _answer_line(line, answer, debug)
            if "error" in result:
                result["line"] = number
                status = 2
            emit(result)
            sys.stdout.flush()
    return status


def tile_list(question: Question, key: str) -> str:
    """A list of tiles, or a text or photo name, as what the service takes.

    Raises:
        BadInput: the entry is neither.
    """
    value = question.get(key, [])
    if isinstance(value, str):
        return value
    if _is_list_of(str, value):
        return _joined(value)
    raise BadInput(f'"{key}" must be a list of tiles such as ["R7", "B7"]')


def table_list(question: Question, key: str) -> str:
    """A list of sets, or a text or photo name, as what the service takes.

    Raises:
        BadInput: the entry is neither.
    """
    value = question.get(key, [])
    if isinstance(value, str):
        return value
    if _is_list_of(list, value) and all(_is_list_of(str, item) for item in value):
        return " | ".join(_joined(item) for item in value)
    raise BadInput(f'"{key}" must be a list of sets such as [["R7", "B7", "K7"]]')


def names_of(question: Question, key: str) -> tuple[str, ...]:
    """A list of players' names; missing or null is none.

    Raises:
        BadInput: the entry is no list of names.
    """
    value = question.get(key)
    if value is None:
        return ()
    if not _is_list_of(str, value):
        raise BadInput(f'"{key}" must be a list of names')
    return tuple(value)


def choice(question: Question, key: str, default: Any, kind: type) -> Any:
    """The entry ``key``, or ``default`` when it is missing or null.

    Raises:
        BadInput: it is of another kind.
    """
    value = question.get(key)
    if value is None:
        return default
    if not isinstance(value, kind):
        word = "true or false" if kind is bool else "a text"
        raise BadInput(f'"{key}" must be {word}, not {json.dumps(value)}')
    return value


def _is_list_of(kind: type, value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _joined(names: list[str]) -> str:
    # A name with a dot or a slash would be taken for a file: tiles have neither.
    for name in names:
        if not name.strip() or any(sign in name for sign in "./\\|"):
            raise BadInput(f"not a tile: {name!r} (write R7, B13, K1, O4, or J for a joker)")
    return " ".join(names)


@contextmanager
def _lines_of(source: str) -> Iterator[IO[str]]:
    if source == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed; name a file instead of -")
        yield sys.stdin
        return
    if not source:
        raise BadInput("no batch file is named; write --batch FILE, or - for standard input")
    path = Path(source)
    if not path.exists() or path.is_dir():  # a pipe will do
        raise BadInput(f"{source}: {'this is a folder' if path.is_dir() else 'no such file'}")
    try:
        lines = path.open(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise BadInput(f"{source}: cannot be opened ({error.strerror})") from error
    with lines:
        yield lines


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a key given twice would silently lose what came first."""
    entries: dict[str, Any] = {}
    for key, value in pairs:
        if key in entries:
            raise BadInput(f"{json.dumps(key, ensure_ascii=False)} is given twice")
        entries[key] = value
    return entries


def _answer_line(line: str, answer: Callable[[Question], Answer], debug: bool) -> Answer:
    try:
        return answer(_question_in(line))
    except Exception as error:  # the other lines are answered all the same
        if debug and not isinstance(error, BadInput):
            raise
        return {"error": reason_of(error)}


def _question_in(line: str) -> Question:
    try:
        question = json.loads(line, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        raise BadInput(f"not a JSON object: {error.msg} at column {error.colno}") from error
    except BadInput:
        raise
    except ValueError as error:  # Python refuses thousands of digits, with no error of JSON's
        raise BadInput("not a JSON object of tiles: a number has too many digits") from error
    except RecursionError as error:
        raise BadInput("not a JSON object of tiles: nested too deeply") from error
    if not isinstance(question, dict):
        raise BadInput('not a JSON object: write {"...": ...}')
    return question
