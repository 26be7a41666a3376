"""The turn clock and what follows when it runs out."""

from __future__ import annotations

import pytest

from solver.clock import TurnClock
from solver.failure import time_is_up
from solver.rules import Rules


def test_each_turn_has_the_time_of_the_rules() -> None:
    clock = TurnClock.start(("Ann", "Bo"), Rules.preset("polish"))
    assert (clock.player, clock.remaining, clock.chess) == ("Ann", 40, False)
    late = clock.after(30).after(30)
    assert (late.remaining, late.up) == (0, True)
    bo = late.next()
    assert (bo.player, bo.remaining, bo.up) == ("Bo", 40, False)
    assert bo.after(5).next().remaining == 40


def test_a_chess_clock_goes_on_where_it_stood() -> None:
    clock = TurnClock.start(("Ann", "Bo"), Rules.preset("mso"), seconds=600)
    assert clock.chess
    ann = clock.after(100).next().after(50).next()
    assert (ann.player, ann.remaining) == ("Ann", 500)
    assert ann.next().remaining == 550
    assert not TurnClock.start(("Ann",), Rules.preset("mso"), 60, chess=False).chess


def test_a_clock_needs_a_time_and_a_player() -> None:
    with pytest.raises(ValueError, match="sabra-50 does not say"):
        TurnClock.start(("Ann",), Rules.preset("sabra-50"))
    with pytest.raises(ValueError, match="a player"):
        TurnClock.start((), Rules.preset("lemada"))


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("lemada", {}, "the table is restored and the player draws 3 tiles"),
        ("polish", {}, "the table is restored and the player draws 1 tile"),
        ("lemada", {"penalty_tiles": 0}, "the table is restored"),
        (
            "lemada",
            {"failed_turn": "try again"},
            "the table is restored and the player tries again",
        ),
        (
            "lemada",
            {"failed_turn": "valid stays"},
            "the valid sets stay as they lie and the player draws 3 tiles",
        ),
    ],
)
def test_what_follows_when_time_is_up(name: str, options: dict[str, object], words: str) -> None:
    assert time_is_up(Rules.preset(name).with_options(options)) == words
