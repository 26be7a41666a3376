"""``tilesight calibrate`` and ``profile``: from a photo to a profile, there and back as a file."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tests.webapp.laid_tiles import WHOLE_GAME, finds
from vision import adapt, calibrate, likeness
from vision.profile import Patch, Profile
from webapp import seen
from webapp.cli import cli


@pytest.fixture
def tilesight(tmp_path, monkeypatch) -> Callable[..., Result]:
    monkeypatch.setenv("TILESIGHT_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(adapt, "CROPS", 60)
    monkeypatch.setattr(adapt, "LEAST_CROPS", 1)
    runner = CliRunner()
    return lambda *words: runner.invoke(cli, [str(w) for w in words], prog_name="tilesight")


@pytest.fixture
def photo(tmp_path, monkeypatch) -> Callable[..., Path]:
    """Lays tiles on a photo and gives its name."""

    def lay(*rows: str, name: str = "our tiles.jpg") -> Path:
        monkeypatch.setattr(calibrate, "find_tiles", lambda *_: finds(rows))
        path = tmp_path / name
        Image.new("RGB", (480, 340), "wheat").save(path)
        return path

    return lay


def one_line(result: Result) -> str:
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.splitlines()
    assert "went wrong inside" not in line
    return line


def test_a_photo_of_the_game_becomes_a_profile(tilesight, photo, tmp_path):
    rows = [WHOLE_GAME[0], WHOLE_GAME[1].replace("B7", "B7~B1"), *WHOLE_GAME[2:]]
    drawn = tmp_path / "drawn.png"
    result = tilesight("calibrate", photo(*rows), "--json", "--annotate", drawn)
    assert result.exit_code == 0, result.output
    (line,) = result.stdout.splitlines()
    answer = json.loads(line)
    assert answer["profile"] == "our tiles"
    assert answer["tiles"] == " ".join(WHOLE_GAME).split()
    assert answer["read_otherwise"] == [["B7", "B1"]]
    assert (answer["missing"], answer["left_out"]) == ([], 0)
    with Image.open(drawn) as picture:
        assert picture.size[0] >= 480
    (listed,) = tilesight("profile", "list", "--json").stdout.splitlines()
    assert json.loads(listed) | {"made": ""} == {
        "profile": "our tiles",
        "made": "",
        "tiles": 53,
        "pictures": 54,
    }


def test_people_see_the_rows_and_what_was_read_otherwise(tilesight, photo):
    rows = [WHOLE_GAME[0], WHOLE_GAME[1].replace("B7", "B7~B1"), *WHOLE_GAME[2:]]
    spoken = tilesight("calibrate", photo(*rows), "--name", "Ours").stdout
    assert "B6 B7* B8" in spoken
    assert "1 tile read otherwise before" in spoken
    assert "--profile 'Ours'" in spoken


def test_a_profile_is_not_lost_to_another_of_its_name(tilesight, photo):
    assert tilesight("calibrate", photo(*WHOLE_GAME)).exit_code == 0
    assert "there is a profile our tiles already" in one_line(
        tilesight("calibrate", photo(*WHOLE_GAME))
    )
    added = json.loads(tilesight("calibrate", photo(*WHOLE_GAME), "--add", "--json").stdout)
    assert added["pictures"] == 108
    put = json.loads(tilesight("calibrate", photo(*WHOLE_GAME), "--replace", "--json").stdout)
    assert put["pictures"] == 54


def test_some_tiles_may_be_named(tilesight, photo):
    answer = tilesight("calibrate", photo("R7 B2", "J"), "--tiles", "R7 B3 | J", "--json")
    assert json.loads(answer.stdout)["read_otherwise"] == [["B3", "B2"]]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--tiles", "R14"], "no such tile"),
        (["--tiles", ""], "no tiles are named"),
        (["--name", "a/b"], "a profile's name has"),
        (["--name", "gone", "--add"], "no profile is called gone"),
        (["--add", "--replace"], "give --add or --replace"),
        ([], "6 tiles found in 2 rows"),
    ],
)
def test_what_cannot_be_learned_is_one_line(tilesight, photo, words, why):
    assert why in one_line(tilesight("calibrate", photo("R1 R2 R3", "B7 K7 O7"), *words))
    assert tilesight("profile", "list").stdout == ""


def test_no_photo_is_one_line(tilesight, tmp_path):
    assert "no such file" in one_line(tilesight("calibrate", tmp_path / "gone.jpg"))


def test_a_profile_goes_to_another_machine_as_a_file(tilesight, photo, tmp_path, monkeypatch):
    tilesight("calibrate", photo(*WHOLE_GAME))
    file = tmp_path / "given.tiles"
    assert tilesight("profile", "export", "our tiles", file).exit_code == 0
    assert "there already" in one_line(tilesight("profile", "export", "our tiles", file))
    monkeypatch.setenv("TILESIGHT_DATA", str(tmp_path / "elsewhere"))
    assert tilesight("profile", "import", file).exit_code == 0
    assert "already" in one_line(tilesight("profile", "import", file))
    assert tilesight("profile", "import", file, "--name", "Theirs").exit_code == 0
    names = [
        json.loads(line) for line in tilesight("profile", "list", "--json").stdout.split("\n")[:2]
    ]
    assert [each["profile"] for each in names] == ["our tiles", "Theirs"]
    assert tilesight("profile", "delete", "Theirs").exit_code == 0
    assert "no profile is called Theirs" in one_line(tilesight("profile", "delete", "Theirs"))
    left = sorted(path.name for path in (tmp_path / "elsewhere" / "profiles").iterdir())
    assert left == ["our tiles.tiles"]


@pytest.mark.parametrize("name", ["gone.tiles", "photo.jpg"])
def test_what_is_no_profile_is_not_imported(tilesight, tmp_path, name):
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    line = one_line(tilesight("profile", "import", tmp_path / name))
    assert "no such file" in line or "no profile of Tilesight's" in line


def test_the_list_looks_at_no_picture(tilesight, photo, monkeypatch):
    tilesight("calibrate", photo(*WHOLE_GAME))
    told = [tilesight("profile", "list", *more).stdout for more in ((), ("--json",))]
    monkeypatch.delattr(Patch, "pixels")
    assert [tilesight("profile", "list", *more).stdout for more in ((), ("--json",))] == told
    assert json.loads(told[1])["tiles"] == 53


def test_a_name_with_letters_in_pieces_is_a_name(tilesight, photo):
    name = unicodedata.normalize("NFD", "Święta u Zoë")
    result = tilesight("calibrate", photo(*WHOLE_GAME), "--name", name)
    assert result.exit_code == 0, result.output
    assert unicodedata.normalize("NFC", name) in tilesight("profile", "list").stdout
    assert tilesight("profile", "delete", name).exit_code == 0


def test_a_damaged_profile_does_not_hide_the_others(tilesight, photo, tmp_path):
    tilesight("calibrate", photo(*WHOLE_GAME))
    (tmp_path / "data" / "profiles" / "a.tiles").write_text("{}")
    result = tilesight("profile", "list", "--json")
    assert result.exit_code == 2
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert "error" in first
    assert second["profile"] == "our tiles"


READING = [
    ["read", "PHOTO"],
    ["read", "PHOTO", "--merge"],
    ["check", "PHOTO"],
    ["advise", "--table", "PHOTO", "--rack", "PHOTO"],
    ["odds", "--table", "PHOTO", "--rack", "PHOTO"],
    ["referee", "--before", "PHOTO", "--after", "PHOTO", "--rack-before", "PHOTO"],
    ["deal", "--rack", "PHOTO"],
    ["hand", "PHOTO"],
    ["score", "--nobody-out", "A=PHOTO", "B="],
]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_every_command_that_reads_a_photo_reads_it_with_the_profile(
    tilesight, photo, monkeypatch, words
):
    from vision import reader

    path = photo(*WHOLE_GAME)
    tilesight("calibrate", path)
    known: list[Profile | None] = []

    def read(source, *, profile=None, **_):
        known.append(profile)
        return seen.SceneReading(str(source), 480, 340, (), ())

    monkeypatch.setattr(reader, "read", read)
    tilesight(*(word.replace("PHOTO", str(path)) for word in words), "--profile", "our tiles")
    assert known
    assert {profile and profile.name for profile in known} == {"our tiles"}
    assert "no profile is called gone" in one_line(
        tilesight(*(word.replace("PHOTO", str(path)) for word in words), "--profile", "gone")
    )


def test_an_exported_file_will_do_for_a_profile(tilesight, photo, tmp_path):
    path = photo(*WHOLE_GAME)
    tilesight("calibrate", path)
    file = tmp_path / "given.tiles"
    tilesight("profile", "export", "our tiles", file)
    tilesight("profile", "delete", "our tiles")
    result = tilesight("read", path, "--profile", file, "--json")
    assert result.exit_code == 0, result.output
    assert [each.name for each in tmp_path.glob("*.npz")] == []


def test_a_profile_of_other_tiles_is_left_out_and_that_is_said(tilesight, photo):
    tilesight("calibrate", photo(*WHOLE_GAME))
    table = Path(__file__).parents[2] / "samples" / "kitchen" / "table.jpg"
    answer, plain = (
        json.loads(tilesight("read", table, "--json", *words).stdout)
        for words in (("--profile", "our tiles"), ())
    )
    (warning,) = answer["warnings"]
    assert "do not look like those of the profile our tiles" in warning
    assert (answer["tiles"], answer["groups"]) == (plain["tiles"], plain["groups"])
    told = tilesight("read", table, "--profile", "our tiles").stderr
    assert "do not look like those of the profile our tiles" in " ".join(told.split())


@pytest.fixture
def others(monkeypatch):
    """The tiles of the next photos are of another edition, as the likeness of prints tells."""
    monkeypatch.setattr(likeness, "fit_of_pictures", lambda *_: likeness.Fit.OTHER)


def test_a_photo_of_other_tiles_is_not_added(tilesight, photo, others):
    assert tilesight("calibrate", photo(*WHOLE_GAME)).exit_code == 0
    line = one_line(tilesight("calibrate", photo(*WHOLE_GAME), "--add"))
    assert "our tiles.jpg: these tiles do not look like those of the profile our tiles" in line
    assert "another name" in line
    (kept,) = tilesight("profile", "list", "--json").stdout.splitlines()
    assert json.loads(kept)["pictures"] == 54
    theirs = photo(*WHOLE_GAME, name="theirs.jpg")
    assert tilesight("calibrate", theirs).exit_code == 0
    assert tilesight("calibrate", theirs, "--replace").exit_code == 0


def test_what_is_known_of_other_tiles_does_not_stand_in_the_way_of_being_told(
    tilesight, photo, others, monkeypatch
):
    assert tilesight("calibrate", photo(*WHOLE_GAME)).exit_code == 0
    again = photo(*WHOLE_GAME)
    astray = finds(["R1 R2 R3", "B7 K7 O7"])
    monkeypatch.setattr(
        calibrate, "find_tiles", lambda *with_: astray if with_[2] else finds(WHOLE_GAME)
    )
    assert "do not look like those" in one_line(tilesight("calibrate", again, "--add"))


def test_what_is_missing_from_a_game_laid_out_is_told(tilesight, photo):
    rows = [" ".join(row.split()[:9]) for row in WHOLE_GAME[:4]]
    line = one_line(tilesight("calibrate", photo(*rows)))
    assert "36 tiles found, none of them from 10 to 13" in line
    assert "--tiles" in line


SWAPPED = {
    ("R5", "R7"): "tile 5 of row 1 reads R7 and tile 7 of row 1 reads R5",
    ("B3", "K9"): "tile 3 of row 2 reads K9 and tile 9 of row 3 reads B3",
    ("R5", "B5"): "tile 5 of row 1 reads B5 and tile 5 of row 2 reads R5",
    ("R5", "R6"): "tile 5 of row 1 reads R6, and the tile after it fits nowhere",
    ("K1", "K2"): "tile 1 of row 3 reads K2, and the tile after it fits nowhere",
    ("R13", "B1"): "tile 13 of row 1 reads B1, and the tile after it fits nowhere",
}


@pytest.mark.parametrize(("pair", "told"), SWAPPED.items())
def test_two_tiles_that_changed_places_are_told_by_their_places(tilesight, photo, pair, told):
    other = dict(zip(pair, pair[::-1], strict=True))
    rows = [" ".join(other.get(t, t) for t in row.split()) for row in WHOLE_GAME]
    spoken = tilesight("calibrate", photo(*rows))
    assert spoken.exit_code == 0
    (line,) = (one for one in spoken.stderr.splitlines() if "changed places" in one)
    assert f"{pair[0]} and {pair[1]} seem to have changed places: {told}" in line
    assert "take the photo again" in line
    assert "left out, as no tile" not in spoken.stderr


def moved(exchange: dict[str, str]) -> list[str]:
    """The rows of a whole game with other tiles in the places of some."""
    return [" ".join(exchange.get(tile, tile) for tile in row.split()) for row in WHOLE_GAME]


def shifted(name: str, row: int, place: int) -> list[str]:
    """The rows of a whole game with one tile lying elsewhere, from 0."""
    rows = [[tile for tile in line.split() if tile != name] for line in WHOLE_GAME]
    rows[row].insert(place, name)
    return [" ".join(line) for line in rows]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            moved({"R5": "B6", "B6": "K7", "K7": "R5"}),
            [
                "R5, B6 and K7 seem to have changed places: tile 5 of row 1 reads B6, tile 6 of",
                "row 2 reads K7 and tile 7 of row 3 reads R5: if so",
            ],
        ),
        (
            moved({"R5": "R6", "R6": "R5", "B5": "B6", "B6": "B5"}),
            [
                "R5 and R6 seem to have changed places: tile 5 of row 1",
                "B5 and B6 seem to have changed places: tile 5 of row 2",
            ],
        ),
        (
            moved({"R5": "R6", "R6": "R7", "R7": "R5"}),
            ["R5 seems to lie out of its place: tile 7 of row 1 reads R5"],
        ),
        (
            moved({f"{a}{n}": f"{b}{n}" for n in range(1, 7) for a, b in ("RO", "OR")}),
            ["R1 to R6 and O1 to O6 seem to have changed places: if so, lay them right"],
        ),
        (shifted("R12", 0, 2), ["R12 seems to lie out of its place: tile 3 of row 1 reads R12"]),
        (shifted("R3", 1, 13), ["R3 seems to lie out of its place: tile 14 of row 2 reads R3"]),
    ],
)
def test_tiles_that_went_round_or_lie_elsewhere_are_told_by_their_places(
    tilesight, photo, rows, told
):
    spoken = tilesight("calibrate", photo(*rows))
    assert spoken.exit_code == 0
    assert all(one in " ".join(spoken.stderr.split()) for one in told)
    assert "left out, as no tile" not in spoken.stderr


def test_a_tile_that_is_only_misread_or_missing_changed_places_with_none(tilesight, photo):
    def said(*rows: str) -> str:
        return tilesight("calibrate", photo(*rows), "--replace").stderr

    first, second, *others = WHOLE_GAME
    assert "changed places" not in said(first, second.replace("B7", "B7~B1"), *others)
    assert "changed places" not in said(first.replace("R5 ", ""), second, *others)
    # a stray tile in one row, a missing one in another
    stray = said(first.replace("R9", "R9 K2"), second.replace(" B4", ""), *others)
    assert "left out, as no tile of the order lies there: 1" in stray
    assert "changed places" not in stray
    # a reading that mixes up two colours says so of no single tile
    mixed = [row.translate(str.maketrans("BK", "KB")) for row in (second, others[0])]
    lying = [
        " ".join(f"{a}~{b}" for a, b in zip(row.split(), wrong.split(), strict=True))
        for row, wrong in zip((second, others[0]), mixed, strict=True)
    ]
    laid = " | ".join(WHOLE_GAME)
    told = tilesight("calibrate", photo(first, *lying, *others[1:]), "--replace", "--tiles", laid)
    assert "changed places" not in told.output
