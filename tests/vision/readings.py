"""Readings of photos that several tests look at, each made only once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from solver.rules import Rules
from vision.reader import read
from vision.reading import SceneReading


@cache
def reading_of(photo: Path, *, second_reader: bool = True) -> SceneReading:
    """What the reader makes of a photo under the default rules."""
    return read(photo, rules=Rules(), second_reader=second_reader)
