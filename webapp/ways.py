"""Which page an address belongs to that is only ever sent a form."""

from __future__ import annotations

from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect


def show_ways(app: Flask) -> None:
    """Give the templates :func:`page_above`."""
    app.jinja_env.globals.update(page_above=page_above)


def page_above(path: str) -> str:
    """The page at this path, or the nearest above it that can be opened."""
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    parts = path.strip("/").split("/")
    for count in range(len(parts), 0, -1):
        address = "/" + "/".join(parts[:count])
        try:
            adapter.match(address, method="GET")
        except (HTTPException, RequestRedirect):
            continue
        return address
    return "/"
