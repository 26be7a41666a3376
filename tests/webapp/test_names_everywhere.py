"""One rule for names at every door: signs that nobody sees are in none that is kept or shown."""

from __future__ import annotations

import io
import json

import pytest
from click.testing import CliRunner

from solver.rules import parse_rules
from tests.webapp.test_shelf import profile
from webapp.calibrating import name_for
from webapp.cli import cli
from webapp.shelf import Shelf

HIDDEN = ["\u202e", "\u200b", "\u2066", "\u200f", "\ufeff", "\u00ad", "\u17b4", "\U000e0041"]
"""A right-to-left override, blanks of no width, marks of direction, fillers, a tag."""
hidden = pytest.mark.parametrize("sign", HIDDEN, ids=[f"U+{ord(sign):04X}" for sign in HIDDEN])


def tilesight(*words: object, **extra: object):
    return CliRunner().invoke(cli, list(map(str, words)), prog_name="tilesight", **extra)


@hidden
def test_names_given_to_the_page(client, player, sign):
    started = client.post("/games", data={"rules": "lemada", "name": f"Fri{sign}day"})
    player.post("/scores/players", {"names": f"A{sign}nn\nBo"})
    player.post("/scores/join", {"name": f"{sign}Cy"})
    shown = client.get(started.location).text + player.get("/scores").text
    assert "Friday" in shown
    assert all(f'name="rack-{name}"' in shown for name in ("Ann", "Bo", "Cy"))
    assert sign not in shown


@hidden
def test_names_in_a_sheet_that_is_brought_in(player, tmp_path, sign):
    player.post("/scores/players", {"names": "Ann\nBo"})
    player.post("/scores/round", {"out": "Ann", "rack-Bo": "R5"})
    there = player.get("/scores/sheet.csv").text.replace("Ann", f"An{sign}n")
    form = {"csv": (io.BytesIO(there.encode()), "match.csv")}
    assert (
        player.post("/scores/import", form, content_type="multipart/form-data").status_code == 303
    )
    assert sign not in player.get("/scores").text
    assert player.get("/scores/sheet.csv").text.splitlines()[1].startswith("1,1,lemada,Ann,0")
    path = tmp_path / "match.csv"
    path.write_text(there, encoding="utf-8")
    shown = tilesight("match", path)
    assert shown.exit_code == 0, shown.stderr
    assert "Ann" in shown.stdout
    assert sign not in shown.stdout


@hidden
def test_names_of_the_command_line_and_of_a_batch(sign):
    ann = f"A{sign}nn"
    for words in (("deal", ann, "Bo"), ("score", "--out", ann, f"{ann}=", "Bo=R5")):
        shown = tilesight(*words)
        assert shown.exit_code == 0, shown.stderr
        assert sign not in shown.stdout
    asked = {"racks": {ann: [], "Bo": ["R5"]}, "out": "Ann", "unopened": [f"Bo{sign}"]}
    answer = json.loads(tilesight("score", "--batch", "-", input=json.dumps(asked)).stdout)
    assert list(answer["round"]) == ["Ann", "Bo"]
    assert answer["winner"] == "Ann"


def test_two_players_of_a_batch_that_look_the_same_are_told():
    asked = {"racks": {"Ann": [], "An\u200bn": ["R5"]}, "out": "Ann"}
    result = tilesight("score", "--batch", "-", input=json.dumps(asked))
    assert "Ann is playing already" in json.loads(result.stdout)["error"]


@hidden
def test_names_of_rules_and_of_files(tmp_path, player, sign):
    rules = parse_rules(f'name = "ho{sign}me"\ntitle = "Our {sign}rules"\n', "own.toml")
    assert (rules.name, rules.title) == ("home", "Our rules")
    assert parse_rules("", f"ho{sign}me.toml").name == "home"
    assert name_for(f"my{sign} tiles") == "my tiles"
    note = player.post_photo("/table/photo", b"R1 R2 R3", f"no{sign}te.jpg")
    assert "note.jpg" in note.text
    assert sign not in note.text


@hidden
def test_names_of_profiles_that_lie_in_files(tmp_path, sign):
    shelf = Shelf(tmp_path)
    shelf.save(profile("Ours", "R1"))
    (tmp_path / "Ours.tiles").rename(tmp_path / f"Ou{sign}rs.tiles")
    assert shelf.names() == ("Ours",)
    for name in ("Ours", f"Ou{sign}rs"):
        assert shelf.load(name).name == "Ours"
    shelf.delete("Ours")
    assert shelf.names() == ()
