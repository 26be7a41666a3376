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
        for number, line in enumerate(lines, start=1):
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
        yield sys.stdin
        return
    path = Path(source)
    if not path.exists() or path.is_dir():  # a pipe will do
        raise BadInput(f"{source}: {'this is a folder' if path.is_dir() else 'no such file'}")
    try:
        lines = path.open(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise BadInput(f"{source}: cannot be opened ({error.strerror})") from error
    with lines:
        yield lines


def _answer_line(line: str, answer: Callable[[Question], Answer], debug: bool) -> Answer:
    try:
        question = json.loads(line)
    except json.JSONDecodeError as error:
        return {"error": f"not a JSON object: {error.msg} at column {error.colno}"}
    except RecursionError:
        return {"error": "not a JSON object of tiles: nested too deeply"}
    if not isinstance(question, dict):
        return {"error": 'not a JSON object: write {"...": ...}'}
    try:
        return answer(question)
    except Exception as error:  # the other lines are answered all the same
        if debug and not isinstance(error, BadInput):
            raise
        return {"error": reason_of(error)}
