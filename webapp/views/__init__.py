"""The pages, one blueprint a concern."""

from flask import Flask

from webapp.views import about, games, play, scenes


def register(app: Flask) -> None:
    """Put every page into ``app``."""
    for module in (games, scenes, play, about):
        app.register_blueprint(module.pages)
