"""Tiles on their way into a profile: read off a photo, named, not yet agreed to.

A draft is plain JSON, as the store keeps it: the pictures with the names they have
now and what was read on each before.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.notation import parse_tile
from vision.calibrate import Calibration
from vision.profile import Patch
from webapp.corrections import GONE, CorrectionError


@dataclass(frozen=True, slots=True)
class DraftTile:
    """A picture of a tile, what it is taken for, and what was read on it."""

    patch: Patch
    read: str

    @property
    def tile(self) -> str:
        return self.patch.tile

    @property
    def doubtful(self) -> bool:
        """Whether order and eyes said different things, so that a look is worth it."""
        return self.tile != self.read


@dataclass(frozen=True, slots=True)
class Draft:
    """Tiles by their numbers, pictures of no tile, what was expected but not found.

    ``sure`` says that no other order of the colours fits; ``mark`` tells the draft from
    that of another photo.
    """

    tiles: Mapping[int, DraftTile]
    empty: tuple[Patch, ...]
    missing: tuple[str, ...]
    sure: bool = True
    mark: str = ""

    @classmethod
    def of(cls, calibration: Calibration) -> Self:
        """What a photo shows."""
        tiles = {
            number: DraftTile(each.patch, each.read)
            for number, each in enumerate(calibration.tiles)
        }
        mark = secrets.token_hex(4)
        return cls(tiles, calibration.empty, calibration.missing, calibration.sure, mark)

    @property
    def patches(self) -> tuple[Patch, ...]:
        """All the evidence."""
        return (*(each.patch for each in self.tiles.values()), *self.empty)

    def with_tile(self, number: int, name: str) -> Self:
        """The draft with a tile called otherwise; saying what it is called confirms it.

        Raises:
            CorrectionError: there is no such tile.
            NotationError: ``name`` is no tile.
        """
        old = self._known(number)
        tile = str(parse_tile(name))
        patch = Patch("J" if tile.startswith("J") else tile, old.patch.jpeg)
        return replace(self, tiles={**self.tiles, number: DraftTile(patch, patch.tile)})

    def without(self, number: int) -> Self:
        """The draft without a tile that is none.

        Raises:
            CorrectionError: there is no such tile.
        """
        self._known(number)
        return replace(self, tiles={n: t for n, t in self.tiles.items() if n != number})

    def _known(self, number: int) -> DraftTile:
        if number not in self.tiles:
            raise CorrectionError(GONE)
        return self.tiles[number]

    def to_json(self) -> dict[str, Any]:
        """The form that the store keeps."""
        return {
            "tiles": [
                {"number": number, "read": each.read, **_patch_json(each.patch)}
                for number, each in self.tiles.items()
            ],
            "empty": [_patch_json(patch) for patch in self.empty],
            "missing": list(self.missing),
            "sure": self.sure,
            "mark": self.mark,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Inverse of :meth:`to_json`."""
        return cls(
            {
                int(each["number"]): DraftTile(_patch_of(each), str(each["read"]))
                for each in data["tiles"]
            },
            tuple(_patch_of(each) for each in data["empty"]),
            tuple(data["missing"]),
            bool(data["sure"]),
            str(data.get("mark", "")),
        )


def _patch_json(patch: Patch) -> dict[str, str]:
    return {"tile": patch.tile, "jpeg": base64.b64encode(patch.jpeg).decode()}


def _patch_of(data: Mapping[str, Any]) -> Patch:
    return Patch(str(data["tile"]), base64.b64decode(data["jpeg"]))
