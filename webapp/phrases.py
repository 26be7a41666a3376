"""Sentences of the solver and the reader, said in the language of the page.

They come as English with the odd parameter in it. :mod:`webapp.sentence_forms` lists
their forms; a sentence that fits one is put together again in the other language,
parameters included, and one that fits none stays English: right beats pretty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from flask_babel import get_locale, ngettext, pgettext
from flask_babel import gettext as _

from solver.choices import TEXTS
from solver.options import OPTIONS
from solver.rules import OURS, Rules, preset_names
from solver.shifts import Shift
from solver.steps import Step
from solver.tiles import JOKER, Tile
from solver.wording import ANY, EITHER, SHIFTING, SHIFTS, TEMPLATES, Sentence
from vision.reading import FACE_DOWN, UNREADABLE, Why
from webapp.sentence_forms import COUNTED_FORMS, FORMS

_PARAMETER = re.compile(r"%\((\w+)\)s")
_SHAPES = {"times": r"twice|\w+ times"} | dict.fromkeys(("n", "m", "a", "b", "v", "w"), r"-?\w+")
"""Parameters that are a count or one word; any other is anything."""
_COUNTED_PAIR = {form: pair for pair in COUNTED_FORMS for form in pair}
_COUNTED = re.compile(r"line (?P<line>\d+)|(?P<times>\d+) times")


def said(text: str) -> str:
    """A sentence of the solver or the reader in the language of the page."""
    if _speaks_english():
        return text
    for pattern, form in _forms():
        match = form.fullmatch(text)
        if match and pattern in _COUNTED_PAIR:
            count = int(match["n"])
            return ngettext(*_COUNTED_PAIR[pattern], count, n=count)
        if match:
            return _(pattern) % {key: _word(word) for key, word in match.groupdict().items()}
    return text


def change_text(change: str) -> str:
    """One noted change of a reading (``replaced R7 B7``) in words."""
    what, *about = change.split()
    plain = {
        "photo": _("Photo read"),
        "carried": _("Carried over from the last turn"),
        "typed": _("Tiles typed"),
        "together": _("All are of one rack"),
        "whole": _("All tiles of the rack are there"),
        "laid": _("Taken as the table") if about == ["table"] else _("Taken as your rack"),
    }
    if what in plain:
        return plain[what]
    if what == "kept":
        return ngettext(
            "%(num)s tile of one rack kept", "%(num)s tiles of one rack kept", int(about[0])
        )
    if what == "removed" and about[0].isdecimal():
        return _("Taken away: %(n)s tiles", n=about[0])
    if what == "meanwhile":
        return _("Put here elsewhere: %(tiles)s", tiles=", ".join(map(tile_label, about)))
    names = [tile_label(name) for name in about]
    if what == "replaced":
        return _("%(old)s is now %(new)s", old=names[0], new=names[1])
    listed = ", ".join(names)
    return {
        "declared": _("Declared: %(tiles)s", tiles=listed),
        "confirmed": _("Confirmed: %(tiles)s", tiles=listed),
        "added": _("Added: %(tiles)s", tiles=listed),
        "moved": _("Moved: %(tiles)s", tiles=listed),
        "drew": _("Drawn: %(tiles)s", tiles=listed),
        "removed": _("Taken away: %(tiles)s", tiles=listed),
    }[what]


def step_text(step: Step) -> str:
    """One step of a play in words."""
    if _speaks_english():
        return step.text
    return " ".join(
        _(TEMPLATES[sentence.template]).format(
            tiles=tiles_text(sentence.tiles, laid_label),
            it="",
            set=_set_text(sentence),
            result=_spelt_out(sentence.result),
            moved=_shift_text(sentence.shift),
        )
        for sentence in step.sentences
    )


def _set_text(sentence: Sentence) -> str:
    named = tiles_text(sentence.lying)
    if len(sentence.lying) == 1:
        named = _("the %(tile)s (lying alone)", tile=named)
    return f"{named}; {_(sentence.choice)}" if sentence.choice else named


def _spelt_out(tiles: Sequence[Tile], label: Callable[[str], str] | None = None) -> str:
    """Every place of a set, left to right; the colour of a run is said once."""
    label = label or tile_label
    colors = [tile.color for tile in tiles if tile.color]
    if len(colors) < 2 or len(set(colors)) > 1:
        return ", ".join(label(str(tile)) for tile in tiles)
    places = [str(tile.number) if tile.number else label(str(tile)) for tile in tiles]
    first = next(place for place, tile in enumerate(tiles) if tile.number)
    places[first] = f"{run_color(str(colors[0]))} {places[first]}"
    return ", ".join(places)


def _shift_text(shift: Shift | None) -> str:
    if shift is None:
        return ""
    first, second = (*(tile_label(str(tile)) for tile in shift.beside), "", "")[:2]
    if shift.where == "named":
        return f" ({_(SHIFTS[shift.where]).format(joker=tile_label(str(shift.joker)))})"
    joker = _(SHIFTING[shift.which]).format(joker=tile_label(str(shift.joker)))
    return f" ({_(SHIFTS[shift.where]).format(joker=joker, first=first, second=second)})"


def tiles_text(tiles: Sequence[Tile], label: Callable[[str], str] | None = None) -> str:
    """Tiles in words: a stretch of a run as such, others one by one, each by its ``label``."""
    first = tiles[0] if tiles else None
    if first is not None and len(tiles) > 2 and first.number is not None:
        stretch = all(
            tile.color == first.color and tile.number == first.number + place
            for place, tile in enumerate(tiles)
        )
        if stretch:
            return f"{run_color(str(first.color))} {first.number}–{tiles[-1].number}"
    return _spelt_out(tiles, label)


def laid_label(name: str) -> str:
    """The tile in words as what somebody lays or takes (the accusative, where there is one)."""
    words = {
        "R": pgettext("a tile that is laid", "red"),
        "B": pgettext("a tile that is laid", "blue"),
        "K": pgettext("a tile that is laid", "black"),
        "O": pgettext("a tile that is laid", "orange"),
    }
    others = {
        "J": pgettext("a tile that is laid", "joker"),
        "JD": pgettext("a tile that is laid", "double joker"),
        "JM": pgettext("a tile that is laid", "mirror joker"),
        "JC": pgettext("a tile that is laid", "colour-change joker"),
    }
    return others.get(name) or f"{words[name[0]]} {name[1:]}"


def tile_label(name: str) -> str:
    """The tile in words, for screen readers and sentences."""
    words = {"R": _("red"), "B": _("blue"), "K": _("black"), "O": _("orange")}
    others = {
        "J": _("joker"),
        "JD": _("double joker"),
        "JM": _("mirror joker"),
        "JC": _("colour-change joker"),
        UNREADABLE: _("unreadable tile"),
        FACE_DOWN: _("face-down tile"),
    }
    return others.get(name) or f"{words[name[0]]} {name[1:]}"


def tile_question(name: str) -> str:
    """What is asked of a doubtful tile: whether it is what it was read as."""
    if name == UNREADABLE:
        return _("Which tile is this?")
    if name == FACE_DOWN:
        return _("Is this a face-down tile?")
    if name == str(JOKER):
        return _("Is this a joker?")
    return _("Is this %(tile)s?", tile=tile_label(name))


def stand_in_label(meant: str) -> str:
    """What a joker stands for, in words; the colour-change joker for a bare number."""
    return ", ".join(word if word.isdigit() else tile_label(word) for word in meant.split())


def run_color(letter: str) -> str:
    """The colour of several tiles (an adjective in the plural, where there is one)."""
    return {
        "R": pgettext("several tiles", "red"),
        "B": pgettext("several tiles", "blue"),
        "K": pgettext("several tiles", "black"),
        "O": pgettext("several tiles", "orange"),
    }[letter]


def why_ours(source: str) -> str:
    """Why an option is our reading, by its source; "" for one that is not, or says nothing."""
    mark, _colon, why = source.partition(":")
    return why.strip() if mark.strip() == OURS else ""


def dynamic_messages() -> tuple[str, ...]:
    """Every message that is looked up by value and so found in no source line."""
    options = [option.label for option in OPTIONS]
    options += [words for option in OPTIONS for _value, words in option.choices]
    options += [option.zero_means for option in OPTIONS if option.zero_means]
    options += TEXTS.values()
    presets = [Rules.preset(name) for name in preset_names()]
    options += [rules.title for rules in presets]
    options += filter(None, (why_ours(source) for rules in presets for _, source in rules.sources))
    steps = (*TEMPLATES.values(), *SHIFTS.values(), *SHIFTING.values(), EITHER, ANY)
    return tuple(dict.fromkeys((*FORMS, *Why, *steps, *options)))


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
    if word in known:
        return known[word]
    counted = _COUNTED.fullmatch(word)
    if counted:
        line, times = counted.group("line", "times")
        return _("line %(n)s", n=line) if line else _("%(n)s times", n=times)
    whole = said(word)
    for link, linked in ((" and ", _("and")), (" or ", _("or"))):
        if whole == word and link in word:  # several of a kind
            return f" {linked} ".join(map(_word, word.split(link)))
    return whole


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    def form(pattern: str) -> re.Pattern[str]:
        parts = _PARAMETER.split(pattern)
        return re.compile(
            "".join(
                f"(?P<{part}>{_SHAPES.get(part, '.+?')})" if place % 2 else re.escape(part)
                for place, part in enumerate(parts)
            ),
            re.DOTALL,
        )

    forms = {text: len(_PARAMETER.sub("", text)) for text in (*FORMS, *Why, *_COUNTED_PAIR)}
    return tuple((text, form(text)) for text in sorted(forms, key=lambda text: -forms[text]))


def _speaks_english() -> bool:
    return str(get_locale() or "en").startswith("en")
