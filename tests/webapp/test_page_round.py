"""Help around a round: clock, pool, first player, redeal."""

from __future__ import annotations

import itertools
import re

from solver.rules import Rules
from webapp.views.rounds import first_player


def test_the_clock_and_its_penalty_are_those_of_the_rules(player):
    player.post("/rules", {"preset": "polish"})
    page = player.get("/round").text
    assert 'data-seconds="40"' in page
    assert "draws 1 tile." in page


def test_the_pool_counts_from_the_players_on_the_sheet(player):
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    assert 'data-pool="64"' in player.get("/round").text  # 106 - 3 x 14


def test_the_highest_tile_begins_and_ties_draw_again():
    rules = Rules.preset("lemada")
    for _ in range(50):
        draws = first_player(["Ann", "Bo", "Cy", "Di"], rules)
        assert list(draws[0]) == ["Ann", "Bo", "Cy", "Di"]
        for draw, again in itertools.pairwise(draws):
            top = max(tile.face_value for tile in draw.values())
            assert list(again) == [n for n, tile in draw.items() if tile.face_value == top]
        last = sorted(tile.face_value for tile in draws[-1].values())
        assert last[-1] > last[-2]


def test_the_draw_is_shown_with_who_begins(player):
    page = player.post("/round/draw", {"names": "Ann\nBo"}).text
    assert re.search(r"(Ann|Bo) begins\.", page)


def test_three_doublets_may_ask_for_a_redeal_under_rules_that_know_it(player):
    player.post("/opened", {"opened": "no"})
    player.type("rack", "R1 R1 B5 B5 K9 K9 O2")
    assert "3 doublets" not in player.get().text
    player.post("/rules", {"preset": "polish"})
    assert "3 doublets" in player.get().text
