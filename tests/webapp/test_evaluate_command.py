"""``tilesight evaluate``: one report, text or one JSON line; one line for a bad folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vision import reader
from vision.reading import SceneReading, TileGroup, TileReading, Zone
from webapp.cli import cli


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    quad = ((10.0, 10.0), (40.0, 10.0), (40.0, 50.0), (10.0, 50.0))
    tile = {"tile": "R7", "quad": [list(point) for point in quad]}
    entry = {"width": 100, "height": 80, "scene": "single", "tiles": [tile], "groups": [[0]]}
    (tmp_path / "labels.json").write_text(json.dumps({"a.jpg": entry}))
    reading = SceneReading(
        "a.jpg",
        100,
        80,
        (TileReading(0, "R7", 0.99, False, quad),),
        (TileGroup(Zone.TABLE, (0,)),),
        timings_ms={"decode": 1.0},
    )
    monkeypatch.setattr(reader, "read", lambda path, **options: reading)
    return tmp_path


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main(list(words))
    return int(str(left.value.code))


def test_reports_in_words_and_in_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("evaluate", str(folder)) == 0
    assert "read right           100.0% [20.7%, 100.0%] 1/1" in capsys.readouterr().out
    assert run("evaluate", str(folder), "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["all"]["sets_exact"]["count"] == 1


def test_a_folder_without_labels_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("evaluate", str(tmp_path)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "no labelled photos" in err
