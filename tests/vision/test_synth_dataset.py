"""Folders of rendered photos, and the frozen yardstick."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from vision.synth import write_dataset
from vision.synth.yardstick import FIRST_SEED, LISTS, scenes


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_dataset(tmp_path / name, 4, 11, size=(320, 240))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    write_dataset(tmp_path / "c", 4, 12, size=(320, 240))
    assert contents(tmp_path / "a") != contents(tmp_path / "c")


def test_several_processes_write_what_one_writes(tmp_path: Path) -> None:
    write_dataset(tmp_path / "one", 3, 5, size=(320, 240))
    write_dataset(tmp_path / "two", 3, 5, size=(320, 240), workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_labels_have_the_form_of_the_real_photos(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    path = write_dataset(
        tmp_path, 5, 3, kind="table", progress=lambda done, count: steps.append((done, count))
    )
    labels = json.loads(path.read_text())
    assert steps == [(n, 5) for n in range(1, 6)]
    assert len(labels) == 5
    for name, entry in labels.items():
        image = cv2.imread(str(tmp_path / name))
        assert image is not None
        assert image.shape[:2] == (entry["height"], entry["width"])
        assert entry["scene"] == "table"
        for tile in entry["tiles"]:
            assert [len(corner) for corner in tile["quad"]] == [2, 2, 2, 2]
        for group in entry["groups"]:
            assert all(0 <= i < len(entry["tiles"]) for i in group)


def test_an_empty_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        write_dataset(tmp_path, 0, 1)


def test_the_yardstick_never_meets_a_training_seed() -> None:
    seeds = [entry.seed for make in LISTS.values() for entry in make()]
    assert len(seeds) == len(set(seeds))
    assert min(seeds) >= FIRST_SEED
    assert all(entry.split == "heldout" for make in LISTS.values() for entry in make())


def test_the_lists_have_the_length_they_promise() -> None:
    assert len(LISTS["clutter"]()) == 300
    assert len(LISTS["unseen"]()) >= 200
    assert {entry.ill for entry in LISTS["degraded"]()} == {"", "dark", "blurred", "glare"}


def test_clutter_shows_no_tile() -> None:
    for number, (_, scene) in enumerate(scenes("clutter")):
        assert scene.tiles == scene.partial == scene.backs == ()
        if number == 2:
            break


def test_an_unknown_list_is_refused() -> None:
    with pytest.raises(ValueError, match="no such list"):
        next(scenes("easy"))
