"""Renders labelled photos of tiles that no camera ever took.

``render_scene(seed)`` draws tables, racks, clusters and clutter through a
pinhole camera with numpy and OpenCV; ``random_edition`` and ``render_face``
draw single tile faces. Everything follows from the seed and the typefaces
installed on the machine (see README.md here).
"""

from vision.synth.dataset import write_dataset
from vision.synth.edition import Edition, random_edition
from vision.synth.face import render_face
from vision.synth.scene import render_scene
from vision.synth.truth import Scene

__all__ = [
    "Edition",
    "Scene",
    "random_edition",
    "render_face",
    "render_scene",
    "write_dataset",
]
