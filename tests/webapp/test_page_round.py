"""Help around a round: clock, pool, first player, redeal."""

from __future__ import annotations

import re

import pytest


def test_the_clock_and_its_penalty_are_those_of_the_rules(player):
    player.post("/rules", {"preset": "polish"})
    page = player.get("/round").text
    assert 'data-seconds="40"' in page
    assert "draws 1 tile." in page


def test_the_pool_counts_from_the_players_on_the_sheet(player):
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    assert 'data-pool="64"' in player.get("/round").text  # 106 - 3 x 14


def test_the_draw_is_shown_with_who_begins(player):
    page = player.post("/round/draw", {"names": "Ann\nBo"}).text
    assert re.search(r"(Ann|Bo) begins\.", page)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("youngest", "The youngest player begins."),
        ("right of dealer", "The player on the dealer&#39;s right begins."),
        ("drawn", r"(Ann|Bo) begins\."),
        ("no such way", r"(Ann|Bo) begins\."),
    ],
)
def test_who_begins_may_be_settled_in_other_ways(player, how, said):
    assert re.search(said, player.post("/round/draw", {"names": "Ann\nBo", "how": how}).text)


def test_the_way_of_the_rules_is_chosen_at_first(player):
    player.post("/rules", {"preset": "american-1978"})
    assert '<option value="right of dealer" selected>' in player.get("/round").text
    assert "dealt is laid open" in player.get("/round").text


def test_the_deal_is_told_step_by_step(player):
    assert "Each of the 2 players draws 14 tiles." in player.get("/round").text
    player.post("/rules", {"preset": "polish"})
    page = player.get("/round").text
    assert "14 blocks of 7 and a last one of 8" in page
    assert "The pool keeps 78 tiles: 11 blocks." in page
    assert "When the pool is empty: the round ends." in page


def test_the_end_of_the_clock_says_what_the_rules_do_then(player):
    stay = {"preset": "lemada", "has-failed_turn": "1", "failed_turn": "valid stays"}
    player.post("/rules", stay)
    page = player.get("/round").text
    assert "The valid sets stay as they lie and the player draws 3 tiles." in page
    assert "The table is restored" not in page


def test_three_doublets_may_ask_for_a_redeal_under_rules_that_know_it(player):
    player.post("/opened", {"opened": "no"})
    player.type("rack", "R1 R1 B5 B5 K9 K9 O2")
    assert "3 doublets" not in player.get().text
    player.post("/rules", {"preset": "polish"})
    assert "3 doublets" in player.get().text


@pytest.mark.parametrize("names", ["Ann\nann", "Ann\n-"])
def test_players_who_cannot_be_told_apart_are_told_and_kept(player, names):
    page = player.post("/round/draw", {"names": names})
    assert page.status_code == 400
    assert f">{names}</textarea>" in page.text
    assert re.search(r"look the same|to see", page.text)
