"""Folders of rendered photos with ``labels.json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import cv2

from vision.synth.scene import render_scene
from vision.synth.truth import Scene

_QUALITY = 92


def write_dataset(
    folder: Path,
    count: int,
    seed: int,
    *,
    size: tuple[int, int] = (640, 480),
    kind: str | None = None,
    split: str = "train",
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write ``count`` photos and ``labels.json``; the same arguments give the same bytes.

    Args:
        folder: made when missing; files of the same name are replaced.
        workers: processes to render with.
        progress: called with (photos written, ``count``).

    Returns:
        The path of ``labels.json``: per photo ``width``, ``height``, ``scene``,
        ``tiles`` (``tile``, ``quad``) and ``groups``; also ``partial``, quads of
        tiles cut or covered too far to be labelled, and ``backs``, tiles face
        down.

    Raises:
        ValueError: ``count`` is not positive.
        OSError: the folder cannot be written.
    """
    if count < 1:
        raise ValueError(f"count must be at least 1, not {count}")
    jobs = [
        (f"synth-{n:06d}.jpg", partial(_drawn, seed * 1_000_003 + n, size, kind, split))
        for n in range(count)
    ]
    return write_photos(folder, jobs, workers=workers, progress=progress)


def write_photos(
    folder: Path,
    jobs: Sequence[tuple[str, Callable[[], Scene]]],
    *,
    workers: int = 1,
    quality: int = _QUALITY,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write a photo for every (file name, function that renders it), and ``labels.json``.

    ``quality`` is JPEG's, 1..100.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    labels: dict[str, Any] = {}
    for done, (name, label) in enumerate(_run(folder, jobs, workers, quality), 1):
        labels[name] = label
        if progress:
            progress(done, len(jobs))
    path = folder / "labels.json"
    path.write_text(json.dumps(labels, separators=(",", ":")) + "\n", encoding="utf-8")
    return path


def label_of(scene: Scene) -> dict[str, Any]:
    """The entry of a photo in ``labels.json``."""
    return {
        "width": scene.pixels.shape[1],
        "height": scene.pixels.shape[0],
        "scene": scene.scene,
        "tiles": [{"tile": tile, "quad": _rounded(quad)} for tile, quad in scene.tiles],
        "groups": [list(group) for group in scene.groups],
        "partial": [_rounded(quad) for _, quad in scene.partial],
        "backs": [_rounded(quad) for quad in scene.backs],
    }


def _run(
    folder: Path, jobs: Sequence[tuple[str, Callable[[], Scene]]], workers: int, quality: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    write = partial(_write_one, folder, quality)
    if workers <= 1:
        yield from map(write, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(write, jobs, chunksize=8)


def _drawn(seed: int, size: tuple[int, int], kind: str | None, split: str) -> Scene:
    return render_scene(seed, size=size, kind=kind, split=split)


def _write_one(
    folder: Path, quality: int, job: tuple[str, Callable[[], Scene]]
) -> tuple[str, dict[str, Any]]:
    name, render = job
    scene = render()
    _, data = cv2.imencode(".jpg", scene.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    (folder / name).write_bytes(data.tobytes())
    return name, label_of(scene)


def _rounded(quad: tuple[tuple[float, float], ...]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in quad]
