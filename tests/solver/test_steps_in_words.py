"""The words of a step say all that the hands have to do."""

from __future__ import annotations

import pytest

from solver.advise import advise
from solver.notation import parse_table, parse_tiles
from solver.state import GameState
from tests.solver.positions import golden_positions, state_of

SAYS_THE_WHOLE_SET = (".anew", ".joker", ".group", ".beside")


@pytest.mark.parametrize("start", range(0, 200, 40))
def test_no_tile_changes_places_without_a_word(start: int) -> None:
    for entry in golden_positions()[start : start + 40]:
        for step in advise(state_of(entry)).to_json()["steps"]:
            template = step["sentences"][-1]["template"]
            if step["to"] == "new set" or template.endswith(SAYS_THE_WHOLE_SET):
                continue
            makes = iter(step["makes"].split())
            assert all(tile in makes for tile in step["to"].split()), step["text"]


def test_a_joker_that_shifts_is_said() -> None:
    table, rack = parse_table("K4 K5 K6 J | R1 R2 R3"), parse_tiles("K2")
    (step,) = advise(GameState(table, rack)).to_json()["steps"]
    assert "so that it reads black 2, joker, 4, 5, 6" in step["text"]


def test_a_replaced_joker_that_stays_in_the_set_is_said() -> None:
    table, rack = parse_table("O10 O11 J"), parse_tiles("O12")
    (step,) = advise(GameState(table, rack)).to_json()["steps"]
    assert "waits" not in step["text"]
    assert "so that it reads" in step["text"]
