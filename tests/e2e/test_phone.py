"""A player with a phone: photos, corrections by tap, a play."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

SAMPLES = Path(__file__).parents[2] / "samples"
TABLE = SAMPLES / "kitchen" / "table.jpg"
RACK = SAMPLES / "kitchen" / "rack.jpg"
TRUTH = json.loads((SAMPLES / "kitchen" / "truth.json").read_text(encoding="utf-8"))


def start(phone, url: str, opened: bool = True) -> None:
    phone.goto(url)
    if opened:
        phone.get_by_label("Yes", exact=True).check()
    phone.get_by_role("button", name="Start the game").click()
    phone.wait_for_selector("#part-table")


def photograph(phone, part: str, photo: Path) -> None:
    phone.locator(f"#part-{part} input[type=file]").nth(1).set_input_files(photo)
    phone.wait_for_selector(".script #groups .tile")


def back(phone) -> None:
    phone.get_by_role("link", name="Done").click()
    phone.wait_for_selector("#part-table")


def tiles_shown(phone) -> list[str]:
    return phone.locator("#groups .tile").evaluate_all(
        "tiles => tiles.map(tile => tile.getAttribute('aria-label'))"
    )


def test_from_two_photos_to_a_play_with_the_real_eyes(page_with_eyes, open_phone):
    phone = open_phone()
    start(phone, page_with_eyes.url)
    photograph(phone, "table", TABLE)
    assert phone.locator(".outline").count() >= 15
    # Whatever the eyes made of it, the player has the last word.
    phone.get_by_text("Edit as text").click()
    phone.fill("#tiles", "\n".join(" ".join(meld) for meld in TRUTH["table"]))
    phone.get_by_role("button", name="Save the tiles").click()
    expect(phone.locator("#groups li")).to_have_count(5)
    assert phone.locator(".outline").count() > 0
    back(phone)
    photograph(phone, "rack", RACK)
    phone.get_by_text("Edit as text").click()
    phone.fill("#tiles", " ".join(TRUTH["rack"]))
    phone.get_by_role("button", name="Save the tiles").click()
    expect(phone.locator("#groups .tile")).to_have_count(12)
    back(phone)
    phone.get_by_role("link", name="Show the best play").click()
    phone.wait_for_selector("#verdict[data-status=play]")
    assert phone.locator(".steps li").count() >= 3
    assert phone.locator(".is-rack").count() >= 6


@pytest.mark.parametrize("part", ['.outline[data-tile="0"] .edge', '.label[data-tile="0"] rect'])
def test_a_wrong_tile_is_corrected_by_a_tap_on_the_photo(
    page_with_labels, reader, open_phone, part
):
    reader.wrong = {0: "R8"}
    phone = open_phone()
    start(phone, page_with_labels.url)
    photograph(phone, "table", TABLE)
    assert tiles_shown(phone)[0] == "red 8"
    phone.locator(part).tap()
    phone.wait_for_selector("#sheet h2")
    assert phone.inner_text("#sheet h2") == "Red 8"
    assert phone.locator("#sheet .closeup").is_visible()
    phone.locator(".pad-R button[value=R3]").tap()
    phone.wait_for_selector("#sheet", state="hidden")
    assert tiles_shown(phone)[:4] == ["red 3", "red 4", "red 5", "red 6"]
    expect(phone.locator("#announce")).to_have_text("Red 8 is now red 3")
    assert phone.locator('.outline[data-tile="0"]').get_attribute("class").endswith("by-user")
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator("#groups .tile").first).to_have_attribute("aria-label", "red 8")


def test_doubtful_tiles_are_settled_one_after_the_other(page_with_labels, reader, open_phone):
    reader.doubt = {2: "R9", 7: "K3"}
    phone = open_phone()
    start(phone, page_with_labels.url)
    photograph(phone, "table", TABLE)
    phone.get_by_text("Look at 2 doubtful tiles").tap()
    phone.wait_for_selector("#sheet .guess")
    assert "Is this" in phone.inner_text("#sheet h2")
    first = phone.inner_text("#sheet h2")
    phone.locator("#sheet .guess.yes").tap()
    expect(phone.locator("#sheet h2")).not_to_have_text(first)
    assert "1 left" in phone.inner_text("#sheet")
    phone.locator("#sheet .guess").nth(1).tap()
    phone.wait_for_selector("#sheet", state="hidden")
    assert "No tile is in doubt" in phone.inner_text("#doubts")


def test_a_missed_tile_is_added_by_a_tap_where_it_lies(page_with_labels, reader, open_phone):
    reader.missed = {1}
    phone = open_phone()
    start(phone, page_with_labels.url)
    photograph(phone, "table", TABLE)
    label = reader.labels["kitchen/table.jpg"]
    quad = label["tiles"][1]["quad"]
    x, y = (sum(corner[i] for corner in quad) / 4 for i in range(2))
    where = phone.get_by_text("Tap where the missed tile lies.")
    expect(where).to_be_hidden()
    phone.get_by_role("button", name="Missed tile").tap()
    expect(where).to_be_visible()
    expect(phone.get_by_text("Tap a tile to correct it.")).to_be_hidden()
    box = phone.locator("svg.photo").bounding_box()
    scale = box["width"] / label["width"]
    phone.locator("svg.photo").tap(position={"x": x * scale, "y": y * scale})
    phone.wait_for_selector("#sheet .pad")
    phone.locator(".pad-R button[value=R4]").tap()
    phone.wait_for_selector("#sheet", state="hidden")
    assert tiles_shown(phone)[:4] == ["red 3", "red 4", "red 5", "red 6"]


def test_a_photo_that_is_none_says_so_and_nothing_is_lost(page_with_labels, open_phone, tmp_path):
    note = tmp_path / "note.jpg"
    note.write_text("R1 R2 R3")
    phone = open_phone()
    start(phone, page_with_labels.url)
    phone.locator("#part-table input[type=file]").nth(1).set_input_files(note)
    expect(phone.locator("#part-table").get_by_role("alert")).to_contain_text("note.jpg")
    photograph(phone, "table", TABLE)
    assert len(tiles_shown(phone)) == 17


def test_what_is_said_of_a_photo_is_seen_though_a_script_sent_it(page_with_labels, open_phone):
    phone = open_phone()
    start(phone, page_with_labels.url)
    game = re.search(r"/g/([^/]+)", phone.url)[1]
    page_with_labels.app.extensions["tilesight_store"].set_profile(game, "Gone")
    photograph(phone, "table", TABLE)
    expect(phone.locator("#messages .notice.warn")).to_contain_text("not known here any more")
    phone.reload()
    expect(phone.locator("#messages .notice")).to_have_count(0)


def test_two_phones_in_one_game_do_not_overwrite_each_other(page_with_labels, open_phone):
    phone, other = open_phone(), open_phone()
    start(phone, page_with_labels.url)
    photograph(phone, "table", TABLE)
    other.goto(re.match(r".*/g/[^/]+", phone.url)[0] + "/table?tile=0")
    back(phone)
    phone.locator("#part-table summary").tap()
    photograph(phone, "table", TABLE)
    other.locator(".pad-R button[value=R8]").tap()
    expect(other.locator("#messages .notice.warn")).to_contain_text("out of date")
    assert tiles_shown(other)[0] == "red 3"
    assert other.locator("#sheet").is_hidden()
    other.reload()  # the address is still that of a page
    expect(other.locator("#groups .tile").first).to_be_visible()


def test_without_javascript_photos_corrections_and_the_play_work(
    page_with_labels, reader, open_phone
):
    reader.wrong = {0: "R8"}
    phone = open_phone(java_script_enabled=False)
    start(phone, page_with_labels.url)
    phone.locator("#part-table input[type=file]").nth(1).set_input_files(TABLE)
    phone.locator("#part-table").get_by_role("button", name="Read the photo").click()
    phone.locator("#groups a").first.click()
    assert phone.inner_text("#sheet h2") == "Red 8"
    phone.locator(".pad-R button[value=R3]").click()
    phone.get_by_role("link", name="Done").click()
    phone.locator("#part-rack summary").click()
    phone.fill("#text-rack", " ".join(TRUTH["rack"]))
    phone.locator("#part-rack").get_by_role("button", name="Save the tiles").click()
    phone.get_by_role("link", name="Show the best play").click()
    assert phone.locator("#verdict").get_attribute("data-status") == "play"
    assert phone.locator(".steps li").count() >= 3


def test_with_the_keyboard_alone(page_with_labels, reader, open_phone):
    reader.doubt = {2: "R9"}
    phone = open_phone(has_touch=False, is_mobile=False)
    start(phone, page_with_labels.url)
    photograph(phone, "table", TABLE)
    press_tab_to(phone, "Look at 1 doubtful tile")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#sheet .guess")
    expect(phone.locator("#sheet-title")).to_be_focused()
    phone.keyboard.press("Escape")
    phone.wait_for_selector("#sheet", state="hidden")
    press_tab_to(phone, "red 5, doubtful")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#sheet .guess")
    press_tab_to(phone, "red 9")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#sheet", state="hidden")
    assert tiles_shown(phone)[2] == "red 9"
    expect(phone.locator("#tile-2")).to_be_focused()


def press_tab_to(phone, words: str) -> None:
    """Tab until what has the focus is called ``words``."""
    named = (
        "() => { const on = document.activeElement;"
        " return on.getAttribute('aria-label') || on.querySelector('[aria-label]')?.ariaLabel"
        " || on.innerText || ''; }"
    )
    for _ in range(120):
        phone.keyboard.press("Tab")
        if words in phone.evaluate(named):
            return
    raise AssertionError(f"the keyboard never reached {words!r}")


def test_a_polish_phone_is_spoken_to_in_polish(page_with_labels, open_phone):
    phone = open_phone(locale="pl-PL")
    phone.goto(page_with_labels.url)
    assert phone.inner_text("h1") == "Co mogę zagrać?"
    phone.get_by_role("button", name="Rozpocznij grę").tap()
    photograph(phone, "table", TABLE)
    assert tiles_shown(phone)[0] == "czerwona 3"
    phone.get_by_role("button", name="EN").tap()
    phone.wait_for_selector("html[lang=en]")
    assert tiles_shown(phone)[0] == "red 3"


PLACES = (
    "",
    "/table",
    "/table?tile=0",
    "/table?add=1",
    "/rack",
    "/play",
    "/play?hint=2",
    "/rules",
    "/check?set=R7+B7+J",
    "/referee",
    "/scores",
    "/round",
)


@pytest.fixture
def played(page_with_labels, open_phone):
    """A small phone and the address of a game with table and rack."""
    phone = open_phone(viewport={"width": 320, "height": 640}, locale="pl-PL")
    phone.goto(page_with_labels.url)
    phone.locator("form.card button.primary").tap()
    photograph(phone, "table", TABLE)
    game = re.match(r".*/g/[^/]+", phone.url)[0]
    phone.goto(game)
    photograph(phone, "rack", RACK)
    phone.goto(f"{game}/scores")
    phone.fill("#names", "Ania\nBartek\nCelina")
    phone.locator("form.card button.primary").tap()
    phone.wait_for_selector(".sheet-table")
    return phone, game


def test_every_page_fits_a_small_phone_and_has_room_for_thumbs(played):
    phone, game = played
    small, wide = [], []
    for place in PLACES:
        phone.goto(game + place)
        if phone.evaluate(RUNS_OFF):
            wide.append(place)
        small += [f"{place}: {what}" for what in phone.evaluate(TOO_SMALL)]
    assert wide == []
    assert small == []


def test_no_page_shows_the_browsers_own_file_button(played):
    """It speaks the browser's language, and is small."""
    phone, game = played
    shown, there = [], 0
    for place in (*PLACES, "/tiles"):
        phone.goto(game + place)
        there += phone.locator("input[type=file]").count()
        shown += [f"{place}: {what}" for what in phone.evaluate(OWN_FILE_BUTTONS)]
    assert there > 10
    assert shown == []


OWN_FILE_BUTTONS = """() => [...document.querySelectorAll('input[type=file]')]
  .filter(one => one.offsetWidth > 1 || !one.closest('label.button')?.textContent.trim())
  .map(one => one.outerHTML)"""


def test_with_letters_twice_as_large_no_page_runs_off_the_phone(played):
    phone, game = played
    phone.set_viewport_size({"width": 390, "height": 844})
    wide = []
    for place in (*PLACES, "/tiles", "/../.."):
        phone.goto(game + place)
        phone.evaluate("document.documentElement.style.fontSize = '34px'")
        wide += [f"{place}: {what}" for what in phone.evaluate(RUNS_OFF)]
    assert wide == []


RUNS_OFF = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  ? [] : [...document.querySelectorAll('main *, header *')]
  .filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(one => `${one.tagName} ${one.className.baseVal ?? one.className}`)"""


TOO_SMALL = """() => [...document.querySelectorAll(
    'button, a.button, a.chip, a.round, summary, select, textarea, .links a, .back, .brand,'
    + ' #groups a, input[type=text], input[type=number], label.tick, .pad > label')]
  .filter(one => one.checkVisibility() && one.getClientRects().length)
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.height < 43.5 || box.width < 30)
  .map(([one, box]) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 20)}`
    + ` ${Math.round(box.width)}x${Math.round(box.height)}`)"""


def test_everything_that_can_be_pressed_has_a_name(played):
    phone, game = played
    nameless = []
    for place in PLACES:
        phone.goto(game + place)
        nameless += [f"{place}: {what}" for what in phone.evaluate(NAMELESS)]
    assert nameless == []


NAMELESS = """() => [...document.querySelectorAll('a, button, input, select, textarea')]
  .filter(one => one.checkVisibility() && one.type !== 'hidden')
  .filter(one => !(one.getAttribute('aria-label') || one.textContent.trim()
    || one.querySelector('[aria-label]') || (one.labels && one.labels.length)))
  .map(one => one.outerHTML.slice(0, 80))"""


def test_the_clock_runs_out_and_says_what_the_rules_demand(played):
    phone, game = played
    phone.clock.install()
    phone.goto(game + "/round")
    phone.get_by_role("button", name="40 s").tap()
    phone.get_by_role("button", name="Start").tap()
    phone.clock.fast_forward(39_000)
    expect(phone.locator("[data-face]")).to_have_text("1")
    assert phone.locator("[data-up]").is_hidden()
    phone.clock.fast_forward(2_000)
    expect(phone.locator("[data-up]")).to_contain_text("3 kostki")
    phone.get_by_role("button", name="Następny gracz").tap()
    expect(phone.locator("[data-who]")).to_have_text("Bartek")
    assert phone.locator("[data-up]").is_hidden()


@pytest.mark.parametrize("typed", ["3", "7.5", "9000", "e", ""])
def test_a_time_that_the_clock_cannot_take_is_said_beside_the_field(played, typed):
    phone, game = played
    phone.goto(game + "/round")
    own, line = phone.locator("[data-own]"), phone.locator("#own-mistake")
    before = phone.inner_text("[data-face]")
    own.fill("90")
    own.press("Tab")
    expect(phone.locator("[data-face]")).to_have_text("90")
    assert line.is_hidden()
    own.fill("")
    own.press_sequentially(typed)
    own.press("Tab")
    expect(line).to_contain_text("od 5 do 7200")
    assert own.get_attribute("aria-invalid") == "true"
    assert phone.inner_text("[data-face]") == "90"
    phone.get_by_role("button", name=f"{before} s").tap()
    expect(line).to_be_hidden()
    assert own.input_value() == ""
    assert own.get_attribute("aria-invalid") is None


def test_a_set_is_judged_from_its_photo_again_and_again(page_with_eyes, open_phone):
    phone = open_phone()
    start(phone, page_with_eyes.url)
    phone.get_by_role("link", name="Is this a set?").click()
    for _ in range(2):
        phone.locator("form[data-photo] input[type=file]").nth(1).set_input_files(TABLE)
        expect(phone.locator("[data-verdict]").first).to_be_visible(timeout=30_000)
        phone.evaluate("document.querySelectorAll('[data-verdict]').forEach(one => one.remove())")


def test_photos_of_a_turn_are_read_as_soon_as_they_are_chosen(page_with_labels, open_phone):
    phone = open_phone()
    start(phone, page_with_labels.url)
    phone.get_by_role("link", name="Was that turn legal?").click()
    phone.locator("#turn[data-photo]").wait_for()
    for number, name in enumerate(("before", "after")):
        group = phone.get_by_role("group", name=f"The table {name} the turn")
        group.locator("input[type=file]").nth(1 - number).set_input_files(TABLE)
        expect(phone.locator(f"#{name}")).to_have_value(re.compile("R3 R4 R5 R6"))
        expect(phone.locator(".notice", has_text="Check what was read")).to_be_focused()
    expect(phone.locator(".judged-photo")).to_have_count(2)
    phone.get_by_role("button", name="Judge this turn").click()
    expect(phone.locator("[data-legal=yes]")).to_be_visible()


def test_a_photographed_rack_is_put_right_before_it_is_scored(page_with_labels, reader, open_phone):
    reader.rack_doubt = {1: "K13"}
    phone = open_phone()
    start(phone, page_with_labels.url)
    phone.get_by_role("link", name="Score sheet").click()
    phone.fill("#names", "Ann\nBo\nCy")
    phone.get_by_role("button", name="Begin the match").click()
    phone.fill("#rack-3", "R5")
    phone.select_option("#out", "Ann")
    phone.locator("#rack-of-p2 input[type=file]").first.set_input_files(RACK)
    phone.get_by_text("Look at 1 doubtful tile").tap()
    expect(phone.locator("#sheet .closeup")).to_be_visible()
    phone.locator("#sheet .guess").nth(1).tap()
    phone.wait_for_selector("#sheet", state="hidden")
    assert tiles_shown(phone)[1] == "black 13"
    phone.get_by_role("link", name="Done").tap()
    expect(phone.locator("#rack-of-p2 .tile")).to_have_count(12)
    expect(phone.locator("#out")).to_have_value("Ann")
    expect(phone.locator("#rack-3")).to_have_value("R5")
    phone.locator("#rack-3").press("Enter")  # scores the round, opens no photo
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    assert phone.locator("#rack-of-p2 .tile").count() == 0


def test_a_rack_is_counted_from_a_photo_without_javascript(page_with_labels, reader, open_phone):
    reader.rack_doubt = {1: "K13"}
    phone = open_phone(java_script_enabled=False)
    start(phone, page_with_labels.url)
    phone.get_by_role("link", name="Score sheet").click()
    phone.fill("#names", "Ann\nBo")
    phone.get_by_role("button", name="Begin the match").click()
    phone.select_option("#out", "Ann")
    phone.locator("#rack-of-p2 input[type=file]").nth(1).set_input_files(RACK)
    phone.locator("#rack-of-p2").get_by_role("button", name="Read the photo").click()
    phone.get_by_text("Look at 1 doubtful tile").click()
    phone.locator("#sheet .guess.yes").click()
    phone.get_by_role("link", name="Done").click()
    phone.get_by_role("button", name="Score the round").click()
    assert phone.get_by_role("heading", name="Round 2").is_visible()


def test_a_rack_photographed_as_the_table_is_put_right_by_one_tap(
    page_with_labels, reader, open_phone
):
    reader.labels["kitchen/table.jpg"] = reader.labels["kitchen/rack.jpg"]
    phone = open_phone(viewport={"width": 320, "height": 640})
    start(phone, page_with_labels.url)
    photograph(phone, "table", RACK)
    expect(phone.locator("#doubts")).to_contain_text("may be a rack")
    assert not phone.evaluate(RUNS_OFF)
    phone.get_by_role("button", name="It is my rack").first.tap()
    phone.wait_for_url("**/rack")
    assert len(tiles_shown(phone)) == 12
    assert phone.locator(".outline").count() == 12
    assert "may be a rack" not in phone.inner_text("#doubts")


def test_enter_judges_what_was_typed(played):
    """Its button stands first, before those that would say what a joker or doubtful tile is."""
    phone, game = played
    phone.goto(f"{game}/check?set=R9+J+J")
    first = "[...document.querySelector('#judge').elements].find(one => one.type === 'submit').name"
    assert phone.evaluate(first) == ""
    phone.fill("#set", "R8 J J")
    phone.locator("#set").press("Enter")
    phone.wait_for_url("**set=R8**")
    assert phone.locator("#set").input_value() == "R8 J J"


def test_a_drawn_tile_is_tapped_and_the_next_turn_begins(played):
    phone, game = played
    for part, tiles in (("table", "R1 R2 R3"), ("rack", "B9 K12")):
        phone.goto(f"{game}/{part}")
        phone.locator("#typed summary").tap()
        phone.fill("#tiles", tiles)
        phone.locator("#typed form button").first.tap()
        expect(phone.locator("#groups .tile")).to_have_count(len(tiles.split()))
    phone.goto(f"{game}/play")
    assert not phone.evaluate(RUNS_OFF)
    phone.locator(".pad label.ink-blue").tap()
    phone.locator(".pad-B button[value=B5]").tap()
    expect(phone.locator("#messages")).to_contain_text("Niebieska 5")
    expect(phone.locator("#announce")).to_contain_text("Niebieska 5")  # for the ear
    expect(phone.locator("#part-rack .tile")).to_have_count(3)
    expect(phone.locator("#part-table .take").first).to_be_visible()


def test_the_keyboard_goes_on_where_it_was(page_with_labels, reader, open_phone):
    reader.doubt = {2: "R9"}
    phone = open_phone()
    start(phone, page_with_labels.url)
    photograph(phone, "table", TABLE)
    assert phone.locator("svg.photo a:not([tabindex='-1'])").count() == 0  # each tile once
    add = phone.get_by_role("link", name="Add a tile")
    for opens in (add, phone.locator("#tile-4"), phone.get_by_text("Look at 1 doubtful tile")):
        opens.focus()
        phone.keyboard.press("Enter")
        expect(phone.locator("#sheet h2")).to_be_focused()
        phone.keyboard.press("Escape")
        expect(opens).to_be_focused()
    opens.press("Enter")
    phone.locator("#sheet .guess.yes").press("Enter")
    phone.wait_for_selector("#sheet", state="hidden")
    expect(phone.locator("#doubts")).to_be_focused()
    phone.get_by_role("link", name="Done").press("Enter")
    made = phone.get_by_role("button", name="Made")
    made.press("Enter")
    phone.wait_for_url("**#opening")
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("button", name="Not yet")).to_be_focused()
