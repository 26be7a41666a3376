"""The longer list of typefaces, for training only, and how they are fetched."""

from __future__ import annotations

import io
import re
import tarfile

import pytest

from vision.synth import fonts, web_typefaces
from vision.synth.fonts import WEB_LIST, Typeface, listed


def test_the_list_holds_nothing_that_is_held_out_or_listed_already():
    rows = list(listed(WEB_LIST))
    assert len({family for family, *_ in rows}) > 250
    usual = {family.casefold() for family, *_ in listed(fonts._LIST)}
    for family, weight, file, version in rows:
        assert not Typeface(family, weight).held_out, family
        assert family.casefold() not in usual
        assert file.endswith(f"-latin-{weight}-normal.woff")
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)


@pytest.fixture
def registry(monkeypatch):
    """Answers every address with a package that holds two weights of it; lists what was asked."""
    asked = []

    def urlopen(address, timeout):
        asked.append(address)
        package = address.rsplit("/", 1)[1].rsplit("-", 1)[0]
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for name in (f"{package}-latin-400-normal.woff", f"{package}-latin-200-normal.woff"):
                content = f"font {name}".encode()
                member = tarfile.TarInfo(f"package/files/{name}")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        return io.BytesIO(packed.getvalue())

    monkeypatch.setattr(web_typefaces.urllib.request, "urlopen", urlopen)
    return asked


def test_only_what_is_listed_and_missing_is_fetched(tmp_path, monkeypatch, registry):
    listing = tmp_path / "list.txt"
    listing.write_text(
        "# comment\n"
        "Abel | 400 | abel-latin-400-normal.woff | 5.3.0\n"
        "Alfa Slab One | 400 | alfa-slab-one-latin-400-normal.woff | 5.2.8\n"
    )
    monkeypatch.setattr(web_typefaces, "WEB_LIST", listing)
    folder = tmp_path / "fonts"
    assert list(web_typefaces.fetch(folder)) == [("abel", 1), ("alfa-slab-one", 1)]
    assert sorted(path.name for path in folder.iterdir()) == [
        "abel-latin-400-normal.woff",
        "alfa-slab-one-latin-400-normal.woff",
    ]
    assert registry[1].endswith("/@fontsource/alfa-slab-one/-/alfa-slab-one-5.2.8.tgz")
    assert list(web_typefaces.fetch(folder)) == []
    assert len(registry) == 2
