"""A few scenes rendered physically, with Blender: light that is computed, not painted.

``python -m vision.synth.physical --count N --seed S DIR`` renders them; it wants
Blender's Python module ``bpy``, which nothing else here needs. What lies where, and
what of it the camera sees, is planned without Blender: ``plan_scene``, ``labels_of``.
"""

from vision.synth.physical.plan import Plan, plan_scene
from vision.synth.physical.seen import labels_of

__all__ = ["Plan", "labels_of", "plan_scene"]
