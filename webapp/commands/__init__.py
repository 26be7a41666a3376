"""One module for each command of ``tilesight``; each holds ``command``.

They import what they need inside the command, so that a short question about a
written table does not wait for cameras, networks and web servers.
"""
