"""The values that the store hands out, and how they are made of database rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self, TypeAlias
from zlib import crc32

from vision.reading import SceneReading
from webapp.store.models import Game, Photo, Revision, Scene, Turn

ReadingChange: TypeAlias = Callable[[SceneReading], tuple[SceneReading, str]]
"""Makes another reading of one, and says in a few words what was changed."""


CARRIED = "carried"
"""How what lies there came to be: from the turn before."""
DREW = "drew "
"""How the note of a rack to which a drawn tile came begins; then comes the tile."""


class Part(StrEnum):
    """The two things a turn is played from."""

    TABLE = "table"
    RACK = "rack"


class PlayersRack(str):
    """The rack of one player as it is counted at the end of a round: ``p1``, ``p2``, ...

    The number is the player's on the score sheet, from 1.
    """

    __slots__ = ()

    @classmethod
    def of(cls, number: int) -> Self:
        """The rack of the player of that number."""
        return cls(f"p{number}")

    @property
    def number(self) -> int:
        return int(self[1:])


Place: TypeAlias = Part | PlayersRack
"""What a scene shows: the table or rack of the turn, or a rack that is counted."""


Frame: TypeAlias = tuple[int, int, int, int]
"""Where one of several photos lies in the picture they became: x, y, width, height."""


class UnknownGame(LookupError):
    """No game, turn or photo of that name is in the store."""


class ChangedMeanwhile(Exception):
    """What a person looked at is not what lies at ``part`` any more; nothing was written."""

    def __init__(self, part: Place) -> None:
        super().__init__(part)
        self.part = part


@dataclass(frozen=True, slots=True)
class SceneRecord:
    """A table or rack as it counts now; ``part`` says which.

    ``reading`` is ``None`` until something was posted; ``changes`` says what was
    done so far, oldest first, and ``can_undo``/``can_redo`` what may follow.
    ``mark`` is another for every scene and every reading of it: a form sends it along,
    to say what the person looked at. ``frames``, where the photo is several in one picture:
    x, y, width and height of each, in pixels.
    """

    part: Place
    reading: SceneReading | None = None
    revision: int = 0
    photo: int | None = None
    changes: tuple[str, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    mark: str = ""
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn: its number in the game from 1, whether the player has opened, both scenes.

    ``round_start`` is the number of the turn that its round began with.
    ``counted`` are the players' racks that were photographed to be counted. ``declared``: the
    sets of which the turn before knew what their jokers stand for (``J=R10 J=R11 J=R12``).
    """

    number: int
    opened: bool
    table: SceneRecord
    rack: SceneRecord
    counted: tuple[SceneRecord, ...] = ()
    round_start: int = 1
    declared: tuple[str, ...] = ()

    @property
    def in_round(self) -> int:
        """The turn's number in its round, from 1: what people are told."""
        return self.number - self.round_start + 1

    def scene(self, part: Place) -> SceneRecord:
        """What is known of that table or rack."""
        known = (self.table, self.rack, *self.counted)
        empty = SceneRecord(part=part, mark=_no_scene(self.number))
        return next((one for one in known if one.part == part), empty)

    @property
    def untouched(self) -> bool:
        """Whether table and rack lie as the turn before left them, or do again since what was
        changed was undone: nothing is lost without it."""
        return all(
            one.reading is None or (one.photo is None and _is_as_begun(one.changes))
            for one in (self.table, self.rack)
        )

    @property
    def drawn(self) -> str:
        """The tile that was drawn as the turn began; "" where none was told."""
        began = self.rack.changes[0] if self.rack.changes else ""
        return began.removeprefix(DREW) if began.startswith(DREW) else ""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of the list of games; ``turns`` is how many were begun in this round."""

    id: str
    name: str
    rules: str
    created_at: datetime
    updated_at: datetime
    turns: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with its current turn; ``options`` are changes to the ruleset ``rules``.

    ``profile`` names the tiles that lie on its photos, if they are known. ``drawn`` counts the
    tiles that were drawn from the pool since the deal; ``begins`` is who was found to begin
    the round, None before; ``round_scored``: the round is written down, and none began since.
    """

    id: str
    name: str
    rules: str
    options: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
    turn: TurnRecord
    profile: str | None = None
    drawn: int = 0
    begins: Mapping[str, Any] | None = None
    round_scored: bool = False

    @property
    def may_take_back(self) -> bool:
        """Whether the turn can be taken back and nothing that was done in it is lost, nor in the
        round that it began."""
        if self.turn.number == 1 or not self.turn.untouched:
            return False
        in_new_round = self.turn.in_round == 1
        return not (in_new_round and (self.begins or self.drawn or self.round_scored))


def _is_as_begun(changes: tuple[str, ...]) -> bool:
    """Whether nothing was done since the turn began with what it was given."""
    return len(changes) == 1 and changes[0].startswith((CARRIED, DREW))


def current_revision(scene: Scene) -> Revision | None:
    return next((r for r in scene.revisions if r.number == scene.revision), None)


def counted_racks(turn: Turn) -> list[Scene]:
    """The scenes of a turn that show players' racks to be counted."""
    return [scene for scene in turn.scenes if scene.part not in list(Part)]


def same_scene(mark: str, other: str) -> bool:
    """Whether two marks are of one scene, whatever was corrected in it since."""
    return mark.partition(".")[0] == other.partition(".")[0]


def _no_scene(turn: int) -> str:
    """The mark where nothing lies yet: in another turn it is another nothing."""
    return f"turn{turn}"


def scene_record(turn: Turn, part: Place) -> SceneRecord:
    scene = next((s for s in turn.scenes if s.part == part), None)
    current = None if scene is None else current_revision(scene)
    if scene is None or current is None:
        return SceneRecord(part=part, mark=_no_scene(turn.number))
    read = crc32(json.dumps(current.reading, sort_keys=True).encode())
    numbers = {revision.number for revision in scene.revisions}
    return SceneRecord(
        part=part,
        reading=SceneReading.from_json(current.reading),
        revision=scene.revision,
        photo=None if scene.photo is None else scene.photo.id,
        changes=tuple(r.change for r in scene.revisions if r.number <= scene.revision),
        can_undo=scene.revision - 1 in numbers,
        can_redo=scene.revision + 1 in numbers,
        mark=f"{scene.key}.{read:08x}",
        frames=_frames(scene.photo),
    )


def _frames(photo: Photo | None) -> tuple[Frame, ...]:
    rows = (photo.frames if photo else None) or ()
    return tuple((x, y, width, height) for x, y, width, height in rows)


def game_record(game: Game) -> GameRecord:
    turn = game.turns[-1]
    return GameRecord(
        id=game.id,
        name=game.name,
        rules=game.rules,
        options=dict(game.options),
        created_at=game.created_at,
        updated_at=game.updated_at,
        turn=turn_record(turn),
        profile=game.profile,
        drawn=game.drawn,
        begins=game.begins,
        round_scored=game.round_scored,
    )


def turn_record(turn: Turn) -> TurnRecord:
    return TurnRecord(
        number=turn.number,
        opened=turn.opened,
        table=scene_record(turn, Part.TABLE),
        rack=scene_record(turn, Part.RACK),
        counted=tuple(scene_record(turn, PlayersRack(scene.part)) for scene in counted_racks(turn)),
        round_start=turn.round_start,
        declared=tuple(turn.declared or ()),
    )
