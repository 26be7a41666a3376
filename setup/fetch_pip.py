"""Put pip into a virtual environment that was made without it.

Debian's Python comes without ``ensurepip``; where nobody may install
``python3-venv``, the newest pip is taken from PyPI and checked against its hash.

Usage: .venv/bin/python setup/fetch_pip.py
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

INDEX = "https://pypi.org/simple/pip/"
RELEASE = re.compile(r"pip-[0-9.]+-py3-none-any\.whl")
JSON = "application/vnd.pypi.simple.v1+json"


def main() -> None:
    request = urllib.request.Request(INDEX, headers={"Accept": JSON})
    with urllib.request.urlopen(request, timeout=60) as answer:
        files = json.load(answer)["files"]
    releases = [f for f in files if RELEASE.fullmatch(f["filename"]) and not f.get("yanked")]
    wheel = max(releases, key=lambda file: file["upload-time"])
    with urllib.request.urlopen(wheel["url"], timeout=60) as answer:
        content = answer.read()
    if hashlib.sha256(content).hexdigest() != wheel["hashes"]["sha256"]:
        sys.exit("setup: the pip that PyPI sent is damaged; run this again")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / wheel["filename"]
        path.write_bytes(content)
        pip = [sys.executable, f"{path}/pip", "install", "--quiet", "--no-index", str(path)]
        subprocess.run(pip, check=True)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(f"setup: pip could not be fetched from PyPI ({error})")
