"""Sets, tiers and directions from quads alone."""

from __future__ import annotations

import math
import random

import pytest

from vision.arrange import arrange, racks, vote_upside_down
from vision.reading import Point, Quad, Zone

W, H = 60.0, 80.0


def tile(x: float, y: float, angle: float = 0.0) -> Quad:
    """A tile centred at (x, y), its right pointing ``angle`` degrees below the x axis."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def at(u: float, v: float) -> Point:
        return (x + u * c - v * s, y + u * s + v * c)

    return (at(-W / 2, -H / 2), at(W / 2, -H / 2), at(W / 2, H / 2), at(-W / 2, H / 2))


def row(x: float, y: float, count: int, angle: float = 0.0, gap: float = 0.03) -> list[Quad]:
    """``count`` tiles side by side, left to right with the tiles upright."""
    step = W * (1 + gap)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [tile(x + i * step * c, y + i * step * s, angle) for i in range(count)]


def flipped(quad: Quad) -> Quad:
    return (quad[2], quad[3], quad[0], quad[1])


def in_perspective(quad: Quad) -> Quad:
    """As an oblique camera sees it: things to the right are nearer and larger."""

    def seen(point: Point) -> Point:
        x, y = point
        depth = 1 - x / 1100
        return (x / depth, (y - 150) / depth)

    a, b, c, d = (seen(point) for point in quad)
    return (a, b, c, d)


def groups(quads: list[Quad], **options: object) -> list[tuple[int, ...]]:
    return [group.tiles for group in arrange(quads, **options).groups]  # type: ignore[arg-type]


@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_a_set_is_read_left_to_right_with_its_tiles_upright(angle: int) -> None:
    assert groups(row(500, 500, 5, angle), kind="table") == [(0, 1, 2, 3, 4)]


def test_order_does_not_depend_on_the_order_given() -> None:
    quads = row(300, 200, 6, 20)
    shuffled = list(range(6))
    random.Random(3).shuffle(shuffled)
    (found,) = groups([quads[i] for i in shuffled], kind="table")
    assert [shuffled[i] for i in found] == [0, 1, 2, 3, 4, 5]


def test_sets_close_under_each_other_stay_apart() -> None:
    quads = row(200, 200, 4) + row(215, 200 + H * 1.02, 3) + row(180, 200 + H * 2.05, 5)
    assert groups(quads, kind="table") == [(0, 1, 2, 3), (4, 5, 6), (7, 8, 9, 10, 11)]


def test_sets_in_one_line_stay_apart() -> None:
    quads = row(100, 200, 3) + row(100 + 3 * W * 1.03 + W * 0.6, 200, 3)
    assert groups(quads, kind="table") == [(0, 1, 2), (3, 4, 5)]


@pytest.mark.parametrize("between", [0.22, 0.35, 0.45, 0.8])
def test_sets_laid_close_in_one_line_stay_apart(between: float) -> None:
    quads = row(100, 200, 3) + row(100 + 2 * W * 1.03 + W + W * between, 200, 4)
    assert groups(quads, kind="table") == [(0, 1, 2), (3, 4, 5, 6)]


def test_a_set_laid_loosely_throughout_stays_together() -> None:
    assert groups(row(100, 200, 4, gap=0.38), kind="table") == [(0, 1, 2, 3)]


def test_a_crooked_set_stays_together() -> None:
    steps = [(0, 0, 0), (1.05, 0.25, 6), (2.1, -0.1, -5), (3.2, 0.2, 4)]
    quads = [tile(200 + x * W, 300 + y * H, angle) for x, y, angle in steps]
    assert groups(quads, kind="table") == [(0, 1, 2, 3)]


def test_a_tile_across_the_end_of_a_set_is_loose() -> None:
    quads = [*row(200, 200, 3), tile(200 + 2 * W * 1.03 + W / 2 + H / 2, 200, 90)]
    assert sorted(groups(quads, kind="table")) == [(0, 1, 2), (3,)]


def test_loose_tiles_are_groups_of_one() -> None:
    quads = [tile(100, 100), tile(400, 130, 40), tile(150, 500, 200)]
    assert sorted(groups(quads)) == [(0,), (1,), (2,)]


def test_tiles_given_upside_down_are_set_right_by_their_row() -> None:
    quads = row(200, 200, 5)
    quads[1], quads[4] = flipped(quads[1]), flipped(quads[4])
    arrangement = arrange(quads, upside_down=[0.1, 0.9, 0.1, 0.5, 0.6], kind="table")
    assert arrangement.groups[0].tiles == (0, 1, 2, 3, 4)
    assert [chance > 0.5 for chance in arrangement.upside_down] == [False, True, False, False, True]


def test_a_set_laid_for_the_player_opposite_is_read_from_their_side() -> None:
    arrangement = arrange(row(200, 200, 3), upside_down=[0.9, 0.8, 0.4], kind="table")
    assert arrangement.groups[0].tiles == (2, 1, 0)
    assert min(arrangement.upside_down) > 0.9


def test_a_tile_that_is_sure_stays_upside_down_within_its_set() -> None:
    against, turned = vote_upside_down([True] * 4, [0.01, 0.02, 0.9999, 0.03])
    assert against < 0.01
    assert turned[2] > 0.5
    assert max(turned[0], turned[1], turned[3]) < 0.05


def test_an_undecided_row_stays_undecided() -> None:
    against, turned = vote_upside_down([True, True], [0.5, 0.5])
    assert against == pytest.approx(0.5)
    assert turned == pytest.approx([0.5, 0.5])


def rack(tiers: list[list[float]], angle: float = 0.0) -> list[Quad]:
    """Tiles at the given places (in widths) of each tier, top tier first."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    quads = []
    for level, places in enumerate(tiers):
        for place in places:
            x, y = place * W, level * H * 1.05
            quads.append(tile(150 + x * c - y * s, 150 + x * s + y * c, angle))
    return quads


TIERS = [[0.3, 1.4, 4.0, 7.0], [0, 1, 2, 5.5, 8.2], [3, 4.5]]
IN_TIERS = [(0, 1, 2, 3), (4, 5, 6, 7, 8), (9, 10)]


@pytest.mark.parametrize("angle", [0, 8, -12])
@pytest.mark.parametrize("kind", ["auto", "rack"])
def test_rack_tiers_top_to_bottom(angle: int, kind: str) -> None:
    arrangement = arrange(rack(TIERS, angle), kind=kind)  # type: ignore[arg-type]
    assert [group.tiles for group in arrangement.groups] == IN_TIERS
    assert {group.zone for group in arrangement.groups} == {Zone.RACK}


def test_rack_tiers_in_strong_perspective() -> None:
    quads = [in_perspective(quad) for quad in rack(TIERS)]
    slopes = [(q[1][1] - q[0][1]) / (q[1][0] - q[0][0]) for q in quads]
    assert max(slopes) - min(slopes) > 0.1
    assert groups(quads, kind="rack") == IN_TIERS


def test_a_rack_photographed_upside_down() -> None:
    quads = rack(TIERS)
    found = groups(quads, kind="rack", upside_down=[0.95] * len(quads))
    assert found == [row[::-1] for row in reversed(IN_TIERS)]


def test_a_table_is_not_taken_for_a_rack() -> None:
    quads = row(100, 100, 3) + row(420, 190, 4) + row(130, 330, 3, 8) + row(500, 420, 3, -10)
    arrangement = arrange(quads)
    assert {group.zone for group in arrangement.groups} == {Zone.TABLE}
    assert [len(group.tiles) for group in arrangement.groups] == [3, 4, 3, 3]


def test_every_tile_is_in_exactly_one_group() -> None:
    chance = random.Random(11)
    for _ in range(60):
        count = chance.randrange(0, 30)
        quads = [
            tile(chance.uniform(0, 500), chance.uniform(0, 400), chance.uniform(0, 360))
            for _ in range(count)
        ]
        for kind in ("auto", "table", "rack"):
            flat = [i for group in groups(quads, kind=kind) for i in group]
            assert sorted(flat) == list(range(count))


def test_quads_without_area_do_no_harm() -> None:
    point: Quad = ((5.0, 5.0),) * 4
    for kind in ("auto", "table", "rack"):
        flat = [i for group in groups([point, *row(100, 100, 3), point], kind=kind) for i in group]
        assert sorted(flat) == [0, 1, 2, 3, 4]


def tiers(x: float, y: float, *counts: int, step: float = 1.02 * H) -> list[Quad]:
    return [quad for level, n in enumerate(counts) for quad in row(x, y + level * step, n)]


@pytest.mark.parametrize(
    "one",
    [
        tiers(0, 0, 7, 6),
        tiers(0, 0, 9, 9, 9),
        tiers(0, 0, 2) + tiers(9 * W, 0, 3),  # a gap on the tier
        tiers(0, 0, 5) + tiers(0, 2.1 * H, 5),  # the middle tier of three is empty
        tiers(0, 0, 14),
        [*tiers(0, 0, 5, 5), tile(700, 900)],  # one tile alone makes no rack
        [],
        [tile(0, 0)],
    ],
)
def test_one_rack_is_not_taken_for_several(one: list[Quad]) -> None:
    assert len(racks(one)) == min(1, len(one))
    assert len(racks([in_perspective(quad) for quad in one])) == min(1, len(one))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (tiers(0, 0, 7, 6), tiers(12 * W, 0, 8, 6)),  # side by side
        (tiers(0, 0, 7, 6), tiers(12 * W, 40, 8, 6)),  # and a little lower
        (tiers(0, 0, 7, 6), tiers(30, 5 * H, 7, 7)),  # one behind the other
        (tiers(0, 0, 4, 6, 4), tiers(0, 3.8 * H, 4)),  # a row in front of a rack
    ],
)
def test_racks_that_stand_apart_are_told_apart(first: list[Quad], second: list[Quad]) -> None:
    mixed = list(range(len(first) + len(second)))
    random.Random(6).shuffle(mixed)
    quads = [(first + second)[place] for place in mixed]
    found = {frozenset(mixed[place] for place in rack) for rack in racks(quads)}
    here = range(len(first))
    assert found == {frozenset(here), frozenset(mixed) - frozenset(here)}
