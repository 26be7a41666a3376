"""``tilesight clock`` in a terminal: Enter passes it on."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from webapp.cli import cli


def run(*words: str, presses: str = ""):
    return CliRunner().invoke(cli, ("clock", *words), prog_name="tilesight", input=presses)


def test_enter_passes_the_clock_to_the_next_player():
    result = run("Ann", "Bo", "--rules", "polish", presses="\n\n")
    assert result.exit_code == 0
    assert result.stdout.replace("\r", "").splitlines() == ["Ann: 40 s", "Bo: 40 s", "Ann: 40 s"]


@pytest.mark.parametrize("words", [("--rules", "mso"), ("--seconds", "0"), ("--seconds", "x")])
def test_a_clock_without_a_time_is_one_line(words):
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
