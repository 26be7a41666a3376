"""Racks photographed to be counted: looked at and corrected before the score is written."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest

from tests.webapp.conftest import a_photo
from vision.reading import CUT_OFF


@pytest.fixture
def match(player):
    player.post("/scores/players", {"names": "Ann\nBo\nCy"})
    return player


def photograph(player, *names: str, photo: bytes | None = None, **form: str):
    """Post the form of the round with photos of these players' racks."""
    data = dict(form)
    for name in names:
        data[f"photo-{name}"] = (io.BytesIO(a_photo() if photo is None else photo), f"{name}.jpg")
    return player.post("/scores/round", data, content_type="multipart/form-data")


def shown(player) -> dict[str, str]:
    """The form of the round as a browser would send it now."""
    page = player.get("/scores").text
    form = re.search(r'<form[^>]*action="[^"]*/scores/round".*?</form>', page, re.DOTALL)[0]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf'\b{key}="([^"]*)"', tag) for key in ("name", "value"))
        if 'type="file"' in tag or ('type="checkbox"' in tag and "checked" not in tag):
            continue
        fields[unescape(name[1])] = unescape(value[1]) if value else ""
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form):
        chosen = re.search(r"<option(?: value=\"([^\"]*)\")? selected>([^<]*)", options)
        fields[name] = "" if chosen is None else (chosen[1] or chosen[2])
    return fields


def lines(player) -> list[str]:
    """The rounds written down, as the lines of the CSV file."""
    sheet = player.get("/scores/sheet.csv").text.splitlines()
    return [line for line in sheet if line[0].isdigit()]


def test_a_photo_leads_to_the_tiles_drawn_on_it_before_anything_counts(match, reader):
    reader.lay("R7 B2~B8")
    answer = photograph(match, "Bo", out="Ann")
    page = match.client.get(answer.location).text
    assert "Rack of Bo" in page
    assert page.count('class="edge"') == 2
    assert "Look at 1 doubtful tile" in page
    assert "/scores#rack-of-p2" in page
    assert lines(match) == []


def test_on_the_sheet_the_doubt_is_marked_and_a_correction_is_what_counts(match, reader):
    reader.lay("R7 B2~B8")
    photograph(match, "Bo", out="Ann")
    page = match.get("/scores").text
    assert 'aria-label="blue 2, doubtful"' in page
    assert "Look at 1 doubtful tile" in page
    looked_at = match.post("/scores/round", shown(match) | {"review": "p2"})
    assert "Is this blue 2?" in match.client.get(looked_at.location).text
    match.post("/p2/tile/1", {"tile": "B8"})
    assert "doubtful" not in match.get("/scores").text
    match.post("/scores/round", shown(match))
    assert lines(match)[0].endswith("15,-15,0")


def test_what_was_filled_in_comes_back_from_every_way_round(match, reader):
    reader.lay("R7 B2")
    filled = {"rack-Cy": "K1 K13", "unopened": "Cy", "winner": "Ann"}
    photograph(match, "Bo", out="Ann", **filled)
    assert shown(match).items() >= {"out": "Ann", "rack-Bo": "R7 B2", **filled}.items()
    to = match.post("/scores/round", shown(match) | {"rack-Cy": "K2", "look": "p2"}).location
    assert to.endswith("/p2")
    assert shown(match)["rack-Cy"] == "K2"
    again = photograph(match, "Ann", photo=b"no photo", **shown(match) | {"rack-Cy": "K3"})
    assert again.status_code == 415
    assert shown(match)["rack-Cy"] == "K3"
    wrong = match.post("/scores/round", shown(match) | {"rack-Cy": "K99"})
    assert wrong.status_code == 400
    assert "Cy: no such tile" in wrong.text
    assert shown(match)["rack-Cy"] == "K99"
    assert lines(match) == []


def test_text_over_a_photographed_rack_counts_and_keeps_the_places_on_the_photo(match, reader):
    reader.lay("R7 B2")
    photograph(match, "Bo", out="Ann")
    wrong = match.post("/scores/round", shown(match) | {"rack-Bo": "R7 B2 Q"})
    assert wrong.status_code == 400
    assert "Bo: not a tile" in wrong.text
    assert 'value="R7 B2 Q"' in wrong.text
    match.post("/scores/round", shown(match) | {"rack-Bo": "R7 B3", "look": "p2"})
    page = match.get("/p2").text
    assert page.count('class="edge"') == 2
    assert match.tiles("p2") == ["R7 B3"]
    match.post("/scores/round", shown(match))
    assert lines(match)[0].endswith("10,-10,0")


def test_a_photo_is_kept_though_something_else_was_mistyped(match, reader):
    reader.lay("R7 B2")
    photograph(match, "Bo", out="Ann")
    page = photograph(match, "Cy", **shown(match) | {"rack-Bo": "R7 Q"})
    assert page.status_code == 400
    assert "Bo: not a tile" in page.text
    assert 'value="R7 Q"' in page.text
    assert match.tiles("p3") == ["R7 B2"]


def test_an_old_page_does_not_undo_a_correction(match, reader):
    reader.lay("R7 B2")
    before = shown(match) | {"out": "Ann"}
    photograph(match, "Bo", out="Ann")
    read = shown(match)
    match.post("/p2/tile/1", {"tile": "B9"})
    for old in (before, read):
        match.post("/scores/round", old | {"look": "p2"})
        assert match.tiles("p2") == ["R7 B9"]


@pytest.mark.parametrize("face", ["?", "X"])
def test_a_rack_with_a_tile_that_has_no_name_is_not_scored(match, reader, face):
    reader.lay(f"R7 {face}")
    photograph(match, "Bo", out="Ann")
    page = match.post("/scores/round", shown(match))
    assert page.status_code == 400
    assert "Bo's rack has 1 tile without a name: turn it over if it lies face down" in unescape(
        page.text
    )
    assert lines(match) == []


def refusals(page: str) -> list[str]:
    """The lines that say why the round was not scored."""
    found = re.findall(r'<p class="mistake" role="alert">(.*?)</p>', page, re.DOTALL)
    return [unescape(re.sub(r"<[^>]*>", "", line)) for line in found]


@pytest.mark.parametrize(
    ("laid", "line", "leads_to"),
    [
        ("R7 B2~B8", "Bo's rack has 1 doubtful tile: look at it first", "/p2?review=1"),
        ("R7~R1 B2~B8", "Bo's rack has 2 doubtful tiles: look at them first", "/p2?review=1"),
        (
            "",
            "No tiles were found on the photo of Bo's rack: take it again, or type the rack",
            "#rack-of-p2",
        ),
    ],
)
def test_what_was_not_seen_for_certain_is_scored_only_with_a_tick(
    match, reader, laid, line, leads_to
):
    reader.lay(laid)
    photograph(match, "Bo", out="Ann", **{"rack-Cy": "K4", "unopened": "Cy"})
    refused = match.post("/scores/round", shown(match))
    assert refused.status_code == 400
    assert refusals(refused.text) == [line]
    assert f'{leads_to}">' in refused.text
    assert "score as read" in refused.text
    assert lines(match) == []
    assert shown(match).items() >= {"out": "Ann", "rack-Cy": "K4", "unopened": "Cy"}.items()
    match.post("/scores/round", shown(match) | as_read(match, "Bo"))
    assert len(lines(match)) == 1


def as_read(player, name: str) -> dict[str, str]:
    """The tick beside a rack as a browser would send it."""
    tick = re.search(rf'name="(as_read-{name})" value="([^"]*)"', player.get("/scores").text)
    return {tick[1]: tick[2]}


def test_every_rack_that_is_not_settled_is_named_and_ticked_by_itself(match, reader):
    reader.lay("R7 B2~B8")
    photograph(match, "Bo", "Cy", out="Ann")
    both = match.post("/scores/round", shown(match)).text
    assert [line[:2] for line in refusals(both)] == ["Bo", "Cy"]
    page = match.post("/scores/round", shown(match) | as_read(match, "Cy")).text
    assert [line[:2] for line in refusals(page)] == ["Bo"]
    assert [key for key in shown(match) if key.startswith("as_read")] == ["as_read-Cy"]
    assert lines(match) == []


def test_a_tick_does_not_settle_another_photo(match, reader):
    reader.lay("R7 B2~B8")
    photograph(match, "Bo", out="Ann")
    ticked = shown(match) | as_read(match, "Bo")
    reader.lay("R7 B3~B8")
    photograph(match, "Bo", **ticked)
    assert "as_read-Bo" not in shown(match)
    old_tick = shown(match) | {"as_read-Bo": ticked["as_read-Bo"]}
    assert match.post("/scores/round", old_tick).status_code == 400
    assert lines(match) == []


def test_a_rack_without_tiles_is_what_whoever_went_out_has_and_typing_settles_another(
    match, reader
):
    reader.lay("")
    photograph(match, "Ann", "Bo", out="Ann")
    refused = match.post("/scores/round", shown(match)).text
    assert ["Bo" in line for line in refusals(refused)] == [True]
    match.post("/scores/round", shown(match) | {"rack-Bo": "R7"})
    assert lines(match)[0].endswith("7,-7,0")


def test_points_written_by_hand_ask_nothing_of_photos(match, reader):
    reader.lay("R7 B2~B8")
    photograph(match, "Bo", out="Ann")
    points = {"points-Ann": "9", "points-Bo": "-9", "points-Cy": "0", "by": "hand"}
    match.post("/scores/round", shown(match) | points)
    assert len(lines(match)) == 1


def test_the_refusal_speaks_polish(match, reader):
    reader.lay("R7 B2~B8")
    photograph(match, "Bo", out="Ann")
    page = match.post("/scores/round", shown(match), headers={"Accept-Language": "pl"}).text
    assert refusals(page) == ["Tabliczka gracza Bo ma 1 wątpliwą kostkę: najpierw ją obejrzyj"]
    assert "policz tak, jak odczytano" in page


def test_a_round_written_down_leaves_no_rack_no_photo_and_an_empty_form(match, reader, app):
    reader.lay("R7 B2")
    photograph(match, "Bo", out="Ann")
    picture = re.search(r'<image href="([^"]+)"', match.get("/p2").text)[1]
    assert match.client.get(picture).status_code == 200
    match.post("/scores/round", shown(match))
    assert len(lines(match)) == 1
    assert match.client.get(picture).status_code == 404
    assert app.extensions["tilesight_store"].count_photos() == 0
    assert shown(match).items() >= {"round": "2", "out": "", "rack-Bo": ""}.items()


def test_the_next_turn_takes_the_racks_along(match, reader):
    reader.lay("R7 B2~B8")
    photograph(match, "Bo", out="Ann")
    match.post("/next")
    assert "Look at 1 doubtful tile" in match.get("/scores").text
    assert "<image" in match.get("/p2").text


def test_several_photos_at_once_are_all_read_and_shown_on_the_sheet(match, reader):
    reader.lay("R7 B2~B8")
    answer = photograph(match, "Bo", "Cy", out="Ann")
    page = match.client.get(answer.location).text
    assert "Check what was read, then score." in page
    assert page.count('aria-label="blue 2, doubtful"') == 2
    assert lines(match) == []


def test_reading_without_a_photo_says_so_and_scores_nothing(match):
    page = match.post("/scores/round", {"rack-Bo": "R7", "out": "Ann", "read": "1"})
    assert page.status_code == 400
    assert "No photo was chosen" in page.text
    assert lines(match) == []
    assert shown(match)["rack-Bo"] == "R7"


def test_a_rack_stays_its_player_s_when_others_leave_and_a_new_match_starts_without(match, reader):
    reader.lay("R7 B2")
    photograph(match, "Cy", out="Ann")
    match.post("/scores/leave", {"name": "Bo"})
    assert shown(match)["rack-Cy"] == "R7 B2"
    sheet = match.get("/scores/sheet.csv").data
    form = {"csv": (io.BytesIO(sheet), "m.csv")}
    match.post("/scores/import", form, content_type="multipart/form-data")
    assert shown(match)["rack-Cy"] == ""


def test_the_form_that_begins_a_match_sent_again_gives_nobody_another_s_rack(match, reader):
    reader.lay("R7 B2")
    photograph(match, "Bo", out="Ann")
    match.post("/scores/players", {"names": "Ann\nBo\nCy"})
    assert match.post("/scores/players", {"names": "Bo"}).status_code == 400
    assert shown(match)["rack-Bo"] == "R7 B2"
    match.post("/scores/players", {"names": "Bo\nAnn\nCy"})
    racks = {key: text for key, text in shown(match).items() if key.startswith("rack-")}
    assert racks == {"rack-Bo": "", "rack-Ann": "", "rack-Cy": ""}


@pytest.mark.parametrize("place", ["p4", "p99", "p0"])
def test_there_is_no_rack_of_a_player_who_is_not_on_the_sheet(match, place):
    assert match.get(f"/{place}").status_code == 404
    assert match.post(f"/{place}/add", {"tile": "R1"}).status_code == 404
    assert match.post(f"/{place}/text", {"tiles": "R1"}).status_code == 404
    assert match.post_photo(f"/{place}/photo").status_code == 404


def test_without_a_sheet_there_are_no_racks_to_count(player):
    assert player.get("/p1").status_code == 404


def test_a_tile_that_lies_face_down_is_asked_for_and_the_round_then_scored(match, reader):
    reader.lay("B2 X~K4")
    photograph(match, "Bo", **{"out": "Ann", "rack-Cy": "R5"})
    asked = match.get("/p2?review=1").text
    assert "Is this a face-down tile?" in asked
    match.post("/p2/tile/1", {"tile": "X", "review": "1"})
    assert "1 tile has no name yet" in match.get("/p2").text
    answer = match.post("/scores/round", shown(match))
    assert answer.status_code == 400
    assert "turn it over if it lies face down, and say what it is" in answer.text
    assert answer.text.count("1 tile has no name yet") == 1
    assert lines(match) == []
    look = match.post("/scores/round", shown(match) | {"review": "p2"})
    page = match.client.get(look.location).text
    assert "Turn it over and say here what it is" in page
    match.post("/p2/tile/1", {"tile": "K4", "review": "1"})
    assert "has no name yet" not in match.get("/scores").text
    assert shown(match)["rack-Cy"] == "R5"
    assert match.post("/scores/round", shown(match)).status_code == 303
    assert lines(match) == ["1,1,lemada,Ann,0,,11,-6,-5"]


def test_what_lies_face_down_and_is_no_tile_is_taken_away(match, reader):
    reader.lay("B2 X")
    photograph(match, "Bo", **{"out": "Ann", "rack-Cy": "R5"})
    match.post("/p2/tile/1", {"remove": "1"})
    match.post("/scores/round", shown(match))
    assert len(lines(match)) == 1


def test_a_face_down_tile_of_ones_own_rack_is_asked_for_and_on_the_table_left_alone(player, reader):
    reader.lay("R1 R2 R3 X")
    player.photograph("table")
    reader.lay("R4 X")
    player.photograph("rack")
    assert "has no name yet" not in player.get("/table").text
    assert "1 tile has no name yet" in player.get("/rack").text
    assert "1 tile has no name yet" in player.get("/play").text


APART = ("R1 R2", "B1 B2", "", "", "", "K5 K6 K7")
"""Rows on a photo: two tiers, and a rack that stands far below them."""


def two_racks(match, reader) -> str:
    reader.lay(*APART)
    answer = photograph(match, "Bo", **{"out": "Ann", "rack-Cy": "R5"})
    return match.client.get(answer.location).text


def ways(page: str) -> dict[str, str]:
    """What the buttons to choose a rack say, and what they send."""
    return {
        said.strip(): tiles
        for tiles, said in re.findall(r'<button name="tiles" value="([^"]*)">([^<]*)<', page)
    }


def test_of_two_racks_on_a_photo_the_one_that_counts_is_asked_for_with_a_picture(match, reader):
    page = two_racks(match, reader)
    assert "2 racks seem to be in this photo" in page
    picture = re.search(r'aria-label="The photo, each rack.*?</svg>', page, re.DOTALL)[0]
    assert picture.count('class="edge"') == 2
    assert list(ways(page)) == ["1: 4 tiles", "2: 3 tiles", "All of them: it is one rack"]
    refused = match.post("/scores/round", shown(match))
    assert "say which one counts" in refused.text
    assert lines(match) == []
    match.post("/p2/rack", {"tiles": ways(page)["2: 3 tiles"]})
    assert match.tiles("p2") == ["K5 K6 K7"]
    assert "racks seem to be" not in match.get("/p2").text
    match.post("/scores/round", shown(match))
    assert lines(match) == ["1,1,lemada,Ann,0,,23,-18,-5"]


def test_a_rack_that_was_put_aside_comes_back(match, reader):
    page = two_racks(match, reader)
    match.post("/p2/rack", {"tiles": ways(page)["1: 4 tiles"]})
    match.post("/p2/undo")
    assert match.tiles("p2") == ["R1 R2", "B1 B2", "K5 K6 K7"]
    assert "racks seem to be" in match.get("/p2").text


def test_all_may_be_of_one_rack_until_another_photo_shows_two(match, reader):
    page = two_racks(match, reader)
    match.post("/p2/rack", {"tiles": ways(page)["All of them: it is one rack"]})
    assert match.tiles("p2") == ["R1 R2", "B1 B2", "K5 K6 K7"]
    assert "racks seem to be" not in match.get("/p2").text
    assert "racks seem to be" in two_racks(match, reader)


@pytest.mark.parametrize("tiles", ["", "99", "x", "0 99"])
def test_a_choice_of_tiles_that_are_not_there_changes_nothing(match, reader, tiles):
    two_racks(match, reader)
    assert match.post("/p2/rack", {"tiles": tiles}).status_code == 400
    assert match.post("/table/rack", {"tiles": "0"}).status_code == 404
    assert len(" ".join(match.tiles("p2")).split()) == 7


EDGE = {
    "en": ("All tiles of the rack are there", "say that all are there"),
    "pl": ("Są tu wszystkie kostki z tabliczki", "potwierdź, że są tu wszystkie"),
}


@pytest.mark.parametrize("language", EDGE)
@pytest.mark.parametrize("warned", [True, False])
def test_whether_all_tiles_of_a_rack_are_on_its_photo_is_asked_where_its_edge_cuts_some(
    match, reader, language, warned
):
    reader.lay("R7 B2" if warned else "R7 B2~cut")
    reader.warnings = (CUT_OFF,) if warned else ()
    spoken = {"Accept-Language": language}
    button, asked = EDGE[language]
    photograph(match, "Bo", **{"out": "Ann", "rack-Cy": "R5"})
    if not warned:
        match.post("/p2/tile/1", {"tile": "B2"})  # what it is says not that no other follows
    assert button in match.get("/p2", headers=spoken).text
    refused = match.post("/scores/round", shown(match), headers=spoken)
    assert refused.status_code == 400
    assert asked in unescape(refused.text)
    assert lines(match) == []
    match.post("/p2/whole")
    assert "/p2/whole" not in match.get("/p2").text
    match.post("/scores/round", shown(match))
    assert lines(match) == ["1,1,lemada,Ann,0,,14,-9,-5"]


def test_of_another_photo_that_cuts_tiles_it_is_asked_again(match, reader):
    reader.lay("R7 B2")
    reader.warnings = (CUT_OFF,)
    photograph(match, "Bo", out="Ann")
    match.post("/p2/whole")
    photograph(match, "Bo", **shown(match))
    assert "All tiles of the rack are there" in match.get("/p2").text
    match.post("/p2/whole")
    match.post("/p2/undo")
    assert "All tiles of the rack are there" in match.get("/p2").text


def test_a_doubt_and_a_cut_are_both_said_before_a_rack_is_scored_as_read(match, reader):
    reader.lay("R7 B2~B8")
    reader.warnings = (CUT_OFF,)
    photograph(match, "Bo", out="Ann")
    refused = unescape(match.post("/scores/round", shown(match)).text)
    assert "doubtful tile: look at it first; the photo of Bo's rack cuts tiles off" in refused


def test_nobody_is_asked_whether_all_of_the_table_is_there(match):
    assert match.post("/table/whole").status_code == 404
