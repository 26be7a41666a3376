"""The second reader on drawn digits, and what happens without Tesseract."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytesseract
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision import ocr
from vision.classify import TileScores
from vision.decide import decide, wants_second_opinion
from vision.reading import DecidedBy, Quad

QUAD: Quad = ((0.0, 0.0), (60.0, 0.0), (60.0, 80.0), (0.0, 80.0))


@pytest.fixture(autouse=True)
def _ask_again() -> Iterator[None]:
    """Whether Tesseract is there is looked up once a process; each test looks anew."""
    ocr.available.cache_clear()
    yield
    ocr.available.cache_clear()


def face(text: str, ink: tuple[int, int, int]) -> np.ndarray:
    image = Image.new("RGB", (96, 128), (240, 235, 220))
    pen = ImageDraw.Draw(image)
    pen.text((48, 48), text, font=ImageFont.load_default(60), fill=ink, anchor="mm")
    return np.asarray(image)


@pytest.mark.parametrize(
    ("number", "ink"),
    [(3, (200, 30, 40)), (8, (30, 80, 190)), (12, (20, 20, 20)), (5, (230, 130, 0))],
)
def test_reads_drawn_numbers_in_every_ink(number: int, ink: tuple[int, int, int]) -> None:
    (opinion,) = ocr.second_opinions([face(str(number), ink)])
    assert opinion is not None
    assert opinion[0] == number
    assert 0 <= opinion[1] <= 1


def test_every_tile_gets_its_own_answer() -> None:
    """Tiles without a number between the others must not shift the answers."""
    blank = np.full((128, 96, 3), 230, np.uint8)
    asked = [face("3", (0, 0, 0)), blank, face("8", (200, 30, 40)), blank, face("12", (20, 20, 20))]
    numbers = [answer and answer[0] for answer in ocr.second_opinions(asked)]
    assert numbers == [3, None, 8, None, 12]


def test_has_no_opinion_on_an_empty_tile_or_noise() -> None:
    blank = np.full((128, 96, 3), 230, np.uint8)
    noise = np.random.default_rng(0).integers(0, 255, (128, 96, 3), dtype=np.uint8)
    assert ocr.second_opinions([blank, noise]) == [None, None]


def test_numbers_beyond_the_game_are_no_opinion() -> None:
    assert ocr.second_opinions([face("88", (20, 20, 20))]) == [None]


def test_without_tesseract_it_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", str(tmp_path / "missing"))
    with caplog.at_level(logging.WARNING):
        assert ocr.second_opinions([face("3", (0, 0, 0))]) == [None]
        assert ocr.second_opinions([face("4", (0, 0, 0))]) == [None]
    (record,) = caplog.records
    assert "apt install tesseract-ocr" in record.getMessage()


UNSURE = TileScores((("R3", 0.55), ("R8", 0.45)), (("X", 1.0),), 0.0, 1.0)
UNSURE_OF_INK = TileScores((("R3", 0.55), ("O3", 0.45)), (("X", 1.0),), 0.0, 1.0)


def test_an_opinion_decides_between_two_numbers_and_is_named() -> None:
    alone = decide(0, QUAD, UNSURE, 0.0)
    assert (alone.tile, alone.doubtful, alone.decided_by) == ("R3", True, DecidedBy.NETWORK)
    overruled = decide(0, QUAD, UNSURE, 0.0, (8, 0.95))
    assert (overruled.tile, overruled.decided_by) == ("R8", DecidedBy.TESSERACT)
    assert overruled.raw == "R3"
    assert overruled.doubtful  # however sure Tesseract is
    confirmed = decide(0, QUAD, UNSURE, 0.0, (3, 0.95))
    assert (confirmed.tile, confirmed.decided_by) == ("R3", DecidedBy.NETWORK)
    assert confirmed.confidence > alone.confidence
    likely = TileScores((("R3", 0.85), ("R8", 0.15)), (("X", 1.0),), 0.0, 1.0)
    assert decide(0, QUAD, likely, 0.0).doubtful
    assert not decide(0, QUAD, likely, 0.0, (3, 0.95)).doubtful


def test_an_opinion_that_is_not_sure_itself_has_no_say() -> None:
    assert decide(0, QUAD, UNSURE, 0.0, (8, 0.6)) == decide(0, QUAD, UNSURE, 0.0)


def test_a_likelier_number_is_not_overruled() -> None:
    likely = TileScores((("R3", 0.85), ("R8", 0.15)), (("X", 1.0),), 0.0, 1.0)
    heard = decide(0, QUAD, likely, 0.0, (8, 0.95))
    assert (heard.tile, heard.doubtful) == ("R3", True)


def test_a_sure_network_is_not_overruled() -> None:
    sure = TileScores((("R3", 0.995), ("R8", 0.005)), (("X", 1.0),), 0.0, 1.0)
    assert decide(0, QUAD, sure, 0.0, (8, 0.95)).tile == "R3"
    assert not wants_second_opinion(sure, 0.0)


def test_only_doubt_about_the_number_is_worth_asking() -> None:
    assert wants_second_opinion(UNSURE, 0.0)
    assert not wants_second_opinion(UNSURE_OF_INK, 0.0)


@pytest.mark.parametrize("number", [6, 9])
def test_a_6_seen_on_a_tile_that_may_lie_upside_down_may_be_a_9(number):
    """The second reader sees the tile as it is held: it cannot know which end is up."""
    either = TileScores(
        upright=(("R6", 0.6), ("R9", 0.3), ("R8", 0.1)),
        flipped=(("R9", 0.6), ("R6", 0.3), ("R8", 0.1)),
        upside_down=0.4,
        tile_probability=1.0,
    )
    heard = decide(0, QUAD, either, 0.4, (number, 0.95))
    assert heard.doubtful
    assert {heard.tile, heard.alternatives[0][0]} == {"R6", "R9"}
    assert heard.alternatives[0][1] > 0.2
    # its row may say which end is up, but what was seen adds nothing to that
    assert decide(0, QUAD, either, 0.03, (number, 0.95)).alternatives[0][1] > 0.2
    marked = TileScores((("R6", 0.8), ("R9", 0.2)), (("R8", 1.0),), 0.001, 1.0)
    assert not decide(0, QUAD, marked, 0.001, (6, 0.95)).doubtful
