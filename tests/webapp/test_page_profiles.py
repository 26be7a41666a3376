"""Learned tiles on the page: from a photo, from corrections, chosen, kept, exchanged."""

from __future__ import annotations

import io
import re

import pytest

from tests.webapp.conftest import a_photo
from tests.webapp.laid_tiles import WHOLE_GAME, finds
from vision import adapt, calibrate, likeness


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(adapt, "CROPS", 60)
    monkeypatch.setattr(adapt, "LEAST_CROPS", 1)


@pytest.fixture
def lay(monkeypatch):
    """Lays tiles on the next calibration photo."""

    def rows(*texts: str) -> None:
        monkeypatch.setattr(calibrate, "find_tiles", lambda *_: finds(texts))

    rows(*WHOLE_GAME)
    return rows


def calibrated(player, name: str = "Ours") -> None:
    player.post_photo("/tiles/photo", a_photo(480, 340), "tiles.jpg")
    assert player.post("/tiles/draft/save", {"name": name}).status_code == 303


def names_on(player) -> list[str]:
    page = player.get("/tiles/draft").text
    return re.findall(r'class="crop[^"]*" aria-label="([^"]+)"', page)


def test_from_a_photo_over_a_look_at_every_tile_to_learned_tiles(player, lay, app):
    lay(WHOLE_GAME[0], WHOLE_GAME[1].replace("B7", "B7~B1"), *WHOLE_GAME[2:])
    sent = player.post_photo("/tiles/photo", a_photo(480, 340), "tiles.jpg")
    assert sent.status_code == 303
    page = player.client.get(sent.location).text
    assert "54 tiles" in page
    assert "1 tile was read otherwise than its place says" in page
    labels = names_on(player)
    assert labels[:2] == ["red 1", "red 2"]
    assert labels[19] == "blue 7, doubtful"
    image = player.get("/tiles/draft/19.jpg")
    assert image.mimetype == "image/jpeg"
    player.post("/tiles/draft/save", {"name": "Ours"})
    assert "Ours" in player.get("/tiles").text
    assert "photos are read with these." in player.get("/tiles").text
    assert player.get("/tiles/draft").status_code == 404
    kept = sorted(path.name for path in app.config["PROFILES"].iterdir())
    assert kept[-1] == "Ours.tiles"


def test_a_tile_is_corrected_by_a_tap_or_taken_away(player, lay):
    player.post_photo("/tiles/photo", a_photo(480, 340))
    page = player.get("/tiles/draft?tile=3").text
    assert 'class="guess yes"' in page
    assert 'value="O13" class="pick"' in page
    player.post("/tiles/draft/3", {"tile": "K9"})
    player.post("/tiles/draft/4", {"remove": "1"})
    labels = names_on(player)
    assert labels[2:5] == ["red 3", "black 9", "red 6"]
    player.post("/tiles/draft/save", {"name": "Ours"})
    profile = player.get("/tiles/export?name=Ours").json
    names = [patch["tile"] for patch in profile["patches"] if patch["tile"] != "none"]
    assert names.count("K9") == 2
    assert "R4" not in names
    assert "R5" not in names


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/tiles/draft/3", {"tile": "R14"}),
        ("/tiles/draft/3", {}),
        ("/tiles/draft/99", {"tile": "R1"}),
        ("/tiles/choose", {"name": "gone"}),
        ("/tiles/rename", {"name": "gone", "new": "x"}),
        ("/tiles/delete", {"name": "../tilesight"}),
        ("/tiles/import", {}),
        ("/tiles/learn/table", {}),
    ],
)
def test_what_makes_no_sense_is_a_readable_400_and_nothing_is_lost(player, lay, path, data):
    player.post_photo("/tiles/photo", a_photo(480, 340))
    page = player.post(path, data)
    assert page.status_code == 400
    assert 'id="failure"' in page.text
    assert len(names_on(player)) == 54


def test_a_photo_of_no_game_in_order_says_what_was_seen(player, lay):
    lay("R1 R2 R3", "B7 K7 O7")
    page = player.post_photo("/tiles/photo", a_photo(480, 340), "mess.jpg")
    assert page.status_code == 400
    assert "mess.jpg: 6 tiles found in 2 rows" in page.text
    lay()
    assert "no tiles found" in player.post_photo("/tiles/photo").text


def test_the_games_photos_are_read_with_its_profile(player, lay, reader, app, client):
    known = []

    def read(photo, *, profile=None, **options):
        known.append(profile and profile.name)
        return reader(photo, **options)

    app.config["READER"] = read
    reader.lay("R1 R2 R3")
    player.photograph("table")
    calibrated(player)
    player.photograph("table")
    player.photograph("rack")
    player.post_photo("/check")
    player.post("/tiles/choose", {"name": ""})
    player.photograph("table")
    assert known == [None, "Ours", "Ours", "Ours", None]


def test_the_next_game_of_this_browser_is_read_with_the_same_tiles(player, lay, client):
    calibrated(player)
    again = client.post("/games", data={"rules": "lemada"}).location
    assert "are read with these" in client.get(f"{again}/tiles").text


def test_tiles_that_are_gone_are_told_and_the_photo_is_read_all_the_same(player, lay, reader, app):
    calibrated(player)
    (app.config["PROFILES"] / "Ours.tiles").unlink()
    reader.lay("R1 R2 R3")
    sent = player.photograph("table")
    assert "are not known here any more" in player.client.get(sent.location).text
    assert player.tiles("table") == ["R1 R2 R3"]


def test_corrections_made_in_play_are_learned_when_asked_for(player, reader):
    reader.lay("R1 R2~R7 R3", "B7 K7 O7")
    player.photograph("table", a_photo(400, 300))
    assert "learn them" not in player.get("/table").text
    assert player.post("/tiles/learn/table").status_code == 400
    player.post("/table/tile/1", {"tile": "R7"})
    assert "learn them" in player.get("/table").text
    learned = player.post("/tiles/learn/table")
    assert "knows 6 pictures of tiles now" in player.client.get(learned.location).text
    player.post("/tiles/learn/table")
    name = re.search(r'name="new" value="([^"]+)"', player.get("/tiles").text)[1]
    profile = player.get("/tiles/export", query_string={"name": name}).json
    names = [patch["tile"] for patch in profile["patches"] if patch["tile"] != "none"]
    assert sorted(names) == sorted(["R1", "R7", "R3", "B7", "K7", "O7"] * 2)


def test_profiles_are_renamed_and_deleted_and_games_follow(player, lay):
    calibrated(player)
    player.post("/tiles/rename", {"name": "Ours", "new": "Grandma's"})
    page = player.get("/tiles").text
    assert "Grandma&#39;s" in page
    assert "are read with these" in page
    player.post("/tiles/delete", {"name": "Grandma's"})
    assert "is deleted" in player.get("/tiles").text
    page = player.get("/tiles").text
    assert "Grandma" not in page
    assert "Use in this game" not in page


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Ours", "There is a profile Ours already"),
        ("a/b", "A profile&#39;s name has 1 to 40 letters"),
        ("  ", "A profile&#39;s name has 1 to 40 letters"),
    ],
)
def test_a_name_that_cannot_be_is_said_beside_its_field_and_the_draft_kept(
    player, lay, client, name, why
):
    calibrated(player)
    other = client.post("/games", data={"rules": "lemada"}).location
    client.post(f"{other}/tiles/choose", data={"name": ""})
    photo = {"photo": (io.BytesIO(a_photo(480, 340)), "tiles.jpg")}
    client.post(f"{other}/tiles/photo", data=photo, content_type="multipart/form-data")
    client.post(f"{other}/tiles/draft/3", data={"tile": "K9"})
    refused = client.post(f"{other}/tiles/draft/save", data={"name": name})
    assert refused.status_code == 400
    field, after = re.search(r'(<input[^>]*name="name"[^>]*>)(.*)', refused.text, re.S).groups()
    assert f'value="{name}"' in field
    assert 'aria-invalid="true"' in field
    assert why in after
    assert 'aria-label="black 9, doubtful"' not in refused.text
    assert 'aria-label="black 9"' in refused.text
    assert client.post(f"{other}/tiles/draft/save", data={"name": "Two"}).status_code == 303


def test_another_name_that_is_taken_is_said_beside_its_field(player, lay):
    calibrated(player)
    player.post("/tiles/choose", {"name": ""})
    calibrated(player, "Two")
    page = player.post("/tiles/rename", {"name": "Two", "new": "Ours"})
    assert page.status_code == 400
    field, after = re.search(r'(<input[^>]*id="new-2"[^>]*>)(.*)', page.text).groups()
    assert 'value="Ours"' in field
    assert 'aria-invalid="true"' in field
    assert "There is a profile Ours already" in after
    assert "Two</strong>" in player.get("/tiles").text


@pytest.mark.parametrize(
    ("path", "form"), [("3", {"tile": "K9"}), ("3", {"remove": "1"}), ("save", {}), ("drop", {})]
)
def test_an_old_page_of_tiles_changes_nothing_of_another_photo_s(player, lay, path, form):
    player.post_photo("/tiles/photo", a_photo(480, 340))
    old = re.search(r'name="seen" value="([^"]+)"', player.get("/tiles/draft").text)[1]
    player.post_photo("/tiles/photo", a_photo(480, 340))
    labels = names_on(player)
    refused = player.post(f"/tiles/draft/{path}", {"seen": old, "name": "Ours", **form})
    assert refused.status_code == 400
    assert "another photo was read meanwhile" in refused.text
    assert names_on(player) == labels


def test_a_file_goes_out_and_comes_in_again(player, lay):
    calibrated(player)
    given = player.get("/tiles/export?name=Ours")
    assert "attachment" in given.headers["Content-Disposition"]
    for _ in range(2):
        data = {"file": (io.BytesIO(given.data), "ours.tiles")}
        player.post("/tiles/import", data, content_type="multipart/form-data")
    page = player.get("/tiles").text
    assert "Ours 2" in page
    assert "Ours 3" in page


def test_a_file_that_is_no_profile_is_refused(player):
    data = {"file": (io.BytesIO(a_photo()), "photo.jpg")}
    page = player.post("/tiles/import", data, content_type="multipart/form-data")
    assert page.status_code == 400
    assert "photo.jpg: this is no profile" in page.text


def test_deleting_all_photos_forgets_the_draft_too(player, lay, client):
    player.post_photo("/tiles/photo", a_photo(480, 340))
    client.post("/privacy/photos/delete")
    assert player.get("/tiles/draft").status_code == 404


def test_the_screens_speak_polish(player, lay):
    polish = {"Accept-Language": "pl"}
    assert "Własne kostki" in player.get("/tiles", headers=polish).text
    player.post_photo("/tiles/photo", a_photo(480, 340))
    assert "Czy to się zgadza?" in player.get("/tiles/draft", headers=polish).text
    lay("R1 R2 R3")
    data = {"photo": (io.BytesIO(a_photo(480, 340)), "a.jpg")}
    page = player.post("/tiles/photo", data, content_type="multipart/form-data", headers=polish)
    assert "znaleziono kostek: 3" in page.text


OTHER_TILES = {
    "en": "These tiles do not look like those of the profile Ours",
    "pl": "Te kostki nie wyglądają jak wyuczone kostki Ours",
}


@pytest.mark.parametrize("language", OTHER_TILES)
def test_other_tiles_are_not_added_to_the_profile_of_the_game(player, lay, monkeypatch, language):
    calibrated(player)
    monkeypatch.setattr(likeness, "fit_of_pictures", lambda *_: likeness.Fit.OTHER)
    player.post_photo("/tiles/photo", a_photo(480, 340), "tiles.jpg")
    spoken = {"Accept-Language": language}
    refused = player.post("/tiles/draft/save", {"name": "Ours"}, headers=spoken)
    assert refused.status_code == 400
    assert OTHER_TILES[language] in refused.text
    assert 'id="name"' in refused.text  # the draft is there, to be given another name
    assert player.post("/tiles/draft/save", {"name": "Theirs"}).status_code == 303
    assert len(player.get("/tiles/export?name=Ours").json["patches"]) == len(
        player.get("/tiles/export?name=Theirs").json["patches"]
    )


GAP = {
    "en": "36 tiles found, none of them from 10 to 13: lay each colour from 1 to 13",
    "pl": "znaleziono kostek: 36, żadnej od 10 do 13: ułóż",
}


@pytest.mark.parametrize("language", GAP)
def test_which_numbers_are_missing_from_a_game_laid_out_is_told(player, lay, language):
    lay(*(" ".join(row.split()[:9]) for row in WHOLE_GAME[:4]))
    sent = {"photo": (io.BytesIO(a_photo(480, 340)), "tiles.jpg")}
    page = player.post("/tiles/photo", sent, headers={"Accept-Language": language})
    assert GAP[language] in page.text
