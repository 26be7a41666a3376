"""Rulesets: what each edition says, a player's own file, and errors that help."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver.rules
from solver.names import tidied
from solver.notation import parse_tile
from solver.options import OPTION_BY_NAME, OPTIONS, JokerCounts
from solver.rules import OURS, Rules, RulesError, describe, load_rules, preset_names, to_toml
from solver.scoring import score_by_hand
from solver.tiles import JOKER, JokerKind

FACTS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "rulesets.json").read_text(encoding="utf-8")
)
FOLDER = Path(solver.rules.__file__).parent / "rulesets"


def test_there_is_a_ruleset_for_every_edition() -> None:
    assert set(preset_names()) == set(FACTS)
    assert preset_names()[0] == "lemada"


@pytest.mark.parametrize("name", FACTS)
def test_what_the_edition_says(name: str) -> None:
    facts = dict(FACTS[name])
    rules = Rules.preset(name)
    assert rules.stock().total == facts.pop("tiles")
    told = {key: getattr(rules, key) for key in facts if key != "ours"}
    ours = facts.pop("ours")
    assert told == facts
    sources = dict(rules.sources)
    marked = {option for option, source in sources.items() if source.startswith(OURS)}
    assert set(ours) <= marked


@pytest.mark.parametrize("name", FACTS)
def test_every_option_stands_in_the_file_with_its_source(name: str) -> None:
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    assert list(data["rules"]) == [option.name for option in OPTIONS]
    assert data["source"]
    assert set(data["sources"]) <= set(data["rules"])
    assert data["name"] == name


@pytest.mark.parametrize("name", FACTS)
def test_a_ruleset_is_told_in_plain_words(name: str) -> None:
    rules = Rules.preset(name)
    lines = describe(rules)
    assert [line.label for line in lines] == [option.label for option in OPTIONS]
    assert all(line.value and line.source for line in lines)
    words = {line.label: line.value for line in lines}
    assert words["points of the opening at least"] == str(rules.opening_points)


def test_options_cover_every_field() -> None:
    fields = {field.name for field in dataclasses.fields(Rules)}
    assert fields == {option.name for option in OPTIONS} | {"name", "title", "sources"}


def test_the_default_is_the_current_box() -> None:
    lemada = Rules.preset("lemada")
    assert dataclasses.replace(Rules(), title=lemada.title) == lemada


def test_fewer_players_take_the_smaller_box() -> None:
    xp = Rules.preset("xp")
    assert [xp.for_players(n).stock().total for n in (2, 4, 5, 6)] == [106, 106, 160, 160]
    assert Rules.preset("lemada").for_players(3) == Rules.preset("lemada")
    with pytest.raises(RulesError, match="2 to 4 players, not 5"):
        Rules.preset("lemada").for_players(5)


def test_a_smaller_game() -> None:
    small = Rules().with_options({"colors": "RB", "highest_number": 10, "jokers": {"J": 1}})
    assert small.stock().total == 2 * 2 * 10 + 1


def own_file(folder: Path, text: str) -> Path:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_own_file_extends_a_preset(tmp_path: Path) -> None:
    text = 'extends = "polish"\ntitle = "Ours"\n[rules]\nopening_points = 40\njokers = { J = 4 }\n'
    rules = load_rules(own_file(tmp_path, text))
    polish = Rules.preset("polish")
    assert (rules.name, rules.title) == ("house", "Ours")
    assert (rules.opening_points, rules.jokers) == (40, {JokerKind.ORDINARY: 4})
    assert rules.joker_rack_value == polish.joker_rack_value
    sources = dict(rules.sources)
    assert sources["opening_points"] == "house.toml"
    assert sources["joker_rack_value"] == dict(polish.sources)["joker_rack_value"]


def test_an_own_file_may_say_where_a_value_comes_from(tmp_path: Path) -> None:
    text = '[rules]\npenalty_tiles = 2\n[sources]\npenalty_tiles = "agreed at Anna\'s"\n'
    rules = load_rules(own_file(tmp_path, text))
    line = next(line for line in describe(rules) if line.value == "2 tiles")
    assert line.source == "agreed at Anna's"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "lemda"', "house.toml: extends: no such ruleset: 'lemda'"),
        ("[rules]\nopening_point = 3", "did you mean opening_points?"),
        ("opening_points = 3", r"options belong under \[rules\]"),
        ('[rules]\nopening_points = "30"', "house.toml: opening_points: must be a whole number"),
        ("[rules]\nopening_points = true", "must be a whole number"),
        ("[rules]\nopening_points = -1", "from 0 to 200, not -1"),
        ("[rules]\njoker_split = 1", "joker_split: must be true or false, not 1"),
        ('[rules]\nties = "coin"', "ties: must be 'ruled' or 'split', not 'coin'"),
        ("[rules]\njokers = { Q = 1 }", "knows no joker 'Q'"),
        ("[rules]\njokers = { J = -1 }", "0 to 8 jokers of a kind, not J = -1"),
        ("[rules]\njokers = 2", "must be a table"),
        ('[rules]\ncolors = "RG"', "colors: must be different letters"),
        ("rules = 3", "rules: must be a table"),
        ("name = 3", "name: must be text"),
        ("colour = 1", "house.toml: colour: no such heading"),
        ('[sources]\nopening = "x"', "sources: opening: no such option"),
        ("a =", "house.toml: not a TOML file"),
        ("\ud800", "house.toml: cannot be read as text"),
    ],
)
def test_a_wrong_file_says_what_and_where(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(RulesError, match=message) as error:
        load_rules(path)
    assert "\n" not in str(error.value)


def test_a_name_that_is_none_and_a_file_that_is_missing() -> None:
    with pytest.raises(RulesError, match="there are lemada, american-1978"):
        load_rules("lemda")
    with pytest.raises(RulesError, match=r"no such file: mine\.toml"):
        load_rules("mine.toml")
    with pytest.raises(RulesError, match="no such option"):
        Rules().with_options({"nothing": 1})


def values(option: Any) -> st.SearchStrategy[Any]:
    if option.form == "yes_no":
        return st.booleans()
    if option.form == "choice":
        return st.sampled_from([name for name, _ in option.choices])
    if option.form == "number":
        return st.integers(option.least, option.most)
    if option.form == "colors":
        return st.sampled_from(["RBKO", "RBK", "BO"])
    return st.dictionaries(st.sampled_from(list(JokerKind)), st.integers(0, 8))


@settings(max_examples=50)
@given(st.fixed_dictionaries({}, optional={o.name: values(o) for o in OPTIONS}), st.text())
def test_any_ruleset_survives_its_file(tmp_path_factory: Any, changes: Any, title: str) -> None:
    changed = Rules.preset("lemada").with_options(changes, "a vote")
    rules = dataclasses.replace(changed, title=tidied(title))
    path = own_file(tmp_path_factory.mktemp("rules"), to_toml(rules))
    again = load_rules(path)
    assert again == rules
    assert again.sources == rules.sources
    assert hash(again) == hash(rules)


def test_joker_counts_leave_out_kinds_that_are_not_there() -> None:
    rules = Rules().with_options({"jokers": {"J": 2, "JD": 0}})
    assert rules.jokers == JokerCounts()


def test_one_is_counted_as_one() -> None:
    words = OPTION_BY_NAME["penalty_tiles"].words
    assert [words(n) for n in (0, 1, 3)] == ["0 tiles", "1 tile", "3 tiles"]
    assert OPTION_BY_NAME["turn_seconds"].words(1) == "1 s"


@pytest.mark.parametrize(
    ("options", "tiles", "lacks"),
    [
        ({"highest_number": 7}, 4 * 7 * 2 + 2, "R8"),
        ({"colors": "RBK"}, 3 * 13 * 2 + 2, "O1"),
        ({"colors": "RB", "highest_number": 12}, 2 * 12 * 2 + 2, "B13"),
    ],
)
def test_a_smaller_game_has_no_tile_beyond_its_colours_and_numbers(
    options: dict[str, Any], tiles: int, lacks: str
) -> None:
    stock = Rules().with_options(options).stock()
    assert (stock.total, stock[parse_tile(lacks)], stock[JOKER]) == (tiles, 0, 2)


@pytest.mark.parametrize(
    ("preset", "options", "zero"),
    [
        ("lemada", {}, True),
        ("polish", {}, True),
        ("polish", {"charge_reaches_winner": False}, False),
        ("lemada", {"nobody_out_gain": "racks"}, False),
        ("international-1978", {}, False),
        ("american-1978", {}, False),
    ],
)
def test_a_round_must_sum_to_zero_only_where_the_winner_writes_what_the_others_lose(
    preset: str, options: dict[str, Any], zero: bool
) -> None:
    rules = Rules.preset(preset).with_options(options)
    told = score_by_hand({"A": 20, "B": -3}, rules, "A").warnings
    assert told == (("the points sum to 17, not to 0",) if zero else ())
