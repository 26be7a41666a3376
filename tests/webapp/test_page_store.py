"""The database: migrations lead where the models are, corrections queue up."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from vision.reading import Zone
from webapp import corrections, typed
from webapp.store import Part, Store, UnknownGame
from webapp.store.models import Base


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield store
    store.close()


def a_scene(text: str):
    return typed.scene_of(text.split(" | "), Zone.TABLE)


def lay(store, game: str, text: str) -> None:
    scene = a_scene(text)
    store.change_reading(game, Part.TABLE, lambda _nothing: (scene, "typed"), blank=scene)


def test_the_migrations_build_exactly_the_models(store):
    with store.engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_an_old_database_is_brought_up_to_date_with_its_games(tmp_path):
    path = tmp_path / "old.db"
    store = Store(f"sqlite:///{path}")
    game = store.start_game("me", name="Sunday", rules="lemada", opened=True)
    lay(store, game, "R1 R2 R3")
    store.close()
    with sqlite3.connect(path) as old:  # as the first version left it
        old.execute("DROP TABLE match_sheets")
        old.execute("DROP TABLE drafts")
        old.execute("DROP TABLE disputes")
        old.execute("ALTER TABLE games DROP COLUMN profile")
        for column in ("drawn", "begins", "round_scored"):
            old.execute(f"ALTER TABLE games DROP COLUMN {column}")
        for column in ("round_start", "round_before", "declared"):
            old.execute(f"ALTER TABLE turns DROP COLUMN {column}")
        old.execute("ALTER TABLE scenes DROP COLUMN key")
        old.execute("ALTER TABLE photos DROP COLUMN frames")
        old.execute("UPDATE alembic_version SET version_num = '0001'")
    old.close()
    again = Store(f"sqlite:///{path}")
    again.change_match(game, lambda _: "round\n")
    assert again.game(game).name == "Sunday"
    assert again.game(game).profile is None
    assert again.game(game).drawn == 0
    assert again.game(game).begins is None
    assert again.game(game).turn.in_round == 1
    assert again.match(game) == "round\n"
    table = again.game(game).turn.table
    assert typed.as_text(table.reading) == "R1 R2 R3"
    assert not table.mark.startswith(".")
    again.close()


def test_corrections_that_come_at_once_all_count(store):
    game = store.start_game("me", name="x", rules="lemada", opened=True)
    names = [f"R{n}" for n in range(1, 14)]
    lay(store, game, " ".join(["K1"] * 13))

    def rename(place: int) -> None:
        store.change_reading(
            game, Part.TABLE, lambda old: corrections.replace_tile(old, place, names[place])
        )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(rename, range(13)))
    assert typed.as_text(store.game(game).turn.table.reading) == " ".join(names)


def test_a_correction_that_fails_writes_nothing(store):
    game = store.start_game("me", name="x", rules="lemada", opened=True)
    lay(store, game, "R1 R2 R3")
    with pytest.raises(ValueError, match="that tile is not there"):
        store.change_reading(game, Part.TABLE, lambda old: corrections.remove_tile(old, 99))
    assert store.game(game).turn.table.revision == 1


def test_deleting_a_game_leaves_nothing_of_it(store, tmp_path):
    game = store.start_game("me", name="x", rules="lemada", opened=True)
    store.save_photo(game, Part.TABLE, b"JPEG" * 1000, a_scene("R1 R2 R3"), "photo")
    store.change_match(game, lambda _: "round\n")
    store.save_draft(game, {"tiles": ["JPEGJPEG"]})
    store.keep_dispute(game, "turn", {"photos": {"after": "JPEGJPEG"}})
    store.delete_game(game)
    assert not any(b"JPEGJPEG" in path.read_bytes() for path in tmp_path.glob("games.db*"))
    with sqlite3.connect(tmp_path / "games.db") as database:
        for table in Base.metadata.tables:
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    database.close()
    with pytest.raises(UnknownGame):
        store.game(game)


@pytest.mark.parametrize(
    "forget", ["delete_photo", "delete_all_photos", "next_turn", "another_dispute"]
)
def test_a_deleted_photo_is_nowhere_on_the_disk(store, tmp_path, forget):
    def lies_there() -> bool:
        return any(b"JPEGJPEG" in path.read_bytes() for path in tmp_path.glob("games.db*"))

    game = store.start_game("me", name="x", rules="lemada", opened=True)
    if forget == "another_dispute":
        store.keep_dispute(game, "set", {"photo": "JPEGJPEG"})
    else:
        store.save_photo(game, Part.TABLE, b"JPEG" * 1000, a_scene("R1 R2 R3"), "photo")
    if forget in ("delete_all_photos", "next_turn"):
        store.keep_dispute(game, "turn", {"photos": {"after": "JPEGJPEG"}})
    assert lies_there()
    if forget == "another_dispute":
        store.keep_dispute(game, "turn", {"photos": {}})
        assert lies_there()
        store.keep_dispute(game, "set", {"photo": ""})
    elif forget == "delete_photo":
        store.delete_photo(game, Part.TABLE)
    elif forget == "delete_all_photos":
        assert store.delete_all_photos("me") == 1
    else:
        store.next_turn(game, opened=True, laid={})
    assert not lies_there()
