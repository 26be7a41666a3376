"""Mending keeps its work small where no single tile can have been misread."""

from __future__ import annotations

import pytest

from solver import mend
from solver.lying import as_laid
from solver.notation import parse_table, parse_tiles
from solver.rules import Rules, preset_names
from solver.state import GameState


@pytest.mark.parametrize("copies", [1, 3])
def test_a_whole_box_typed_as_one_set_is_not_searched_and_that_is_said(monkeypatch, copies):
    rules = Rules.preset("lemada")
    work = []

    def counted(meld, rules):
        work.append(meld)
        return as_laid(meld, rules)

    monkeypatch.setattr(mend, "as_laid", counted)
    monkeypatch.setattr(mend, "mend_layout", lambda state, _: work.append(state))
    box = tuple(rules.stock().tiles())
    table = (parse_tiles("R1 R2 R3"), box * copies)
    mending = mend.mend_table(GameState(table, (), True, rules))
    assert (mending.readings, mending.sets, mending.steps) == ((), None, ())
    assert mending.notice.startswith(f"set 2 has {len(box) * copies} tiles")
    assert len(work) < 10


def test_a_long_run_with_one_misread_tile_is_still_mended():
    rules = Rules.preset("lemada")
    run = [tile for tile in sorted(set(rules.stock().tiles())) if str(tile)[0] == "R"]
    blue = next(tile for tile in rules.stock().tiles() if str(tile) == "B7")
    misread = tuple(blue if str(tile) == "R7" else tile for tile in run)
    readings = mend.mend_table(GameState((misread,), (), True, rules)).readings
    assert [(str(one.seen), str(one.meant)) for one in readings][:1] == [("B7", "R7")]


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize("table", ["R8 R4 R5 R6 | B7 K7 O7", "R4 R5 | R6", "R4 J R7", "J R4 R5 B9"])
def test_a_table_is_mended_alike_before_and_after_the_opening(preset, table):
    lying, rack = parse_table(table), parse_tiles("K9 R7")
    rules = Rules.preset(preset)
    before, after = (
        mend.mend_table(GameState(lying, rack, opened, rules)) for opened in (False, True)
    )
    assert before == after
