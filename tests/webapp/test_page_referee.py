"""Disputes on the page: one set, one turn."""

from __future__ import annotations

import io
import re
from urllib.parse import quote

import pytest
from PIL import Image


@pytest.mark.parametrize(
    ("tiles", "verdict", "said"),
    [
        ("R7 B7 J", "valid", "A valid group"),
        ("R4 R5 R6", "valid", "15 points"),
        ("R5 R7 J", "invalid", "In this order it would be valid"),
        ("R12 R13 R1", "invalid", "1 does not follow 13"),
        ("J J R5", "valid", "The player has to say which is meant"),
        ("R9 J J", "valid", "Valid either way, but not settled which"),
    ],
)
def test_a_set_is_judged_with_its_reason(player, tiles, verdict, said):
    page = player.get(f"/check?set={quote(tiles)}").text
    assert f'data-verdict="{verdict}"' in page
    assert said in page


def test_a_set_from_a_photo_is_judged(player, reader):
    reader.lay("R4 R5 R6")
    page = player.post_photo("/check")
    assert 'data-verdict="valid"' in page.text


def test_a_verdict_that_hangs_on_a_doubtful_tile_is_not_given(player, reader):
    reader.lay("R4 R5~R8 R6")
    page = player.post_photo("/check").text
    assert 'data-verdict="open"' in page
    assert "was read as red 5 but may be red 8" in page
    assert 'data-verdict="valid"' not in page
    assert 'value="R4 R5 R6"' in page


def test_a_doubt_that_changes_nothing_does_not_hold_the_verdict_back(player, reader):
    reader.lay("R7 B7~K7 O7")
    assert 'data-verdict="valid"' in player.post_photo("/check").text


def verdicts(page: str) -> list[str]:
    return re.findall(r'data-verdict="(\w+)"', page)


def test_every_set_of_a_photo_is_judged_each_by_itself(player, reader):
    reader.lay("R4 R5 R6", "B1 B2 B9", "K1 K2 K3", "O7")
    page = player.post_photo("/check").text
    assert verdicts(page) == ["valid", "invalid", "valid", "invalid"]
    assert "Valid sets: 2 of 4" in page
    assert 'role="alert"' not in page
    assert 'value="R4 R5 R6 | B1 B2 B9 | K1 K2 K3 | O7"' in page


def test_a_set_that_hangs_on_a_tile_does_not_keep_the_others_from_their_verdict(player, reader):
    reader.lay("R4 R5~R8 R6", "B1 ? B3", "K1 K2 K3", "X")
    page = player.post_photo("/check").text
    assert verdicts(page) == ["open", "open", "valid"]
    assert "was read as red 5 but may be red 8" in page
    assert "put the right tile for the ?" in page
    assert 'value="R4 R5 R6 | B1 ? B3 | K1 K2 K3"' in page


def test_a_photo_without_a_set_says_so(player, reader):
    reader.lay("X")
    page = player.post_photo("/check").text
    assert "No set was found in this photo" in page
    assert verdicts(page) == []


def test_several_sets_may_be_typed(player):
    page = player.get("/check?set=R4 R5 R6 | B1 B2 J=B9").text
    assert verdicts(page) == ["valid", "invalid"]
    assert 'value="R4 R5 R6 | B1 B2 J=B9"' in page


def test_a_reading_is_declared_with_one_tap(player):
    page = player.get("/check?set=R9 J J").text
    links = re.findall(r'href="([^"]*check\?set=[^"]*)"', page)
    assert len(links) == 4
    run = next(link for link in links if "R10" in link)
    told = player.client.get(run.replace("&amp;", "&")).text
    assert "A valid run" in told
    assert "30 points" in told
    assert "The player has to say" not in told
    assert 'value="R9 J=R10 J=R11"' in told


def test_a_reading_is_declared_among_other_sets_without_losing_them(player):
    page = player.get("/check?set=R1 R2 R3 | R9 J J | B7 K7 O7").text
    links = re.findall(r'href="([^"]*check\?set=[^"]*)"', page)
    run = next(link for link in links if "R10" in link)
    told = player.client.get(run.replace("&amp;", "&")).text
    assert 'value="R1 R2 R3 | R9 J=R10 J=R11 | B7 K7 O7"' in told
    assert verdicts(told) == ["valid", "valid", "valid"]


def test_a_joker_s_worth_and_a_better_order_are_told(player):
    page = player.get("/check?set=J R9 R10").text
    assert "a joker counts as the tile it stands for" in page
    assert "In this order it would be worth 30 points:" in page
    assert "a joker counts" not in player.get("/check?set=R8 R9 R10").text


def test_a_mirror_joker_is_told_to_be_worth_nothing(player):
    player.post("/rules", {"preset": "twist"})
    assert "JM = 0" in player.get("/check?set=R2 R3 JM R3 R2").text


def test_the_referee_knows_declared_jokers_and_the_empty_pool(player):
    turn = {"before": "", "after": "R9 J=B9 J=K9"}
    assert "worth 27 points" in player.post("/referee", turn).text
    turn["after"] = "R9 J=R10 J=R11"
    assert 'data-legal="yes"' in player.post("/referee", turn).text
    same = {"before": "R1 R2 R3", "after": "R1 R2 R3", "rack_before": "R4", "opened": "yes"}
    assert 'data-legal="yes"' in player.post("/referee", same | {"pool": "empty"}).text
    player.post("/rules", {"preset": "mso"})
    page = player.post("/referee", same | {"pool": "empty"}).text
    assert "R4 could have been played" in page
    assert 'name="pool" value="empty" checked' in page


def test_a_legal_turn(player):
    page = player.post("/referee", {"before": "R1 R2 R3", "after": "R1 R2 R3 R4", "opened": "yes"})
    assert 'data-legal="yes"' in page.text
    assert "Adding to a set" in page.text


def test_an_illegal_turn_says_why_and_how_to_restore(player):
    page = player.post("/referee", {"before": "R1 R2 R3", "after": "R1 R2 B4", "opened": "yes"})
    assert 'data-legal="no"' in page.text
    assert "R3 vanished from the table" in page.text
    assert "Putting the table right" in page.text


def test_the_referee_starts_from_the_table_of_the_turn(player):
    player.type("table", "K1 K2 K3")
    assert "K1 K2 K3</textarea>" in player.get("/referee").text


def test_a_word_that_is_no_tile_comes_back_as_typed(player):
    page = player.post("/referee", {"before": "R1 R2 R33", "after": "", "opened": "yes"})
    assert page.status_code == 400
    assert "R1 R2 R33</textarea>" in page.text


def test_photos_of_a_turn_are_read_and_shown_before_they_are_judged(player, reader):
    reader.lay("R1 R2 R3 R4")
    photo = (io.BytesIO(a_photo()), "after.png")
    page = player.post(
        "/referee",
        {"before": "R1 R2 R3", "photo-after": photo, "opened": "yes"},
        content_type="multipart/form-data",
    ).text
    assert "R1 R2 R3 R4</textarea>" in page
    assert "R1 R2 R3</textarea>" in page
    assert "Check what was read" in page
    assert "data-legal" not in page


def test_a_photo_is_taken_from_the_gallery_as_from_the_camera(player, reader):
    """Its two fields have one name, and the browser sends both, one of them empty."""
    reader.lay("R1 R2 R3 R4")
    empty, photo = (io.BytesIO(), ""), (io.BytesIO(a_photo()), "after.png")
    page = player.post(
        "/referee",
        {"before": "R1 R2 R3", "photo-after": [empty, photo], "opened": "yes"},
        content_type="multipart/form-data",
    ).text
    assert "R1 R2 R3 R4</textarea>" in page


def test_read_without_a_photo_is_said_and_what_was_typed_stays(player):
    page = player.post("/referee", {"before": "R1 R2 R3", "after": "R1 R2", "read": "1"})
    assert page.status_code == 400
    assert "No photo was chosen" in page.text
    assert "R1 R2 R3</textarea>" in page.text
    assert "data-legal" not in page.text


@pytest.mark.parametrize(
    ("rules", "tiles", "told", "untold"),
    [
        ("lemada", "R3 J R5", ["joker counts as the tile"], ["mirror"]),
        ("twist", "R3 J R5", ["joker counts as the tile"], ["a mirror joker 0"]),
        ("twist", "R3 R4 JM R4 R3", ["a mirror joker 0"], []),
        ("lemada", "R3 R4 R5", [], ["joker counts"]),
    ],
)
def test_only_the_jokers_that_lie_there_are_explained(client, rules, tiles, told, untold):
    game = client.post("/games", data={"rules": rules}).location
    page = client.get(f"{game}/check", query_string={"set": tiles}).text
    assert all(words in page for words in told)
    assert not any(words in page for words in untold)


@pytest.mark.parametrize("place", ["", "/table", "/check"])
def test_the_letters_of_the_game_are_explained_and_no_others(client, place):
    """Jokers that the game lacks, and colours, are not in the hint."""
    game = client.post("/games", data={"rules": "lemada"}).location
    assert "O orange, J joker: R7 is the red 7." in client.get(game + place).text
    twist = client.post("/games", data={"rules": "twist"}).location
    assert "JM mirror joker" in client.get(twist + place).text
    client.post(
        game + "/rules",
        data={
            "preset": "lemada",
            "has-colors": "1",
            "colors": ["B", "K"],
            "has-highest_number": "1",
            "highest_number": "5",
            "has-jokers": "1",
            "jokers-J": "0",
        },
    )
    page = client.get(game + place).text
    assert "B blue, K black: B5 is the blue 5." in page
    assert "J=R10" not in page


def a_photo() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (200, 100)).save(out, "PNG")
    return out.getvalue()
