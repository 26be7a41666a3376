"""The pages, one blueprint a concern."""

from flask import Flask

from webapp.views import about, games, play, referee, rounds, rules, scenes, scores


def register(app: Flask) -> None:
    """Put every page into ``app``."""
    for module in (games, scenes, play, rules, referee, scores, rounds, about):
        app.register_blueprint(module.pages)
