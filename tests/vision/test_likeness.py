"""A profile of another edition is left out, and said to be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision import adapt
from vision.adapt import learned
from vision.calibrate import calibrate
from vision.find import Found, find_tiles
from vision.likeness import LEAST_LIKE, LEAST_UNLIKE, Fit, Prints, fit_of, fit_of_pictures
from vision.photo import Photo
from vision.profile import Profile
from vision.reader import read
from vision.reading import SceneReading
from vision.stopwatch import Stopwatch
from vision.synth import Scene, random_edition, render_scene
from vision.synth.series import ordered_game

OURS, THEIRS = (random_edition(np.random.default_rng(seed), "heldout") for seed in (11, 12))


def photo_of(scene: Scene) -> Photo:
    height, width = scene.pixels.shape[:2]
    return Photo(str(scene.seed), scene.pixels, width, height)


@pytest.fixture(scope="module", autouse=True)
def few_crops():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(adapt, "CROPS", 300)
        learned.cache_clear()
        yield
    learned.cache_clear()


@pytest.fixture(scope="module")
def profile() -> Profile:
    return Profile("ours", "", calibrate(photo_of(ordered_game(5, edition=OURS))).patches)


def table(edition: object, kind: str = "table", seed: int = 7) -> Photo:
    return photo_of(render_scene(seed, edition=edition, kind=kind, size=(1000, 750)))


def as_told(reading: SceneReading) -> list[tuple[str, bool]]:
    return [(tile.tile, tile.doubtful) for tile in reading.tiles]


@pytest.mark.parametrize("kind", ["table", "rack", "strewn"])
def test_the_profile_of_the_tiles_that_lie_there_is_taken_without_a_word(profile, kind):
    reading = read(table(OURS, kind), second_reader=False, profile=profile)
    assert not any("profile" in warning for warning in reading.warnings)


@pytest.mark.parametrize("kind", ["table", "rack", "strewn"])
def test_a_profile_of_other_tiles_is_left_out_and_that_is_said(profile, kind):
    photo = table(THEIRS, kind)
    plain = read(photo, second_reader=False)
    reading = read(photo, second_reader=False, profile=profile)
    (warning,) = reading.warnings
    assert warning.startswith("the tiles do not look like those of the profile ours")
    assert as_told(reading) == as_told(plain)


def test_too_few_tiles_to_tell_say_nothing_and_are_read_as_without(profile):
    """Whether or not they are of this edition: no doubt is taken away on a guess."""
    for edition in (OURS, THEIRS):
        photo = table(edition, "single")
        plain = read(photo, second_reader=False)
        reading = read(photo, second_reader=False, profile=profile)
        assert (reading.tiles, reading.warnings) == (plain.tiles, plain.warnings)


@pytest.fixture(scope="module")
def lying() -> tuple[Photo, list[Found]]:
    photo = table(OURS)
    return photo, find_tiles(photo.pixels, Stopwatch())


def test_another_light_makes_no_other_edition(profile, lying):
    photo, found = lying
    prints = Prints.of(profile.patches)
    warm = np.clip(photo.pixels * np.array([1.0, 0.8, 0.55]), 0, 255).astype(np.uint8)
    for pixels in (photo.pixels, warm, photo.pixels // 2):
        assert fit_of(pixels, found, prints) is Fit.OWN


def test_where_nothing_can_be_compared_nothing_is_told(profile, lying):
    photo, found = lying
    prints = Prints.of(profile.patches)
    assert fit_of(photo.pixels, found[: LEAST_LIKE - 1], prints) is Fit.UNTOLD
    jokers = replace(profile, patches=tuple(p for p in profile.patches if p.tile in ("J", "none")))
    assert fit_of(photo.pixels, found, Prints.of(jokers.patches)) is Fit.UNTOLD
    assert fit_of(photo.pixels, found, Prints.of([])) is Fit.UNTOLD


def test_tiles_with_nothing_on_them_are_not_of_the_edition_if_they_are_many(profile, lying):
    photo, found = lying
    blank = np.full_like(photo.pixels, 200)
    prints = Prints.of(profile.patches)
    assert fit_of(blank, found, prints) is Fit.OTHER
    assert fit_of(blank, found[: LEAST_UNLIKE - 1], prints) is Fit.UNTOLD


def test_pictures_of_tiles_with_names_are_told_from_those_of_another_edition(profile):
    prints = Prints.of(profile.patches)
    for edition, fit in ((OURS, Fit.OWN), (THEIRS, Fit.OTHER)):
        laid = calibrate(photo_of(ordered_game(6, edition=edition)))
        assert fit_of_pictures(laid.patches, prints) is fit
    assert fit_of_pictures(profile.patches[:2], prints) is Fit.UNTOLD
    assert fit_of_pictures((), prints) is Fit.UNTOLD
