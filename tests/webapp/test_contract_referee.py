"""``tilesight referee``: the form of its answers and its exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from vision.reading import CUT_OFF, TAKE_IT_AGAIN
from webapp.cli import cli


@pytest.fixture
def referee() -> Callable[..., Result]:
    runner = CliRunner()
    return lambda *words: runner.invoke(cli, ("referee", *words), prog_name="tilesight")


def test_a_legal_turn_has_the_form_of_the_contract(referee):
    result = referee(
        "--before", "R1 R2 R3", "--after", "R1 R2 R3 R4",
        "--rack-before", "R4 K9", "--rack-after", "K9", "--json",
    )  # fmt: skip
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout)
    assert list(answer) == ["legal", "reasons", "changes", "restore"]
    assert (answer["legal"], answer["reasons"], answer["restore"]) == (True, [], [])
    assert "R4" in answer["changes"][0]


def test_an_illegal_turn_is_exit_code_1_with_reasons_and_the_way_back(referee):
    result = referee("--before", "R1 R2 R3", "--after", "R1 R2 R4", "--json")
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert answer["legal"] is False
    assert any("R3" in reason for reason in answer["reasons"])
    assert any("R1 R2 R4" in reason for reason in answer["reasons"])
    for step in answer["restore"]:
        assert set(step) >= {"action", "tiles", "from", "to", "text"}


def test_an_unchanged_table_is_legal(referee):
    result = referee("--before", "R1 R2 R3", "--after", "R1 R2 R3", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["changes"] == []


def test_what_could_not_be_checked_without_the_racks_is_said(referee):
    reasons = " ".join(
        json.loads(referee("--before", "", "--after", "R9 R10 R11", "--json").stdout)["reasons"]
    )
    assert reasons.count("could not be checked") == 2


def test_whether_the_player_had_opened_matters(referee):
    words = ("--before", "R1 R2 R3", "--after", "R1 R2 R3 R4", "--json")
    assert referee(*words, "--opened").exit_code == 0
    assert referee(*words, "--not-opened").exit_code == 1


def test_people_get_words(referee):
    legal = referee("--before", "R1 R2 R3", "--after", "R1 R2 R3 R4")
    assert legal.stdout.startswith("Legal.")
    illegal = referee("--before", "R1 R2 R3", "--after", "R1 R2")
    assert illegal.stdout.startswith("Not legal.")
    assert "put the table right" in illegal.stdout


def test_both_tables_are_needed(referee):
    result = referee("--before", "R1 R2 R3")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_what_a_joker_was_declared_to_be_counts(referee):
    words = ("--before", "", "--not-opened", "--json", "--after")
    assert referee(*words, "R9 J=R10 J=R11").exit_code == 0
    small = referee(*words, "R9 J=B9 J=K9")
    assert small.exit_code == 1
    assert "worth 27 points" in small.stdout


def test_an_empty_pool_counts_as_the_rules_say(referee):
    same = ("--before", "R1 R2 R3", "--after", "R1 R2 R3", "--rack-before", "R4", "--pool-empty")
    assert referee(*same).exit_code == 0
    must = referee(*same, "--rules", "mso")
    assert must.exit_code == 1
    assert "R4 could have been played" in must.stdout
    grown = ("--before", "R1 R2 R3", "--after", "R1 R2 R3 R4", "--pool-empty")
    assert referee(*grown).exit_code == 0
    assert "no turn is played any more" in referee(*grown, "--rules", "polish").stdout


def test_an_impossible_declaration_is_one_though_nothing_else_changed():
    runner = CliRunner()
    words = ("referee", "--before", "R1 R2 J=R3", "--json", "--after")
    wrong = runner.invoke(cli, [*words, "R1 R2 J=R4"])
    assert wrong.exit_code == 1
    assert "declared" in wrong.stdout
    right = runner.invoke(cli, [*words, "R1 R2 J=R3"])
    assert right.exit_code == 0, right.output
    # a set that was broken before the turn does not make drawing illegal
    broken = runner.invoke(cli, ["referee", "--before", "R1 R2", "--after", "R1 R2", "--json"])
    assert broken.exit_code == 0, broken.output
    # but it is said, and that the fault is older than the turn
    told = json.loads(broken.stdout)["reasons"]
    assert [one for one in told if one.startswith("set 1 (R1 R2) is not valid")] == [
        one for one in told if "it lay like that before the turn" in one
    ]
    assert sum("set 1" in one for one in told) == 1


DECIDING = [
    ("after", "O1 O2 O3", "O1 O2 O3 O4~B4", True),
    ("after", "O1 O2 O3", "O1 O2 O3 O5~O4", False),
    ("before", "O1 O2 O3 O4~B4", "O1 O2 O3 O4 O5", True),
]


@pytest.mark.parametrize(("doubted", "before", "after", "as_read"), DECIDING)
def test_a_doubtful_tile_that_decides_leaves_no_verdict(
    referee, laid_photo, doubted, before, after, as_read
):
    tables = {"before": before, "after": after} | {
        doubted: laid_photo({"before": before, "after": after}[doubted])
    }
    words = ("--before", tables["before"], "--after", tables["after"])
    told = referee(*words)
    assert told.exit_code == 2
    assert told.stdout.startswith("No verdict: it hangs on a doubtful tile.")
    assert "tile 4 of set 1 of the table " + doubted in told.stdout
    assert ("legal with O4, not legal with B4" in told.stdout) == as_read
    assert sum("tilesight: " in line for line in told.stderr.splitlines()) == 1
    result = referee(*words, "--json")
    assert result.exit_code == 2
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout)
    assert list(answer) == ["error", "legal", "reasons", "changes", "restore", "hangs_on"]
    assert answer["legal"] is None
    (hinge,) = answer["hangs_on"]
    assert (hinge["shown"], hinge["set"], hinge["place"], hinge["legal"]) == (
        doubted, 0, 3, as_read,
    )  # fmt: skip
    assert [one["legal"] for one in hinge["others"]] == [not as_read]


def test_a_doubtful_rack_tile_decides_too(referee, laid_photo):
    rack = laid_photo("O4~B4 K9")
    result = referee(
        "--before", "O1 O2 O3", "--after", "O1 O2 O3 O4", "--rack-before", rack,
        "--rack-after", "K9", "--json",
    )  # fmt: skip
    assert result.exit_code == 2
    assert json.loads(result.stdout)["hangs_on"][0]["shown"] == "rack_before"


TOGETHER = [
    # two tiles of which each alone would leave a set that is none
    ("O1 O2 O3", ("O1 O2 O3", "R1~B1 R2~B2 B3"), False),
    ("O1 O2 O3", ("O1 O2 O3 O4", "R7 B7~O7 K7~O7"), True),
    # three
    ("O1 O2 O3", ("O1 O2 O3", "R1~B1 R2~B2 R3~B3 B4"), False),
]


@pytest.mark.parametrize(("before", "after", "as_read"), TOGETHER)
def test_doubtful_tiles_that_decide_only_together_leave_no_verdict(
    referee, laid_photo, before, after, as_read
):
    words = ("--before", before, "--after", laid_photo(*after))
    told = referee(*words)
    assert told.exit_code == 2
    assert told.stdout.startswith("No verdict: it hangs on doubtful tiles")
    answer = json.loads(referee(*words, "--json").stdout)
    assert answer["legal"] is None
    doubtful = sum("~" in word for row in after for word in row.split())
    assert len(answer["hangs_on"]) == doubtful
    for hinge in answer["hangs_on"]:
        assert hinge["together"]
        assert hinge["legal"] == as_read
        assert [one["legal"] for one in hinge["others"]] == [not as_read]
    assert "together" in answer["error"]


def test_more_ways_than_can_be_tried_are_admitted(referee, laid_photo, monkeypatch):
    groups = ("R7~O7 B7 K7", "R8~O8 B8 K8", "R9~O9 B9 K9")
    words = ("--before", "O1 O2 O3", "--after", laid_photo("O1 O2 O3", *groups))
    assert "none of the doubtful tiles" in referee(*words).stdout
    monkeypatch.setattr("webapp.doubts.MOST_TOGETHER", 3)
    told = referee(*words)
    assert told.exit_code == 2
    assert "not every way to read them could be tried: take the photo again" in told.stdout
    assert told.stdout.count("\n") == 1
    assert "none of the doubtful tiles" not in told.stdout
    answer = json.loads(referee(*words, "--json").stdout)
    assert answer["legal"] is None
    assert "take the photo again" in answer["error"]
    assert referee(*words, "--as-read").stdout.startswith("Legal.")


def test_a_set_that_is_broken_without_any_doubt_needs_no_further_tries(
    referee, laid_photo, monkeypatch
):
    groups = ("R7~O7 B7 K7", "R8~O8 B8 K8", "R9~O9 B9 K9", "B1 B5 K9")
    monkeypatch.setattr("webapp.doubts.MOST_TOGETHER", 3)
    told = referee("--before", "O1 O2 O3", "--after", laid_photo("O1 O2 O3", *groups))
    assert told.exit_code == 1, told.output
    assert "not every way to read the doubtful tiles was tried" in told.stdout


@pytest.mark.parametrize(
    ("after", "code"), [("O1 O2 O3 | R7 B7~K7 O7", 0), ("O1 O2 O3 | B7 B9~B10 K1", 1)]
)
def test_doubtful_tiles_that_decide_nothing_leave_the_verdict_and_it_is_said(
    referee, laid_photo, after, code
):
    words = ("--before", "O1 O2 O3", "--after", laid_photo(*after.split(" | ")))
    told = referee(*words)
    assert told.exit_code == code
    assert told.stdout.startswith("Not legal." if code else "Legal.")
    assert "none of the doubtful tiles, read otherwise, would change this" in told.stdout
    answer = json.loads(referee(*words, "--json").stdout)
    assert answer["legal"] is (code == 0)
    assert "hangs_on" not in answer
    assert any("doubtful" in reason for reason in answer["reasons"])


@pytest.mark.parametrize(
    "after", [("O1 O2 O3", "R7 B7~ O7"), ("O1 O2 O3~",), ("O1 O2 O3", "R7 B7~X O7")]
)
def test_a_doubtful_tile_that_may_be_anything_settles_nothing(referee, laid_photo, after):
    words = ("--before", "O1 O2 O3", "--after", laid_photo(*after))
    told = referee(*words)
    assert told.exit_code == 2
    assert told.stdout.startswith("No verdict: it hangs on a doubtful tile.")
    assert "but may be any other" in told.stdout
    assert "none of the doubtful tiles" not in told.output
    answer = json.loads(referee(*words, "--json").stdout)
    assert answer["legal"] is None
    assert [one["others"] for one in answer["hangs_on"]] == [[]]


CUT = (CUT_OFF,)
HIDDEN = [
    ("R1 R2 R3 R4 | K1 K2 K3", ("R1 R2", "K1 K2 K3 K4"), "R3 R4"),
    ("R1 R2 R3 | K1 K2 K3", ("R1 R2 R3 R4",), "K1 K2 K3"),
    ("R2 R3 R4 R5", ("R1 R2 R3 R4",), "R5"),
    ("R1 R2 R3 R4 | R1 R2 R3 R4", ("R1 R2 R3 R4", "R1", "B7 K7 O7"), "R2 R3 R4"),
    ("R1 R2 R3", (), "R1 R2 R3"),
]


@pytest.mark.parametrize(("before", "after", "unseen"), HIDDEN)
def test_what_may_lie_beyond_the_edge_of_the_photo_makes_no_turn_illegal(
    referee, laid_photo, before, after, unseen
):
    words = ("--before", before, "--after", laid_photo(*after, warnings=CUT))
    told = referee(*words)
    assert told.exit_code == 2
    assert told.stdout.startswith("No verdict")
    assert f"beyond the edge of the photo of the table after: {unseen}" in told.stdout
    assert sum("tilesight: " in line for line in told.stderr.splitlines()) == 1
    assert "take a photo with all of the table" in told.stderr
    answer = json.loads(referee(*words, "--json").stdout)
    assert answer["legal"] is None
    assert "take a photo with all of the table" in answer["error"]
    inside = referee("--before", before, "--after", laid_photo(*after))
    assert inside.exit_code == 2
    assert "beyond the edge" not in inside.stdout
    whole = referee(*words, "--as-read")
    assert whole.exit_code == 1
    assert "beyond the edge" not in whole.stdout


def test_a_tile_may_have_left_the_rack_for_beyond_the_edge(referee, laid_photo):
    words = ("--before", "O1 O2 O3 | K1 K2 K3", "--rack-before", "K4 B9", "--after")
    photo = laid_photo("O1 O2 O3", warnings=CUT)
    assert referee(*words, photo, "--rack-after", "B9").exit_code == 2
    assert referee(*words, "O1 O2 O3", "--rack-after", "B9").exit_code == 1


@pytest.mark.parametrize(
    ("before", "after", "racks"),
    [
        ("R1 R2 R3 | K1 K2 K3", ("R1 R2 R3", "B1 B5 B9"), ()),
        ("R1 R2 R3 R4", ("R1 R2 R3",), ("--rack-before", "B9", "--rack-after", "B9 R4")),
        ("R1 R2 R3 | K1 K2 K3", ("R1 R2 R3 R4 R5",), ("--rack-before", "B9 B8 B7")),
    ],
)
def test_what_is_illegal_whatever_lies_beyond_the_edge_stays_so(
    referee, laid_photo, before, after, racks
):
    words = ("--before", before, "--after", laid_photo(*after, warnings=CUT), *racks)
    told = referee(*words)
    assert told.exit_code == 1, told.output


def test_the_edge_of_the_photo_before_hides_nothing_of_the_table_after(referee, laid_photo):
    photo = laid_photo("R1 R2 R3 R4", warnings=CUT)
    told = referee("--before", photo, "--after", "R1 R2 R3")
    assert "beyond the edge of the photo of" not in told.stdout
    assert referee("--before", photo, "--after", "R1 R2 R3", "--as-read").exit_code == 1


PLAYED = ("--rack-before", "O4 K9", "--rack-after", "K9")
DREW = ("--rack-before", "K9", "--rack-after", "K9 B5")
HELD = ("--rack-before", "B4 K9")
LAIN = [
    (("O1 O2",), "O1 O2 O3 O4", PLAYED, "O3"),
    (("O1 O2 O3",), "O1 O2 O3 | K1 K2 K3", DREW, "K1 K2 K3"),
    (("O1 O2 O3",), "O1 O2 O3 | B1 B2 B3 B4", HELD, "B1 B2 B3"),
    (("O1 O2", "K1 K2 K3"), "O1 O2 O3 | K1 K2 K3 | R10 R11 R12", ("--not-opened",), "O3"),
    (("O1 O2 O3",), "O1 O2 O3 | B1 B2 B3", ("--not-opened",), "B1 B2 B3"),
    ((), "O1 O2 O3", DREW, "O1 O2 O3"),
    (("O1 O2 O3", "O1 O2"), "O1 O2 O3 | O1 O2 O3", DREW, "O3"),
    (("O1 O2 O3",), "O1 O2 O3 | O1 O2 O3", HELD, "O1 O2 O3"),
]


@pytest.mark.parametrize(("before", "after", "more", "lain"), LAIN)
def test_what_may_have_lain_beyond_the_edge_of_the_photo_before_makes_no_turn_illegal(
    referee, laid_photo, before, after, more, lain
):
    words = ("--before", laid_photo(*before, warnings=CUT), "--after", after, *more)
    told = referee(*words)
    assert told.exit_code == 2, told.output
    assert told.stdout.startswith("No verdict")
    assert f"new, or beyond the edge of the photo of the table before: {lain}\n" in told.stdout
    assert sum("tilesight: " in line for line in told.stderr.splitlines()) == 1
    assert "give the table before as text, with all that lay there" in told.stderr
    answer = json.loads(referee(*words, "--json").stdout)
    assert answer["legal"] is None
    assert "give the table before as text" in answer["error"]
    whole = referee(*words, "--as-read")
    assert whole.exit_code == 1, whole.output
    assert "beyond the edge" not in whole.stdout


@pytest.mark.parametrize(
    ("before", "after", "more"),
    [
        (("O1 O2 O3",), "O1 O2 O3 | B1 B5 B9", ()),
        (("O1 O2 O3 O4 O5 O6",), "O1 O2 O3 | O4 O5 O6", ()),
        (
            ("O1 O2 O3",),
            "O1 O2 O3 | B1 B2 B3",
            ("--not-opened", "--rack-before", "B1 B2 B3 K9", "--rack-after", "K9"),
        ),
        (("O1 O2 O3",), "O1 O2 O3 O4", ("--rack-before", "O4 K9", "--rack-after", "K9 B5")),
    ],
)
def test_what_is_illegal_whatever_lay_beyond_the_edge_before_stays_so(
    referee, laid_photo, before, after, more
):
    photo = laid_photo(*before, warnings=CUT)
    told = referee("--before", photo, "--after", after, *more)
    assert told.exit_code == 1, told.output
    assert "beyond the edge" not in told.stdout


def test_tiles_may_lie_beyond_the_edges_of_both_photos(referee, laid_photo):
    before = laid_photo("O1 O2", "K1 K2 K3", warnings=CUT)
    after = laid_photo("O1 O2 O3 O4", warnings=CUT)
    told = referee("--before", before, "--after", after, *PLAYED)
    assert told.exit_code == 2, told.output
    assert "beyond the edge of the photo of the table after: K1 K2 K3; " in told.stdout
    assert "beyond the edge of the photo of the table before: O3\n" in told.stdout


def test_a_turn_that_is_illegal_anyway_still_says_what_may_lie_beyond(referee, laid_photo):
    photo = laid_photo("R1 R2 R3", "B1 B5 B9", warnings=CUT)
    answer = json.loads(
        referee("--before", "R1 R2 R3 | K1 K2 K3", "--after", photo, "--json").stdout
    )
    assert answer["legal"] is False
    assert any(line.startswith("missing, or beyond the edge") for line in answer["reasons"])


PERHAPS_LAIN = [
    (("R1 R2 R3 R4", "B4 K4"), "R1 R2 R3 | R4 B4 K4 O4", (), "O4"),
    (("R1 R2 R3 R4", "B4 K4"), "R1 R2 R3 | R4 B4 K4 O4", ("--rack-before", "O4 K9"), "O4"),
    # an opening that is worth enough only with what may have lain there
    (("O1 O2 O3",), "O1 O2 O3 | R10 R11 R12 R13", ("--not-opened",), "R10 R11 R12"),
    (("R7 R8 R9",), "R7 R8 R9 | R10 B10 K10", ("--not-opened",), "R10"),
    # nothing is played if all of them lay there, in sets that were split
    (
        ("R1 R2 R3 R4 R5 R6", "B1 B2 B3 B4 B5 B6", "K1 K2 K3"),
        "R1 R2 R3 | R4 R5 R6 R7 R8 | B1 B2 B3 | B4 B5 B6 B7 B8 | K1 K2 K3 K4 K5 | O7 O8 O9",
        (),
        "R7 R8 B7 B8 K4 K5 O7 O8 O9",
    ),
]


@pytest.mark.parametrize(("before", "after", "more", "lain"), PERHAPS_LAIN)
@pytest.mark.parametrize("cut", ["warned of", "read"])
def test_no_turn_is_legal_for_tiles_that_may_have_lain_beyond_the_edge_before(
    referee, laid_photo, before, after, more, lain, cut
):
    if cut == "read":
        photo = laid_photo(*before, "O11 O12 O13~cut")
        after += " | O11 O12 O13"
    else:
        photo = laid_photo(*before, warnings=CUT)
    told = referee("--before", photo, "--after", after, *more)
    assert told.exit_code == 2, told.output
    assert told.stdout.startswith("No verdict")
    assert f"new, or beyond the edge of the photo of the table before: {lain}\n" in told.stdout
    assert "give the table before as text, with all that lay there" in told.stderr
    answer = json.loads(referee("--before", photo, "--after", after, *more, "--json").stdout)
    assert answer["legal"] is None
    assert "give the table before as text" in answer["error"]
    whole = referee("--before", laid_photo(*before), "--after", after.split(" | O11")[0], *more)
    assert whole.exit_code == 0, whole.output


@pytest.mark.parametrize(
    ("before", "after", "more"),
    [
        # what the racks show to have been played did not lie there
        (
            ("R1 R2 R3 R4", "B4 K4"),
            "R1 R2 R3 | R4 B4 K4 O4",
            ("--rack-before", "O4 K9", "--rack-after", "K9"),
        ),
        # there is no third one
        (
            ("R1 R2 R3 R4", "B4 K4", "O4 O5 O6"),
            "R1 R2 R3 | R4 B4 K4 O4 | O4 O5 O6",
            ("--rack-before", "O4 K9"),
        ),
        # whatever of it lay there
        (("O1 O2 O3",), "O1 O2 O3 O4", ()),
        (("O1 O2 O3",), "O1 O2 O3 | R10 R11 R12", ("--not-opened",)),
        (("O1 O2 O3",), "O1 O2 O3", ()),
        # tiles that could have lain in no set
        (("R1 R2 R3 R4",), "R1 R2 R3 | R4 B4 K4", ()),
    ],
)
def test_what_is_legal_whatever_lay_beyond_the_edge_before_stays_so(
    referee, laid_photo, before, after, more
):
    told = referee("--before", laid_photo(*before, warnings=CUT), "--after", after, *more)
    assert told.exit_code == 0, told.output
    assert "beyond the edge" not in told.stdout


def test_a_doubtful_tile_that_is_only_cut_may_not_be_any_other(referee, laid_photo):
    told = referee("--before", "O1 O2", "--after", laid_photo("O1 O2 O3~cut"))
    assert told.exit_code == 2
    assert "reads O3 but is in doubt (cut by the edge of the photo)" in told.stdout
    assert "any other" not in told.output


HARD = (TAKE_IT_AGAIN,)


@pytest.mark.parametrize("which", ["before", "after", "rack_before", "rack_after"])
@pytest.mark.parametrize("after", ["O1 O2 O3 O4", "O1 O2 O3 | K5 K6"])
def test_no_turn_is_judged_on_a_photo_that_is_hard_to_read(referee, laid_photo, which, after):
    shown = {"before": "O1 O2 O3", "after": after, "rack_before": "O4 K5 K6 B9"}
    shown["rack_after"] = "B9 K5 K6" if "O4" in after else "B9 O4"
    first, *rest = shown[which].split(" ", 1)
    photo = laid_photo(*" ".join((f"{first}~B1", *rest)).split(" | "), warnings=HARD)
    given = shown | {which: photo}
    options = [word for name, what in given.items() for word in (_option(name), what)]
    told = referee(*options)
    assert told.exit_code == 2, told.output
    table = which.replace("_", " ") if "_" in which else f"table {which}"
    line = f"No verdict: the photo of the {table} is hard to read: take the photo again"
    assert told.stdout.startswith(line)
    assert told.stdout.count("\n") == 1
    assert "draws 3 tiles" not in told.output
    assert "look at" not in told.output
    answer = json.loads(referee(*options, "--json").stdout)
    assert answer["legal"] is None
    assert "hard to read: take the photo again" in answer["error"]
    assert (answer["reasons"], answer["restore"], answer["hangs_on"]) == ([], [], [])
    vouched = referee(*options, "--as-read")
    assert vouched.exit_code == (0 if "O4" in after else 1), vouched.output


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


GONE = [
    ("R1 R2 R3 R4", ("R1 R2",), "R3 and R4 lay there before and were not read afterwards"),
    ("R1 R2 R3 R4", ("R1 R2 R3",), "R4 lay there before and was not read afterwards"),
    ("R1 R2 R3 | B7 K7 O7", ("R1 R2 R3",), "B7, K7 and O7 lay there before"),
    # beside a play
    ("R1 R2 R3 R4 | K1 K2 K3", ("R1 R3 R4", "K1 K2 K3 K4"), "R2 lay there before"),
    # it was moved to where the photo does not show it
    ("R1 R2 R3 R4", ("R1 R2 R3", "B4 K4"), "R4 lay there before"),
    ("R3 R4 R5 R6", ("R5 R6", "J~none"), "R3 and R4 lay there before"),
]


@pytest.mark.parametrize(("before", "after", "line"), GONE)
def test_a_tile_that_a_photo_does_not_show_was_not_taken_away_for_certain(
    referee, laid_photo, before, after, line
):
    words = ("--before", before, "--after", laid_photo(*after))
    told = referee(*words)
    assert told.exit_code == 2, told.output
    assert told.stdout.startswith("No verdict")
    assert line in told.stdout
    assert "draws 3 tiles" not in told.stdout
    assert "vanished" not in told.stdout
    assert "take the photo again" in told.stderr
    answer = json.loads(referee(*words, "--json").stdout)
    assert (answer["legal"], answer["restore"]) == (None, [])
    assert any(reason.startswith(line) for reason in answer["reasons"])
    assert any("could not be checked" in reason for reason in answer["reasons"])
    assert "vanished" not in referee(*words, "--json").stdout
    vouched = referee(*words, "--as-read")
    assert vouched.exit_code == 1
    assert "vanished from the table" in vouched.stdout
    typed = " | ".join(after).replace("~none", "")
    assert referee("--before", before, "--after", typed).exit_code == 1


def test_a_tile_that_only_the_photo_before_has_keeps_the_verdict_open(referee, laid_photo):
    told = referee("--before", laid_photo("R1 R2 R3 R4"), "--after", "R1 R2 R3")
    assert told.exit_code == 2, told.output
    assert "R4 was read on the photo of the table before and is not there afterwards" in told.stdout
    assert "take the photo again" not in told.output
    assert "cannot be photographed again" in told.stderr


def test_a_tile_that_a_rack_shows_was_taken_away(referee, laid_photo):
    words = ("--before", "R1 R2 R3 R4", "--rack-before", "B9", "--rack-after")
    told = referee(*words, laid_photo("B9 R4"), "--after", laid_photo("R1 R2 R3"))
    assert told.exit_code == 1, told.output
    assert "R4 was taken from the table to the rack" in told.stdout


@pytest.mark.parametrize(
    ("racks", "line"),
    [
        (("@B9", "B9"), "R4 was read neither on the table nor on the rack before"),
        (("R4 B9 K2", "@B9"), "K2 left the rack and was not read afterwards"),
        (("@R4 B9", "B9 K2"), "K2 was not read on the rack before"),
    ],
)
def test_a_tile_that_the_photo_of_a_rack_does_not_show_may_have_been_there(
    referee, laid_photo, racks, line
):
    def turn(*shown: str):
        rack_before, rack_after = shown
        return referee(
            "--before", "R1 R2 R3", "--after", "R1 R2 R3 R4",
            "--rack-before", rack_before, "--rack-after", rack_after,
        )  # fmt: skip

    told = turn(*(laid_photo(one[1:]) if one.startswith("@") else one for one in racks))
    assert told.exit_code == 2, told.output
    assert line in told.stdout
    assert turn(*(one.removeprefix("@") for one in racks)).exit_code == 1


def test_what_is_illegal_whatever_a_photo_does_not_show_stays_so(referee, laid_photo):
    photo = laid_photo("R1 R2 R3", "B1 B5 B9")
    told = referee("--before", "R1 R2 R3 R4", "--after", photo)
    assert told.exit_code == 1, told.output
    assert "R4 lay there before and was not read afterwards" in told.stdout
    assert "vanished" not in told.stdout
    assert "set 2 (B1 B5 B9) is not valid" in told.stdout


SHORT = [
    ("K5 K6 K7", ("K5 K6 K7", "R8 B8"), "R8 and B8 are no set as they were read"),
    ("K5 K6 K7", ("K5 K6 K7", "_ R8 B8"), "R8 and B8 are no set as they were read"),
    # room in the middle, for one of a run
    ("K5 K6 K7", ("K5 K6 K7", "R3 R4 _ R6"), "R3, R4 and R6 are no set as they were read"),
    # in pieces, as a set with a hidden tile in its middle is read
    ("K5 K6 K7", ("K5 K6 K7", "O8 O9 _ / O11"), "O8, O9 and O11 are no set as they were read"),
    ("K5 K6 K7", ("K5 K6 K7 _ / K9",), "K5, K6, K7 and K9 are no set as they were read"),
    ("", ("R1 _ / O1 K1",), "R1, O1 and K1 are no set as they were read"),
]


@pytest.mark.parametrize(("before", "after", "line"), SHORT)
def test_a_set_that_lacks_a_tile_for_which_there_is_room_may_be_whole(
    referee, laid_photo, before, after, line
):
    photo = laid_photo(*after)
    words = ("--before", before, "--after", photo, "--opened")
    told = referee(*words)
    assert told.exit_code == 2, told.output
    assert told.stdout.startswith("No verdict")
    assert line in told.stdout
    assert "draws 3 tiles" not in told.stdout
    answer = json.loads(referee(*words, "--json").stdout)
    assert answer["legal"] is None
    assert any(reason.startswith(line) for reason in answer["reasons"])
    assert referee(*words, "--as-read").exit_code == 1
    typed = " | ".join(after).replace("_ ", "").replace("/", "|")
    assert referee("--before", before, "--after", typed, "--opened").exit_code == 1


@pytest.mark.parametrize(
    ("after", "racks"),
    [
        # nothing fits between tiles that touch, nor makes a set of these
        (("K5 K6 K7", "R3 R4 R6"), ()),
        (("K5 K6 K7", "R3 B9"), ()),
        (("K5 K6 K7", "R3 _ R9"), ()),
        (("K5 K6 K7", "R3 R4 _ / R7"), ()),
        (("K5 K6 K7", "R3 R4 _ _ / R6"), ()),
        (("K5 K6 K7", "R3", "R5 R6"), ()),
        # beside another set that no tile mends
        (("K5 K6 K7", "R8 B8", "R1 B5 O9"), ()),
        # the racks add up: nothing was laid beside them
        (("K5 K6 K7", "R8 B8"), ("R8 B8 K1", "K1")),
        # no tile that could be there was on the rack
        (("K5 K6 K7", "R8 B8"), ("R8 B8 K1",)),
    ],
)
def test_a_set_that_no_hidden_tile_makes_whole_is_not_legal(referee, laid_photo, after, racks):
    words = ["--before", "K5 K6 K7", "--after", laid_photo(*after), "--opened"]
    for option, rack in zip(("--rack-before", "--rack-after"), racks, strict=False):
        words += [option, rack]
    told = referee(*words)
    assert told.exit_code == 1, told.output
    assert "are no set as they were read" not in told.stdout
