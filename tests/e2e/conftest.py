"""The page as served, in a real headless Chromium of the size of a phone."""

from __future__ import annotations

import json
import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright
from waitress.server import create_server

from tests.pages import page_in
from vision.reading import SceneReading, TileGroup, TileReading, Zone

SAMPLES = Path(__file__).parents[2] / "samples"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)


class LabelReader:
    """Reads the sample photos as their labels say, in place of the networks.

    Where a test is about the page and not about the eyes, it must not hang on
    how well they see. ``doubt`` names tiles to read doubtfully: id -> another
    tile that it may be (``rack_doubt`` on the rack); ``wrong`` those to read as another.
    """

    def __init__(self) -> None:
        self.labels = json.loads((SAMPLES / "labels.json").read_text(encoding="utf-8"))
        self.doubt: dict[int, str] = {}
        self.rack_doubt: dict[int, str] = {}
        self.wrong: dict[int, str] = {}
        self.missed: set[int] = set()

    def __call__(self, photo, *, kind="auto", rules=None, name=None, profile=None):
        part = "rack" if kind == "rack" else "table"
        label = self.labels[f"kitchen/{part}.jpg"]
        zone = Zone.RACK if part == "rack" else Zone.TABLE
        tiles = [self._tile(number, one) for number, one in enumerate(label["tiles"])]
        if part == "table":
            tiles = [self._as_seen(tile) for tile in tiles if tile.id not in self.missed]
        else:
            tiles = [self._doubted(tile, self.rack_doubt) for tile in tiles]
        seen = {tile.id for tile in tiles}
        groups = [TileGroup(zone, tuple(i for i in g if i in seen)) for g in label["groups"]]
        return SceneReading(photo.name, photo.width, photo.height, tuple(tiles), tuple(groups))

    def _tile(self, number: int, label: dict) -> TileReading:
        quad = tuple((float(x), float(y)) for x, y in label["quad"])
        return TileReading(number, label["tile"], 0.99, False, quad, raw=label["tile"])

    def _as_seen(self, tile: TileReading) -> TileReading:
        if tile.id in self.wrong:
            return replace(tile, tile=self.wrong[tile.id])
        return self._doubted(tile, self.doubt)

    def _doubted(self, tile: TileReading, doubt: dict[int, str]) -> TileReading:
        if tile.id in doubt:
            other = ((doubt[tile.id], 0.3),)
            return replace(tile, confidence=0.6, doubtful=True, alternatives=other)
        return tile


class Served:
    """The page on a port of its own."""

    def __init__(self, app) -> None:
        self.app = app
        self._server = create_server(app, host="127.0.0.1", port=0, threads=4)
        self.url = f"http://127.0.0.1:{self._server.effective_port}"
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.close()
        self._thread.join(10)
        self.app.extensions["tilesight_store"].close()


@pytest.fixture
def reader():
    return LabelReader()


@pytest.fixture
def page_with_labels(tmp_path, reader):
    served = Served(page_in(tmp_path, {"READER": reader}))
    yield served
    served.close()


@pytest.fixture
def page_with_eyes(tmp_path):
    served = Served(page_in(tmp_path, {}))
    yield served
    served.close()


@pytest.fixture(scope="session")
def chromium():
    # Without one on the system, Playwright's own is used (setup/install fetches it).
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_phone(chromium):
    """Opens phones; at the end none of them may have met a script or policy error."""
    contexts = []
    complaints: list[str] = []

    def open_one(**options):
        context = chromium.new_context(**(PHONE | options))
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda line: complaints.append(line.text) if line.type == "error" else None,
        )
        return page

    yield open_one
    for context in contexts:
        context.close()
    meant = ("status of 4", "ERR_INTERNET_DISCONNECTED")  # refusals, and tests without a network
    assert [line for line in complaints if not any(words in line for words in meant)] == []
