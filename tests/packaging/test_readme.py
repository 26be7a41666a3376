"""What the README promises is there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.packaging.reference import BEGIN, END, in_readme, reference
from webapp.cli import COMMANDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TARGETS = ("demo", "test", "serve", "lint", "bench", "help")


def test_the_command_reference_is_up_to_date():
    assert in_readme(README) == reference(), "run: python tests/packaging/reference.py"


def test_every_command_that_the_readme_shows_exists():
    prose = README.split(BEGIN)[0] + README.split(END)[1]
    shown = re.findall(r"^(?:\$ )?tilesight ([a-z]+)", prose, re.MULTILINE)
    assert shown
    assert set(shown) <= set(COMMANDS)


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "samples/README.md"])
def test_every_linked_file_exists(document):
    path = ROOT / document
    links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", path.read_text(encoding="utf-8"))
    missing = [link for pair in links for link in pair if link]
    missing = [link for link in missing if not (path.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("target", TARGETS)
def test_every_make_target_exists_and_is_explained(target):
    done = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    explained = subprocess.run(
        ["make", "--silent", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert f"make {target}\t" in explained.stdout
    assert f"make {target}" in README


def test_the_demo_reads_photos_that_are_there():
    plan = subprocess.run(
        ["make", "--dry-run", "demo"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    photos = set(re.findall(r"\S+\.jpg", plan.stdout))
    assert len(photos) == 2
    assert all((ROOT / photo).is_file() for photo in photos)
