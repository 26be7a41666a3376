"""Opens the database: engine, transactions, migrations run on start."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.orm import Session, sessionmaker

_MIGRATIONS = Path(__file__).with_name("migrations")
_migrating = threading.Lock()


def open_database(url: str | URL) -> tuple[Engine, sessionmaker[Session]]:
    """The engine of ``url``, brought to the newest schema, and its sessions.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be opened or brought up to date.
    """
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        _make_sqlite_safe(engine)
    migrate(engine)
    return engine, sessionmaker(engine, expire_on_commit=False)


def migrate(engine: Engine) -> None:
    """Run every migration that the database has not seen yet, in one transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with _migrating, engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def forget_deleted(engine: Engine) -> None:
    """Make sure that what was deleted is on the disk no more.

    SQLite overwrites deleted rows (``secure_delete``), but until its log is
    emptied an older copy stays in there. Another request that is reading may
    hold the log; then the next deletion empties it.
    """
    if engine.dialect.name != "sqlite":
        return
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    finally:
        connection.close()


def _make_sqlite_safe(engine: Engine) -> None:
    """Write-ahead log, foreign keys, and one writer at a time from BEGIN on.

    The driver's own deferred BEGIN would let two requests read the same revision
    and the later one fail on writing; with BEGIN IMMEDIATE the later one waits.
    """

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA busy_timeout = 10000")
        cursor.execute("PRAGMA secure_delete = ON")  # a deleted photo is overwritten
        cursor.close()

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
