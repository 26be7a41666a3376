"""Language, and what happens to photos."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from webapp.languages import COOKIE, LANGUAGES
from webapp.security import device, is_this_computer
from webapp.views.current import store

pages = Blueprint("about", __name__)
_A_YEAR = 365 * 24 * 3600


@pages.post("/language")
def choose_language() -> Response:
    """Remember the chosen language and go back to where the person was."""
    back = request.form.get("back", "/")
    # Browsers take \ for /, and leave out tabs and line breaks.
    ours = back.startswith("/") and back[1:2] not in ("/", "\\") and back.isprintable()
    response = redirect(back if ours else "/")
    chosen = request.form.get("language", "")
    if chosen in LANGUAGES:
        response.set_cookie(COOKIE, chosen, max_age=_A_YEAR, samesite="Lax", httponly=True)
    return response  # type: ignore[return-value]


@pages.get("/privacy")
def privacy() -> str:
    """What is kept, where, for how long, and a button to forget the photos."""
    return render_template("privacy.html")


@pages.post("/privacy/photos/delete")
def delete_photos() -> Response:
    """Forget every photo of this browser's games (of all, on the computer itself)."""
    count = store().delete_all_photos(None if is_this_computer() else device())
    flash(_("Photos deleted: %(n)s", n=count))
    return redirect(url_for("about.privacy"), 303)  # type: ignore[return-value]
