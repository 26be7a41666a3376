"""``make bench``: run every measurement beside this file, or those that are named.

A measurement is a module here with a function ``main()`` that prints its tables.

Usage: python -m tests.bench [NAME...]
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from pathlib import Path


def measurements() -> list[str]:
    """The names of all measurements, sorted."""
    files = Path(__file__).parent.glob("*.py")
    return sorted(file.stem for file in files if not file.stem.startswith("_"))


def main() -> int:
    there = measurements()
    wanted = sys.argv[1:] or there
    unknown = sorted(set(wanted) - set(there))
    if unknown:
        print(f"bench: no measurement {', '.join(unknown)} (there are {', '.join(there)})")
        return 2
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for name in wanted:
        module = importlib.import_module(f"tests.bench.{name}")
        if hasattr(module, "main"):
            print(f"\n== {name}", flush=True)
            module.main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
