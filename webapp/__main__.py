"""``python -m webapp`` is the command ``tilesight``."""

from webapp.cli import main

main()
