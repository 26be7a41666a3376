"""The tables of the database, as SQLAlchemy classes.

A game has turns; a turn has two scenes, the table and the rack, and one more for
each player's rack while a round is counted; a scene has revisions, each a whole
reading as JSON, and at most one photo. Nothing in here
is changed in place but the pointer ``Scene.revision``, so every correction can
be undone.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

_OWNED = "all, delete-orphan"


class Base(DeclarativeBase):
    """The declarative base; its metadata is what the migrations must lead to."""


class Game(Base):
    """One game of one player; ``device`` is the browser that began it.

    ``profile`` names the tiles it is played with; the profiles themselves are files.
    ``drawn`` counts the tiles that were drawn from the pool since the deal, ``begins`` is who
    was found to begin the round, ``round_scored`` whether that round is written down.
    """

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    device: Mapped[str] = mapped_column(String(32), index=True)
    name: Mapped[str] = mapped_column(String(80))
    rules: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    profile: Mapped[str | None] = mapped_column(String(40))
    drawn: Mapped[int] = mapped_column(default=0)
    begins: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    round_scored: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    turns: Mapped[list[Turn]] = relationship(
        back_populates="game", cascade=_OWNED, order_by="Turn.number"
    )
    match: Mapped[MatchSheet | None] = relationship(back_populates="game", cascade=_OWNED)
    draft: Mapped[Draft | None] = relationship(back_populates="game", cascade=_OWNED)
    disputes: Mapped[list[Dispute]] = relationship(back_populates="game", cascade=_OWNED)


class Turn(Base):
    """One turn: the table and the rack as they lay, and whether the player has opened.

    ``number`` counts the turns of the game; ``round_start`` is that of its round's first one.
    ``round_before``, of a turn that began a round: what the game had of the round before.
    ``declared`` are the sets, in notation, whose jokers the turn before knew the meaning of.
    """

    __tablename__ = "turns"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    number: Mapped[int]
    opened: Mapped[bool]
    round_start: Mapped[int] = mapped_column(default=1)
    round_before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    declared: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime]
    game: Mapped[Game] = relationship(back_populates="turns")
    scenes: Mapped[list[Scene]] = relationship(back_populates="turn", cascade=_OWNED)


class Scene(Base):
    """The table or the rack of a turn; ``revision`` is the number of the one that counts.

    ``key`` tells it from every other scene, before or after: row numbers are given again.
    """

    __tablename__ = "scenes"
    __table_args__ = (UniqueConstraint("turn_id", "part"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    turn_id: Mapped[int] = mapped_column(ForeignKey("turns.id", ondelete="CASCADE"))
    part: Mapped[str] = mapped_column(String(5))
    key: Mapped[str] = mapped_column(String(8), default=lambda: secrets.token_hex(4))
    revision: Mapped[int]
    turn: Mapped[Turn] = relationship(back_populates="scenes")
    revisions: Mapped[list[Revision]] = relationship(
        back_populates="scene", cascade=_OWNED, order_by="Revision.number"
    )
    photo: Mapped[Photo | None] = relationship(back_populates="scene", cascade=_OWNED)


class Revision(Base):
    """A scene as it stood after one change; ``change`` says which, in English."""

    __tablename__ = "revisions"
    __table_args__ = (UniqueConstraint("scene_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    scene_id: Mapped[int] = mapped_column(ForeignKey("scenes.id", ondelete="CASCADE"))
    number: Mapped[int]
    change: Mapped[str] = mapped_column(Text)
    reading: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True)
    created_at: Mapped[datetime]
    scene: Mapped[Scene] = relationship(back_populates="revisions")


class Photo(Base):
    """The picture under a scene, upright, made smaller and without its metadata (JPEG).

    ``frames``, of several photos in one picture: where each lies, as x, y, width and height
    in pixels.
    """

    __tablename__ = "photos"

    id: Mapped[int] = mapped_column(primary_key=True)
    scene_id: Mapped[int] = mapped_column(ForeignKey("scenes.id", ondelete="CASCADE"), unique=True)
    jpeg: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    frames: Mapped[list[list[int]] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime]
    scene: Mapped[Scene] = relationship(back_populates="photo")


class MatchSheet(Base):
    """The score sheet of a game: players, rounds and their corrections, as our CSV.

    ``filled_in`` is the form of the next round as far as it is filled in.
    """

    __tablename__ = "match_sheets"

    game_id: Mapped[str] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    csv: Mapped[str] = mapped_column(Text)
    filled_in: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    game: Mapped[Game] = relationship(back_populates="match")


class Draft(Base):
    """Tiles read off a calibration photo of a game, before a person has agreed."""

    __tablename__ = "drafts"

    game_id: Mapped[str] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    game: Mapped[Game] = relationship(back_populates="draft")


class Dispute(Base):
    """The last set or turn of a game that was judged: all that was told and shown, as JSON.

    ``kind`` is ``set`` or ``turn``; ``key`` is in the address of its page.
    """

    __tablename__ = "disputes"

    game_id: Mapped[str] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(String(4), primary_key=True)
    key: Mapped[str] = mapped_column(String(8))
    content: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True)
    game: Mapped[Game] = relationship(back_populates="disputes")
