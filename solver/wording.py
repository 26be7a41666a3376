"""Steps and hints in words: templates with parameters, and their English.

A sentence is a template's key and parameters in notation, so that a page can
say it in another language; :func:`say` is the English.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from solver.shifts import Shift, Where, Which, joker_shift
from solver.tiles import Color, JokerKind, Meld, Tile

TEMPLATES: dict[str, str] = {
    "rack.set": "Lay {tiles} from your rack as a new set.",
    "rack.laid": "Lay {tiles} from your rack as a new set that reads {result}.",
    "rack.start": "Lay {tiles} from your rack in a free spot: a new set begins there.",
    "rack.end": "Put {tiles} from your rack at the end of {set}.",
    "rack.front": "Put {tiles} from your rack at the front of {set}.",
    "rack.ends": "Put {tiles} from your rack at the two ends of {set}.",
    "rack.inside": "Put {tiles} from your rack into {set}.",
    "rack.anew": "Put {tiles} from your rack into {set}, so that it reads {result}{moved}.",
    "rack.beside": "Put {tiles} from your rack beside {set}, so that {result} lie there,"
    " left to right.",
    "rack.left": "Put {tiles} from your rack to the left of {set}.",
    "rack.right": "Put {tiles} from your rack to the right of {set}.",
    "rack.sides": "Put {tiles} from your rack on the two sides of {set}.",
    "rack.next": "Put {tiles} from your rack beside {set}.",
    "rack.group": "Add {tiles} from your rack to {set}.",
    "rack.joker": "Put {tiles} from your rack in the joker's place in {set};"
    " the joker waits to the right of it.",
    "take.front": "Take {tiles} from the front of {set}.",
    "take.end": "Take {tiles} from the end of {set}.",
    "take.ends": "Take {tiles} from the two ends of {set}.",
    "take.inside": "Take {tiles} out of {set}.",
    "take.group": "Take {tiles} out of {set}.",
    "take.leaving": "Take {tiles} out of {set}, so that the rest reads {result}{moved}.",
    "take.all": "Pick up {set}.",
    "take.lone": "Take {set}.",
    "put.set": "Lay {it} in a free spot as a new set.",
    "put.laid": "Lay {it} in a free spot as a new set that reads {result}.",
    "put.start": "Lay {it} in a free spot: a new set begins there.",
    "put.end": "Put {it} at the end of {set}.",
    "put.front": "Put {it} at the front of {set}.",
    "put.ends": "Put {it} at the two ends of {set}.",
    "put.inside": "Put {it} into {set}.",
    "put.anew": "Put {it} into {set}, so that it reads {result}{moved}.",
    "put.beside": "Put {it} beside {set}, so that {result} lie there, left to right.",
    "put.left": "Put {it} to the left of {set}.",
    "put.right": "Put {it} to the right of {set}.",
    "put.sides": "Put {it} on the two sides of {set}.",
    "put.next": "Put {it} beside {set}.",
    "put.group": "Add {it} to {set}.",
    "put.joker": "Put {it} in the joker's place in {set}; the joker waits to the right of it.",
    "order": "Lay {set} in the order {result}{moved}.",
}
"""Key -> English. ``{tiles}`` are the tiles that move, ``{it}`` the same as a
pronoun, ``{set}`` the set or heap of tiles they come from or go to, as it lies
before; ``{result}`` is what then lies there, every place of it, and ``{moved}``
says in brackets which joker lies elsewhere than before, if one does. A tile that lies
by itself has no front and no end, and nothing is put into it: ``left`` to ``next`` and
``lone`` are for such tiles."""

ANY_JOKER = ("take.inside", "take.group", "take.leaving")
"""Where the place does not tell which joker of several goes: any of them will do."""

SHIFTS: dict[Where, str] = {
    "gap": "{joker} moves to where the {first} was",
    "front": "{joker} moves to the front",
    "end": "{joker} moves to the end",
    "between": "{joker} moves between the {first} and the {second}",
    "too": "{joker} that lies there moves too",
    "several": "the jokers move",
    "named": "each {joker} now stands for the tile that is missing in its place",
}
"""Where a joker of the set goes: English by :attr:`solver.shifts.Shift.where`."""

SHIFTING: dict[Which, str] = {
    "only": "the {joker}",
    "left": "the left {joker}",
    "right": "the right {joker}",
    "one": "one {joker}",
}
"""Which joker that is: English by :attr:`solver.shifts.Shift.which`."""

EITHER, ANY = "either of the two", "any of them"
"""Said of a set that lies there twice, or more often."""

COLOR_NAMES = {
    Color.RED: "red",
    Color.BLUE: "blue",
    Color.BLACK: "black",
    Color.ORANGE: "orange",
}

JOKER_NAMES = {
    JokerKind.ORDINARY: "joker",
    JokerKind.DOUBLE: "double joker",
    JokerKind.MIRROR: "mirror joker",
    JokerKind.CHANGE: "colour-change joker",
}

_COUNTS = {2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: a key of ``TEMPLATES``, the tiles that come or go and the set concerned.

    ``lying`` is the set before the movement, ``result`` after it; ``alike`` is how
    many sets then look like ``lying``: each of them will do. ``group``: one number
    tile with jokers is what is left of a group, or the beginning of one.
    """

    template: str
    tiles: Meld
    lying: Meld = ()
    result: Meld = ()
    alike: int = 1
    group: bool = False

    @property
    def shift(self) -> Shift | None:
        """The joker that lies elsewhere in ``result`` than in ``lying``, if one does."""
        return joker_shift(self.lying, self.tiles, self.result)

    @property
    def choice(self) -> str:
        """``EITHER`` or ``ANY`` where several sets will do, else nothing."""
        return "" if self.alike < 2 else EITHER if self.alike == 2 else ANY

    def __str__(self) -> str:
        return say(self)

    def to_json(self) -> dict[str, Any]:
        """Key and parameters; tiles in notation."""
        return {
            "template": self.template,
            "tiles": [str(tile) for tile in self.tiles],
            "set": [str(tile) for tile in self.lying],
            "result": [str(tile) for tile in self.result],
        }


def say(sentence: Sentence) -> str:
    """The English of one sentence."""
    return TEMPLATES[sentence.template].format(
        tiles=_name_moved(sentence) if sentence.tiles else "",
        it="it" if len(sentence.tiles) == 1 else "them",
        set=_name_choice(sentence) if sentence.lying else "",
        result=spell_out(sentence.result),
        moved=_say_shift(sentence.shift),
    )


def _name_moved(sentence: Sentence) -> str:
    """The tiles that come or go; of several jokers that lie there, ``a joker``."""
    lying = Counter(sentence.lying) if sentence.template in ANY_JOKER else Counter()
    jokers = {tile for tile in sentence.tiles if tile.is_joker}
    return name_tiles(
        sentence.tiles, any_of=[j for j in jokers if lying[j] > sentence.tiles.count(j)]
    )


def _name_choice(sentence: Sentence) -> str:
    named, choice = name_set(sentence.lying, group=sentence.group), sentence.choice
    if not choice:
        return named
    return f"{named[:-1]}; {choice})" if named.endswith(")") else f"{named} ({choice})"


def _say_shift(shift: Shift | None) -> str:
    if shift is None:
        return ""
    names = dict(zip(("first", "second"), map(name_tile, shift.beside), strict=False))
    if shift.where == "named":
        return f" ({SHIFTS[shift.where].format(joker=name_tile(shift.joker))})"
    joker = SHIFTING[shift.which].format(joker=name_tile(shift.joker))
    return f" ({SHIFTS[shift.where].format(joker=joker, **names)})"


def name_tile(tile: Tile) -> str:
    """``red 7``; ``joker``; ``double joker``."""
    if tile.joker is not None:
        return JOKER_NAMES[tile.joker]
    assert tile.color is not None
    return f"{COLOR_NAMES[tile.color]} {tile.number}"


def name_tiles(tiles: Sequence[Tile], any_of: Collection[Tile] = ()) -> str:
    """``the red 7``; ``red 4-6``; ``the red 7 and the joker``, or ``a joker`` of ``any_of``."""
    if len(tiles) >= 2 and _in_a_row(tiles):
        return _stretch(tiles)
    jokers = Counter(tile for tile in tiles if tile.is_joker)
    names = [
        f"{'a' if tile in any_of else 'the'} {name_tile(tile)}"
        for tile in tiles
        if jokers[tile] < 2
    ]
    for tile, count in sorted(jokers.items()):
        names += [f"{_COUNTS.get(count, count)} {name_tile(tile)}s"] if count > 1 else []
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def name_set(tiles: Sequence[Tile], *, group: bool = False) -> str:
    """``red 1-3``; ``the 7s (red, blue, black)``; ``red 4, 5, joker``; ``the red 7 (lying alone)``.

    Sets that lie differently have different names. One number tile with jokers is
    named like a run unless it is said to belong to a ``group``.
    """
    numbers = [tile for tile in tiles if not tile.is_joker]
    if len(tiles) == 1:
        return f"the {name_tile(tiles[0])} (lying alone)"
    if len({tile.number for tile in numbers}) == 1 and (group or len(numbers) > 1):
        inks = [COLOR_NAMES[t.color] if t.color else name_tile(t) for t in tiles]
        return f"the {numbers[0].number}s ({', '.join(inks)})"
    if len(numbers) == len(tiles) and _in_a_row(numbers):
        return _stretch(numbers)
    return spell_out(tiles)


def spell_out(tiles: Sequence[Tile]) -> str:
    """``red 1, joker, 3``: every place of a set, left to right."""
    numbers = [tile for tile in tiles if not tile.is_joker]
    if len({tile.color for tile in numbers}) != 1:
        return ", ".join(name_tile(tile) for tile in tiles)
    places = [str(tile.number) if tile.number else name_tile(tile) for tile in tiles]
    if tiles[0].is_joker:  # the colour belongs to the number that comes first
        first = tiles.index(numbers[0])
        places[first] = name_tile(numbers[0])
        return ", ".join(places)
    return f"{name_tile(numbers[0]).split()[0]} {', '.join(places)}"


def _in_a_row(tiles: Sequence[Tile]) -> bool:
    first = tiles[0]
    return all(
        tile.color is not None
        and tile.color == first.color
        and tile.face_value == first.face_value + i
        for i, tile in enumerate(tiles)
    )


def _stretch(tiles: Sequence[Tile]) -> str:
    if len(tiles) == 1:
        return name_tile(tiles[0])
    if len(tiles) == 2:
        return f"{name_tile(tiles[0])} and {tiles[1].number}"
    return f"{name_tile(tiles[0])}-{tiles[-1].number}"
