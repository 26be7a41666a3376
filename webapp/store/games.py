"""Games and what was read in them, kept in the database."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import URL, func, select, update
from sqlalchemy.orm import Session

from vision.reading import SceneReading
from webapp.store.database import forget_deleted, open_database
from webapp.store.models import Dispute, Draft, Game, MatchSheet, Photo, Revision, Scene, Turn
from webapp.store.records import (
    ChangedMeanwhile,
    Frame,
    GameRecord,
    GameSummary,
    Part,
    Place,
    ReadingChange,
    SceneRecord,
    UnknownGame,
    counted_racks,
    current_revision,
    game_record,
    same_scene,
    scene_record,
    turn_record,
)

KEPT_REVISIONS = 200
"""Steps of undo that a scene keeps."""
LISTED_GAMES = 100
MOST_PHOTOS = 2**63 - 1
MatchChange: TypeAlias = Callable[[str | None], str]
"""Makes another score sheet of one, both as CSV; None is a sheet not begun."""


class Store:
    """The database of one application.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be opened or written.
    """

    def __init__(self, url: str | URL) -> None:
        self.engine, self._sessions = open_database(url)

    def close(self) -> None:
        """Let go of the database file."""
        self.engine.dispose()

    def start_game(
        self,
        device: str,
        *,
        name: str,
        rules: str,
        opened: bool,
        options: Mapping[str, Any] | None = None,
        profile: str | None = None,
    ) -> str:
        """Begin a game with an empty first turn; its id cannot be guessed."""
        now = _now()
        game = Game(
            id=secrets.token_urlsafe(12),
            device=device,
            name=name,
            rules=rules,
            options=dict(options or {}),
            profile=profile,
            created_at=now,
            updated_at=now,
            round_scored=False,
            turns=[Turn(number=1, opened=opened, round_start=1, created_at=now)],
        )
        with self._sessions.begin() as session:
            session.add(game)
            return game.id

    def games(self, device: str | None) -> tuple[GameSummary, ...]:
        """Games of one browser, or of all with ``None``; last used first."""
        query = (
            select(
                Game.id,
                Game.name,
                Game.rules,
                Game.created_at,
                Game.updated_at,
                func.max(Turn.number) - func.max(Turn.round_start) + 1,
            )
            .join(Turn)
            .group_by(Game.id)
            .order_by(Game.updated_at.desc())
            .limit(LISTED_GAMES)
        )
        if device is not None:
            query = query.where(Game.device == device)
        with self._sessions.begin() as session:
            return tuple(GameSummary(*row) for row in session.execute(query))

    def game(self, game_id: str) -> GameRecord:
        """The game of that id.

        Raises:
            UnknownGame: there is none.
        """
        with self._sessions.begin() as session:
            return game_record(_find_game(session, game_id))

    def delete_game(self, game_id: str) -> None:
        """Forget a game with all its turns and photos."""
        with self._sessions.begin() as session:
            session.delete(_find_game(session, game_id))
        forget_deleted(self.engine)

    def set_rules(self, game_id: str, rules: str, options: Mapping[str, Any]) -> None:
        """Change the ruleset of a game and the options that differ from it."""
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            game.rules, game.options = rules, dict(options)

    def set_profile(self, game_id: str, profile: str | None) -> None:
        """Note which profile's tiles a game is played with."""
        with self._sessions.begin() as session:
            _touched(_find_game(session, game_id)).profile = profile

    def rename_profile(self, old: str, new: str | None) -> None:
        """Note in every game that a profile is called otherwise, or is no more."""
        with self._sessions.begin() as session:
            session.execute(update(Game).where(Game.profile == old).values(profile=new))

    def last_profile(self, device: str) -> str | None:
        """The profile of the game that this browser used last."""
        query = (
            select(Game.profile)
            .where(Game.device == device)
            .order_by(Game.updated_at.desc())
            .limit(1)
        )
        with self._sessions.begin() as session:
            return session.scalar(query)

    def draft(self, game_id: str) -> dict[str, Any]:
        """The tiles on their way into a profile.

        Raises:
            UnknownGame: there is no such game, or it has none.
        """
        with self._sessions.begin() as session:
            draft = _find_game(session, game_id).draft
            if draft is None:
                raise UnknownGame(game_id)
            return dict(draft.content)

    def save_draft(self, game_id: str, content: Mapping[str, Any]) -> None:
        """Keep tiles on their way into a profile, in the place of those there were."""
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            if game.draft is None:
                game.draft = Draft(content=dict(content))
            else:
                game.draft.content = dict(content)

    def change_draft(
        self, game_id: str, change: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> None:
        """Apply ``change`` to the draft of a game, within one transaction.

        Raises:
            UnknownGame: there is none.
            ValueError: ``change`` refused; nothing is written.
        """
        with self._sessions.begin() as session:
            draft = _find_game(session, game_id).draft
            if draft is None:
                raise UnknownGame(game_id)
            draft.content = change(dict(draft.content))

    def delete_draft(self, game_id: str) -> None:
        """Forget the tiles on their way into a profile, if there are any."""
        with self._sessions.begin() as session:
            _find_game(session, game_id).draft = None
        forget_deleted(self.engine)

    def keep_dispute(self, game_id: str, kind: str, content: Mapping[str, Any]) -> str:
        """Keep what was judged, a ``set`` or a ``turn``, in the place of the last one of that
        kind; the key to ask for it with."""
        key = secrets.token_hex(4)
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            _forget_disputes(session, game, kind)
            game.disputes.append(Dispute(kind=kind, key=key, content=dict(content)))
        forget_deleted(self.engine)
        return key

    def dispute(self, game_id: str, kind: str, key: str) -> dict[str, Any] | None:
        """What was kept with that key; None where it is not kept any more."""
        with self._sessions.begin() as session:
            disputes = _find_game(session, game_id).disputes
            found = (dict(one.content) for one in disputes if (one.kind, one.key) == (kind, key))
            return next(found, None)

    def last_dispute(self, game_id: str, kind: str) -> str | None:
        """The key of what was judged last, if it is kept."""
        with self._sessions.begin() as session:
            disputes = _find_game(session, game_id).disputes
            return next((one.key for one in disputes if one.kind == kind), None)

    def rename_game(self, game_id: str, name: str) -> None:
        """Call a game something else."""
        with self._sessions.begin() as session:
            _touched(_find_game(session, game_id)).name = name

    def set_opened(self, game_id: str, opened: bool) -> None:
        """Note whether the player has made the opening play."""
        with self._sessions.begin() as session:
            _touched(_find_game(session, game_id)).turns[-1].opened = opened

    def save_photo(
        self,
        game_id: str,
        part: Place,
        jpeg: bytes,
        reading: SceneReading,
        change: str,
        *,
        frames: Sequence[Frame] = (),
        unseen: Callable[[SceneRecord], tuple[SceneReading, str] | None] = lambda _there: None,
    ) -> None:
        """Put a new photo and its reading in the place of what was there.

        What the old photo showed has no place on the new one, so the history
        starts afresh. But what lies there without the person having seen it is not
        lost: ``unseen`` gives it, off the photo, and it can be undone to. ``frames`` say where
        in the picture each of several photos lies.
        """
        with self._sessions.begin() as session:
            turn = _touched(_find_game(session, game_id)).turns[-1]
            kept = unseen(scene_record(turn, part))
            for old in [scene for scene in turn.scenes if scene.part == part]:
                turn.scenes.remove(old)
            session.flush()
            scene = _scene(turn, part)
            scene.photo = Photo(
                jpeg=jpeg, frames=[list(frame) for frame in frames] or None, created_at=_now()
            )
            for one in filter(None, (kept, (reading, change))):
                _append(session, scene, *one)
        forget_deleted(self.engine)

    def change_reading(
        self,
        game_id: str,
        part: Place,
        change: ReadingChange,
        *,
        seen: str | None = None,
        exactly: bool = False,
        blank: SceneReading | None = None,
    ) -> SceneRecord:
        """Apply ``change`` to the reading that counts, within one transaction.

        Two corrections that arrive at once both come through, one after the other.

        Args:
            seen: the mark of what the person looked at, if it is known.
            exactly: whether it must be that very reading, not only that scene.
            blank: what to change where nothing lies yet.

        Raises:
            UnknownGame: the game is gone, or nothing lies there and there is no ``blank``.
            ChangedMeanwhile: something else lies there than was ``seen``.
            ValueError, KeyError: ``change`` refused; nothing is written.
        """
        with self._sessions.begin() as session:
            turn = _touched(_find_game(session, game_id)).turns[-1]
            _check_seen(turn, part, seen, exactly)
            scene = _scene(turn, part)
            current = current_revision(scene)
            old = blank if current is None else SceneReading.from_json(current.reading)
            if old is None:
                raise UnknownGame(game_id)
            reading, what = change(old)
            _append(session, scene, reading, what)
            session.flush()
            return scene_record(turn, part)

    def swap_parts(
        self,
        game_id: str,
        to: Part,
        seen: str | None,
        laid: Callable[[SceneReading, Part], tuple[SceneReading, str]],
    ) -> bool:
        """Take what was the table of the turn for its rack, and the other way round.

        Photos and what can be undone go along; ``laid`` lays the tiles out in their new part.
        Nothing happens, and the answer is False, when what was ``seen`` lies at ``to``
        already, or no tiles are there to go ``to``: the same form was sent twice.

        Raises:
            ChangedMeanwhile: something else than was ``seen`` would go ``to``.
        """
        with self._sessions.begin() as session:
            turn = _touched(_find_game(session, game_id)).turns[-1]
            scenes = {Part(s.part): s for s in turn.scenes if s.part in list(Part)}
            moving = scenes.get(_other(to))
            if moving is None or current_revision(moving) is None:
                return False
            if seen is not None and same_scene(seen, scene_record(turn, to).mark):
                return False
            _check_seen(turn, _other(to), seen)
            for part, scene in scenes.items():
                scene.part = part[::-1]  # a turn has no two of one name, not even for a moment
            session.flush()
            for part, scene in scenes.items():
                becomes = _other(part)
                scene.part = str(becomes)
                current = current_revision(scene)
                if current is not None:
                    reading, what = laid(SceneReading.from_json(current.reading), becomes)
                    _append(session, scene, reading, what)
            return True

    def step(self, game_id: str, part: Place, by: int, seen: str | None = None) -> None:
        """Undo (``by`` = -1) or redo (``by`` = 1) one change, if there is one.

        Raises:
            ChangedMeanwhile: another scene lies there than was ``seen``.
        """
        with self._sessions.begin() as session:
            turn = _touched(_find_game(session, game_id)).turns[-1]
            _check_seen(turn, part, seen)
            scene = _scene(turn, part)
            numbers = {revision.number for revision in scene.revisions}
            if scene.revision + by in numbers:
                scene.revision += by

    def photo(self, game_id: str, photo_id: int) -> bytes:
        """The JPEG of a photo of that game.

        Raises:
            UnknownGame: there is none.
        """
        if photo_id > MOST_PHOTOS:  # more than the database can be asked for
            raise UnknownGame(game_id)
        query = (
            select(Photo.jpeg)
            .join(Scene)
            .join(Turn)
            .where(Turn.game_id == game_id, Photo.id == photo_id)
        )
        with self._sessions.begin() as session:
            jpeg = session.scalar(query)
        if jpeg is None:
            raise UnknownGame(game_id)
        return jpeg

    def delete_photo(self, game_id: str, part: Place, seen: str | None = None) -> None:
        """Forget the photo of a scene; what was read stays.

        Raises:
            ChangedMeanwhile: another scene lies there than was ``seen``.
        """
        with self._sessions.begin() as session:
            turn = _touched(_find_game(session, game_id)).turns[-1]
            _check_seen(turn, part, seen)
            _scene(turn, part).photo = None
        forget_deleted(self.engine)

    def delete_all_photos(self, device: str | None) -> int:
        """Forget the photos of one browser's games, or all; how many there were.

        Tiles on their way into a profile go with them, and disputes with theirs.
        """
        query = select(Photo).join(Scene).join(Turn).join(Game)
        drafts, disputes = select(Draft).join(Game), select(Dispute).join(Game)
        if device is not None:
            query = query.where(Game.device == device)
            drafts = drafts.where(Game.device == device)
            disputes = disputes.where(Game.device == device)
        with self._sessions.begin() as session:
            for gone in (*session.scalars(drafts), *session.scalars(disputes)):
                session.delete(gone)
            photos = list(session.scalars(query))
            for photo in photos:
                session.delete(photo)
        forget_deleted(self.engine)
        return len(photos)

    def next_turn(
        self,
        game_id: str,
        *,
        opened: bool,
        laid: Mapping[Part, tuple[SceneReading, str]],
        after: int | None = None,
        declared: Sequence[str] = (),
    ) -> bool:
        """Begin another turn from what is ``laid`` there, each with how it came to be, and
        forget the photos of the last one, those of disputes too; whether it was begun.

        ``declared`` are the sets of which it is known what their jokers stand for.
        Racks that are being counted go along; a tile that was drawn is counted.
        Nothing happens when another turn than ``after`` is being played: the same
        form was sent twice, or from an old page.
        """
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            if after not in (None, game.turns[-1].number):
                return False
            turn = _follow(session, game, opened)
            turn.declared = list(declared) or None
            for part, (reading, change) in laid.items():
                _append(session, _scene(turn, part), reading, change)
            game.drawn += bool(turn_record(turn).drawn)
        forget_deleted(self.engine)
        return True

    def next_round(self, game_id: str, after: int | None) -> bool:
        """Begin another round once one is scored, with nothing on table and rack; whether it
        was begun.

        What lay there stays in the turn before, without its photos, until that is taken
        back. Nothing happens when another turn than ``after`` is being played.
        """
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            if not game.round_scored or after not in (None, game.turns[-1].number):
                return False
            turn = _follow(session, game, opened=False)
            turn.round_start = turn.number
            turn.round_before = {"drawn": game.drawn, "begins": game.begins}
            game.drawn, game.begins, game.round_scored = 0, None, False
        forget_deleted(self.engine)
        return True

    def note_scored(self, game_id: str) -> None:
        """Note that the round that is played is written down."""
        with self._sessions.begin() as session:
            _touched(_find_game(session, game_id)).round_scored = True

    def take_back_turn(self, game_id: str, number: int) -> bool:
        """Go back from turn ``number`` to the one before; whether it was done.

        Its tiles are there again, and so is the round before where one began. Racks that are
        being counted go along, and a tile that was drawn lies in the pool again.
        Nothing happens when another turn is being played, when it is the first, or when
        something was done in it that would be lost.
        """
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            *earlier, last = game.turns
            told = turn_record(last)
            if last.number != number or not game_record(game).may_take_back:
                return False
            for scene in counted_racks(last):
                scene.turn = earlier[-1]
            session.flush()
            game.turns.remove(last)
            game.drawn = max(0, game.drawn - bool(told.drawn))
            if last.round_before is not None:
                game.drawn, game.begins = last.round_before["drawn"], last.round_before["begins"]
                game.round_scored = True
        forget_deleted(self.engine)
        return True

    def draw(self, game_id: str, by: int, most: int) -> None:
        """Count ``by`` more tiles, or fewer, as drawn from a pool of ``most``."""
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            game.drawn = min(most, max(0, min(most, game.drawn) + by))

    def begin_pool(self, game_id: str) -> None:
        """Nothing is drawn yet: a round begins."""
        with self._sessions.begin() as session:
            _touched(_find_game(session, game_id)).drawn = 0

    def settle_first(self, game_id: str, begins: Mapping[str, Any], seen: str) -> None:
        """Keep who begins the round, in the place of what was ``seen`` of it: its ``key``,
        "" for nothing. Nothing happens when that is not what is kept: a form sent twice."""
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            if seen == (game.begins or {}).get("key", ""):
                game.begins = dict(begins)

    def match(self, game_id: str) -> str | None:
        """The score sheet of a game as CSV; ``None`` when none was begun."""
        with self._sessions.begin() as session:
            sheet = _find_game(session, game_id).match
            return None if sheet is None else sheet.csv

    def change_match(self, game_id: str, change: MatchChange) -> None:
        """Apply ``change`` to the score sheet of a game, within one transaction.

        Two rounds that arrive at once are both written, one after the other.

        Raises:
            UnknownGame: there is no such game.
            ValueError: ``change`` refused; nothing is written.
        """
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            if game.match is None:
                game.match = MatchSheet(csv=change(None))
            else:
                game.match.csv = change(game.match.csv)

    def filled_in(self, game_id: str) -> Mapping[str, Any]:
        """The form of the next round, as far as it is filled in; empty where it is not."""
        with self._sessions.begin() as session:
            sheet = _find_game(session, game_id).match
            return dict(sheet.filled_in or {}) if sheet is not None else {}

    def save_filled_in(self, game_id: str, form: Mapping[str, Any]) -> None:
        """Keep the form of the next round as it is filled in now, where there is a sheet."""
        with self._sessions.begin() as session:
            sheet = _touched(_find_game(session, game_id)).match
            if sheet is not None:
                sheet.filled_in = dict(form)

    def end_count(self, game_id: str) -> None:
        """Forget the racks that were counted, with their photos, and the form of the round."""
        with self._sessions.begin() as session:
            game = _touched(_find_game(session, game_id))
            for scene in counted_racks(game.turns[-1]):
                game.turns[-1].scenes.remove(scene)
            if game.match is not None:
                game.match.filled_in = None
        forget_deleted(self.engine)

    def last_rules(self, device: str) -> tuple[str, Mapping[str, Any]] | None:
        """Ruleset and changed options of the game that this browser used last."""
        query = (
            select(Game.rules, Game.options)
            .where(Game.device == device)
            .order_by(Game.updated_at.desc())
            .limit(1)
        )
        with self._sessions.begin() as session:
            row = session.execute(query).first()
            return None if row is None else (row[0], dict(row[1]))

    def count_photos(self) -> int:
        """How many photos lie in the database."""
        with self._sessions.begin() as session:
            return session.scalar(select(func.count(Photo.id))) or 0


def _now() -> datetime:
    """Now in UTC, without a zone, as the database keeps it."""
    return datetime.now(UTC).replace(tzinfo=None)


def _other(part: Part) -> Part:
    return Part.RACK if part == Part.TABLE else Part.TABLE


def _find_game(session: Session, game_id: str) -> Game:
    game = session.get(Game, game_id)
    if game is None:
        raise UnknownGame(game_id)
    return game


def _touched(game: Game) -> Game:
    game.updated_at = _now()
    return game


def _check_seen(turn: Turn, part: Place, seen: str | None, exactly: bool = False) -> None:
    """Refuse to change what lies at ``part`` when it is not what a person has ``seen`` there."""
    if seen is None:
        return
    mark = scene_record(turn, part).mark
    if seen != mark if exactly else not same_scene(seen, mark):
        raise ChangedMeanwhile(part)


def _follow(session: Session, game: Game, opened: bool) -> Turn:
    """Another turn after the last one, whose photos are forgotten, those of disputes too."""
    last = game.turns[-1]
    turn = Turn(
        number=last.number + 1, opened=opened, round_start=last.round_start, created_at=_now()
    )
    game.turns.append(turn)
    for scene in counted_racks(last):
        scene.turn = turn
    for scene in last.scenes:
        scene.photo = None
    _forget_disputes(session, game)
    return turn


def _scene(turn: Turn, part: Place) -> Scene:
    for scene in turn.scenes:
        if scene.part == part:
            return scene
    scene = Scene(part=str(part), revision=0)
    turn.scenes.append(scene)
    return scene


def _append(session: Session, scene: Scene, reading: SceneReading, change: str) -> None:
    """Add a revision after the current one; what had been undone is dropped."""
    kept_from = scene.revision + 1 - KEPT_REVISIONS
    for revision in list(scene.revisions):
        if revision.number > scene.revision or revision.number <= kept_from:
            scene.revisions.remove(revision)
    session.flush()
    scene.revision += 1
    scene.revisions.append(
        Revision(number=scene.revision, change=change, reading=reading.to_json(), created_at=_now())
    )


def _forget_disputes(session: Session, game: Game, kind: str | None = None) -> None:
    """Take away what was judged last, of one kind or of both."""
    for one in [one for one in game.disputes if kind in (None, one.kind)]:
        game.disputes.remove(one)
    session.flush()
