"""From turn to turn on a small phone: a mis-tapped draw, the way back, the pool."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.test_phone import RUNS_OFF, TOO_SMALL, start

WORDS = {
    "en-GB": ("Blue 5", "which is over", "Back to turn 1"),
    "pl-PL": ("Niebieska 5", "która już się skończyła", "Wróć do tury 1"),
}


@pytest.fixture(params=list(WORDS))
def drawing(request, page_with_labels, open_phone):
    """A small phone, on the page of a draw, what it says there, and the address of the game."""
    phone = open_phone(viewport={"width": 360, "height": 740}, locale=request.param)
    phone.goto(page_with_labels.url)
    phone.locator("form.card button.primary").tap()
    phone.wait_for_selector("#part-table")
    game = re.match(r".*/g/[^/]+", phone.url)[0]
    for part, tiles in (("table", "R1 R2 R3"), ("rack", "B9 K12")):
        phone.locator(f"#part-{part} summary").tap()
        phone.fill(f"#text-{part}", tiles)
        phone.locator(f"#part-{part} form:has(textarea) button").tap()
        expect(phone.locator(f"#part-{part} .felt .tile")).to_have_count(len(tiles.split()))
    phone.locator(".dock .primary").tap()
    phone.wait_for_selector("#draw")
    return phone, WORDS[request.param], game


def tap(phone, tile: str) -> None:
    ink = {"R": "red", "B": "blue"}[tile[0]]
    phone.locator(f".pad label.ink-{ink}").tap()
    phone.locator(f".pad-{tile[0]} button[value={tile}]").tap()
    phone.wait_for_selector("#take-back")


def test_the_way_back_from_a_mistapped_draw_leads_to_taking_it_back(drawing):
    phone, (drawn, over, back), game = drawing
    tap(phone, "B5")
    expect(phone.locator("#messages")).to_contain_text(drawn)
    phone.go_back()
    expect(phone.locator("#messages .warn")).to_contain_text(over)
    expect(phone.locator("#part-rack .felt .tile")).to_have_count(3)
    assert not phone.evaluate(RUNS_OFF)
    assert phone.evaluate(TOO_SMALL) == []
    phone.get_by_role("button", name=back).tap()
    phone.wait_for_selector("#draw")
    expect(phone.locator("#messages")).to_contain_text(drawn)
    tap(phone, "R5")
    expect(phone.locator("#part-rack .felt .tile")).to_have_count(3)
    phone.goto(f"{game}/round")
    expect(phone.locator("[data-left]")).to_have_text("77")  # one tile was drawn, not two


def test_the_pool_is_counted_without_a_new_page_that_would_stop_the_clock(drawing):
    phone, _words, game = drawing
    phone.goto(f"{game}/round")
    phone.evaluate("window.stays = true")
    left = phone.locator("[data-left]")
    expect(left).to_have_text("78")
    buttons = phone.locator("pool-counter button")
    for number, shown in ((0, "77"), (2, "74"), (1, "75")):
        buttons.nth(number).tap()
        expect(left).to_have_text(shown)
    assert phone.evaluate("window.stays")
    assert not phone.evaluate(RUNS_OFF)
    phone.context.set_offline(True)
    buttons.nth(0).tap()
    expect(phone.locator("pool-counter").get_by_role("alert")).to_be_visible()
    expect(left).to_have_text("75")
    phone.context.set_offline(False)
    phone.reload()
    expect(left).to_have_text("75")


def test_the_clock_starts_with_who_begins_also_after_a_reload(page_with_labels, open_phone):
    phone = open_phone()
    start(phone, page_with_labels.url)
    phone.get_by_role("link", name="Clock and pool").tap()
    expect(phone.locator("[data-who]")).to_have_text("Player 1")
    phone.fill("#names", "Ann\nBo\nCy\nDi\nEve\nFlo")
    phone.get_by_role("button", name="Say who begins").tap()
    expect(phone.locator("#begins")).to_contain_text("begins.")
    first = phone.locator("#begins .notice").inner_text().split()[-2]
    for _ in range(2):
        expect(phone.locator("[data-who]")).to_have_text(first)
        phone.get_by_role("button", name="60 s").tap()  # set anew, it still starts there
        expect(phone.locator("[data-who]")).to_have_text(first)
        phone.reload()
    expect(phone.get_by_role("button", name="Settle it again")).to_be_hidden()


def test_fields_of_the_clock_page_stand_apart(page_with_labels, open_phone):
    phone = open_phone()
    start(phone, page_with_labels.url)
    phone.get_by_role("link", name="Clock and pool").tap()
    for above, below in (("#how", "label[for=names]"), ("[data-own]", "label:has([data-chess])")):
        upper, lower = (phone.locator(one).bounding_box() for one in (above, below))
        assert lower["y"] - upper["y"] - upper["height"] >= 8, above
