"""What was told and shown in a dispute, so that its page can be opened again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from webapp.evidence import Evidence

SET, TURN = "set", "turn"
"""The kinds of disputes there are."""


@dataclass(frozen=True, slots=True)
class ToldSet:
    """Sets to judge: their text, None where the photo is judged as it was read.

    ``whole``: they lie on their photo as a whole, none goes on beyond its edge.
    """

    text: str | None
    photo: Evidence | None = None
    whole: bool = False

    def to_json(self) -> dict[str, Any]:
        photo = None if self.photo is None else self.photo.field
        return {"text": self.text, "photo": photo, "whole": self.whole}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Inverse of :meth:`to_json`."""
        photo = Evidence.from_field(data["photo"] or "")
        return cls(data["text"], photo, bool(data.get("whole")))


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn to judge, by the names of what it is shown by: texts, photos, and what was ticked.

    ``whole``: tables that lie on their photos as a whole; ``empty``: racks that were shown to
    hold nothing. ``read``: photos that were read only now, to be looked at before anything
    is ``judged``. ``as_read``: somebody says that all on the photos was read right, and nothing
    missed.
    """

    texts: Mapping[str, str]
    photos: Mapping[str, Evidence] = field(default_factory=dict)
    opened: bool = True
    pool_empty: bool = False
    whole: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    judged: bool = False
    as_read: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "texts": dict(self.texts),
            "photos": {name: found.field for name, found in self.photos.items()},
            "opened": self.opened,
            "pool_empty": self.pool_empty,
            "whole": list(self.whole),
            "empty": list(self.empty),
            "read": list(self.read),
            "judged": self.judged,
            "as_read": self.as_read,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Inverse of :meth:`to_json`."""
        found = {name: Evidence.from_field(text) for name, text in data["photos"].items()}
        return cls(
            texts=dict(data["texts"]),
            photos={name: one for name, one in found.items() if one is not None},
            opened=bool(data["opened"]),
            pool_empty=bool(data["pool_empty"]),
            whole=tuple(data["whole"]),
            empty=tuple(data["empty"]),
            read=tuple(data["read"]),
            judged=bool(data["judged"]),
            as_read=bool(data.get("as_read")),
        )
