"""Polish words in the form that their sentence wants."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from solver.notation import parse_table, parse_tile, parse_tiles
from solver.referee import referee
from solver.rules import Rules
from solver.wording import TEMPLATES, Sentence
from webapp.phrases import laid_label, said, step_text, tile_label
from webapp.translations.catalogue import load

OF_TILES = sorted(key for key, text in TEMPLATES.items() if "{tiles}" in text)


@pytest.fixture
def polish(app):
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        yield


def test_what_could_not_be_checked_is_said_whole(polish):
    table = parse_table("R1 R2 R3"), parse_table("R1 R2 R3 R4")
    ruling = referee(*table, opened=True, rules=Rules.preset("lemada"))
    told = [said(reason) for reason in ruling.reasons if "not drawn in this turn" in reason]
    assert len(told) == 1
    assert "dobrane w tej turze" in told[0]


def test_who_settles_a_tie_is_called_one_thing():
    """Nobody at a table is a referee: the players settle it, on every page."""
    ties = [
        str(one.string)
        for one in load("pl")
        if re.search(r"\b(in a tie|of a tie|are tied|undecided until)\b", str(one.id))
    ]
    assert len(ties) == 4
    assert all("gracze" in text and "sędzi" not in text for text in ties)


@pytest.mark.parametrize("name", ["R6", "B6", "K6", "O6", "J", "JD", "JM", "JC"])
@pytest.mark.parametrize("template", OF_TILES)
def test_what_a_step_lays_or_takes_is_in_the_accusative(polish, name, template):
    row = parse_tiles("R1 R2 R3")
    sentence = Sentence(template, (parse_tile(name),), row, row)
    told = step_text(SimpleNamespace(text="", sentences=(sentence,)))
    assert laid_label(name) != tile_label(name)
    assert f": {laid_label(name)}" in told
