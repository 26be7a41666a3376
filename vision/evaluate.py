"""Accuracy and speed of the reader on folders of labelled photos.

Scoring is :mod:`vision.score`, adding up :mod:`vision.report`; here photos are
found, read and held against their labels.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.rules import Rules
from vision.photo import PhotoError
from vision.reading import SceneReading
from vision.report import Evaluation, ScoredPhoto
from vision.score import LabelledPhoto, score

if TYPE_CHECKING:
    from vision.profile import Profile

Read = Callable[[Path], SceneReading]
Progress = Callable[[int, int, str], None]


class EvaluateError(ValueError):
    """A folder that cannot be measured on; one line."""


def evaluate(
    folder: Path,
    *,
    folds: Sequence[int] | None = None,
    read: Read | None = None,
    profile: Profile | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Read every labelled photo under ``folder`` and score what was read.

    Args:
        folder: holds a ``labels.json`` beside its photos, or folders that do.
        folds: only photos of these folds, in sources that have a ``folds.json``.
        read: :func:`vision.reader.read` with the default rules, by default. The
            first photo is read twice: once to warm up.
        profile: of the tiles on the photos; for the default ``read`` only.
        progress: called after each photo with photos done, photos in all, name.

    Raises:
        EvaluateError: there are no labelled photos, or labels of another form.
    """
    wanted = list(_labelled(folder, folds))
    if not wanted:
        raise EvaluateError(f"{folder}: no labelled photos: name a folder that has a labels.json")
    if read is None:
        read = _default_reader(profile)
    scored: list[ScoredPhoto] = []
    unread: list[tuple[str, str]] = []
    warm = False
    for done, (source, path, truth) in enumerate(wanted, start=1):
        try:
            if not warm:
                read(path)
                warm = True
            reading = read(path)
        except PhotoError as error:
            unread.append((path.name, str(error)))
        else:
            result = score(truth, reading)
            times = tuple(reading.timings_ms.items())
            scored.append(ScoredPhoto(path.name, source, truth.scene, result, times))
        if progress is not None:
            progress(done, len(wanted), path.name)
    return Evaluation(tuple(scored), tuple(unread))


def _default_reader(profile: Profile | None) -> Read:
    # Imported late: reports can be made and tested without networks.
    from vision import reader

    return partial(reader.read, rules=Rules(), profile=profile)


def _labelled(
    folder: Path, folds: Sequence[int] | None
) -> Iterator[tuple[str, Path, LabelledPhoto]]:
    if not folder.is_dir():
        raise EvaluateError(f"{folder}: no such folder: name one that has a labels.json")
    for labels in sorted(folder.rglob("labels.json")):
        home = labels.parent
        source = str(home.relative_to(folder)) if home != folder else folder.resolve().name
        chosen = _of_folds(home / "folds.json", folds)
        for name, entry in _json_object(labels).items():
            if chosen is None or name in chosen:
                try:
                    truth = LabelledPhoto.from_json(entry)
                except (KeyError, TypeError, ValueError) as error:
                    raise EvaluateError(f"{labels}: {name}: not a label: {error}") from error
                yield source, home / name, truth


def _of_folds(path: Path, folds: Sequence[int] | None) -> set[str] | None:
    """The photos of these folds; None for all of them."""
    if folds is None or not path.is_file():
        return None
    named = _json_object(path).get("folds", {})
    missing = [fold for fold in folds if str(fold) not in named]
    if missing:
        raise EvaluateError(f"{path}: no fold {missing[0]}: it has {', '.join(named)}")
    return {name for fold in folds for name in named[str(fold)]}


def _json_object(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EvaluateError(f"{path}: cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise EvaluateError(f"{path}: not an object of photos")
    return data
