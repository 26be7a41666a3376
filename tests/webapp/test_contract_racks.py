"""A photo of a rack that shows two: every command asks which counts, none plays with both."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from webapp.cli import cli

TWO_RACKS = ("R9 R10 R11", "B4 B5 B6", "", "", "", "K5 K6 K7")
TABLE = "R1 R2 R3"
SAME = ("--before", TABLE, "--after", TABLE)
ASKED = [
    (("advise", "--table", TABLE, "--rack"), "the rack"),
    (("advise", "--choices", "--table", TABLE, "--rack"), "the rack"),
    (("odds", "--table", TABLE, "--rack"), "the rack"),
    (("hand", "--rules", "international-1978"), "the rack"),
    (("deal", "--rack"), "the rack"),
    (("referee", *SAME, "--rack-before"), "the rack before"),
    (("referee", *SAME, "--rack-after"), "the rack after"),
]


def answer(*words: str, **options):
    return CliRunner().invoke(cli, words, prog_name="tilesight", **options)


@pytest.mark.parametrize("as_json", [(), ("--json",)])
@pytest.mark.parametrize(("words", "whose"), ASKED)
def test_two_racks_are_bad_input_in_one_line_that_says_what_to_do(
    laid_photo, words, whose, as_json
):
    photo = laid_photo(*TWO_RACKS)
    told = answer(words[0], *as_json, *words[1:], photo)
    assert (told.exit_code, told.stdout) == (2, "")
    [line] = told.stderr.splitlines()
    assert f"{photo}: 2 racks seem to be on the photo of {whose}: " in line
    assert "that rack alone" in line
    assert "as text: 'R9 R10 R11 B4 B5 B6' or 'K5 K6 K7'" in line


@pytest.mark.parametrize(("words", "_whose"), ASKED)
def test_one_rack_of_two_tiers_is_one(laid_photo, words, _whose):
    told = answer(*words, laid_photo("R9 R10 R11", "B4 B5 B6"))
    assert told.exit_code in (0, 1), told.output
    assert "racks seem" not in told.output


def test_in_a_batch_the_error_stands_in_its_place_and_the_others_go_on(laid_photo):
    good = {"table": [], "rack": ["R9", "R10", "R11"]}
    asked = [good, {"table": [], "rack": laid_photo(*TWO_RACKS)}, good]
    told = answer("advise", "--batch", "-", input="\n".join(map(json.dumps, asked)))
    before, wrong, after = map(json.loads, told.stdout.splitlines())
    assert "2 racks seem to be on the photo of the rack" in wrong["error"]
    assert wrong["line"] == 2
    assert before["placed"] == after["placed"] == ["R9", "R10", "R11"]
    assert told.exit_code == 2


def test_tiles_known_to_lie_elsewhere_may_stand_on_several_racks(laid_photo):
    words = ("odds", "--table", TABLE, "--rack", "R4", "--json", "--seen")
    told = answer(*words, laid_photo(*TWO_RACKS))
    assert told.exit_code == 0, told.output
    nine = ["R9", "R10", "R11", "B4", "B5", "B6", "K5", "K6", "K7"]
    as_text = answer(*words, " ".join(nine))
    assert json.loads(told.stdout) == json.loads(as_text.stdout)


def test_the_deal_says_nothing_before_it_refuses_a_photo_of_two_racks(laid_photo):
    told = answer("deal", "Ann", "Bo", "--rack", laid_photo(*TWO_RACKS))
    assert (told.exit_code, told.stdout) == (2, "")
    assert len(told.stderr.splitlines()) == 1
    too_many = answer("deal", "Ann", "Bo", "--rack", "R7 R7 R7")
    assert (too_many.exit_code, too_many.stdout) == (2, "")


@pytest.mark.parametrize("words", [("--kind", "rack"), ("--kind", "rack", "--json")])
def test_read_says_that_two_racks_are_seen(laid_photo, words):
    photo = laid_photo(*TWO_RACKS)
    told = answer("read", *words, photo)
    assert told.exit_code == 0
    warning = "2 racks seem to be on this photo: 'R9 R10 R11 B4 B5 B6' and 'K5 K6 K7'"
    if "--json" in words:
        assert any(line.startswith(warning) for line in json.loads(told.stdout)["warnings"])
    else:
        assert f"{photo}: {warning}: take one of each rack alone" in told.stderr
    assert "racks seem" not in answer("read", *words, laid_photo(*TWO_RACKS[:2])).output
    assert "racks seem" not in answer("read", "--kind", "table", photo).output
