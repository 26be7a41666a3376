"""``tilesight profile``: the profiles kept on this machine, and as files."""

from __future__ import annotations

from pathlib import Path

import click

from webapp import service
from webapp.commands.options import json_option
from webapp.console import emit, failure, heading, notice, plural
from webapp.shelf import load_file, own_shelf


@click.group("profile")
def command() -> None:
    """List, export, import or delete profiles of your own tiles.

    'tilesight calibrate PHOTO' makes one. All stay on this machine unless you give
    an exported file away; it holds pictures of the tiles and nothing else.
    """


@command.command("list")
@json_option
def list_profiles(as_json: bool) -> int:
    """List the profiles kept on this machine."""
    shelf, status = own_shelf(), 0
    names = shelf.names()
    for name in names:
        try:
            profile = shelf.summary(name)
        except service.BadInput as error:  # the others are listed all the same
            status = 2
            failure(str(error))
            if as_json:
                emit({"profile": name, "error": str(error)})
            continue
        tiles = profile.tiles
        if as_json:
            entry = {"profile": name, "made": profile.made, "tiles": len(tiles)}
            emit({**entry, "pictures": sum(tiles.values())})
        else:
            count = f"{plural(len(tiles), 'tile')}, {plural(sum(tiles.values()), 'picture')}"
            click.echo(f"  {heading(name)}  {count}, made {profile.made}")
    if not names:
        notice("there is no profile yet: make one with 'tilesight calibrate PHOTO'")
    return status


@command.command("export")
@click.argument("name", metavar="NAME")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def export_profile(name: str, file: Path) -> int:
    """Write the profile NAME to FILE, for another machine or another player."""
    profile = own_shelf().load(name)
    try:
        with file.open("xb") as out:
            out.write(profile.to_bytes())
    except FileExistsError as error:
        raise service.BadInput(f"{file}: this file is there already; name another one") from error
    except OSError as error:
        raise service.BadInput(f"{file}: cannot be written ({error.strerror})") from error
    notice(f"{profile.name} is written to {file}")
    return 0


@command.command("import")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="Call it something else here.")
@click.option("--replace", is_flag=True, help="Put it in the place of one there is.")
def import_profile(file: Path, name: str | None, replace: bool) -> int:
    """Keep the profile in FILE, which somebody exported, on this machine."""
    from vision.profile import ProfileError

    if not file.is_file():
        raise service.BadInput(f"{file}: {'this is a folder' if file.is_dir() else 'no such file'}")
    profile = load_file(file)
    try:
        named = profile.renamed(profile.name if name is None else name)
    except ProfileError as error:
        raise service.BadInput(str(error)) from error
    shelf = own_shelf()
    if shelf.has(named.name) and not replace:
        raise service.BadInput(
            f"there is a profile {named.name} already: choose another --name, or --replace it"
        )
    kept = shelf.save(named, replacing=True)
    notice(f"{kept.name} is kept here; use it with --profile {kept.name!r}")
    return 0


@command.command("delete")
@click.argument("name", metavar="NAME")
def delete_profile(name: str) -> int:
    """Forget the profile NAME."""
    own_shelf().delete(name)
    notice(f"{name} is deleted")
    return 0
