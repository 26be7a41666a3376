"""One photo to one reading: sequences the steps and times them, nothing more."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from solver.notation import parse_tile
from vision import classify, detect
from vision.arrange import Arrangement, Kind, arrange
from vision.classify import TileScores
from vision.photo import Photo, open_photo
from vision.reading import (
    FACE_DOWN,
    UNREADABLE,
    Quad,
    SceneReading,
    TileGroup,
    TileReading,
)

if TYPE_CHECKING:
    from solver.rules import Rules

LEAST_TILE = 0.5
"""A find that the classifier thinks less likely than this to be a tile is dropped."""
DOUBTFUL_BELOW = 0.9
UNREADABLE_BELOW = 0.2
ALTERNATIVES = 5
LEAST_ALTERNATIVE = 0.001
_NO_TILES = (UNREADABLE, FACE_DOWN)
_NUMBER_WORDS = {3: "three", 4: "four", 5: "five", 6: "six"}


def read(
    source: Path | bytes | Photo,
    *,
    kind: Kind = "auto",
    rules: Rules | None = None,
    name: str | None = None,
) -> SceneReading:
    """Everything that can be read off one photo.

    Args:
        source: a file, the bytes of one, or a photo opened before (its decoding
            then takes no time here).
        kind: what the photo shows; ``auto`` decides from how the tiles lie.
        rules: whose box the tiles are counted against, for warnings only: no
            rule ever changes what is read.
        name: what to call the photo in the reading.

    Raises:
        PhotoError: the source is no usable photo.
    """
    _load_networks()
    clock = _Clock()
    with clock.stage("decode"):
        photo = source if isinstance(source, Photo) else open_photo(source, name)
    with clock.stage("detect"):
        found = detect.detect(photo.pixels)
    with clock.stage("classify"):
        scores = classify.classify(photo.pixels, [tile.quad for tile in found])
    with clock.stage("arrange"):
        sure = [i for i, score in enumerate(scores) if score.tile_probability >= LEAST_TILE]
        quads = [_in_whole_photo(found[i].quad, photo) for i in sure]
        kept = [scores[i] for i in sure]
        laid = arrange(quads, upside_down=[score.upside_down for score in kept], kind=kind)
        reading = _reading(photo, name or photo.name, quads, kept, laid)
        reading = replace(reading, warnings=_warnings(reading, rules))
    return replace(reading, timings_ms=clock.stages)


@dataclass(slots=True)
class _Clock:
    """Milliseconds by stage, in the order they ran."""

    stages: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.stages[name] = (time.perf_counter() - start) * 1000


def _load_networks() -> None:
    """Before the clock starts: loading happens once a process, not once a photo."""
    detect.loaded()
    classify.loaded()


def _in_whole_photo(quad: Quad, photo: Photo) -> Quad:
    rows, columns = photo.pixels.shape[:2]
    across, along = photo.width / columns, photo.height / rows
    a, b, c, d = (((x + 0.5) * across - 0.5, (y + 0.5) * along - 0.5) for x, y in quad)
    return (a, b, c, d)


def _reading(
    photo: Photo,
    name: str,
    quads: Sequence[Quad],
    scores: Sequence[TileScores],
    laid: Arrangement,
) -> SceneReading:
    """Tiles numbered in the order they lie, group after group."""
    order = [place for group in laid.groups for place in group.tiles]
    number = {place: tile_id for tile_id, place in enumerate(order)}
    return SceneReading(
        photo=name,
        width=photo.width,
        height=photo.height,
        tiles=tuple(
            _tile(number[place], quads[place], scores[place], laid.upside_down[place])
            for place in order
        ),
        groups=tuple(
            TileGroup(group.zone, tuple(number[place] for place in group.tiles))
            for group in laid.groups
        ),
    )


def _tile(tile_id: int, quad: Quad, scores: TileScores, upside_down: float) -> TileReading:
    ranked = _ranked(scores, upside_down)
    (best, chance), *others = ranked
    confidence = chance * scores.tile_probability
    own = scores.flipped if scores.upside_down > 0.5 else scores.upright
    return TileReading(
        id=tile_id,
        tile=best if confidence >= UNREADABLE_BELOW else UNREADABLE,
        confidence=confidence,
        doubtful=confidence < DOUBTFUL_BELOW,
        quad=(quad[2], quad[3], quad[0], quad[1]) if upside_down > 0.5 else quad,
        alternatives=tuple(
            (tile, p)
            for tile, p in (ranked if confidence < UNREADABLE_BELOW else others)[:ALTERNATIVES]
            if p >= LEAST_ALTERNATIVE
        ),
        raw=own[0][0],
    )


def _ranked(scores: TileScores, upside_down: float) -> list[tuple[str, float]]:
    """Both ways round, each as likely as the tile's row says it is."""
    chances: dict[str, float] = {}
    for share, distribution in ((1 - upside_down, scores.upright), (upside_down, scores.flipped)):
        for tile, chance in distribution:
            chances[tile] = chances.get(tile, 0.0) + share * chance
    return sorted(chances.items(), key=lambda item: (-item[1], item[0]))


def _warnings(reading: SceneReading, rules: Rules | None) -> tuple[str, ...]:
    if not reading.tiles:
        return ("no tiles found: take the photo closer, in more light, or from above",)
    if rules is None:
        return ()
    stock = rules.stock()
    jokers = sum(stock[tile] for tile in stock if tile.is_joker)
    counts = Counter(tile.tile for tile in reading.tiles if tile.tile not in _NO_TILES)
    warnings = []
    for name, count in sorted(counts.items()):
        tile = parse_tile(name)
        # The printed face does not tell the kinds of joker apart.
        held = jokers if tile.is_joker else stock[tile]
        if count > held:
            warnings.append(_too_many(name, count, held))
    return tuple(warnings)


def _too_many(tile: str, count: int, held: int) -> str:
    if held == 0:
        return f"{tile}: this game has no such tile, so it may be misread"
    return (
        f"{_NUMBER_WORDS.get(count, count)} {tile} are more than the game has ({held}): "
        "one may be misread, or tiles outside the game are in view"
    )
