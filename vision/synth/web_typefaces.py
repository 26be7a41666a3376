"""Fetches the typefaces of ``web_typefaces.txt``, which Debian does not package.

``python -m vision.synth.web_typefaces`` puts them where the renderer looks for
typefaces. Only the training of the networks draws them; nothing of them is kept
in the project.
"""

from __future__ import annotations

import argparse
import io
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from vision.synth.fonts import WEB_LIST, listed

REGISTRY = "https://registry.npmjs.org"
FOLDER = Path("~/.local/share/fonts/tilesight").expanduser()


def fetch(folder: Path) -> Iterator[tuple[str, int]]:
    """Downloads what ``folder`` lacks, package by package: yields (package, files written).

    Raises:
        OSError: the registry cannot be reached, or the folder not be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [(_package(file), version, file) for _, _, file, version in listed(WEB_LIST)]
    for (package, version), files in groupby(sorted(wanted), key=lambda row: row[:2]):
        missing = {file for _, _, file in files if not (folder / file).exists()}
        if missing:
            yield package, _unpack(package, version, missing, folder)


def _package(file: str) -> str:
    """``abril-fatface`` of ``abril-fatface-latin-400-normal.woff``."""
    return file.rsplit("-latin-", 1)[0]


def _unpack(package: str, version: str, files: set[str], folder: Path) -> int:
    address = f"{REGISTRY}/@fontsource/{package}/-/{package}-{version}.tgz"
    with urllib.request.urlopen(address, timeout=120) as answer:
        packed = io.BytesIO(answer.read())
    written = 0
    with tarfile.open(fileobj=packed) as archive:
        for member in archive:
            name = Path(member.name).name
            content = archive.extractfile(member) if name in files else None
            if content is not None:
                (folder / name).write_bytes(content.read())
                written += 1
    return written


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    for package, files in fetch(parser.parse_args().folder):
        print(f"{package}: {files}", file=sys.stderr)


if __name__ == "__main__":
    main()
