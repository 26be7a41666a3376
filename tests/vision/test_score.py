"""The score of fabricated readings whose right numbers are known by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from vision.evaluate import EvaluateError, evaluate
from vision.photo import PhotoError
from vision.reading import Proposal, Quad, SceneReading, TileGroup, TileReading, Zone
from vision.report import Evaluation, Share
from vision.score import LabelledPhoto, PhotoScore, score

WIDTH, HEIGHT = 1000, 800


def quad(x: float, y: float, w: float = 60, h: float = 80) -> Quad:
    """A tile whose centre is (x, y)."""
    return (
        (x - w / 2, y - h / 2),
        (x + w / 2, y - h / 2),
        (x + w / 2, y + h / 2),
        (x - w / 2, y + h / 2),
    )


# Two sets: R1 R2 R3 in one row, B5 K5 in another.
PLACES = [("R1", 200, 200), ("R2", 260, 200), ("R3", 320, 200), ("B5", 600, 500), ("K5", 660, 500)]
LABELS = {
    "width": WIDTH,
    "height": HEIGHT,
    "scene": "table",
    "tiles": [{"tile": name, "quad": [list(p) for p in quad(x, y)]} for name, x, y in PLACES],
    "groups": [[0, 1, 2], [3, 4]],
}


def reading(
    tiles: list[tuple[str, float, float]],
    groups: list[list[int]],
    *,
    doubtful: tuple[int, ...] = (),
    size: tuple[int, int] = (WIDTH, HEIGHT),
    confidences: tuple[float, ...] = (),
    ms: float = 10.0,
) -> SceneReading:
    return SceneReading(
        "a.jpg",
        *size,
        tuple(
            TileReading(
                i,
                name,
                confidences[i] if confidences else 0.9,
                i in doubtful,
                quad(x, y, 60 * size[0] / WIDTH, 80 * size[1] / HEIGHT),
            )
            for i, (name, x, y) in enumerate(tiles)
        ),
        tuple(TileGroup(Zone.TABLE, tuple(group)) for group in groups),
        timings_ms={"decode": ms, "detect": 2 * ms},
    )


def scored(found: SceneReading) -> PhotoScore:
    return score(LabelledPhoto.from_json(LABELS), found)


def test_a_perfect_reading() -> None:
    result = scored(reading(PLACES, [[0, 1, 2], [3, 4]]))
    assert (result.labelled, result.found, result.right, result.false) == (5, 5, 5, 0)
    assert (result.sets, result.sets_exact, result.exact) == (2, 2, True)


def test_an_exact_reverse_is_exact_and_another_order_is_not() -> None:
    assert scored(reading(PLACES, [[2, 1, 0], [4, 3]])).sets_exact == 2
    assert scored(reading(PLACES, [[1, 0, 2], [3, 4]])).sets_exact == 1


def test_wrong_missed_and_joined() -> None:
    tiles = [("R1", 200, 200), ("R7", 262, 205), ("R3", 318, 198), ("B5", 600, 500)]
    result = scored(reading(tiles, [[0, 1, 2], [3]]))
    assert (result.found, result.right, result.false, result.sets_exact) == (4, 3, 0, 0)
    assert not result.exact
    assert scored(reading(PLACES, [[0, 1, 2, 3, 4]])).sets_exact == 0


def test_false_tiles_and_the_frame() -> None:
    inside = [*PLACES, ("O9", 500, 700)]
    assert scored(reading(inside, [[0, 1, 2], [3, 4], [5]])).false == 1
    assert not scored(reading(inside, [[0, 1, 2], [3, 4], [5]])).exact
    # The quad reaches x = 30 - 30 = 0, inside 1 % of the width.
    at_frame = [*PLACES, ("O9", 30, 700)]
    result = scored(reading(at_frame, [[0, 1, 2], [3, 4], [5]]))
    assert (result.false, result.exact) == (0, True)
    # ... and here it stays 11 pixels away: 1 % of 1000 is 10.
    hidden = LABELS | {"partial": [list(quad(500, 700))], "backs": [list(quad(600, 700))]}
    seen = [*PLACES, ("O9", 510, 700), ("X", 600, 690), ("R4", 700, 700)]
    at_hidden = reading(seen, [[0, 1, 2], [3, 4], [5], [6], [7]])
    assert score(LabelledPhoto.from_json(hidden), at_hidden).false == 1
    near_frame = [*PLACES, ("O9", 41, 700)]
    assert scored(reading(near_frame, [[0, 1, 2], [3, 4], [5]])).false == 1


def test_a_false_tile_spoils_its_set() -> None:
    assert scored(reading([*PLACES, ("R4", 380, 200)], [[0, 1, 2, 5], [3, 4]])).sets_exact == 1


def test_matching_is_one_to_one_and_nearest_first() -> None:
    # Both readings hold the centre of R1; the nearer one is wrong, the other is false.
    tiles = [("R9", 202, 200), ("R1", 215, 200), *PLACES[1:]]
    result = scored(reading(tiles, [[0, 2, 3], [4, 5]]))
    assert (result.found, result.right, result.false) == (5, 4, 1)


def test_quads_in_another_size_of_the_photo_match() -> None:
    half = [(name, x / 2, y / 2) for name, x, y in PLACES]
    assert scored(reading(half, [[0, 1, 2], [3, 4]], size=(500, 400))).exact


def test_labels_with_boxes_or_centres() -> None:
    labels = {
        **LABELS,
        "groups": [],
        "tiles": [{"tile": "R1", "box": [170, 160, 230, 240]}, {"tile": "J", "center": [400, 90]}],
    }
    truth = LabelledPhoto.from_json(labels)
    assert [tile.center for tile in truth.tiles] == [(200.0, 200.0), (400.0, 90.0)]
    assert score(truth, reading([("R1", 200, 200), ("J", 400, 90)], [[0], [1]])).exact


def test_wilson_intervals_against_published_values() -> None:
    # Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29.
    for count, total, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        interval = Share(count, total).interval
        assert interval == pytest.approx((low, high), abs=0.0001)
    assert Share(0, 0).to_json()["share"] is None


READINGS = {
    "good.jpg": reading(PLACES, [[0, 1, 2], [3, 4]], doubtful=(0,), ms=10),
    "bad.jpg": reading(
        [("R1", 200, 200), ("R7", 260, 200), ("K3", 320, 200), ("O9", 500, 700)],
        [[0, 1, 2], [3]],
        doubtful=(1,),
        ms=30,
    ),
    "empty.jpg": SceneReading("empty.jpg", WIDTH, HEIGHT, (), (), timings_ms={"decode": 2.0}),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "mine"
    source.mkdir()
    background = {**LABELS, "scene": "background", "tiles": [], "groups": []}
    labels = {"good.jpg": LABELS, "bad.jpg": LABELS, "empty.jpg": background, "gone.jpg": LABELS}
    (source / "labels.json").write_text(json.dumps(labels))
    folds = {"0": ["good.jpg", "empty.jpg"], "1": ["bad.jpg", "gone.jpg"]}
    (source / "folds.json").write_text(json.dumps({"folds": folds}))
    return tmp_path


def fake_read(path: Path) -> SceneReading:
    if path.name not in READINGS:
        raise PhotoError(f"{path.name}: no such file")
    return READINGS[path.name]


def test_counts_by_source_and_scene(folder: Path) -> None:
    evaluation = evaluate(folder, read=fake_read)
    report = evaluation.to_json()
    table = report["sources"]["mine"]["scenes"]["table"]
    assert (table["photos"], table["tiles"]) == (2, 10)
    assert (table["found"]["count"], table["found"]["of"]) == (8, 10)
    assert (table["read_right"]["count"], table["read_right"]["share"]) == (6, 0.6)
    assert (table["sets_exact"]["count"], table["sets_exact"]["of"]) == (2, 4)
    assert (table["photos_exact"]["count"], table["photos_exact"]["of"]) == (1, 2)
    assert (table["wrong_flagged"]["count"], table["wrong_flagged"]["of"]) == (1, 2)
    assert (table["right_flagged"]["count"], table["right_flagged"]["of"]) == (1, 6)
    assert (table["false_tiles"], table["false_per_photo"]) == (1, 0.5)
    background = report["sources"]["mine"]["scenes"]["background"]
    assert (background["tiles"], background["false_tiles"]) == (0, 0)
    assert report["all"]["photos"] == 3
    assert report["confusions"] == [["R2", "R7", 1], ["R3", "K3", 1]]
    assert report["unread"] == [{"photo": "gone.jpg", "error": "gone.jpg: no such file"}]
    json.dumps(report, allow_nan=False)


def test_proposals_are_counted_apart_from_readings(folder: Path) -> None:
    proposals = (Proposal(1, "R2", "..."), Proposal(2, "O3", "..."))
    wrong = replace(READINGS["bad.jpg"], proposals=proposals)
    shares = evaluate(folder / "mine", folds=(1,), read=lambda path: wrong).tally().shares()
    assert (shares["proposals_right"].count, shares["proposals_right"].total) == (2, 4)
    assert shares["wrong_proposed_right"].count == 2
    assert shares["read_right"].count == 2


def test_times_are_medians_over_photos(folder: Path) -> None:
    times = evaluate(folder, read=fake_read).timings()
    assert list(times) == ["decode", "detect", "total"]
    assert times["decode"][0] == 10
    assert times["total"][0] == 30
    assert 80 < times["total"][1] <= 90


def test_the_first_photo_warms_up_and_progress_is_told(folder: Path) -> None:
    read: list[str] = []
    told: list[tuple[int, int, str]] = []

    def counting(path: Path) -> SceneReading:
        read.append(path.name)
        return fake_read(path)

    evaluate(folder, read=counting, progress=lambda *step: told.append(step))
    assert read.count("good.jpg") == 2
    assert read.count("bad.jpg") == 1
    assert [step[:2] for step in told] == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_folds_choose_photos(folder: Path) -> None:
    assert [p.name for p in evaluate(folder, folds=(0,), read=fake_read).photos] == [
        "good.jpg",
        "empty.jpg",
    ]
    with pytest.raises(EvaluateError, match="no fold 7"):
        evaluate(folder, folds=(7,), read=fake_read)


def test_the_source_folder_itself_works_too(folder: Path) -> None:
    assert evaluate(folder / "mine", read=fake_read).sources == ("mine",)


def test_words_hold_the_counts(folder: Path) -> None:
    text = evaluate(folder, read=fake_read).text()
    assert "read right           60.0% [31.3%, 83.2%] 6/10" in text
    assert "R2 -> R7: 1" in text
    assert "false tiles          1 (0.50 a photo)" in text
    assert "gone.jpg: no such file" in text


def test_risk_falls_with_coverage_when_confidence_is_honest(folder: Path) -> None:
    tiles = [(name, 100.0 + 70 * i, 100.0) for i, name in enumerate(["R1"] * 10)]
    labels = {
        **LABELS,
        "groups": [],
        "tiles": [
            {"tile": "R1" if i < 8 else "R2", "center": [100 + 70 * i, 100]} for i in range(10)
        ],
    }
    confidences = tuple([0.99] * 8 + [0.4] * 2)
    found = reading(tiles, [[i] for i in range(10)], confidences=confidences)
    (folder / "mine" / "labels.json").write_text(
        json.dumps({f"{i}.jpg": labels for i in range(10)})
    )
    curve = dict(evaluate(folder, read=lambda path: found).risk_coverage())
    assert curve[0.8] == 0
    assert curve[0.9] == pytest.approx(1 / 9)
    assert curve[1.0] == pytest.approx(0.2)
    assert Evaluation(()).risk_coverage() == []


@pytest.mark.parametrize("text", ["", "[]", '{"a.jpg": {"width": 3}}', "{"])
def test_broken_labels_are_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "labels.json").write_text(text)
    with pytest.raises(EvaluateError) as caught:
        evaluate(tmp_path, read=fake_read)
    assert "labels.json" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_without_labels_is_one_line(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(EvaluateError, match=r"labels\.json"):
            evaluate(folder, read=fake_read)
