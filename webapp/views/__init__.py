"""The pages, one blueprint a concern."""

from flask import Flask

from webapp.views import about, games, play, profiles, referee, rounds, rules, scenes, scores


def register(app: Flask) -> None:
    """Put every page into ``app``."""
    for module in (games, scenes, play, profiles, rules, referee, scores, rounds, about):
        app.register_blueprint(module.pages)
