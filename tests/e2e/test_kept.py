"""A verdict from a photo is there when its page is loaded again, in either language."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.test_phone import RUNS_OFF, TABLE

SMALL = {"viewport": {"width": 360, "height": 740}}


def test_a_verdict_on_a_photo_outlives_the_language_and_loading_again(page_with_labels, open_phone):
    phone = open_phone(locale="en-GB", **SMALL)
    phone.goto(page_with_labels.url)
    phone.locator("form.card button.primary").tap()
    phone.wait_for_selector("#part-table")
    phone.goto(re.match(r".*/g/[^/]+", phone.url)[0] + "/check")
    phone.locator("input[type=file]").nth(1).set_input_files(TABLE)
    verdicts = phone.locator("[data-verdict]")
    expect(verdicts.first).to_be_visible()
    count = verdicts.count()
    phone.locator(".languages [value=pl]").tap()
    expect(phone.locator("html[lang=pl]")).to_be_attached()
    expect(verdicts).to_have_count(count)
    phone.reload()
    expect(verdicts).to_have_count(count)
    expect(phone.locator(".judged-photo")).to_be_visible()
    assert not phone.evaluate(RUNS_OFF)
