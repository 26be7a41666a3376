"""``tilesight odds``: which draws would help, and how likely they are."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from webapp.cli import cli


@pytest.fixture
def odds() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words: runner.invoke(cli, ("odds", *words), prog_name="tilesight")


def test_the_draws_that_play_and_win_are_counted_among_the_unseen(odds):
    result = odds("--table", "R1 R2 R3", "--rack", "B9 K9", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "unseen": 101,
        "can_play": False,
        "can_win": False,
        "plays": [["R4", 2], ["R9", 2], ["O9", 2], ["J", 2]],
        "wins": [["R9", 2], ["O9", 2], ["J", 2]],
        "chance_to_play": round(8 / 101, 4),
        "chance_to_win": round(6 / 101, 4),
    }


def test_tiles_known_to_lie_elsewhere_are_no_draws(odds):
    words = ("--table", "R1 R2 R3", "--rack", "B9 K9", "--seen", "R4 R4 R9", "--json")
    answer = json.loads(odds(*words).stdout)
    assert answer["unseen"] == 98
    assert answer["plays"] == [["R9", 1], ["O9", 2], ["J", 2]]


def test_who_has_not_opened_needs_an_opening(odds):
    words = ("--table", "R1 R2 R3", "--rack", "R10 B10", "--not-opened")
    assert json.loads(odds(*words, "--json").stdout)["plays"] == [["K10", 2], ["O10", 2], ["J", 2]]
    assert "let you open" in odds(*words).stdout


def test_people_get_a_percentage(odds):
    spoken = odds("--table", "R1 R2 R3", "--rack", "B9 K9").stdout
    assert "8%" in spoken
    assert "R4 (x2)" in spoken


def test_draws_that_all_help_are_not_listed(odds):
    box = [f"{ink}{n}" for ink in "RBKO" for n in range(1, 14) for _ in range(2)]
    shown = " ".join(
        name for name in (*box, "J", "J") if name not in ("R1", "R2", "R3", "R4", "K9")
    )
    words = ("--table", "R1 R2 R3", "--rack", "K9 K9", "--seen", f"{shown} R1 R2 R3")
    spoken = odds(*words)
    assert "100%\n  any tile" in spoken.stdout
    assert "R4" not in spoken.stdout


@pytest.mark.parametrize(
    ("table", "rack", "seen"),
    [
        ("R1 R2", "R3", ""),
        ("R1 R2 R3", "R1 R1", ""),
        ("R1 R2 R3", "R1", "R1"),
        ("R1 R2 R3", "R14", ""),
    ],
)
def test_what_cannot_be_on_one_table_is_one_line(odds, table, rack, seen):
    result = odds("--table", table, "--rack", rack, "--seen", seen)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "went wrong" not in result.stderr


def test_no_draw_wins_while_a_rack_tile_lies_face_down(laid_photo):
    words = ["odds", "--table", "R1 R2 R3", "--json", "--rack"]
    sure = json.loads(CliRunner().invoke(cli, [*words, laid_photo("R4")]).stdout)
    assert sure["can_win"]
    assert sure["wins"]
    hidden = json.loads(CliRunner().invoke(cli, [*words, laid_photo("R4 X")]).stdout)
    assert hidden["can_play"]
    assert not hidden["can_win"]
    assert hidden["wins"] == []
