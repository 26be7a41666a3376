"""The score sheet on the page: players, rounds, corrections, CSV."""

from __future__ import annotations

import io
import re

import pytest


@pytest.fixture
def match(player):
    player.post("/rules", {"preset": "lemada"})
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    return player


def totals(player) -> dict[str, int]:
    ranking = player.get("/scores").text.split("Rounds</h2>")[0]
    rows = re.findall(r'<th scope="row">(\w+)</th><td>(-?\d+)</td>', ranking)
    return {name: int(total) for name, total in rows}


def test_a_round_is_scored_from_the_racks(match):
    match.post(
        "/scores/round",
        {"rack-Ann": "", "rack-Bo": "R7 J", "rack-Cy": "R10 R13", "out": "Ann"},
    )
    assert totals(match) == {"Ann": 60, "Bo": -37, "Cy": -23}


def test_what_is_said_of_a_round_tells_the_points_of_each(player):
    player.post("/scores/players", {"names": "Ann\nJean-Luc"})
    player.post("/scores/round", {"rack-Jean-Luc": "R7 J", "out": "Ann"})
    page = player.get("/scores").text
    assert "Ann +37: wins what the others lose" in page
    assert "Jean-Luc −37: a rack of 37" in page


def test_who_went_out_has_to_be_said(match):
    page = match.get("/scores").text
    choice = re.search(r'<select id="out".*?</select>', page, re.S)
    assert choice is not None
    assert "required" in choice[0]
    assert "selected" not in choice[0]
    assert '<option value="">' in choice[0]


def test_a_tie_asks_for_the_referee_and_keeps_what_was_typed(match):
    racks = {"rack-Ann": "R12", "rack-Bo": "B12", "rack-Cy": "R13 R13 R4", "out": "-"}
    page = match.post("/scores/round", racks)
    assert page.status_code == 400
    assert "are tied" in page.text
    assert 'value="R13 R13 R4"' in page.text
    match.post("/scores/round", racks | {"winner": "Ann"})
    assert totals(match) == {"Ann": 18, "Bo": 0, "Cy": -18}


def test_a_correction_counts_and_the_old_entry_stays_on_record(match):
    match.post("/scores/round", {"rack-Bo": "R5", "rack-Cy": "R10", "out": "Ann"})
    match.post(
        "/scores/round/1",
        {
            "points-Ann": "18",
            "points-Bo": "-8",
            "points-Cy": "-10",
            "out": "Ann",
            "reason": "joker",
        },
    )
    assert totals(match)["Bo"] == -8
    assert "<s>-5</s>" in match.get("/scores").text


def test_the_csv_comes_back_as_the_same_sheet(match):
    match.post("/scores/round", {"rack-Bo": "R5", "rack-Cy": "R10", "out": "Ann"})
    csv = match.get("/scores/sheet.csv")
    assert csv.mimetype == "text/csv"
    match.post("/scores/round", {"rack-Bo": "R5", "rack-Cy": "R10", "out": "Ann"})
    match.post(
        "/scores/import",
        {"csv": (io.BytesIO(csv.data), "match.csv")},
        content_type="multipart/form-data",
    )
    assert totals(match) == {"Ann": 15, "Bo": -5, "Cy": -10}


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"hello,world\n1,2\n"])
def test_a_file_that_is_no_match_changes_nothing(match, content):
    match.post("/scores/round", {"rack-Bo": "R5", "rack-Cy": "R10", "out": "Ann"})
    page = match.post(
        "/scores/import",
        {"csv": (io.BytesIO(content), "x.csv")},
        content_type="multipart/form-data",
    )
    assert page.status_code == 400
    assert totals(match)["Ann"] == 15


def test_players_join_and_leave(match):
    match.post("/scores/join", {"name": "Di"})
    match.post("/scores/leave", {"name": "Bo"})
    page = match.get("/scores").text
    assert 'name="rack-Di"' in page
    assert 'name="rack-Bo"' not in page


def test_names_with_markup_are_shown_as_text(player):
    player.post("/scores/players", {"names": "<b>Ann</b>\nBo"})
    page = player.get("/scores").text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann" not in page


def test_undocumented_scoring_is_said_and_points_are_written_by_hand(player):
    player.post("/rules", {"preset": "american-1978"})
    player.post("/scores/players", {"names": "Ann\nBo"})
    assert "not documented" in player.get("/scores").text
    player.post(
        "/scores/round", {"by": "hand", "points-Ann": "20", "points-Bo": "-20", "out": "Ann"}
    )
    assert totals(player) == {"Ann": 20, "Bo": -20}


def test_the_games_own_options_count_in_the_score(player):
    player.post(
        "/rules", {"preset": "lemada", "has-joker_rack_value": "1", "joker_rack_value": "50"}
    )
    player.post("/scores/players", {"names": "Ann\nBo"})
    player.post("/scores/round", {"rack-Bo": "J", "out": "Ann"})
    assert totals(player) == {"Ann": 50, "Bo": -50}


def test_what_is_stated_about_an_opening_overrules_what_is_found(player):
    player.post("/rules", {"preset": "polish"})
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    racks = {"rack-Bo": "R10 R11 R12", "rack-Cy": "K10 K11 K12", "out": "Ann"}
    never = racks | {"unopened": ["Bo", "Cy"]}
    assert "find out" in player.get("/scores").text
    player.post("/scores/round", never)
    assert totals(player) == {"Ann": 400, "Bo": -200, "Cy": -200}
    player.post("/scores/round", never | {"could-Bo": "no"})
    assert totals(player) == {"Ann": 700, "Bo": -300, "Cy": -400}
    small = never | {"rack-Cy": "K1", "could-Cy": "yes"}
    player.post("/scores/round", small)
    assert totals(player) == {"Ann": 1100, "Bo": -500, "Cy": -600}


def test_totals_may_be_shown_with_the_sign_turned_round(player):
    flipped = {"preset": "international-1978", "has-totals_turned": "1", "totals_turned": "yes"}
    player.post("/rules", flipped)
    player.post("/scores/players", {"names": "Ann\nBo"})
    assert "Closed hands are not scored" in player.get("/scores").text
    player.post("/scores/round", {"rack-Bo": "R13 B1 K7", "out": "Ann"})
    assert totals(player) == {"Ann": 100, "Bo": -27}


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ("Ann\n-", "letter, digit or symbol to see"),
        ("Ann\n\u200b", "1 to 40 characters"),
        ("Ann\nBo\nann", "look the same"),
        ("Zoe\u0308\nZo\u00eb", "is playing already"),
        ("Ann\n Ann\u200b", "is playing already"),
    ],
)
def test_names_that_are_none_or_look_the_same_are_told_and_kept(player, names, why):
    page = player.post("/scores/players", {"names": names})
    assert page.status_code == 400
    assert why in page.text
    assert names in page.text
    assert player.get("/scores/sheet.csv").status_code == 400


def test_a_player_who_joins_has_a_name_of_its_own(match):
    page = match.post("/scores/join", {"name": "ANN"})
    assert page.status_code == 400
    assert "look the same, Ann and ANN" in page.text
    assert 'value="ANN"' in page.text
    match.post("/scores/leave", {"name": "Bo"})
    match.post("/scores/join", {"name": " bo "})
    assert match.get("/scores").text.count('name="rack-Bo"') == 1


def test_a_sheet_from_a_file_has_players_to_tell_apart(match):
    csv = match.get("/scores/sheet.csv").data.replace(b"Cy", b"bo")
    form = {"csv": (io.BytesIO(csv), "m.csv")}
    page = match.post("/scores/import", form, content_type="multipart/form-data")
    assert page.status_code == 400
    assert "look the same, Bo and bo" in page.text
    assert 'name="rack-Cy"' in match.get("/scores").text


def test_only_one_of_the_tied_can_be_named(match):
    racks = {"rack-Ann": "R12", "rack-Bo": "B12", "rack-Cy": "R13 R13 R4", "out": "-"}
    page = match.post("/scores/round", racks | {"winner": "Cy"})
    assert page.status_code == 400
    assert "the tie is between Ann and Bo" in page.text
    assert totals(match)["Ann"] == 0


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Needed only in a tie"), ("pl", "Potrzebne tylko przy remisie")]
)
def test_what_the_winner_of_a_tie_is_for_is_said_beside_it(player, language, told):
    player.post("/scores/players", {"names": "Ann\nBo"})
    page = player.get("/scores", headers={"Accept-Language": language}).text
    assert re.search(
        rf'name="winner" aria-describedby="winner-hint".*?id="winner-hint">{told}', page, re.S
    )
