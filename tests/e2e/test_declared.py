"""Jokers by themselves on the table: a player says by touch what they stand for."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Served
from tests.pages import page_in
from tests.webapp.conftest import LaidReader, a_photo


@pytest.fixture
def reader() -> LaidReader:
    return LaidReader()


@pytest.fixture
def page_with_laid(tmp_path, reader):
    served = Served(page_in(tmp_path, {"READER": reader}))
    yield served
    served.close()


@pytest.fixture
def photo(tmp_path) -> Path:
    path = tmp_path / "table.jpg"
    path.write_bytes(a_photo())
    return path


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_two_turns_with_declared_jokers_by_touch(page_with_laid, open_phone, reader, photo, locale):
    phone = open_phone(locale=locale)
    phone.goto(page_with_laid.url)
    phone.select_option("#rules", "xp")
    phone.locator("input[name=opened][value=yes]").set_checked(True, force=True)
    phone.locator("main form button.primary").tap()
    reader.lay("J J J", "B1 B2 B3")
    phone.locator("#part-table input[type=file]").nth(1).set_input_files(photo)
    phone.locator("#groups a.button").first.tap()
    phone.locator("label[for=ink-K]").tap()
    phone.locator(".pad-K a").nth(10).tap()
    phone.locator(".ways button").first.tap()
    phone.wait_for_selector("#sheet", state="hidden")
    expect(phone.locator("#groups .joker-is small")).to_have_text(["= K11", "= K12", "= K13"])
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    phone.locator("nav.dock a").tap()
    reader.lay("B4")
    phone.locator("#part-rack input[type=file]").nth(1).set_input_files(photo)
    phone.locator("nav.dock a").tap()
    phone.locator("nav.dock a.primary").tap()
    expect(phone.locator("#verdict")).to_have_attribute("data-status", "win")
    phone.locator("nav.dock form button").tap()
    reader.lay("B1 B2 B3 B4", "J J J")
    phone.locator("#part-table input[type=file]").nth(1).set_input_files(photo)
    expect(phone.locator("#groups .joker-is small")).to_have_text(["= K11", "= K12", "= K13"])
    expect(phone.locator("#problems section")).to_have_count(0)
