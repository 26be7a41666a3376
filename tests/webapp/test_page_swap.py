"""A rack photographed as the table, or the table as the rack: said, and put right at once."""

from __future__ import annotations

import re

import pytest

GUESS = ", but it may be "


@pytest.mark.parametrize(
    ("part", "sets", "said"),
    [
        ("table", ["R1 B7 K9 O4", "R13 B2 J K1"], True),  # tiers of a rack
        ("table", ["R1 R2 R3", "B7 K7 O7"], False),  # close rows of sets are a table
        ("table", ["R1 R2 R3", "B7 K7 K9"], False),  # so is one with a broken set
        ("table", ["R1 B7 K9 O4"], False),  # one row may be anything
        ("rack", ["R1 B7 K9 O4", "R13 B2 J K1"], False),
        ("rack", ["R1 R2 R3"], False),
        ("rack", ["R1 R2 R3", "", "", "B7 K7 O7"], True),  # far apart: sets on a table
        ("rack", ["R1 R2 R3", "", "", "B7 K7 K9"], False),
    ],
)
def test_a_photo_that_seems_to_show_the_other_part_is_told(player, reader, part, sets, said):
    reader.lay(*sets)
    player.photograph(part)
    assert (GUESS in player.get(f"/{part}").text) == said


def test_one_tap_makes_the_table_the_rack_with_photo_and_corrections(player, reader):
    reader.lay("R1 B7 K9 O4", "R13 B2~B8 J K1")
    player.photograph("table")
    player.post("/table/tile/0", {"tile": "R2"})
    moved = player.post("/swap", {"to": "rack"})
    page = player.client.get(moved.location).text
    assert moved.location.endswith("/rack")
    assert "Taken as your rack" in page
    assert GUESS not in page
    assert page.count('class="edge"') == 8
    assert "blue 2, doubtful" in page
    assert player.tiles("rack") == ["R2 B7 K9 O4", "R13 B2 J K1"]
    assert player.tiles("table") == []
    player.post("/swap", {"to": "table"})
    assert player.tiles("table") == ["R2 B7 K9 O4", "R13 B2 J K1"]
    assert player.tiles("rack") == []


def test_where_both_are_there_they_change_places_and_nothing_is_lost(player, reader):
    reader.lay("R1 B7 K9 O4", "R13 B2 J K1")
    player.photograph("table")
    reader.lay("R1 R2 R3", "", "", "B7 K7 O7")
    player.photograph("rack")
    player.post("/rack/add", {"tile": "K13", "group": ""})
    page = player.client.get(player.post("/swap", {"to": "table"}).location).text
    assert "Table and rack have changed places." in page
    assert player.tiles("table") == ["R1 R2 R3", "B7 K7 O7", "K13"]
    assert player.tiles("rack") == ["R1 B7 K9 O4", "R13 B2 J K1"]
    player.post("/table/undo")
    assert player.tiles("table") == ["R1 R2 R3", "B7 K7 O7", "K13"]
    assert all("<image" in player.get(f"/{part}").text for part in ("table", "rack"))


def test_nothing_to_swap_is_no_failure(player):
    assert player.post("/swap", {"to": "rack"}).status_code == 303


def swap_form(player, part: str) -> dict[str, str]:
    """The form that takes what lies on ``part`` for the other part, as its page sends it."""
    form = re.search(r'<form[^>]*action="[^"]*/swap".*?</form>', player.get(f"/{part}").text)[0]
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))


@pytest.mark.parametrize("both", [False, True])
def test_a_button_pressed_twice_takes_the_tiles_there_once(player, reader, both):
    if both:
        reader.lay("R1 R2 R3")
        player.photograph("rack")
    reader.lay("R1 B7 K9 O4")
    player.photograph("table")
    form = swap_form(player, "table")
    for _tap in range(2):
        assert player.post("/swap", form).location.endswith("/rack")
        assert player.tiles("rack") == ["R1 B7 K9 O4"]
        assert player.tiles("table") == (["R1 R2 R3"] if both else [])
    player.post("/swap", swap_form(player, "rack"))  # it was the table after all
    assert player.tiles("table") == ["R1 B7 K9 O4"]


@pytest.mark.parametrize("to", [{}, {"to": ""}, {"to": "pool"}, {"to": "p1"}])
def test_a_place_that_is_none_is_refused_and_nothing_moves(player, reader, to):
    reader.lay("R1 B7 K9 O4")
    player.photograph("table")
    page = player.post("/swap", to)
    assert page.status_code == 400
    assert "to is table or rack" in page.text
    assert player.tiles("table") == ["R1 B7 K9 O4"]


def test_of_a_rack_to_count_nobody_asks_whether_it_is_a_table(player, reader):
    player.post("/scores/players", {"names": "Ann\nBo"})
    reader.lay("R1 R2 R3", "", "", "B7 K7 O7")
    player.post_photo("/p2/photo")
    page = player.get("/p2").text
    assert GUESS not in page
    assert not re.search(r'action="[^"]*/swap"', page)
    player.type("rack", "K5")
    player.post("/swap", {"to": "table"})
    assert player.tiles("p2") == ["R1 R2 R3", "B7 K7 O7"]
