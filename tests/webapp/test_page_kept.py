"""A verdict that was given is there when its page is opened again, in either language."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest

from tests.webapp.conftest import a_photo

PHOTO = {"content_type": "multipart/form-data"}


def kept(page: str) -> str:
    """The address that the page is opened again by."""
    return unescape(re.search(r'data-kept="([^"]+)"', page)[1])


def verdict(page: str) -> str:
    """The card with the verdict, without the token of its forms."""
    card = re.search(r'<section class="card verdict.*?</section>', page, re.DOTALL)[0]
    return re.sub(r'name="csrf_token" value="[^"]*"', "", card)


def a_set(player, reader) -> str:
    reader.lay("R4 R5~R8 R6")
    return player.post_photo("/check").text


def a_set_with_its_text(player, reader) -> str:
    page = a_set(player, reader)
    field = unescape(re.search(r'name="evidence" value="([^"]*)"', page)[1])
    return player.post("/check", {"evidence": field, "set": "R4 R5 R7"}).text


def a_turn(player, _reader) -> str:
    told = {"before": "R1 R2 R3", "after": "R1 R2 R3 B9", "opened": "yes"}
    return player.post("/referee", told).text


def a_turn_with_photos(player, reader) -> str:
    reader.lay("R1 R2 R3", "B7 K7 O7~O1")
    photos = {"photo-after": (io.BytesIO(a_photo()), "after.jpg"), "before": "R1 R2 R3"}
    page = player.post("/referee", photos, **PHOTO).text
    field = unescape(re.search(r'name="evidence-after" value="([^"]*)"', page)[1])
    told = {"before": "R1 R2 R3", "after": "R1 R2 R3 | B7 K7 O7", "rack_before": "B7 K7 O7"}
    return player.post("/referee", told | {"evidence-after": field, "opened": "yes"}).text


DISPUTES = (a_set, a_set_with_its_text, a_turn, a_turn_with_photos)


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_verdict_is_there_again_when_its_page_is_opened(player, reader, dispute):
    page = dispute(player, reader)
    again = player.client.get(kept(page))
    assert again.status_code == 200
    assert verdict(again.text) == verdict(page)
    for field in re.findall(r'<textarea[^>]*>.*?</textarea>|<input type="text"[^>]*>', page, re.S):
        assert field in again.text
    assert again.text.count("data:image/jpeg") == page.count("data:image/jpeg")


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_verdict_outlives_a_change_of_the_language(player, reader, dispute):
    page = dispute(player, reader)
    back = unescape(re.search(r'name="back" value="([^"]+)"', page)[1])
    moved = player.client.post("/language", data={"language": "pl", "back": back})
    polish = player.client.get(moved.location).text
    assert '<html lang="pl"' in polish
    state = re.search(r'data-(?:verdict|legal)="\w+"', page)[0]
    assert state in polish
    player.client.post("/language", data={"language": "en", "back": back})


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_new_dispute_shows_the_way_back_to_the_last_one(player, reader, dispute):
    path = "/check" if "set" in dispute.__name__ else "/referee"
    assert "Back to the last verdict" not in player.get(path).text
    page = dispute(player, reader)
    fresh = player.get(path).text
    assert "card verdict" not in fresh
    way = re.search(r'href="([^"]+)">Back to the last verdict', fresh)[1]
    assert verdict(player.client.get(unescape(way)).text) == verdict(page)


@pytest.mark.parametrize("dispute", [a_set, a_turn_with_photos])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_verdict_that_is_kept_no_more_is_said_to_be_gone(player, reader, dispute, language):
    told = {"en": "That verdict is not kept any more", "pl": "Tego werdyktu już tu nie ma"}
    address = kept(dispute(player, reader))
    player.post("/next")
    page = player.client.get(address, headers={"Accept-Language": language})
    assert page.status_code == 200
    assert told[language] in page.text
    assert "card verdict" not in page.text


def test_which_rack_was_said_to_be_empty_stays_ticked(player):
    told = {"before": "R1 R2 R3", "after": "R1 R2 R3 R4", "rack_before": "R4", "opened": "yes"}
    page = player.post("/referee", told | {"shown": "rack_after"}).text
    for text in (page, player.client.get(kept(page)).text):
        assert re.findall(r'name="shown" value="(\w+)" checked', text) == ["rack_after"]


def only_sent(app) -> list[str]:
    """Every address that takes a form and cannot be opened."""
    game = "GAME"
    found = []
    for rule in app.url_map.iter_rules():
        methods = rule.methods - {"OPTIONS"}
        if methods == {"POST"}:
            address = rule.rule.replace("<game_id>", game)
            for part, example in (
                ("<place:name>", "table"), ("<int:tile_id>", "0"), ("<int:number>", "1"),
                ("<any(undo,redo):step>", "undo"),
            ):  # fmt: skip
                address = address.replace(part, example)
            found.append(re.sub(r"<[^>]+>", "1", address))
    return found


def test_the_address_of_a_form_leads_back_to_its_page(app, player):
    """After an error its address is in the browser: loaded again it is only asked for."""
    player.post("/scores/players", {"names": "Ann\nBo"})
    addresses = only_sent(app)
    assert len(addresses) > 25
    for address in addresses:
        path = address.replace("/g/GAME", player.game)
        answer = player.client.get(path)
        if answer.status_code == 200:
            continue  # it is a page as well
        assert answer.status_code == 303, path
        assert path.startswith(answer.location.rstrip("/")), path
        assert player.client.get(answer.location).status_code in (200, 404), path


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/scores/round", "/scores"),
        ("/scores/round/1", "/scores"),
        ("/table/tile/0", "/table"),
        ("/rack/photo/delete", "/rack"),
        ("/next", ""),
    ],
)
def test_the_page_of_a_form_is_the_one_it_stands_on(player, path, page):
    assert player.get(path).location == player.game + page
    assert player.client.put(player.game + path).status_code == 405


def test_the_language_is_changed_where_a_form_was_refused(player):
    player.post("/scores/players", {"names": "Ann\nBo"})
    refused = player.post("/scores/round", {"out": "Ann", "rack-Bo": "R99"})
    assert refused.status_code == 400
    back = re.search(r'name="back" value="([^"]+)"', refused.text)[1]
    assert back == f"{player.game}/scores"
    assert 'value="R99"' in player.client.get(back).text
