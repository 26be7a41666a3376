"""The sample photos: what their truth files promise holds."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from solver.advise import advise
from solver.melds import judge
from solver.notation import parse_tiles
from solver.rules import Rules
from solver.state import GameState
from vision.synth.samples import SAMPLES, render_rack, truth

FOLDER = Path(__file__).parents[2] / "samples"
NAMES = [sample.name for sample in SAMPLES]
RULES = Rules.preset("lemada")


def state_of(name: str) -> GameState:
    text = json.loads((FOLDER / name / "truth.json").read_text(encoding="utf-8"))
    table = tuple(parse_tiles(" ".join(meld)) for meld in text["table"])
    return GameState(table, parse_tiles(" ".join(text["rack"])), text["opened"], RULES)


def test_there_are_at_least_six_samples() -> None:
    assert len(NAMES) >= 6
    assert all((FOLDER / name).is_dir() for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_photos_are_large_and_light(name: str) -> None:
    for kind in ("table", "rack"):
        path = FOLDER / name / f"{kind}.jpg"
        assert 100_000 < path.stat().st_size <= 360_000
        image = cv2.imread(str(path))
        assert image is not None
        assert image.shape == (1200, 1600, 3)


@pytest.mark.parametrize("name", NAMES)
def test_labels_hold_the_tiles_of_the_truth(name: str) -> None:
    labels = json.loads((FOLDER / "labels.json").read_text(encoding="utf-8"))
    text = json.loads((FOLDER / name / "truth.json").read_text(encoding="utf-8"))
    for kind, sets in (("table", text["table"]), ("rack", None)):
        entry = labels[f"{name}/{kind}.jpg"]
        rows = [[entry["tiles"][i]["tile"] for i in group] for group in entry["groups"]]
        if sets is None:
            assert [tile for row in rows for tile in row] == text["rack"]
        else:
            assert sorted(rows) == sorted(sets)


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_valid_but_for_the_one_that_is_not(name: str) -> None:
    state = state_of(name)
    broken = [meld for meld in state.table if not judge(meld, RULES).valid]
    assert len(broken) == (1 if name == "misdealt" else 0)


def test_one_rack_goes_out_at_once() -> None:
    state = state_of("last_move")
    advice = advise(state).to_json()
    assert advice["status"] == "win"
    assert len(advice["placed"]) == len(state.rack)


def test_one_player_has_yet_to_open_and_can() -> None:
    state = state_of("opening")
    assert not state.opened
    assert len(advise(state).to_json()["placed"]) >= 3


def test_a_sample_is_rendered_as_its_truth_says() -> None:
    sample = SAMPLES[NAMES.index("last_move")]
    scene = render_rack(sample)
    read = [scene.tiles[i][0] for group in scene.groups for i in group]
    assert read == truth(sample)["rack"]
    kept = cv2.imread(str(FOLDER / sample.name / "rack.jpg"))
    assert kept is not None
    # The typefaces of another machine may differ, the scene may not.
    assert np.corrcoef(kept[::16, ::16, ::-1].ravel(), scene.pixels[::16, ::16].ravel())[0, 1] > 0.9
