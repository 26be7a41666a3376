"""Proposals: what the whole scene makes likelier, and what it must leave alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.rules import Rules
from vision.decode import propose
from vision.reading import DecidedBy, Quad, SceneReading, TileGroup, TileReading, Zone

RULES = Rules.preset("lemada")
QUAD: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

Word = str | tuple[str, float, dict[str, float]]


def scene(*rows: list[Word], zone: Zone = Zone.TABLE) -> SceneReading:
    """Rows of tiles: a name is sure, ``(name, confidence, alternatives)`` is not."""
    tiles: list[TileReading] = []
    groups = []
    for row in rows:
        start = len(tiles)
        for word in row:
            name, confidence, others = (word, 0.999, {}) if isinstance(word, str) else word
            alternatives = tuple(others.items())
            tiles.append(
                TileReading(len(tiles), name, confidence, confidence < 0.9, QUAD, alternatives)
            )
        groups.append(TileGroup(zone, tuple(range(start, len(tiles)))))
    return SceneReading("a.jpg", 100, 100, tuple(tiles), tuple(groups))


def proposed(reading: SceneReading, rules: Rules = RULES) -> dict[int, str]:
    return {proposal.id: proposal.tile for proposal in propose(reading, rules)}


def test_a_doubtful_tile_is_proposed_what_makes_its_set_valid() -> None:
    (proposal,) = propose(scene(["R5", ("R8", 0.7, {"R6": 0.3}), "R7"]), RULES)
    assert (proposal.id, proposal.tile) == (1, "R6")
    assert proposal.why == "R5 R6 R7 would be a valid run"


def test_a_group_is_completed_in_a_colour_it_lacks() -> None:
    row: list[Word] = ["R9", ("R9", 0.6, {"O9": 0.25, "K9": 0.15}), "B9"]
    (proposal,) = propose(scene(row), RULES)
    assert (proposal.tile, proposal.why) == ("O9", "R9 O9 B9 would be a valid group")


def test_a_tile_that_is_sure_is_left_alone() -> None:
    """The set may really be invalid: that is for the referee to say."""
    assert proposed(scene(["R5", ("R8", 0.999, {"R6": 0.001}), "R7"])) == {}


def test_nothing_is_proposed_that_the_tile_does_not_hint_at() -> None:
    assert proposed(scene(["R5", ("R8", 0.5, {"B8": 0.4, "O8": 0.1}), "R7"])) == {}


def test_a_valid_table_needs_no_proposals() -> None:
    assert proposed(scene(["R5", ("R6", 0.6, {"R8": 0.4}), "R7"], ["J", "B2", "B3"])) == {}


def test_a_pair_and_a_rack_need_not_be_sets() -> None:
    assert proposed(scene(["R5", ("R8", 0.6, {"R6": 0.4})])) == {}
    row: list[Word] = ["R5", ("R8", 0.6, {"R6": 0.4}), "R7"]
    assert proposed(scene(row, zone=Zone.RACK)) == {}


def test_the_stock_speaks_up_on_a_rack() -> None:
    row: list[Word] = ["R7", ("R7", 0.8, {"O7": 0.2}), "R7"]
    (proposal,) = propose(scene(row, zone=Zone.RACK), RULES)
    assert (proposal.id, proposal.tile) == (1, "O7")
    assert proposal.why == "the game has only 2 R7, and 3 were read"


def test_stock_and_sets_are_weighed_together() -> None:
    """Both K3 are safe elsewhere, so the doubtful tile of the run of threes is blue."""
    rows: list[list[Word]] = [
        ["K2", "K3", "K4"],
        ["K3", "K4", "K5"],
        ["R3", "O3", ("R3", 0.5, {"K3": 0.3, "B3": 0.2})],
    ]
    assert proposed(scene(*rows)) == {8: "B3"}


def test_jokers_may_be_what_a_tile_hints_at() -> None:
    assert proposed(scene(["R5", ("B8", 0.6, {"J": 0.4}), "R7"])) == {1: "J"}


def test_an_unreadable_tile_gets_the_tile_its_set_asks_for() -> None:
    row: list[Word] = ["B10", ("?", 0.15, {"B3": 0.15, "B11": 0.12, "K8": 0.1}), "B12"]
    assert proposed(scene(row)) == {1: "B11"}


def test_what_the_user_decided_is_never_proposed_away() -> None:
    reading = scene(["R5", ("R8", 0.7, {"R6": 0.3}), "R7"])
    tiles = list(reading.tiles)
    tiles[1] = replace(tiles[1], decided_by=DecidedBy.USER)
    assert proposed(replace(reading, tiles=tuple(tiles))) == {}


def test_face_down_tiles_are_left_out() -> None:
    assert proposed(scene(["R5", "X", "R7"], ["X"], ["?"])) == {}


@pytest.mark.parametrize("name", ["lemada", "pressman-1998", "polish"])
def test_every_ruleset_can_be_decoded(name: str) -> None:
    reading = scene(["R5", ("R8", 0.7, {"R6": 0.3}), "R7"], ["J", "J", "J"])
    assert proposed(reading, Rules.preset(name))[1] == "R6"
