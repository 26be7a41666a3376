"""Every library that is imported is declared, used, and has its reason written down."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = {"solver", "vision", "webapp", "tests"}
MODULE_OF = {
    "opencv-python": "cv2",
    "pillow": "PIL",
    "pi-heif": "pi_heif",
    "flask-babel": "flask_babel",
    "flask-wtf": "flask_wtf",
    "import-linter": "importlinter",
    "pytest-xdist": "xdist",
    "rummikub-solver": "rummikub_solver",
}
TOOLS = {"hatchling", "importlinter", "mypy", "ruff", "xdist"}
"""Run as programs, or by pytest, and not imported."""
PARTS_OF = {"flask": {"werkzeug", "jinja2", "markupsafe"}, "flask_babel": {"babel"}}
"""What a library's own interface is made of."""
NEEDED_BY_OTHERS = {"onnx"}
"""PyTorch writes the networks with it."""
BLENDER = {"bpy", "mathutils"}
"""Installed apart by whoever renders with it (vision/synth/README.md); only these may import it."""
WITH_BLENDER = {"vision/synth/physical/blender.py", "vision/synth/physical/materials.py"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def modules_of(requirements: list[str]) -> set[str]:
    names = (re.split(r"[<>=~!\[; ]", line)[0].lower() for line in requirements)
    return {MODULE_OF.get(name, name) for name in names}


def imported_by(folder: str) -> Iterator[tuple[str, str]]:
    """(file, third-party module) for every import of a Python file below ``folder``."""
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in names:
                top = name.split(".")[0]
                if top not in OURS and top not in sys.stdlib_module_names:
                    yield str(path.relative_to(ROOT)), top


RUN_TIME = modules_of(PROJECT["dependencies"])
PARTS = {part for library in RUN_TIME for part in PARTS_OF.get(library, ())}
TRAIN = modules_of(PROJECT["optional-dependencies"]["train"])
DEV = modules_of(PROJECT["optional-dependencies"]["dev"])


@pytest.mark.parametrize("folder", ["solver", "vision", "webapp"])
def test_what_the_program_imports_is_declared(folder):
    undeclared = [
        (file, module)
        for file, module in imported_by(folder)
        if module not in RUN_TIME | PARTS | (TRAIN if file.startswith("vision/training") else set())
        and not (module in BLENDER and file in WITH_BLENDER)
    ]
    assert undeclared == []


def test_what_the_tests_import_is_declared():
    extra = modules_of(PROJECT["optional-dependencies"].get("bench", []))
    allowed = RUN_TIME | DEV | PARTS
    undeclared = [
        (file, module)
        for file, module in imported_by("tests")
        if module not in (allowed | extra if "tests/bench" in file else allowed)
    ]
    assert undeclared == []


def test_nothing_is_declared_that_nobody_uses():
    used = {
        module for folder in ("solver", "vision", "webapp") for _, module in imported_by(folder)
    }
    used |= {module for _, module in imported_by("tests")}
    used |= TOOLS | NEEDED_BY_OTHERS
    assert (RUN_TIME | TRAIN | DEV) - used == set()


def test_every_dependency_has_its_reason_in_a_decision():
    decisions = " ".join(
        path.read_text(encoding="utf-8").lower() for path in (ROOT / "docs/decisions").glob("*.md")
    )
    extras = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    for line in PROJECT["dependencies"] + extras:
        name = re.split(r"[<>=~!\[; ]", line)[0].lower()
        # PyTorch is called by its name there, not by that of its package.
        assert {"torch": "pytorch"}.get(name, name) in decisions, name
