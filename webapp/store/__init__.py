"""What the page remembers: games, turns, readings with their history, photos.

:class:`Store` is the only way in. Every method is one short transaction and
hands out frozen values, never live database rows, so that slow work (reading a
photo, solving) is never done while the database is held.
"""

from webapp.store.games import Store
from webapp.store.records import (
    CARRIED,
    DREW,
    ChangedMeanwhile,
    Frame,
    GameRecord,
    GameSummary,
    Part,
    Place,
    PlayersRack,
    SceneRecord,
    TurnRecord,
    UnknownGame,
)

__all__ = [
    "CARRIED",
    "DREW",
    "ChangedMeanwhile",
    "Frame",
    "GameRecord",
    "GameSummary",
    "Part",
    "Place",
    "PlayersRack",
    "SceneRecord",
    "Store",
    "TurnRecord",
    "UnknownGame",
]
