"""The built wheel holds what the program needs and nothing that it does not."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOP_LEVEL = {"solver", "vision", "webapp"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    [path] = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def files(wheel: zipfile.ZipFile) -> set[str]:
    return set(wheel.namelist())


def kept_by_git(pattern: str) -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files", pattern], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return set(listed.stdout.split())


@pytest.mark.parametrize(
    "pattern",
    [
        "solver/rulesets/*.toml",
        "vision/weights/*/model.onnx",
        "vision/weights/*/config.json",
        "webapp/templates/*.html",
        "webapp/static/*",
        "webapp/translations/*.mo",
        "webapp/store/migrations/*",
    ],
)
def test_what_the_program_loads_at_run_time_is_inside(files, pattern):
    needed = kept_by_git(pattern)
    assert needed, f"nothing in the repository matches {pattern}"
    assert needed <= files


def test_nothing_else_is_inside(files):
    names = {name.split("/")[0] for name in files if ".dist-info/" not in name}
    assert names == TOP_LEVEL
    assert not [name for name in files if name.startswith("vision/training/")]
    assert not [name for name in files if name.endswith((".pyc", ".pt", ".pth", ".pkl", ".npz"))]


def test_it_is_small_enough_for_a_slow_line(wheel):
    assert sum(entry.compress_size for entry in wheel.infolist()) < 15_000_000


def test_it_says_its_licence_and_its_command(wheel, files):
    [metadata] = [name for name in files if name.endswith(".dist-info/METADATA")]
    text = wheel.read(metadata).decode()
    assert "\nLicense-Expression: MIT\n" in text
    [commands] = [name for name in files if name.endswith(".dist-info/entry_points.txt")]
    assert "tilesight = webapp.cli:main" in wheel.read(commands).decode()
    assert [name for name in files if name.endswith("LICENSE")]
