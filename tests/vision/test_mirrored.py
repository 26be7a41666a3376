"""A mirrored photo is said to be one, and nothing on it is sure; no other photo is."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.readings import reading_of
from vision.photo import Photo, open_photo
from vision.reader import read

SAMPLES = Path(__file__).parents[2] / "samples"
PHOTOS = sorted(SAMPLES.glob("*/*.jpg"))
MIRRORED = "the photo looks mirrored: take it again unmirrored"
SENSED, FEW = ("2", "3", "4", "5", "6", "7", "9"), 5
TABLES = ["kitchen/table.jpg", "marble/rack.jpg", "physical/table-1.jpg"]


def in_a_mirror(photo: Photo) -> Photo:
    return replace(photo, pixels=np.ascontiguousarray(photo.pixels[:, ::-1]))


@pytest.mark.parametrize("name", TABLES)
def test_a_mirrored_photo_is_said_to_be_one_and_every_tile_is_doubtful(name):
    reading = read(in_a_mirror(open_photo(SAMPLES / name)), second_reader=False)
    assert MIRRORED in reading.warnings
    assert reading.tiles
    assert all(tile.doubtful for tile in reading.tiles)


@pytest.mark.parametrize("path", PHOTOS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_sample_is_said_to_be_mirrored(path):
    reading = reading_of(path)
    assert MIRRORED not in reading.warnings
    assert not all(tile.doubtful for tile in reading.tiles)


@pytest.mark.skipif("TILE_PHOTOS" not in os.environ, reason="real photos are not in the tree")
def test_real_photos_of_another_edition_are_told():
    home = Path(os.environ["TILE_PHOTOS"]) / "large_print"
    labels = json.loads((home / "labels.json").read_text(encoding="utf-8"))
    for name, label in labels.items():
        assert MIRRORED not in reading_of(home / name).warnings
        # of tens and jokers alone it cannot be told: a 12 in a mirror is a 13 to the network
        if sum(tile["tile"][1:] in SENSED for tile in label["tiles"]) >= FEW:
            mirrored = in_a_mirror(open_photo(home / name))
            assert MIRRORED in read(mirrored, second_reader=False).warnings


def test_faces_that_are_the_same_in_a_mirror_tell_nothing(monkeypatch):
    """Faint either way, or clear only as they are: that is a dark photo, or a good one."""
    from vision import classify, mirrored
    from vision.classify import TileScores
    from vision.find import Found

    quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))

    def face(name: str, chance: float) -> TileScores:
        return TileScores(((name, chance), ("X", 1 - chance)), (("X", 1.0),), 0.0, 1.0)

    def told(as_it_is: list[float], in_mirror: list[float]) -> bool:
        answers = {}
        found = []
        for place, (straight, turned) in enumerate(zip(as_it_is, in_mirror, strict=True)):
            here = tuple((x + 40.0 * place, y) for x, y in quad)
            found.append(Found(here, face("R5", straight)))
            answers[here[1], here[0], here[3], here[2]] = face("R2", turned)
        monkeypatch.setattr(
            classify, "classify", lambda pixels, quads, adaptation: [answers[q] for q in quads]
        )
        return mirrored.looks_mirrored(np.zeros((9, 9, 3), np.uint8), found)

    assert told([0.4, 0.5, 0.6, 0.99], [0.99, 0.99, 0.99, 0.99])
    assert told([0.4, 0.5, 0.6, 0.99], [0.99, 0.99, 0.99, 0.5])
    assert not told([0.4, 0.5, 0.99, 0.99], [0.99, 0.99, 0.99, 0.99])
    assert not told([0.4, 0.5, 0.6, 0.99], [0.4, 0.5, 0.6, 0.99])
    assert not told([0.4, 0.5, 0.6, 0.99, 0.99], [0.99, 0.99, 0.99, 0.5, 0.5])
