"""One photo to one reading: sequences the steps and times them, nothing more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from vision import classify, corners, detect
from vision.adapt import Learned, learned
from vision.arrange import Arrangement, Kind, arrange
from vision.backs import without_bare_ground
from vision.clarity import believed_together, is_hard_to_read
from vision.classify import TileScores
from vision.colourless import is_colourless
from vision.decide import Opinion, both_ways, decide, upright, wants_second_opinion
from vision.decode import load_search, propose, worth_a_search
from vision.detect import height_of
from vision.edge import goes_on_beyond
from vision.exposure import LIGHT_HIDES, VERY_DARK, hides_tiles, is_very_dark
from vision.find import Found, find_tiles
from vision.frame import legible
from vision.gaps import with_room_told
from vision.ink import ink_vectors
from vision.likeness import Fit, fit_of
from vision.mirrored import looks_mirrored
from vision.photo import Photo, open_photo
from vision.reading import CUT_OFF, TAKE_IT_AGAIN, Quad, SceneReading, TileGroup, Why
from vision.rectify import cut_crops
from vision.risks import doubted_at_risk
from vision.shared_inks import share_inks
from vision.stock import held_against
from vision.stopwatch import Stopwatch
from vision.strangers import doubted_strangers
from vision.two_bars import doubted_ones

if TYPE_CHECKING:
    from solver.rules import Rules
    from vision.profile import Profile

MOST_OPINIONS = 6
"""Tiles of one photo that Tesseract is asked about: each costs a tenth of a second."""
_OCR_SIZE = (96, 128)
_NO_TILES_FOUND: Mapping[Kind, str] = {
    "table": "no tiles found: take the photo closer, in more light, or from above",
    # its tiles stand: from above they show their edges
    "rack": "no tiles found: take the photo closer, in more light,"
    " or from the front, level with the tiles",
    "auto": "no tiles found: take the photo closer, in more light,"
    " or a table from above and a rack from the front",
}


def read(
    source: Path | bytes | Photo,
    *,
    kind: Kind = "auto",
    rules: Rules | None = None,
    name: str | None = None,
    second_reader: bool = True,
    profile: Profile | None = None,
) -> SceneReading:
    """Everything that can be read off one photo.

    Args:
        source: a file, the bytes of one, or a photo opened before (its decoding
            then takes no time here).
        kind: what the photo shows; ``auto`` decides from how the tiles lie.
        rules: whose box and sets the tiles are held against, for warnings and
            proposals only: no rule ever changes what is read.
        name: what to call the photo in the reading.
        second_reader: whether Tesseract is asked about doubtful numbers.
        profile: what is known of the very tiles that lie there. It is left out unless
            they look like it; where they surely do not, a warning says so.

    Raises:
        PhotoError: the source is no usable photo.
    """
    _load_networks()
    known = None if profile is None else learned(profile)
    clock = Stopwatch()
    with clock.stage("decode"):
        photo = source if isinstance(source, Photo) else open_photo(source, name)
    finds, known, fit = _found_with(known, photo, clock)
    adaptation = known.adaptation if known else None
    with clock.stage("classify"):
        finds = without_bare_ground(photo.pixels, finds)
        found = legible(finds, photo.pixels.shape[1], photo.pixels.shape[0])
        mirrored = looks_mirrored(photo.pixels, found, adaptation)
    with clock.stage("ink"):
        quads = [tile.quad for tile in found]
        held = [upright(tile.quad, tile.scores.upside_down) for tile in found]
        vectors = ink_vectors(photo.pixels, held)
        inks = known.inks if known else None
        heights = [height_of(quad) for quad in quads]
        shared = share_inks([tile.scores for tile in found], vectors, inks, heights=heights)
    with clock.stage("arrange"):
        seen = [
            _Seen(quad, _in_whole_photo(quad, photo), score)
            for quad, score in zip(quads, shared, strict=True)
        ]
        chances = [tile.scores.upside_down for tile in seen]
        laid = arrange([tile.quad for tile in seen], upside_down=chances, kind=kind)
    asked = _worth_asking(seen, laid) if second_reader else []
    opinions: Mapping[int, Opinion] = {}
    if asked:
        with clock.stage("second_opinion"):
            opinions = _second_opinions(photo, seen, laid, asked)
    with clock.stage("arrange"):
        reading = _reading(photo, name or photo.name, seen, laid, opinions)
        reading = doubted_strangers(doubted_at_risk(believed_together(reading)), photo.pixels)
        reading = doubted_ones(reading, photo.pixels)
        if not reading.tiles:
            reading = replace(reading, warnings=(_NO_TILES_FOUND[kind],))
        elif rules is not None:
            reading = with_room_told(held_against(reading, rules), rules)
        missing = _about_what_is_missing(reading, photo, found, pieces=len(found) < len(finds))
        reading = replace(reading, warnings=(*reading.warnings, *missing))
        if reading.tiles and is_colourless(photo.pixels, vectors):
            reading = _doubted(reading, "the photo has no colours: take it again in colour")
        if profile is not None and fit is Fit.OTHER:
            reading = replace(reading, warnings=(*reading.warnings, _other_edition(profile.name)))
        if mirrored:
            reading = _doubted(reading, "the photo looks mirrored: take it again unmirrored")
    if rules is not None and worth_a_search(reading, rules):
        load_search()
        with clock.stage("propose"):
            reading = _with_proposals(reading, rules)
    return replace(reading, timings_ms=clock.stages)


def _about_what_is_missing(
    reading: SceneReading, photo: Photo, found: Sequence[Found], *, pieces: bool
) -> Iterator[str]:
    """What of the table the photo does not show, or not well; ``pieces``: tiles cut too far."""
    quads = [tile.quad for tile in found]
    if is_hard_to_read(reading):
        yield TAKE_IT_AGAIN
    if is_very_dark(photo.pixels, quads):
        yield VERY_DARK
    if hides_tiles(photo.pixels, quads):
        yield LIGHT_HIDES
    if pieces or goes_on_beyond(photo.pixels, found):
        yield CUT_OFF


def _found_with(
    known: Learned | None, photo: Photo, clock: Stopwatch
) -> tuple[list[Found], Learned | None, Fit]:
    """The tiles of a photo, and what is known of them, which is nothing unless they are like it."""
    found = find_tiles(photo.pixels, clock, known.adaptation if known else None)
    if known is None:
        return found, None, Fit.UNTOLD
    with clock.stage("classify"):
        fit = fit_of(photo.pixels, found, known.prints)
    if fit is Fit.OWN:
        return found, known, fit
    return find_tiles(photo.pixels, clock), None, fit


def _other_edition(profile: str) -> str:
    return (
        f"the tiles do not look like those of the profile {profile}, so it was left out:"
        " choose that of this game, or none"
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """A tile found: its quad in the pixels decoded and in the whole photo, its scores."""

    decoded: Quad
    quad: Quad
    scores: TileScores


def _load_networks() -> None:
    """Before the clock starts: loading happens once a process, not once a photo."""
    detect.loaded()
    corners.loaded()
    classify.loaded()


def _in_whole_photo(quad: Quad, photo: Photo) -> Quad:
    rows, columns = photo.pixels.shape[:2]
    across, along = photo.width / columns, photo.height / rows
    a, b, c, d = (((x + 0.5) * across - 0.5, (y + 0.5) * along - 0.5) for x, y in quad)
    return (a, b, c, d)


def _worth_asking(seen: Sequence[_Seen], laid: Arrangement) -> list[int]:
    """Places of the tiles whose number is most in doubt."""
    turned = laid.upside_down
    asked = [i for i, tile in enumerate(seen) if wants_second_opinion(tile.scores, turned[i])]
    asked.sort(key=lambda i: both_ways(seen[i].scores, turned[i])[0][1])
    return asked[:MOST_OPINIONS]


def _second_opinions(
    photo: Photo, seen: Sequence[_Seen], laid: Arrangement, asked: Sequence[int]
) -> dict[int, Opinion]:
    """What Tesseract reads on the tiles at these places, where it reads anything."""
    from vision.ocr import second_opinions

    quads = [upright(seen[i].decoded, laid.upside_down[i]) for i in asked]
    crops = cut_crops(photo.pixels, quads, width=_OCR_SIZE[0], height=_OCR_SIZE[1], margin=0.0)
    answers = second_opinions(list(crops))
    return {i: answer for i, answer in zip(asked, answers, strict=True) if answer is not None}


def _reading(
    photo: Photo,
    name: str,
    seen: Sequence[_Seen],
    laid: Arrangement,
    opinions: Mapping[int, Opinion],
) -> SceneReading:
    """Tiles numbered in the order they lie, group after group."""
    order = [place for group in laid.groups for place in group.tiles]
    number = {place: tile_id for tile_id, place in enumerate(order)}
    return SceneReading(
        photo=name,
        width=photo.width,
        height=photo.height,
        tiles=tuple(
            decide(
                number[place],
                seen[place].quad,
                seen[place].scores,
                laid.upside_down[place],
                opinions.get(place),
            )
            for place in order
        ),
        groups=tuple(
            TileGroup(group.zone, tuple(number[place] for place in group.tiles))
            for group in laid.groups
        ),
    )


def _with_proposals(reading: SceneReading, rules: Rules) -> SceneReading:
    """Likelier readings beside the raw ones; the tiles concerned become doubtful."""
    proposals = propose(reading, rules)
    doubted = {proposal.id for proposal in proposals}
    tiles = tuple(
        tile.doubted(Why.ANOTHER_FITS) if tile.id in doubted else tile for tile in reading.tiles
    )
    return replace(reading, tiles=tiles, proposals=proposals)


def _doubted(reading: SceneReading, why: str) -> SceneReading:
    """The reading of a photo that is not to be relied on: every tile is worth a look."""
    tiles = tuple(tile.doubted(Why.WHOLE_PHOTO) for tile in reading.tiles)
    return replace(reading, tiles=tiles, warnings=(*reading.warnings, why))
