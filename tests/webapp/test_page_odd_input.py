"""Odd input, everywhere: never a failure inside, and nothing is lost."""

from __future__ import annotations

from urllib.parse import quote

import pytest

ODD = (
    "",
    " ",
    "\x00",
    "R" + "9" * 5000,
    "R0",
    "R²",
    "R١",
    "J=",
    "|" * 200,
    "R1 " * 2000,
    "💥",
    "<script>alert(1)</script>",
    "-1",
    "1e999",
    "NaN",
    "None",
    "%s%(n)s{tiles}",
    "../../etc/passwd",
    "'; DROP TABLE games; --",
)
FORMS = (
    ("/table/text", ("tiles",)),
    ("/rack/text", ("tiles",)),
    ("/table/tile/0", ("tile",)),
    ("/table/tile/0", ("move",)),
    ("/table/tile/0", ("order",)),
    ("/table/add", ("tile", "x", "y", "group")),
    ("/next", ("from", "table", "rack")),
    ("/opened", ("opened",)),
    ("/rules", ("preset",)),
    ("/referee", ("before", "after", "rack_before", "rack_after")),
    ("/scores/players", ("names",)),
    ("/scores/join", ("name",)),
    ("/scores/leave", ("name",)),
    ("/scores/round", ("rack-Ann", "rack-Bo", "out", "winner", "unopened", "announced")),
    ("/scores/round/1", ("points-Ann", "points-Bo", "out", "reason")),
    ("/round/draw", ("names",)),
    ("/round/pool", ("drew",)),
    ("/back", ("turn",)),
    ("/tiles/choose", ("name",)),
    ("/tiles/rename", ("name", "new")),
    ("/tiles/delete", ("name",)),
    ("/tiles/draft/0", ("tile",)),
    ("/tiles/draft/save", ("name",)),
)
PAGES = (
    "/table?tile={}",
    "/table?add=1&x={}&y={}",
    "/table?zoom={}",
    "/table?review={}",
    "/play?hint={}",
    "/play?anyway={}",
    "/play?turn={}",
    "/choices?turn={}",
    "/rules?preset={}",
    "/tiles/draft?tile={}",
    "/tiles/export?name={}",
    "/check?set={}",
)


@pytest.mark.parametrize(("path", "fields"), FORMS)
def test_odd_text_in_a_form_is_taken_or_refused_but_never_breaks(player, path, fields):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4")
    player.post("/scores/players", {"names": "Ann\nBo"})
    for odd in ODD:
        answer = player.post(path, dict.fromkeys(fields, odd))
        assert answer.status_code < 500, odd[:50]
    for page in ("", "/table", "/rack", "/play", "/scores", "/rules"):
        assert player.get(page).status_code < 400, page


@pytest.mark.parametrize("page", PAGES)
def test_odd_addresses_are_answered(player, page):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4")
    for odd in ODD:
        text = page.replace("{}", quote(odd[:1000]))
        assert player.get(text).status_code < 500, text


def test_markup_in_a_name_or_a_text_is_never_markup(client, player):
    odd = '"><img src=x onerror=alert(1)>'
    game = client.post("/games", data={"rules": "lemada", "name": odd}).location
    for page in ("/", game, f"{game}/scores", f"{game}/check?set={odd}"):
        assert "<img" not in client.get(page).text
    assert "<img" not in player.post("/table/text", {"tiles": odd}).text
