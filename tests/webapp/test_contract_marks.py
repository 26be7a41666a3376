"""Every command that reads a photo marks its doubtful tiles alike."""

from __future__ import annotations

import re

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


OF_TEXT = [
    ("check", "B5 B6 B7{} B8"),
    ("check", "K1 K2 J{}=K3 | R1 R2 R3{}"),
    ("hand", "K9 O4{} R13"),
    ("deal", "--rack", "K9{} K9 J{} R13"),
    ("odds", "--table", "B5 B6 B7{} B8", "--rack", "K9 O4{} R13"),
    ("advise", "--table", "B5 B6 B7{} B8", "--rack", "b9{}, b10 j{}"),
    ("referee", "--before", "R1 R2 R3{}", "--after", "R1 R2{} R3 R4", "--rack-before", "R4{} K1"),
    ("score", "--out", "A", "A=", "B=K9{} J{}"),
]


@pytest.mark.parametrize("words", OF_TEXT, ids=lambda words: words[0])
def test_a_mark_that_is_shown_may_be_typed(words):
    plain = said(*(word.format("", "") for word in words), "--json")
    if words[0] in ("advise", "odds"):
        plain = re.sub(r'"timings_ms".*?}', "", plain)
    assert '"error"' not in plain
    told = said(*(word.format("*", "*") for word in words), "--json")
    assert re.sub(r'"timings_ms".*?}', "", told) == re.sub(r'"timings_ms".*?}', "", plain)


def test_the_marks_of_a_line_that_was_read_may_be_given_to_the_next_command(laid_photo):
    told = said("read", laid_photo("R1 R2 R3~cut", "B5 B6~B1 B7"))
    sets = [line.split(maxsplit=1)[1] for line in told.splitlines() if line.startswith("  table")]
    assert sets == ["R1 R2 R3*", "B5 B6* B7"]
    assert "2 of 2 sets are valid" in said("check", " | ".join(sets))


@pytest.mark.parametrize("text", ["*", "R1 * R3", "*R1", "R1**", "R*1"])
def test_a_mark_behind_no_tile_is_none(text):
    assert "not a tile" in said("check", text)
