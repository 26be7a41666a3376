"""Editions and faces."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator

import numpy as np
import pytest

from vision.synth import fonts, random_edition, render_face
from vision.synth.face import face_width
from vision.synth.fonts import typefaces
from vision.synth.joker import HELD_OUT_KINDS, TRAIN_KINDS, joker_mask
from vision.synth.marks import HELD_OUT_MARKS, TRAIN_MARKS

ALL_TILES = [f"{c}{n}" for c in "RBKO" for n in range(1, 14)] + ["J", "X"]


def hue(ink: tuple[int, int, int]) -> float:
    return colorsys.rgb_to_hsv(*(c / 255 for c in ink))[0] * 360


def test_the_same_generator_gives_the_same_edition() -> None:
    assert random_edition(np.random.default_rng(3)) == random_edition(np.random.default_rng(3))
    assert random_edition(np.random.default_rng(3)) != random_edition(np.random.default_rng(4))


def test_held_out_editions_share_no_typeface_mark_or_joker_with_training() -> None:
    train = [random_edition(np.random.default_rng(s)) for s in range(150)]
    unseen = [random_edition(np.random.default_rng(s), "heldout") for s in range(150)]
    assert not {e.typeface.family for e in train} & {e.typeface.family for e in unseen}
    assert not ({e.mark for e in train} & {e.mark for e in unseen}) - {""}
    pairs = {(e.joker, e.joker_variant) for e in train} & {
        (e.joker, e.joker_variant) for e in unseen
    }
    assert not pairs
    assert not set(TRAIN_MARKS) & set(HELD_OUT_MARKS)


def test_held_out_hues_are_not_printed_in_training() -> None:
    for color, low, high in (("B", 183, 190), ("B", 211, 218), ("O", 26, 29)):
        for seed in range(200):
            train = hue(random_edition(np.random.default_rng(seed)).ink(color))
            assert not low + 1 < train < high - 1


def test_large_print_is_a_training_edition_whose_numbers_fill_the_tile() -> None:
    for seed in range(60):
        train = random_edition(np.random.default_rng(seed))
        large = random_edition(np.random.default_rng(seed), "large")
        assert (large.typeface, large.inks, large.colour) == (
            train.typeface,
            train.inks,
            train.colour,
        )
        assert large.digit_height >= 0.5
        assert not large.mark
        assert large.joker in TRAIN_KINDS


def test_inks_of_an_edition_stay_apart() -> None:
    for seed in range(100):
        edition = random_edition(np.random.default_rng(seed))
        red, orange = hue(edition.ink("R")), hue(edition.ink("O"))
        assert (orange - red + 180) % 360 - 180 > 10
        assert max(edition.ink("K")) < 100
        assert 165 < hue(edition.ink("B")) < 250


@pytest.mark.parametrize("size", [24, 64, 200])
def test_faces_are_rgba_of_the_edition_s_proportion(size: int) -> None:
    rng = np.random.default_rng(1)
    for _ in range(6):
        edition = random_edition(rng)
        for tile in ("R7", "K13", "J", "X"):
            face = render_face(edition, tile, rng, size)
            assert face.shape == (size, face_width(edition, size), 4)
            assert face.dtype == np.uint8
            assert face[size // 2, face.shape[1] // 2, 3] == 255


def test_all_tiles_of_a_game_look_different() -> None:
    edition = random_edition(np.random.default_rng(5))
    faces = [
        render_face(edition, tile, np.random.default_rng(0), 64, light=0.0, second_joker=False)
        for tile in ALL_TILES
    ]
    for i, face in enumerate(faces):
        for other in faces[:i]:
            assert np.abs(face.astype(int) - other).max() > 40


@pytest.mark.parametrize("tile", ["", "R0", "R14", "G3", "7R", "Rx"])
def test_no_face_for_what_is_no_tile(tile: str) -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="not a tile"):
        render_face(random_edition(rng), tile, rng, 64)


@pytest.mark.parametrize("kind", sorted({*TRAIN_KINDS, *HELD_OUT_KINDS}))
def test_every_joker_leaves_ink_and_paper(kind: str) -> None:
    for variant in range(8):
        inked = float(joker_mask(kind, variant).mean())
        assert 0.01 < inked < 0.8


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    typefaces.cache_clear()
    joker_mask.cache_clear()
    monkeypatch.setattr(fonts, "_font_files", dict)
    yield
    typefaces.cache_clear()
    joker_mask.cache_clear()


@pytest.mark.usefixtures("bare_machine")
def test_a_machine_without_fonts_still_renders() -> None:
    rng = np.random.default_rng(2)
    for split in ("train", "heldout", "varied"):
        for _ in range(12):
            edition = random_edition(rng, split)
            assert edition.typeface.pen is not None
            for tile in ("B12", "J"):
                assert render_face(edition, tile, rng, 80)[..., :3].std() > 1


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="no such split"):
        random_edition(np.random.default_rng(0), "test")
