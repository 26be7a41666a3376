"""The page on a temporary folder, with a reader that answers what a test lays down."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest
from PIL import Image

from tests.pages import page_in
from vision.reading import SceneReading, TileGroup, TileReading, Why, Zone


@dataclass
class LaidReader:
    """Reads every photo as the groups last laid down with :meth:`lay`.

    A tile written ``R7~R1`` is read as R7, doubtfully, and may be R1; ``R7~`` may be anything;
    ``R7~cut`` is surely R7, but cut by the photo's edge; ``R7~none`` may be no tile. ``_`` leaves
    room for a tile, and what lies behind ``/`` is another group in the same row.
    """

    groups: tuple[str, ...] = ()
    width: int = 400
    height: int = 300
    warnings: tuple[str, ...] = ()

    def lay(self, *groups: str) -> None:
        self.groups = groups

    def __call__(self, photo, *, kind="auto", rules=None, name=None, profile=None):
        zone = Zone.RACK if kind == "rack" else Zone.TABLE
        tiles: list[TileReading] = []
        rows: list[TileGroup] = []
        for row, text in enumerate(self.groups):
            words = [word for word in text.split() if word != "/"]
            begun = len(tiles)
            tiles += [
                self._tile(begun + place - words[:place].count("_"), word, row, place)
                for place, word in enumerate(words)
                if word != "_"
            ]
            for piece in text.replace("_", " ").split("/"):
                ids = range(begun, begun := begun + len(piece.split()))
                if ids:
                    rows.append(TileGroup(zone, tuple(ids)))
        return SceneReading(
            photo.name, photo.width, photo.height, tuple(tiles), tuple(rows), (), self.warnings
        )

    def _tile(self, number: int, word: str, row: int, place: int) -> TileReading:
        name, doubtful, other = word.partition("~")
        x, y = 20.0 + 32 * place, 20.0 + 60 * row
        if other == "cut":
            x = self.width - 20.0
        tile = TileReading(
            id=number,
            tile=name,
            confidence=0.98,
            doubtful=False,
            quad=((x, y), (x + 30, y), (x + 30, y + 44), (x, y + 44)),
            raw=name,
        )
        if other == "cut":
            tile = tile.doubted(Why.CUT)
        elif other == "none":
            tile = replace(tile, alternatives=(("K12", 0.2),)).doubted(Why.NO_TILE)
        elif doubtful:
            others = ((other, 0.3),) if other else ()
            tile = replace(tile, confidence=0.6, doubtful=True, alternatives=others)
        return tile


@dataclass
class Player:
    """A browser in the middle of a game."""

    client: object
    game: str

    def get(self, path: str = "", **options):
        return self.client.get(self.game + path, **options)

    def post(self, path: str, data=None, **options):
        return self.client.post(self.game + path, data=data or {}, **options)

    def type(self, part: str, tiles: str):
        return self.post(f"/{part}/text", {"tiles": tiles, "then": "game"})

    def photograph(self, part: str, photo: bytes | None = None, name: str = "table.jpg"):
        return self.post_photo(f"/{part}/photo", photo, name)

    def post_photo(self, path: str, photo: bytes | None = None, name: str = "table.jpg"):
        data = {"photo": (io.BytesIO(a_photo() if photo is None else photo), name)}
        return self.post(path, data, content_type="multipart/form-data")

    def tiles(self, part: str) -> list[str]:
        """The tiles of a part as its page's text field shows them, set by set."""
        field = re.search(r"<textarea[^>]*>(.*?)</textarea>", self.get(f"/{part}").text, re.DOTALL)
        return field[1].splitlines()


def a_photo(width: int = 400, height: int = 300, format: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#7a5a3a").save(out, format)
    return out.getvalue()


@pytest.fixture
def reader():
    return LaidReader()


@pytest.fixture
def laid_photo(tmp_path, monkeypatch):
    """Gives the name of a photo that the command line reads as the groups laid on it."""
    laid: dict[str, LaidReader] = {}

    def read(photo, *, name, **options):
        return laid[str(photo)](SimpleNamespace(name=name, width=400, height=300), **options)

    def lay(*groups: str, warnings: tuple[str, ...] = ()) -> str:
        path = tmp_path / f"photo-{len(laid)}.jpg"
        path.write_bytes(a_photo())
        laid[str(path)] = LaidReader(groups, warnings=warnings)
        return str(path)

    monkeypatch.setattr("vision.reader.read", read)
    return lay


@pytest.fixture
def app(tmp_path, reader):
    app = page_in(tmp_path, {"TESTING": True, "WTF_CSRF_ENABLED": False, "READER": reader})
    yield app
    app.extensions["tilesight_store"].close()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def player(client):
    started = client.post("/games", data={"rules": "lemada", "opened": "yes"})
    return Player(client, started.location)
