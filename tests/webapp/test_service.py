"""From a reading of a photo to the tiles of a table, rack or set; doubts are kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solver.notation import format_table, format_tiles
from solver.rules import Rules
from vision.reading import Proposal, SceneReading, TileGroup, TileReading, Zone
from webapp import judging, service

DOUBT = {"B8": ("B3", "K8"), "R9": ("R6",)}


def a_reading(*groups: str, zone: Zone = Zone.TABLE, doubtful: tuple[str, ...] = ()):
    """A photo called shot.jpg with these groups, the ``doubtful`` tiles marked."""
    tiles: list[TileReading] = []
    found: list[TileGroup] = []
    for text in groups:
        names = text.split()
        found.append(TileGroup(zone, tuple(range(len(tiles), len(tiles) + len(names)))))
        for name in names:
            x, y = 60.0 * len(tiles), 90.0 * len(found)
            tiles.append(
                TileReading(
                    id=len(tiles),
                    tile=name,
                    confidence=0.5 if name in doubtful else 0.99,
                    doubtful=name in doubtful,
                    quad=((x, y), (x + 50, y), (x + 50, y + 70), (x, y + 70)),
                    alternatives=tuple((other, 0.2) for other in DOUBT.get(name, ())),
                    raw=name,
                )
            )
    return SceneReading("shot.jpg", 1000, 750, tuple(tiles), tuple(found))


def test_groups_on_the_table_are_its_sets_in_order():
    shown = service.table_of(a_reading("R1 R2 R3", "B7 K7 O7 J", "R9"))
    assert format_table(shown.sets) == "R1 R2 R3 | B7 K7 O7 J | R9"
    assert shown.notices == ()


def test_the_tiers_of_a_rack_are_its_tiles():
    shown = service.rack_of(a_reading("R1 B5", "J K9", zone=Zone.RACK))
    assert format_tiles(shown.tiles) == "R1 B5 J K9"


def test_doubtful_tiles_are_taken_as_read_and_named_with_what_else_they_may_be():
    shown = service.table_of(a_reading("B7 B8 B9", doubtful=("B8",)))
    assert format_table(shown.sets) == "B7 B8 B9"
    [notice] = shown.notices
    assert "B8" in notice
    assert "B3 or K8" in notice


def test_warnings_and_proposals_are_passed_on_and_change_nothing():
    reading = a_reading("B7 B8 K9")
    reading = SceneReading(
        reading.photo, 1000, 750, reading.tiles, reading.groups,
        proposals=(Proposal(2, "B9", "the run would be complete"),),
        warnings=("three copies of R7 in view",),
    )  # fmt: skip
    shown = service.table_of(reading)
    assert format_table(shown.sets) == "B7 B8 K9"
    assert any("three copies" in notice for notice in shown.notices)
    assert any("B9" in notice and "complete" in notice for notice in shown.notices)


def test_an_unreadable_tile_stops_and_hands_over_the_text_to_correct():
    with pytest.raises(service.BadInput, match=r"1 tile could not be read.*R1 \? R3 \| B7 K7 O7"):
        service.table_of(a_reading("R1 ? R3", "B7 K7 O7"))


def test_face_down_tiles_belong_to_no_set():
    shown = service.table_of(a_reading("R1 R2 R3", "X", "X"))
    assert format_table(shown.sets) == "R1 R2 R3"
    assert "2" in shown.notices[0]


def test_tiles_of_the_other_zone_are_left_out_and_said_to_be():
    table = a_reading("R1 R2 R3")
    both = SceneReading(
        "shot.jpg", 1000, 750, table.tiles,
        (TileGroup(Zone.TABLE, (0, 1)), TileGroup(Zone.RACK, (2,))),
    )  # fmt: skip
    assert format_table(service.table_of(both).sets) == "R1 R2"
    assert "left out: 1" in service.table_of(both).notices[0]
    assert format_table(service.rack_of(both).sets) == "R3"


@pytest.fixture
def photographed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Makes a file that is read as the given reading."""

    def take(reading: SceneReading) -> str:
        path = tmp_path / reading.photo
        path.write_bytes(b"the reader is not asked here")
        monkeypatch.setattr(judging, "read_photo", lambda *_, **__: reading)
        return str(path)

    return take


def test_a_verdict_from_a_photo(photographed):
    judged = service.judge_sets(photographed(a_reading("B7 B8 B9")), Rules())
    [one] = judged.sets
    assert (one.verdict.valid, one.verdict.value) == (True, 24)
    assert judged.remarks == ("shot.jpg: read as B7 B8 B9",)


@pytest.mark.parametrize("tiles", ["B7 B8 B9", "B7 ? B9"])
def test_no_verdict_while_it_hangs_on_a_doubtful_tile(photographed, tiles):
    photo = photographed(a_reading(tiles, doubtful=("B8",)))
    hangs = r"reads B8 but may be B3.*B7 B8 B9|could not be read.*B7 \? B9"
    judged = service.judge_sets(photo, Rules())
    assert judged.sets[0].verdict is None
    [problem] = judged.problems
    assert re.search(hangs, problem)
    assert judged.to_json()["valid"] is None


def test_a_doubt_that_changes_nothing_does_not_stop_the_verdict(photographed):
    photo = photographed(a_reading("R9 B3 K7", doubtful=("R9",)))
    judged = service.judge_sets(photo, Rules())
    assert judged.valid is False
    assert len(judged.remarks) == 2


def test_a_photo_without_a_set_is_one_line_that_says_what_to_do(photographed):
    with pytest.raises(service.BadInput, match="no set in this photo: take it closer"):
        service.judge_sets(photographed(a_reading()), Rules())


def test_each_set_of_a_photo_is_judged_and_one_in_doubt_holds_no_other_back(photographed):
    photo = photographed(a_reading("R1 R2 R3", "B7 B8 B9", "K1 ? K3", "R4 R4 X", doubtful=("B8",)))
    judged = service.judge_sets(photo, Rules())
    answer = judged.to_json()
    assert [one.get("valid") for one in answer["sets"]] == [True, None, None, False]
    assert [one["set"] for one in answer["sets"]][1:] == [
        ["B7", "B8", "B9"], ["K1", "?", "K3"], ["R4", "R4"],
    ]  # fmt: skip
    assert "may be B3" in answer["sets"][1]["error"]
    assert "shot.jpg: set 2: tile 2 reads B8" in answer["error"]
    assert "shot.jpg: set 3: a tile could not be read" in answer["error"]
    assert (answer["valid"], answer["value"]) == (False, 6)
    assert any("face-down" in remark for remark in judged.remarks)


def test_doubts_of_both_photos_are_problems_of_the_advice(photographed):
    table = service.table_of(a_reading("B7 B8 B9", doubtful=("B8",)))
    rack = service.rack_of(a_reading("B10 R9", zone=Zone.RACK, doubtful=("R9",)))
    result = service.advise_on(table, rack, opened=True, rules=Rules())
    assert result["placed"] == ["B10"]
    assert ["B8" in result["problems"][0], "R9" in result["problems"][1]] == [True, True]
