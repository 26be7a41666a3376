"""Failures as readable pages: the right status, one clear line, a way back."""

from __future__ import annotations

from flask import Flask, Response, current_app, redirect, render_template, request
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from solver.match import MatchError
from solver.notation import NotationError
from solver.rules import RulesError
from vision.calibrate import CalibrationError
from vision.merge import MergeError
from vision.photo import PhotoError
from vision.profile import ProfileError
from webapp.config import MEBIBYTE
from webapp.corrections import CorrectionError
from webapp.phrases import said
from webapp.seen import BadInput
from webapp.store import UnknownGame
from webapp.ways import page_above


def handle(app: Flask) -> None:
    """Answer every failure of ``app`` with a page."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(MethodNotAllowed, _only_sent)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(UnknownGame, _unknown)
    app.register_error_handler(PhotoError, _photo)
    app.register_error_handler(MergeError, _input)
    app.register_error_handler(NotationError, _input)
    app.register_error_handler(CorrectionError, _input)
    app.register_error_handler(RulesError, _input)
    app.register_error_handler(MatchError, _input)
    app.register_error_handler(CalibrationError, _input)
    app.register_error_handler(ProfileError, _input)
    app.register_error_handler(BadInput, _input)
    app.register_error_handler(Exception, _broken)


def error_page(status: int, title: str, line: str, detail: str = "") -> tuple[str, int]:
    """The page for one failure; ``detail`` is a technical line, in English."""
    page = render_template(
        "error.html", status=status, title=title, line=line, detail=detail, back=_way_back()
    )
    return page, status


def _only_sent(error: MethodNotAllowed) -> Response | tuple[str, int]:
    """An address that a form is sent to, opened: as after an error, when the page is loaded
    again. There is its page instead."""
    if request.method not in ("GET", "HEAD"):
        return _http(error)
    return redirect(page_above(request.path), 303)  # type: ignore[return-value]


def _http(error: HTTPException) -> tuple[str, int]:
    status = error.code or 500
    megabytes = current_app.config["MAX_CONTENT_LENGTH"] // MEBIBYTE
    known = {
        400: (_("That did not work"), _("The page sent something incomplete. Try again.")),
        404: (_("Nothing here"), _("There is no such page, or the game was deleted.")),
        405: (_("Nothing here"), _("Open this page from the game instead.")),
        413: (
            _("Too large"),
            _("A photo may have up to %(n)s MB. Take it smaller, or crop it.", n=megabytes),
        ),
        415: (_("Not a photo"), _("Choose a JPEG, PNG, WebP or HEIC photo.")),
        429: (_("One moment"), _("Many photos came at once. Wait a minute and try again.")),
        503: (_("One moment"), _("Other photos are being read. Try again in a few seconds.")),
    }
    title, line = known.get(status, (error.name, error.name))
    detail = error.description or "" if status == 400 else ""
    return error_page(status, title, line, detail)


def _forged(error: CSRFError) -> tuple[str, int]:
    line = _("This form is too old, or cookies are off. Go back, reload the page and try again.")
    return error_page(400, _("That did not work"), line, error.description or "")


def _unknown(_error: UnknownGame) -> tuple[str, int]:
    line = _("There is no such page, or the game was deleted.")
    return error_page(404, _("Nothing here"), line)


def _photo(error: PhotoError) -> tuple[str, int]:
    return error_page(415, _("This photo cannot be used"), said(str(error)))


def _input(error: ValueError) -> tuple[str, int]:
    return error_page(400, _("That did not work"), said(str(error)))


def _broken(error: Exception) -> tuple[str, int]:
    current_app.logger.exception("page %s %s failed", request.method, request.path)
    line = _("Something went wrong inside Tilesight. What you had posted before is kept.")
    return error_page(500, _("Our mistake"), line, type(error).__name__)


def _way_back() -> str:
    """Where the person came from, if it was a page of ours; else the start."""
    came = request.referrer or ""
    return came if came.startswith(request.host_url) else "/"
