"""Sentences of the solver and the reader, said in the language of the page.

They come as English with the odd parameter in it. :data:`PATTERNS` lists their
forms; a sentence that fits one is put together again in the other language,
parameters included, and one that fits none stays English: right beats pretty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from flask_babel import get_locale, pgettext
from flask_babel import gettext as _

from solver.choices import TEXTS
from solver.options import OPTIONS
from solver.rules import Rules, preset_names
from solver.steps import Step
from solver.tiles import Tile
from solver.wording import TEMPLATES

PATTERNS: tuple[str, ...] = (
    # verdicts on sets
    "%(count)s different colours of %(n)s",
    "%(color)s %(a)s to %(b)s in order",
    "%(color)s %(a)s to %(b)s in order, laid backwards",
    "a %(kind)s worth %(v)s or a %(other)s worth %(w)s: must be declared",
    "a %(kind)s worth %(v)s or a %(other)s worth %(w)s: the rules want it declared",
    "there are no tiles",
    "a loose tile: a set has at least three tiles",
    "only two tiles: a set has at least three",
    "no number tile says what the jokers stand for",
    "a run has one colour, and a group one number",
    "the tiles have neither one number nor one colour",
    "%(tile)s %(times)s makes neither a run nor a group",
    "%(color)s %(times)s in a group: its colours must differ",
    "the colour-change joker belongs to runs only",
    "every colour is there: nothing is left for the joker",
    "the jokers stand for more tiles than the group lacks: %(n)s colour is missing",
    "the jokers stand for more tiles than the group lacks: %(n)s colours are missing",
    "%(tile)s lies there %(times)s",
    "1 does not follow %(n)s",
    "the numbers are not in order",
    "a number is missing between %(a)s and %(b)s",
    "%(n)s numbers are missing between %(a)s and %(b)s",
    "more jokers lie between %(a)s and %(b)s than numbers are missing",
    "no number is left for the joker: %(n)s is the last",
    "nothing follows %(n)s",
    "nothing comes before 1",
    "these rules allow one joker in a set",
    "there is no joker %(joker)s in the game %(rules)s",
    # what was typed
    "not a tile: %(word)s (write R7, B13, K1, O4, or J for a joker)",
    "no such tile: %(word)s (numbers go from 1 to %(n)s)",
    "expected one tile, got %(word)s",
    "that tile is not there any more: look at the picture again",
    # photos
    "%(name)s: the file is empty (0 bytes): take or copy the photo again",
    "%(name)s: this is text, not a picture: use a JPEG, PNG, WebP or HEIC photo",
    "%(name)s: this is no picture that can be read: use a JPEG, PNG, WebP or HEIC photo",
    "%(name)s: the picture is damaged or cut short (%(why)s): take or copy the photo again",
    "%(name)s: %(size)s pixels are too many (the limit is %(n)s million): save it smaller",
    "%(name)s: this is %(what)s: use a JPEG, PNG, WebP or HEIC photo",
    "no tiles found: take the photo closer, in more light, or from above",
    "%(tile)s: this game has no such tile, so it may be misread",
    "%(n)s %(tile)s are more than the game has (%(held)s): one may be misread,"
    " or tiles outside the game are in view",
    "%(name)s: shares no tiles with the other photos: take them so that each shows some tiles"
    " of the one before",
    "%(tiles)s would be a valid run",
    "%(tiles)s would be a valid group",
    "the game has only %(held)s %(tile)s, and %(n)s were read",
    "%(tile)s is the likeliest with all the other tiles",
    "plays are suggested with number tiles and ordinary jokers only: sets with another joker"
    " stay as they lie, and such jokers stay on the rack",
    # turns
    "the table is unchanged: a tile was drawn, or the player passed",
    "no rack tile was played: rearranging alone is no turn",
    "set %(n)s (%(tiles)s) is not valid: %(why)s",
    "%(tile)s lies there %(n)s times, but the game has %(most)s",
    "%(tiles)s was not on the rack before: a tile drawn in this turn may not be played,"
    " and none may come from elsewhere",
    "%(tiles)s left the rack without being played",
    "the rack before was not shown: whether the added tiles were on it,"
    " and not drawn in this turn, could not be checked",
    "the rack after was not shown: whether a tile was drawn or taken to the rack"
    " could not be checked",
    "a joker (%(tile)s) was freed and is kept on the rack: it must be used in the same turn",
    "a joker (%(tile)s) was freed and is not on the table any more:"
    " it must be used in the same turn",
    "%(tile)s was taken from the table to the rack",
    "%(tile)s vanished from the table",
    "the table is restored",
    "the table is restored and the player draws %(n)s tile",
    "the table is restored and the player draws %(n)s tiles",
    "tiles that cannot be put back go to the pool",
    "tiles that cannot be put back go to the player",
    "laying off in the opening turn: %(before)s became %(after)s",
    "the opening turn used table tiles: %(tiles)s",
    "no opening: no set of the player's own tiles alone lies there, %(n)s points are needed",
    "the opening is worth %(n)s points, %(least)s are needed",
    "%(tiles)s was split or moved: a set with a joker may only be added to",
    "the joker freed from %(tiles)s must go into a new set",
    "the joker of %(tiles)s was freed without playing a rack tile as well",
    "a new set: %(tiles)s",
    "a set laid anew: %(tiles)s",
    "harvested and placed: %(tiles)s",
    "taken apart: %(tiles)s",
    "joker substitution: %(tiles)s for the joker of %(set)s",
    "adding to a set: %(tiles)s to %(set)s",
    "splitting a run: %(set)s into %(parts)s",
    "multiple split: %(set)s into %(parts)s",
    "combined split: %(set)s into %(parts)s",
    "removing tiles: %(tiles)s from %(set)s",
    "substituting in a group: %(in)s in and %(out)s out of %(set)s",
    "shifting a run: %(in)s in and %(out)s out of %(set)s",
    "Lay %(set)s in the order %(tiles)s.",
    "Put %(tiles)s from %(from)s back on the rack.",
    "Put %(tiles)s from the rack to a free spot.",
    "Put %(tiles)s from %(from)s to a free spot.",
    "Put %(tiles)s from the rack to %(to)s, so that %(makes)s lies there.",
    "Put %(tiles)s from %(from)s to %(to)s, so that %(makes)s lies there.",
    # scores
    "%(names)s are tied: the referee names the winner, or the rules let them share",
    "wins what the others lose",
    "shares what the others lose",
    "a rack of %(n)s",
    "a rack of %(n)s against %(best)s",
    "never opened: charged %(n)s",
    "never opened, but could have: charged %(n)s",
    "the points sum to %(n)s, not to 0",
    "%(name)s went out but has tiles on the rack",
    "%(name)s's rack is empty, but %(other)s did not go out",
    "%(name)s could have opened with %(sets)s (%(n)s points)",
    "%(name)s went out and so must have opened",
    "%(name)s went out, so %(other)s cannot be the winner",
    "a match needs at least two players",
    "name the players first",
    "a match is going on here and its rounds are kept: for another match, begin another game",
    "round %(n)s is written down already: look at the sheet, then score the next one",
    "%(name)s is playing already",
    "%(name)s is not playing",
    "at least two players must remain",
    "%(name)s: write the points as a whole number",
    "choose the CSV file of a match",
    "the file is no CSV text (UTF-8)",
)
"""Forms of sentences; a parameter is itself said again when it is one."""

_PARAMETER = re.compile(r"%\((\w+)\)s")


def said(text: str) -> str:
    """A sentence of the solver or the reader in the language of the page."""
    if _speaks_english():
        return text
    for pattern, form in _forms():
        match = form.fullmatch(text)
        if match:
            return _(pattern) % {key: _word(word) for key, word in match.groupdict().items()}
    return text


def change_text(change: str) -> str:
    """One noted change of a reading (``replaced R7 B7``) in words."""
    what, *about = change.split()
    if what == "removed" and about[0].isdecimal():
        return _("Taken away: %(n)s tiles", n=about[0])
    if what in ("photo", "carried", "typed"):
        return {
            "photo": _("Photo read"),
            "carried": _("Carried over from the last play"),
            "typed": _("Tiles typed"),
        }[what]
    names = [tile_label(name) for name in about]
    if what == "replaced":
        return _("%(old)s is now %(new)s", old=names[0], new=names[1])
    listed = ", ".join(names)
    return {
        "confirmed": _("Confirmed: %(tiles)s", tiles=listed),
        "added": _("Added: %(tiles)s", tiles=listed),
        "moved": _("Moved: %(tiles)s", tiles=listed),
        "removed": _("Taken away: %(tiles)s", tiles=listed),
    }[what]


def step_text(step: Step) -> str:
    """One step of a play in words."""
    if _speaks_english():
        return step.text
    return " ".join(
        _(TEMPLATES[sentence.template]).format(
            tiles=tiles_text(sentence.tiles), it="", set=tiles_text(sentence.lying)
        )
        for sentence in step.sentences
    )


def tiles_text(tiles: Sequence[Tile]) -> str:
    """Tiles in words: a stretch of a run as such, others one by one."""
    first = tiles[0] if tiles else None
    if first is not None and len(tiles) > 2 and first.number is not None:
        stretch = all(
            tile.color == first.color and tile.number == first.number + place
            for place, tile in enumerate(tiles)
        )
        if stretch:
            return f"{run_color(str(first.color))} {first.number}–{tiles[-1].number}"
    return ", ".join(tile_label(str(tile)) for tile in tiles)


def tile_label(name: str) -> str:
    """The tile in words, for screen readers and sentences."""
    words = {"R": _("red"), "B": _("blue"), "K": _("black"), "O": _("orange")}
    others = {
        "J": _("joker"),
        "JD": _("double joker"),
        "JM": _("mirror joker"),
        "JC": _("colour-change joker"),
        "?": _("unreadable tile"),
        "X": _("face-down tile"),
    }
    return others.get(name) or f"{words[name[0]]} {name[1:]}"


def run_color(letter: str) -> str:
    """The colour of several tiles (an adjective in the plural, where there is one)."""
    return {
        "R": pgettext("several tiles", "red"),
        "B": pgettext("several tiles", "blue"),
        "K": pgettext("several tiles", "black"),
        "O": pgettext("several tiles", "orange"),
    }[letter]


def dynamic_messages() -> tuple[str, ...]:
    """Every message that is looked up by value and so found in no source line."""
    options = [option.label for option in OPTIONS]
    options += [words for option in OPTIONS for _value, words in option.choices]
    options += [option.zero_means for option in OPTIONS if option.zero_means]
    options += TEXTS.values()
    options += [Rules.preset(name).title for name in preset_names()]
    return tuple(dict.fromkeys((*PATTERNS, *TEMPLATES.values(), *options)))


def _word(word: str) -> str:
    """A parameter: a word we know, a tile in words, a sentence, or as it is."""
    known = {
        "red": pgettext("several tiles", "red"),
        "blue": pgettext("several tiles", "blue"),
        "black": pgettext("several tiles", "black"),
        "orange": pgettext("several tiles", "orange"),
        "three": _("three"),
        "four": _("four"),
        "two": _("two"),
        "one": _("one"),
        "run": _("run"),
        "group": _("group"),
        "twice": _("twice"),
        "three times": _("three times"),
        "four times": _("four times"),
    }
    colors = {"red": "R", "blue": "B", "black": "K", "orange": "O"}
    color, _blank, number = word.partition(" ")
    if color in colors and number.isdecimal():
        return tile_label(colors[color] + number)
    return known.get(word) or said(word)


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    def form(pattern: str) -> re.Pattern[str]:
        parts = _PARAMETER.split(pattern)
        return re.compile(
            "".join(
                f"(?P<{part}>.+?)" if place % 2 else re.escape(part)
                for place, part in enumerate(parts)
            ),
            re.DOTALL,
        )

    return tuple((pattern, form(pattern)) for pattern in PATTERNS)


def _speaks_english() -> bool:
    return str(get_locale() or "en").startswith("en")
