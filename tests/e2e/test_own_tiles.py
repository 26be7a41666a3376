"""A player teaches the page the tiles of the game, by hand and without a mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.webapp.laid_tiles import WHOLE_GAME, finds
from vision import adapt, calibrate


@pytest.fixture
def photo(tmp_path, monkeypatch) -> Path:
    """A photo on which the game lies in order, its blue 7 read as a blue 1."""
    rows = [WHOLE_GAME[0], WHOLE_GAME[1].replace("B7", "B7~B1"), *WHOLE_GAME[2:]]
    monkeypatch.setattr(calibrate, "find_tiles", lambda *_: finds(rows))
    monkeypatch.setattr(adapt, "CROPS", 60)
    monkeypatch.setattr(adapt, "LEAST_CROPS", 1)
    path = tmp_path / "tiles.jpg"
    Image.new("RGB", (480, 340), "wheat").save(path)
    return path


def to_draft(phone, url: str, photo: Path) -> None:
    phone.goto(url)
    phone.get_by_role("button", name="Start the game").click()
    phone.get_by_role("link", name="Your own tiles").click()
    phone.locator("form[data-photo] input[type=file]").nth(1).set_input_files(photo)
    phone.wait_for_selector(".script .crops")  # not before the page answers to keys


def test_a_photo_is_looked_at_corrected_by_tap_and_learned(page_with_labels, open_phone, photo):
    phone = open_phone()
    to_draft(phone, page_with_labels.url, photo)
    expect(phone.locator(".crop.doubtful")).to_have_count(1)
    phone.locator("#tile-19").tap()
    expect(phone.locator("#sheet h2")).to_have_text("Is this blue 7?")
    phone.locator("#sheet .guess.yes").tap()
    phone.wait_for_selector("#sheet", state="hidden")
    expect(phone.locator("#announce")).to_have_text("The tile is changed.")
    expect(phone.locator(".crop.doubtful")).to_have_count(0)
    phone.get_by_role("button", name="All are right: learn them").tap()
    expect(phone.locator("#kept-title")).to_be_visible()
    expect(phone.locator(".profiles .notice")).to_contain_text("photos are read with these")


def test_while_the_tiles_are_learned_the_page_says_so(page_with_labels, open_phone, photo):
    phone = open_phone()
    to_draft(phone, page_with_labels.url, photo)
    learn = phone.get_by_role("button", name="All are right: learn them")
    expect(phone.locator("[data-working]")).to_be_hidden()
    # An answer that does not come: while one is awaited the page cannot be asked anything.
    learn.evaluate("button => button.form.addEventListener('submit', e => e.preventDefault())")
    learn.tap()
    expect(learn).to_be_disabled()
    expect(phone.locator("[data-working]")).to_have_text("Learning the tiles…")
    expect(phone.locator("[data-working] progress")).to_be_visible()
    expect(phone.locator("#announce")).to_have_text("Learning the tiles…")


def test_the_keyboard_alone_is_enough(page_with_labels, open_phone, photo):
    phone = open_phone()
    to_draft(phone, page_with_labels.url, photo)
    phone.locator("#tile-0").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#sheet h2")).to_be_focused()
    phone.keyboard.press("Escape")
    phone.wait_for_selector("#sheet", state="hidden")
    expect(phone.locator("#tile-0")).to_be_focused()
    assert phone.locator("#tile-0").get_attribute("aria-label") == "red 1"
