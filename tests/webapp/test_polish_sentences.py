"""Every sentence of rules, referee and scores is said in Polish, none left half English.

The sentences are driven out of the solver, and the solver's source is asked whether
any form of sentence was not: a new one has to be driven here, and so translated.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import solver
import vision
from solver.advise import advise
from solver.deal import deal_steps, first_player
from solver.match import Match
from solver.match_csv import from_csv, to_csv
from solver.melds import judge
from solver.notation import (
    declarations,
    parse_declared_set,
    parse_declared_table,
    parse_table,
    parse_tile,
    parse_tiles,
)
from solver.options import OPTIONS
from solver.referee import referee
from solver.rules import Rules, load_rules, parse_rules, preset_names
from solver.scoring import score_by_hand, score_round
from solver.state import GameState
from vision.reading import CUT_OFF, TAKE_IT_AGAIN
from webapp.phrases import said
from webapp.unread import Unread

GOLDEN = Path(__file__).parents[1] / "golden"
SOURCE = Path(solver.__file__).parent
SPEAKERS = (
    "melds", "reasons", "opening", "referee", "pool", "joker_policy", "changes", "restore",
    "scoring", "losses", "match", "match_csv", "notation", "rules", "options", "state", "deal",
    "failure", "kept",
)  # fmt: skip
LEMADA, TWIST = Rules.preset("lemada"), Rules.preset("twist")
NOT_SENTENCES = {
    # names for programs
    "too many of a tile", "no play advice",
    "lay a set", "add to a set", "put in order", "back to the rack", "off the table",
    # where any set will do, a freed joker always has one
    "a set on the table",
}  # fmt: skip
SAME = {"Foot", "Open"}
"""What International calls its wins, in any language."""
QUOTED = re.compile(r"plik TOML: |tabela CSV: |jako tekst \(|od kolumn ")
"""Behind these stands what a library says, or what the file has to hold."""
ENGLISH = re.compile(
    r"\b(the|and|or|twice|of|is|are|were|with|from|against|worth|went|points?|tiles?|rack|set|"
    r"must|not|only|times|red|blue|black|orange|run|group)\b",
    re.I,
)


def golden(name: str) -> list[dict[str, Any]]:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def of_verdicts() -> Iterator[str]:
    one_joker = LEMADA.with_options({"two_jokers": False})
    declared = Rules.preset("american-1978")
    for row in golden("verdicts"):
        rules = one_joker if row["rules"] == "one-joker" else Rules.preset(row["rules"])
        yield judge(parse_tiles(row["set"]), rules).reason
    for text in ("", "R3 R4 R1", "R1 R1 R2 R2 R3", "R7 R7 R7 R7 R7 R7", "R1 B2 K2", "J J R5"):
        yield judge(parse_tiles(text), declared).reason
    for text in (
        "B7 B6 JC R4", "R4 R3 JM R3 R4", "R3 R2 R1 JM R1 R2 R3", "R1 JM R2 JM R3", "R1 R2 J J R3",
        "R4 B5 JC B6", "R4 R5 JC R6 R7", "JC R4 R5", "R7 B7 K7 JD", "R7 B7 O7 J JD",
    ):  # fmt: skip
        yield judge(parse_tiles(text), TWIST).reason
    for text in ("R5 J=R8 R7", "J=R1 J=R1 R1", "J=R1 J=R2 J=R3"):
        told = parse_declared_set(text)
        yield judge(told.tiles, LEMADA, told.declared).reason
    yield judge(parse_tiles("J J J"), Rules.preset("xp")).reason


def of_turns() -> Iterator[str]:
    for row in golden("turns"):
        names = preset_names() if row["rules"] == "all" else row["rules"]
        rules = Rules.preset(names if isinstance(names, str) else names[0])
        before, after = (parse_declared_table(row[key]) for key in ("before", "after"))
        racks = [row[key] and parse_tiles(row[key]) for key in ("rack_before", "rack_after")]
        ruling = referee(
            [one.tiles for one in before],
            [one.tiles for one in after],
            *racks,
            opened=row["opened"],
            rules=rules.with_options(row.get("options", {})),
            declared=declarations([*before, *after]),
            pool_empty=row.get("pool_empty", False),
        )
        yield from (*ruling.reasons, *ruling.changes, *(step.text for step in ruling.restore))
    yield from _of_other_turns()


def _of_other_turns() -> Iterator[str]:
    torn = parse_table("R1 R2 R3"), parse_table("R1 R2 R3 | K5 K6")
    for options in (
        {"failed_turn": "try again"},
        {"failed_turn": "valid stays"},
        {"failed_turn": "valid stays", "leftovers": "player", "penalty_tiles": 1},
        {"failed_turn": "valid stays", "penalty_tiles": 0},
        {"penalty_tiles": 0, "leftovers": "player"},
        {"penalty_tiles": 1},
    ):
        for empty in (False, True):
            ruling = referee(*torn, rules=LEMADA.with_options(options), pool_empty=empty)
            yield from (*ruling.reasons, *(step.text for step in ruling.restore))
    alone = LEMADA.with_options({"several_sets_open": False})
    two = parse_table("R7 B7 K7 | R3 R4 R5")
    yield from referee((), two, opened=False, rules=alone).reasons
    yield from referee(*torn, rules=Rules.preset("international-1978")).reasons
    moved = parse_table("R3 R1 R2"), parse_table("R1 R2 R3 R4 | B1 B2 B3")
    yield from (step.text for step in referee(moved[1], moved[0], rules=LEMADA).restore)
    gone = parse_table("R1 J R3 | B1 B2 B3"), parse_table("R1 R2 R3 | B1 B2 B3")
    yield from referee(*gone, rules=LEMADA.with_options({"freed_joker": "any set"})).reasons
    lost = parse_table("R5 J R7 | K1 K2 K3"), parse_table("R5 R6 R7 | K1 K2 K3 | J")
    yield from referee(*lost, rules=LEMADA).reasons
    for unnamed in (1, 2):
        table, rack = parse_table("R1 R2 R3"), parse_tiles("R4")
        yield from advise(GameState(table, rack, rules=LEMADA, unnamed=unnamed)).notices
    state = GameState(parse_table("R5 R7 J | JD R1 R2"), parse_tiles("R1 R1 R1"), rules=LEMADA)
    yield from map(str, state.problems())
    yield from advise(
        GameState(parse_table("R1 R2 R3"), parse_tiles("K9"), rules=TWIST), pool_empty=True
    ).notices


def of_scores() -> Iterator[str]:
    for row in golden("scores"):
        rules = Rules.preset(row["rules"][0]).with_options(row["options"])
        held = {name: parse_tiles(rack) for name, rack in row["racks"].items()}
        score = score_round(held, out=row["out"], rules=rules, **row["given"])
        yield from (*score.warnings, *(words for _, words in score.lines))
    polish = Rules.preset("polish")
    held = {"A": parse_tiles("R1"), "B": parse_tiles("R10 R11 R12 R12 R12"), "C": ()}
    for rules, given in (
        (polish, {"unopened": ["B", "C"], "could_have_opened": ["C"], "announced": ["A"]}),
        (LEMADA, {"announced": ["B"]}),
        (polish.with_options({"charge_adds_to_rack": True}), {"unopened": ["B", "C"]}),
        (Rules.preset("american-1978"), {}),
    ):
        score = score_round(held, out="A", rules=rules, **given)
        yield from (*score.warnings, *(words for _, words in score.lines))
    adding = polish.with_options({"charge_adds_to_rack": True})
    nobody = score_round({**held, "C": parse_tiles("R9")}, out=None, rules=adding, unopened=["B"])
    yield from (words for _, words in nobody.lines)
    yield from score_by_hand({"A": 5, "B": -3}, LEMADA, "A").warnings
    jokers = {"A": (), "B": parse_tiles("J J J")}
    yield from score_round(jokers, out="A", rules=Rules.preset("xp")).warnings


def of_jokers_kept() -> Iterator[str]:
    xp, held = Rules.preset("xp"), parse_tiles("J J J K2")
    yield xp.large_box_of(held)
    yield advise(GameState((), held, False, xp)).why_kept
    yield advise(GameState(parse_table("R1 R2 R3"), parse_tiles("J K5"), True, xp)).why_kept
    one_a_set = replace(LEMADA, two_jokers=False)
    for rack in ("J R4 K9", "J J R4 K9"):
        state = GameState(parse_table("R1 R2 R3"), parse_tiles(rack), True, one_a_set)
        yield advise(state).why_kept


def of_tiles_that_were_not_read() -> Iterator[str]:
    for tiles in map(parse_tiles, ("R3", "R3 R4", "R3 R4 J")):
        yield from Unread(tiles, True, tiles, tiles, tiles, tiles).told
        yield from Unread(tiles, again=False).told
        yield from Unread(short=(tiles,)).told


def of_the_deal() -> Iterator[str]:
    for name in preset_names():
        yield from deal_steps(Rules.preset(name), 3)
    for how in ("youngest", "right of dealer", "drawn", "highest tile"):
        yield first_player(["Ann", "Bo"], LEMADA, how).words


def refusals() -> Iterator[Callable[[], object]]:
    held = {"A": (), "B": parse_tiles("R5"), "C": parse_tiles("K5"), "D": parse_tiles("K6")}
    fewest = LEMADA.with_options({"nobody_out_winner": "tiles"})
    rack = {"A": parse_tiles("R9"), "B": parse_tiles("R5 R6"), "C": parse_tiles("K13")}
    two = {"A": rack["B"], "B": rack["B"], "C": parse_tiles("K11 K12 K13")}
    yield lambda: score_round(held, out="X", rules=LEMADA)
    yield lambda: score_by_hand({"A": 1, "B": -1}, LEMADA, "X")
    yield lambda: score_round({"A": ()}, out="A", rules=LEMADA)
    yield lambda: score_round(held, out="A", declared_winner="B", rules=LEMADA)
    yield lambda: score_round(held, out="A", unopened=["A"], rules=LEMADA)
    for racks, rules, winner in (
        (rack, LEMADA, "C"), (two, LEMADA, "C"), (two, fewest, "C"),
        ({**rack, "C": ()}, fewest, "A"),
    ):  # fmt: skip
        yield lambda racks=racks, rules=rules, winner=winner: score_round(
            racks, out=None, declared_winner=winner, rules=rules
        )
    yield from _refused_matches()
    yield from _refused_rules()
    for text in ("Q7", "R14", "JD=R3", "J=R5"):
        yield lambda text=text: parse_tiles(parse_declared_set(text).__str__())
    yield lambda: parse_tile("R1 R2")


def _refused_matches() -> Iterator[Callable[[], object]]:
    match = Match.start(LEMADA, ["Ann", "Bo"]).add(
        score_by_hand({"Ann": 1, "Bo": -1}, LEMADA, None)
    )
    tie = score_round({"Ann": parse_tiles("R5"), "Bo": parse_tiles("K5")}, out=None, rules=LEMADA)
    unknown = score_round({"Ann": (), "Bo": ()}, out="Ann", rules=Rules.preset("american-1978"))
    other = score_by_hand({"Ann": 1, "Cy": -1}, LEMADA, None)
    yield lambda: Match.start(LEMADA, ["Ann"])
    yield lambda: Match.start(LEMADA, ["Ann", "ann"])
    yield lambda: Match.start(LEMADA, ["Ann", "-"])
    yield lambda: Match.start(LEMADA, list("ABCDE"))
    yield lambda: LEMADA.for_players(7)
    for name in ("Ann", "", "a;b"):
        yield lambda name=name: match.join(name)
    for name in ("Cy", "Bo"):
        yield lambda name=name: match.leave(name)
    for score in (tie, unknown, other):
        yield lambda score=score: match.add(score)
    yield lambda: match.correct(5, other, "")
    yield lambda: match.correct(1, other, "")
    sheet = to_csv(match)
    for text in (
        "", "hello", sheet.replace("Ann,Bo", "Ann"), sheet.replace("1,1,", "3,1,"),
        sheet.replace("1,-1", "1"), sheet.replace("1,-1", "1,"), sheet.replace("1,-1", "x,-1"),
        sheet.replace("lemada", "nope"), sheet.replace("lemada,,", "lemada,Cy,", 1),
        sheet.replace("lemada", '"' + "x" * 200_000),
    ):  # fmt: skip
        yield lambda text=text: from_csv(text)


def _refused_rules() -> Iterator[Callable[[], object]]:
    for text in (
        'extends = "lemda"', "[rules]\nopening_point = 3", "[rules]\nxyzzy = 3",
        "opening_points = 3", "xyzzy = 3", '[rules]\nopening_points = "30"',
        "[rules]\njoker_split = 1", '[rules]\nties = "coin"', "[rules]\njokers = { Q = 1 }",
        "[rules]\njokers = { J = -1 }", "[rules]\njokers = 2", '[rules]\ncolors = "RG"',
        "rules = 3", "name = 3", '[sources]\nxyzzy = "x"', "a =", "a = " + "9" * 5000,
    ):  # fmt: skip
        yield lambda text=text: parse_rules(text, "house.toml")
    yield lambda: load_rules("nope")
    yield lambda: load_rules("mine.toml")


@pytest.fixture(scope="module")
def sentences(tmp_path_factory) -> frozenset[str]:
    found = {*of_verdicts(), *of_turns(), *of_scores(), *of_the_deal()}
    found |= {*of_jokers_kept(), *of_tiles_that_were_not_read()}
    broken = tmp_path_factory.mktemp("rules") / "broken.toml"
    broken.write_bytes(b"\xff")
    for refusal in (*refusals(), lambda: load_rules(broken)):
        try:
            refusal()
        except ValueError as error:
            found.add(str(error))
        else:
            pytest.fail("something was not refused")
    return frozenset(found)


def test_every_sentence_is_polish_and_nothing_but_polish(app, sentences):
    left = []
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        for sentence in sorted(sentences):
            polish = said(sentence)
            told = re.sub(r"'[^']*'|\[[^\]]*\]|\([^)]*TOML[^)]*\)", "", polish)
            told = QUOTED.split(told)[0]
            if (polish == sentence and sentence not in SAME) or ENGLISH.search(told):
                left.append((sentence, polish))
    assert left == []


def test_no_form_of_sentence_was_left_out(sentences):
    corpus = "\n".join(sentences)
    words = {option.label for option in OPTIONS}
    words |= {text for option in OPTIONS for choice in option.choices for text in choice}
    missing = [
        (module, text)
        for module in SPEAKERS
        for text in literals(module)
        if text not in words
        and text not in NOT_SENTENCES
        and not re.search(".*".join(map(re.escape, text.split("\0"))), corpus)
    ]
    assert missing == []


def literals(module: str, folder: Path = SOURCE) -> Iterator[str]:
    """The texts of three words or more in a module; parameters are zero characters."""
    tree = ast.parse((folder / f"{module}.py").read_text(encoding="utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
             for part in ast.walk(node) if part is not node}  # fmt: skip
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                part.value if isinstance(part, ast.Constant) else "\0" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        words = [word for word in text.replace("\0", "").split() if re.search("[a-z]{2}", word)]
        if (
            id(node) not in parts | docs
            and len(words) > 2
            and "?P<" not in text
            and "|" not in text
        ):
            yield text


def test_how_many_numbers_are_missing_is_not_taken_for_one_of_them(app):
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        assert said(judge(parse_tiles("R3 R4 R9"), LEMADA).reason) == "między 4 a 9 brakuje 4 liczb"


READERS = ("reader", "stock", "merge", "exposure", "gaps")
UNSAID = {"no photos to merge"}
"""Nobody can ask for that on the page."""


def test_what_the_reader_warns_of_is_said_in_polish(app):
    left = []
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        for module in READERS:
            for text in literals(module, Path(vision.__file__).parent):
                sentence = text.replace("\0", "3")
                if text not in UNSAID and said(sentence) == sentence:
                    left.append(sentence)
        left += [sentence for sentence in (CUT_OFF, TAKE_IT_AGAIN) if said(sentence) == sentence]
    assert left == []


def test_a_warning_of_one_of_several_photos_is_said_in_polish(app):
    warning = "the photo has no colours: take it again in colour"
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        assert said(f"left.jpg: {warning}") == f"left.jpg: {said(warning)}"
        assert said(warning) != warning
