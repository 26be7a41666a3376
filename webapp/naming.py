"""What a game is called that nobody named: its day, in the language of the page.

Such a name is kept as the day in full, and shown short and in the browser's own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Protocol

from babel import dates
from flask_babel import force_locale, format_date
from flask_babel import gettext as _

from webapp.languages import LANGUAGES, regional
from webapp.shelf import numbered_name


class Named(Protocol):
    """A game with its name as it is kept."""

    @property
    def name(self) -> str: ...

    @property
    def created_at(self) -> datetime: ...


def new_name(today: date, games: Iterable[Named]) -> str:
    """What to keep: the day, with a number where one of the ``games`` is called by it already.

    However it is shown, it is kept in full and in one language.
    """
    shown = _of_day(today)
    numbered = numbered_name(shown, [called(game) for game in games], " ({})")
    return _in_language(next(iter(LANGUAGES)), today) + numbered.removeprefix(shown)


def called(game: Named) -> str:
    """A game's name; one that was made of its day, in whichever language, in the page's own."""
    kept = game.created_at.date()  # in UTC: where the game was begun it may be another day
    for day in (kept + timedelta(days) for days in (0, -1, 1)):
        for in_language in (_in_language(language, day) for language in LANGUAGES):
            if not game.name.startswith(in_language):
                continue
            number = re.fullmatch(r"(?: \(?(\d+)\)?)?", game.name[len(in_language) :])
            if number:
                return _of_day(day) + (f" ({number[1]})" if number[1] else "")
    return game.name


@lru_cache(maxsize=256)
def _in_language(language: str, day: date) -> str:
    """As such a name is kept."""
    with force_locale(language):
        return _("Game of %(day)s", day=format_date(day, format="long"))


def _of_day(day: date) -> str:
    """As such a name is shown: short, the day as it is written where the browser is at home."""
    return _("Game of %(day)s", day=dates.format_date(day, "medium", locale=regional()))
