"""Bad input: one clear line on stderr, exit code 2, nothing on stdout, no traceback."""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webapp.cli import cli


@pytest.fixture
def tilesight() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words, **extra: runner.invoke(cli, words, prog_name="tilesight", **extra)


def one_line(result: Result) -> str:
    """The one line that a refusal is."""
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def huge_png(path: Path, side: int = 20_000) -> Path:
    """A PNG that claims to be ``side`` pixels square, in a few kilobytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + checksum

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(1 + side // 8)
    rows = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )
    return path


def truncated_jpeg(path: Path) -> Path:
    from PIL import Image

    Image.radial_gradient("L").resize((400, 300)).save(path, "JPEG")
    path.write_bytes(path.read_bytes()[:600])
    return path


def text_as_jpeg(path: Path) -> Path:
    path.write_text("This is a shopping list, not a photo.\n" * 20, encoding="utf-8")
    return path


def empty_file(path: Path) -> Path:
    path.write_bytes(b"")
    return path


@pytest.fixture(params=[text_as_jpeg, truncated_jpeg, empty_file, huge_png])
def bad_photo(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    suffix = ".png" if request.param is huge_png else ".jpg"
    return request.param(tmp_path / f"photo{suffix}")


def test_a_bad_photo_is_refused_in_one_line_by_name(tilesight, bad_photo):
    assert bad_photo.name in one_line(tilesight("read", str(bad_photo)))


def test_a_bad_photo_is_refused_wherever_tiles_are_expected(tilesight, bad_photo):
    photo = str(bad_photo)
    for words in (
        ("advise", "--table", photo, "--rack", "R4"),
        ("advise", "--table", "", "--rack", photo),
        ("check", photo),
    ):
        result = tilesight(*words)
        assert bad_photo.name in one_line(result)
        assert result.stdout == ""


def test_a_bad_photo_among_others_has_an_error_in_its_place(tilesight, bad_photo, tmp_path):
    missing = tmp_path / "missing.jpg"
    result = tilesight("read", str(missing), str(bad_photo), "--json")
    assert result.exit_code == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["photo"] for answer in answers] == [str(missing), str(bad_photo)]
    assert "no such file" in answers[0]["error"]
    assert answers[1]["error"]


@pytest.mark.parametrize("name", ["missing.jpg", "photos/missing", "table.HEIC", "~/missing.png"])
def test_what_looks_like_a_file_and_is_none(tilesight, name):
    for words in (("read", name), ("check", name), ("advise", "--table", name, "--rack", "R4")):
        assert "no such file" in one_line(tilesight(*words))


def test_a_name_longer_than_any_file_has_is_no_file(tilesight):
    assert "no such file" in one_line(tilesight("read", f"{300 * 'm'}.jpg"))


@pytest.mark.parametrize("name", ["gone.jpg", "a folder", "a pipe.jpg"])
def test_what_is_no_photo_is_refused_in_the_same_words_everywhere(tilesight, tmp_path, name):
    (tmp_path / "a folder").mkdir()
    os.mkfifo(tmp_path / "a pipe.jpg")
    path = str(tmp_path / name)
    told = {"gone.jpg": "no such file", "a folder": "this is a folder"}
    line = one_line(tilesight("read", path))
    assert told.get(name, "not a regular file") in line
    assert one_line(tilesight("calibrate", path)) == line
    assert told.get(name, "not a regular file") in one_line(tilesight("check", path))


def test_a_folder_is_not_a_photo(tilesight, tmp_path):
    assert "folder" in one_line(tilesight("read", str(tmp_path)))
    assert "folder" in one_line(tilesight("check", str(tmp_path)))


@pytest.mark.parametrize("text", ["R14", "R0", "Q7", "R7 G8", "seven", "R", "JX"])
def test_notation_that_names_no_tile_is_quoted(tilesight, text):
    word = text.split()[-1]
    assert word in one_line(tilesight("check", text))
    assert word in one_line(tilesight("advise", "--table", text, "--rack", ""))
    assert word in one_line(tilesight("advise", "--table", "", "--rack", text))


def test_a_very_long_text_is_not_taken_for_a_file_name(tilesight):
    assert "Q9" in one_line(tilesight("advise", "--table", "R1 " * 5000 + "Q9", "--rack", ""))


def test_usage_errors_are_one_line_and_say_where_help_is(tilesight):
    for words in (
        ("advise", "--tabel", "R1"),
        ("advise", "--table", "R1"),
        ("advise",),
        ("check",),
        ("check", "R1 R2 R3", "--batch", "-"),
        ("read",),
        ("fly",),
        ("advise", "--table", "", "--rack", "", "--objective", "fun"),
    ):
        assert "--help" in one_line(tilesight(*words))


def test_an_unknown_ruleset_is_refused_and_the_names_are_given(tilesight):
    line = one_line(tilesight("check", "R7 B7 K7", "--rules", "houserules"))
    assert "houserules" in line
    assert "lemada" in line


def test_a_missing_batch_file_is_refused(tilesight):
    assert "no such file" in one_line(tilesight("check", "--batch", "nowhere.jsonl"))


def test_the_bare_command_prints_its_help(tilesight):
    result = tilesight()
    assert result.exit_code == 0
    assert "advise" in result.stdout


def test_a_failure_inside_is_one_line_unless_debug_is_asked_for(tilesight, monkeypatch):
    def broken(name: str):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("webapp.service.rules_named", broken)
    assert "report" in one_line(tilesight("check", "R7 B7 K7"))
    assert isinstance(tilesight("--debug", "check", "R7 B7 K7").exception, ZeroDivisionError)


@pytest.mark.parametrize(
    "words",
    [
        ("check", "R7", "B7", "J"),
        ("check", "--json", "r7", "b7", "k7"),
        ("hand", "R7", "B7", "J"),
        ("advise", "--table", "R1", "R2", "R3", "--rack", "R4"),
        ("advise", "--table", "R1 R2 R3", "--rack", "R4", "J"),
        ("referee", "--before", "R1", "R2", "R3", "--after", "R1 R2 R3 R4"),
    ],
)
def test_tiles_without_quotes_are_said_to_need_them(tilesight, words):
    line = one_line(tilesight(*words))
    assert "in quotes" in line
    assert "unexpected" not in line


def test_other_words_too_many_are_not_taken_for_tiles(tilesight):
    line = one_line(tilesight("check", "R7 B7 K7", "please"))
    assert "please" in line
    assert "quotes" not in line
