"""The pages, one blueprint a concern."""

from flask import Flask

from webapp.views import about, games, play, profiles, referee, rounds, rules, scenes, scores
from webapp.views.current import PlaceConverter


def register(app: Flask) -> None:
    """Put every page into ``app``."""
    app.url_map.converters["place"] = PlaceConverter
    for module in (games, scenes, play, profiles, rules, referee, scores, rounds, about):
        app.register_blueprint(module.pages)
