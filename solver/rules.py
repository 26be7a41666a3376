"""Rulesets: what one edition of the game, or one table, has agreed on.

A :class:`Rules` is plain data. The presets lie in ``solver/rulesets/*.toml``;
a player's own file has the same form and may ``extends`` a preset. Every
option remembers where its value comes from, see :func:`describe`.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from solver.names import tidied
from solver.options import OPTION_BY_NAME, OPTIONS, TWO_JOKERS, JokerCounts, OptionValue
from solver.tiles import COLORS, Color, Stock, Tile, box

OURS = "ours"
_FOLDER = Path(__file__).parent / "rulesets"
_HEADINGS = {"name", "title", "extends", "source", "rules", "sources"}


class RulesError(ValueError):
    """A ruleset that cannot be used; the message names the file and the option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One ruleset. The defaults are those of ``lemada``, the current box rules.

    What each option means is said in plain words by ``solver.options.OPTIONS``,
    which lists every field below but ``name``, ``title`` and ``sources``.
    ``sources`` pairs an option's name with where its value comes from; a text
    that begins with "ours" marks our reading where the rule texts are silent.
    """

    name: str = "lemada"
    title: str = ""
    copies: int = 2
    jokers: JokerCounts = TWO_JOKERS
    colors: tuple[Color, ...] = COLORS
    highest_number: int = 13
    few_players: int = 0
    few_players_copies: int = 2
    few_players_jokers: JokerCounts = TWO_JOKERS
    most_players: int = 4
    dealt: int = 14
    deal: Literal["singly", "blocks of seven", "joker first"] = "singly"
    open_last_tile: bool = False
    redeal: Literal["never", "on request", "always"] = "never"
    redeal_doublets: int = 0
    first_player: Literal["highest tile", "youngest", "drawn", "right of dealer"] = "highest tile"
    game: Literal["table", "hand"] = "table"
    opening_points: int = 30
    several_sets_open: bool = True
    table_tiles_open: bool = False
    lay_off_when_opening: bool = False
    joker_opening_value: Literal["its tile", "not allowed"] = "its tile"
    joker_rack_value: int = 30
    joker_freed_by: Literal["any", "rack", "own"] = "any"
    joker_in_three: Literal["either", "both", "declared"] = "either"
    joker_split: bool = True
    freed_joker_same_turn: bool = True
    freed_joker: Literal["any set", "new set", "another set"] = "any set"
    freed_joker_needs_rack_tile: bool = False
    joker_before_opening: bool = False
    two_jokers: bool = True
    two_jokers_declared: bool = False
    only_jokers_declared: bool = False
    turn_clock: Literal["none", "turn", "chess"] = "turn"
    turn_seconds: int = 60
    failed_turn: Literal["restored", "try again", "valid stays"] = "restored"
    penalty_tiles: int = 3
    leftovers: Literal["pool", "player"] = "pool"
    drawn_tile_waits: bool = True
    pool_empty: Literal["play on", "round ends", "must place"] = "play on"
    scoring: Literal["points", "international", "by hand"] = "points"
    nobody_out_winner: Literal["value", "tiles"] = "value"
    nobody_out_loser: Literal["difference", "own"] = "difference"
    nobody_out_gain: Literal["losses", "racks"] = "losses"
    ties: Literal["ruled", "split"] = "ruled"
    big_points: int = 0
    big_points_on_empty_pool: bool = True
    unopened_points: int = 0
    could_have_opened_points: int = 0
    announced_waives: bool = False
    announced_writes: Literal["rack", "smaller charge", "nothing"] = "rack"
    charge_adds_to_rack: bool = False
    charge_reaches_winner: bool = True
    charge_on_empty_pool: bool = True
    open_points: int = 100
    foot_points: int = 200
    round_up_to_ten: bool = False
    totals_turned: bool = False
    ranking: Literal["total", "wins", "big points", "lowest"] = "total"
    sources: tuple[tuple[str, str], ...] = dataclasses.field(default=(), compare=False)

    def __hash__(self) -> int:
        # of all the options these differ most; sets are looked up by their rules very often
        return hash((self.name, self.opening_points, self.freed_joker, self.highest_number))

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The preset of that name.

        Raises:
            RulesError: there is none; the message lists the names.
        """
        return _preset(name)

    @property
    def play_advice(self) -> bool:
        """Whether plays can be suggested: only where all share one table."""
        return self.game == "table"

    @property
    def sums_to_zero(self) -> bool:
        """Whether the points of every round must sum to zero."""
        lossless = self.charge_reaches_winner and self.nobody_out_gain == "losses"
        return self.scoring == "points" and lossless

    def stock(self) -> Stock:
        """All tiles of the whole game."""
        if len(self.colors) == len(COLORS) and self.highest_number == 13:
            return box(self.copies, self.jokers)
        full = box(self.copies, self.jokers)
        return Stock(tuple((tile, count) for tile, count in full.counts if self._has(tile)))

    def _has(self, tile: Any) -> bool:
        in_numbers = tile.number is not None and tile.number <= self.highest_number
        return tile.is_joker or (tile.color in self.colors and in_numbers)

    def for_players(self, players: int) -> Rules:
        """These rules with the box that so many players use.

        Raises:
            RulesError: the game does not take so many players.
        """
        if not 2 <= players <= self.most_players:
            raise RulesError(f"{self.name} is for 2 to {self.most_players} players, not {players}")
        if players >= self.few_players:
            return self
        return dataclasses.replace(
            self, copies=self.few_players_copies, jokers=self.few_players_jokers, few_players=0
        )

    def large_box_of(self, tiles: Iterable[Tile]) -> str:
        """That these ``tiles`` are taken to be of the box for more players, if the one for few
        does not hold them; "" where it does, or there is one box only."""
        if not self.few_players:
            return ""
        small, held = self.for_players(2).stock(), Stock.of(tiles)
        excess = held.excess_over(small)
        if not excess.total or held.excess_over(self.stock()).total:
            return ""
        tile = next(iter(excess))
        return (
            f"{tile} is there {held[tile]} times: taken to be the box for {self.few_players} "
            f"players and more, which has {self.stock()[tile]} (with fewer: {small[tile]})"
        )

    def with_options(self, changes: Mapping[str, object], source: str = "your choice") -> Rules:
        """These rules with some options changed; their source becomes ``source``.

        Raises:
            RulesError: an option is unknown or a value not one of its values.
        """
        return _changed(self, changes, {}, source, where=self.name)

    def options(self) -> dict[str, OptionValue]:
        """Every option's value by its name, in the order of ``OPTIONS``."""
        return {option.name: getattr(self, option.name) for option in OPTIONS}


class DescribedOption(NamedTuple):
    """One option in plain words; ``source`` begins with "ours" where it is ours."""

    label: str
    value: str
    source: str


FEW_PLAYERS = ("few_players", "few_players_copies", "few_players_jokers")
"""The options of the smaller box for few players."""


def describe(rules: Rules) -> list[DescribedOption]:
    """Every option of a ruleset in plain words with its source, in fixed order."""
    sources = dict(rules.sources)
    return [
        DescribedOption(
            option.label, option.words(getattr(rules, option.name)), sources.get(option.name, OURS)
        )
        for option in OPTIONS
    ]


def without_use(rules: Rules) -> frozenset[str]:
    """The options that say nothing of this game: those of a smaller box that is never used."""
    return frozenset() if rules.few_players else frozenset(FEW_PLAYERS)


def preset_names() -> tuple[str, ...]:
    """The names of the rulesets that come with the program, sorted, lemada first."""
    names = sorted(path.stem for path in _FOLDER.glob("*.toml"))
    return tuple(sorted(names, key=lambda name: name != "lemada"))


def load_rules(path_or_name: str | Path) -> Rules:
    """A preset by name, or a player's own ruleset from a TOML file.

    Raises:
        RulesError: no such preset or file, or the file is not a ruleset.
    """
    path = Path(path_or_name)
    if path.is_file():
        return _read_file(path)
    if path.suffix == ".toml" or path.parent != Path("."):
        raise RulesError(f"no such file: {path}")
    return _preset(str(path_or_name))


def changes_from(base: Rules, rules: Rules) -> dict[str, Any]:
    """The options in which ``rules`` differs from ``base``, as ``with_options`` takes them."""
    return {
        name: _plain(value)
        for name, value in rules.options().items()
        if value != getattr(base, name)
    }


def _plain(value: OptionValue) -> Any:
    if isinstance(value, JokerCounts):
        return {str(kind): count for kind, count in value.items()}
    return "".join(value) if isinstance(value, tuple) else value


def to_toml(rules: Rules) -> str:
    """The ruleset as the text of a file that :func:`load_rules` reads back."""
    lines = [f"name = {_toml(rules.name)}", f"title = {_toml(rules.title)}", "", "[rules]"]
    lines += [f"{name} = {_toml(value)}" for name, value in rules.options().items()]
    lines += ["", "[sources]"]
    lines += [f"{name} = {_toml(source)}" for name, source in rules.sources]
    return "\n".join(lines) + "\n"


def _toml(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, JokerCounts):
        return "{ " + ", ".join(f"{kind} = {n}" for kind, n in value.items()) + " }"
    # TOML and JSON escape alike, but for the DEL character and what lies beyond ASCII
    return json.dumps("".join(value), ensure_ascii=False).replace("\x7f", "\\u007f")


@lru_cache(maxsize=32)
def _preset(name: str) -> Rules:
    path = _FOLDER / f"{name}.toml"
    if name not in preset_names():
        raise RulesError(f"no such ruleset: {name!r} (there are {', '.join(preset_names())})")
    return _read_file(path)


def _read_file(path: Path) -> Rules:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"{path.name}: cannot be read as text ({error})") from error
    return parse_rules(text, path.name)


def parse_rules(text: str, where: str) -> Rules:
    """The ruleset that ``text`` is the TOML file of; ``where`` is the file's name.

    Raises:
        RulesError: the text is no ruleset; the message begins with ``where``.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{where}: not a TOML file: {error}") from error
    except (ValueError, RecursionError) as error:  # thousands of digits, or of brackets
        raise RulesError(f"{where}: no ruleset: a number or a list in it is too long") from error
    unknown = sorted(set(data) - _HEADINGS)
    if unknown:
        hint = " (options belong under [rules])" if unknown[0] in OPTION_BY_NAME else ""
        raise RulesError(f"{where}: {unknown[0]}: no such heading{hint}")
    base = _base(_text(data, "extends", where), where) if "extends" in data else Rules()
    named = dataclasses.replace(
        base,
        name=_name(data, "name", where, default=Path(where).stem),
        title=_name(data, "title", where, default=base.title),
    )
    source = _text(data, "source", where, default=where)
    return _changed(
        named, _table(data, "rules", where), _table(data, "sources", where), source, where
    )


def _base(name: str, where: str) -> Rules:
    try:
        return _preset(name)
    except RulesError as error:
        raise RulesError(f"{where}: extends: {error}") from error


def _text(data: Mapping[str, Any], key: str, where: str, default: str = "") -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise RulesError(f"{where}: {key}: must be text, not {value!r}")
    return value


def _name(data: Mapping[str, Any], key: str, where: str, default: str) -> str:
    """A name made tidy: see :func:`solver.names.tidied`."""
    return tidied(_text(data, key, where)) or tidied(default)


def _table(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, object]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise RulesError(f"{where}: {key}: must be a table ([{key}])")
    return value


def _changed(
    rules: Rules,
    changes: Mapping[str, object],
    sources: Mapping[str, object],
    source: str,
    where: str,
) -> Rules:
    values: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in OPTION_BY_NAME:
            raise RulesError(f"{where}: {name}: no such option{_near(name)}")
        try:
            values[name] = OPTION_BY_NAME[name].accept(value)
        except ValueError as error:
            raise RulesError(f"{where}: {name}: {error}") from error
    known = dict(rules.sources) | dict.fromkeys(values, source)
    for name in sources:
        if name not in OPTION_BY_NAME:
            raise RulesError(f"{where}: sources: {name}: no such option{_near(name)}")
        known[name] = _text(sources, name, f"{where}: sources")
    return dataclasses.replace(rules, **values, sources=tuple(known.items()))


def _near(name: str) -> str:
    near = difflib.get_close_matches(name, OPTION_BY_NAME, n=1)
    return f" (did you mean {near[0]}?)" if near else ""
