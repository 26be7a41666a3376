"""Property tests that try the same cases every time, on a machine of any speed."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("tilesight", derandomize=True, deadline=None)
settings.load_profile("tilesight")
