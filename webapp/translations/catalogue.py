"""Collects the page's messages and keeps the catalogues in step with them."""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from webapp.phrases import dynamic_messages
from webapp.sentence_forms import COUNTED_FORMS

FOLDER = Path(__file__).parent
_SOURCES = FOLDER.parent
_METHODS = [("translations/**", "ignore"), ("**.py", "python"), ("templates/**.html", "jinja2")]
_OPTIONS = {"templates/**.html": {"silent": "false", "trim_blocks": "true"}}
_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


def languages() -> tuple[str, ...]:
    """The languages there are catalogues for; English needs none."""
    return tuple(sorted(path.parts[-3] for path in FOLDER.glob("*/LC_MESSAGES/messages.po")))


def messages() -> Catalog:
    """Every message of the page, untranslated."""
    catalog = Catalog(charset="utf-8")
    found = extract_from_dir(_SOURCES, _METHODS, _OPTIONS, _KEYWORDS)
    for _file, _line, message, _comments, context in found:
        catalog.add(message, context=context)
    for text in dynamic_messages():
        if text not in catalog:
            catalog.add(text)
    for pair in COUNTED_FORMS:
        catalog.add(pair)
    return catalog


def po_file(language: str) -> Path:
    """The translations of one language."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


def load(language: str) -> Catalog:
    """The translations of one language, as written."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def load_compiled(language: str) -> Catalog:
    """The translations of one language, as the page uses them."""
    with po_file(language).with_suffix(".mo").open("rb") as file:
        return read_mo(file)


def update(language: str) -> Catalog:
    """Bring one catalogue up to date, without guesses, and compile it."""
    catalog = load(language)
    catalog.update(messages(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    out = io.BytesIO()
    write_po(out, catalog, width=100, sort_output=True, omit_header=False)
    po_file(language).write_bytes(out.getvalue())
    with po_file(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)
    return catalog


def missing(catalog: Catalog) -> list[str]:
    """The messages that ``catalog`` does not translate."""
    return [
        str(message.id) for message in catalog if message.id and not all(_texts(message.string))
    ]


def _texts(found: object) -> list[object]:
    """The translations of a message: one, or one a plural form."""
    return list(found) if isinstance(found, tuple | list) else [found]
