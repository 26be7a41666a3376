"""What fails on a phone looks like an error, within its card, and is told to the ear."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.test_phone import RACK, RUNS_OFF, TABLE, back, photograph, start

SMALL = {"viewport": {"width": 360, "height": 740}}
REFUSED = {"en-GB": "This photo cannot be used: ", "pl-PL": "Nie można użyć tego zdjęcia: "}
UNREACHED = {
    "en-GB": "The computer cannot be reached. Try again.",
    "pl-PL": "Brak połączenia z komputerem. Spróbuj ponownie.",
}
PLACES = ("", "/check", "/referee", "/tiles", "/scores")
WITHIN = """line => {
  const [box, card] = [line, line.closest('.card')].map(one => one.getBoundingClientRect());
  return card.left <= box.left && box.right <= card.right && line.scrollWidth <= line.clientWidth;
}"""
LOOKS = "one => { const s = getComputedStyle(one); return [s.backgroundColor, s.borderTopColor]; }"


@pytest.fixture(params=list(REFUSED))
def begun(request, page_with_labels, open_phone):
    """A small phone, its language, and the address of a game with a score sheet."""
    phone = open_phone(locale=request.param, **SMALL)
    phone.goto(page_with_labels.url)
    phone.locator("form.card button.primary").tap()
    phone.wait_for_selector("#part-table")
    game = re.match(r".*/g/[^/]+", phone.url)[0]
    phone.goto(f"{game}/scores")
    phone.fill("#names", "Ania\nBartek")
    phone.locator("form.card button.primary").tap()
    phone.wait_for_selector(".sheet-table")
    return phone, request.param, game


def chosen(phone, photo) -> None:
    """A photo is chosen where the page offers it first."""
    take = phone.locator(".take").first
    take.locator("input[type=file]").nth(1).set_input_files(photo)


def error_of(phone):
    """The line of the failure, which looks like no other words and stays within its card."""
    line = phone.locator(".take").first.get_by_role("alert")
    expect(line).to_be_visible()
    assert line.evaluate(WITHIN)
    assert not phone.evaluate(RUNS_OFF)
    plain = phone.locator(".take").first.evaluate(LOOKS)
    assert all(mine != its for mine, its in zip(line.evaluate(LOOKS), plain, strict=True))
    expect(phone.locator(".take").first.locator(".progress")).to_be_hidden()
    return line


def test_a_photo_that_cannot_be_used_is_an_error_beside_its_button(begun, tmp_path):
    phone, language, game = begun
    note = tmp_path / f"{'a-very-long-name-without-any-blank-' * 3}note.jpg"
    note.write_text("R1 R2 R3")
    for place in PLACES:
        phone.goto(game + place)
        chosen(phone, note)
        line = error_of(phone)
        expect(line).to_contain_text(REFUSED[language])
        expect(line).to_contain_text("a-very-long-name")
        field = phone.locator(".take").first.locator("input[type=file]").nth(1)
        expect(field).to_be_focused()
        assert field.get_attribute("aria-describedby") == line.get_attribute("id")


def test_a_computer_that_cannot_be_reached_is_an_error_that_goes_away(begun):
    phone, language, game = begun
    phone.goto(game)
    phone.context.set_offline(True)
    chosen(phone, TABLE)
    expect(error_of(phone)).to_have_text(UNREACHED[language])
    phone.context.set_offline(False)
    chosen(phone, TABLE)
    phone.wait_for_selector("#groups .tile")
    phone.locator(".dock a").tap()
    phone.wait_for_selector("#part-table")
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_too_many_photos_are_told_as_such(begun):
    phone, _language, game = begun
    phone.goto(game)
    chosen(phone, [TABLE, RACK] * 4)
    expect(error_of(phone)).to_contain_text("6")


def test_a_correction_that_fails_looks_like_an_error_too(page_with_labels, open_phone):
    phone = open_phone(**SMALL)
    start(phone, page_with_labels.url)
    photograph(phone, "table", TABLE)
    phone.locator("#tile-0").tap()
    phone.wait_for_selector("#sheet .pad")
    phone.context.set_offline(True)
    phone.locator(".pad-R button[value=R4]").tap()
    line = phone.locator("#messages").get_by_role("alert")
    expect(line).to_have_text(UNREACHED["en-GB"])
    assert phone.locator(".hint").first.evaluate(LOOKS)[0] != line.evaluate(LOOKS)[0]
    phone.context.set_offline(False)
    phone.locator(".pad-R button[value=R4]").tap()
    phone.wait_for_selector("#sheet", state="hidden")
    back(phone)
