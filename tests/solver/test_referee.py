"""Turns: the table of known rulings, and putting a table back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.notation import (
    declarations,
    format_tiles,
    parse_declared_table,
    parse_table,
    parse_tiles,
)
from solver.referee import Ruling, referee
from solver.restore import restore_steps
from solver.rules import Rules, preset_names
from solver.tiles import COLORS, JOKER, Meld, Tile, numbered

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "turns.json").read_text(encoding="utf-8")
)
LEMADA = Rules.preset("lemada")


def rulesets(row: dict[str, Any]) -> tuple[str, ...]:
    if row["rules"] == "all":
        return preset_names()
    return (row["rules"],) if isinstance(row["rules"], str) else tuple(row["rules"])


CASES = [(row, name) for row in ROWS for name in rulesets(row)]


def rule(row: dict[str, Any], name: str) -> Ruling:
    rack_before, rack_after = (
        None if row[key] is None else parse_tiles(row[key]) for key in ("rack_before", "rack_after")
    )
    tables = [parse_declared_table(row[key]) for key in ("before", "after")]
    before, after = ([one.tiles for one in table] for table in tables)
    return referee(
        before,
        after,
        rack_before,
        rack_after,
        opened=row["opened"],
        rules=Rules.preset(name).with_options(row.get("options", {})),
        declared=declarations([*tables[0], *tables[1]]),
        pool_empty=row.get("pool_empty", False),
    )


def tables_of(row: dict[str, Any]) -> tuple[list[Meld], list[Meld]]:
    before, after = (parse_declared_table(row[key]) for key in ("before", "after"))
    return [one.tiles for one in before], [one.tiles for one in after]


FREE, BOUND = ("lemada", "polish", "pressman-1998", "twist"), ("sabra-1978",)
STATEMENTS = [
    ("laying off after opening in the same turn", BOUND, True),
    ("laying off after opening in the same turn", (*FREE[:2], "german-tournament", "mso"), False),
    ("splitting a joker's set", FREE, True),
    ("splitting a joker's set", BOUND, False),
    ("rearranging without a rack tile", preset_names(), False),
    ("a table tile taken to the rack", preset_names(), False),
    ("a freed joker kept", preset_names(), False),
    ("a table tile frees the joker and no rack tile is played", ("polish",), False),
    ("a drawn tile played", preset_names(), False),
    ("an unchanged table", preset_names(), True),
    ("a loose tile", ("lemada",), False),
    ("a broken set", ("lemada",), False),
    ("a rack tile gone", ("lemada",), False),
    # openings of 30, 27, 30, and 33
    ("an opening large enough", ("lemada",), True),
    ("an opening too small by the joker's place", ("lemada",), False),
    ("a joker counts as its tile", ("lemada",), True),
    ("two sets open at 30", ("lemada",), True),
    ("two sets do not open at 50", ("pressman-1998",), False),
]
"""What the rules say about a turn, by the row of the data that shows it."""


@pytest.mark.parametrize(("name", "editions", "legal"), STATEMENTS)
def test_every_statement_about_a_turn_is_there(
    name: str, editions: tuple[str, ...], legal: bool
) -> None:
    there = {edition for row, edition in CASES if row["name"] == name and row["legal"] is legal}
    assert there >= set(editions)


@pytest.mark.parametrize(("row", "name"), CASES, ids=[f"{r['name']}-{n}" for r, n in CASES])
def test_rulings(row: dict[str, Any], name: str) -> None:
    ruling = rule(row, name)
    told = ruling.to_json()
    assert told["legal"] is row["legal"], told["reasons"]
    for fragment in row["because"]:
        assert any(fragment in reason for reason in told["reasons"]), told["reasons"]
    for fragment in row["changes"]:
        assert any(fragment in change for change in told["changes"]), told["changes"]
    assert bool(ruling.faults) is not row["legal"]
    assert json.loads(json.dumps(told)) == told
    assert list(told) == ["legal", "reasons", "changes", "restore"]


@pytest.mark.parametrize(("row", "name"), CASES, ids=[f"{r['name']}-{n}" for r, n in CASES])
def test_an_illegal_turn_can_be_put_back(row: dict[str, Any], name: str) -> None:
    ruling = rule(row, name)
    before, after = tables_of(row)
    steps = ruling.to_json()["restore"]
    if row["legal"] or before == after:
        assert steps == []
    else:
        rack = Counter(str(tile) for meld in before for tile in meld)
        assert carried_out(steps, after, rack) == as_told(before)


@pytest.mark.parametrize(
    ("name", "penalty", "leftovers"),
    [("lemada", "draws 3 tiles", "the pool"), ("polish", "draws 1 tile", "the player")],
)
def test_what_the_rules_demand_after_a_failed_turn(name: str, penalty: str, leftovers: str) -> None:
    ruling = referee(
        parse_table("R1 R2 R3"), parse_table("R1 R2"), opened=True, rules=Rules.preset(name)
    )
    told = " / ".join(ruling.to_json()["reasons"])
    assert f"the table is restored and the player {penalty} /" in told
    assert f"if the table cannot be put back, tiles outside valid sets go to {leftovers}" in told


def test_what_lay_outside_valid_sets_before_the_turn_stays_where_it_is() -> None:
    before = parse_table("R1 R2 R3 | R5 R6 R8")
    for after, loose in (
        ("R1 R2 R3 R7 | R5 R6 R8", "R1 R2 R3 R7"),
        ("R1 R2 R3 | R5 R6 R8 R9", "R9"),
    ):
        ruling = referee(before, parse_table(after), rules=LEMADA)
        assert [one.split(": ")[1] for one in ruling.demands if "outside" in one] == [loose]
    stay = LEMADA.with_options({"failed_turn": "valid stays"})
    ruling = referee(before, parse_table("R1 R2 R3 | R5 R6 R8 R9"), rules=stay)
    assert [format_tiles(step.tiles) for step in ruling.restore] == ["R9"]


def test_no_tile_is_said_to_be_outside_valid_sets_where_none_is() -> None:
    ruling = referee(parse_table("R1 R2 R3 R4"), parse_table("R1 R2 R3"), rules=LEMADA)
    assert not ruling.legal
    assert "pool" not in " ".join(ruling.demands)


TORN = ("R1 R2 R3", "R1 R2 R3 | K5 K6 | R7 B7 K7")


def test_a_failed_turn_may_be_tried_again_without_a_penalty() -> None:
    rules = LEMADA.with_options({"failed_turn": "try again"})
    ruling = referee(*map(parse_table, TORN), rules=rules)
    assert "the player tries again" in ruling.demands[0]
    assert "draws" not in " ".join(ruling.reasons)
    steps = [step.to_json() for step in ruling.restore]
    rack: Counter[str] = Counter()
    assert carried_out(steps, parse_table(TORN[1]), rack) == as_told(parse_table(TORN[0]))


@pytest.mark.parametrize(("leftovers", "to"), [("pool", "pool"), ("player", "rack")])
def test_valid_sets_may_stay_after_a_failed_turn(leftovers: str, to: str) -> None:
    rules = LEMADA.with_options({"failed_turn": "valid stays", "leftovers": leftovers})
    ruling = referee(*map(parse_table, TORN), rules=rules)
    assert not ruling.legal
    assert "the valid sets stay as they lie and the player draws 3 tiles" in ruling.demands
    assert f"tiles outside valid sets go to the {leftovers}: K5 K6" in ruling.demands
    assert [(s.source, s.target, format_tiles(s.tiles)) for s in ruling.restore] == [
        ("K5 K6", to, "K5 K6")
    ]
    # a tile that vanished is not put right by taking others away
    vanished = referee(parse_table("R1 R2 R3 R4"), parse_table("R1 R2 R3 | K5 K6"), rules=rules)
    assert "the table is restored" in vanished.demands[0]


@pytest.mark.parametrize(
    ("rack_after", "told"),
    [
        (None, ["Put back B7 B7, missing from the table, to R7 K7, so that R7 K7 B7 B7"]),
        ("", ["Put back B7 B7, missing from the table, to R7 K7, so that R7 K7 B7 B7"]),
        ("B7 B7 K1", ["Put B7 B7 from the rack to R7 K7, so that R7 K7 B7 B7"]),
        (
            "B7 K1",
            [
                "Put B7 from the rack to R7 K7, so that R7 K7 B7",
                "Put back B7, missing from the table, to R7 K7 B7, so that R7 K7 B7 B7",
            ],
        ),
    ],
)
def test_tiles_come_back_from_a_rack_only_where_it_shows_them(
    rack_after: str | None, told: list[str]
) -> None:
    before, after = parse_table("R7 K7 B7 B7"), parse_table("R7 K7")
    rack = None if rack_after is None else parse_tiles(rack_after)
    ruling = referee(before, after, None, rack, rules=LEMADA)
    assert [step.text for step in ruling.restore] == [f"{line} lies there." for line in told]
    lent = Counter({"B7": 2})
    steps = [step.to_json() for step in ruling.restore]
    assert carried_out(steps, after, lent) == as_told(before)


def test_a_whole_set_goes_back_to_the_rack_as_it_lies() -> None:
    ruling = referee((), parse_table("O1 B1 R1 | B5 B7"), rules=LEMADA)
    told = [step.text for step in ruling.restore]
    assert told == ["Put O1 B1 R1 back on the rack.", "Put B5 B7 back on the rack."]
    part = referee(parse_table("R1 R2 R3"), parse_table("R1 R2 R3 R5"), rules=LEMADA).restore
    assert [step.text for step in part] == ["Put R5 from R1 R2 R3 R5 back on the rack."]


def test_an_unchanged_table_needs_no_restoring() -> None:
    table = parse_table("R1 R2 R3")
    ruling = referee(table, table, parse_tiles("K1"), parse_tiles("K1 B3 B4"), rules=LEMADA)
    assert not ruling.legal
    assert (ruling.restore, ruling.demands) == ((), ())


def test_no_penalty_is_drawn_from_an_empty_pool() -> None:
    ruling = referee(*map(parse_table, TORN), rules=LEMADA, pool_empty=True)
    assert "no penalty tile is drawn" in ruling.demands[0]


def test_own_melds_are_said_not_to_be_a_shared_table() -> None:
    table = parse_table("R1 R2 R3")
    ruling = referee(table, table, opened=True, rules=Rules.preset("international-1978"))
    assert any("own melds" in reason for reason in ruling.reasons)


def test_options_change_the_ruling() -> None:
    before, after = parse_table("R9 R10 | K9 B9 O9"), parse_table("R9 R10 R11 | K9 B9 O9")
    option = {"table_tiles_open": True}
    assert not referee(before, after, opened=False, rules=LEMADA).legal
    assert referee(before, after, opened=False, rules=LEMADA.with_options(option)).legal
    drawn = parse_table("K9 B9 O9 R9")
    waits = {"drawn_tile_waits": False}
    args = (parse_table("K9 B9 O9"), drawn, parse_tiles("K1"), parse_tiles("K1"))
    assert not referee(*args, rules=LEMADA).legal
    assert referee(*args, rules=LEMADA.with_options(waits)).legal
    one_set = LEMADA.with_options({"several_sets_open": False})
    two = parse_table("R7 B7 K7 | R3 R4 R5")
    assert referee((), two, opened=False, rules=LEMADA).legal
    assert not referee((), two, opened=False, rules=one_set).legal


def test_two_jokers_that_meant_one_tile_do_not_both_stay_for_it() -> None:
    before, after = parse_table("B3 J B5 B6 | J B5 B6"), parse_table("B4 B5 B6 | J B3 J B5 B6")
    turn = (before, after, parse_tiles("B4"), ())
    assert referee(*turn, rules=LEMADA).legal
    faults = referee(*turn, rules=Rules.preset("pressman-1998")).faults
    assert faults == ("the joker freed from J B5 B6 must go into a new set",)


@pytest.mark.parametrize(
    ("after", "legal"),
    [
        ("R4 R5 R6 | R5 R6 R7 J", True),  # those are other tiles than it lay with
        ("R4 R5 R6 J | R5 R6 R7", False),
    ],
)
def test_a_freed_joker_may_lie_with_copies_of_the_tiles_it_lay_with(
    after: str, legal: bool
) -> None:
    before = parse_table("J R5 R6 | R5 R6 R7")
    turn = (before, parse_table(after), parse_tiles("R4 K1"), parse_tiles("K1"))
    assert referee(*turn, rules=Rules.preset("polish")).legal is legal


# what holds for any two tables

TILE = st.one_of(st.builds(numbered, st.sampled_from(COLORS), st.integers(1, 4)), st.just(JOKER))
TABLE = st.lists(st.lists(TILE, min_size=1, max_size=5).map(tuple), max_size=5).map(tuple)
FUZZ = settings(max_examples=100)


@FUZZ
@given(TABLE, TABLE)
def test_any_table_can_be_put_back(before: tuple[Meld, ...], now: tuple[Meld, ...]) -> None:
    steps = [step.to_json() for step in restore_steps(now, before)]
    rack = Counter(str(tile) for meld in before for tile in meld)
    assert carried_out(steps, now, rack) == as_told(before)


@FUZZ
@given(TABLE, TABLE, st.sampled_from(preset_names()), st.booleans())
def test_any_turn_gets_a_ruling(
    before: tuple[Meld, ...], after: tuple[Meld, ...], name: str, opened: bool
) -> None:
    ruling = referee(before, after, (), (), opened=opened, rules=Rules.preset(name))
    assert ruling.legal is not bool(ruling.faults)
    assert all(reason and "\n" not in reason for reason in ruling.reasons)
    same = referee(before, before, opened=opened, rules=Rules.preset(name))
    assert same.legal
    assert (same.changes, same.restore) == ((), ())


def as_told(table: Sequence[Sequence[Tile]]) -> Counter[str]:
    return Counter(format_tiles(meld) for meld in table)


def carried_out(
    steps: Sequence[dict[str, Any]], now: Sequence[Meld], rack: Counter[str]
) -> Counter[str]:
    """The table after doing what the steps say; ``rack`` lends what is missing."""
    piles = [[str(tile) for tile in meld] for meld in now]
    for step in steps:
        source = None if step["from"] == "rack" else pile_called(piles, step["from"])
        target: list[str] | None = []
        if step["action"] == "put in order":
            target = source
        elif step["to"] == "rack":
            target = None
        elif step["to"] != "new set":
            target = pile_called([pile for pile in piles if pile is not source], step["to"])
        for tile in step["tiles"]:
            if source is None:
                assert rack[tile] > 0
                rack[tile] -= 1
            else:
                source.remove(tile)
        if target is not None:
            assert Counter([*target, *step["tiles"]]) == Counter(step["makes"].split())
            target[:] = step["makes"].split()
            if step["to"] == "new set":
                piles.append(target)
    return Counter(" ".join(pile) for pile in piles if pile)


def pile_called(piles: list[list[str]], name: str) -> list[str]:
    """The pile that lies just as ``name`` says; the rest of it stays as it lies."""
    return next(pile for pile in piles if pile == name.split())
