"""``tilesight calibrate``: a profile of the owner's own tiles from one photo of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webapp import calibrating, service
from webapp.commands.options import json_option
from webapp.console import emit, heading, notice, plural, tile, tiles

if TYPE_CHECKING:
    from vision.calibrate import Calibration
    from vision.profile import Profile


@click.command("calibrate")
@click.argument("photo", metavar="PHOTO")
@click.option(
    "--name", metavar="NAME", help="What to call the profile (otherwise as the photo's file)."
)
@click.option(
    "--tiles",
    "laid",
    metavar="TILES",
    help="What lies there, row by row from the top, if it is not the whole game in order.",
)
@click.option("--add", is_flag=True, help="Add the photo's tiles to a profile there is.")
@click.option("--replace", is_flag=True, help="Put the profile in the place of one there is.")
@click.option(
    "--annotate",
    metavar="OUT.png",
    help="Write the photo with the tiles as they were named drawn on it.",
)
@json_option
def command(
    photo: str,
    name: str | None,
    laid: str | None,
    add: bool,
    replace: bool,
    annotate: str | None,
    as_json: bool,
) -> int:
    """Learn your own tiles from PHOTO, which shows them laid out in order.

    Lay each colour from 1 to 13, the colours in any order, one copy or both, the jokers
    last, in rows that do not touch each other. The profile is then given to other
    commands with --profile. Look at the picture that --annotate writes: tiles that
    were read otherwise before are marked.
    """
    if add and replace:
        raise click.UsageError("give --add or --replace, not both")
    path = Path(photo)
    called = calibrating.name_for(path.stem) if name is None else name
    if annotate:
        service.refuse_to_overwrite(Path(annotate), (photo,))
    found = calibrating.from_photo(path, called, laid=laid, add=add, replace=replace)
    if annotate:
        _draw(path, found.calibration, Path(annotate))
    profile = calibrating.keep(found)
    if as_json:
        emit(_as_json(profile, found.calibration))
    else:
        _show(profile, found.calibration)
    for remark in calibrating.remarks_on(found.calibration):
        notice(remark)
    return 0


def _as_json(profile: Profile, calibration: Calibration) -> dict[str, Any]:
    reading = calibration.reading
    return {
        "profile": profile.name,
        "photo": reading.photo,
        "tiles": [labelled.patch.tile for labelled in calibration.tiles],
        "read_otherwise": [
            [labelled.patch.tile, labelled.read]
            for labelled in calibration.tiles
            if labelled.differs
        ],
        "missing": list(calibration.missing),
        "left_out": calibration.left_out,
        "pictures": sum(profile.tiles().values()),
    }


def _show(profile: Profile, calibration: Calibration) -> None:
    reading = calibration.reading
    for group in reading.groups:
        row = (reading.tile(tile_id) for tile_id in group.tiles)
        click.echo("  " + " ".join(tile(t.tile) + ("*" if t.doubtful else "") for t in row))
    otherwise = sum(labelled.differs for labelled in calibration.tiles)
    if otherwise:
        click.echo(f"* {plural(otherwise, 'tile')} read otherwise before")
    if calibration.missing:
        click.echo(f"not found: {tiles(calibration.missing)}")
    count = plural(sum(profile.tiles().values()), "picture")
    click.echo(f"{heading(profile.name)}: {count}; use it with --profile {profile.name!r}")


def _draw(photo: Path, calibration: Calibration, path: Path) -> None:
    from vision.annotate import annotate
    from vision.photo import open_photo

    service.write_picture(annotate(open_photo(photo).pixels, calibration.reading), path)
    notice(f"the tiles as they were named are drawn on {path}")
