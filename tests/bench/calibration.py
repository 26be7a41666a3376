"""What a profile gains: rendered editions held out from training, read without and with it.

Each edition is learned from one photo of its tiles laid out in order, as
``tilesight calibrate`` does it, and measured on other photos of the same edition.

Usage: python -m tests.bench.calibration [EDITIONS]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.calibrate import Calibration, CalibrationError, calibrate
from vision.photo import Photo
from vision.profile import Profile
from vision.reader import read
from vision.report import Evaluation, ScoredPhoto, Share
from vision.score import LabelledPhoto, score
from vision.synth import Scene, random_edition, render_scene
from vision.synth.dataset import label_of
from vision.synth.series import ordered_game
from vision.synth.yardstick import FIRST_SEED

SEED = FIRST_SEED + 50_000
"""Apart from the seeds of the yardstick's lists and from those that settings were chosen on."""
EDITIONS = 25
KINDS = ("table", "rack", "strewn", "cluster")
SIZE = (1000, 750)
SHARES = ("found", "read_right", "sets_exact", "wrong_flagged", "right_flagged")
WITHOUT, WITH = "without a profile", "with a profile"


@dataclass(frozen=True, slots=True)
class Measured:
    """One edition: how many labels its calibration got right, and both readings' scores.

    ``labels`` is None where the calibration photo was refused; both readings are
    then made without a profile.
    """

    labels: Share | None
    scored: tuple[ScoredPhoto, ...]


def photos_of(number: int) -> tuple[Scene, tuple[Scene, ...]]:
    """The game of that number laid out in order, and other photos of it."""
    seed = SEED + 100 * number
    edition = random_edition(np.random.default_rng([seed, 5]), "heldout")
    photos = tuple(
        render_scene(seed + 1 + place, edition=edition, kind=kind, size=SIZE)
        for place, kind in enumerate(KINDS)
    )
    return ordered_game(seed, edition=edition), photos


def measure(game: Scene, photos: Sequence[Scene]) -> Measured:
    """Calibrate on one photo, read the others without and with what was learned."""
    try:
        calibration = calibrate(_photo(game))
    except CalibrationError as error:
        print(f"  refused: {error}", file=sys.stderr)
        labels, profile = None, None
    else:
        labels = _labels_right(calibration, game)
        profile = Profile("measured", "", calibration.patches)
    scored = []
    for scene in photos:
        truth = LabelledPhoto.from_json(label_of(scene))
        for way, known in ((WITHOUT, None), (WITH, profile)):
            reading = read(_photo(scene), profile=known)
            times = tuple(reading.timings_ms.items())
            result = score(truth, reading)
            scored.append(ScoredPhoto(str(scene.seed), way, scene.scene, result, times))
    return Measured(labels, tuple(scored))


def _photo(scene: Scene) -> Photo:
    height, width = scene.pixels.shape[:2]
    return Photo(str(scene.seed), scene.pixels, width, height)


def _labels_right(calibration: Calibration, game: Scene) -> Share:
    """How many of the pictures learned from have the right name."""
    centers = np.array([np.mean(quad, 0) for _, quad in game.tiles])
    right = 0
    for tile in calibration.reading.tiles:
        away = np.linalg.norm(centers - tile.center, axis=1)
        nearest = int(away.argmin())
        height = float(np.linalg.norm(np.subtract(tile.quad[0], tile.quad[3])))
        right += game.tiles[nearest][0] == tile.tile and away[nearest] < height / 2
    return Share(right, len(calibration.reading.tiles))


def report(measured: Sequence[Measured]) -> None:
    """Print both ways side by side."""
    learned = [each.labels for each in measured if each.labels is not None]
    labels = Share(sum(each.count for each in learned), sum(each.total for each in learned))
    print(f"calibrated {Share(len(learned), len(measured))}, names right {labels}")
    evaluation = Evaluation(tuple(photo for each in measured for photo in each.scored))
    for way in (WITHOUT, WITH):
        tally = evaluation.tally(way)
        print(f"  {way}: {len(tally.photos)} photos")
        shares = tally.shares()
        for name in SHARES:
            print(f"    {name.replace('_', ' '):14} {shares[name]}")
        print(f"    {'false tiles':14} {tally.false_tiles} ({tally.false_per_photo:.2f} a photo)")


def main(count: int = EDITIONS) -> None:
    """Measure so many editions and print what their profiles gain."""
    measured = []
    for number in range(count):
        measured.append(measure(*photos_of(number)))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {count} editions", end="", file=sys.stderr)
    report(measured)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
