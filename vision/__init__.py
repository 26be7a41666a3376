"""Photos of tiles in, :class:`vision.reading.SceneReading` out. Knows no web."""
