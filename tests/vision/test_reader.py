"""The reader puts the steps together; the two networks are played by the test."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from solver.rules import Rules
from vision import classify, corners, detect
from vision.adapt import Learned
from vision.classify import Adaptation, TileScores
from vision.detect import Sighting
from vision.known_inks import KnownInks
from vision.likeness import Fit, Prints
from vision.photo import Photo, PhotoError, open_photo
from vision.profile import Profile
from vision.reader import read
from vision.reading import DecidedBy, Quad, SceneReading, TileReading, Why, Zone

W, H = 60.0, 80.0


def quad_at(x: float, y: float) -> Quad:
    return ((x, y), (x + W, y), (x + W, y + H), (x, y + H))


def turned(quad: Quad) -> Quad:
    return (quad[2], quad[3], quad[0], quad[1])


def scores(
    tile: str,
    chance: float = 0.99,
    *,
    other: str = "K9",
    flipped: str = "O9",
    upside_down: float = 0.01,
    tile_probability: float = 1.0,
) -> TileScores:
    return TileScores(
        upright=((tile, chance), (other, 1 - chance)),
        flipped=((flipped, 0.9), ("X", 0.1)),
        upside_down=upside_down,
        tile_probability=tile_probability,
    )


Seen = tuple[Quad, TileScores]


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> Any:
    """``look([(quad, scores), ...], **options)``: read a photo on which those are found."""

    def reading_of(
        seen: Sequence[Seen], size: tuple[int, int] = (800, 600), **options: Any
    ) -> SceneReading:
        by_quad = dict(seen)

        def fake_look(pixels: np.ndarray, scale: float) -> list[Sighting]:
            assert pixels.dtype == np.uint8
            return [Sighting(quad, 0.9) for quad in by_quad]

        def fake_classify(
            pixels: np.ndarray, quads: Sequence[Quad], adaptation: Adaptation | None
        ) -> list[TileScores]:
            on_its_side = scores("R7", 0.4, tile_probability=0.1)
            return [by_quad.get(quad, on_its_side) for quad in quads]

        monkeypatch.setattr(detect, "look", fake_look)
        monkeypatch.setattr(corners, "refined", lambda pixels, quads: list(quads))
        monkeypatch.setattr(classify, "classify", fake_classify)
        for network in (detect, corners, classify):
            monkeypatch.setattr(network, "loaded", lambda: None)
        buffer = io.BytesIO()
        Image.new("RGB", size, "wheat").save(buffer, "JPEG")
        options.setdefault("name", "a.jpg")
        return read(buffer.getvalue(), **options)

    return reading_of


def names(reading: SceneReading) -> list[list[str]]:
    return [[reading.tile(i).tile for i in group.tiles] for group in reading.groups]


RUN: list[Seen] = [
    (quad_at(400, 100), scores("R3")),
    (quad_at(280, 100), scores("R1")),
    (quad_at(340, 100), scores("R2")),
]


def test_a_set_comes_out_in_order(look: Any) -> None:
    reading = look(RUN)
    assert (reading.photo, reading.width, reading.height) == ("a.jpg", 800, 600)
    assert names(reading) == [["R1", "R2", "R3"]]
    assert [tile.id for tile in reading.tiles] == [0, 1, 2]
    assert not any(tile.doubtful for tile in reading.tiles)
    assert reading.groups[0].zone == Zone.TABLE
    assert SceneReading.from_json(reading.to_json()).to_json() == reading.to_json()


def test_stages_are_timed_apart(look: Any) -> None:
    reading = look(RUN)
    assert list(reading.timings_ms) == ["decode", "detect", "classify", "ink", "arrange"]
    assert all(ms >= 0 for ms in reading.timings_ms.values())


def test_quads_are_pixels_of_the_whole_photo(look: Any) -> None:
    reading = look([(quad_at(99.5, 49.5), scores("B5"))], size=(4000, 3000))
    assert (reading.width, reading.height) == (4000, 3000)
    assert reading.tiles[0].quad[0] == pytest.approx((199.5, 99.5))
    assert reading.tiles[0].quad[2] == pytest.approx((199.5 + 2 * W, 99.5 + 2 * H))


def test_what_is_no_tile_is_dropped(look: Any) -> None:
    seen = [*RUN, (quad_at(600, 400), scores("B8", tile_probability=0.1))]
    assert names(look(seen)) == [["R1", "R2", "R3"]]


def test_half_a_chance_needs_the_company_of_sure_tiles(look: Any) -> None:
    weak = (quad_at(460, 100), scores("R4", 0.8, tile_probability=0.6))
    assert names(look([*RUN, weak])) == [["R1", "R2", "R3", "R4"]]
    assert names(look([RUN[0], weak])) == [["R3"]]
    assert look([weak]).tiles == ()
    blank = (quad_at(460, 100), scores("X", tile_probability=0.7))
    assert names(look([*RUN, blank])) == [["R1", "R2", "R3"]]


def test_a_clear_face_among_sure_tiles_is_a_tile(look: Any) -> None:
    """Cut by the frame or half in the dark it is not much of a tile, but no doubt which."""
    faint = (quad_at(460, 100), scores("R4", 0.95, tile_probability=0.3))
    assert names(look([*RUN, faint])) == [["R1", "R2", "R3", "R4"]]
    assert look([*RUN, faint]).tiles[-1].doubtful
    assert names(look([RUN[0], faint])) == [["R3"]]


def test_a_mark_on_a_tile_is_no_tile_of_its_own(look: Any) -> None:
    for x in (410.0, 452.0):
        mark: Quad = ((x, 150.0), (x + 20, 150.0), (x + 20, 176.0), (x, 176.0))
        seen = [*RUN, (mark, scores("J", 0.99, other="R4"))]
        assert names(look(seen)) == [["R1", "R2", "R3"]]


def test_a_find_without_company_must_be_sure(look: Any) -> None:
    here = quad_at(460, 100)
    assert names(look([(here, scores("R4", tile_probability=0.99))])) == [["R4"]]
    assert look([(here, scores("R4", tile_probability=0.9))]).tiles == ()
    assert names(look([(here, scores("J", 0.99, other="R4"))])) == [["J"]]
    assert look([(here, scores("J", 0.9, other="R4"))]).tiles == ()
    assert look([(here, scores("X", 0.999))]).tiles == ()
    assert names(look([RUN[0], (quad_at(660, 100), scores("X", 0.999))])) == [["R3", "X"]]


def test_a_tile_given_upside_down_is_turned_by_its_neighbours(look: Any) -> None:
    unsure = scores("O6", other="O8", flipped="O9", upside_down=0.5)
    seen = [
        (quad_at(100, 100), scores("O7")),
        (turned(quad_at(160, 100)), unsure),
        (quad_at(220, 100), scores("O8")),
        (quad_at(280, 100), scores("O10")),
    ]
    reading = look(seen)
    assert names(reading) == [["O7", "O9", "O8", "O10"]]
    assert np.allclose(reading.tiles[1].quad, quad_at(160, 100))
    nine = reading.tiles[1]
    assert (nine.raw, nine.decided_by) == ("O6", DecidedBy.RULES)
    assert {t.decided_by for t in reading.tiles if t is not nine} == {DecidedBy.NETWORK}


def test_a_row_decides_nothing_that_the_tile_says_of_itself(look: Any) -> None:
    """Turned by its row it may well be what it was; and a lone tile has no row."""
    eight = scores("O8", flipped="O8", upside_down=0.5)
    seen = [
        (quad_at(100, 100), scores("O7")),
        (turned(quad_at(160, 100)), eight),
        (quad_at(220, 100), scores("O9")),
    ]
    assert {tile.decided_by for tile in look(seen).tiles} == {DecidedBy.NETWORK}
    either_way = scores("R6", 0.6, other="R8", flipped="R8", upside_down=0.5)
    (alone,) = look([(quad_at(100, 100), either_way)]).tiles
    assert (alone.tile, alone.decided_by) == ("R8", DecidedBy.NETWORK)


def test_an_undecided_loose_tile_shows_both_ways_and_is_doubtful(look: Any) -> None:
    (tile,) = look([(quad_at(100, 100), scores("O6", flipped="O9", upside_down=0.5))]).tiles
    assert tile.doubtful
    assert tile.tile in ("O6", "O9")
    assert {tile.tile, *(name for name, _ in tile.alternatives)} >= {"O6", "O9"}


def test_low_confidence_is_doubtful_and_guesses_are_unreadable(look: Any) -> None:
    def tile(chance: float) -> TileReading:
        seen = [*RUN, (quad_at(100, 400), scores("R7", chance, other="R1"))]
        found: TileReading = look(seen).tiles[3]
        return found

    assert not tile(0.99).doubtful
    assert tile(0.7).doubtful
    assert tile(0.7).tile == "R7"
    assert tile(0.7).alternatives[0][0] == "R1"
    many = TileScores(tuple((f"R{n}", 1 / 13) for n in range(1, 14)), (), 0.0, 1.0)
    (*_, unreadable) = look([*RUN, (quad_at(700, 100), many)]).tiles
    assert unreadable.tile == "?"
    assert unreadable.doubtful
    assert len(unreadable.alternatives) >= 3


@pytest.mark.parametrize("tile_probability", [1.0, 0.8])
@pytest.mark.parametrize("chances", [(0.99,), (0.5, 0.4), (0.6, 0.39), (0.19,) * 5, (0.1,) * 10])
def test_what_a_tile_is_and_may_be_never_sums_above_one(
    look: Any, chances: tuple[float, ...], tile_probability: float
) -> None:
    faces = tuple((f"R{n}", chance) for n, chance in enumerate(chances, start=1))
    seen = TileScores(faces, (), 0.0, tile_probability)
    (*_, tile) = look([*RUN, (quad_at(700, 100), seen)]).tiles
    others = [chance for _, chance in tile.alternatives]
    assert tile.confidence + sum(others) <= tile_probability + 1e-9
    assert others == sorted(others, reverse=True)
    if tile.tile == "?":
        assert tile.confidence == 0
        assert tile.alternatives[0] == ("R1", pytest.approx(chances[0] * tile_probability))
    else:
        assert tile.confidence >= others[0] if others else tile.confidence > 0.7


def test_no_tiles_is_an_answer_with_a_warning(look: Any) -> None:
    reading = look([])
    assert reading.tiles == ()
    assert reading.groups == ()
    assert "no tiles" in reading.warnings[0]


@pytest.mark.parametrize(
    ("kind", "advice"),
    [
        ("table", "or from above"),
        ("rack", "or from the front, level with the tiles"),
        ("auto", "or a table from above and a rack from the front"),
    ],
)
def test_how_to_take_the_photo_again_is_said_for_what_it_shows(
    look: Any, kind: Any, advice: str
) -> None:
    (warning,) = look([], kind=kind).warnings
    assert warning.endswith(advice)


def three_of(tile: str) -> list[Seen]:
    return [(quad_at(100.0 + 150 * i, 50 + 120.0 * i), scores(tile)) for i in range(3)]


def test_more_than_the_game_has_is_a_warning(look: Any) -> None:
    rules = Rules.preset("lemada")
    (warning,) = look(three_of("R7"), rules=rules).warnings
    assert warning.startswith("three R7 are more than the game has (2)")
    (warning,) = look(three_of("J"), rules=rules).warnings
    assert warning.startswith("three J ")
    assert look(three_of("R7")).warnings == ()
    assert look([*RUN, *three_of("X")], rules=rules).warnings == ()


def test_of_three_alike_the_least_sure_is_a_doubt(look: Any) -> None:
    rules = Rules.preset("lemada")
    pair = three_of("B7")[:2]
    third = (quad_at(600, 400), scores("B7", 0.97))
    doubted = [t for t in look([*RUN, *pair, third], rules=rules).tiles if t.doubtful]
    assert [(tile.tile, tile.quad[0]) for tile in doubted] == [("B7", (600.0, 400.0))]
    assert not any(tile.doubtful for tile in look([*RUN, *pair], rules=rules).tiles)


def test_a_likelier_reading_is_proposed_and_never_applied(look: Any) -> None:
    seen = [RUN[1], (quad_at(340, 100), scores("R8", 0.92, other="R2")), RUN[0]]
    reading = look(seen, rules=Rules.preset("lemada"))
    assert names(reading) == [["R1", "R8", "R3"]]
    assert [(p.id, p.tile) for p in reading.proposals] == [(1, "R2")]
    assert reading.tiles[1].doubtful
    alone = look(seen)
    assert alone.proposals == ()
    assert not alone.tiles[1].doubtful


def test_kind_decides_the_zone(look: Any) -> None:
    assert {group.zone for group in look(RUN, kind="rack").groups} == {Zone.RACK}


def test_an_opened_photo_is_not_decoded_again(look: Any) -> None:
    look(RUN)  # puts the played networks in place
    buffer = io.BytesIO()
    Image.new("RGB", (320, 240)).save(buffer, "PNG")
    photo = open_photo(buffer.getvalue(), "b.png")
    reading = read(photo)
    assert (reading.photo, reading.width) == ("b.png", 320)


def test_no_photo_is_one_clear_error(look: Any) -> None:
    look(RUN)
    with pytest.raises(PhotoError, match="0 bytes"):
        read(b"", name="empty.jpg")


def test_a_tile_all_alone_must_be_surer(look: Any) -> None:
    def doubted(chance: float, *beside: Seen) -> bool:
        (tile, *_) = look(
            [(quad_at(100, 50), scores("R7", chance, upside_down=0.0)), *beside]
        ).tiles
        return bool(tile.doubtful)

    assert doubted(0.97)
    assert not doubted(0.97, *RUN)
    assert not doubted(0.999)


@pytest.mark.parametrize(("backs", "doubted"), [(1, True), (2, True), (3, False)])
def test_a_blank_or_two_among_faces_are_worth_a_look(look: Any, backs: int, doubted: bool) -> None:
    blanks = [(quad_at(660, 100 + 120 * n), scores("X", 0.9995)) for n in range(backs)]
    reading = look([*RUN, *blanks])
    seen = [tile.doubtful for tile in reading.tiles if tile.tile == "X"]
    assert seen == [doubted] * backs
    assert not any(tile.doubtful for tile in reading.tiles if tile.tile != "X")


def square_about(quad: Quad, times: float) -> Quad:
    """The quad grown about its centre."""
    x, y = (sum(part) / 4 for part in zip(*quad, strict=True))
    a, b, c, d = ((x + (px - x) * times, y + (py - y) * times) for px, py in quad)
    return (a, b, c, d)


@pytest.mark.parametrize("number", ["6", "9"])
def test_a_6_or_9_that_lies_the_other_way_than_its_row_is_worth_a_look(
    look: Any, number: str
) -> None:
    """Behind a lip it shows its digit alone, which held the other way is the other number."""
    row = [(quad_at(200 + 60 * n, 100), scores(f"B{n + 1}")) for n in range(4)]
    either_way = ((f"B{number}", 0.99), ("K2", 0.01))
    seen = TileScores(either_way, either_way, 0.01, 1.0)
    reading = look([*row, (turned(quad_at(440, 100)), seen)])
    assert [tile.tile for tile in reading.tiles if tile.doubtful] == [f"B{number}"]
    stands = (quad_at(440, 100), seen)
    assert not any(tile.doubtful for tile in look([*row, stands]).tiles)


def test_a_slab_under_a_tile_does_not_hide_it(look: Any) -> None:
    """The detector takes a paving stone for a tile as well: only the faces tell which is one."""
    for chance in (0.05, 0.999):
        slab = (square_about(RUN[0][0], 4), scores("B9", tile_probability=chance))
        assert names(look([slab, *RUN])) == [["R1", "R2", "R3"]]


def test_two_tiles_seen_as_one_are_two(look: Any) -> None:
    first, second = quad_at(100, 300), quad_at(100, 300 + H)
    both: Quad = (first[0], first[1], second[2], second[3])
    seen = [(both, scores("K8")), (first, scores("B4")), (second, scores("O5")), *RUN]
    assert sorted(names(look(seen))) == [["B4"], ["O5"], ["R1", "R2", "R3"]]


def test_a_digit_is_no_tile_on_its_tile(look: Any) -> None:
    (x, y), *_ = RUN[0][0]
    digit: Quad = ((x + 15, y + 25), (x + 45, y + 25), (x + 45, y + 75), (x + 15, y + 75))
    assert names(look([*RUN, (digit, scores("K1", 0.999))])) == [["R1", "R2", "R3"]]


def test_of_two_tiles_each_must_be_surer(look: Any) -> None:
    """What looks like a tile beside a lone one may be wood grain."""
    beside = (quad_at(660, 400), scores("J", 0.98, other="R4", upside_down=0.0))
    sure = (quad_at(400, 100), scores("R3", 0.999, upside_down=0.0))
    assert [(t.tile, t.doubtful) for t in look([sure, beside]).tiles] == [
        ("R3", False),
        ("J", True),
    ]
    assert not any(tile.doubtful for tile in look([*RUN, beside]).tiles)


def test_the_loose_outline_of_a_tile_does_not_hide_it(look: Any) -> None:
    """The same tile seen twice, once with a piece of the table: the clearer face is it."""
    loose = (square_about(RUN[0][0], 1.4), scores("O10", 0.93))
    assert names(look([loose, *RUN])) == [["R1", "R2", "R3"]]


@pytest.mark.parametrize(
    ("face", "chance", "reported"),
    [
        ("K2", 0.95, True),
        ("K2", 0.5, False),
        ("J", 0.85, False),
        ("J", 0.95, True),
        ("X", 1.0, False),
    ],
)
def test_half_a_tile_at_the_edge_is_read_only_if_its_face_is_clear(
    look: Any, face: str, chance: float, reported: bool
) -> None:
    half = (quad_at(-30, 300), scores(face, chance))
    reading = look([*RUN, half])
    seen = {tile.tile: tile.doubtful for tile in reading.tiles}
    assert (face in seen) == reported
    if reported:
        assert seen[face]
        assert not reading.warnings
    else:
        (warning,) = reading.warnings
        assert warning.startswith("tiles at the photo's edge are cut too far to be read")


def box(x: float, y: float, width: float, height: float) -> Quad:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def test_pieces_of_tiles_at_the_edge_are_no_tiles(look: Any) -> None:
    """Half a 12 is seen as a 1 and a 2, half a digit as a joker; each is said to be cut."""
    pieces = [
        (box(100, 560, 28, 38), scores("B1")),
        (box(132, 562, 28, 36), scores("B2")),
        (box(170, 568, W, 30), scores("J")),
    ]
    reading = look([*RUN, *pieces])
    assert names(reading) == [["R1", "R2", "R3"]]
    (warning,) = reading.warnings
    assert warning.startswith("tiles at the photo's edge")


def test_a_far_larger_tile_elsewhere_makes_no_piece_of_one_at_the_edge(look: Any) -> None:
    """A table beyond a rack is smaller, and its tiles may lie at the photo's edge."""
    rack: list[Quad] = [
        ((x, 380.0), (x + 140, 380.0), (x + 140, 560.0), (x, 560.0)) for x in (420.0, 561.0)
    ]
    beyond: list[Quad] = [
        ((x, 2.0), (x + 45, 2.0), (x + 45, 62.0), (x, 62.0)) for x in (600.0, 645.0, 690.0)
    ]
    held, laid = ("B4", "J"), ("O5", "O6", "O7", "O8")
    beyond.append(((40.0, 300.0), (85.0, 300.0), (85.0, 360.0), (40.0, 360.0)))
    seen = zip(rack + beyond, held + laid, strict=True)
    reading = look([(quad, scores(tile)) for quad, tile in seen])
    assert {tile.tile for tile in reading.tiles} == {*held, *laid}
    assert not reading.warnings


def test_an_outline_that_shrank_to_what_the_frame_left_is_worth_a_look(look: Any) -> None:
    left = (box(300, 540, W, 58), scores("R10"))
    doubted = {tile.tile for tile in look([*RUN, left]).tiles if tile.doubtful}
    assert doubted == {"R10"}


def test_a_tile_far_smaller_than_the_one_beside_it_is_worth_a_look(look: Any) -> None:
    """A strip with a logo under a tile is a joker, and the tile is cut short by it."""
    (x, y), *_ = RUN[2][0]
    strip = (box(x, y + H, W, 0.4 * H), scores("J"))
    doubted = {tile.tile for tile in look([*RUN, strip]).tiles if tile.doubtful}
    assert doubted == {"J", RUN[2][1].upright[0][0]}


def test_a_tile_cut_by_the_frame_is_worth_a_look(look: Any) -> None:
    cut = (quad_at(-30, 300), scores("K2"))
    touching = (quad_at(-10, 420), scores("K3"))
    doubted = {tile.tile for tile in look([*RUN, cut, touching]).tiles if tile.doubtful}
    assert doubted == {"K2"}


def test_one_ink_that_overrules_the_network_is_a_doubt_and_a_whole_games_is_none(
    look: Any,
) -> None:
    blues = [(quad_at(100 + 60 * n, 300), scores(f"B{n + 5}")) for n in range(4)]
    changed = replace(scores("B10", 0.99), raw="K10")
    reading = look([*RUN, *blues, (quad_at(600, 400), changed)])
    assert [tile.tile for tile in reading.tiles if tile.doubtful] == ["B10"]
    # turquoise that the network takes for black, on every tile
    all_changed = [(quad, replace(each, raw=f"K{each.raw[1:]}")) for quad, each in blues]
    assert not any(tile.doubtful for tile in look([*RUN, *all_changed]).tiles)


SURE_WITH = {False: 0.7, True: 0.99}
"""How sure a face is, by whether what was learned of the game is heard."""


@pytest.fixture
def look_with_profile(look: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Reads a run whose R4 is sure only with the profile, which is of those tiles, or is not."""

    def reading_of(fit: Fit) -> SceneReading:
        known = Learned(Adaptation(np.zeros((21, 4)), np.zeros(21)), KnownInks(), Prints({}))
        monkeypatch.setattr("vision.reader.learned", lambda profile: known)
        monkeypatch.setattr("vision.reader.fit_of", lambda pixels, found, prints: fit)
        fourth = quad_at(460, 100)
        seen = [*RUN, (fourth, scores("R4"))]

        def with_what_is_known(
            pixels: np.ndarray, quads: Sequence[Quad], adaptation: Adaptation | None = None
        ) -> list[TileScores]:
            tiles = dict(seen) | {fourth: scores("R4", SURE_WITH[adaptation is known.adaptation])}
            return [tiles.get(quad, scores("R7", 0.4, tile_probability=0.1)) for quad in quads]

        look(seen)
        monkeypatch.setattr(classify, "classify", with_what_is_known)
        monkeypatch.setattr(detect, "look", lambda *_: [Sighting(quad, 0.9) for quad, _ in seen])
        wheat = np.full((600, 800, 3), (245, 222, 179), np.uint8)
        photo = Photo("a.jpg", wheat, 800, 600)
        return read(photo, profile=Profile("mine", "", ()), second_reader=False)

    return reading_of


@pytest.mark.parametrize(
    ("fit", "doubted", "said"),
    [(Fit.OWN, False, False), (Fit.OTHER, True, True), (Fit.UNTOLD, True, False)],
)
def test_a_profile_takes_a_doubt_away_only_where_the_tiles_are_its_own(
    look_with_profile: Any, fit: Fit, doubted: bool, said: bool
) -> None:
    reading = look_with_profile(fit)
    assert names(reading) == [["R1", "R2", "R3", "R4"]]
    assert [tile.doubtful for tile in reading.tiles] == [False, False, False, doubted]
    warned = [text for text in reading.warnings if "the profile mine" in text]
    assert bool(warned) == said


def why(reading: SceneReading) -> dict[str, tuple[Why, ...]]:
    """By the tiles in doubt, why they are."""
    assert all(bool(tile.why) == tile.doubtful for tile in reading.tiles)
    return {tile.tile: tile.why for tile in reading.tiles if tile.doubtful}


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (scores("R7", 0.7, other="K7"), Why.INK),
        (scores("R7", 0.7, other="R1"), Why.NUMBER),
        (scores("R6", 0.7, other="R9"), Why.SIX_OR_NINE),
        (scores("R7", 0.7, other="K1"), Why.HARD_TO_READ),
        (scores("J", 0.7, other="K1"), Why.HARD_TO_READ),
        (scores("R7", tile_probability=0.7), Why.NO_TILE),
        (scores("R7", 0.93, other="K1", tile_probability=0.93), Why.HARD_TO_READ),
    ],
)
def test_a_tile_that_is_hard_to_read_says_how(look: Any, seen: TileScores, reason: Why) -> None:
    assert why(look([*RUN, (quad_at(100, 400), seen)])) == {seen.upright[0][0]: (reason,)}


def test_a_tile_that_is_sure_but_at_risk_says_of_what(look: Any) -> None:
    cut = (quad_at(-30, 300), scores("K2"))
    assert why(look([*RUN, cut])) == {"K2": (Why.CUT,)}
    both = (quad_at(-30, 300), scores("K2", 0.7, other="K12"))
    assert why(look([*RUN, both])) == {"K2": (Why.NUMBER, Why.CUT)}
    (x, y), *_ = RUN[2][0]
    strip = (box(x, y + H, W, 0.4 * H), scores("J"))
    assert set(why(look([*RUN, strip])).values()) == {(Why.PIECE,)}
    blank = (quad_at(660, 100), scores("X", 0.9995))
    assert why(look([*RUN, blank])) == {"X": (Why.RARE_BACK,)}
    assert why(look([(quad_at(100, 50), scores("R7", 0.97))]))["R7"] == (Why.LONELY,)
    changed = replace(scores("B10", 0.99), raw="K10")
    blues = [(quad_at(100 + 60 * n, 300), scores(f"B{n + 5}")) for n in range(4)]
    assert why(look([*RUN, *blues, (quad_at(600, 400), changed)])) == {"B10": (Why.INK_ALONE,)}


def test_the_least_sure_of_too_many_says_that_they_are(look: Any) -> None:
    reading = look(three_of("R7"), rules=Rules.preset("lemada"))
    assert why(reading)["R7"] == (Why.STOCK,)
