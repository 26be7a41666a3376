"""Mending keeps its work small where no single tile can have been misread."""

from __future__ import annotations

import pytest

from solver import mend
from solver.lying import as_laid
from solver.rules import Rules
from solver.state import GameState


@pytest.mark.parametrize("copies", [1, 3])
def test_a_whole_box_typed_as_one_set_is_not_tried_tile_by_tile(monkeypatch, copies):
    rules = Rules.preset("lemada")
    judged = []

    def counted(meld, rules):
        judged.append(meld)
        return as_laid(meld, rules)

    monkeypatch.setattr(mend, "as_laid", counted)
    box = tuple(rules.stock().tiles())
    assert mend.mend_table(GameState((box * copies,), (), True, rules)).readings == ()
    assert len(judged) < 10


def test_a_long_run_with_one_misread_tile_is_still_mended():
    rules = Rules.preset("lemada")
    run = [tile for tile in sorted(set(rules.stock().tiles())) if str(tile)[0] == "R"]
    blue = next(tile for tile in rules.stock().tiles() if str(tile) == "B7")
    misread = tuple(blue if str(tile) == "R7" else tile for tile in run)
    readings = mend.mend_table(GameState((misread,), (), True, rules)).readings
    assert [(str(one.seen), str(one.meant)) for one in readings][:1] == [("B7", "R7")]
