"""``tilesight synth``: rendered photos with labels."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from webapp import service
from webapp.commands.options import json_option
from webapp.console import emit, progress_bar

KINDS = ("table", "rack", "cluster", "strewn", "single", "background")


@click.command("synth")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--count", type=click.IntRange(min=1), default=20, show_default=True, help="How many photos."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Another seed, other photos.",
)
@click.option("--size", default="1000x750", show_default=True, help="Pixels, WIDTHxHEIGHT.")
@click.option("--kind", type=click.Choice(KINDS), help="Only scenes of this kind.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    help="Processes that render.  [default: one for each core]",
)
@json_option
def command(
    folder: Path, count: int, seed: int, size: str, kind: str | None, workers: int, as_json: bool
) -> int:
    """Render labelled photos of tables, racks and clutter into DIR.

    The same count and seed give the same photos on the same machine. DIR gets
    labels.json, the form that 'tilesight evaluate' reads.
    """
    from vision.synth import write_dataset

    pixels = _pixels(size)
    started = time.perf_counter()
    with progress_bar("rendering") as progress:
        try:
            labels = write_dataset(
                folder,
                count,
                seed,
                size=pixels,
                kind=kind,
                workers=workers,
                progress=progress,
            )
        except OSError as error:
            raise service.BadInput(f"{folder}: cannot be written ({error.strerror})") from error
    seconds = time.perf_counter() - started
    if as_json:
        emit({"labels": str(labels), "photos": count, "seconds": round(seconds, 1)})
    else:
        click.echo(f"{count} photos and {labels} in {seconds:.0f} seconds")
    return 0


def _pixels(size: str) -> tuple[int, int]:
    words = size.lower().split("x")
    if len(words) == 2 and all(word.isdecimal() and 64 <= int(word) <= 8000 for word in words):
        return int(words[0]), int(words[1])
    raise click.UsageError(f"--size {size}: write for example 1000x750 (64 to 8000 pixels)")
