"""English and Polish: complete, compiled, and chosen as a person expects."""

from __future__ import annotations

import re

import pytest

from tests.solver.positions import golden_advice
from webapp.phrases import said, step_text
from webapp.translations.catalogue import languages, load, load_compiled, messages, missing

TILES = ("1 tile", "3 tiles", "5 tiles")
PARAMETER = re.compile(r"%\(\w+\)s|\{\w+\}")


def texts(message) -> list[str]:
    return list(message.string) if message.pluralizable else [message.string]


@pytest.mark.parametrize("language", languages())
def test_every_message_is_translated(language):
    catalog = load(language)
    wanted = messages()
    lacking = [
        message.id
        for message in wanted
        if message.id and catalog.get(message.id, message.context) is None
    ]
    assert lacking == []
    assert missing(catalog) == []


@pytest.mark.parametrize("language", languages())
def test_the_compiled_catalogue_is_that_of_the_text(language):
    compiled = load_compiled(language)
    for message in load(language):
        if message.id:
            assert texts(compiled.get(message.id, message.context)) == texts(message)


@pytest.mark.parametrize("language", languages())
def test_translations_keep_no_parameter_that_the_message_lacks(language):
    for message in load(language):
        if not message.id:
            continue
        ids = message.id if message.pluralizable else (message.id,)
        known = {name for text in ids for name in PARAMETER.findall(text)}
        assert all(set(PARAMETER.findall(text)) <= known for text in texts(message)), message.id


def test_the_browsers_language_is_spoken_until_another_is_chosen(client):
    polish = {"Accept-Language": "pl,en;q=0.5"}
    assert "Co mogę zagrać?" in client.get("/", headers=polish).text
    assert "What can I play?" in client.get("/", headers={"Accept-Language": "de"}).text
    client.post("/language", data={"language": "en", "back": "/"})
    assert "What can I play?" in client.get("/", headers=polish).text


MONTH = r"[JFMASOND][a-z]{2,3}"  # short, so that all of it fits beside the way back


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("en", rf"Game of {MONTH} \d{{1,2}}, \d{{4}}"),
        ("en-US", rf"Game of {MONTH} \d{{1,2}}, \d{{4}}"),
        ("en-GB,en;q=0.9", rf"Game of \d{{1,2}} {MONTH} \d{{4}}"),
        ("en-AU", rf"Game of \d{{1,2}} {MONTH} \d{{4}}"),
        ("no-such-tongue,en-GB", rf"Game of \d{{1,2}} {MONTH} \d{{4}}"),
        ("pl-PL", r"Gra z \d{1,2} \w{3} \d{4}"),
    ],
)
def test_a_game_without_a_name_is_called_by_its_day_as_one_says_it(client, language, named):
    spoken = {"Accept-Language": language}
    game = client.post("/games", data={"rules": "lemada"}, headers=spoken).location
    assert re.search(f"<h1>{named}</h1>", client.get(game, headers=spoken).text)


def test_a_whole_turn_speaks_polish(player):
    polish = {"Accept-Language": "pl"}
    player.type("table", "R1 R2 R3\nB7 K7 O7\nB3 B4 B6")
    player.type("rack", "R4 K2")
    page = player.get("", headers=polish).text
    assert "Brakuje liczby między 4 a 6" in page
    player.type("table", "R1 R2 R3\nB7 K7 O7")
    play = player.get("/play", headers=polish).text
    assert "Dołóż z tabliczki na końcu zestawu (czerwone 1–3): czerwoną 4." in play
    assert 'lang="pl"' in play
    for english in ("Put ", "Step by step", "from your rack", "Play "):
        assert english not in play


def test_steps_say_in_polish_what_they_say_in_english(app):
    pairs = (
        (" moves", re.compile("przechodzi|zmienia miejsce")),
        ("either of the two", re.compile("dowolny z dwóch takich")),
        ("(lying alone", re.compile("– leży osobno")),
    )
    seen = set()
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        for _, advice in golden_advice(range(110, 180)):
            for step in advice.steps:
                polish = step_text(step)
                assert not re.search(r"\b(the|moves|either|lying)\b|[{}]", polish), polish
                for english, told in pairs:
                    assert (english in step.text) == bool(told.search(polish)), polish
                    seen |= {english} if english in step.text else set()
    assert len(seen) == len(pairs)


def test_a_sentence_that_is_not_known_stays_as_it_is(app):
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        assert said("something new") == "something new"


def test_penalty_tiles_are_counted_as_the_language_counts(app):
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        told = [said(f"the table is restored and the player draws {n}") for n in TILES]
    assert [words.split("dobiera ")[1] for words in told] == ["1 kostkę", "3 kostki", "5 kostek"]


def test_saving_a_name_as_it_is_shown_does_not_fix_it_in_one_language(client):
    game = client.post("/games", data={"rules": "lemada"}, headers={"Accept-Language": "en-GB"})
    page = client.get(game.location, headers={"Accept-Language": "en-GB"}).text
    shown = re.search(r"<h1>(Game of [^<]*)</h1>", page)[1]
    client.post(f"{game.location}/name", data={"name": shown}, headers={"Accept-Language": "en-GB"})
    assert "<h1>Gra z " in client.get(game.location, headers={"Accept-Language": "pl"}).text


def test_a_joker_is_asked_about_with_its_article(player, reader):
    reader.lay("R1 R2 J~R3", "K5~K6 B5 O5")
    player.photograph("table")
    assert "Is this a joker?" in player.get("/table?tile=2").text
    assert "Is this black 5?" in player.get("/table?tile=3").text
    assert "Czy to joker?" in player.get("/table?tile=2", headers={"Accept-Language": "pl"}).text
