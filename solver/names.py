"""Names as people type them, made tidy, and told apart as eyes tell them apart.

Letters in pieces or in one, signs that nobody sees and blanks too many make no other
name. What is invisible and what a joiner is follows Unicode's general categories and
its annex 31.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import pairwise

_JOINERS = "\u200c\u200d"
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u2800\u3164\uffa0"
"""Letters, marks and symbols that show nothing, though their category says otherwise."""
_FLAG = "\U0001f3f4"
_TAGS = range(0xE0020, 0xE0080)
_JOINED = {"Lo", "Lm", "Mn", "Mc", "So", "Sk"}
"""Categories in scripts and emoji that joiners mean something to; Latin letters have others."""


def tidied(name: str) -> str:
    """The name composed (NFC), its blanks single, without signs that nobody sees.

    Joiners stay between the letters of scripts that need them, and within emoji.
    """
    whole = unicodedata.normalize("NFC", name)
    shown = ""
    for sign, after in pairwise(f"{whole} "):
        if sign.isspace() or not _is_hidden(sign) or _joins(shown[-1:], sign, after):
            shown += sign
    return " ".join(unicodedata.normalize("NFC", shown).split())


def is_visible(name: str) -> bool:
    """Whether the name has a letter, digit or symbol to be called by; dashes are none."""
    return any(unicodedata.category(sign)[0] in "LNS" for sign in tidied(name))


def look(name: str) -> str:
    """What all names have in common that look like this one; capitals do not count."""
    plain = unicodedata.normalize("NFKC", tidied(name)).casefold()
    seen = (sign for sign in plain if not _is_hidden(sign) and not _is_variant(sign))
    return unicodedata.normalize("NFKC", "".join(seen))


def same_as(name: str, names: Iterable[str]) -> str | None:
    """The one of ``names`` that looks like ``name``, itself first; None where none does."""
    known = tuple(names)
    if name in known:
        return name
    return next((other for other in known if look(other) == look(name)), None)


def _is_hidden(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs") or sign in _FILLERS


def _is_variant(sign: str) -> bool:
    """Whether it only says how the sign before it is drawn."""
    return "\ufe00" <= sign <= "\ufe0f"


def _joins(before: str, sign: str, after: str) -> bool:
    """Whether a hidden sign means something between these two."""
    if ord(sign) in _TAGS:  # the tags of a region's flag follow it
        return bool(before) and (before == _FLAG or ord(before) in _TAGS)
    if sign not in _JOINERS or not before:
        return False
    return {unicodedata.category(before), unicodedata.category(after)} <= _JOINED
