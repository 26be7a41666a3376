"""Which language the page speaks: the chosen one, else the browser's, else English."""

from __future__ import annotations

from babel import Locale, UnknownLocaleError
from flask import Flask, request
from flask_babel import Babel, get_locale

LANGUAGES = {"en": "English", "pl": "Polski"}
COOKIE = "language"
_A_YEAR = 365 * 24 * 3600


def speak(app: Flask) -> None:
    """Teach ``app`` its languages and tell the templates which one is spoken."""
    Babel(app, locale_selector=spoken)

    @app.context_processor
    def _language() -> dict[str, object]:
        return {"language": str(get_locale() or "en"), "languages": LANGUAGES}


def regional() -> Locale:
    """The language spoken as it is written where the browser is at home: British for ``en-GB``."""
    language = spoken()
    for tag in request.accept_languages.values():
        try:
            found = Locale.parse(tag, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        if found.language == language:
            return found
    return Locale.parse(language)


def spoken() -> str:
    """The language code for this request."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(LANGUAGES) or "en"
