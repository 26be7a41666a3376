"""The Flask page and the command line.

:func:`create_app` builds the page; the command line never calls it and so never
imports Flask.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None, folder: Path | None = None) -> Flask:
    """The page, with its database opened and brought up to date.

    Args:
        config: overrides of :func:`webapp.config.defaults`. ``READER`` may be a
            callable ``(photo, kind=..., rules=..., name=...) -> SceneReading``
            in place of :func:`vision.reader.read`; where a game has a profile, it is
            called with ``profile=...`` as well.
        folder: where data is kept; :func:`webapp.config.data_folder` by default.

    Raises:
        OSError: the folder cannot be written.
        sqlalchemy.exc.SQLAlchemyError: the database cannot be opened.
    """
    from flask import Flask

    from webapp import config as settings
    from webapp import errors, languages, presenting, security, views, ways
    from webapp.store import Store

    app = Flask(__name__)
    app.config.from_mapping(settings.defaults(folder or settings.data_folder()))
    app.config.from_mapping(dict(config or {}))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["tilesight_store"] = Store(app.config["DATABASE_URL"])
    security.protect(app)
    languages.speak(app)
    presenting.equip(app)
    ways.show_ways(app)
    errors.handle(app)
    views.register(app)
    return app
