"""Profiles on the shelf: no two get in each other's way."""

from __future__ import annotations

import unicodedata
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vision.profile import Patch, Profile
from webapp.seen import BadInput
from webapp.shelf import Shelf

GREY = np.full((96, 72, 3), 200, np.uint8)


def profile(name: str, *tiles: str) -> Profile:
    return Profile(name, "2026-11-30", tuple(Patch.of(tile, GREY) for tile in tiles))


def test_another_profile_whose_name_differs_only_in_capitals_is_not_replaced(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.save(profile("Ann", "R1", "R2"))
    shelf.save(profile("ann", "B1"))
    with pytest.raises(BadInput, match="already"):
        shelf.rename("Ann", "ann")
    assert len(shelf.load("Ann").patches) == 2
    assert len(shelf.load("ann").patches) == 1


def test_a_name_may_change_its_capitals(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.save(profile("ann", "B1"))
    assert shelf.rename("ann", "Ann") == "Ann"
    assert shelf.names() == ("Ann",)


def test_of_many_that_want_one_name_at_once_one_gets_it(tmp_path):
    shelf = Shelf(tmp_path)

    def save(tile: str) -> bool:
        try:
            shelf.save(profile("twin", tile))
        except BadInput:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(save, [f"R{n}" for n in range(1, 9)]))
    assert sum(kept) == 1
    assert shelf.load("twin").patches[0].tile == f"R{kept.index(True) + 1}"
    assert not list(tmp_path.glob("*.part"))


def test_of_a_file_stuffed_with_one_tile_only_some_pictures_are_kept():
    stuffed = profile("j", *["J"] * 100)
    assert len(Profile.from_bytes(stuffed.to_bytes()).patches) <= 8


def test_letters_in_pieces_name_the_same_profile_as_in_one_piece(tmp_path):
    shelf = Shelf(tmp_path)
    whole, pieces = (unicodedata.normalize(form, "Święta u Zoë") for form in ("NFC", "NFD"))
    shelf.save(profile("spare", "R1"))
    (tmp_path / "spare.tiles").rename(tmp_path / f"{pieces}.tiles")  # as another system keeps it
    assert shelf.names() == (whole,)
    for name in (whole, pieces):
        assert shelf.has(name)
        assert shelf.load(name).name == shelf.summary(name).name == whole
    with pytest.raises(BadInput, match="already"):
        shelf.save(profile(whole, "R2"))
    shelf.delete(pieces)
    assert shelf.names() == ()


def test_of_two_files_whose_names_look_the_same_neither_hides_the_other(tmp_path):
    shelf = Shelf(tmp_path)
    whole, pieces = (unicodedata.normalize(form, "Święta") for form in ("NFC", "NFD"))
    for file, tile in ((f"{pieces}.tiles", "R1"), (f"{whole}.tiles", "R2")):
        shelf.save(profile("spare", tile))
        (tmp_path / "spare.tiles").rename(tmp_path / file)
    shelf.save(profile("other", "R3"))
    assert shelf.names() == ("other", whole, f"{whole} 2")
    shown = {name: shelf.load(name).patches[0].tile for name in shelf.names()}
    assert shown == {"other": "R3", whole: "R2", f"{whole} 2": "R1"}
    assert shelf.load(f"{whole} 2").name == shelf.summary(f"{whole} 2").name == f"{whole} 2"
    with pytest.raises(BadInput, match="already"):
        shelf.save(profile(f"{whole} 2", "R4"))
    assert shelf.rename(f"{whole} 2", "Easter") == "Easter"
    assert shelf.load("Easter").patches[0].tile == "R1"
    shelf.delete(whole)
    assert shelf.names() == ("Easter", "other")


def test_signs_that_nobody_sees_make_no_other_profile(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.save(profile("Ours", "R1"))
    for name in ("Ou\u200brs", "\ufeffOurs", " Ours  ", "Ours\u2060"):
        assert shelf.load(name).name == "Ours"
        with pytest.raises(BadInput, match="already"):
            shelf.save(profile("spare", "R2").renamed(name))
