"""The shipped networks on labelled photos: the samples, and those of $TILE_PHOTOS.

Nothing that is shipped was trained on the test fold. The floors are the promises
of the README, with room for another machine's arithmetic; ``make bench`` and
``tilesight evaluate`` say what the numbers are.
"""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from tests.vision.readings import reading_of
from vision.evaluate import evaluate
from vision.reader import read
from vision.reading import SceneReading
from vision.score import LabelledPhoto, score

SAMPLES = Path(__file__).parents[2] / "samples"
TEST_FOLD = 4


@dataclass(frozen=True, slots=True)
class Floor:
    """Shares that must be reached, and false tiles a photo that may not be exceeded."""

    folder: Path
    source: str
    found: float
    read_right: float
    false_per_photo: float


def floors() -> list[Floor]:
    """One for the samples, and one for each known source that the machine has."""
    there = [
        Floor(SAMPLES, "samples", 0.97, 0.95, 2.0),
        Floor(SAMPLES / "physical", "physical", 0.90, 0.87, 1.0),
    ]
    photos = os.environ.get("TILE_PHOTOS")
    if photos:
        there += [
            Floor(Path(photos) / "classic", "classic", 0.98, 0.97, 1.0),
            Floor(Path(photos) / "large_print", "large_print", 0.95, 0.92, 2.0),
        ]
    return [floor for floor in there if (floor.folder / "labels.json").is_file()]


@pytest.mark.parametrize("floor", floors(), ids=lambda floor: floor.folder.name)
def test_tiles_are_found_and_read(floor):
    tally = evaluate(floor.folder, folds=(TEST_FOLD,), read=reading_of).tally(floor.source)
    shares = tally.shares()
    assert shares["found"].total > 100
    assert shares["found"].value >= floor.found, str(shares["found"])
    assert shares["read_right"].value >= floor.read_right, str(shares["read_right"])
    assert tally.false_per_photo <= floor.false_per_photo


def test_a_black_and_white_photo_says_so(tmp_path):
    grey = tmp_path / "grey.jpg"
    Image.open(SAMPLES / "kitchen" / "table.jpg").convert("L").save(grey)
    reading = read(grey)
    assert any("no colours" in warning for warning in reading.warnings)
    assert reading.tiles
    assert all(tile.doubtful for tile in reading.tiles)
    in_colour = reading_of(SAMPLES / "kitchen" / "table.jpg")
    assert not any("no colours" in warning for warning in in_colour.warnings)


@pytest.mark.parametrize(("turn", "share"), [(0, 0.6), (0, 0.4), (90, 0.5)])
def test_tiles_seen_from_low_down_are_found(tmp_path, turn, share):
    """Squashed to half their height, or width, as on a table or rack seen aslant."""
    low = tmp_path / "low.png"
    with Image.open(SAMPLES / "marble" / "table.jpg") as photo:
        turned = photo.rotate(turn, expand=True)
        turned.resize((turned.width, round(turned.height * share))).save(low)
    whole = reading_of(SAMPLES / "marble" / "table.jpg")
    assert len(read(low, second_reader=False).tiles) >= len(whole.tiles) - 1


@pytest.mark.parametrize("turn", [90, 180, 270])
@pytest.mark.parametrize("name", ["kitchen", "blanket"])
def test_a_turned_photo_shows_the_same_tiles(tmp_path, name, turn):
    turned = tmp_path / "turned.png"
    with Image.open(SAMPLES / name / "table.jpg") as photo:
        photo.rotate(turn, expand=True).save(turned)
    whole = reading_of(SAMPLES / name / "table.jpg", second_reader=False)
    seen = read(turned, second_reader=False)
    assert sorted(t.tile for t in seen.tiles) == sorted(t.tile for t in whole.tiles)


def test_tiles_whose_foot_a_rack_hides_are_read():
    """The lip of a rack over the lower quarter of every tile; digits above it stay legible."""
    folder = SAMPLES / "physical"
    right = total = 0
    for name, entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")).items():
        answers = score(LabelledPhoto.from_json(entry), read(behind_a_lip(folder / name, entry)))
        total += len(entry["tiles"])
        right += sum(answer.right for answer in answers.answers)
    assert total > 200
    assert right / total >= 0.93


def behind_a_lip(photo: Path, entry: dict) -> bytes:
    """The photo as PNG with a brown slat across the lower quarter of each of its tiles."""
    with Image.open(photo) as opened:
        picture = opened.convert("RGB")
    draw = ImageDraw.Draw(picture)
    for tile in entry["tiles"]:
        a, b, c, d = np.array(tile["quad"])
        slat = (d + (a - d) * 0.25, c + (b - c) * 0.25, c + (c - b) * 0.08, d + (d - a) * 0.08)
        draw.polygon([tuple(corner) for corner in slat], fill=(110, 72, 40))
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize("photo", sorted(SAMPLES.glob("*/*.jpg")), ids=lambda p: p.parent.name)
def test_every_doubtful_tile_has_its_reason_and_no_other(photo):
    reading = reading_of(photo)
    assert all(bool(tile.why) == tile.doubtful for tile in reading.tiles)
    assert SceneReading.from_json(reading.to_json()).to_json() == reading.to_json()
