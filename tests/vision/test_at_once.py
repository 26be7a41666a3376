"""Photos that come at once: each gets its own tiles, as if it had come alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image

from vision.photo import Photo, open_photo
from vision.reader import read

SAMPLES = Path(__file__).parents[2] / "samples"


def tiles_of(photo: Photo) -> list[tuple[str, tuple[int, int]]]:
    reading = read(photo, second_reader=False)
    return [(tile.tile, (round(tile.center[0]), round(tile.center[1]))) for tile in reading.tiles]


def test_photos_read_at_once_are_read_as_alone(tmp_path):
    photos = [open_photo(path) for path in sorted(SAMPLES.glob("*/*.jpg"))[:3]]
    small = tmp_path / "small.png"  # another size makes the network lay itself out anew
    Image.fromarray(photos[0].pixels).resize((400, 300)).save(small)
    photos.append(open_photo(small))
    alone = [tiles_of(photo) for photo in photos]
    assert all(alone)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(tiles_of, photos * 3))
    assert together == alone * 3
