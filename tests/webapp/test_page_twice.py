"""Forms sent twice, at once, or from an old page: everything counts once, nothing is lost."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest


@pytest.fixture
def match(player):
    player.post("/scores/players", {"names": "Ann\nBo"})
    return player


def rounds(player) -> list[str]:
    """The rounds on the sheet, as its CSV lines."""
    lines = player.get("/scores/sheet.csv").text.splitlines()
    return [line for line in lines if line[0].isdigit()]


def form_of(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form on ``page`` that is sent to ``action``."""
    form = re.search(rf'<form[^>]*action="[^"]*{action}".*?</form>', page, re.DOTALL)
    fields = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form[0])
    return {name: unescape(value) for name, value in fields}


def at_once(app, path: str, forms: list[dict[str, str]]) -> list[int]:
    def post(form: dict[str, str]) -> int:
        return app.test_client().post(path, data=form).status_code

    with ThreadPoolExecutor(len(forms)) as pool:
        return list(pool.map(post, forms))


def test_rounds_that_come_at_once_are_all_written(app, match):
    forms = [{"rack-Ann": "", "rack-Bo": f"R{n}", "out": "Ann"} for n in range(1, 9)]
    assert at_once(app, f"{match.game}/scores/round", forms) == [303] * 8
    written = rounds(match)
    assert len(written) == 8
    assert sorted(int(line.rsplit(",", 2)[1]) for line in written) == list(range(1, 9))


def test_one_round_sent_twice_is_written_once_and_said(app, match):
    form = form_of(match.get("/scores").text, "/scores/round")
    form |= {"rack-Ann": "", "rack-Bo": "R5", "out": "Ann"}
    assert sorted(at_once(app, f"{match.game}/scores/round", [form] * 3)) == [303, 400, 400]
    again = match.post("/scores/round", form)
    assert again.status_code == 400
    assert "written down already" in again.text
    assert 'value="R5"' in again.text
    assert len(rounds(match)) == 1
    form |= form_of(match.get("/scores").text, "/scores/round")
    assert match.post("/scores/round", form).status_code == 303
    assert len(rounds(match)) == 2


def test_the_form_that_began_a_match_does_not_wipe_it_out(match):
    match.post("/scores/round", {"rack-Ann": "", "rack-Bo": "R5", "out": "Ann"})
    again = match.post("/scores/players", {"names": "Ann\nBo"})
    assert again.status_code == 400
    assert "its rounds are kept" in again.text
    assert len(rounds(match)) == 1


def test_names_may_be_put_right_before_the_first_round(match):
    assert match.post("/scores/players", {"names": "Anna\nBo"}).status_code == 303
    assert "Anna" in match.get("/scores").text


def test_a_play_carried_out_twice_is_one_turn(app, player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4 K9")
    form = form_of(player.get("/play").text, "/next")
    assert at_once(app, f"{player.game}/next", [form] * 3) == [303] * 3
    player.type("rack", "K9 K10")
    assert player.post("/next", form).status_code == 303  # the back button, and again
    assert "Turn 2" in player.get().text
    assert player.tiles("rack") == ["K9 K10"]


def test_a_turn_begun_from_nothing_twice_is_one_turn(app, player):
    player.type("table", "R1 R2 R3")
    form = form_of(player.get().text, "/next")
    assert at_once(app, f"{player.game}/next", [form] * 2) == [303] * 2
    assert "Turn 2" in player.get().text


@pytest.mark.parametrize("number", ["9" * 30, "9" * 18, "0", "9" * 4000])
def test_a_photo_or_tile_of_any_number_is_a_404_or_400(player, number):
    player.type("table", "R1 R2 R3")
    assert player.get(f"/photo/{number}.jpg").status_code == 404
    assert player.post(f"/table/tile/{number}", {"remove": "1"}).status_code in (302, 303, 400, 404)
    assert player.post("/table/add", {"tile": "R4", "group": number}).status_code < 500


@pytest.mark.parametrize("back", ["//e.example", "/\\e.example", "/\t/e.example", "/\n/e.example"])
def test_choosing_a_language_leads_to_no_other_site(client, back):
    answer = client.post("/language", data={"language": "en", "back": back})
    assert answer.location == "/"
