"""A warning looks like one: by a sign, a word and a colour, in either theme."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import webapp

CSS = (Path(webapp.__file__).parent / "static" / "tilesight.css").read_text(encoding="utf-8")
WORD = {"en": "Warning:", "pl": "Uwaga:"}


def warnings(page: str, language: str = "en") -> list[str]:
    """What the page warns of; each has its sign and its word."""
    found = re.findall(r'<p class="notice warn">(.*?)</p>', page, re.DOTALL)
    for one in found:
        assert '<svg class="sign" aria-hidden="true"' in one
        assert f"<strong>{WORD[language]}</strong>" in one
    return [re.sub(r"<[^>]*>", "", one).removeprefix(WORD[language]).strip() for one in found]


def test_a_photo_without_tiles_warns_above_the_page(player, reader):
    reader.lay("")
    shown = player.client.get(player.photograph("rack").location).text
    assert "No tiles were found in this photo" in warnings(shown)[0]


def test_the_language_of_the_word_is_that_of_the_page(player, reader):
    reader.lay("")
    shown = player.client.get(
        player.photograph("rack").location, headers={"Accept-Language": "pl"}
    ).text
    assert len(warnings(shown, "pl")) == 1


def test_what_the_reader_warns_of_is_a_warning(player, app, reader):
    from dataclasses import replace

    reader.lay("R1 R2 R3")
    told = "the photo has no colours: take it again in colour"
    app.config["READER"] = lambda *args, **options: replace(
        reader(*args, **options), warnings=(told,)
    )
    player.photograph("table")
    assert warnings(player.get("/table").text) == [told[0].upper() + told[1:]]


def test_learned_tiles_that_are_gone_are_a_warning(player, app, reader):
    app.extensions["tilesight_store"].set_profile(player.game.rsplit("/", 1)[1], "Gone")
    reader.lay("R1")
    shown = player.client.get(player.photograph("rack").location).text
    assert "not known here any more" in warnings(shown)[0]


def test_a_round_that_does_not_balance_is_a_warning(player):
    player.post("/rules", {"preset": "american-1978"})
    player.post("/scores/players", {"names": "Ann\nBo"})
    points = {"points-Ann": "9", "points-Bo": "-8", "by": "hand", "out": "Ann"}
    player.post("/scores/round", points)
    assert any("not documented" in line for line in warnings(player.get("/scores").text))
    player.post("/rules", {"preset": "lemada"})
    player.post("/scores/round", points)
    told = warnings(player.get("/scores").text)
    assert any("does not sum to zero" in line for line in told)


@pytest.mark.parametrize(
    ("sets", "looks"), [("R4 R5 R6 | B1 B2 B9", "warn"), ("R4 R5 R6 | B1 B2 B3", "good")]
)
def test_how_many_sets_are_valid_is_green_only_where_all_are(player, sets, looks):
    page = player.get(f"/check?set={sets}").text
    assert re.search(rf'<p class="notice {looks}" role="status">(<svg class="sign"|<span)', page)


def test_tiles_in_the_place_of_others_are_a_warning(player, reader):
    old = re.search(r'name="seen" value="([^"]*)"', player.get("/rack").text)[1]
    player.type("rack", "R5")
    page = player.post("/rack/add", {"seen": old, "tile": "R1"}).text
    assert "out of date" in warnings(page)[0]


def colours(theme: str) -> dict[str, str]:
    """The colours of a theme, by their names in the style sheet."""
    light, dark = CSS.split("@media (prefers-color-scheme: dark)")
    pairs = re.findall(r"--([\w-]+): (#[0-9a-f]{6})\b", light)
    if theme == "dark":
        pairs += re.findall(r"--([\w-]+): (#[0-9a-f]{6})\b", dark)
    return dict(pairs)


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2, 0 to 1."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return sum(w * s for w, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_warning_is_legible_and_stands_out_in_either_theme(theme):
    shown = colours(theme)
    assert contrast(shown["text"], shown["warn-soft"]) >= 7
    assert contrast(shown["warn"], shown["warn-soft"]) >= 3
    assert contrast(shown["warn"], shown["paper"]) >= 3
    assert contrast(shown["bad"], shown["card"]) >= 4.5
