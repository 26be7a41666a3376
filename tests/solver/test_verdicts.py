"""Verdicts on sets: the table of known verdicts, and what must hold for any set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver.readings
from solver.melds import judge
from solver.notation import NotationError, format_tiles, parse_declared_set, parse_tiles
from solver.orders import best_order
from solver.rules import Rules, preset_names
from solver.state import GameState
from solver.tiles import COLORS, JOKER, Tile, joker, numbered

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "verdicts.json").read_text(encoding="utf-8")
)
VALID = [row for row in ROWS if row["valid"]]
INVALID = [row for row in ROWS if not row["valid"]]
LEMADA = Rules.preset("lemada")


INPUTS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "inputs.json").read_text(encoding="utf-8")
)
NUMBERED_ROWS = {str(n) for n in (*range(1, 54), *range(59, 71), *range(72, 75))} | {"23a", "23b"}


def test_every_numbered_row_is_there() -> None:
    assert {row["row"] for row in ROWS} >= NUMBERED_ROWS


@pytest.mark.parametrize("row", INPUTS, ids=lambda row: f"{row['text']}-{row.get('rules')}")
def test_input_checks(row: dict[str, Any]) -> None:
    if "refused" in row:
        with pytest.raises(NotationError, match=row["refused"]):
            parse_tiles(row["text"])
        return
    state = GameState((), parse_tiles(row["text"]), rules=Rules.preset(row["rules"]))
    assert list(map(str, state.stock_problems())) == row["too_many"]


def rules_of(row: dict[str, Any]) -> Rules:
    if row["rules"] == "one-joker":
        return LEMADA.with_options({"two_jokers": False})
    return Rules.preset(row["rules"])


def name_of(row: dict[str, Any]) -> str:
    return f"{row['row']}: {row['set']}"


def comparable(readings: list[dict[str, Any]]) -> set[tuple[Any, ...]]:
    return {(r["kind"], r["value"], *r["jokers"]) for r in readings}


@pytest.mark.parametrize("row", VALID, ids=name_of)
def test_valid_sets_of_the_table(row: dict[str, Any]) -> None:
    verdict = judge(parse_tiles(row["set"]), rules_of(row))
    told = verdict.to_json()
    assert told["valid"]
    assert told["value"] == row["value"]
    assert row["kind"] in (None, told["kind"])
    assert comparable(told["readings"]) == comparable(row["readings"])
    assert len(told["readings"]) == len(row["readings"])
    assert told["must_declare"] is row["must_declare"]
    assert told["rescue"] is None
    assert ("backwards" in told["reason"]) is row["backward"]


@pytest.mark.parametrize("row", INVALID, ids=name_of)
def test_invalid_sets_of_the_table(row: dict[str, Any]) -> None:
    rules = rules_of(row)
    meld = parse_tiles(row["set"])
    told = judge(meld, rules).to_json()
    assert (told["valid"], told["kind"], told["value"], told["readings"]) == (False, None, 0, [])
    assert row["because"] in told["reason"]
    if not row["rescue_values"]:
        assert told["rescue"] is None
        return
    rescue = parse_tiles(" ".join(told["rescue"]))
    assert sorted(rescue) == sorted(meld)
    assert judge(rescue, rules).value == max(row["rescue_values"])


@pytest.mark.parametrize("row", [r for r in VALID if r["better_value"]], ids=name_of)
def test_a_valid_set_that_would_be_worth_more_in_another_order(row: dict[str, Any]) -> None:
    best = best_order(parse_tiles(row["set"]), rules_of(row))
    assert best is not None
    assert best[1] == row["better_value"]


@pytest.mark.parametrize("name", preset_names())
def test_every_edition_with_ordinary_jokers_gives_the_same_verdicts(name: str) -> None:
    rules = Rules.preset(name)
    for row in ROWS:
        if row["rules"] == "lemada" and "JD" not in row["set"]:
            assert judge(parse_tiles(row["set"]), rules).valid is row["valid"], row["row"]


def test_what_frees_a_joker() -> None:
    frees = {
        text: format_tiles(judge(parse_tiles(text), LEMADA).frees)
        for text in ("R7 B7 J", "R7 B7 K7 J", "R7 J R9", "R7 R8 R9", "J J R5")
    }
    assert frees == {
        "R7 B7 J": "K7 O7",
        "R7 B7 K7 J": "O7",
        "R7 J R9": "R8",
        "R7 R8 R9": "",
        "J J R5": "R3 R4 B5 K5 O5",
    }


def test_a_colour_change_joker_is_freed_by_a_tile_of_either_neighbour() -> None:
    verdict = judge(parse_tiles("R4 R5 JC B7"), Rules.preset("twist"))
    assert format_tiles(verdict.frees) == "R6 B6"


def test_a_declaration_decides_between_readings() -> None:
    meld = parse_tiles("J J R5")
    run = judge(meld, LEMADA, declared=parse_tiles("R3 R4"))
    group = judge(meld, LEMADA, declared=parse_tiles("O5 K5"))
    assert (run.kind, run.value, run.must_declare) == ("run", 12, False)
    assert (group.kind, group.value, format_tiles(group.frees)) == ("group", 15, "K5 O5")
    wrong = judge(meld, LEMADA, declared=parse_tiles("R6 R7"))
    assert not wrong.valid
    assert "declared" in wrong.reason


@pytest.mark.parametrize(
    ("text", "kind", "value", "frees"),
    [
        ("J=R3 J=R4 R5", "run", 12, "R3 R4"),
        ("J J=K5 R5", "group", 15, "B5 K5 O5"),
        ("J=O5 J=K5 R5", "group", 15, "K5 O5"),
        ("J=R4 R5 J", "run", 15, "R4 R6"),
        ("R7 B7 J=O7", "group", 21, "K7 O7"),
    ],
)
def test_a_declaration_is_part_of_the_notation(
    text: str, kind: str, value: int, frees: str
) -> None:
    told = parse_declared_set(text)
    verdict = judge(told.tiles, LEMADA, told.declared)
    assert (verdict.kind, verdict.value, format_tiles(verdict.frees)) == (kind, value, frees)
    assert not verdict.must_declare
    assert str(told) == text


def test_a_wrong_declaration_is_no_set() -> None:
    for text in ("J=R6 R5 B5", "R5 J=R8 R7", "J=R5 J=R5 R5"):
        told = parse_declared_set(text)
        assert "declared" in judge(told.tiles, LEMADA, told.declared).reason


def test_what_frees_the_joker_of_a_group_of_three_is_an_option() -> None:
    meld = parse_tiles("R7 B7 J")
    both = LEMADA.with_options({"joker_in_three": "both"})
    told = judge(meld, both)
    assert (format_tiles(told.frees), told.frees_together) == ("K7 O7", True)
    assert not judge(parse_tiles("R7 B7 K7 J"), both).frees_together
    assert not judge(meld, LEMADA).frees_together
    declared = LEMADA.with_options({"joker_in_three": "declared"})
    assert judge(meld, declared).must_declare
    said = judge(meld, declared, parse_tiles("O7"))
    assert (format_tiles(said.frees), said.must_declare) == ("O7", False)


def test_a_double_joker_beside_a_declared_one() -> None:
    told = parse_declared_set("R3 J=R4 JD")
    assert judge(told.tiles, Rules.preset("twist"), told.declared).value == 18


def test_jokers_alone_are_a_set_only_where_a_declaration_makes_them_one() -> None:
    meld, run = parse_tiles("J J J"), parse_tiles("K11 K12 K13")
    assert judge(meld, Rules.preset("xp"), declared=run).value == 36
    assert not judge(meld, LEMADA, declared=run).valid
    assert not judge(meld, Rules.preset("xp"), declared=parse_tiles("K11 K12 K12")).valid


def test_the_reason_names_the_rules_that_lack_a_joker() -> None:
    assert "lemada" in judge(parse_tiles("R2 JD R5"), LEMADA).reason


def test_a_smaller_game_has_smaller_sets() -> None:
    small = LEMADA.with_options({"highest_number": 10, "colors": "RBK"})
    assert not judge(parse_tiles("R9 R10 J"), small).valid
    assert not judge(parse_tiles("R7 B7 K7 J"), small).valid
    assert format_tiles(judge(parse_tiles("R7 B7 J"), small).frees) == "K7"


# what holds for any set

NUMBERED = st.builds(numbered, st.sampled_from(COLORS), st.integers(1, 13))
TWIST_JOKERS = [joker(kind) for kind in Rules.preset("twist").jokers]


@st.composite
def near_sets(draw: st.DrawFn, jokers: list[Tile] = [JOKER]) -> tuple[Tile, ...]:  # noqa: B006
    """Runs and groups, mirrored or not, with some tiles made jokers or changed."""
    color, number = draw(st.sampled_from(COLORS)), draw(st.integers(1, 11))
    if draw(st.booleans()):
        top = draw(st.integers(number + 1, min(13, number + 6)))
        tiles = [numbered(color, n) for n in range(number, top + 1)]
    else:
        tiles = [numbered(c, number) for c in draw(st.permutations(COLORS))]
        tiles = tiles[: draw(st.integers(2, 4))]
    if len(jokers) > 1 and draw(st.booleans()):
        tiles = [*tiles, jokers[2], *tiles[::-1]]
    for _ in range(draw(st.integers(0, 2))):
        tiles[draw(st.integers(0, len(tiles) - 1))] = draw(st.sampled_from(jokers))
    if draw(st.integers(0, 4)) == 0:
        tiles[draw(st.integers(0, len(tiles) - 1))] = draw(NUMBERED)
    if draw(st.integers(0, 4)) == 0:
        tiles = draw(st.permutations(tiles))
    return tuple(tiles)


FUZZ = settings(max_examples=150)


@FUZZ
@given(near_sets(), st.randoms(use_true_random=False))
def test_the_order_of_a_group_never_matters(meld: tuple[Tile, ...], random: Any) -> None:
    verdict = judge(meld, LEMADA)
    groups = {r.value for r in verdict.readings if r.kind == "group"}
    shuffled = list(meld)
    random.shuffle(shuffled)
    again = judge(tuple(shuffled), LEMADA)
    assert {r.value for r in again.readings if r.kind == "group"} == groups


@FUZZ
@given(near_sets())
def test_a_joker_may_be_replaced_by_what_it_stands_for(meld: tuple[Tile, ...]) -> None:
    for reading in judge(meld, LEMADA).readings:
        stands_for = iter(reading.jokers)
        real = tuple(next(stands_for) if tile.is_joker else tile for tile in meld)
        replaced = judge(real, LEMADA)  # type: ignore[arg-type]
        assert (replaced.kind, replaced.value) == (reading.kind, reading.value)
        assert replaced.value == sum(tile.face_value for tile in real)  # type: ignore[union-attr]


@FUZZ
@given(near_sets(TWIST_JOKERS))
def test_a_run_may_be_laid_backwards_when_two_number_tiles_show_it(
    meld: tuple[Tile, ...],
) -> None:
    twist = Rules.preset("twist")
    shown = len({tile.number for tile in meld if not tile.is_joker}) > 1
    if shown:
        one, other = judge(meld, twist), judge(meld[::-1], twist)
        assert (one.valid, one.value) == (other.valid, other.value)


@FUZZ
@given(near_sets(TWIST_JOKERS))
def test_a_rescue_is_a_valid_order_of_the_same_tiles(meld: tuple[Tile, ...]) -> None:
    twist = Rules.preset("twist")
    verdict = judge(meld, twist)
    assert verdict.valid == bool(verdict.readings)
    if verdict.rescue is not None:
        assert not verdict.valid
        assert sorted(verdict.rescue) == sorted(meld)
        assert judge(verdict.rescue, twist).valid
    assert verdict.reason
    assert "\n" not in verdict.reason


@FUZZ
@given(st.lists(st.one_of(NUMBERED, st.sampled_from(TWIST_JOKERS)), max_size=8))
def test_any_tiles_get_a_verdict(tiles: list[Tile]) -> None:
    told = judge(tuple(tiles), Rules.preset("twist")).to_json()
    assert list(told) == ["valid", "kind", "value", "readings", "must_declare", "reason", "rescue"]
    assert json.loads(json.dumps(told)) == told


@FUZZ
@given(near_sets())
def test_the_quick_way_for_plain_sets_reads_as_the_general_one(meld: tuple[Tile, ...]) -> None:
    plain = tuple(tile for tile in meld if not tile.is_joker)
    general = solver.readings._fillings(solver.readings._line(plain), LEMADA) if plain else ()
    wanted = {kind for kind, *_ in general} if len(plain) > 2 else set()
    assert {reading.kind for reading in judge(plain, LEMADA).readings} == wanted
