"""What the page refuses, and what it tells browsers to refuse."""

from __future__ import annotations

import re
import stat

import pytest
from werkzeug.exceptions import TooManyRequests

from webapp import create_app
from webapp.security import PhotoGate, host_is_ours


@pytest.fixture
def guarded(tmp_path):
    """The page with forgery checks on, as it is served."""
    app = create_app({"TESTING": True}, tmp_path / "guarded")
    yield app
    app.extensions["tilesight_store"].close()


def test_a_form_without_its_token_is_refused(guarded):
    page = guarded.test_client().post("/games", data={"rules": "lemada"})
    assert page.status_code == 400
    assert "reload the page" in page.text


def test_a_form_with_its_token_goes_through(guarded):
    client = guarded.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/").text)[1]
    assert client.post("/games", data={"rules": "lemada", "csrf_token": token}).status_code == 303


def test_every_form_of_every_page_carries_the_token(guarded):
    client = guarded.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/").text)[1]
    game = client.post("/games", data={"rules": "polish", "csrf_token": token}).location
    post = {"csrf_token": token}
    client.post(f"{game}/table/text", data=post | {"tiles": "R1 R2 R3"})
    client.post(f"{game}/rack/text", data=post | {"tiles": "R4 K5"})
    client.post(f"{game}/scores/players", data=post | {"names": "Ann\nBo"})
    paths = ("", "/table?tile=0", "/rack?add=1", "/play", "/rules", "/check", "/referee", "/scores")
    paths += ("/tiles",)
    for page in ["/", "/privacy", *(game + path for path in paths)]:
        html = client.get(page).text
        forms = re.findall(r'<form[^>]*method="post".*?</form>', html, re.DOTALL)
        assert forms
        assert all("csrf_token" in form for form in forms), page


def test_browsers_are_told_to_run_no_foreign_script(client):
    answer = client.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_no_page_needs_what_the_policy_forbids(player):
    player.type("table", "R1 R2 R3")
    player.type("rack", "R4")
    for path in ("", "/table?tile=0", "/play", "/rules", "/check", "/referee", "/scores", "/tiles"):
        page = player.get(path).text
        assert not re.search(r"\son\w+=|\sstyle=|<style|javascript:", page), path
        assert not re.search(r"<script(?![^>]*src=)", page), path
        assert not re.search(r'(?:src|href)="(?:https?:)?//', page), path


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1:8000", "192.168.1.7:8000", "[::1]:8000", "10.0.0.2"]
)
def test_this_computer_and_its_addresses_may_name_the_page(host):
    assert host_is_ours(host, ())


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.7.evil.example", ""]
)
def test_a_foreign_name_may_not(host, client):
    assert not host_is_ours(host, ())
    if host:
        assert client.get("/", headers={"Host": host}).status_code == 400


def test_a_name_that_the_owner_allows_may():
    assert host_is_ours("games.example:80", ("games.example",))


def test_the_key_is_the_owners_alone_and_stays(tmp_path):
    def key() -> str:
        app = create_app({"TESTING": True}, tmp_path)
        app.extensions["tilesight_store"].close()
        return app.config["SECRET_KEY"]

    first = key()
    assert len(first) >= 32
    assert key() == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_too_many_photos_a_minute_are_refused_until_the_minute_is_over():
    now = [0.0]
    gate = PhotoGate(at_once=1, a_minute=2, clock=lambda: now[0])

    def send() -> None:
        with gate.entered("192.168.1.20"):
            pass

    send()
    send()
    with pytest.raises(TooManyRequests):
        send()
    with gate.entered("192.168.1.21"):
        pass
    now[0] = 61.0
    send()


def test_a_flood_of_photos_is_a_readable_429(player, app, reader):
    app.extensions["tilesight_photo_gate"] = PhotoGate(at_once=1, a_minute=1)
    reader.lay("R1 R2 R3")
    player.photograph("table")
    page = player.photograph("table")
    assert page.status_code == 429
    assert "Wait a minute" in page.text


def test_the_way_back_after_choosing_a_language_stays_on_the_page(client):
    for back in ("https://evil.example/", "//evil.example", "/\\evil.example"):
        assert client.post("/language", data={"language": "pl", "back": back}).location == "/"
