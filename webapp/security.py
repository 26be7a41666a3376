"""What keeps the page safe on a network of phones.

The page has no accounts: a game is reached by an address that cannot be
guessed, and the list of games shows each browser its own. Here are the checks
that hold for every request: the host name (against DNS rebinding), forgery
tokens in forms, headers that forbid foreign scripts and frames, and limits on
how many photos are taken in, at once and by the minute.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask, Response, current_app, request, session
from flask_wtf.csrf import CSRFProtect
from werkzeug.exceptions import BadRequest, ServiceUnavailable, TooManyRequests

csrf = CSRFProtect()

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=()",
}
PHOTO_PATIENCE = 30.0
"""Seconds that a photo waits for its turn before the phone is asked to try again."""


def protect(app: Flask) -> None:
    """Put every check in front of ``app`` and the headers behind it."""
    csrf.init_app(app)
    app.extensions["tilesight_photo_gate"] = PhotoGate(
        app.config["PHOTOS_AT_ONCE"], app.config["UPLOADS_A_MINUTE"]
    )
    app.before_request(_check_host)
    app.after_request(_add_headers)


def device() -> str:
    """The name of this browser, kept in its signed cookie; made on first use."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(12)
        session.permanent = True
    name: str = session["device"]
    return name


def is_this_computer() -> bool:
    """Whether the request comes from the computer that runs the page."""
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def host_is_ours(host: str, allowed: tuple[str, ...]) -> bool:
    """Whether ``host`` (name or address, perhaps with a port) may name this page.

    Addresses may: a phone on the same network types one, and a foreign page
    cannot make an address its own name. Names may when they are this machine's.
    """
    name = _without_port(host).rstrip(".").lower()
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        machine = socket.gethostname().split(".")[0].lower()
        ours = {"localhost", machine, f"{machine}.local", f"{machine}.lan", f"{machine}.home"}
        return name in ours or name in {other.lower() for other in allowed}
    return True


class PhotoGate:
    """Lets so many photos in at once, and so many a minute from one address."""

    def __init__(self, at_once: int, a_minute: int, clock: Callable[[], float] = time.monotonic):
        self._room = threading.BoundedSemaphore(at_once)
        self._a_minute = a_minute
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: dict[str, deque[float]] = {}

    @contextmanager
    def entered(self, address: str) -> Iterator[None]:
        """Hold a place while a photo is decoded and read.

        Raises:
            TooManyRequests: that address has sent too many.
            ServiceUnavailable: other photos kept their places too long.
        """
        self._count(address)
        if not self._room.acquire(timeout=PHOTO_PATIENCE):
            raise ServiceUnavailable(retry_after=10)
        try:
            yield
        finally:
            self._room.release()

    def _count(self, address: str) -> None:
        now = self._clock()
        with self._lock:
            for known in [a for a, times in self._seen.items() if times[-1] < now - 60]:
                del self._seen[known]
            times = self._seen.setdefault(address, deque())
            while times and times[0] < now - 60:
                times.popleft()
            if len(times) >= self._a_minute:
                raise TooManyRequests(retry_after=60)
            times.append(now)


def photo_gate() -> PhotoGate:
    """The gate of the running application."""
    gate: PhotoGate = current_app.extensions["tilesight_photo_gate"]
    return gate


def _check_host() -> None:
    if not host_is_ours(request.host, current_app.config["ALLOWED_HOSTS"]):
        raise BadRequest(f"this page does not answer to the name {request.host[:60]!r}")


def _add_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if not request.path.startswith("/static/"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.split("]", maxsplit=1)[0] + "]"
    return host.rsplit(":", 1)[0] if host.count(":") == 1 else host
