"""``tilesight evaluate``: accuracy and speed on labelled photos."""

from __future__ import annotations

from pathlib import Path

import click

from webapp import service
from webapp.commands.options import json_option, profile_option
from webapp.console import emit, progress_bar


@click.command("evaluate")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--fold", "folds", type=int, multiple=True, help="Only photos of this fold (may be repeated)."
)
@profile_option
@json_option
def command(folder: Path, folds: tuple[int, ...], profile: str | None, as_json: bool) -> int:
    """Read every labelled photo in DIR and measure what was read.

    DIR holds photos and a labels.json, or folders that do. Every share comes with
    its counts and the Wilson 95 % interval. With --profile it shows what a profile gains.
    """
    from vision.evaluate import EvaluateError, evaluate

    own = service.profile_named(profile)
    with progress_bar("reading") as progress:
        try:
            evaluation = evaluate(
                folder,
                folds=folds or None,
                profile=own,
                progress=lambda done, total, _name: progress(done, total),
            )
        except EvaluateError as error:
            raise service.BadInput(str(error)) from error
    if as_json:
        emit(evaluation.to_json())
    else:
        click.echo(evaluation.text())
    return 0
