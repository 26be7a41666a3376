"""A game on the page, without JavaScript: tiles typed, a play shown, nothing lost."""

from __future__ import annotations

import re
from html import unescape

import pytest

from webapp import create_app
from webapp.store import Part


def test_the_play_is_shown_with_its_steps_and_named_jokers(player):
    player.type("table", "R1 R2 R3\nB7 K7 O7\nR9 J R11")
    player.type("rack", "R4 R7 K2 B12")
    page = player.get("/play")
    assert page.status_code == 200
    assert 'data-status="play"' in page.text
    assert "Play 2 tiles" in page.text
    assert "red 1-3" in page.text
    assert "stands for red 10" in page.text
    assert ">= R10<" in page.text
    assert "proven best" in page.text


def test_both_colours_are_named_of_a_joker_in_a_group_of_three(player):
    player.type("table", "R7 B7 J")
    player.type("rack", "K1 K2 K3")
    page = player.get("/play").text
    assert re.search("stands for (black 7 or orange|orange 7 or black) 7", page)
    (badge,) = re.findall("= [KO]7.*?</small>", page)
    assert {"K7", "O7"} == set(re.findall("[KO]7", badge))
    polish = player.get("/play", headers={"Accept-Language": "pl"}).text
    assert re.search("zastępuje: (czarna 7 lub pomarańczowa|pomarańczowa 7 lub czarna) 7", polish)


def test_the_jokers_of_twist_are_named_with_what_they_stand_for(player):
    player.post("/rules", {"preset": "twist"})
    player.type("table", "R2 JD R5\nB4 B5 JC O7\nK2 K3 JM K3 K2")
    player.type("rack", "R6")
    page = player.get("/play").text
    assert "stands for red 3, red 4" in page
    assert "stands for 6" in page
    assert "mirror joker" in page
    assert "proven best" in page


def test_a_rack_that_goes_out_wins(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4")
    assert 'data-status="win"' in player.get("/play").text


def test_nothing_playable_says_draw(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "B9 K12")
    page = player.get("/play").text
    assert 'data-status="draw"' in page
    assert "Draw a tile" in page


def drawn(player, tile="", **fields):
    """What the page of a draw sends when a tile is tapped."""
    page = player.get("/play").text
    form = re.search(r'<form id="draw".*?</form>', page, re.DOTALL)[0]
    hidden = dict(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', form))
    if tile:
        assert f'name="tile" value="{tile}"' in form
        hidden["tile"] = tile
    return player.post("/next", hidden | fields, follow_redirects=True).text


def test_a_tile_that_was_drawn_goes_onto_the_rack_and_the_next_turn_begins(player, reader):
    player.type("table", "R1 R2 R3")
    reader.lay("B9 K12~K2", "O1")
    player.photograph("rack")
    page = drawn(player, "B5")
    assert "Turn 2" in page
    assert "Blue 5 is on your rack now." in page
    assert player.tiles("table") == ["R1 R2 R3"]
    assert player.tiles("rack") == ["B9 K12", "O1 B5"]
    assert "Drawn: blue 5" in player.get("/rack").text
    assert "Look at 1 doubtful tile" in page  # nobody has settled it meanwhile


def test_a_draw_that_is_not_told_keeps_everything(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "B9 K12")
    page = drawn(player)
    assert "Turn 2" in page
    assert "if you drew a tile, add it" in page
    assert player.tiles("rack") == ["B9 K12"]
    assert 'action="/g/' in page
    assert "Photograph it again when it is your turn" in page


def test_a_draw_sent_twice_or_from_an_old_page_draws_once(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "B9 K12")
    drawn(player, "B5")
    drawn(player, "B6", turn="1")
    assert player.tiles("rack") == ["B9 K12 B5"]
    told = drawn(player, "B6", **{"seen-rack": "another"})
    assert "changed elsewhere meanwhile" in told
    assert player.tiles("rack") == ["B9 K12 B5"]


def test_what_is_drawn_must_be_a_tile(player):
    player.type("rack", "B9 K12")
    assert player.post("/next", {"from": "draw", "tile": "R99"}).status_code == 400
    assert "Turn 1" in player.get().text


def test_an_unopened_player_needs_the_points_of_the_opening(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4 B5 K5 O5")
    player.post("/opened", {"opened": "no"})
    page = player.get("/play").text
    assert 'data-status="draw"' in page
    assert "30 points" in page
    assert "15 points are missing" in page


def test_without_a_rack_there_is_no_play_yet(player):
    player.type("table", "R1 R2 R3")
    assert player.get("/play").status_code == 303
    assert "Add your rack" in player.get().text


def test_the_hints_grow_and_the_first_names_no_tile(player):
    player.type("table", "R1 R2 R3\nB7 K7 O7")
    player.type("rack", "R4 K2")
    first, second, third = (player.get(f"/play?hint={n}").text for n in (1, 2, 3))
    assert "You can play 1 tile." in first
    assert "red 4" not in first
    assert "red 4" in second
    assert "red 2" not in second
    assert "red 2" in third
    assert "blue 7" not in third


def test_a_broken_set_is_named_with_its_reason_and_rescue(player):
    player.type("table", "R5 R7 J\nB1 B2 B3")
    player.type("rack", "B4")
    page = player.get()
    assert "something is wrong" in page.text
    assert "A number is missing between 5 and 7" in page.text
    assert "In this order it would be valid" in page.text
    play = player.get("/play").text
    assert 'data-status="invalid_table"' in play
    assert 'data-status="win"' in player.get("/play?anyway=1").text


def test_a_third_red_seven_is_pointed_out(player):
    player.type("table", "R7 B7 K7\nR7 O7 B7")
    player.type("rack", "R7")
    page = player.get().text
    assert "Red 7 is seen 3 times, but the game has 2." in page
    assert 'data-status="invalid_input"' in player.get("/play").text


def test_a_word_that_is_no_tile_comes_back_with_the_text_and_changes_nothing(player):
    player.type("table", "R1 R2 R3")
    refused = player.post("/table/text", {"tiles": "R1 R2 R14"})
    assert refused.status_code == 400
    assert "R1 R2 R14" in refused.text
    assert "numbers go from 1 to 13" in refused.text
    assert player.tiles("table") == ["R1 R2 R3"]


def test_the_next_turn_starts_from_the_table_after_the_play(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4 K2")
    player.post(
        "/next",
        {"from": "play", "played": "yes", "table": "R1 R2 R3 R4", "rack": "K2"},
    )
    assert player.tiles("table") == ["R1 R2 R3 R4"]
    assert player.tiles("rack") == ["K2"]
    assert "Turn 2" in player.get().text


def test_everything_posted_survives_a_restart(tmp_path, player, app):
    player.type("table", "R1 R2 R3")
    player.post("/table/tile/0", {"tile": "O1"})
    # No goodbye: another process opens the same folder, as after a crash.
    again = create_app({"TESTING": True, "READER": None}, tmp_path)
    page = again.test_client().get(player.game + "/table").text
    assert "O1 R2 R3" in page
    again.extensions["tilesight_store"].close()


def test_a_deleted_game_is_gone(player, client):
    player.type("table", "R1 R2 R3")
    player.post("/delete")
    assert player.get().status_code == 404
    assert player.game not in client.get("/").text


def test_each_phone_lists_its_own_games_and_the_computer_all(app, player):
    phone = {"REMOTE_ADDR": "192.168.1.20"}
    other = app.test_client()
    mine = other.post("/games", data={"rules": "lemada"}, environ_base=phone).location
    listed = other.get("/", environ_base=phone).text
    assert mine in listed
    assert player.game not in listed
    on_the_computer = app.test_client().get("/").text
    assert mine in on_the_computer
    assert player.game in on_the_computer


def test_a_ruleset_without_a_shared_table_says_that_it_gives_no_play(client):
    game = client.post("/games", data={"rules": "american-1978", "opened": "yes"}).location
    client.post(f"{game}/rack/text", data={"tiles": "R1 R2 R3"})
    assert "No play advice" in client.get(f"{game}/play").text


@pytest.mark.parametrize("path", ["/g/nosuchgame", "/g/nosuchgame/play", "/nowhere"])
def test_an_unknown_address_is_a_readable_404(client, path):
    page = client.get(path)
    assert page.status_code == 404
    assert "Nothing here" in page.text
    assert "Traceback" not in page.text


def test_a_failure_inside_is_a_readable_500_and_what_was_posted_stays(player, app, monkeypatch):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4")
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def fail(*_args, **_options):
        raise RuntimeError("boom")

    monkeypatch.setattr("webapp.views.play.advise", fail)
    page = player.get("/play")
    assert page.status_code == 500
    assert "What you had posted before is kept" in page.text
    assert "boom" not in page.text
    assert player.tiles("table") == ["R1 R2 R3"]


def test_both_parts_keep_their_own_tiles(player, app):
    player.type("table", "R1 R2 R3")
    player.type("rack", "K9")
    turn = app.extensions["tilesight_store"].game(player.game.rsplit("/", 1)[1]).turn
    assert turn.scene(Part.TABLE).reading.tiles[0].tile == "R1"
    assert 'aria-label="black 9"' in player.get().text.split('id="part-rack"')[1]
    assert 'aria-label="black 9"' not in player.get().text.split('id="part-rack"')[0]


def test_other_good_plays_are_listed_with_what_speaks_for_them(player):
    player.type("table", "R1 R2 R3\nB4 B5 B6")
    player.type("rack", "R4 J B7 K2 K12")
    page = player.get("/choices").text
    assert 'data-choice="1"' in page
    assert "Keeps your jokers for later." in page or "Places the most tiles" in page
    shown = re.findall(r'href="(/g/[^"]+choice=\d)"', page)
    assert len(shown) >= 2
    assert 'data-status="play"' in player.client.get(unescape(shown[1])).text


@pytest.mark.parametrize(
    ("table", "rack", "offered"),
    [
        ("R1 R2 R3\nB4 B5 B6", "R4 J B7 K2 K12", True),
        ("R1 R2 R3", "R4 K2", False),  # there is one play only
        ("R1 R2 R3\nB4 B5 B6", "R4 B7", False),  # it wins
    ],
)
def test_other_plays_are_offered_where_there_is_a_use_for_them(player, table, rack, offered):
    player.type("table", table)
    player.type("rack", rack)
    page = player.get("/play").text
    assert ("Other good plays" in page) == offered
    if not offered:
        assert player.get("/choices").text.count("data-choice=") == 1


@pytest.mark.parametrize(("spoken", "shown"), [("en", "pl"), ("pl", "en"), ("en", "en")])
def test_a_game_that_nobody_named_is_called_by_its_day_in_the_pages_language(client, spoken, shown):
    for _ in range(3):
        began = client.post("/games", data={"rules": "lemada"}, headers={"Accept-Language": spoken})
    headers = {"Accept-Language": shown}
    names = r"(?:Game of \w+ \d+, \d{4}|Gra z \d+ \w+ \d{4})(?: \(\d\))?(?=<)"
    home = re.findall(names, client.get("/", headers=headers).text)
    first = {"en": "Game of ", "pl": "Gra z "}[shown]
    assert all(name.startswith(first) for name in home)
    assert [re.sub(r".*\d{4}", "", name) for name in home] == [" (3)", " (2)", ""]
    assert f"<h1>{home[0]}</h1>" in client.get(began.location, headers=headers).text
    client.post("/games", data={"rules": "lemada"}, headers=headers)
    assert " (4)<" in client.get("/", headers=headers).text
    client.post(f"{began.location}/name", data={"name": "Game of thrones"})
    assert "<h1>Game of thrones</h1>" in client.get(began.location, headers=headers).text


def test_a_draw_says_which_tiles_would_help(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "K5 K6")
    page = player.get("/play").text
    assert "The next draw" in page
    draw = page.split("The next draw")[1]
    for name in ("red 4", "black 4", "black 7", "joker"):
        assert f'aria-label="{name}, 2 unseen"' in draw
    assert 'aria-label="blue 9' not in draw


def test_a_misread_tile_of_a_broken_set_can_be_put_right_with_one_tap(player):
    player.type("table", "B1 B2 B3\nR1 R2 R8")
    player.type("rack", "K9")
    page = player.get("/table").text
    offer = re.search(r'tile/(\d+)"[^>]*>(?:<input[^>]*>)+<button name="tile" value="R3"', page)
    player.post(f"/table/tile/{offer[1]}", {"tile": "R3"})
    assert player.tiles("table") == ["B1 B2 B3", "R1 R2 R3"]


def test_how_points_are_counted_is_explained_where_a_joker_makes_a_difference(player):
    player.post("/opened", {"opened": "no"})
    player.type("rack", "R9 R10 J")
    page = player.get("/play").text
    assert "19 points" in page
    assert "The opening is worth 30 points" in page
    assert "a joker counts 0" in page
    player.type("rack", "R10 R11 R12")
    assert "a joker counts 0" not in player.get("/play").text


def test_a_draw_says_what_happens_when_the_pool_is_empty(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "B9 K12")
    assert "When the pool is empty: play goes on until nobody can." in player.get("/play").text
    player.post("/rules", {"preset": "mso"})
    assert "each move must place a tile" in player.get("/play").text


def test_a_hand_of_own_melds_is_looked_through(player):
    player.post("/rules", {"preset": "international-1978"})
    player.type("rack", "R1 R2 R3 R4 B7 K7 O7 B10 B11 B12 B13 K1 O1 R1 K9")
    page = player.get("/play").text
    assert 'data-hand="opens"' in page
    assert "worth 80 points" in page
    player.type("rack", "R1 R2 R3 B9 K4")
    assert 'data-hand="no"' in player.get("/play").text


def test_few_players_have_the_smaller_box(player):
    player.post("/rules", {"preset": "xp"})
    player.type("table", "R7 B7 K7\nR7 B7 O7\nR7 K7 O7")
    assert "seen 3 times" not in player.get().text
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    assert "seen 3 times, but the game has 2" in player.get().text


def test_a_game_may_be_called_something_else(client, player):
    player.post("/name", {"name": " Friday  \u202eat Zoë's "})
    assert "<h1>Friday at Zoë&#39;s</h1>" in player.get().text
    home = client.get("/").text
    assert "Friday at Zoë" in home
    assert "turn 1 · Current box rules (Lemada)" in home
    assert home.index("Friday at Zoë") < home.index("Start the game")
    told = player.post("/name", {"name": "\u200b-"}, follow_redirects=True).text
    assert "the game keeps the one it has" in told
    assert "Friday at Zoë" in told


def test_sets_are_told_apart_by_ear(player):
    player.type("table", "R1 R2 R3\nB7 K7 O7\nB3 B4 B6")
    player.type("rack", "R4 K9")
    names = re.findall(r'class="set[^"]*" role="group" aria-label="([^"]*)"', player.get().text)
    assert names == ["Set 1", "Set 2", "Set 3, not valid"]
    player.type("table", "R1 R2 R3\nB7 K7 O7")
    page = player.get("/play").text.partition("The table afterwards")[2]
    names = re.findall(r'class="set[^"]*" role="group" aria-label="([^"]*)"', page)
    assert names == ["Set 1", "Set 2"] * 2  # afterwards, and before


@pytest.mark.parametrize(
    ("photo", "asked"),
    [("R4 X", "Turn it over and say here what it is"), ("R4 X~K9", "Is this a face-down tile?")],
)
def test_nobody_wins_while_a_tile_of_the_rack_has_no_name(player, reader, photo, asked):
    player.type("table", "R1 R2 R3")
    reader.lay(photo)
    player.photograph("rack")
    page = player.get("/play").text
    assert 'data-status="play"' in page
    assert "Put the red 4" in page
    assert "This is no win yet: a tile on the rack has no name" in page
    assert "You win" not in page
    assert "you are out" not in page
    assert "You can win" not in player.get("/play?hint=1").text
    score = re.search(r'href="([^"]*)">Write the score', page)
    assert asked in player.client.get(unescape(score[1])).text


def test_a_tile_without_a_name_stays_on_the_rack_of_the_next_turn(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4 X B9")
    sent = dict(
        re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', player.get("/play").text)
    )
    player.post("/next", sent)
    assert player.tiles("table") == ["R1 R2 R3 R4"]
    assert player.tiles("rack") == ["B9 X"]


def test_what_has_no_name_and_is_taken_away_keeps_nobody_from_winning(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4 X")
    player.post("/rack/tile/1", {"remove": "1"})
    page = player.get("/play").text
    assert 'data-status="win"' in page
    assert "you are out" in page


@pytest.mark.parametrize("language", ["en", "pl"])
def test_games_of_one_day_that_nobody_named_are_told_apart(client, language):
    for _ in range(3):
        sent = {"data": {"rules": "lemada"}, "headers": {"Accept-Language": language}}
        client.post("/games", **sent)
    page = client.get("/", headers={"Accept-Language": language}).text
    day = "Game of" if language == "en" else "Gra z"
    names = re.findall(rf"{day} [^<]+", page)
    assert len(set(names)) == 3, names
    assert sorted(len(name) for name in names)[1:] == [min(map(len, names)) + 4] * 2


NOT_IN_THE_GAME = {
    "en": "JD is not a tile of this game",
    "pl": "JD: w tej grze nie ma takiej kostki",
}


@pytest.mark.parametrize("language", NOT_IN_THE_GAME)
@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/rack/tile/0", {"tile": "JD"}),
        ("/rack/add", {"tile": "jd"}),
        ("/next", {"from": "draw", "tile": "JD", "turn": "1"}),
    ],
)
def test_no_tile_comes_in_that_the_game_does_not_have(player, language, path, data):
    player.type("table", "R1 R2 R3")
    player.type("rack", "B9 K12")
    refused = player.post(path, data, headers={"Accept-Language": language})
    assert refused.status_code == 400
    assert NOT_IN_THE_GAME[language] in refused.text
    assert player.tiles("rack") == ["B9 K12"]
    assert "Turn 1" in player.get().text


def test_a_tile_that_the_game_does_not_have_may_be_confirmed_and_put_right(player, reader):
    reader.lay("R1 JD~R2 R3")  # as somebody laid it, with a joker of another box
    player.photograph("table")
    assert player.post("/table/tile/1", {"tile": "JD"}).status_code == 303
    assert player.post("/table/tile/1", {"tile": "R2"}).status_code == 303
    assert player.tiles("table") == ["R1 R2 R3"]


@pytest.mark.parametrize(
    ("table", "rack", "moves"),
    [("B1 B2 B3", "R1 R2 R3", False), ("R4 R5 R6 R7", "B4 K4", True)],
)
def test_the_key_has_moved_tiles_only_where_some_move(player, table, rack, moves):
    player.type("table", table)
    player.type("rack", rack)
    page = player.get("/play").text
    assert ("moved on the table" in page) == ('is-moved"' in page)
    assert ('is-moved"' in page) == moves


def run_to(ink: str, last: int, *more: str) -> str:
    return " ".join([*(f"{ink}{n}" for n in range(1, last + 1)), *more])


def test_of_draws_that_all_help_none_is_listed(player):
    player.post("/opened", {"opened": "no"})
    table = [run_to(ink, 12, *more) for ink in "KO" for more in ((), ("J",))]
    player.type("table", "\n".join(table + [run_to(ink, n) for ink in "RB" for n in (12, 13)]))
    player.type("rack", "R13 B13")  # nobody has seen the black and orange thirteens
    page = player.get("/play").text
    assert "4 of 4 unseen tiles would let you play: 100 %" in page
    draws = page[page.index("The next draw") :]
    assert "Any tile would do." in draws
    assert "2 unseen" not in draws


@pytest.mark.parametrize(
    ("table", "why"), [("", "J=R13 J=B13 J=K13"), ("R1 R2 R3 | J J J", "First the table")]
)
def test_where_there_is_no_choice_the_page_of_the_best_play_says_why(player, table, why):
    player.post("/rules", {"preset": "xp"})
    player.post("/opened", {"opened": "no"})
    if table:
        player.type("table", table)
    player.type("rack", "J J J K2")
    answer = player.get("/choices")
    assert answer.status_code == 303
    page = player.client.get(answer.location).text
    assert why in page
    assert "Nothing can be played" not in page
