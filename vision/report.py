"""What an evaluation found: shares with their intervals, by source and scene, and in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.score import Answer, PhotoScore

CONFUSIONS = 12
ENOUGH_ERRORS = 20
"""A risk-coverage curve from fewer wrong tiles says nothing."""
COVERAGES = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 1.0)


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``total`` and the Wilson 95 % interval of the share."""

    count: int
    total: int

    @property
    def value(self) -> float:
        """0 to 1; not a number without a total."""
        return self.count / self.total if self.total else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval for z = 1.96."""
        if not self.total:
            return (0.0, 1.0)
        z, n, p = 1.959964, self.total, self.value
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (max(0.0, middle - half), min(1.0, middle + half))

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval
        share = round(self.value, 5) if self.total else None
        interval = [round(low, 5), round(high, 5)]
        return {"count": self.count, "of": self.total, "share": share, "wilson_95": interval}

    def __str__(self) -> str:
        if not self.total:
            return "-"
        low, high = self.interval
        return f"{self.value:.1%} [{low:.1%}, {high:.1%}] {self.count}/{self.total}"


@dataclass(frozen=True, slots=True)
class ScoredPhoto:
    """One photo of a source with its score and its stage times in milliseconds."""

    name: str
    source: str
    scene: str
    score: PhotoScore
    timings_ms: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """Scores of some photos, added up."""

    photos: tuple[ScoredPhoto, ...]

    @property
    def answers(self) -> list[Answer]:
        return [answer for photo in self.photos for answer in photo.score.answers]

    def shares(self) -> dict[str, Share]:
        """Found, read right, sets exact, photos exact, flagged, proposals: by name."""
        scores = [photo.score for photo in self.photos]
        labelled = sum(s.labelled for s in scores)
        right = [a for a in self.answers if a.right]
        wrong = [a for a in self.answers if a.label is not None and not a.right]
        false = [a for a in self.answers if a.label is None]
        proposed = [a for a in self.answers if a.proposed is not None]
        return {
            "found": Share(sum(s.found for s in scores), labelled),
            "read_right": Share(len(right), labelled),
            "sets_exact": Share(sum(s.sets_exact for s in scores), sum(s.sets for s in scores)),
            "photos_exact": Share(sum(s.exact for s in scores), len(scores)),
            "wrong_flagged": Share(sum(a.doubtful for a in wrong), len(wrong)),
            "false_flagged": Share(sum(a.doubtful for a in false), len(false)),
            "right_flagged": Share(sum(a.doubtful for a in right), len(right)),
            "proposals_right": Share(sum(a.proposed == a.label for a in proposed), len(proposed)),
            "wrong_proposed_right": Share(sum(a.proposed == a.label for a in wrong), len(wrong)),
        }

    @property
    def false_tiles(self) -> int:
        return sum(photo.score.false for photo in self.photos)

    @property
    def false_per_photo(self) -> float:
        return self.false_tiles / len(self.photos) if self.photos else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "photos": len(self.photos),
            "tiles": sum(photo.score.labelled for photo in self.photos),
            **{name: share.to_json() for name, share in self.shares().items()},
            "false_tiles": self.false_tiles,
            "false_per_photo": round(self.false_per_photo, 4),
        }


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything measured; ``unread`` are photos that could not be read, and why."""

    photos: tuple[ScoredPhoto, ...]
    unread: tuple[tuple[str, str], ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(photo.source for photo in self.photos))

    def tally(self, source: str | None = None, scene: str | None = None) -> Tally:
        """The photos of one source and scene, or of all."""
        return Tally(
            tuple(
                photo
                for photo in self.photos
                if source in (None, photo.source) and scene in (None, photo.scene)
            )
        )

    def scenes(self, source: str) -> tuple[str, ...]:
        """The scenes of a source, sorted."""
        return tuple(sorted({p.scene for p in self.photos if p.source == source}))

    def confusions(self) -> list[tuple[str, str, int]]:
        """``(labelled, read, how often)``, most often first."""
        pairs = Counter(
            (a.label, a.tile) for a in self.tally().answers if a.label is not None and not a.right
        )
        ranked = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
        return [(label or "", tile, count) for (label, tile), count in ranked]

    def risk_coverage(self) -> list[tuple[float, float]]:
        """``(coverage, share of wrong readings)`` keeping the surest readings; may be empty.

        A false tile counts as a wrong reading.
        """
        answers = sorted(self.tally().answers, key=lambda answer: -answer.confidence)
        wrong = np.cumsum([not answer.right for answer in answers])
        if not len(wrong) or wrong[-1] < ENOUGH_ERRORS:
            return []
        kept = [max(1, round(coverage * len(answers))) for coverage in COVERAGES]
        return [(c, float(wrong[n - 1] / n)) for c, n in zip(COVERAGES, kept, strict=True)]

    def timings(self) -> dict[str, tuple[float, float]]:
        """Median and 95th percentile of milliseconds a photo, by stage, and ``total``."""
        stages = list(dict.fromkeys(name for photo in self.photos for name, _ in photo.timings_ms))
        times = [dict(photo.timings_ms) for photo in self.photos if photo.timings_ms]
        if not times:
            return {}
        columns = {stage: [t.get(stage, 0.0) for t in times] for stage in stages}
        columns["total"] = [sum(t.values()) for t in times]
        return {
            name: (float(np.median(column)), float(np.percentile(column, 95)))
            for name, column in columns.items()
        }

    def to_json(self) -> dict[str, Any]:
        return {
            "sources": {
                source: {
                    "all": self.tally(source).to_json(),
                    "scenes": {
                        scene: self.tally(source, scene).to_json() for scene in self.scenes(source)
                    },
                }
                for source in self.sources
            },
            "all": self.tally().to_json(),
            "confusions": [list(confusion) for confusion in self.confusions()[:CONFUSIONS]],
            "risk_coverage": [[c, round(risk, 5)] for c, risk in self.risk_coverage()],
            "timings_ms": {
                stage: {"median": round(median, 2), "p95": round(p95, 2)}
                for stage, (median, p95) in self.timings().items()
            },
            "unread": [{"photo": name, "error": error} for name, error in self.unread],
        }

    def text(self) -> str:
        """The same for people."""
        return "\n".join(_lines(self))


def _lines(evaluation: Evaluation) -> Iterator[str]:
    for source in evaluation.sources:
        yield f"== {source}"
        scenes = evaluation.scenes(source)
        for scene in scenes:
            yield from _tally_lines(scene, evaluation.tally(source, scene))
        if len(scenes) > 1:
            yield from _tally_lines("all scenes", evaluation.tally(source))
    if len(evaluation.sources) > 1:
        yield "== all sources"
        yield from _tally_lines("all scenes", evaluation.tally())
    yield from _table(
        "worst confusions (labelled -> read)",
        [f"{label} -> {tile}: {n}" for label, tile, n in evaluation.confusions()[:CONFUSIONS]],
    )
    yield from _table(
        "risk by coverage (share of wrong among the surest readings)",
        [f"{coverage:.0%}: {risk:.2%}" for coverage, risk in evaluation.risk_coverage()],
    )
    yield from _table(
        "milliseconds a photo, median / 95th percentile",
        [
            f"{name}: {median:.1f} / {p95:.1f}"
            for name, (median, p95) in evaluation.timings().items()
        ],
    )
    yield from _table("not read", [error for _, error in evaluation.unread])


def _tally_lines(title: str, tally: Tally) -> Iterator[str]:
    shares = tally.shares()
    tiles = sum(photo.score.labelled for photo in tally.photos)
    yield f"{title}: {len(tally.photos)} photos, {tiles} tiles"
    names = {
        "found": "found",
        "read_right": "read right",
        "sets_exact": "sets exact",
        "photos_exact": "photos exact",
        "wrong_flagged": "wrong tiles flagged",
        "false_flagged": "false tiles flagged",
        "right_flagged": "right tiles flagged",
        "proposals_right": "proposals right",
        "wrong_proposed_right": "wrong tiles mended",
    }
    for name, words in names.items():
        if shares[name].total:
            yield f"  {words:20} {shares[name]}"
    yield f"  {'false tiles':20} {tally.false_tiles} ({tally.false_per_photo:.2f} a photo)"


def _table(title: str, lines: Iterable[str]) -> Iterator[str]:
    rows = list(lines)
    if rows:
        yield title
        yield from (f"  {row}" for row in rows)
