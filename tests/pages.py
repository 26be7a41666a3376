"""The page on a folder of its own, with what is alike in every folder made only once."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from webapp import create_app
from webapp.config import DATABASE


class CompiledTemplates(BytecodeCache):
    """Templates as compiled for the first page that needed them."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill ``bucket``, if its template was compiled before."""
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = CompiledTemplates()


def page_in(folder: Path, config: Mapping[str, Any]) -> Flask:
    """The page whose data lie in ``folder``; a new database is one that was made before."""
    database = folder / DATABASE
    if not database.exists():
        database.write_bytes(_new_database())
    app = create_app(config, folder)
    app.jinja_env.bytecode_cache = COMPILED
    return app


@cache
def _new_database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        create_app({}, Path(folder)).extensions["tilesight_store"].close()
        return (Path(folder) / DATABASE).read_bytes()
