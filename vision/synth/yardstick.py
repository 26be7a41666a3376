"""The frozen yardstick: rendered photos that training never draws.

``python -m vision.synth.yardstick DIR`` writes the lists as folders of photos.

Frozen before the first training run, so that a better score means a better
reader. Seeds of training (``write_dataset`` and the training code) are kept
below ``FIRST_SEED``; change nothing here without a note in docs/decisions.
The pictures also depend on the installed typefaces and on the renderer:
``fingerprint`` tells whether two machines measure the same photos.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vision.synth.dataset import write_photos
from vision.synth.fonts import typefaces
from vision.synth.scene import render_scene
from vision.synth.truth import Scene

FIRST_SEED = 9_000_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One photo of a list: everything that ``render_scene`` needs."""

    seed: int
    kind: str
    split: str
    size: tuple[int, int]
    ill: str = ""
    tile_px: float | None = None

    def render(self) -> Scene:
        """The photo and its truth."""
        return render_scene(
            self.seed,
            size=self.size,
            kind=self.kind,
            split=self.split,
            ill=self.ill,
            tile_px=self.tile_px,
        )


def unseen() -> tuple[Entry, ...]:
    """200 photos of editions whose typefaces, inks, marks and jokers are held out."""
    kinds = ("table", "table", "rack", "cluster", "strewn", "table", "rack", "single")
    return tuple(
        Entry(FIRST_SEED + n, kinds[n % len(kinds)], "heldout", (1000, 750)) for n in range(200)
    )


def clutter() -> tuple[Entry, ...]:
    """300 photos without a tile: tables, cards, dice, dominoes, keyboards, boxes."""
    return tuple(
        Entry(FIRST_SEED + 10_000 + n, "background", "heldout", (800, 600)) for n in range(300)
    )


def degraded() -> tuple[Entry, ...]:
    """120 photos, a quarter each dark, blurred, tiny and under glare."""
    ills = ("dark", "blurred", "tiny", "glare")
    kinds = ("table", "rack", "strewn")
    return tuple(
        Entry(
            FIRST_SEED + 20_000 + n,
            kinds[(n // 4) % 3],
            "heldout",
            (800, 600),
            "" if ills[n % 4] == "tiny" else ills[n % 4],
            17.0 if ills[n % 4] == "tiny" else None,
        )
        for n in range(120)
    )


LISTS = {"unseen": unseen, "clutter": clutter, "degraded": degraded}


def scenes(name: str) -> Iterator[tuple[str, Scene]]:
    """Names and photos of a list, in order.

    Raises:
        ValueError: no such list.
    """
    if name not in LISTS:
        raise ValueError(f"no such list: {name!r} ({', '.join(LISTS)})")
    for number, entry in enumerate(LISTS[name]()):
        yield f"{name}-{number:03d}.jpg", entry.render()


def write_list(folder: Path, name: str, *, workers: int = 1) -> Path:
    """Write the photos of a list and their ``labels.json``, whose path it returns.

    Raises:
        ValueError: no such list.
        OSError: the folder cannot be written.
    """
    if name not in LISTS:
        raise ValueError(f"no such list: {name!r} ({', '.join(LISTS)})")
    jobs = [(f"{name}-{n:03d}.jpg", entry.render) for n, entry in enumerate(LISTS[name]())]
    return write_photos(folder, jobs, workers=workers, progress=_say)


def _say(done: int, count: int) -> None:
    end = "\n" if done == count else ""
    print(f"\r{done} of {count} photos", end=end, file=sys.stderr, flush=True)


def fingerprint() -> str:
    """Short hash of the held-out typefaces found here and of a few photos."""
    digest = hashlib.sha256()
    for family in typefaces("heldout"):
        for face in family:
            digest.update(f"{face.family}/{face.style};".encode())
    for entry in (unseen()[0], clutter()[0], degraded()[0]):
        digest.update(entry.render().pixels.tobytes())
    return digest.hexdigest()[:16]


def main(arguments: list[str]) -> int:
    """Write the lists named after the folder, or all of them; the exit code."""
    if not arguments:
        print("usage: python -m vision.synth.yardstick DIR [LIST...]", file=sys.stderr)
        return 2
    print(f"renderer and typefaces: {fingerprint()}", file=sys.stderr)
    for name in arguments[1:] or list(LISTS):
        write_list(Path(arguments[0]) / name, name, workers=os.cpu_count() or 1)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
