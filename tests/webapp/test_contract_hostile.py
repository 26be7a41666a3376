"""What hostile or clumsy users do: one clear line, the other answers all the same, nothing lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from vision.reading import SceneReading
from webapp import seen
from webapp.cli import cli

GOOD_SET = '{"set": ["R7", "B7", "K7"]}'
GOOD_ROUND = '{"racks": {"A": [], "B": ["R5"]}, "out": "A"}'


@pytest.fixture
def tilesight() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words, **extra: runner.invoke(cli, words, prog_name="tilesight", **extra)


def process(*words: str, **extra) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own, with real pipes."""
    return subprocess.run([sys.executable, "-m", "webapp", *words], check=False, **extra)


def close_stdin() -> None:
    os.close(0)


def one_line(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "went wrong inside" not in result.stderr
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def answers_between(command: str, good: str, odd: str) -> list[dict]:
    """The answers to an odd line between two good ones."""
    result = CliRunner().invoke(cli, [command, "--batch", "-"], input=f"{good}\n{odd}\n{good}\n")
    lines = result.stdout_bytes.decode("utf-8").splitlines()
    assert len(lines) == 3, result.output
    answers = [json.loads(line) for line in lines]
    assert "error" not in answers[0]
    assert answers[0] == answers[2]
    assert "went wrong inside" not in str(answers[1].get("error", ""))
    assert result.exit_code == (2 if "error" in answers[1] else 0)
    return answers


@pytest.mark.parametrize(
    "odd",
    [
        '{"set": ' + "9" * 5000 + "}",
        '{"set": ["R' + "9" * 5000 + '"]}',
        '{"set": "R' + "9" * 5000 + '"}',
        "[" * 100_000,
        '{"set": ["\\ud800"]}',
        '{"set": "\\ud800"}',
        '{"set": "R7", "set": "R7 B7 K7"}',
        '{"set": "~nobody-of-that-name/x"}',
        '{"set": "\\u0000.jpg"}',
        '{"set": ["R7"], "rules": "\\ud800.toml"}',
        '{"set": NaN}',
        '{"set": -Infinity}',
    ],
)
def test_an_odd_line_costs_no_other_line_its_answer(odd):
    assert "error" in answers_between("check", GOOD_SET, odd)[1]


def round_with(name: str) -> str:
    return '{"racks": {"' + name + '": [], "B": ["R5"]}, "out": "B"}'


@pytest.mark.parametrize(
    ("name", "tidy"), [("A\\u2028", "A"), ("Zażółć", "Zażółć"), ("A\\nB", "A B"), (" A ", "A")]
)
def test_the_name_of_a_player_comes_back_tidy_and_on_one_line(name, tidy):
    answer = answers_between("score", GOOD_ROUND, round_with(name))[1]
    assert list(answer["round"]) == [tidy, "B"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\\ud800", "a player's name has 1 to 40 characters"),
        ("\\u0000", "a player's name has 1 to 40 characters"),
        ("N" * 41, "a player's name has 1 to 40 characters"),
        ("\\u0085B", "B is playing already"),
        ("b", "two names look the same"),
    ],
)
def test_what_is_no_name_of_a_player_costs_no_other_line_its_answer(name, why):
    assert why in answers_between("score", GOOD_ROUND, round_with(name))[1]["error"]


def test_a_rack_given_twice_is_not_dropped_silently():
    odd = '{"racks": {"A": [], "A": ["R5"], "B": ["K1"]}, "out": "A"}'
    assert '"A" is given twice' in answers_between("score", GOOD_ROUND, odd)[1]["error"]


def test_a_batch_from_a_pipe_may_begin_with_a_byte_order_mark(tilesight):
    result = tilesight("check", "--batch", "-", input=("\ufeff" + GOOD_SET).encode())
    assert json.loads(result.stdout)["valid"] is True


def test_a_batch_needs_a_source(tilesight):
    assert "--batch FILE" in one_line(tilesight("check", "--batch", ""))


def test_a_player_is_named_alike_everywhere(tilesight):
    assert tilesight("score", "--out", " A ", " A =", "B=R5", "--json").exit_code == 0


def test_a_closed_standard_input_is_said_in_one_line():
    done = process("check", "--batch", "-", stderr=subprocess.PIPE, preexec_fn=close_stdin)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "tilesight: standard input is closed; name a file instead of -"
    ]


@pytest.mark.parametrize("words", [("rules", "polish"), ("check", "R7 B7 K7", "--json")])
def test_a_reader_that_has_gone_is_no_verdict(words):
    read, write = os.pipe()
    os.close(read)
    done = process(*words, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("name", ["photos", "R7 B7", "photos.d"])
def test_a_folder_is_called_a_folder(tilesight, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir()
    if name == "R7 B7":  # what reads as tiles is tiles
        assert tilesight("check", name).exit_code == 1
    else:
        assert "folder" in one_line(tilesight("check", name))
        assert "folder" in one_line(tilesight("advise", "--table", name, "--rack", ""))


@pytest.mark.parametrize(
    "text", ["[rules]\nopening_points = " + "9" * 5000, "x = " + "[" * 100_000, "\x00", "x = nan"]
)
def test_a_ruleset_file_of_rubbish_is_refused_by_name(tilesight, tmp_path, text):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    assert "house.toml" in one_line(tilesight("rules", str(path)))


@pytest.fixture
def photos(tmp_path, monkeypatch) -> list[Path]:
    """Two photos of the same name in two folders, read as empty without the networks."""
    paths = [tmp_path / folder / "table.png" for folder in ("one", "two")]
    for path, ink in zip(paths, ("red", "blue"), strict=True):
        path.parent.mkdir()
        Image.new("RGB", (80, 60), ink).save(path)
    empty = SceneReading("", 80, 60, (), ())
    monkeypatch.setattr(
        "webapp.service.read_photo",
        lambda path, **_: SceneReading(str(path), 80, 60, empty.tiles, empty.groups),
    )
    monkeypatch.setattr(seen, "read_photo", lambda path, **_: empty)
    return paths


def contents(paths: Sequence[Path]) -> list[bytes]:
    return [path.read_bytes() for path in paths]


def test_no_picture_is_written_over_a_photo(tilesight, photos, tmp_path):
    before = contents(photos)
    first, second = map(str, photos)
    linked = tmp_path / "linked.png"
    linked.symlink_to(photos[0])
    for words in (
        ("read", first, "--annotate", first),
        ("read", first, "--annotate", str(linked)),
        ("read", first, second, "--annotate", str(tmp_path / "one" / "..") + "/one/table.png"),
        ("advise", "--table", first, "--rack", "R4", "--picture", first),
        ("advise", "--table", "", "--rack", second, "--picture", second),
    ):
        result = tilesight(*words)
        assert contents(photos) == before
        if words[:3] != ("read", first, second):  # there each photo has a picture of its own
            assert "a photo you gave" in one_line(result)


def test_photos_of_the_same_name_get_pictures_of_their_own(tilesight, photos, tmp_path):
    out = tmp_path / "seen.png"
    assert tilesight("read", *map(str, photos), "--annotate", str(out)).exit_code == 0
    inks = [Image.open(path).convert("RGB").getpixel((0, 0)) for path in tmp_path.glob("seen*.png")]
    assert sorted(inks) == [(0, 0, 255), (255, 0, 0)]


def test_long_work_that_is_refused_shows_no_progress(tilesight, tmp_path):
    (tmp_path / "labels.json").write_text("not JSON", encoding="utf-8")
    assert "labels.json" in one_line(tilesight("evaluate", str(tmp_path)))
    assert "no such folder" in one_line(tilesight("evaluate", str(tmp_path / "nowhere")))
    in_the_way = tmp_path / "labels.json" / "photos"
    assert "cannot be written" in one_line(tilesight("synth", str(in_the_way), "--count", "1"))
