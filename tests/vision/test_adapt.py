"""What is learned from a profile: better readings of its tiles, and nothing worse elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision import adapt, classify
from vision.adapt import disturbed, fit, learned
from vision.classify import KINDS
from vision.patches import cut_at, empty_beside
from vision.profile import NO_TILE, Profile, patches_of
from vision.synth.series import ordered_game


@pytest.fixture(autouse=True)
def nothing_learned():
    learned.cache_clear()
    yield
    learned.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def few_crops():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(adapt, "CROPS", 300)
        yield


@pytest.fixture(scope="module")
def profile() -> Profile:
    scene = ordered_game(12, size=(1000, 750), split="heldout")
    quads = [quad for _, quad in scene.tiles]
    places = empty_beside(quads, (1000, 750), most=20)
    names = [*(name for name, _ in scene.tiles), *[NO_TILE] * len(places)]
    return Profile("held out", "", patches_of(names, cut_at(scene.pixels, [*quads, *places])))


@pytest.fixture(scope="module")
def fitted(profile) -> classify.Adaptation:
    return fit(profile)


def said_of(crops: np.ndarray, adaptation: classify.Adaptation | None) -> np.ndarray:
    logits, embedding = classify.logits_of(classify.loaded(), crops)
    return logits if adaptation is None else adaptation.applied(logits, embedding)


def test_the_profiles_own_tiles_are_read_better(profile, fitted):
    crops, kinds, _, turned = disturbed(profile, seed=7)
    before = said_of(crops[~turned], None)[:, : len(KINDS)].argmax(1) == kinds[~turned]
    after = said_of(crops[~turned], fitted)[:, : len(KINDS)].argmax(1) == kinds[~turned]
    assert after.mean() >= max(before.mean(), 0.97)


def test_the_same_profile_gives_the_same_correction(profile, fitted):
    one, other = fitted, fit(profile)
    assert (one.weights == other.weights).all()
    assert (one.bias == other.bias).all()
    assert one.weights.dtype == np.float32
    assert one.weights.shape[0] == one.bias.shape[0] == 21


def test_one_tile_changes_no_other(profile):
    crops, kinds, _, turned = disturbed(profile, seed=3)
    alone = replace(profile, patches=profile.patches[:1])
    others = ~turned & (kinds != kinds[0])
    before = said_of(crops[others], None)[:, : len(KINDS)].argmax(1)
    after = said_of(crops[others], fit(alone))[:, : len(KINDS)].argmax(1)
    assert (before != after).mean() <= 0.02


def test_the_fit_is_kept_beside_the_file_until_evidence_or_network_change(
    profile, tmp_path, monkeypatch
):
    fits = []

    def counted(profile: Profile) -> classify.Adaptation:
        fits.append(profile)
        return classify.Adaptation(np.ones((21, 4), np.float32), np.zeros(21, np.float32))

    monkeypatch.setattr(adapt, "fit", counted)
    kept = replace(profile, home=tmp_path / "mine.tiles")

    def learn(profile: Profile) -> adapt.Learned:
        learned.cache_clear()
        return learned(profile)

    first, again = learn(kept), learn(kept)
    assert len(fits) == 1
    assert (first.adaptation.weights == again.adaptation.weights).all()
    learn(kept.with_patches(profile.patches[:1]))
    assert len(fits) == 2
    assert len(list(tmp_path.iterdir())) == 1
    config = {**classify.loaded().config, "sha256": "other weights"}
    monkeypatch.setattr(classify, "loaded", lambda: type("Other", (), {"config": config}))
    learn(kept)
    assert len(fits) == 3
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"damaged")
    assert (learn(kept).adaptation.weights == 1).all()
    assert len(fits) == 4


@pytest.mark.parametrize("keep", [0, 4, 100, -200])
def test_a_damaged_fit_is_made_anew(profile, tmp_path, monkeypatch, keep):
    sound = classify.Adaptation(np.ones((21, 4), np.float32), np.zeros(21, np.float32))
    monkeypatch.setattr(adapt, "fit", lambda profile: sound)
    kept = replace(profile, home=tmp_path / "mine.tiles")
    learned(kept)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:keep])
    learned.cache_clear()
    assert (learned(kept).adaptation.weights == 1).all()
