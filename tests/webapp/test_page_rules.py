"""The rules of a game on the page: every option seen, changed, remembered."""

from __future__ import annotations

import dataclasses
import io
import re
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict

from solver.options import OPTIONS
from solver.rules import Rules, load_rules, parse_rules, preset_names
from webapp.views.rules import changed_options


def as_form(rules: Rules) -> list[tuple[str, str]]:
    """What a browser posts for the form of these rules, read off its page's fields."""
    fields = []
    for option in OPTIONS:
        value = getattr(rules, option.name)
        fields.append((f"has-{option.name}", "1"))
        if option.form == "yes_no":
            fields += [(option.name, "yes")] if value else []
        elif option.form == "colors":
            fields += [(option.name, str(color)) for color in value]
        elif option.form == "jokers":
            fields += [(f"{option.name}-{kind}", str(n)) for kind, n in value.items()]
        else:
            fields.append((option.name, str(value)))
    return fields


@pytest.mark.parametrize("name", preset_names())
def test_a_form_posted_unchanged_changes_nothing(name):
    rules = Rules.preset(name)
    assert changed_options(rules, MultiDict(as_form(rules))) == {}


def test_every_option_is_on_the_page_and_ours_are_marked(player):
    page = player.get("/rules").text
    for option in OPTIONS:
        assert f'name="has-{option.name}"' in page
    assert "our reading" in page


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", preset_names())
def test_a_smaller_box_is_listed_where_it_is_used_and_can_be_asked_for_elsewhere(
    player, name, language
):
    headers = {"Accept-Language": language}
    page = player.get(f"/rules?preset={name}", headers=headers).text
    folded = re.search(
        r'<details class="more"><summary>(?:(?!</summary>).)*</summary>\s*<div class="option">',
        page,
    )
    used = bool(Rules.preset(name).few_players)
    assert bool(folded) != used
    if folded:
        listed, _mark, rest = page.partition(folded[0])
        assert "few_players" not in listed
        assert rest.count('name="has-few_players') == 3


def test_a_changed_option_counts_in_the_game(player):
    player.post("/opened", {"opened": "no"})
    player.type("rack", "R9 B9 K9")  # 27 points
    assert 'data-status="draw"' in player.get("/play").text
    player.post("/rules", {"preset": "lemada", "has-opening_points": "1", "opening_points": "25"})
    assert 'data-status="win"' in player.get("/play").text
    assert "your choice" in player.get("/rules").text


def test_the_next_game_remembers_the_rules_and_their_changes(player, client):
    player.post("/rules", {"preset": "polish", "has-dealt": "1", "dealt": "16"})
    home = client.get("/").text
    assert re.search(r'value="polish" selected', home)
    game = client.post("/games", data={"rules": "polish"}).location
    assert re.search(r'name="dealt"[^>]*value="16"', client.get(f"{game}/rules").text)


def test_a_value_that_is_none_is_refused_and_nothing_kept(player):
    bad = {"preset": "lemada", "has-opening_points": "1", "opening_points": "many"}
    page = player.post("/rules", bad)
    assert page.status_code == 400
    assert "opening_points" in page.text
    assert re.search(r'name="opening_points"[^>]*value="30"', player.get("/rules").text)


def test_another_ruleset_is_shown_before_it_is_chosen(player):
    assert re.search(
        r'name="opening_points"[^>]*value="50"', player.get("/rules?preset=sabra-50").text
    )
    assert "Lemada" in player.get().text


def test_the_rules_of_a_game_come_as_a_file_that_can_be_read_again(player, tmp_path):
    player.post("/rules", {"preset": "polish", "has-opening_points": "1", "opening_points": "41"})
    path = tmp_path / "ours.toml"
    path.write_bytes(player.get("/rules.toml").data)
    rules = load_rules(path)
    assert rules.opening_points == 41
    assert rules.joker_rack_value == Rules.preset("polish").joker_rack_value


def upload(player, text: bytes, name: str = "house.toml"):
    data = {"toml": (io.BytesIO(text), name)}
    return player.post("/rules/file", data, content_type="multipart/form-data")


def test_a_file_of_one_s_own_rules_is_brought_in(player):
    text = 'extends = "polish"\n[rules]\nopening_points = 41\njokers = { J = 3 }\ncolors = "RBK"\n'
    assert upload(player, text.encode()).status_code == 303
    page = player.get("/rules").text
    assert re.search(r'name="opening_points"[^>]*value="41"', page)
    assert re.search(r'name="joker_rack_value"[^>]*value="100"', page)
    rules = parse_rules(player.get("/rules.toml").text, "again.toml")
    assert rules == dataclasses.replace(
        parse_rules(text, "house.toml"), name=rules.name, title=rules.title
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "choose the .toml file"),
        (b"[rules]\nopening_point = 3", "did you mean opening_points?"),
        (b"\xff\xfe", "cannot be read as text"),
        (b"a =", "not a TOML file"),
    ],
)
def test_a_file_that_is_no_ruleset_changes_nothing(player, text, said):
    page = upload(player, text)
    assert page.status_code == 400
    assert said.lower() in page.text.lower()
    assert re.search(r'name="opening_points"[^>]*value="30"', player.get("/rules").text)


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("language", ["en", "pl"])
def test_why_an_option_is_our_reading_is_told_beside_it(player, name, language):
    rules = Rules.preset(name)
    page = player.get(f"/rules?preset={name}", headers={"Accept-Language": language}).text
    told = {}
    for option in page.split('<div class="option">')[1:]:
        label = re.search(r'name="has-(\w+)"', option)[1]
        why = re.search(r'<details class="why-ours"><summary>.*?</summary>(.*?)</details>', option)
        told[label] = why and unescape(re.sub("<[^>]*>", "", why[1]))
    for option, source in rules.sources:
        _ours, _colon, why = source.partition("ours: ")
        english = why and f"{why[0].upper()}{why[1:]}."
        if language == "en":
            assert (told[option] or "") == english
        else:  # said, and in Polish
            assert bool(told[option]) == bool(why)
            assert told[option] != english or not why
