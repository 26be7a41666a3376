"""Every command that reads a photo marks its doubtful tiles alike."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from webapp.cli import cli

OF_A_TABLE = [
    ("read",),
    ("check",),
    ("advise", "--rack", "K9", "--table"),
    ("referee", "--before", "R1 R2 R3", "--rack-before", "R4 R5", "--after"),
]
OF_A_RACK = [
    ("hand",),
    ("deal", "Ann", "Bo", "--rack"),
    ("advise", "--table", "K6 K7 K8", "--rack"),
    ("referee", "--before", "", "--after", "", "--rack-before"),
]


def said(*words: str) -> str:
    result = CliRunner().invoke(cli, words, prog_name="tilesight")
    assert result.exit_code in (0, 1, 2), result.output
    return result.output


@pytest.mark.parametrize("words", OF_A_TABLE, ids=lambda words: words[0])
def test_a_doubtful_tile_of_a_table_is_marked(words, laid_photo):
    told = said(*words, laid_photo("R1 R2 R3", "B5 B6 B7~B1 B8"))
    assert "B5 B6 B7* B8" in told
    assert "R1 R2 R3*" not in told


def test_the_sets_of_a_photo_that_are_judged_one_by_one_are_marked(laid_photo):
    told = said("check", laid_photo("R1 R2 R3", "B5 B6 B7~B1 B8"))
    assert "Set 1: R1 R2 R3\n" in told
    assert "Set 2: B5 B6 B7* B8\n" in told


@pytest.mark.parametrize("words", OF_A_RACK, ids=lambda words: words[0])
def test_a_doubtful_tile_of_a_rack_is_marked(words, laid_photo):
    assert "K9 O4* R13" in said(*words, laid_photo("K9 O4~O1 R13"))


def test_a_doubtful_tile_of_a_rack_that_is_counted_is_marked(laid_photo):
    told = said("score", "--out", "Ann", "Ann=", f"Bo={laid_photo('K9 O4~O1 R13')}")
    assert "read as K9 O4* R13" in told


def test_a_text_to_correct_has_no_marks(laid_photo):
    """It is given back as it stands."""
    told = said("check", laid_photo("R1 ? R3~R8"))
    assert "text: R1 ? R3" in told
    assert "*" not in told
