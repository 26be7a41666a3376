"""``tilesight advise`` on text: the form of its answers and its exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tests.webapp.conftest import LaidReader
from vision.reading import TAKE_IT_AGAIN
from webapp import seen
from webapp.cli import cli
from webapp.picture import GAP, MARGIN, SET_GAP, TILE_HEIGHT, TILE_WIDTH, draw_play

KEYS = {
    "status", "placed", "value", "table_after", "jokers", "moved", "steps",
    "optimal", "moves_optimal", "timings_ms", "problems",
}  # fmt: skip
ONE_TILE = ("--table", "R1 R2 R3", "--rack", "R4")


@pytest.fixture
def advise() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words, **extra: runner.invoke(
        cli, ("advise", *words), prog_name="tilesight", **extra
    )


def answer_of(result: Result) -> dict:
    assert result.stdout.count("\n") == 1, result.output
    answer = json.loads(result.stdout)
    assert set(answer) >= KEYS
    return answer


def test_a_win_has_the_form_of_the_contract(advise):
    result = advise(*ONE_TILE, "--json")
    assert result.exit_code == 0
    answer = answer_of(result)
    assert answer["status"] == "win"
    assert (answer["placed"], answer["value"]) == (["R4"], 4)
    assert answer["table_after"] == [["R1", "R2", "R3", "R4"]]
    assert (answer["jokers"], answer["moved"], answer["problems"]) == ([], 0, [])
    assert (answer["optimal"], answer["moves_optimal"]) == (True, True)
    assert set(answer["timings_ms"]) >= {"search", "layout", "verify", "steps"}
    [step] = answer["steps"]
    assert set(step) >= {"action", "tiles", "from", "to", "text"}
    assert (step["tiles"], step["from"]) == (["R4"], "rack")


def test_a_play_keeps_every_tile_of_the_table(advise):
    answer = answer_of(advise("--table", "R1 R2 R3 | R7 B7 K7 O7", "--rack", "R4 B9", "--json"))
    assert answer["status"] == "play"
    before = Counter(["R1", "R2", "R3", "R7", "B7", "K7", "O7"])
    after = Counter(tile for meld in answer["table_after"] for tile in meld)
    assert after == before + Counter(answer["placed"])


def test_jokers_say_what_they_stand_for(advise):
    answer = answer_of(advise("--table", "R1 J R3", "--rack", "R4 K9", "--json"))
    assert answer["table_after"] == [["R1", "J", "R3", "R4"]]
    assert answer["jokers"] == [{"set": 0, "place": 1, "stands_for": "R2"}]


def test_the_jokers_of_twist_say_what_they_stand_for(advise):
    words = ("--table", "R2 JD R5 | B4 B5 JC O7 | K2 K3 JM K3 K2", "--rack", "R6 K9")
    answer = answer_of(advise(*words, "--rules", "twist", "--json"))
    meant = {
        answer["table_after"][one["set"]][one["place"]]: one["stands_for"]
        for one in answer["jokers"]
    }
    assert meant == {"JD": "R3 R4", "JC": "6", "JM": ""}
    told = advise(*words, "--rules", "twist").stdout
    assert "JD = R3 R4" in told
    assert "JC = 6" in told
    assert "JM is the mirror" in told


def test_nothing_to_play_is_a_draw_and_an_answer(advise):
    result = advise("--table", "", "--rack", "R4 B9", "--json")
    assert result.exit_code == 0
    answer = answer_of(result)
    assert (answer["status"], answer["placed"], answer["table_after"]) == ("draw", [], [])


def test_the_opening_binds(advise):
    words = ("--table", "R1 R2 R3", "--rack", "R4 K5 K6 K7")
    assert answer_of(advise(*words, "--not-opened", "--json"))["status"] == "draw"
    assert answer_of(advise(*words, "--opened", "--json"))["status"] == "win"


def test_an_invalid_table_is_exit_code_1_and_names_the_set(advise):
    result = advise("--table", "R1 R2 R4 | B7 K7 O7", "--rack", "R3", "--json")
    assert result.exit_code == 1
    answer = answer_of(result)
    assert answer["status"] == "invalid_table"
    assert answer["placed"] == []
    assert "R1 R2 R4" in " ".join(answer["problems"])
    assert "B7 K7 O7" not in " ".join(answer["problems"])


def test_an_invalid_table_is_advised_on_when_asked_anyway(advise):
    result = advise("--table", "R1 R2 R4", "--rack", "R3", "--anyway", "--json")
    assert result.exit_code == 0
    answer = answer_of(result)
    assert answer["status"] == "win"
    assert answer["table_after"] == [["R1", "R2", "R3", "R4"]]


def test_three_red_sevens_are_bad_input_in_one_line(advise):
    words = ("--table", "R7 B7 K7 | R7 B7 O7", "--rack", "R7")
    spoken = advise(*words)
    assert spoken.exit_code == 2
    assert spoken.stdout == ""
    assert spoken.stderr.count("\n") == 1
    assert "R7" in spoken.stderr
    result = advise(*words, "--json")
    assert result.exit_code == 2
    assert answer_of(result)["status"] == "invalid_input"
    with_three_copies = advise(*words, "--rules", "xp", "--json")
    assert (with_three_copies.exit_code, answer_of(with_three_copies)["status"]) == (0, "draw")


def test_a_game_without_a_common_table_is_refused_plainly(advise):
    result = advise(*ONE_TILE, "--rules", "american-1978")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "american-1978" in result.stderr


def test_people_get_numbered_steps_and_the_table_after(advise):
    spoken = advise(*ONE_TILE)
    assert spoken.exit_code == 0
    assert "1. " in spoken.stdout
    assert "R1 R2 R3 R4" in spoken.stdout
    assert "Traceback" not in spoken.output


@pytest.mark.parametrize(
    ("table", "rack", "rules", "told"),
    [
        ("B12 O12 J", "R1 R2 R3", "lemada", {"R12", "K12"}),
        ("B12 O12 K12 J", "R1 R2 R3", "lemada", {"R12"}),
        ("R1 J R3", "K1 K2 K3", "lemada", {"R2"}),
    ],
)
def test_people_are_told_every_colour_that_a_joker_may_be(advise, table, rack, rules, told):
    words = ("--table", table, "--rack", rack, "--rules", rules)
    (line,) = [line for line in advise(*words).stdout.splitlines() if "joker = " in line]
    assert set(line.split("joker = ")[1].split(" or ")) == told
    (joker,) = answer_of(advise(*words, "--json"))["jokers"]
    assert {joker["stands_for"], joker.get("or", joker["stands_for"])} == told


def test_hints_keep_back_what_was_not_asked_for(advise):
    words = ("--table", "R1 R2 R3", "--rack", "R4 B9")
    first = answer_of(advise(*words, "--hint", "1", "--json"))
    assert first["status"] == "play"
    assert (first["placed"], first["table_after"], first["steps"]) == ([], [], [])
    second = answer_of(advise(*words, "--hint", "2", "--json"))
    assert (second["placed"], second["table_after"], second["steps"]) == (["R4"], [], [])
    third = answer_of(advise(*words, "--hint", "3", "--json"))
    assert third["steps"]
    assert "R4" not in advise(*words, "--hint", "1").stdout.split("Rack")[1].split("\n", 2)[2]


def test_an_invalid_table_comes_with_what_would_mend_it(advise):
    words = ("--table", "R1 R2 R4 | R5 R6 R7 R3", "--rack", "R9")
    mending = answer_of(advise(*words, "--json"))["mending"]
    assert {"set": 0, "place": 2, "seen": "R4", "meant": "R3"} in mending["readings"]
    assert mending["steps"]
    spoken = advise(*words).stdout
    assert "Set 1 is valid if its R4 is really R3." in spoken
    assert "1. Take the red 3" in spoken


MISDECLARED = [
    ("J=R9 R2 R3", "R1", "joker is declared R1"),
    ("R5 J=R8 R7", "R6", "joker is declared R6"),
    ("J=R6 R5 B5", "K5 / O5", "joker is declared K5 or O5"),
    ("J=R1 J=R1 R1", "B1 K1 / B1 O1 / K1 O1", "jokers are declared B1 K1, B1 O1 or K1 O1"),
]


@pytest.mark.parametrize(("table", "can", "words"), MISDECLARED)
def test_a_joker_that_cannot_be_what_was_declared_is_told_what_it_can_be(advise, table, can, words):
    answer = answer_of(advise("--table", table, "--rack", "R9", "--json"))
    assert answer["status"] == "invalid_table"
    assert f"but can only be {can.replace(' / ', ' or ')} there" in answer["problems"][0]
    told = answer["mending"]["declarations"]
    assert told == [{"set": 0, "jokers": one.split()} for one in can.split(" / ")]
    # no tile is said to be what it was read as, and every other reading is one with what was said
    for one in answer["mending"]["readings"]:
        assert one["seen"] not in (one["meant"], "J")
        again = table.split()
        again[one["place"]] = one["meant"]
        assert advise("--table", " ".join(again), "--rack", "", "--json").exit_code == 0
    spoken = advise("--table", table, "--rack", "R9")
    assert f"Set 1 is valid if its {words}." in spoken.stdout
    jokers = iter(told[0]["jokers"])
    right = [f"J={next(jokers)}" if one.startswith("J") else one for one in table.split()]
    assert advise("--table", " ".join(right), "--rack", "R9", "--json").exit_code == 0


def test_jokers_alone_that_were_declared_what_is_no_set_are_told_why(advise):
    words = ("--rack", "R9", "--rules", "xp", "--json")
    answer = answer_of(advise("--table", "J=R1 J=R2 J=R4", *words))
    assert "a number is missing between 2 and 4" in answer["problems"][0]
    assert answer_of(advise("--table", "J J J", *words))["problems"][0].endswith("declared")


def test_that_mending_ran_out_of_time_is_said(advise, monkeypatch):
    monkeypatch.setattr("webapp.config.ADVICE_SECONDS", -1.0)
    words = ("--table", "R1 R2 R4 | R5 R6 R7 R3", "--rack", "R9")
    mending = answer_of(advise(*words, "--json"))["mending"]
    assert mending["table_after"] is None
    assert "is not known" in mending["notice"]
    spoken = advise(*words)
    assert "is not known: the search ran out of time" in spoken.stdout + spoken.stderr
    assert "Set 1 is valid if its R4 is really R3." in spoken.stdout


def test_a_draw_says_which_tiles_would_have_helped(advise):
    spoken = advise("--table", "R1 R2 R3", "--rack", "B9 K9")
    assert spoken.exit_code == 0
    assert "You could play if you draw R4, R9, O9 or J: 8% of draws." in spoken.stdout
    assert "could open" in advise("--table", "", "--rack", "R10 B10", "--not-opened").stdout


def test_tiles_worth_a_look_are_marked_wherever_they_are_printed(advise, tmp_path, monkeypatch):
    laid = {"table.jpg": "R1 R2 R3~R8", "rack.jpg": "R4~R1 B9 X B9~B6"}

    def read(path, *, kind, **_):
        shown = SimpleNamespace(name=str(path), width=400, height=300)
        return LaidReader((laid[path.name],))(shown, kind=kind)

    monkeypatch.setattr(seen, "read_photo", read)
    for name in laid:
        (tmp_path / name).write_bytes(b"")
    spoken = advise(*(f"--{name[:-4]}={tmp_path / name}" for name in laid)).stdout
    assert spoken.startswith("Table\n  R1 R2 R3*\nRack\n  R4* B9 B9*\n")
    assert "Play  R4*  (1 tile, 4 points)" in spoken


@pytest.mark.parametrize(
    ("rack", "played"),
    [("R4 R4~R1", "R4"), ("R4~R1 R4~R1", "R4*"), ("R4 R5~R6", "R4 R5*")],
)
def test_of_two_alike_the_one_that_was_read_surely_is_played(
    advise, tmp_path, monkeypatch, rack, played
):
    def read(path, *, kind, **_):
        return LaidReader((rack,))(SimpleNamespace(name="a.jpg", width=400, height=300), kind=kind)

    monkeypatch.setattr(seen, "read_photo", read)
    (tmp_path / "a.jpg").write_bytes(b"")
    spoken = advise("--table", "R1 R2 R3", "--rack", str(tmp_path / "a.jpg")).stdout
    assert f"  {played}  (" in spoken


def test_several_plays_to_choose_from_each_with_its_reason(advise):
    words = ("--table", "R1 R2 R3 | R7 B7 K7", "--rack", "O7 J R4 R5 B9", "--choices")
    choices = answer_of(advise(*words, "--json"))["choices"]
    assert len({tuple(sorted(choice["placed"])) for choice in choices}) == len(choices) > 1
    assert all(choice["why_text"] for choice in choices)
    assert "J" not in choices[1]["placed"]
    spoken = advise(*words).stdout
    assert "1. The best play" in spoken
    assert choices[1]["why_text"][0] in spoken


def test_a_picture_of_the_play_is_written(advise, tmp_path):
    picture = tmp_path / "play.png"
    assert advise(*ONE_TILE, "--picture", str(picture)).exit_code == 0
    with Image.open(picture) as image:
        assert image.format == "PNG"
        assert min(image.size) > 100


@pytest.mark.parametrize(
    ("table", "rack"),
    [("R1 J R3", "K12 B12 J"), ("R1 R2 R3 | R4 R5 R6 R7", "K4 O4"), ("R1 R2 R3", "R4")],
    ids=["a joker lies there already", "a table tile joins them", "at the end"],
)
def test_the_picture_marks_the_very_tiles_that_come_from_the_rack(advise, table, rack):
    answer = answer_of(advise("--table", table, "--rack", rack, "--objective", "tiles", "--json"))
    sets = [text.split() for text in table.split(" | ")]
    picture = draw_play(sets, rack.split(), answer)
    yellow = (picture == (255, 214, 64)).all(axis=2)
    across = yellow[yellow.any(axis=1).argmax() + TILE_HEIGHT // 2]
    x, marked = MARGIN, []
    for meld in answer["table_after"]:
        places = [x + place * (TILE_WIDTH + GAP) for place in range(len(meld))]
        new = [name for name, left in zip(meld, places, strict=True) if across[left + 1]]
        assert not (new and meld in sets)
        marked += new
        x = places[-1] + TILE_WIDTH + SET_GAP
    assert sorted(marked) == sorted(answer["placed"])


def test_a_picture_that_cannot_be_written_is_one_line(advise, tmp_path):
    for place in (tmp_path / "play.docx", tmp_path / "no" / "such" / "folder.png"):
        result = advise(*ONE_TILE, "--picture", str(place), "--json")
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


def test_a_batch_answers_in_order_with_errors_in_place(advise):
    lines = [
        {"table": [["R1", "R2", "R3"]], "rack": ["R4"], "opened": True, "objective": "tiles"},
        {"table": [["R1", "R2", "R3"]], "rack": ["R14"]},
        {"table": [["R1", "R2", "R4"]], "rack": ["R3"]},
        {"table": [["R1", "R2", "R4"]], "rack": ["R3"], "anyway": True},
        {"table": [], "rack": ["R7", "R7", "R7"]},
        {"table": [], "rack": []},
        {"rack": ["R1"]},
        {"table": [["R1", "R2", "R3"]], "rack": ["R4"], "objective": "fun"},
        {"table": [["R1", "R2", "R3"]], "rack": ["R4"], "opened": "yes"},
        {"table": "R1 R2 R3", "rack": "R4"},
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    result = advise("--batch", "-", "--json", input=text)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("status", "error") for answer in answers] == [
        "win", "error", "invalid_table", "win", "invalid_input",
        "draw", "error", "error", "error", "win",
    ]  # fmt: skip
    assert result.exit_code == 2
    assert answers[4]["error"]


@pytest.mark.parametrize(
    "module", ["cv2", "PIL", "flask", "sqlalchemy", "cp_model", "numpy.linalg"]
)
def test_a_written_question_does_not_wait_for_what_it_does_not_use(module):
    program = (
        "import sys; from webapp.cli import cli\n"
        "try: cli.main(['advise', '--table', 'R1 R2 R3', '--rack', 'R4', '--json'])\n"
        "except SystemExit as end: assert end.code == 0\n"
        f"assert not any({module!r} in name for name in sys.modules), 'imported: {module}'\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", ["webapp", "webapp.cli"])
def test_the_command_runs_as_a_program_of_its_own(module):
    words = [sys.executable, "-m", module, "advise", *ONE_TILE, "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["placed"] == ["R4"]


@pytest.mark.parametrize("option", [("--hint", "1"), ("--picture", "out.png"), ("--choices",)])
def test_what_a_batch_would_ignore_is_refused(advise, option):
    result = advise("--batch", "-", *option, input='{"table": [], "rack": []}')
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert option[0] in result.stderr


def test_an_empty_pool_says_what_then_happens(advise):
    words = ("--table", "R1 R2 R3", "--rack", "K9", "--pool-empty")
    assert "until nobody can" in json.loads(advise(*words, "--json").stdout)["problems"][0]
    assert "Nothing can be played: pass." in advise(*words).stdout
    line = json.dumps({"table": [["R1", "R2", "R3"]], "rack": ["R4"], "pool_empty": True})
    ended = json.loads(advise("--batch", "-", "--rules", "polish", input=line).stdout)
    assert (ended["status"], ended["placed"]) == ("draw", [])
    assert "the round has ended" in ended["problems"][0]
    assert json.loads(advise("--batch", "-", input=line).stdout)["status"] == "win"


def test_people_are_told_how_points_are_counted(advise):
    told = advise("--table", "", "--rack", "R9 R10 J", "--not-opened").stdout
    assert "19 points off your rack: a joker counts 0" in told
    assert "The opening is worth 30 points, a joker counted as its tile." in told
    two = advise("--table", "", "--rack", "R9 J J", "--not-opened").stdout
    assert "9 points off your rack: jokers count 0" in two


def test_no_joker_is_advised_where_none_may_lie_in_the_opening(advise, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('[rules]\njoker_opening_value = "not allowed"\n', encoding="utf-8")
    words = ("--not-opened", "--json", "--rules", str(house), "--table", "", "--rack")
    assert answer_of(advise(*words, "R9 R10 J"))["status"] == "draw"
    assert answer_of(advise(*words, "R10 R11 R12 J"))["placed"] == ["R10", "R11", "R12"]


def test_a_declared_joker_is_refused_where_it_is_not_asked_for(advise):
    result = advise("--table", "R9 J R11", "--rack", "R4 J=R5")
    assert result.exit_code == 2
    assert "write J" in result.stderr


def test_a_table_is_taken_as_its_jokers_were_declared(advise):
    jokers = ("--rules", "xp", "--table", "J=R1 J=R2 J=R3", "--rack", "B8 K9")
    answer = answer_of(advise(*jokers, "--json"))
    assert (answer["status"], answer["placed"]) == ("play", ["K9"])
    shown = advise(*jokers).stdout
    assert "J=R1 J=R2 J=R3" in shown
    asked = {"table": [["J=R1", "J=R2", "J=R3"]], "rack": ["B8", "K9"], "rules": "xp"}
    batch = advise("--batch", "-", input=json.dumps(asked))
    assert json.loads(batch.stdout)["placed"] == ["K9"]
    wrong = answer_of(advise("--table", "R9 J=R12 R11", "--rack", "R4", "--json"))
    assert wrong["status"] == "invalid_table"
    assert any("was declared R12 but can only be R10" in line for line in wrong["problems"])


@pytest.mark.parametrize("rack", ["R4", "K9"])
def test_what_is_not_proven_is_said_to_be_so(advise, monkeypatch, rack):
    from solver import advise as advising

    found = advising.find_play
    monkeypatch.setattr(
        advising, "find_play", lambda *a, **k: replace(found(*a, **k), optimal=False)
    )
    shown = advise("--table", "R1 R2 R3", "--rack", rack)
    assert shown.exit_code == 0
    assert "was not settled" in shown.stderr
    assert "time" not in shown.stderr


def test_jokers_that_nobody_declared_are_no_set(advise):
    result = advise("--rules", "xp", "--table", "J J J", "--rack", "R4", "--json")
    assert result.exit_code == 1
    assert any("declared" in line for line in answer_of(result)["problems"])


def test_an_opening_of_jokers_alone_is_worth_what_they_are_declared_as(advise):
    told = advise("--table", "", "--rack", "J J J", "--rules", "xp", "--not-opened")
    assert "The opening is worth 39 points" in told.stdout


def test_who_goes_out_with_jokers_alone_is_told_what_to_say(advise):
    answer = answer_of(
        advise("--rules", "xp", "--table", "R1 R2 R3", "--rack", "B9 B10 B11 J J J", "--json")
    )
    assert answer["status"] == "win"
    alone = answer_of(advise("--rules", "xp", "--table", "", "--rack", "J J J", "--json"))
    assert (alone["status"], alone["table_after"]) == ("win", [["J", "J", "J"]])
    assert [joker["stands_for"] for joker in alone["jokers"]] == ["R13", "B13", "K13"]
    assert any("say J=R13 J=B13 J=K13" in line for line in alone["problems"])


def test_a_picture_would_give_away_what_a_hint_keeps_back(advise, tmp_path):
    result = advise(*ONE_TILE, "--hint", "1", "--picture", str(tmp_path / "play.png"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "leave out --hint" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("rack", "number"), [("R4 X", "a tile"), ("R4 X X", "tiles")])
def test_a_play_wins_nothing_while_a_rack_tile_lies_face_down(advise, laid_photo, rack, number):
    photo = laid_photo(rack)
    answer = answer_of(advise("--table", "R1 R2 R3", "--rack", photo, "--json"))
    assert answer["status"] == "play"
    assert answer["placed"] == ["R4"]
    assert any(f"no win yet: {number} on the rack" in line for line in answer["problems"])
    shown = advise("--table", "R1 R2 R3", "--rack", photo)
    assert shown.stdout.count("Win") == 0
    hint = advise("--table", "R1 R2 R3", "--rack", photo, "--hint", "1").stdout
    assert "There is a play." in hint


def test_what_is_wrong_with_a_bad_photo_is_one_clear_line_and_then_a_short_list(laid_photo):
    doubtful = [f"{color}{n}~R{n}" for color in "BKO" for n in range(2, 9)]
    photo = laid_photo("J~R1 J~R2 J~R3 J", " ".join(doubtful), warnings=(TAKE_IT_AGAIN,))
    words = ["advise", "--table", photo, "--rack", "R1"]
    told = CliRunner().invoke(cli, words, prog_name="tilesight")
    assert told.exit_code == 2
    assert told.stdout == ""
    first, *rest = told.stderr.splitlines()
    assert first == f"tilesight: {photo}: {TAKE_IT_AGAIN}"
    assert len(rest) == 6
    assert all(line.startswith("note: ") for line in rest)
    assert "J is there 4 times" in rest[0]
    assert rest[-1].startswith("note: and ")
    assert max(map(len, rest)) < 300


XP_JOKERS = ("--table", "", "--rack", "J J J K2", "--rules", "xp", "--not-opened")


def test_jokers_that_are_better_kept_are_not_said_to_be_unplayable(advise):
    told = advise(*XP_JOKERS)
    assert told.exit_code == 0
    assert "Nothing can be played" not in told.stdout
    assert "Keep your jokers: draw a tile." in told.stdout
    assert "You could open with J=R13 J=B13 J=K13, worth 39 points" in told.stdout
    assert "later it can complete a set" in told.stdout
    assert "if you draw" not in told.stdout
    answer = answer_of(advise(*XP_JOKERS, "--json"))
    assert (answer["status"], answer["kept"]) == ("draw", ["J", "J", "J"])
    assert "open with J=R13" in answer["why_kept"]
    opened = advise("--table", "R1 R2 R3", "--rack", "J K5")
    assert "Keep your joker: draw a tile." in opened.stdout
    assert "J could be played" in opened.stdout
    nothing = advise("--table", "R1 R2 R3", "--rack", "K5 B9")
    assert "Nothing can be played: draw a tile." in nothing.stdout
    assert "kept" not in answer_of(advise("--table", "", "--rack", "K5", "--json"))


@pytest.mark.parametrize("rack", ["J R4 K9 B13 O5", "J J R4 K9 B13 O7 O1"])
def test_a_joker_that_a_play_leaves_on_the_rack_is_said_to_stay(advise, rack):
    words = ("--table", "R1 R2 R3", "--rack", rack)
    answer = answer_of(advise(*words, "--json"))
    assert (answer["status"], answer["kept"]) == ("play", ["J"])
    assert "J stays on your rack: a joker laid without" in advise(*words).stdout
    weak = answer_of(advise(*words, "--json", "--hint", "1"))
    assert "kept" not in weak and "why_kept" not in weak


def test_nothing_is_said_of_jokers_that_are_played(advise):
    words = ("--table", "R1 R2 R3", "--rack", "J R4 R6")
    assert "kept" not in answer_of(advise(*words, "--json"))


def test_a_joker_is_played_where_each_move_must_place_a_tile(advise):
    words = ("--table", "R1 R2 R3", "--rack", "J K5", "--pool-empty", "--rules")
    assert answer_of(advise(*words, "mso", "--json"))["placed"] == ["J"]
    assert "Keep your joker: pass." in advise(*words, "lemada").stdout


def test_which_box_is_assumed_is_said(advise):
    runner = CliRunner()
    box = "J is there 3 times: taken to be the box for 5 players and more, which has 4"
    assert box in advise(*XP_JOKERS).stderr
    odds = runner.invoke(cli, ["odds", *XP_JOKERS], prog_name="tilesight")
    assert box in odds.stderr
    assert "taken to be" not in advise("--table", "", "--rack", "J J K2", "--rules", "xp").stderr
    score = ["score", "--rules", "xp", "--out", "A", "A=", "B=J J J"]
    few = runner.invoke(cli, score, prog_name="tilesight")
    assert "J lies there 3 times, but the box for 2 players has 2" in few.stderr
    many = runner.invoke(cli, [*score, "C=R1", "D=R2", "E=R3"], prog_name="tilesight")
    assert "lies there" not in many.stderr
