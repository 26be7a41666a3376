"""``tilesight read``: the tiles on photos, as read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from vision.reading import SceneReading, Zone
from webapp import service
from webapp.commands.options import json_option, profile_option, rules_option, wants_debug
from webapp.console import emit, failure, heading, notice, plural, reason_of, tiles
from webapp.seen import marked

if TYPE_CHECKING:
    from solver.rules import Rules
    from vision.arrange import Kind
    from vision.profile import Profile


@click.command("read")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option(
    "--kind",
    type=click.Choice(["auto", "table", "rack"]),
    default="auto",
    show_default=True,
    help="What the photos show.",
)
@rules_option
@profile_option
@click.option(
    "--annotate",
    metavar="OUT.png",
    help="Write the photo with what was read drawn on it (several photos: OUT-NAME.png).",
)
@click.option(
    "--merge",
    "merged",
    is_flag=True,
    help="All photos show one table: read them as one (not with --annotate).",
)
@json_option
def command(
    photos: tuple[str, ...],
    kind: Kind,
    rules: str,
    profile: str | None,
    annotate: str | None,
    merged: bool,
    as_json: bool,
) -> int:
    """Read the tiles off PHOTO... and say which ones to look at again.

    Nothing is corrected silently: a doubtful tile is marked with * and listed with
    what else it may be. A photo without tiles is an answer too.
    """
    ruleset, own = service.rules_named(rules), service.profile_named(profile)
    if merged:
        return _read_as_one(photos, kind, ruleset, own, annotate, as_json)
    pictures = _picture_names(annotate, photos) if annotate else ()
    status = 0
    for number, photo in enumerate(photos, start=1):
        if len(photos) > 1 and sys.stderr.isatty():
            notice(f"reading {number} of {len(photos)}: {photo}")
        try:
            reading = service.read_photo(Path(photo), kind=kind, rules=ruleset, profile=own)
            reading = _with_racks_told(reading)
            if pictures:
                _write_annotated(reading, pictures[number - 1])
        except Exception as error:  # the other photos are read all the same
            if wants_debug():
                raise
            status = 2
            failure(reason_of(error))
            if as_json:
                emit({"photo": photo, "error": reason_of(error)})
            continue
        if as_json:
            emit(reading.to_json())
        else:
            show(reading)
            if kind == "auto" and says_its_guess(reading, ruleset):
                notice(guess_of(reading))
    return status


def _with_racks_told(reading: SceneReading) -> SceneReading:
    """The reading with a warning where several racks seem to stand on a photo of one."""
    from webapp.arranging import racks_on

    racks = racks_on(reading) if reading.groups and reading.groups[0].zone is Zone.RACK else ()
    if not racks:
        return reading
    texts = " and ".join(f"'{' '.join(tile.tile for tile in rack)}'" for rack in racks)
    told = f"{len(racks)} racks seem to be on this photo: {texts}: take one of each rack alone"
    return replace(reading, warnings=(*reading.warnings, told))


def says_its_guess(reading: SceneReading, rules: Rules) -> bool:
    """Whether to say what the photo was taken for: where its sets speak against it, or
    where ``--kind auto`` asks."""
    from webapp.arranging import guess_is_doubtful

    source = click.get_current_context().get_parameter_source("kind")
    asked = source is ParameterSource.COMMANDLINE
    return bool(reading.groups) and (asked or guess_is_doubtful(reading, rules))


def guess_of(reading: SceneReading) -> str:
    """What the photo was taken for, and how to say that it is something else."""
    zone = reading.groups[0].zone
    other = Zone.TABLE if zone == Zone.RACK else Zone.RACK
    return (
        f"{reading.photo}: taken for a {zone} by how the tiles lie;"
        f" if it is a {other}, say --kind {other}"
    )


def _read_as_one(
    photos: tuple[str, ...],
    kind: str,
    rules: Rules,
    profile: Profile | None,
    annotate: str | None,
    as_json: bool,
) -> int:
    from vision.merge import MergeError, merge

    if annotate or kind == "rack":
        raise click.UsageError("--merge joins photos of a table: leave out --annotate and --kind")
    try:
        reading = merge(
            [
                service.read_photo(Path(photo), kind="table", rules=rules, profile=profile)
                for photo in photos
            ],
            rules,
        )
    except MergeError as error:
        raise service.BadInput(str(error)) from error
    if as_json:
        emit(reading.to_json())
    else:
        show(reading)
    return 0


def show(reading: SceneReading) -> None:
    """Print a reading for people, with what they ought to look at."""
    found = {tile.id: tile for tile in reading.tiles}
    click.echo(heading(f"{reading.photo}: {plural(len(found), 'tile')}"))
    for group in reading.groups:
        row = tiles(marked(found[tile_id]) for tile_id in group.tiles)
        click.echo(f"  {group.zone:5}  {row}")
    for remark in service.notices_of(reading):
        notice(remark)


def _picture_names(wanted: str, photos: Sequence[str]) -> tuple[Path, ...]:
    """A picture for each photo; none takes the place of another, or of a photo.

    Raises:
        BadInput: a picture would be written over one of the photos.
    """
    path = Path(wanted)
    names: list[Path] = []
    for photo in photos:
        stem = path.stem if len(photos) == 1 else f"{path.stem}-{Path(photo).stem}"
        name, again = path.with_name(stem + path.suffix), 2
        while name in names:
            name, again = path.with_name(f"{stem}-{again}{path.suffix}"), again + 1
        service.refuse_to_overwrite(name, photos)
        names.append(name)
    return tuple(names)


def _write_annotated(reading: SceneReading, path: Path) -> None:
    from vision.annotate import annotate
    from vision.photo import open_photo

    pixels = open_photo(Path(reading.photo)).pixels
    service.write_picture(annotate(pixels, reading), path)
    notice(f"what was read is drawn on {path}")
