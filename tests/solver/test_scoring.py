"""Scores of a round: the worked examples, and what must hold for any round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.notation import parse_tiles
from solver.rules import Rules, preset_names
from solver.scoring import RoundScore, ScoreError, rack_value, score_by_hand, score_round
from solver.tiles import COLORS, JOKER, Meld, numbered

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "scores.json").read_text(encoding="utf-8")
)
CASES = [(row, name) for row in ROWS for name in row["rules"]]
POLISH, LEMADA = Rules.preset("polish"), Rules.preset("lemada")


def racks(text: dict[str, str]) -> dict[str, Meld]:
    return {name: parse_tiles(rack) for name, rack in text.items()}


def test_every_worked_example_is_there() -> None:
    matches = json.loads(
        (Path(__file__).parents[1] / "golden" / "matches.json").read_text(encoding="utf-8")
    )
    there = {row["row"].split(",")[0] for row in (*ROWS, *matches)}
    assert there >= {str(n) for n in range(1, 12)}


@pytest.mark.parametrize(("row", "name"), CASES, ids=[f"{r['row']}-{n}" for r, n in CASES])
def test_worked_examples(row: dict[str, Any], name: str) -> None:
    rules = Rules.preset(name).with_options(row["options"])
    score = score_round(racks(row["racks"]), out=row["out"], rules=rules, **row["given"])
    told = score.to_json()
    assert told["round"] == row["points"]
    assert (told["winner"], told["undecided"]) == (row["winner"], row["undecided"])
    if row["big_points"] is not None:
        assert told["big_points"] == row["big_points"]
    assert told["balanced"] is (sum(row["points"].values()) == 0)
    assert list(told) == [
        "round",
        "big_points",
        "winner",
        "balanced",
        "undecided",
        "warnings",
    ]


def stated_round(**given: Any) -> RoundScore:
    hands = racks({"A": "", "B": "R10 R11 R12", "C": "R1 B5 K9"})
    return score_round(hands, out="A", rules=POLISH, unopened=["B", "C"], **given)


def test_an_opening_that_is_found_is_shown_as_evidence() -> None:
    score = stated_round()
    assert dict(score.evidence) == {"B": (parse_tiles("R10 R11 R12"),), "C": ()}
    assert any("B could have opened with R10 R11 R12 (33 points)" in w for w in score.warnings)
    assert dict(score.points)["B"] == -200


def test_what_is_stated_counts_and_a_disagreement_is_a_warning() -> None:
    score = stated_round(could_have_opened=["C"])
    assert dict(score.points) == {"A": 300, "B": -100, "C": -200}
    told = " / ".join(score.warnings)
    assert "B could have opened with R10 R11 R12" in told
    assert "stated that C could have opened, but" in told


def test_the_lines_say_how_the_points_came_about() -> None:
    lines = dict(stated_round().lines)
    assert lines["A"] == "wins what the others lose"
    assert "could have" in lines["B"]
    assert "200" in lines["B"]


def test_an_undocumented_scoring_asks_for_the_points() -> None:
    rules = Rules.preset("american-1978")
    score = score_round(racks({"A": "", "B": "R5"}), out="A", rules=rules)
    assert score.points == ()
    assert any("by hand" in warning for warning in score.warnings)
    by_hand = score_by_hand({"A": 20, "B": -3}, rules, "A")
    assert (by_hand.winner, by_hand.warnings) == ("A", ())
    assert score_by_hand({"A": 20, "B": -3}, LEMADA, "A").warnings == (
        "the points sum to 17, not to 0",
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"out": "X"}, "no player is called 'X'"),
        ({"out": "A", "unopened": ["Q"]}, "no player is called 'Q'"),
        ({"out": "A", "declared_winner": "B"}, "A went out"),
        ({"out": "A", "unopened": ["A"]}, "must have opened"),
        ({"out": None, "declared_winner": "B"}, "A has the lowest rack, and there is no tie"),
    ],
)
def test_contradictions_are_one_clear_line(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ScoreError, match=message) as error:
        score_round(racks({"A": "", "B": "R5"}), rules=LEMADA, **given)
    assert "\n" not in str(error.value)


def test_only_one_of_the_tied_can_be_named_the_winner() -> None:
    tied = racks({"A": "R5", "B": "K5", "C": "R9"})
    with pytest.raises(ScoreError, match=r"C cannot .* the tie is between A and B"):
        score_round(tied, out=None, declared_winner="C", rules=LEMADA)
    assert score_round(tied, out=None, declared_winner="B", rules=LEMADA).winner == "B"


def test_what_looks_odd_is_a_warning() -> None:
    hands = racks({"A": "R1", "B": "R5"})
    assert "tiles on the rack" in score_round(hands, out="A", rules=LEMADA).warnings[0]
    empty = score_round(racks({"A": "", "B": "R5"}), out=None, rules=LEMADA)
    assert "A's rack is empty" in empty.warnings[0]


# what holds for any round

TILES = st.one_of(st.builds(numbered, st.sampled_from(COLORS), st.integers(1, 13)), st.just(JOKER))
RACKS = st.lists(st.lists(TILES, min_size=1, max_size=9).map(tuple), min_size=2, max_size=6)
FUZZ = settings(max_examples=80)
BALANCED = [n for n in preset_names() if Rules.preset(n).scoring == "points"]


@FUZZ
@given(
    RACKS, st.sampled_from(BALANCED), st.booleans(), st.sampled_from(["ruled", "split"]), st.data()
)
def test_every_round_sums_to_zero(
    hands: list[Meld], name: str, goes_out: bool, ties: str, data: st.DataObject
) -> None:
    rules = Rules.preset(name).with_options({"ties": ties})
    named = {f"P{i}": hand for i, hand in enumerate(hands)}
    if goes_out:
        named["P0"] = ()
    never = data.draw(st.sets(st.sampled_from(list(named)[1:])))
    could = data.draw(st.sets(st.sampled_from(sorted(never)))) if never else ()
    score = score_round(
        named,
        out="P0" if goes_out else None,
        rules=rules,
        unopened=never,
        could_have_opened=could,
        opening_finder=None,
    )
    assert score.balanced
    if score.undecided:
        assert score.points == ()
        assert ties == "ruled"
    else:
        assert list(dict(score.points)) == list(named)
        assert all(
            points >= 0 if player in score.winners else points <= 0
            for player, points in score.points
        )


@FUZZ
@given(RACKS)
def test_the_value_of_a_rack_is_the_sum_of_its_tiles(hands: list[Meld]) -> None:
    for name in preset_names():
        rules = Rules.preset(name)
        joined = tuple(tile for hand in hands for tile in hand)
        assert rack_value(joined, rules) == sum(rack_value(hand, rules) for hand in hands)


def test_more_of_a_tile_than_the_game_has_is_a_warning_on_the_racks_together() -> None:
    held = racks({"A": "", "B": "R7 R7 K1", "C": "R7 J J J"})
    warnings = score_round(held, out="A", rules=LEMADA).warnings
    assert "R7 lies there 3 times, but the game has 2" in warnings
    assert "J lies there 3 times, but the game has 2" in warnings
    assert not score_round(
        racks({"A": "", "B": "R7 J", "C": "R7 J"}), out="A", rules=LEMADA
    ).warnings


def test_fewer_players_have_the_smaller_box() -> None:
    xp = Rules.preset("xp")
    three = {"A": (), "B": parse_tiles("R7 R7"), "C": parse_tiles("R7")}
    assert (
        "R7 lies there 3 times, but the box for 3 players has 2"
        in score_round(three, out="A", rules=xp).warnings
    )
    five = three | {"D": parse_tiles("R1"), "E": parse_tiles("R1")}
    assert not score_round(five, out="A", rules=xp).warnings


# what is said beside the points


def test_the_winner_is_who_went_out_even_with_tiles_left() -> None:
    score = score_round(racks({"A": "K13", "B": "R5", "C": "R6"}), out="A", rules=LEMADA)
    assert dict(score.points) == {"A": 11, "B": -5, "C": -6}


def test_a_round_has_two_players() -> None:
    with pytest.raises(ScoreError, match="at least two players"):
        score_round(racks({"A": ""}), out="A", rules=LEMADA)


def test_points_by_hand_may_have_no_winner_but_none_who_did_not_play() -> None:
    score = score_by_hand({"A": 3, "B": -3}, POLISH, None)
    assert (score.winners, score.winner) == ((), None)
    assert dict(score.big_points) == {"A": 0, "B": 0}
    with pytest.raises(ScoreError, match="no player is called 'Q'"):
        score_by_hand({"A": 3, "B": -3}, LEMADA, "Q")


def test_where_the_scoring_is_by_hand_who_went_out_has_won() -> None:
    rules = Rules.preset("american-1978")
    hands = racks({"A": "", "B": "R5"})
    assert score_round(hands, out="A", rules=rules).winner == "A"
    open_ended = score_round(racks({"A": "R1", "B": "R5"}), out=None, rules=rules)
    assert (open_ended.winners, open_ended.balanced) == ((), True)


def test_international_says_how_it_was_won_and_nothing_of_a_sum() -> None:
    rules = Rules.preset("international-1978")
    hands = racks({"A": "", "B": "R13 K7"})
    plain = score_round(hands, out="A", rules=rules)
    assert (dict(plain.lines)["A"], plain.warnings) == ("Open", ())
    foot = score_round(hands, out="A", rules=rules, foot=True, joker_discarded=True)
    assert dict(foot.lines)["A"] == "Foot"
    assert foot.warnings == ("a joker was the last discard: every score is doubled",)
    nobody = score_round(racks({"A": "R1", "B": "R5"}), out=None, rules=rules)
    assert (nobody.winners, nobody.warnings) == ((), ())
    assert dict(nobody.points) == {"A": 10, "B": 5}


def test_under_international_only_one_and_the_court_numbers_count_ten() -> None:
    rules = Rules.preset("international-1978")
    worth = [rack_value((numbered(COLORS[0], number),), rules) for number in range(1, 14)]
    assert worth == [10, *range(2, 11), 10, 10, 10]
    assert rack_value((JOKER,), rules) == rules.joker_rack_value
    rounded = rules.with_options({"round_up_to_ten": True})
    assert [rack_value(parse_tiles(t), rounded) for t in ("", "R2", "R10", "R10 R2")] == [
        0,
        10,
        10,
        20,
    ]


@pytest.mark.parametrize(("out", "worth"), [("A", 1), (None, 0)])
def test_big_points_need_somebody_out_where_an_empty_pool_gives_none(
    out: str | None, worth: int
) -> None:
    rules = POLISH.with_options({"big_points_on_empty_pool": False})
    score = score_round(racks({"A": "", "B": "R5"}), out=out, rules=rules)
    assert dict(score.big_points) == {"A": worth, "B": 0}


@pytest.mark.parametrize(("third", "told"), [("R5", True), ("R6", False)])
def test_a_win_that_is_shared_is_said_to_be(third: str, told: bool) -> None:
    rules = LEMADA.with_options({"ties": "split"})
    hands = racks({"A": "R5" if told else "R1", "B": third, "C": "K13"})
    warnings = score_round(hands, out=None, rules=rules).warnings
    assert warnings == (("A and B share the win",) if told else ())


def test_who_could_have_opened_is_unopened_without_being_named_twice() -> None:
    hands = racks({"A": "", "B": "R10 R11 R12"})
    score = score_round(hands, out="A", rules=POLISH, could_have_opened=["B"])
    assert dict(score.points) == {"A": 200, "B": -200}
    assert score.warnings == ()


def test_each_player_has_a_remark_only_where_search_and_statement_differ() -> None:
    found = "B could have opened with R10 R11 R12 (33 points)"
    assert stated_round().warnings == (found,)
    assert stated_round(could_have_opened=["B"]).warnings == ()
    assert stated_round(could_have_opened=[]).warnings == (
        f"{found}, but it is stated that B could not",
    )


def test_an_announced_opening_that_changes_nothing_is_said_to() -> None:
    hands = racks({"A": "", "B": "R5"})
    unknown = score_round(hands, out="A", rules=LEMADA, announced=["B"])
    assert unknown.warnings == ("lemada knows no announced opening: B's changes nothing",)
    opened = score_round(hands, out="A", rules=POLISH, announced=["B"])
    assert opened.warnings == ("B announced an opening but is not said to be unopened",)
    waived = score_round(hands, out="A", rules=POLISH, announced=["B"], unopened=["B"])
    assert (waived.warnings, dict(waived.points)["B"]) == ((), -5)


def test_an_announced_opening_waives_no_charge_where_the_rules_know_none() -> None:
    rules = POLISH.with_options({"announced_waives": False})
    hands = racks({"A": "", "B": "R5"})
    score = score_round(hands, out="A", rules=rules, announced=["B"], unopened=["B"])
    assert dict(score.points)["B"] == -100
