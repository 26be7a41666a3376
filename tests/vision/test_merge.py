"""Photos taken along one table become one table."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from solver.rules import Rules
from vision.merge import MergeError, merge
from vision.reading import CUT_OFF, Quad, SceneReading, TileGroup, TileReading, Why, Zone

W, H = 60.0, 80.0
SETS = [
    ("R1 R2 R3 R4", 100, 120, 0),
    ("B7 K7 O7", 480, 100, 12),
    ("K9 K10 K11 K12 K13", 900, 140, -8),
    ("O1 O2 O3", 180, 330, 170),
    ("J B5 B6", 560, 360, 5),
    ("R12 B12 O12", 860, 380, -20),
    ("K1 K2 K3 K4", 1290, 200, 15),
    ("B9 B10 B11", 1250, 420, 0),
]


def table() -> list[tuple[str, np.ndarray, int]]:
    """Every tile of SETS: name, corners on the table, which set."""
    tiles = []
    for number, (words, x, y, angle) in enumerate(SETS):
        turn = np.radians(angle)
        right = np.array([np.cos(turn), np.sin(turn)])
        down = np.array([-np.sin(turn), np.cos(turn)])
        for place, name in enumerate(words.split()):
            center = np.array([x, y]) + right * place * W * 1.02
            corners = [
                center + right * W / 2 * u + down * H / 2 * v
                for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            tiles.append((name, np.array(corners), number))
    return tiles


def view(matrix: np.ndarray, name: str, misread: dict[str, str] | None = None) -> SceneReading:
    """The photo (1000 x 750) that a camera with this homography takes of the table."""
    chance = random.Random(5)
    readings: list[TileReading] = []
    groups: dict[int, list[int]] = {}
    for tile, corners, number in table():
        seen = np.column_stack([corners, np.ones(4)]) @ matrix.T
        seen = seen[:, :2] / seen[:, 2:]
        if seen.min() < 4 or (seen > [996, 746]).any():
            continue
        a, b, c, d = ((float(x + chance.uniform(-1, 1)), float(y)) for x, y in seen)
        quad: Quad = (a, b, c, d)
        told = (misread or {}).get(tile, tile)
        groups.setdefault(number, []).append(len(readings))
        confidence = 0.6 if told != tile else 0.99
        alternatives = ((tile, 0.3),) if told != tile else ()
        readings.append(TileReading(len(readings), told, confidence, False, quad, alternatives))
    laid = tuple(TileGroup(Zone.TABLE, tuple(group)) for group in groups.values())
    return SceneReading(name, 1000, 750, tuple(readings), laid, timings_ms={"decode": 2.0})


def camera(shift: float, turn: float = 0.0, tilt: float = 0.0, zoom: float = 1.0) -> np.ndarray:
    c, s = np.cos(np.radians(turn)) * zoom, np.sin(np.radians(turn)) * zoom
    return np.array([[c, -s, -shift * zoom], [s, c, 40.0], [0, tilt, 1]])


def sets(reading: SceneReading) -> list[str]:
    return sorted(
        " ".join(reading.tile(tile_id).tile for tile_id in group.tiles) for group in reading.groups
    )


WHOLE = sorted(words for words, *_ in SETS)


def test_two_photos_become_one_table() -> None:
    left, right = view(camera(0), "a.jpg"), view(camera(560), "b.jpg")
    assert 0 < len(left.tiles) < 28
    assert sets(left) != WHOLE
    merged = merge([left, right])
    assert sets(merged) == WHOLE
    assert len(merged.tiles) == 28
    assert merged.photo == "a.jpg + b.jpg"
    assert merged.timings_ms == {"decode": 4.0}
    assert [tile.id for tile in merged.tiles] == list(range(28))


def test_turned_tilted_and_zoomed_photos_still_fit() -> None:
    views = [
        view(camera(0), "a.jpg"),
        view(camera(430, turn=7, tilt=1e-4, zoom=0.95), "b.jpg"),
        view(camera(640, turn=-4, tilt=5e-5), "c.jpg"),
    ]
    assert sets(merge(views)) == WHOLE
    assert sets(merge([views[2], views[0], views[1]])) == WHOLE


def test_a_photo_that_only_fits_by_way_of_another() -> None:
    views = [view(camera(shift, zoom=1.3), f"{shift}.jpg") for shift in (0, 760, 380)]
    with pytest.raises(MergeError, match=r"760\.jpg"):
        merge(views[:2])
    assert sets(merge(views)) == WHOLE


def test_where_photos_disagree_the_surer_one_stands_and_is_doubtful() -> None:
    merged = merge([view(camera(0), "a.jpg", {"K10": "K8"}), view(camera(560), "b.jpg")])
    assert sets(merged) == WHOLE
    (tile,) = [tile for tile in merged.tiles if tile.tile == "K10"]
    assert tile.doubtful
    assert tile.alternatives[0] == ("K8", 0.6)
    assert sum(tile.doubtful for tile in merged.tiles) == 1
    assert tile.why == (Why.PHOTOS,)


def loose(name: str, *rows: tuple[str, float, float]) -> SceneReading:
    """A photo (1000 x 750) with straight rows of tiles at the given places."""
    tiles: list[TileReading] = []
    for words, x, y in rows:
        for place, tile in enumerate(words.split()):
            left, top = x + place * W, y
            quad: Quad = ((left, top), (left + W, top), (left + W, top + H), (left, top + H))
            tiles.append(TileReading(len(tiles), tile, 0.99, False, quad))
    return SceneReading(name, 1000, 750, tuple(tiles), ())


def test_the_same_run_twice_on_the_table_is_not_laid_on_itself() -> None:
    """The runs would fit, but then the other sets ought to show in both photos."""
    left = loose("a.jpg", ("R1 R2 R3", 100, 100), ("B7 K7 O7", 480, 100))
    right = loose("b.jpg", ("R1 R2 R3", 300, 400), ("K1 K2 K3 K4", 600, 300))
    with pytest.raises(MergeError, match="share"):
        merge([left, right])
    again = loose("b.jpg", ("R1 R2 R3", 300, 400), ("B7 K7 O7", 680, 400))
    assert sets(merge([left, again])) == ["B7 K7 O7", "R1 R2 R3"]


def with_rows(reading: SceneReading) -> SceneReading:
    """The reading with its tiles in the groups that they lie in."""
    alone = merge([reading])
    return replace(reading, groups=alone.groups, tiles=alone.tiles)


LEFT = [("R1 R2 R3", 700, 100), ("B7 K7 O7", 100, 100), ("K9 K10 K11", 100, 400)]
RIGHT = [("R1 R2 R3", 60, 100), ("O4 O5 O6", 600, 100), ("B9 K9 R9", 600, 400)]


def test_two_tables_that_share_a_set_are_not_merged_silently() -> None:
    """Nothing speaks against it: the run may lie where the photos overlap, or on both tables."""
    left, right = (with_rows(loose(f"{i}.jpg", *rows)) for i, rows in enumerate((LEFT, RIGHT)))
    merged = merge([left, right])
    (warning,) = merged.warnings
    assert warning.startswith("0.jpg and 1.jpg: all that lies in both is R1 R2 R3: ")
    assert "two tables" in warning


def test_two_views_of_one_table_are_merged_without_a_word() -> None:
    further = ("K1 J K3", 300, 400)
    left, right = (
        with_rows(loose(f"{i}.jpg", *rows, (further[0], further[1] + shift, 400)))
        for i, (rows, shift) in enumerate(((LEFT, 400), (RIGHT, -240)))
    )
    merged = merge([left, right], Rules())
    assert merged.warnings == ()
    assert len(merged.tiles) == 9 + 9 + 3 - 3


def test_tables_that_contradict_each_other_are_two() -> None:
    """A set more is where nothing lies in the other: with one set shared they do not fit at all,
    with two it is said."""
    gone = ("B1 B2 B3", 700, 400)
    views = [loose("0.jpg", *LEFT, gone), loose("1.jpg", *RIGHT)]
    with pytest.raises(MergeError, match="share"):
        merge([with_rows(view) for view in views])
    views = [
        loose("before.jpg", ("R1 R2 R3", 100, 100), ("B7 K7 O7", 480, 100), ("K9 K10", 100, 400)),
        loose("after.jpg", ("R1 R2 R3", 100, 100), ("B7 K7 O7", 480, 100), ("O2 O3", 700, 400)),
    ]
    (warning,) = merge([with_rows(view) for view in views]).warnings
    assert "where they overlap, 4 of 10 tiles are not the same" in warning


Row = tuple[str, float, float]


def cut(reading: SceneReading, *names: str, told: str, doubtful: bool) -> SceneReading:
    """The reading with these tiles taken for others, their lower half beyond the photo."""
    changed = []
    for tile in reading.tiles:
        if tile.tile in names:
            (a, b, (x, y), (u, v)), half = tile.quad, H / 2
            quad: Quad = (a, b, (x, y - half), (u, v - half))
            changed.append(replace(tile, tile=told, doubtful=doubtful, quad=quad))
        else:
            changed.append(tile)
    return replace(reading, tiles=tuple(changed))


SHARED: list[Row] = [("R1 R2 R3", 100, 300), ("B7 K7 O7", 480, 300)]


@pytest.mark.parametrize("doubtful", [True, False])
@pytest.mark.parametrize("turned", [False, True])
def test_a_tile_cut_by_the_frame_does_not_speak_against_a_fit(doubtful: bool, turned: bool) -> None:
    """What is left of K9 K10 K11 at the lower edge of the first photo looks like jokers."""
    first = loose("a.jpg", *SHARED, ("K9 K10 K11", 400, 750 - H / 2))
    first = cut(first, "K9", "K10", "K11", told="J", doubtful=doubtful)
    second = loose("b.jpg", *((row, x, y - 250) for row, x, y in SHARED), ("K9 K10 K11", 400, 460))
    if turned:
        second = upside_down(second)
    for photos in ((first, second), (second, first)):
        merged = merge(photos, Rules())
        assert sets(merged) == ["B7 K7 O7", "K9 K10 K11", "R1 R2 R3"]
        assert not any(tile.doubtful for tile in merged.tiles)
        assert merged.warnings == ()


def upside_down(reading: SceneReading) -> SceneReading:
    """The same table photographed from its other side."""
    tiles = []
    for tile in reading.tiles:
        a, b, c, d = ((reading.width - x, reading.height - y) for x, y in tile.quad)
        tiles.append(replace(tile, quad=(a, b, c, d)))
    return replace(reading, tiles=tuple(tiles))


def test_photos_that_share_only_cut_tiles_fit_by_their_uncut_corners() -> None:
    """Only the upper halves of the run lie in the first photo: its scale is that of their tops."""
    first = loose("a.jpg", ("R1 R2 R3 R4", 100, 750 - H / 2), ("B7 K7 O7", 100, 400))
    quads = [
        (a, b, (c[0], min(c[1], 748.0)), (d[0], min(d[1], 748.0)))
        for a, b, c, d in (tile.quad for tile in first.tiles)
    ]
    first = replace(
        first, tiles=tuple(replace(t, quad=q) for t, q in zip(first.tiles, quads, strict=True))
    )
    second = loose("b.jpg", ("R1 R2 R3 R4", 100, 110), ("K9 K10 K11", 100, 500))
    merged = merge([first, second])
    assert sets(merged) == ["B7 K7 O7", "K9 K10 K11", "R1 R2 R3 R4"]
    (low,) = (tile for tile in merged.tiles if tile.tile == "K9")
    assert low.center == pytest.approx((130, 500 + H / 2 + 600), abs=2)


@pytest.mark.parametrize("doubtful", [True, False])
def test_a_doubtful_tile_does_not_speak_against_a_fit_and_a_sure_one_does(doubtful: bool) -> None:
    def other(name: str, row: str) -> SceneReading:
        photo = loose(name, ("R1 R2 R3", 100, 300), (row, 480, 300))
        tiles = (replace(t, doubtful=doubtful and t.tile[0] != "R") for t in photo.tiles)
        return replace(photo, tiles=tuple(tiles))

    photos = other("a.jpg", "B7 K7 O7"), other("b.jpg", "B1 K1 O1")
    if not doubtful:
        with pytest.raises(MergeError, match="share"):
            merge(photos)
    else:
        merged = merge(photos)
        assert len(merged.tiles) == 6
        assert sum(tile.doubtful for tile in merged.tiles) == 3


def test_a_doubt_that_another_photo_settles_is_gone_whatever_their_order() -> None:
    sure = loose("a.jpg", *SHARED)
    tiles = tuple(
        replace(t, doubtful=t.tile == "R2", confidence=0.995 if t.tile == "R2" else 0.99)
        for t in sure.tiles
    )
    doubting = replace(sure, photo="b.jpg", tiles=tiles)
    for photos in ((sure, doubting), (doubting, sure)):
        merged = merge(photos)
        assert not any(tile.doubtful for tile in merged.tiles)
        (tile,) = (tile for tile in merged.tiles if tile.tile == "R2")
        assert [sight.photo for sight in tile.sights] == ["a.jpg", "b.jpg"]
        assert tile.confidence == 0.99
    (still,) = (tile for tile in merge([doubting, doubting]).tiles if tile.doubtful)
    assert still.tile == "R2"


ROW_ON: list[Row] = [*SHARED, ("K1 K2 K3", 400, 80)]
"""The first photo, whose row K9 K10 ... its right edge cuts: of K11 a strip shows."""


def going_on(*, shown: bool, elsewhere: bool = False) -> tuple[SceneReading, SceneReading]:
    """Two photos, the first with tiles cut too far to be read; ``shown``: the second shows those
    whole. ``elsewhere``: at its left edge, which no other photo shows, a row may go on as well."""
    rows = [*ROW_ON, ("K9 K10", 1000 - 2.4 * W, 600)]
    first = loose("a.jpg", *rows, *([("O1 O2 O3", W / 2, 600)] if elsewhere else []))
    first = replace(with_rows(first), warnings=(f"{CUT_OFF}: move back",))
    second = loose(
        "b.jpg",
        *((row, x - 100, y) for row, x, y in ROW_ON),
        ("K9 K10 K11" if shown else "K9 K10", 900 - 2.4 * W, 600),
    )
    return first, with_rows(second)


@pytest.mark.parametrize("first", [0, 1])
def test_that_tiles_are_cut_too_far_is_said_unless_another_photo_shows_them(first: int) -> None:
    def merged(**how: bool) -> SceneReading:
        photos = going_on(**how)
        return merge([photos[first], photos[1 - first]])

    whole = merged(shown=True)
    assert "K9 K10 K11" in sets(whole)
    assert whole.warnings == ()
    # nothing that the other photo shows explains it
    assert [CUT_OFF in warning for warning in merged(shown=False).warnings] == [True]
    # one cut is explained, another may be where only the one photo looks
    assert any(CUT_OFF in warning for warning in merged(shown=True, elsewhere=True).warnings)


CLIPPED = ("K9", 1000 - W - 5, 600)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("told", ["K9", "K8"])
@pytest.mark.parametrize("near_the_frame", [False, True])
def test_a_tile_that_a_photo_shows_without_doubt_has_no_doubt_of_the_edge_of_another(
    turned: bool, told: str, near_the_frame: bool
) -> None:
    """However sure the reading of the cut one; and also where the other lies near its frame."""
    x = 1000 - W - 8 if near_the_frame else 500.0
    sure = loose("b.jpg", *((row, px + x - CLIPPED[1], y) for row, px, y in SHARED), ("K9", x, 600))
    doubted = loose("a.jpg", *SHARED, (told, *CLIPPED[1:]))
    tiles = tuple(
        replace(t, doubtful=True, confidence=0.999, why=(Why.CUT,)) if t.tile == told else t
        for t in doubted.tiles
    )
    doubted = replace(doubted, tiles=tiles)
    merged = merge([doubted, sure] if turned else [sure, doubted])
    (tile,) = (tile for tile in merged.tiles if tile.tile in ("K8", "K9"))
    assert tile.tile == "K9"
    # next to a frame itself it is whole for the reader, but may not overrule another number
    assert tile.doubtful is (near_the_frame and told != "K9")
    assert Why.CUT not in tile.why


def test_of_two_doubts_that_of_the_edge_gives_way() -> None:
    """The edge is no matter where the tile is shown whole; that its ink is hard to tell is."""
    first, second = loose("a.jpg", *SHARED, CLIPPED), loose("b.jpg", *SHARED, CLIPPED)
    whys = {"a.jpg": Why.CUT, "b.jpg": Why.INK}

    def doubting(photo: SceneReading, x: float, confidence: float) -> SceneReading:
        tiles = tuple(
            replace(t, doubtful=True, confidence=confidence, why=(whys[photo.photo],))
            if t.tile == "K9"
            else t
            for t in photo.tiles
        )
        moved = (replace(t, quad=tuple((px + x, py) for px, py in t.quad)) for t in tiles)
        return replace(photo, tiles=tuple(moved))

    merged = merge([doubting(first, 0, 0.99), doubting(second, -90, 0.7)])
    (tile,) = (tile for tile in merged.tiles if tile.doubtful)
    assert (tile.tile, tile.why) == ("K9", (Why.INK,))


def test_each_tile_says_on_which_photo_it_lies_and_where() -> None:
    left, right = view(camera(0), "a.jpg"), view(camera(560), "b.jpg")
    merged = merge([left, right])
    for tile in merged.tiles:
        for sight in tile.sights:
            photo = (left, right)[sight.number]
            assert photo.photo == sight.photo
            assert sight.quad in [each.quad for each in photo.tiles]
    assert SceneReading.from_json(merged.to_json()).to_json() == merged.to_json()
    assert {len(tile.sights) for tile in merged.tiles} == {1, 2}
    assert all("sights" not in tile for tile in left.to_json()["tiles"])


def test_more_of_a_tile_than_the_game_has_is_said_of_the_whole() -> None:
    left, right = (
        loose("0.jpg", ("R1 R2 R3", 700, 100), ("B7 B7", 100, 100), ("K1 K2", 700, 400)),
        loose("1.jpg", ("R1 R2 R3", 60, 100), ("B7 B8", 600, 100), ("K1 K2", 60, 400)),
    )
    merged = merge([with_rows(left), with_rows(right)], Rules())
    (warning,) = merged.warnings
    assert warning.startswith("three B7 are more than the game has (2)")
    assert [tile.tile for tile in merged.tiles if tile.doubtful] == ["B7"]
    assert merge([left, right]).warnings == ()


def test_one_photo_alone_and_none() -> None:
    left = view(camera(0), "a.jpg")
    assert sets(merge([left])) == sets(left)
    with pytest.raises(MergeError):
        merge([])


def test_photos_without_tiles_do_not_fit() -> None:
    empty = SceneReading("e.jpg", 1000, 750, (), ())
    with pytest.raises(MergeError, match=r"e\.jpg"):
        merge([view(camera(0), "a.jpg"), empty])
