"""A sample photo through the real reader, on the page."""

from __future__ import annotations

from pathlib import Path

from vision.photo import open_photo

SAMPLES = Path(__file__).parents[2] / "samples"


def test_a_real_photo_goes_through_the_real_reader(player, app):
    app.config["READER"] = None
    photo = SAMPLES / "kitchen" / "table.jpg"
    assert player.photograph("table", photo.read_bytes(), "table.jpg").status_code == 303
    page = player.get("/table").text
    assert f'viewBox="0 0 {open_photo(photo).width} ' in page
    assert page.count('class="edge"') >= 15
