"""Every option of a game as data: its label, its values and how to say them.

A ruleset is a value for each option here. Pages, the command line and the
validation of a player's own file all read this one list, in this order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from solver.tiles import Color, JokerKind

OptionValue: TypeAlias = "bool | int | str | tuple[Color, ...] | JokerCounts"

JOKER_WORDS = {
    JokerKind.ORDINARY: "ordinary",
    JokerKind.DOUBLE: "double",
    JokerKind.MIRROR: "mirror",
    JokerKind.CHANGE: "colour-change",
}
COLOR_WORDS = {
    Color.RED: "red",
    Color.BLUE: "blue",
    Color.BLACK: "black",
    Color.ORANGE: "orange",
}


@dataclass(frozen=True, slots=True, eq=False)
class JokerCounts(Mapping[JokerKind, int]):
    """How many jokers of each kind a game has; kinds it lacks are not in it."""

    counts: tuple[tuple[JokerKind, int], ...] = ((JokerKind.ORDINARY, 2),)

    def __getitem__(self, kind: JokerKind) -> int:
        return dict(self.counts)[kind]

    def __iter__(self) -> Iterator[JokerKind]:
        return (kind for kind, _ in self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __hash__(self) -> int:
        return hash(self.counts)


TWO_JOKERS = JokerCounts()


@dataclass(frozen=True, slots=True)
class Option:
    """One option: the field of ``Rules`` it sets and what it may be.

    Exactly one of the forms holds: ``choices`` (value -> plain words), a whole
    number from ``least`` to ``most``, yes or no (``yes_no``), or one of the two
    structured ones (``colors`` and the joker counts), told apart by ``form``.
    """

    name: str
    label: str
    form: str  # "number" | "yes_no" | "choice" | "colors" | "jokers"
    least: int = 0
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    zero_means: str | None = None
    unit: str = ""

    def words(self, value: OptionValue) -> str:
        """``value`` in plain words."""
        if self.form == "yes_no":
            return "yes" if value else "no"
        if self.form == "choice":
            return dict(self.choices)[str(value)]
        if self.form == "colors":
            assert isinstance(value, tuple)
            return ", ".join(COLOR_WORDS[color] for color in value)
        if self.form == "jokers":
            assert isinstance(value, JokerCounts)
            return ", ".join(f"{n} {JOKER_WORDS[kind]}" for kind, n in value.items()) or "none"
        if value == 0 and self.zero_means is not None:
            return self.zero_means
        unit = self.unit.removesuffix("s") if value == 1 and len(self.unit) > 1 else self.unit
        return f"{value} {unit}".strip()

    def choice_words(self) -> tuple[str, ...]:
        """All its values in plain words; ``()`` where they are too many to list."""
        if self.form == "yes_no":
            return "yes", "no"
        return tuple(words for _, words in self.choices)

    def accept(self, value: object) -> OptionValue:
        """``value`` as a ruleset file or a form gives it, checked.

        Raises:
            ValueError: it is none of the option's values; the message follows
                the option's name ("must be ...").
        """
        if self.form == "yes_no":
            if isinstance(value, bool):
                return value
            raise ValueError(f"must be true or false, not {value!r}")
        if self.form == "choice":
            allowed = [name for name, _ in self.choices]
            if isinstance(value, str) and value in allowed:
                return value
            listed = " or ".join(repr(name) for name in allowed)
            raise ValueError(f"must be {listed}, not {value!r}")
        if self.form == "colors":
            return _colors(value)
        if self.form == "jokers":
            return _joker_counts(value)
        return self._whole_number(value)

    def _whole_number(self, value: object) -> int:
        # True and False are integers to Python, but no count of anything
        if type(value) is int and self.least <= value <= self.most:
            return value
        raise ValueError(f"must be a whole number from {self.least} to {self.most}, not {value!r}")


def _colors(value: object) -> tuple[Color, ...]:
    letters = list(value) if isinstance(value, list | tuple | str) else []
    known = {str(color) for color in Color}
    if len(letters) >= 1 and len(set(letters)) == len(letters) and set(letters) <= known:
        return tuple(color for color in Color if color in letters)
    raise ValueError(f'must be different letters of "RBKO", not {value!r}')


def _joker_counts(value: object) -> JokerCounts:
    if isinstance(value, JokerCounts):
        return value
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table such as {{ J = 2 }}, not {value!r}")
    known = {str(kind) for kind in JokerKind}
    for kind, count in value.items():
        if kind not in known:
            raise ValueError(f"knows no joker {kind!r}: the kinds are J, JD, JM and JC")
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 8:
            raise ValueError(f"must give 0 to 8 jokers of a kind, not {kind} = {count!r}")
    return JokerCounts(tuple((kind, value[kind]) for kind in JokerKind if value.get(kind)))


def _number(name: str, label: str, bounds: tuple[int, int], **words: Any) -> Option:
    """``words``: ``unit``, and ``zero_means`` where 0 is no number."""
    return Option(name, label, "number", *bounds, **words)


def _yes_no(name: str, label: str) -> Option:
    return Option(name, label, "yes_no")


def _choice(name: str, label: str, **choices: str) -> Option:
    return Option(
        name, label, "choice", choices=tuple((k.replace("_", " "), v) for k, v in choices.items())
    )


OPTIONS: tuple[Option, ...] = (
    # the box
    _number("copies", "copies of each number tile", (1, 4)),
    Option("jokers", "jokers", "jokers"),
    Option("colors", "colours", "colors"),
    _number("highest_number", "highest number", (3, 13)),
    _number(
        "few_players", "a smaller box is used with fewer players than", (0, 8), zero_means="never"
    ),
    _number("few_players_copies", "copies in that smaller box", (1, 4)),
    Option("few_players_jokers", "jokers in that smaller box", "jokers"),
    _number("most_players", "players at most", (2, 8)),
    # the deal
    _number("dealt", "tiles dealt to each player", (1, 20)),
    _choice(
        "deal",
        "how the tiles are dealt",
        singly="one by one",
        blocks_of_seven="two blocks of seven; the pool lies in blocks of seven, the last of eight",
        joker_first="one joker and the rest from the pool",
    ),
    _yes_no("open_last_tile", "the last tile dealt lies open"),
    _choice(
        "redeal",
        "a full redeal",
        never="never",
        on_request="on the player's request, with enough doublets in the dealt tiles",
        always="with enough doublets in the dealt tiles",
    ),
    _number("redeal_doublets", "doublets for a redeal", (0, 7)),
    _choice(
        "first_player",
        "who begins",
        highest_tile="the highest drawn tile",
        youngest="the youngest player",
        drawn="drawn by the program",
        right_of_dealer="the player on the dealer's right",
    ),
    _choice(
        "game",
        "where sets are laid",
        table="on one table that everybody may rearrange",
        hand="each player melds the whole hand and discards one more tile",
    ),
    # the opening
    _number("opening_points", "points of the opening at least", (0, 200)),
    _yes_no("several_sets_open", "several sets together may open"),
    _yes_no("table_tiles_open", "table tiles may help to open"),
    _yes_no("lay_off_when_opening", "table sets may be used in the opening turn, after opening"),
    _choice(
        "joker_opening_value",
        "a joker's worth in the opening",
        its_tile="its tile's number",
        not_allowed="none: no joker may lie in the opening",
    ),
    # jokers
    _number("joker_rack_value", "a joker left on the rack", (0, 500), unit="points"),
    _choice(
        "joker_freed_by",
        "a joker is replaced with",
        any="a tile from the rack or the table",
        rack="a tile from the rack",
        own="the player's own tile",
    ),
    _choice(
        "joker_in_three",
        "a joker in a group of three is freed by",
        either="either missing colour",
        both="both missing colours together",
        declared="the colour that it was declared to be",
    ),
    _yes_no("joker_split", "a set with a joker may be split or moved"),
    _yes_no("freed_joker_same_turn", "a freed joker must be used in the same turn"),
    _choice(
        "freed_joker",
        "a freed joker goes into",
        any_set="any set",
        new_set="a new set",
        another_set="another set than it came from",
    ),
    _yes_no(
        "freed_joker_needs_rack_tile",
        "a joker freed by splitting or by a table tile needs a rack tile as well",
    ),
    _yes_no("joker_before_opening", "a table joker may be taken before one's own opening"),
    _yes_no("two_jokers", "two jokers may lie in one set"),
    _yes_no("two_jokers_declared", "a set with two jokers must be declared run or group"),
    _yes_no("only_jokers_declared", "a set of jokers alone is valid when declared"),
    # the turn
    _choice(
        "turn_clock",
        "turn clock",
        none="none",
        turn="for each turn",
        chess="a chess clock for the whole round",
    ),
    _number("turn_seconds", "seconds on the clock", (0, 7200), unit="s", zero_means="not set"),
    _choice(
        "failed_turn",
        "after a failed or late manipulation",
        restored="the table is restored",
        try_again="the table is restored, and the player tries again without a penalty",
        valid_stays="valid sets stay as they lie, other tiles leave the table",
    ),
    _number("penalty_tiles", "and the player draws", (0, 10), unit="tiles"),
    _choice(
        "leftovers",
        "tiles that cannot be put back go to",
        pool="the pool",
        player="the player",
    ),
    _yes_no("drawn_tile_waits", "a drawn tile waits for the next turn"),
    _choice(
        "pool_empty",
        "when the pool is empty",
        play_on="play goes on until nobody can",
        round_ends="the round ends",
        must_place="each move must place a tile",
    ),
    # the score of a round
    _choice(
        "scoring",
        "how a round is scored",
        points="losers write what they hold, the winner the sum",
        international="International 1978: low points, Open and Foot",
        by_hand="not documented: points are entered by hand",
    ),
    _choice(
        "nobody_out_winner",
        "nobody out: the winner has",
        value="the lowest rack value",
        tiles="the fewest tiles",
    ),
    _choice(
        "nobody_out_loser",
        "nobody out: a loser writes",
        difference="minus the difference to the winner's rack",
        own="minus the whole rack",
    ),
    _choice(
        "nobody_out_gain",
        "nobody out: the winner writes",
        losses="the sum of what the losers write",
        racks="the sum of the losers' whole racks",
    ),
    _choice(
        "ties",
        "nobody out and a tie",
        ruled="undecided until the players settle who wins",
        split="the tied players share the win",
    ),
    _number("big_points", "big points of the winner", (0, 10)),
    _yes_no("big_points_on_empty_pool", "big points are won on an empty pool too"),
    _number(
        "unopened_points", "a loser who never opened writes minus", (0, 1000), zero_means="the rack"
    ),
    _number(
        "could_have_opened_points",
        "a loser who never opened but could have writes minus",
        (0, 1000),
        zero_means="the rack",
    ),
    _yes_no("announced_waives", "an opening announced in the last round lifts the charge"),
    _choice(
        "announced_writes",
        "who announced the opening then writes",
        rack="minus the rack",
        smaller_charge="minus the charge of a rack that could not have opened",
        nothing="nothing",
    ),
    _yes_no("charge_adds_to_rack", "the charge adds to the rack instead of replacing it"),
    _yes_no("charge_reaches_winner", "the winner writes the charges too"),
    _yes_no("charge_on_empty_pool", "charges apply on an empty pool too"),
    _number("open_points", "International: the winner of an Open game writes minus", (0, 1000)),
    _number("foot_points", "International: the winner with a Foot writes minus", (0, 1000)),
    _yes_no("round_up_to_ten", "International: racks are rounded up to the next ten"),
    _yes_no("totals_turned", "totals are shown with the sign turned round"),
    # the match
    _choice(
        "ranking",
        "ranking after several rounds",
        total="by total",
        wins="by wins, then total",
        big_points="by big points, then the balance of small points",
        lowest="by lowest total",
    ),
)

OPTION_BY_NAME: dict[str, Option] = {option.name: option for option in OPTIONS}
