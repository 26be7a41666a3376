"""``tilesight read`` and advice from photos: the real reader on the samples."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tests.webapp.conftest import LaidReader
from vision.reading import CUT_OFF
from webapp.cli import cli

SAMPLES = Path(__file__).parents[2] / "samples"
TABLE, RACK = str(SAMPLES / "kitchen/table.jpg"), str(SAMPLES / "kitchen/rack.jpg")
TRUTH = json.loads((SAMPLES / "kitchen/truth.json").read_text(encoding="utf-8"))


@pytest.fixture
def tilesight() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words: runner.invoke(cli, words, prog_name="tilesight")


@pytest.fixture
def empty_photo(tmp_path: Path) -> str:
    path = tmp_path / "nothing.jpg"
    Image.new("RGB", (800, 600), (120, 90, 60)).save(path)
    return str(path)


def sets_of(answer: dict, zone: str) -> list[list[str]]:
    tiles = {tile["id"]: tile["tile"] for tile in answer["tiles"]}
    return [
        [tiles[i] for i in group["tiles"]] for group in answer["groups"] if group["zone"] == zone
    ]


def test_every_photo_is_a_line_in_the_order_given(tilesight, empty_photo):
    result = tilesight("read", RACK, empty_photo, TABLE, "--json")
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["photo"] for answer in answers] == [RACK, empty_photo, TABLE]


def test_a_reading_has_the_form_of_the_contract(tilesight):
    answer = json.loads(tilesight("read", TABLE, "--json").stdout)
    assert list(answer) == [
        "photo", "width", "height", "tiles", "groups", "proposals", "warnings", "timings_ms",
    ]  # fmt: skip
    with Image.open(TABLE) as image:
        assert (answer["width"], answer["height"]) == image.size
    for tile in answer["tiles"]:
        assert list(tile)[:8] == [
            "id", "tile", "confidence", "doubtful", "quad", "alternatives", "raw", "decided_by",
        ]  # fmt: skip
        assert list(tile)[8:] == (["why"] if tile["doubtful"] else [])
        assert 0 <= tile["confidence"] <= 1
        assert [len(corner) for corner in tile["quad"]] == [2, 2, 2, 2]
        for name, chance in tile["alternatives"]:
            assert name != tile["tile"]
            assert 0 <= chance <= 1
    ids = [tile["id"] for tile in answer["tiles"]]
    assert sorted(i for group in answer["groups"] for i in group["tiles"]) == sorted(ids)
    assert set(answer["timings_ms"]) >= {"decode", "detect", "classify", "arrange"}


def test_the_sample_table_and_rack_are_read_as_they_lie(tilesight):
    table = json.loads(tilesight("read", TABLE, "--kind", "table", "--json").stdout)
    assert sorted(sets_of(table, "table")) == sorted(TRUTH["table"])
    rack = json.loads(tilesight("read", RACK, "--kind", "rack", "--json").stdout)
    assert [tile for tier in sets_of(rack, "rack") for tile in tier] == TRUTH["rack"]


def test_a_photo_without_tiles_is_an_answer_with_a_warning(tilesight, empty_photo):
    result = tilesight("read", empty_photo, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert (answer["tiles"], answer["groups"]) == ([], [])
    assert answer["warnings"]


def test_annotated_pictures_are_written_one_a_photo(tilesight, tmp_path):
    picture = tmp_path / "read.png"
    assert tilesight("read", TABLE, "--annotate", str(picture)).exit_code == 0
    with Image.open(picture) as drawn, Image.open(TABLE) as photo:
        assert drawn.size[0] / drawn.size[1] == pytest.approx(photo.size[0] / photo.size[1], 0.01)
    assert tilesight("read", TABLE, RACK, "--annotate", str(picture)).exit_code == 0
    assert (tmp_path / "read-table.png").is_file()
    assert (tmp_path / "read-rack.png").is_file()


def test_people_get_the_sets_in_notation(tilesight):
    spoken = tilesight("read", TABLE).stdout.replace("*", "")
    assert " ".join(TRUTH["table"][0]) in spoken


def test_advice_from_two_photos_is_that_from_the_text(tilesight):
    from_photos = json.loads(tilesight("advise", "--table", TABLE, "--rack", RACK, "--json").stdout)
    words = " | ".join(" ".join(meld) for meld in TRUTH["table"])
    rack = " ".join(TRUTH["rack"])
    from_text = json.loads(tilesight("advise", "--table", words, "--rack", rack, "--json").stdout)
    assert from_photos["status"] == from_text["status"]
    assert sorted(from_photos["placed"]) == sorted(from_text["placed"])
    assert from_photos["placed"]


def test_a_photo_and_a_text_may_be_mixed(tilesight):
    answer = json.loads(
        tilesight("advise", "--table", TABLE, "--rack", TRUTH["rack"][0], "--json").stdout
    )
    assert answer["status"] in ("win", "draw")


def test_a_table_photo_with_a_broken_set_is_a_negative_verdict(tilesight):
    photo = str(SAMPLES / "misdealt/table.jpg")
    result = tilesight("advise", "--table", photo, "--rack", "R7", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["status"] == "invalid_table"


def test_an_empty_rack_photo_holds_no_tiles_and_says_so(tilesight, empty_photo):
    result = tilesight("advise", "--table", "R1 R2 R3", "--rack", empty_photo, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["status"] == "draw"
    assert any("no tiles" in problem for problem in answer["problems"])


def test_where_nothing_speaks_against_table_or_rack_nothing_is_said_of_a_guess(tilesight):
    for photo in (TABLE, RACK):
        assert "taken for" not in tilesight("read", photo).stderr


RACK_ABOVE_A_SET = ["R9 R10 R11", "J K10 K11 K12 K13 J", "B4 B5 B6", "", "", "K5 K6 K7"]
"""Tiers of a rack, one of which is no set, and a set that lies before it."""
SETS_ABOVE_A_SET = ["R9 R10 R11", "K10 K11 K12 K13", "B4 B5 B6", "", "", "K5 K6 K7"]


@pytest.mark.parametrize(
    ("zone", "rows", "said"),
    [
        ("table", ["R1 B7 K9 O4 R13"], "if it is a rack, say --kind rack"),
        ("table", ["R1 R2 R3", "B7 K9"], ""),
        ("rack", ["R1 R2 R3", "B7 K7 O7"], "if it is a table, say --kind table"),
        ("rack", ["R1 R2 R3", "B7 K9 O7"], ""),
        ("rack", ["R1 R2 R3"], ""),
        ("table", RACK_ABOVE_A_SET, "if it is a rack, say --kind rack"),
        ("table", SETS_ABOVE_A_SET, ""),
    ],
)
def test_a_guess_that_the_sets_speak_against_is_said(tilesight, monkeypatch, zone, rows, said):
    reader = LaidReader()
    reader.lay(*rows)

    def read(path, *, kind, **options):
        return reader(SimpleNamespace(name=str(path), width=400, height=300), kind=zone)

    monkeypatch.setattr("webapp.service.read_photo", read)
    told = " ".join(tilesight("read", TABLE).stderr.split())
    assert said in told
    assert ("taken for" in told) == bool(said)


def test_a_guess_that_was_asked_for_is_said_with_how_to_say_better(tilesight):
    table, rack = (tilesight("read", photo, "--kind", "auto") for photo in (TABLE, RACK))
    assert "taken for a table by how the tiles lie; if it is a rack, say --kind rack" in " ".join(
        table.stderr.split()
    )
    assert "taken for a rack" in rack.stderr
    assert "taken for" not in tilesight("read", TABLE, "--kind", "table").stderr
    assert "taken for" not in tilesight("read", TABLE, "--json").stdout


def test_nothing_is_guessed_of_a_photo_without_tiles(tilesight, empty_photo):
    assert "taken for" not in tilesight("read", empty_photo).stderr


def test_photos_that_may_show_two_tables_are_not_merged_silently(tilesight, laid_photo):
    photos = laid_photo("R1 R2 R3"), laid_photo("R1 R2 R3")
    result = tilesight("read", *photos, "--merge", "--json")
    assert result.exit_code == 0
    (warning,) = json.loads(result.stdout)["warnings"]
    assert "two tables" in warning
    assert "two tables" in " ".join(tilesight("read", *photos, "--merge").stderr.split())


def test_photos_of_two_tables_are_refused(tilesight, laid_photo):
    photos = laid_photo("R1 R2 R3", "B7 K7 O7"), laid_photo("R1 R2 R3", "O1 O2 O3")
    result = tilesight("read", *photos, "--merge", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "shares no tiles" in result.stderr


def test_photos_of_one_table_are_merged_without_a_word(tilesight, laid_photo):
    table = ("R1 R2 R3", "B7 K7 O7")
    result = tilesight("read", laid_photo(*table), laid_photo(*table), "--merge", "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert json.loads(result.stdout)["warnings"] == []


def part_of(photo: Path, path: Path, box: tuple[int, int, int, int], turned: bool = False) -> str:
    """The name of a picture that shows a part of a photo, perhaps from the other side."""
    with Image.open(photo) as whole:
        part = whole.crop(box)
    (part.rotate(180) if turned else part).save(path, quality=95)
    return str(path)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("sample", "until", "since"), [("kitchen", 913, 606), ("last_move", 866, 457)]
)
def test_two_halves_of_a_table_become_the_table_though_both_cut_tiles(
    tilesight, tmp_path, sample, until, since, turned
):
    photo = SAMPLES / sample / "table.jpg"
    truth = json.loads(photo.with_name("truth.json").read_text(encoding="utf-8"))
    upper = part_of(photo, tmp_path / "upper.jpg", (0, 0, 1600, until))
    lower = part_of(photo, tmp_path / "lower.jpg", (0, since, 1600, 1200), turned)
    for photos in ((upper, lower), (lower, upper)):
        result = tilesight("read", *photos, "--merge", "--json")
        assert result.exit_code == 0, result.stderr
        tiles = json.loads(result.stdout)["tiles"]
        assert sorted(tile["tile"] for tile in tiles) == sorted(
            name for row in truth["table"] for name in row
        )
        assert not any(tile["doubtful"] for tile in tiles)


def test_a_tile_cut_and_doubted_on_one_photo_is_as_sure_as_the_other_has_it(tilesight, tmp_path):
    left = part_of(Path(TABLE), tmp_path / "left.jpg", (0, 0, 985, 1200))
    right = part_of(Path(TABLE), tmp_path / "right.jpg", (500, 0, 1600, 1200))
    assert "R5*" in tilesight("read", left).stdout
    for photos in ((left, right), (right, left), (left, TABLE)):
        result = tilesight("read", *photos, "--merge")
        assert result.exit_code == 0
        assert "R3 R4 R5 R6" in result.stdout
        assert "*" not in result.stdout
    result = tilesight("read", left, "--merge")
    assert f"{left}: look at R5" in " ".join(result.stderr.split())


def test_what_to_look_at_of_merged_photos_is_said_on_the_photo_that_shows_it(tilesight, laid_photo):
    first = laid_photo("R1 R2 R3", "B7 K7 O7")
    second = laid_photo("R1 R2 R3", "B7 K7 O7", "K1 K2~K9 K3")
    told = tilesight("read", first, second, "--merge").stderr.replace("\n", "")
    assert f"{second}: look at K2, perhaps K9 (at 67, 162)" in " ".join(told.split())


def test_why_a_tile_is_in_doubt_is_said_beside_it(tilesight, laid_photo):
    told = tilesight("read", laid_photo("R1 R2 R3~cut", "B5 B6~B1 B7"))
    assert "R1 R2 R3*" in told.stdout
    assert re.search(r"look at R3 \(at .*\): cut by the edge of the photo$", told.stderr, re.M)
    assert "look at B6, perhaps B1 (at" in told.stderr


def test_what_a_photo_cuts_is_no_warning_where_another_shows_it(tilesight, tmp_path):
    left, right = str(tmp_path / "left.jpg"), str(tmp_path / "right.jpg")
    with Image.open(SAMPLES / "kitchen/table.jpg") as whole:
        whole.crop((0, 0, 940, whole.height)).save(left, quality=95)
        whole.crop((525, 0, whole.width, whole.height)).save(right, quality=95)
    (warning,) = json.loads(tilesight("read", left, "--kind", "table", "--json").stdout)["warnings"]
    assert warning.startswith(CUT_OFF)
    words = ("read", left, right, "--merge", "--kind", "table", "--json")
    merged = json.loads(tilesight(*words).stdout)
    assert merged["warnings"] == []
    assert "R5" in [tile["tile"] for tile in merged["tiles"]]
    assert not any("cut by the edge" in " ".join(tile.get("why", ())) for tile in merged["tiles"])


def test_a_tile_that_another_would_fit_is_named_by_its_set_and_place():
    from vision.reading import Proposal, SceneReading, TileGroup, TileReading, Zone
    from webapp.seen import notices_of

    quad = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))
    names = ("R1", "R2", "R3", "J", "K10", "K11")
    tiles = tuple(TileReading(i, name, 0.9, False, quad) for i, name in enumerate(names))
    groups = tuple(TileGroup(Zone.TABLE, ids) for ids in ((0, 1, 2), (3, 4, 5)))
    proposals = (Proposal(3, "K9", "K9 K10 K11 would be a valid run"),)
    (line,) = notices_of(SceneReading("a.jpg", 9, 9, tiles, groups, proposals, ()))
    assert line == "a.jpg: tile 1 of set 2 (J) may be K9: K9 K10 K11 would be a valid run"
