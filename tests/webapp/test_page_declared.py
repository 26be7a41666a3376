"""Rules under which jokers by themselves are a set: on the page it is said what they stand for."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.webapp.conftest import Player

ALONE = "J=R11 J=R12 J=R13"


@pytest.fixture
def player(client):
    return Player(client, client.post("/games", data={"rules": "xp", "opened": "yes"}).location)


def say(player, path: str, first: str, way: str):
    """What is tapped: the way to the question, the first tile, then the whole set."""
    page = player.get(path).text
    asked = unescape(re.search(r'href="/g/[^/]+(/table\?[^"]*stands=[^"]*)"', page)[1])
    asked = unescape(player_link(player.get(asked).text, f"stands={first}"))
    form = player.get(asked).text
    assert f'value="{way}"' in form
    action = re.search(r'<form class="ways"[^>]*action="/g/[^/]+([^"]*)"', form)[1]
    return player.post(action, {"meant": way})


def player_link(page: str, end: str) -> str:
    return re.search(rf'href="/g/[^/"]+(/table\?[^"]*{end})"', page)[1]


def played(player):
    """What is sent when the suggested play is played."""
    page = player.get("/play").text
    form = re.search(r'<form method="post"[^>]*class="wide">.*?</form>', page, re.DOTALL)[0]
    hidden = re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', form)
    return player.post("/next", {name: unescape(value) for name, value in hidden})


@pytest.mark.parametrize("where", ["", "/table"])
def test_jokers_by_themselves_are_asked_about_and_then_played_with(player, where):
    player.type("table", "J J J | B1 B2 B3")
    player.type("rack", "R10 K5")
    assert 'data-status="invalid_table"' in player.get("/play").text
    say(player, where, "R11", "R11 R12 R13")
    assert player.tiles("table") == [ALONE, "B1 B2 B3"]
    page = player.get("/play").text
    assert 'data-status="play"' in page
    assert re.search("stands for (red|orange|blue|black)", page)


def test_a_set_of_jokers_that_was_played_does_not_block_the_next_turn(player):
    player.post("/opened", {"opened": "no"})
    player.type("table", "R1 R2 R3")
    player.type("rack", "J J J")
    assert 'data-status="win"' in player.get("/play").text
    played(player)
    player.type("rack", "R4")
    page = player.get().text
    assert "something is wrong" not in page
    laid = next(row for row in player.tiles("table") if row.startswith("J="))
    assert all(f"= {word[2:]}<" in page for word in laid.split())
    assert 'data-status="win"' in player.get("/play").text


def test_a_new_photo_of_the_set_that_lies_unchanged_asks_nothing(player, reader):
    player.type("table", f"{ALONE} | B1 B2 B3")
    player.type("rack", "R4 K5")
    reader.lay("B1 B2 B3 B4", "J J J")
    player.photograph("table")
    assert player.tiles("table") == ["B1 B2 B3 B4", ALONE]
    player.post("/next", {})
    player.photograph("table")
    assert player.tiles("table") == ["B1 B2 B3 B4", ALONE]


def test_a_set_misread_first_is_known_again_on_the_next_photo(player, reader):
    player.type("table", f"{ALONE} | B1 B2 B3")
    player.type("rack", "B4")
    played(player)
    reader.lay("J J R7", "B1 B2 B3 B4")
    player.photograph("table")
    assert "J=" not in " ".join(player.tiles("table"))
    reader.lay("J J J", "B1 B2 B3 B4")
    player.photograph("table")
    assert player.tiles("table") == [ALONE, "B1 B2 B3 B4"]


def test_a_set_that_is_another_is_asked_about_again(player, reader):
    player.type("table", f"{ALONE} | B1 B2 B3")
    reader.lay("J J J J", "B1 B2 B3")
    player.photograph("table")
    assert "Say what they stand for" in player.get("/table").text
    say(player, "/table", "R10", "R10 R11 R12 R13")
    assert player.tiles("table")[0] == "J=R10 J=R11 J=R12 J=R13"


def test_a_set_that_was_gone_for_a_turn_is_asked_about_again(player, reader):
    player.type("table", f"{ALONE} | B1 B2 B3")
    reader.lay("R10 J R12", "J R5 R6", "B1 B2 B3 J")
    player.photograph("table")
    player.post("/next", {})
    reader.lay("J J J", "B1 B2 B3")
    player.photograph("table")
    assert player.tiles("table") == ["J J J", "B1 B2 B3"]
    assert "Say what they stand for" in player.get("/table").text


def test_what_is_no_set_cannot_be_declared(player):
    player.type("table", "J J J")
    assert player.post("/table/tile/0", {"meant": "R1 R2 R9"}).status_code == 400
    assert player.post("/table/tile/0", {"meant": "R1 R2"}).status_code == 400
    assert player.post("/table/tile/0", {"meant": "R1 R2 frog"}).status_code == 400
    assert player.post("/table/tile/7", {"meant": "R1 R2 R3"}).status_code == 400
    assert player.tiles("table") == ["J J J"]


def test_what_was_declared_can_be_undone_changed_and_typed(player):
    player.type("table", "J J J")
    player.post("/table/tile/0", {"meant": "R1 R2 R3"})
    assert "Declared: red 1, red 2, red 3" in player.get("/table").text
    player.post("/table/undo")
    assert player.tiles("table") == ["J J J"]
    player.post("/table/redo")
    player.post("/table/tile/2", {"meant": "B5 K5 O5"})
    assert player.tiles("table") == ["J=B5 J=K5 J=O5"]
    player.type("table", "j = r4 J=R5 J=R6")
    assert player.tiles("table") == ["J=R4 J=R5 J=R6"]
    player.post("/table/tile/2", {"tile": "R6"})
    assert player.tiles("table") == ["J=R4 J=R5 R6"]


def test_a_rack_says_nothing_of_what_its_jokers_stand_for(player):
    page = player.post("/rack/text", {"tiles": "J=R10 R3"})
    assert page.status_code == 400
    player.type("table", ALONE)
    player.post("/swap", {"to": "rack"})
    assert "J=" not in " ".join(player.tiles("rack"))


def test_rules_without_such_sets_never_ask(client):
    player = Player(
        client, client.post("/games", data={"rules": "lemada", "opened": "yes"}).location
    )
    player.type("table", "J J J")
    assert "stands=" not in player.get("/table").text
    player.type("table", "R9 J J")
    page = player.get("/table").text
    assert "stands=" not in page  # nobody has to say it
    assert "Say what it stands for" in player.get("/table?tile=1").text


def test_the_question_speaks_polish(player):
    player.type("table", "J J J")
    page = player.get("/table?tile=0&stands=", headers={"Accept-Language": "pl"}).text
    assert "What do" not in page
    assert "Which tile" not in page
