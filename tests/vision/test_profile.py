"""A profile's file: complete, small, and refused in one line when it is anything else."""

from __future__ import annotations

import base64
import io
import json
import unicodedata

import numpy as np
import pytest
from PIL import Image

from vision.patches import PATCH_HEIGHT, PATCH_WIDTH, cut_at, empty_beside, overlap
from vision.profile import (
    EMPTY_SHARE,
    MAX_BYTES,
    MOST_OF_ONE,
    NO_TILE,
    Patch,
    Profile,
    ProfileError,
    ProfileSummary,
    checked_name,
    patches_of,
)
from vision.synth.series import ordered_game


def picture(seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.integers(0, 255, (PATCH_HEIGHT, PATCH_WIDTH, 3)).astype(np.uint8)


def jpeg(width: int = PATCH_WIDTH, height: int = PATCH_HEIGHT, form: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "wheat").save(out, form)
    return out.getvalue()


PROFILE = Profile("Grandma's set", "2026-11-30", (Patch("R1", jpeg()), Patch(NO_TILE, jpeg())))


def as_json(**changes: object) -> bytes:
    return json.dumps(json.loads(PROFILE.to_bytes()) | changes).encode()


def one_patch(**changes: object) -> bytes:
    return as_json(patches=[{"tile": "R1", "jpeg": base64.b64encode(jpeg()).decode()} | changes])


def test_a_profile_survives_its_file():
    again = Profile.from_bytes(PROFILE.to_bytes())
    assert again == PROFILE
    assert again.digest == PROFILE.digest
    assert (again.patches[0].pixels() == PROFILE.patches[0].pixels()).all()


def test_a_summary_says_what_the_whole_profile_would_and_looks_at_no_picture(monkeypatch):
    many = PROFILE.with_patches([Patch("B2", jpeg())] * (MOST_OF_ONE + 3))
    data = json.loads(many.to_bytes())
    data["patches"] += [data["patches"][-1]] * 3  # more than are kept
    stuffed = json.dumps(data).encode()
    whole = Profile.from_bytes(stuffed)
    monkeypatch.delattr(Patch, "pixels")
    summary = ProfileSummary.from_bytes(stuffed)
    assert (summary.name, summary.made) == (whole.name, whole.made)
    assert summary.tiles == whole.tiles()


@pytest.mark.parametrize(
    "data", [b"{}", b"\xff", as_json(name=7), as_json(patches=[]), one_patch(tile="R14")]
)
def test_a_summary_of_what_is_no_profile_is_refused_as_the_profile_is(data):
    with pytest.raises(ProfileError) as whole:
        Profile.from_bytes(data, "x.tiles")
    with pytest.raises(ProfileError) as summary:
        ProfileSummary.from_bytes(data, "x.tiles")
    assert str(summary.value) == str(whole.value)


def test_the_evidence_has_a_digest_of_its_own():
    more = PROFILE.with_patches([Patch("B2", jpeg())])
    assert more.digest != PROFILE.digest
    assert PROFILE.renamed("Other").digest == PROFILE.digest


def test_a_whole_game_twice_takes_less_than_a_megabyte():
    scene = ordered_game(3, size=(1000, 750))
    quads = [quad for _, quad in scene.tiles] * 2
    names = [name for name, _ in scene.tiles] * 2
    places = empty_beside(quads, (1000, 750), most=40)
    pixels = cut_at(scene.pixels, [*quads, *places])
    patches = patches_of([*names, *[NO_TILE] * len(places)], pixels)
    profile = Profile("whole", "2026-11-30", ()).with_patches(patches)
    assert sum(profile.tiles().values()) == 108
    assert len(profile.to_bytes()) < 10**6


def test_empty_places_lie_in_the_photo_and_on_no_tile():
    quads = [((x, 100.0), (x + 30, 100.0), (x + 30, 140.0), (x, 140.0)) for x in (50.0, 81.0)]
    places = empty_beside(quads, (300, 300), most=20)
    tiles = np.array(quads, np.float32)
    assert len(places) == 20
    for place in np.array(places, np.float32):
        assert overlap(place, tiles) < 0.45
        assert (place >= 0).all()
        assert (place <= 300).all()
    assert places == empty_beside(quads, (300, 300), most=20)


def test_of_every_tile_the_latest_pictures_are_kept():
    old = patches_of(["R1"] * MOST_OF_ONE, np.array([picture(n) for n in range(MOST_OF_ONE)]))
    new = Patch.of("R1", picture(99))
    grown = Profile("x", "", old).with_patches([new, Patch("B1", jpeg())])
    assert grown.tiles() == {"R1": MOST_OF_ONE, "B1": 1}
    assert grown.patches == (*old[1:], new, Patch("B1", jpeg()))
    empty = Profile("x", "", ()).with_patches([Patch(NO_TILE, jpeg())] * 500)
    assert len(empty.patches) == MOST_OF_ONE * EMPTY_SHARE


def test_kinds_of_joker_are_one_tile_to_the_eye():
    assert Patch.of("JM", picture()).tile == "J"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no profile of Tilesight's"),
        (b"\xff\xd8\xff\xe0 a photo", "no profile of Tilesight's"),
        (b"[1, 2, 3]", "no profile of Tilesight's"),
        (b"{}", "no profile of Tilesight's"),
        (b"[" * 100_000, "no profile of Tilesight's"),
        (b" " * (MAX_BYTES + 1), "too large"),
        (as_json(tilesight_profile=2), "newer Tilesight"),
        (as_json(name=7), "damaged"),
        (as_json(name="../../etc/passwd"), "a profile's name has"),
        (as_json(made="\x1b[2J"), "damaged"),
        (as_json(patches=[]), "damaged"),
        (as_json(patches=[{}] * 5000), "damaged"),
        (as_json(patches=[7]), "picture 1 is damaged"),
        (one_patch(tile="R14"), "picture 1 is damaged"),
        (one_patch(tile=["R1"]), "picture 1 is damaged"),
        (one_patch(jpeg="not base64!"), "picture 1 is damaged"),
        (one_patch(jpeg=base64.b64encode(jpeg()[:200]).decode()), "picture 1 is damaged"),
        (one_patch(jpeg=base64.b64encode(jpeg(60_000, 60)).decode()), "picture 1 is damaged"),
        (one_patch(jpeg=base64.b64encode(jpeg(form="PNG")).decode()), "picture 1 is damaged"),
    ],
)
def test_anything_else_is_refused_in_one_line(data, why):
    with pytest.raises(ProfileError, match=why) as refused:
        Profile.from_bytes(data, "their.tiles")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a/b", ".hidden", "\x00\n", "*"])
def test_what_no_file_should_be_called_is_no_name(name):
    with pytest.raises(ProfileError):
        checked_name(name)


def test_signs_that_nobody_sees_are_no_part_of_a_name():
    assert checked_name("a\nb\x00") == "a b"


@pytest.mark.parametrize("name", ["Großmutters Kostki 2", "Ann's", "set-2.b", "千"])
def test_names_may_be_in_any_language(name):
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize("name", ["Babcine płytki z Łodzi", "Zoë", "Święta", "Ångström", "한글"])
def test_a_name_in_pieces_is_the_name_in_one_piece(name):
    in_pieces = unicodedata.normalize("NFD", name)
    assert checked_name(in_pieces) == unicodedata.normalize("NFC", name)
