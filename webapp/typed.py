"""Tiles typed as text over a reading: what the text leaves alone stays as it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

from solver.notation import DOUBTED, NotationError, parse_declared_set, parse_tiles
from vision.reading import FACE_DOWN, UNREADABLE, SceneReading, TileReading, Zone
from webapp.corrections import (
    MAX_TILES,
    NOWHERE,
    Corrected,
    CorrectionError,
    arranged,
    empty_scene,
    next_id,
    settled,
)

_EQUALS = re.compile(r"[ \t]*=[ \t]*")


class _Word(NamedTuple):
    """A tile of a text, and what it was declared to be; "" where that is not said."""

    name: str
    meant: str = ""


def retype(reading: SceneReading, text: str, zone: Zone) -> Corrected:
    """The reading that ``text`` describes, one set a line or sets between ``|``.

    Tiles that the text leaves where they were keep their place on the photo and
    what was known about them; so do tiles that were only renamed. What jokers of a table
    were declared to be is as the text has it (``J=R10``).

    Raises:
        NotationError: a word is no tile.
        CorrectionError: there are too many tiles.
    """
    named = _named_rows(text, zone)
    if sum(map(len, named)) > MAX_TILES:
        raise CorrectionError(f"that is more than {MAX_TILES} tiles: no game has so many")
    kept = _matched(reading, [[word.name for word in row] for row in named])
    tiles: list[TileReading] = []
    rows: list[list[int]] = []
    free_id = next_id(reading.tiles)
    for row, names in enumerate(named):
        rows.append([])
        for place, word in enumerate(names):
            old = kept.get((row, place))
            tile = replace(_retyped(old, word.name, free_id), meant=word.meant)
            free_id = max(free_id, tile.id + 1)
            tiles.append(tile)
            rows[-1].append(tile.id)
    changed = replace(reading, tiles=tuple(tiles), proposals=())
    return arranged(changed, rows, zone), "typed " + str(len(tiles))


def as_text(reading: SceneReading, between: str = "\n") -> str:
    """The groups in notation, one a line by default; ``?`` and ``X`` included.

    On a table a joker says what it was declared to be (``J=R10``).
    """
    return between.join(
        " ".join(_word_of(reading.tile(i), group.zone) for i in group.tiles)
        for group in reading.groups
    )


def _word_of(tile: TileReading, zone: Zone) -> str:
    return f"{tile.tile}={tile.meant}" if tile.meant and zone is Zone.TABLE else tile.tile


def says(text: str, reading: SceneReading, zone: Zone) -> bool:
    """Whether ``text`` names just the tiles that ``reading`` has, set by set, declared alike."""
    try:
        return _named_rows(text, zone) == _named_rows(as_text(reading), zone)
    except NotationError:
        return False


def scene_of(rows: Iterable[str], zone: Zone) -> SceneReading:
    """A reading without photo that holds these rows of tiles."""
    return retype(empty_scene(), "\n".join(rows), zone)[0]


def _named_rows(text: str, zone: Zone) -> list[list[_Word]]:
    """The tiles, set by set; ``?`` and ``X`` survive the round trip."""
    text = _EQUALS.sub("=", text)
    if zone is Zone.RACK:
        lines = text.replace("|", "\n").splitlines()
    else:
        lines = text.replace("\n", " ").split("|") if "|" in text else text.splitlines()
    rows: list[list[_Word]] = []
    for line in lines:
        names: list[_Word] = []
        for word in line.replace(",", " ").replace(";", " ").split():
            if word.upper().removesuffix(DOUBTED) in (UNREADABLE, FACE_DOWN):
                names.append(_Word(word.upper().removesuffix(DOUBTED)))
            elif zone is Zone.TABLE:
                names.extend(_declared(word))
            else:
                names.extend(_Word(str(tile)) for tile in parse_tiles(word))
        if names:
            rows.append(names)
    return rows


def _declared(word: str) -> list[_Word]:
    told = [each.partition("=") for each in str(parse_declared_set(word)).split()]
    return [_Word(name, meant) for name, _equals, meant in told]


def _matched(
    reading: SceneReading, named: Sequence[Sequence[str]]
) -> dict[tuple[int, int], TileReading]:
    """Which old tile each new place takes over: unchanged ones first, then renamed ones."""
    old = [reading.tile(i) for group in reading.groups for i in group.tiles]
    places = [(r, p) for r, names in enumerate(named) for p in range(len(names))]
    names = [named[r][p] for r, p in places]
    matcher = SequenceMatcher(None, [t.tile for t in old], names, autojunk=False)
    kept: dict[tuple[int, int], TileReading] = {}
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal" or (tag == "replace" and b - a == d - c):
            kept.update(zip(places[c:d], old[a:b], strict=True))
    taken = {tile.id for tile in kept.values()}
    free = [tile for tile in old if tile.id not in taken]
    for place, name in zip(places, names, strict=True):
        same = next((t for t in free if t.tile == name), None)
        if place not in kept and same is not None:
            kept[place] = same
            free.remove(same)
    return kept


def _retyped(old: TileReading | None, name: str, new_id: int) -> TileReading:
    if old is not None and old.tile == name:
        return old
    base = old or TileReading(id=new_id, tile=name, confidence=1.0, doubtful=False, quad=NOWHERE)
    return settled(base, name)
