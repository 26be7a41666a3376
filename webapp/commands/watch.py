"""``tilesight watch``: a table under a camera, one answer a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from webapp import service
from webapp.commands.options import json_option, profile_option, rules_option
from webapp.commands.read import guess_of, says_its_guess, show
from webapp.console import emit, notice

if TYPE_CHECKING:
    from vision.arrange import Kind
    from vision.photo import Photo
    from vision.reading import SceneReading, Zone


@click.command("watch")
@click.argument("source", metavar="SOURCE")
@click.option(
    "--kind",
    type=click.Choice(["auto", "table", "rack"]),
    default="auto",
    show_default=True,
    help="What the camera looks at.",
)
@rules_option
@profile_option
@json_option
def command(source: str, kind: Kind, rules: str, profile: str | None, as_json: bool) -> int:
    """Read the tiles under a camera whenever they changed and lie still.

    SOURCE is a camera number (0 for the first), a video file, or an address such
    as rtsp://.... Stop with Ctrl-C.
    """
    from vision.reader import read
    from vision.watch import SourceError, frames, watch

    ruleset, own = service.rules_named(rules), service.profile_named(profile)

    def look(photo: Photo) -> SceneReading:
        return read(photo, kind=kind, rules=ruleset, name=source, profile=own)

    change = None
    guessed: set[Zone] = set()
    try:
        for change in watch(frames(source), look, name=source):
            if as_json:
                emit({"at": round(change.at, 2), **change.reading.to_json()})
            else:
                click.echo(f"after {change.at:.1f} seconds")
                show(change.reading)
                zones = {group.zone for group in change.reading.groups}
                new = kind == "auto" and bool(zones - guessed)
                if new and says_its_guess(change.reading, ruleset):
                    notice(guess_of(change.reading))
                    guessed = zones
    except SourceError as error:
        raise service.BadInput(str(error)) from error
    except KeyboardInterrupt:
        notice("stopped")
    if change is None:
        notice("nothing was read: no picture lay still for long enough")
    return 0
