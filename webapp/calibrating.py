"""From a photo of somebody's tiles to a profile on the shelf, without Flask."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from solver.names import tidied
from solver.notation import NotationError, parse_table
from solver.tiles import COLORS, NUMBERS
from webapp.seen import BadInput
from webapp.shelf import own_shelf

if TYPE_CHECKING:
    from vision.calibrate import Calibration, Stray
    from vision.photo import Photo
    from vision.profile import Patch, Profile
    from vision.reading import TileReading


MOST_SWAPPED = 3
"""Of more tiles told so, it is the reading that mixes them up, not the hand."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What a photo shows, and the profile as it would be with it."""

    calibration: Calibration
    profile: Profile


def name_for(text: str) -> str:
    """A profile's name made of any text, such as a file's name."""
    word = " ".join(re.sub(r"[^\w '.\-]", " ", tidied(text)).split()).lstrip("-'. ")
    return word[:40].strip() or "my tiles"


def from_photo(path: Path, name: str, *, laid: str | None, add: bool, replace: bool) -> Calibrated:
    """Learn the tiles on a photo; nothing is kept yet.

    Args:
        laid: the tiles in notation, row by row; None for a whole game in order.
        add: the profile is there and gets the photo's tiles as well.
        replace: a profile of that name is there and may go.

    Raises:
        BadInput: no such photo or profile, a name that is taken or none, or a photo
            that nothing can be learned from or whose colours cannot be told apart.
    """
    from vision.calibrate import CalibrationError
    from vision.photo import PhotoError, open_photo
    from vision.profile import ProfileError, checked_name

    shelf = own_shelf()
    old = shelf.load(name) if add else None
    if not add and not replace and shelf.has(name):
        raise BadInput(
            f"there is a profile {name} already: add to it with --add, put this in its place "
            "with --replace, or choose another --name"
        )
    try:
        checked = checked_name(name)
        photo = open_photo(path, str(path))
        calibration = named_in(photo, old, None if laid is None else _laid(laid))
    except CalibrationError as error:
        how = "" if laid is not None else "; or name what lies there with --tiles"
        raise BadInput(f"{error}{how}") from error
    except (PhotoError, ProfileError) as error:
        raise BadInput(str(error)) from error
    if not calibration.sure:
        raise BadInput(
            f"{path}: which colour is which cannot be told: take the photo in brighter, whiter "
            "light, or say what lies there with --tiles"
        )
    try:
        return Calibrated(calibration, grown(old, checked, calibration.patches))
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error


def named_in(photo: Photo, old: Profile | None, laid: Sequence[str] | None = None) -> Calibration:
    """The tiles on a photo of a game laid out in order, with what an old profile knows of them;
    if they are other tiles than its own, without.

    Raises:
        CalibrationError: as :func:`vision.calibrate.calibrate`.
    """
    from vision.adapt import learned
    from vision.calibrate import CalibrationError, calibrate

    if old is not None:
        with suppress(CalibrationError):  # it may be for what is known of other tiles
            return calibrate(photo, laid=laid, known=learned(old))
    return calibrate(photo, laid=laid)


def grown(old: Profile | None, name: str, patches: tuple[Patch, ...]) -> Profile:
    """The old profile with more pictures, or a new one of that name, made today.

    Raises:
        BadInput: the pictures are of other tiles than those of the old profile.
    """
    from vision.likeness import Fit, Prints, fit_of_pictures
    from vision.profile import Profile

    if old is None:
        return Profile(name, date.today().isoformat(), ()).with_patches(patches)
    if fit_of_pictures(patches, Prints.of(old.patches)) is Fit.OTHER:
        raise BadInput(
            f"these tiles do not look like those of the profile {old.name}: "
            "make a profile of their own of them, with another name"
        )
    return old.with_patches(patches)


def keep(found: Calibrated) -> Profile:
    """Put the profile on the shelf, with what the reader makes of it beside it.

    Raises:
        BadInput: the shelf cannot be written.
    """
    from vision.adapt import learned

    profile = own_shelf().save(found.profile, replacing=True)
    learned(profile)
    return profile


def remarks_on(calibration: Calibration) -> Iterator[str]:
    """What a person ought to know of a calibration."""
    exchanged = list(_exchanged(calibration))
    yield from exchanged if len(exchanged) <= MOST_SWAPPED else _parts_exchanged(calibration)
    misplaced = list(_misplaced(calibration))
    if len(misplaced) > MOST_SWAPPED:
        misplaced = []
    yield from misplaced
    if calibration.left_out > len(misplaced):
        count = calibration.left_out - len(misplaced)
        yield f"left out, as no tile of the order lies there: {count}"
    names = [labelled.patch.tile for labelled in calibration.tiles]
    if "J" not in names:
        yield "no joker was seen: lay the jokers last, or add a photo of them with --tiles J"


def _exchanged(calibration: Calibration) -> Iterator[str]:
    """Tiles each of which was read as the order names the next of them, and the last as the
    first: two that changed places, or more in a circle."""
    left = [tile for tile in calibration.reading.tiles if tile.raw != tile.tile]
    while left:
        circle = _circle(left)
        if circle:
            seen = [f"{_where(calibration, tile.id)} reads {tile.raw}" for tile in circle]
            yield _changed_places([tile.tile for tile in circle], _listed(seen))
        told = circle or left[:1]
        left = [tile for tile in left if tile not in told]


def _parts_exchanged(calibration: Calibration) -> Iterator[str]:
    """Parts of two rows that changed places: the same numbers, one after the other, of two
    colours. Where all numbers are exchanged it is the reading that mixes the colours up."""
    swapped = {(tile.tile, tile.raw) for tile in calibration.reading.tiles}
    for one, other in combinations(COLORS, 2):
        numbers = [
            n
            for n in NUMBERS
            if {(f"{one}{n}", f"{other}{n}"), (f"{other}{n}", f"{one}{n}")} <= swapped
        ]
        in_a_row = bool(numbers) and numbers[-1] - numbers[0] + 1 == len(numbers)
        if in_a_row and MOST_SWAPPED < len(numbers) < len(NUMBERS):
            parts = [f"{ink}{numbers[0]} to {ink}{numbers[-1]}" for ink in (one, other)]
            told = f"{_listed(parts)} seem to have changed places"
            yield f"{told}: if so, lay them right and take the photo again"


def _circle(left: Sequence[TileReading]) -> list[TileReading]:
    """The tiles that the first of ``left`` changed places with, it included; none if with none."""
    circle, others = [left[0]], list(left[1:])
    while circle[-1].raw != circle[0].tile:
        there = [tile for tile in others if tile.tile == circle[-1].raw]
        if not there:
            return []
        # of equal tiles, the one that closes the circle
        circle.append(next((tile for tile in there if tile.raw == circle[0].tile), there[0]))
        others.remove(circle[-1])
    return circle


def _misplaced(calibration: Calibration) -> Iterator[str]:
    """What became of tiles that were left out, so far as one of those missing lies there."""
    missing = list(calibration.missing)
    for stray in calibration.strays:
        for name in missing:
            told = _beside_its_place(calibration, name, stray) or _elsewhere(name, stray)
            if told:
                missing.remove(name)
                yield told
                break


def _beside_its_place(calibration: Calibration, missing: str, stray: Stray) -> str | None:
    """That a tile left out is the missing one, on the wrong side of its neighbour.

    Tiles are numbered as they lie, those left out among them.
    """
    names = {tile.id: tile.tile for tile in calibration.reading.tiles}
    ink, number = missing[0], int(missing[1:])
    before, after = f"{ink}{number - 1}", f"{ink}{number + 1}"
    # its neighbour in the order lies where it belongs, so that it lies behind or before that
    for step, side, nearer, beyond in ((-1, "after", after, before), (1, "before", before, after)):
        read = names.get(stray.id + step)
        if read is not None and (read == nearer or names.get(stray.id + 2 * step) == beyond):
            seen = f"{_where(calibration, stray.id + step)} reads {read}"
            why = f"the tile {side} it fits nowhere in the order and was left out"
            return _changed_places([missing, read], f"{seen}, and {why}")
    return None


def _elsewhere(missing: str, stray: Stray) -> str | None:
    """That a tile left out is the missing one, far from where it belongs."""
    if stray.read != missing:
        return None
    return (
        f"{missing} seems to lie out of its place: tile {stray.place} of row {stray.row} reads "
        f"{missing}, fits nowhere in the order and was left out: if so, lay it right and take the "
        "photo again"
    )


def _changed_places(names: Sequence[str], seen: str) -> str:
    return (
        f"{_listed(names)} seem to have changed places: {seen}: if so, lay them right and take "
        "the photo again"
    )


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _where(calibration: Calibration, tile_id: int) -> str:
    """A tile's row and place in it, from 1; tiles that were left out count."""
    groups = calibration.reading.groups
    row, group = next((i, g) for i, g in enumerate(groups, 1) if tile_id in g.tiles)
    starts = (stray.id - stray.place + 1 for stray in calibration.strays if stray.row == row)
    return f"tile {tile_id - min((group.tiles[0], *starts)) + 1} of row {row}"


def _laid(text: str) -> tuple[str, ...]:
    try:
        names = tuple(str(tile) for meld in parse_table(text) for tile in meld)
    except NotationError as error:
        raise BadInput(str(error)) from error
    if not names:
        raise BadInput('no tiles are named: write --tiles "R1 R2 R3 | B5 J", row by row')
    return names
