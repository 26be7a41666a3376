"""A profile: pictures of an owner's own tiles, each with its name.

A profile is evidence, not settings: what the reader makes of it
(:mod:`vision.adapt`) follows from the pictures, so that better networks make more
of the same profile. Its file is JSON with a small JPEG a tile.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from solver.names import tidied
from vision.classify import KINDS, TILE_NAMES
from vision.patches import PATCH_HEIGHT, PATCH_WIDTH
from vision.photo import PhotoError, encode_small, open_small

VERSION = 1
NO_TILE = KINDS[-1]
"""The name of a picture that shows no tile."""
NAMES = (*TILE_NAMES, NO_TILE)
LONGEST_NAME = 40
MAX_BYTES = 4 * 2**20
"""A file of the largest profile takes about half of this."""
MOST_PATCHES = 600
MOST_OF_ONE = 8
"""Of one tile the latest so many pictures are kept; of no tile, as many times ``EMPTY_SHARE``."""
EMPTY_SHARE = 8
MAX_PATCH_BYTES = 24 * 2**10
_NAME = re.compile(r"\w[\w '.\-\u200c\u200d]*")
_SIZE = (PATCH_WIDTH, PATCH_HEIGHT)


class ProfileError(ValueError):
    """A profile that cannot be used: one line saying what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A JPEG of 72 x 96 pixels of one tile, upright, and the tile's name.

    ``tile`` is notation without kinds of joker (``R7``, ``J``), ``X`` for a back, or
    ``none`` where no tile lies.
    """

    tile: str
    jpeg: bytes

    @classmethod
    def of(cls, tile: str, pixels: NDArray[np.uint8]) -> Self:
        """The patch of RGB uint8 pixels ``(96, 72, 3)``."""
        return cls("J" if tile.startswith("J") else tile, encode_small(pixels))

    def pixels(self) -> NDArray[np.uint8]:
        """RGB uint8 ``(96, 72, 3)``."""
        return open_small(self.jpeg, _SIZE, self.tile)


@dataclass(frozen=True, slots=True)
class Profile:
    """An owner's tiles: a name, the day it was made (ISO), the pictures, oldest first.

    ``home`` is the file it was read from, beside which what was learned from it may
    be kept; it is no part of the profile.
    """

    name: str
    made: str
    patches: tuple[Patch, ...]
    home: Path | None = field(default=None, compare=False)

    @property
    def digest(self) -> str:
        """Hex hash of the evidence, whatever the profile is called."""
        found = hashlib.sha256()
        for patch in self.patches:
            found.update(f"{patch.tile} {len(patch.jpeg)};".encode())
            found.update(patch.jpeg)
        return found.hexdigest()

    def tiles(self) -> Counter[str]:
        """How many pictures there are of each tile; places without a tile left out."""
        return Counter(patch.tile for patch in self.patches if patch.tile != NO_TILE)

    def with_patches(self, more: Iterable[Patch]) -> Self:
        """The profile with further pictures; of each tile the latest are kept."""
        kept: list[Patch] = []
        count: Counter[str] = Counter()
        for patch in reversed((*self.patches, *more)):
            count[patch.tile] += 1
            most = MOST_OF_ONE * (EMPTY_SHARE if patch.tile == NO_TILE else 1)
            if count[patch.tile] <= most:
                kept.append(patch)
        return replace(self, patches=tuple(reversed(kept)))

    def renamed(self, name: str) -> Self:
        """The profile under another name.

        Raises:
            ProfileError: it is no name.
        """
        return replace(self, name=checked_name(name))

    def to_bytes(self) -> bytes:
        """The file of the profile."""
        patches = [
            {"tile": patch.tile, "jpeg": base64.b64encode(patch.jpeg).decode()}
            for patch in self.patches
        ]
        data = {"tilesight_profile": VERSION, "name": self.name, "made": self.made}
        return json.dumps({**data, "patches": patches}, ensure_ascii=False, indent=0).encode()

    @classmethod
    def from_bytes(cls, data: bytes, called: str = "profile") -> Self:
        """Inverse of :meth:`to_bytes`; every picture is looked at.

        Args:
            data: the file's content, from anybody.
            called: what to call the file in a message.

        Raises:
            ProfileError: it is no profile, too large, of a newer Tilesight, or damaged.
        """
        name, made, listed = _entries(data, called)
        patches = tuple(_patch(item, place, called) for place, item in enumerate(listed, start=1))
        return cls(checked_name(name), made, ()).with_patches(patches)


@dataclass(frozen=True, slots=True)
class ProfileSummary:
    """What a list of profiles says of one: its name, the day it was made, how many pictures.

    ``tiles`` counts the pictures of each tile; the pictures themselves are not looked at.
    """

    name: str
    made: str
    tiles: Mapping[str, int]

    @classmethod
    def from_bytes(cls, data: bytes, called: str = "profile") -> Self:
        """The summary of a profile's file.

        Raises:
            ProfileError: it is no profile, too large, of a newer Tilesight, or it does
                not say what its pictures show.
        """
        name, made, listed = _entries(data, called)
        shown = [_shown_tile(item, place, called) for place, item in enumerate(listed, start=1)]
        counts = Counter(tile for tile in shown if tile != NO_TILE)
        kept = {tile: min(count, MOST_OF_ONE) for tile, count in counts.items()}
        return cls(checked_name(name), made, kept)


def checked_name(name: str) -> str:
    """The name made tidy: see :func:`solver.names.tidied`.

    Raises:
        ProfileError: it is empty, too long, or holds signs that no file's name should.
    """
    word = tidied(name)
    if not word or len(word) > LONGEST_NAME or not _NAME.fullmatch(word):
        raise ProfileError(
            f"a profile's name has 1 to {LONGEST_NAME} letters, digits, blanks or any of - _ . '"
        )
    return word


def patches_of(tiles: Sequence[str], pixels: NDArray[np.uint8]) -> tuple[Patch, ...]:
    """A patch for each name and its picture of uint8 ``(N, 96, 72, 3)``."""
    return tuple(Patch.of(tile, each) for tile, each in zip(tiles, pixels, strict=True))


def _json_object(data: bytes, called: str) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise ProfileError(
            f"{called}: too large for a profile (the limit is {MAX_BYTES // 2**20} MB): "
            "choose an exported one"
        )
    try:
        entry = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ProfileError(
            f"{called}: this is no profile of Tilesight's: choose an exported one"
        ) from error
    return entry if isinstance(entry, dict) else {}


def _entries(data: bytes, called: str) -> tuple[str, str, list[Any]]:
    """Name, day and the list of pictures of a profile's file, as they stand there."""
    entry = _json_object(data, called)
    if "tilesight_profile" not in entry:
        raise ProfileError(f"{called}: this is no profile of Tilesight's: choose an exported one")
    if entry["tilesight_profile"] != VERSION:
        raise ProfileError(f"{called}: made by a newer Tilesight: install that one to use it")
    name, made, listed = (entry.get(key) for key in ("name", "made", "patches"))
    if not (isinstance(name, str) and isinstance(made, str) and isinstance(listed, list)):
        raise ProfileError(f"{called}: the profile is damaged: export it again")
    if not 0 < len(listed) <= MOST_PATCHES or len(made) > 32 or not made.isprintable():
        raise ProfileError(f"{called}: the profile is damaged: export it again")
    return name, made, listed


def _damaged(place: int, called: str) -> ProfileError:
    return ProfileError(f"{called}: picture {place} is damaged: export the profile again")


def _shown_tile(item: Any, place: int, called: str) -> str:
    """What a picture of a profile's file shows, by its entry."""
    if not isinstance(item, dict) or item.get("tile") not in NAMES:
        raise _damaged(place, called)
    return str(item["tile"])


def _patch(item: Any, place: int, called: str) -> Patch:
    tile = _shown_tile(item, place, called)
    text = item.get("jpeg")
    if not isinstance(text, str) or len(text) > 2 * MAX_PATCH_BYTES:
        raise _damaged(place, called)
    try:
        patch = Patch(tile, base64.b64decode(text, validate=True))
        patch.pixels()
    except (PhotoError, binascii.Error, ValueError) as error:
        raise _damaged(place, called) from error
    return patch
