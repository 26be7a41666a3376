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
    assert left_in_pool(player) == 64  # 106 - 3 x 14


def test_the_draw_is_shown_with_who_begins(player):
    page = who_begins(player, names="Ann\nBo")
    assert re.search(r"(Ann|Bo) begins\.", page)


def who_begins(player, **form) -> str:
    """The page after the form was sent, as a browser comes to it."""
    answer = player.post("/round/draw", form)
    assert answer.status_code == 303
    return player.client.get(answer.location).text


def drawn_key(page: str) -> str:
    return re.search(r'name="drawn" value="([^"]*)"', page)[1]


def told(page: str) -> str:
    """What stands there, without the form's token, which is another each second."""
    section = re.search(r'id="begins".*?</section>', page, re.DOTALL)[0]
    return re.sub(r'name="csrf_token" value="[^"]*"', "", section)


def test_who_begins_is_kept_and_the_clock_starts_with_that_player(player):
    names = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"]
    page = who_begins(player, names="\n".join(names), how="drawn")
    first = re.search(r"(\w+) begins\.", page)[1]
    assert f'data-first="{names.index(first)}"' in page
    assert told(player.get("/round").text) == told(page)
    assert 'data-players="Ann\nBo' in page


def test_only_a_page_that_shows_who_begins_draws_again(player):
    names = "\n".join(f"P{n}" for n in range(8))
    before = who_begins(player, names=names)
    for _ in range(8):  # the same form sent twice, or an old page
        assert told(who_begins(player, names=names, drawn="")) == told(before)
    again = who_begins(player, names=names, drawn=drawn_key(before))
    assert drawn_key(again) != drawn_key(before)
    assert "Settle it again" in again
    assert told(who_begins(player, names=names, drawn=drawn_key(before))) == told(again)


def test_who_begins_is_not_known_any_more_when_others_play(player):
    who_begins(player, names="Ann\nBo", how="drawn")
    player.post("/scores/players", {"names": "Cy\nDi"})
    page = player.get("/round").text
    assert "begins." not in told(page)
    assert 'data-players="Cy\nDi" data-first="0"' in page
    assert re.search(r"(Cy|Di) begins\.", who_begins(player, drawn=drawn_key(page), how="drawn"))


def test_players_without_names_are_called_players(player):
    assert 'data-players="Player 1\nPlayer 2"' in player.get("/round").text


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
    assert re.search(said, who_begins(player, names="Ann\nBo", how=how))


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


def left_in_pool(player) -> int:
    return int(re.search(r"data-left[^>]*>(\d+)<", player.get("/round").text)[1])


def test_tiles_that_are_drawn_are_counted_and_put_back_and_a_round_starts_anew(player):
    assert left_in_pool(player) == 78  # 106 - 2 x 14
    for drew, left in (("1", 77), ("3", 74), ("-1", 75), ("-14", 78), ("-1", 78)):
        assert player.post("/round/pool", {"drew": drew}).status_code == 303
        assert left_in_pool(player) == left
    for _ in range(6):
        player.post("/round/pool", {"drew": "999999999999"})
    assert left_in_pool(player) == 0
    player.post("/round/pool", {"drew": "-1"})
    assert left_in_pool(player) == 1
    player.post("/round/pool", {"new": "round"})
    assert left_in_pool(player) == 78


@pytest.mark.parametrize("nonsense", [{}, {"drew": "many"}, {"drew": ""}])
def test_what_is_no_number_of_tiles_draws_none(player, nonsense):
    player.post("/round/pool", nonsense)
    assert left_in_pool(player) == 78


def test_the_pool_follows_a_draw_and_a_draw_that_is_taken_back(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "B9 K12")
    assert player.post("/next", {"from": "draw", "tile": "B5", "turn": "1"}).status_code == 303
    assert left_in_pool(player) == 77
    player.post("/next", {"from": "draw", "tile": "B5", "turn": "1"})  # the same tap again
    assert left_in_pool(player) == 77
    player.post(
        "/next", {"from": "draw", "tile": "", "turn": "2"}
    )  # nobody said that one was drawn
    assert left_in_pool(player) == 77
    player.post("/back", {"turn": "3"})
    assert left_in_pool(player) == 77
    player.post("/back", {"turn": "2"})
    assert left_in_pool(player) == 78
    player.post("/next", {"from": "play", "table": "R1 R2 R3", "rack": "B9", "turn": "1"})
    assert left_in_pool(player) == 78


def test_the_pool_keeps_count_when_more_players_sit_down(player):
    player.post("/round/pool", {"drew": "3"})
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    assert left_in_pool(player) == 61
