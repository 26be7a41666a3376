"""Folders of labelled photos, real or rendered, as training reads them.

The format is that of ``labels.json`` as ``tilesight synth`` writes it: per
photo its size, scene, tiles with notation and quad, and for rendered scenes
the quads of tiles face down (``backs``) and of tiles too hidden to be asked for
(``partial``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading import FACE_DOWN

TRAINING_FOLDS = (0, 1, 2, 3)
"""Of the real photos; fold 4 is never trained on."""


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One photo: ``quads`` is float32 ``(T, 4, 2)``, ``partial`` ``(P, 4, 2)``.

    ``names`` are the tiles' notation, ``X`` for one that lies face down.
    """

    path: Path
    scene: str
    names: tuple[str, ...]
    quads: np.ndarray
    partial: np.ndarray

    def pixels(self) -> np.ndarray:
        """The photo, RGB uint8 ``(H, W, 3)``, as stored (no EXIF turn)."""
        flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
        return cv2.cvtColor(cv2.imread(str(self.path), flags), cv2.COLOR_BGR2RGB)


def load_labelled(folder: Path, folds: Iterable[int] | None = None) -> list[LabelledPhoto]:
    """The photos of ``folder``; with ``folds`` only those of its ``folds.json``.

    Raises:
        FileNotFoundError: the folder holds no ``labels.json`` (or ``folds.json``).
    """
    labels = json.loads((folder / "labels.json").read_text())
    if folds is not None:
        parts = json.loads((folder / "folds.json").read_text())["folds"]
        wanted = {name for fold in folds for name in parts[str(fold)]}
        labels = {name: entry for name, entry in labels.items() if name in wanted}
    return [_photo(folder / name, entry) for name, entry in sorted(labels.items())]


def _photo(path: Path, entry: dict) -> LabelledPhoto:
    tiles = entry["tiles"]
    backs = entry.get("backs", [])
    return LabelledPhoto(
        path=path,
        scene=entry["scene"],
        names=(*(tile["tile"] for tile in tiles), *(FACE_DOWN for _ in backs)),
        quads=_quads([*(tile["quad"] for tile in tiles), *backs]),
        partial=_quads(entry.get("partial", ())),
    )


def _quads(quads: Iterable) -> np.ndarray:
    return np.array(list(quads), np.float32).reshape(-1, 4, 2)
