"""Ink is measured against the tile's white and named across the photo."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.classify import TileScores
from vision.ink import ink_vectors
from vision.known_inks import KnownInks, known_inks
from vision.patches import cut_at
from vision.reading import Quad
from vision.shared_inks import WASHED_OUT, share_inks

INK = {"R": (190, 40, 50), "B": (30, 70, 170), "K": (35, 35, 40), "O": (225, 130, 40)}


def photo(
    inks: str, light: tuple[float, float, float] = (1, 1, 1)
) -> tuple[np.ndarray, list[Quad]]:
    """A row of white tiles 60 x 80 with a bar of each ink, and their quads."""
    pixels = np.full((120, 80 * len(inks) + 20, 3), 90, np.uint8)
    quads: list[Quad] = []
    for place, ink in enumerate(inks):
        x = 20 + 80 * place
        cv2.rectangle(pixels, (x, 20), (x + 59, 99), (240, 238, 228), -1)
        cv2.rectangle(pixels, (x + 24, 34), (x + 34, 70), INK[ink], -1)
        quads.append(((x, 20), (x + 59, 20), (x + 59, 99), (x, 99)))
    lit = np.clip((pixels / 255.0) ** 2.2 * np.array(light), 0, 1) ** (1 / 2.2) * 255
    return lit.astype(np.uint8), quads


def scores(tile: str, **inks: float) -> TileScores:
    ranking = tuple(sorted(((k + tile, p) for k, p in inks.items()), key=lambda pair: -pair[1]))
    return TileScores(ranking, ranking, 0.01, 1.0, ranking[0][0])


def degrees(one: np.ndarray, other: np.ndarray) -> float:
    cosine = one @ other / (np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def veiled(
    pixels: np.ndarray, veil: np.ndarray | float, gain: np.ndarray | float = 0.7
) -> np.ndarray:
    """The photo with this much white light (of 1, in linear light) reflected over it."""
    linear = gain * (pixels / 255.0) ** 2.2 + np.broadcast_to(veil, pixels.shape[:2])[..., None]
    return (np.clip(linear, 0, 1) ** (1 / 2.2) * 255).round().astype(np.uint8)


@pytest.mark.parametrize("light", [(1.0, 0.75, 0.45), (0.6, 0.75, 1.0), (0.3, 0.3, 0.3)])
def test_the_light_does_not_turn_an_ink(light: tuple[float, float, float]) -> None:
    plain = ink_vectors(*photo("RBKO"))
    lit = ink_vectors(*photo("RBKO", light))
    assert max(degrees(a, b) for a, b in zip(plain, lit, strict=True)) < 4


@pytest.mark.parametrize("veil", [0.05, 0.15, 0.3])
def test_a_reflection_weakens_an_ink_and_does_not_turn_it(veil: float) -> None:
    pixels, quads = photo("RBKO")
    plain, under = ink_vectors(pixels, quads), ink_vectors(veiled(pixels, veil), quads)
    assert max(degrees(a, b) for a, b in zip(plain, under, strict=True)) < 10
    assert (np.linalg.norm(under, axis=1) < np.linalg.norm(plain, axis=1)).all()


def test_a_reflection_that_falls_off_over_a_tile_does_not_turn_its_ink() -> None:
    pixels, quads = photo("RBKO")
    falling = np.linspace(0.3, 0.0, 120)[:, None] * np.ones(pixels.shape[1])
    plain, under = ink_vectors(pixels, quads), ink_vectors(veiled(pixels, falling), quads)
    assert max(degrees(a, b) for a, b in zip(plain, under, strict=True)) < 10


def test_what_the_network_mistakes_under_a_reflection_the_photo_knows() -> None:
    """Orange under white light looks like a light red to whoever sees that tile alone."""
    pixels, quads = photo("RRRRROOOOO")
    veil = np.zeros(pixels.shape[:2])
    veil[:, 20 + 80 * 8 :] = 0.3
    seen = [scores(str(n), R=0.999, O=0.001) for n in range(1, 6)]
    seen += [scores(str(n), R=0.001, O=0.999) for n in range(6, 9)]
    seen += [scores(str(n), R=0.9, O=0.1) for n in (9, 10)]
    shared = share_inks(seen, ink_vectors(veiled(pixels, veil), quads))
    assert [score.own[0][0][0] for score in shared] == ["R"] * 5 + ["O"] * 5


def as_thumbnail(inks: str, height: int, quality: int) -> tuple[np.ndarray, list[Quad]]:
    """The row of :func:`photo` as a JPEG on which a tile is ``height`` pixels high."""
    pixels, quads = photo(inks)
    scale = height / 80
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    told = [cv2.IMWRITE_JPEG_QUALITY, quality]
    _, data = cv2.imencode(".jpg", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), told)
    kept = cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    return kept, [tuple((x * scale, y * scale) for x, y in quad) for quad in quads]


@pytest.mark.parametrize(("height", "quality", "turned"), [(12, 80, 18), (12, 95, 12), (24, 95, 7)])
def test_colours_that_ran_in_a_thumbnail_are_gathered(
    height: int, quality: int, turned: float
) -> None:
    plain = ink_vectors(*photo("RRRROOOO"))
    small = ink_vectors(*as_thumbnail("RRRROOOO", height, quality))
    assert np.mean([degrees(a, b) for a, b in zip(plain, small, strict=True)]) < turned


def test_on_small_tiles_the_photo_is_heard_before_the_network() -> None:
    pixels, quads = photo("RRRRROOOOO")
    seen = [scores(str(n), R=0.99, O=0.01) for n in range(1, 6)]
    seen += [scores(str(n), R=0.01, O=0.99) for n in range(6, 10)]
    seen += [scores("10", R=0.999, O=0.001)]
    vectors = ink_vectors(pixels, quads)
    large = share_inks(seen, vectors, heights=[80.0] * 10)
    small = share_inks(seen, vectors, heights=[20.0] * 10)
    assert large == share_inks(seen, vectors)
    chances = [dict(shared[9].own)["O10"] for shared in (large, small)]
    assert chances[1] > chances[0]
    assert [score.own[0][0][0] for score in small[:9]] == ["R"] * 5 + ["O"] * 4


OTHER_INK = {"B": (20, 150, 180), "K": (30, 45, 100), "R": (170, 25, 60), "O": (215, 75, 30)}


def another_edition(inks: str) -> tuple[np.ndarray, list[Quad]]:
    """A row of tiles in turquoise, navy, crimson and vermilion, as they are named in ``inks``."""
    pixels, quads = photo(inks)
    for ink, quad in zip(inks, quads, strict=True):
        x = int(quad[0][0])
        cv2.rectangle(pixels, (x + 24, 34), (x + 34, 70), OTHER_INK[ink], -1)
    return pixels, quads


@pytest.mark.parametrize(
    ("inks", "taken_for"), [("KKKKBB", "B"), ("KKBBBB", "B"), ("RROOOO", "R"), ("RRRROO", "O")]
)
def test_two_inks_that_the_network_takes_for_one_are_told_apart(inks: str, taken_for: str) -> None:
    other = {"B": "K", "R": "O", "O": "R"}[taken_for]
    seen = [scores(str(n), **{taken_for: 0.999, other: 0.001}) for n, _ in enumerate(inks, 1)]
    shared = share_inks(seen, ink_vectors(*another_edition(inks)))
    assert [score.own[0][0][0] for score in shared] == list(inks)


@pytest.mark.parametrize("inks", ["KKKKKB", "ROOOO"])
def test_one_tile_of_another_colour_leaves_both_inks_in_doubt(inks: str) -> None:
    taken_for, other = ("B", "K") if "K" in inks else ("R", "O")
    seen = [scores(str(n), **{taken_for: 0.999, other: 0.001}) for n, _ in enumerate(inks, 1)]
    shared = share_inks(seen, ink_vectors(*another_edition(inks)))
    wrong = [score for score, ink in zip(shared, inks, strict=True) if score.own[0][0][0] != ink]
    assert wrong
    assert all(score.own[0][1] < 0.9 for score in wrong)


def test_one_ink_in_uneven_light_stays_one() -> None:
    pixels, quads = photo("BBBBBB")
    half = veiled(pixels, 0.1)
    half[:, : pixels.shape[1] // 2] = pixels[:, : pixels.shape[1] // 2]
    seen = [scores(str(n), B=0.999, K=0.001) for n in range(1, 7)]
    shared = share_inks(seen, ink_vectors(half, quads))
    assert [score.own[0][0][0] for score in shared] == ["B"] * 6
    assert min(score.own[0][1] for score in shared) > 0.9


@pytest.mark.parametrize(("ink", "like"), [("R", "O"), ("O", "R"), ("B", "K"), ("K", "B")])
def test_an_ink_that_is_washed_out_is_in_doubt(ink: str, like: str) -> None:
    pixels, quads = photo(ink * 8)
    vectors = ink_vectors(pixels, quads)
    vectors[3] *= WASHED_OUT * 0.9
    sure = [scores(str(n), **{ink: 1.0, like: 1e-15}) for n in range(1, 9)]
    shared = share_inks(sure, vectors)
    chances = [score.own[0][1] for score in shared]
    assert chances[3] < 0.9
    assert shared[3].own[1][0] == f"{like}4"
    assert min(chances[:3] + chances[4:]) > 0.9


def test_the_lip_of_a_rack_is_no_ink() -> None:
    pixels, quads = photo("RBKO")
    plain = ink_vectors(pixels, quads)
    for a, b, c, d in quads:
        foot = [d[1] + (a[1] - d[1]) * 0.35, max(c[1], d[1])]
        rows, columns = slice(int(foot[0]), int(foot[1])), slice(int(a[0]), int(b[0]))
        pixels[rows, columns] = (12, 12, 12)
    hidden = ink_vectors(pixels, quads)
    assert max(degrees(a, b) for a, b in zip(plain, hidden, strict=True)) < 4


@given(colour=st.tuples(*[st.integers(0, 255)] * 3))
def test_a_blank_has_no_direction(colour: tuple[int, int, int]) -> None:
    pixels = np.full((100, 100, 3), colour, np.uint8)
    (direction,) = ink_vectors(pixels, [((20, 10), (80, 10), (80, 90), (20, 90))])
    assert np.linalg.norm(direction) < 0.5


def test_no_tiles_have_no_directions() -> None:
    assert ink_vectors(np.zeros((10, 10, 3), np.uint8), []).shape == (0, 3)
    assert share_inks([], np.empty((0, 3))) == []


def test_inks_that_differ_get_different_names() -> None:
    pixels, quads = photo("RRROOO")
    unsure = [
        *(scores(str(n), R=0.9, O=0.1) for n in (1, 2, 3)),
        *(scores(str(n), R=0.55, O=0.45) for n in (4, 5, 6)),
    ]
    shared = share_inks(unsure, ink_vectors(pixels, quads))
    assert [score.own[0][0] for score in shared] == ["R1", "R2", "R3", "O4", "O5", "O6"]
    assert [score.raw for score in shared] == ["R1", "R2", "R3", "R4", "R5", "R6"]


def test_a_whole_ink_that_the_network_mistakes_is_still_another_ink() -> None:
    """Orange printed so red that every tile alone says red: beside the true red it is not."""
    pixels, quads = photo("RRRRRROOOOOO")
    mistaken = [
        *(scores(str(n), R=0.98, O=0.02) for n in range(1, 7)),
        *(scores(str(n), R=0.88, O=0.12) for n in range(7, 13)),
    ]
    shared = share_inks(mistaken, ink_vectors(pixels, quads))
    assert [score.own[0][0][0] for score in shared] == ["R"] * 6 + ["O"] * 6


def test_where_two_suppositions_explain_the_photo_alike_the_ink_is_in_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The surer the network of a red that is none, the later the photo overrules it."""
    monkeypatch.setitem(INK, "O", (205, 75, 45))  # as red as an orange is printed
    pixels, quads = photo("RRRROOOO")
    vectors = ink_vectors(pixels, quads)

    def red(sure: float) -> float:
        """Chance of red for the oranges, if the network is this sure of it."""
        seen = [
            *(scores(str(n), R=1 - 1e-4, O=1e-4) for n in range(1, 5)),
            *(scores(str(n), R=sure, O=1 - sure) for n in range(5, 9)),
        ]
        return _chance_of_red(share_inks(seen, vectors)[5])

    steps = [red(1 - 10.0**-power) for power in np.linspace(0.5, 5, 60)]
    assert min(steps) < 0.05
    assert max(steps) > 0.95
    assert any(0.1 < chance < 0.9 for chance in steps)


@pytest.mark.parametrize("hardly", [0.002, 0.0001])
def test_of_two_inks_that_the_network_calls_red_neither_is_blue(hardly: float) -> None:
    """Under a veil an orange may be a sure red to the network: red still looks more like a red."""
    pixels, quads = photo("RRRRRRRRROOOOOOOOO")
    red = {"R": 0.998 - hardly, "O": 0.001, "B": 0.001, "K": hardly}
    orange = {"R": 0.999 - 2 * hardly, "O": 0.001, "B": hardly, "K": hardly}
    seen = [scores(str(n), **red) for n in range(1, 10)]
    seen += [scores(str(n), **orange) for n in range(1, 10)]
    shared = share_inks(seen, ink_vectors(veiled(pixels, 0.05, 0.9), quads))
    assert [score.own[0][0][0] for score in shared] == ["R"] * 9 + ["O"] * 9


def _chance_of_red(score: TileScores) -> float:
    return sum(chance for name, chance in score.own if name[0] == "R")


def test_one_ink_keeps_one_name() -> None:
    pixels, quads = photo("BBBB")
    unsure = [scores("7", B=0.9, K=0.1)] * 3 + [scores("8", B=0.4, K=0.6)]
    shared = share_inks(unsure, ink_vectors(pixels, quads))
    assert [score.own[0][0] for score in shared] == ["B7", "B7", "B7", "B8"]


def test_numbers_and_jokers_are_left_alone() -> None:
    pixels, quads = photo("RK")
    ranking = (("J", 0.7), ("R7", 0.2), ("K1", 0.1))
    joker = TileScores(ranking, ranking, 0.01, 1.0, "J")
    sure = scores("13", K=1.0)
    first, second = share_inks([joker, sure], ink_vectors(pixels, quads))
    assert dict(first.upright)["J"] == pytest.approx(0.7)
    assert second.own[0] == ("K13", pytest.approx(1.0))


def of_photo(inks: str) -> KnownInks:
    """The inks of the game on :func:`photo`, learned from two tiles of each of these."""
    pixels, quads = photo(inks * 2)
    patches = cut_at(pixels, quads)
    return known_inks(
        [
            (f"{ink}{place + 1}", patch)
            for place, (ink, patch) in enumerate(zip(inks * 2, patches, strict=True))
        ]
    )


def test_an_ink_that_is_known_settles_what_the_network_does_not_tell() -> None:
    pixels, quads = photo("BBB", (1.0, 0.75, 0.45))
    unsure = [scores(str(n), B=0.45, K=0.55) for n in (1, 2, 3)]
    vectors = ink_vectors(pixels, quads)
    alone = share_inks(unsure, vectors)
    assert [score.own[0][0] for score in alone] == ["K1", "K2", "K3"]
    known = share_inks(unsure, vectors, of_photo("RBKO"))
    assert [score.own[0][0] for score in known] == ["B1", "B2", "B3"]
    lone = share_inks(unsure[:1], vectors[:1], of_photo("RBKO"))
    assert lone[0].own[0][0] == "B1"


def test_a_known_ink_is_evidence_and_no_verdict() -> None:
    pixels, quads = photo("BBBB")
    sure = [scores(str(n), R=0.9999, B=0.0001) for n in (1, 2, 3, 4)]
    shared = share_inks(sure, ink_vectors(pixels, quads), of_photo("RBKO"))
    assert [score.own[0][0][0] for score in shared] == ["R"] * 4


def test_inks_that_a_profile_does_not_show_stay_unknown() -> None:
    assert [direction is None for direction in of_photo("RB").directions] == [
        False,
        False,
        True,
        True,
    ]
    nothing = KnownInks().evidence(ink_vectors(*photo("RBKO")))
    assert not nothing.any()


def test_in_a_photo_where_directions_scatter_the_network_keeps_its_word() -> None:
    """Dark and grainy: what a tile's ink seems to point to is chance, and must not rename it."""
    rng = np.random.default_rng(3)
    middle = np.array([-0.8, 0.35, 0.48])
    directions = middle + rng.normal(0, 0.3, (16, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    sure = [scores(str(n), **{"RBKO"[n % 4]: 0.97, "RBKO"[n % 4 - 1]: 0.03}) for n in range(1, 13)]
    shared = share_inks(sure, directions[:12])
    assert [score.own[0][0] for score in shared] == [score.raw for score in sure]


def test_a_badly_measured_direction_turns_no_sure_ink() -> None:
    pixels, quads = photo("RRRRRRKKKKKK")
    vectors = ink_vectors(pixels, quads)
    vectors[2] = vectors[8]
    sure = [scores(str(n), R=0.9999, K=0.0001) for n in range(1, 7)]
    sure += [scores(str(n), R=0.0001, K=0.9999) for n in range(7, 13)]
    shared = share_inks(sure, vectors)
    assert [score.own[0][0] for score in shared] == [score.raw for score in sure]
