"""A match: ranking, late players, corrections, and CSV there and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.match import Match, MatchError
from solver.match_csv import from_csv, to_csv
from solver.names import is_visible, look, tidied
from solver.rules import Rules
from solver.scoring import RoundScore, score_by_hand

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "matches.json").read_text(encoding="utf-8")
)
CASES = [(row, ranking) for row in ROWS for ranking in row["ranking"]]
LEMADA, POLISH = Rules.preset("lemada"), Rules.preset("polish")


def won(rules: Rules, **points: int) -> RoundScore:
    """A round won by whoever has most points."""
    return score_by_hand(points, rules, max(points, key=lambda name: points[name]))


def played(rules: Rules, names: Sequence[str], rounds: Sequence[Sequence[int]]) -> Match:
    match = Match.start(rules, names)
    for points in rounds:
        match = match.add(won(rules, **dict(zip(names, points, strict=True))))
    return match


@pytest.mark.parametrize(
    ("row", "ranking"), CASES, ids=[f"{row['row']}-{ranking}" for row, ranking in CASES]
)
def test_worked_examples(row: dict[str, Any], ranking: str) -> None:
    rules = LEMADA.with_options({"ranking": ranking, "big_points": 1})
    match = played(rules, row["names"], row["rounds"])
    assert list(match.totals().values()) == row["totals"]
    assert [one.name for one in match.ranking()] == row["ranking"][ranking]
    assert match.unbalanced() == ()


def test_presets_rank_as_their_texts_say() -> None:
    example = next(row for row in ROWS if row["row"] == "9")
    for name, ranked in (("polish", "ABC"), ("lemada", "BCA")):
        match = played(Rules.preset(name), example["names"], example["rounds"])
        assert "".join(one.name for one in match.ranking()) == ranked
    low = played(Rules.preset("international-1978"), "AB", [[-100, 27]])
    assert low.ranking()[0].name == "A"


def test_level_players_share_a_place() -> None:
    match = played(LEMADA, "ABC", [[10, -5, -5]])
    assert [(one.name, one.place) for one in match.ranking()] == [("A", 1), ("B", 2), ("C", 2)]


def test_players_join_late_and_leave() -> None:
    match = played(LEMADA, "AB", [[5, -5]]).join("C").add(won(LEMADA, A=-4, B=9, C=-5))
    match = match.leave("A").add(won(LEMADA, B=-1, C=1))
    assert match.playing == ("B", "C")
    standing = {one.name: one for one in match.ranking()}
    assert [(n, standing[n].total, standing[n].rounds) for n in "ABC"] == [
        ("A", 1, 2),
        ("B", 3, 3),
        ("C", -4, 2),
    ]
    assert not standing["A"].playing
    back = match.join("A")
    assert back.players == ("A", "B", "C")
    assert back.totals()["A"] == 1


def test_a_correction_counts_and_what_it_was_stays_on_record() -> None:
    match = played(LEMADA, "AB", [[5, -5], [7, -7]])
    match = match.correct(1, won(LEMADA, A=-8, B=8), "the racks were swapped")
    assert match.totals() == {"A": -1, "B": 1}
    first = match.rounds[0]
    assert first.corrected
    assert [entry.points for entry in first.entries] == [
        (("A", 5), ("B", -5)),
        (("A", -8), ("B", 8)),
    ]
    assert first.entry.reason == "the racks were swapped"


def test_a_round_that_does_not_sum_to_zero_is_named() -> None:
    assert played(LEMADA, "AB", [[5, -5], [7, -6]]).unbalanced() == (2,)
    assert played(Rules.preset("international-1978"), "AB", [[-100, 27]]).unbalanced() == ()


def test_what_cannot_be_is_refused_in_one_line() -> None:
    match = played(LEMADA, "AB", [[5, -5]])
    refused = [
        lambda: Match.start(LEMADA, ["A"]),
        lambda: Match.start(LEMADA, ["A", " A "]),
        lambda: match.join(""),
        lambda: match.join("x" * 41),
        lambda: match.join("a;b"),
        lambda: Match.start(LEMADA, "ABCDE"),
        lambda: match.leave("C"),
        lambda: match.leave("A"),
        lambda: match.add(won(LEMADA, A=1, C=-1)),
        lambda: match.add(RoundScore(undecided=("A", "B"))),
        lambda: match.correct(2, won(LEMADA, A=1, B=-1), ""),
        lambda: match.correct(1, won(LEMADA, A=1, C=-1), ""),
    ]
    for attempt in refused:
        with pytest.raises(MatchError) as error:
            attempt()
        assert str(error.value)
        assert "\n" not in str(error.value)


def test_csv_there_and_back_loses_nothing() -> None:
    match = played(POLISH, "AB", [[5, -5]]).join("=Zoë, the 3rd")
    match = match.add(score_by_hand({"A": -4, "B": -6, "=Zoë, the 3rd": 10}, POLISH, "B"))
    match = match.correct(1, won(POLISH, A=-8, B=8), "-swapped; twice").leave("A")
    text = to_csv(match)
    assert from_csv(text) == match
    assert "'=Zoë, the 3rd" in text
    assert text.splitlines()[-1].startswith("total,")


def test_csv_from_a_spreadsheet_with_semicolons_and_a_byte_order_mark() -> None:
    match = played(LEMADA, "AB", [[5, -5]])
    edited = "\ufeff" + to_csv(match).replace(",", ";").replace("\n", "\r\n") + "\r\n"
    assert from_csv(edited) == match


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1"),
        ("round,entry\0", "line 1|not a CSV"),
        ("a,b,c\n", "line 1"),
        ("round,entry,rules,winners,big points,reason,A\n", "line 1"),
        ("round,entry,rules,winners,big points,reason,A,B\n1,1,lemada,A,0,,x,-5\n", "line 2: A"),
        ("round,entry,rules,winners,big points,reason,A,B\n1,1,lemada,C,0,,5,-5\n", "'C'"),
        ("round,entry,rules,winners,big points,reason,A,B\n1,1,lemada,A,0,,5\n", "line 2"),
        ("round,entry,rules,winners,big points,reason,A,B\n2,1,lemada,A,0,,5,-5\n", "round 2"),
        ("round,entry,rules,winners,big points,reason,A,B\n1,1,house,A,0,,5,-5\n", "'house'"),
    ],
)
def test_a_broken_csv_says_where(text: str, where: str) -> None:
    with pytest.raises(MatchError, match=where):
        from_csv(text)


NAMES = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters=";\0\r\n"), min_size=1, max_size=8),
    min_size=2,
    max_size=4,
    unique_by=look,
)


@settings(max_examples=60)
@given(NAMES, st.lists(st.lists(st.integers(-300, 300), min_size=4, max_size=4), max_size=5))
def test_any_match_survives_csv(names: list[str], rounds: list[list[int]]) -> None:
    tidy = [tidied(name) for name in names]
    if not all(map(is_visible, tidy)):
        return
    match = Match.start(POLISH, names)
    for points in rounds:
        score = dict(zip(tidy, points, strict=False))
        match = match.add(score_by_hand(score, POLISH, tidy[0]))
    assert from_csv(to_csv(match)) == match
