"""Where the page keeps its data and the limits it works under.

Everything lives in one folder on the player's own machine: the database
(``tilesight.db``), the key that signs cookies (``secret_key``) and the profiles of
tiles (``profiles``). The folder
is ``$TILESIGHT_DATA`` or, without that, the user's application folder.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import click

DATABASE = "tilesight.db"
MEBIBYTE = 1024 * 1024
MAX_UPLOAD_BYTES = 24 * MEBIBYTE
"""One photo and its form; phones write 3 to 12 MiB."""
MAX_FORM_BYTES = 2 * MEBIBYTE
"""The text fields of one form; a full table is about 500 bytes, but what is judged from
photos carries up to four of them along, about 200 KiB each."""
PHOTOS_AT_ONCE = 2
"""Photos decoded and read at the same time; bounds memory, not patience."""
UPLOADS_A_MINUTE = 40
"""Photos from one address in a minute; a hurried family needs about six."""
ADVICE_SECONDS = 10.0
"""How long the solver may look for the best play of one table."""


def data_folder() -> Path:
    """The folder of the database and the key; it may not exist yet."""
    chosen = os.environ.get("TILESIGHT_DATA")
    return Path(chosen).expanduser() if chosen else Path(click.get_app_dir("tilesight"))


def profiles_folder(folder: Path) -> Path:
    """Where the profiles of tiles lie in a data folder; it may not exist yet."""
    return folder / "profiles"


def defaults(folder: Path) -> dict[str, Any]:
    """Flask's configuration for data kept in ``folder``, which is made if missing."""
    from sqlalchemy import URL

    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / DATABASE).touch(mode=0o600)
    return {
        # Not as text: a folder's name may hold what an address gives a meaning (? % #).
        "DATABASE_URL": URL.create("sqlite", database=str(folder / DATABASE)),
        "SECRET_KEY": secret_key(folder / "secret_key"),
        "MAX_CONTENT_LENGTH": MAX_UPLOAD_BYTES,
        "MAX_FORM_MEMORY_SIZE": MAX_FORM_BYTES,
        "MAX_FORM_PARTS": 200,
        "SESSION_COOKIE_NAME": "tilesight",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "PERMANENT_SESSION_LIFETIME": 5 * 365 * 24 * 3600,
        "WTF_CSRF_TIME_LIMIT": None,  # a game may lie open all evening
        "WTF_CSRF_SSL_STRICT": False,
        "BABEL_DEFAULT_LOCALE": "en",
        "BABEL_TRANSLATION_DIRECTORIES": "translations",
        "PHOTOS_AT_ONCE": PHOTOS_AT_ONCE,
        "UPLOADS_A_MINUTE": UPLOADS_A_MINUTE,
        "ADVICE_SECONDS": ADVICE_SECONDS,
        "ALLOWED_HOSTS": tuple(os.environ.get("TILESIGHT_HOSTS", "").split()),
        "READER": None,
        "PROFILES": profiles_folder(folder),
    }


def secret_key(path: Path) -> str:
    """The key kept in ``path``, made on the first start and readable by the owner only."""
    try:
        key = path.read_bytes().decode("ascii", "backslashreplace").strip()
    except FileNotFoundError:
        key = ""
    if key:
        return key
    key = secrets.token_hex(32)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key + "\n")
    return key
