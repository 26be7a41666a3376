"""What things are made of, as Blender's nodes: plastic, wood, cloth, marble."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt

Rng = np.random.Generator
Colour = Sequence[float] | npt.NDArray[np.float64]

_WOODS = (
    ((150, 96, 58), (82, 47, 27)),
    ((196, 148, 96), (150, 100, 58)),
    ((92, 56, 38), (44, 25, 17)),
    ((214, 182, 140), (178, 138, 94)),
)
_CLOTHS = ((36, 92, 58), (122, 28, 34), (38, 52, 96), (206, 200, 186), (120, 116, 108))
_PAINTS = ((226, 224, 218), (240, 240, 238), (84, 88, 92), (178, 152, 120), (60, 84, 92))


def linear(colour: Colour) -> tuple[float, float, float, float]:
    """sRGB 0..255 as Blender wants it: linear RGBA."""
    c = np.asarray(colour, float)[:3] / 255
    r, g, b = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return float(r), float(g), float(b), 1.0


class Material:
    """A material being wired up: one shader, and the nodes that feed it."""

    def __init__(self, name: str) -> None:
        self.made = bpy.data.materials.new(name)
        self.made.use_nodes = True
        self._tree = self.made.node_tree
        self.shader = self._tree.nodes["Principled BSDF"]

    def node(self, kind: str, inputs: Mapping[Any, Any] | None = None, **settings: Any) -> Any:
        """A node; an input is a value, or the socket that feeds it."""
        node = self._tree.nodes.new(f"ShaderNode{kind}")
        for name, value in settings.items():
            setattr(node, name, value)
        for key, value in (inputs or {}).items():
            self.feed(node, key, value)
        return node

    def feed(self, node: Any, key: str | int, value: Any) -> None:
        """Set or link one input."""
        if isinstance(value, bpy.types.NodeSocket):
            self._tree.links.new(value, node.inputs[key])
        else:
            node.inputs[key].default_value = value

    def shade(self, **inputs: Any) -> bpy.types.Material:
        """Feed the shader, ``Base_Color`` standing for ``Base Color``; the material."""
        for key, value in inputs.items():
            self.feed(self.shader, key.replace("_", " "), value)
        return self.made

    def place(self, scale: Sequence[float] = (1, 1, 1), turn: float = 0.0) -> Any:
        """Coordinates of the object, tile heights, scaled and turned about its normal."""
        spot = self.node("TexCoord").outputs["Object"]
        inputs = {"Vector": spot, "Rotation": (0, 0, turn), "Scale": tuple(scale)}
        return self.node("Mapping", inputs).outputs["Vector"]

    def noise(self, where: Any, scale: float, detail: float = 2.0, distortion: float = 0.0) -> Any:
        """Smooth noise 0..1."""
        inputs = {"Vector": where, "Scale": scale, "Detail": detail, "Distortion": distortion}
        return self.node("TexNoise", inputs).outputs["Fac"]

    def ramp(self, value: Any, stops: Sequence[tuple[float, Colour]]) -> Any:
        """Colours (sRGB) at places 0..1."""
        node = self.node("ValToRGB", {"Fac": value})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (at, colour) in zip(elements, stops, strict=True):
            element.position, element.color = at, linear(colour)
        return node.outputs["Color"]

    def mix(self, share: Any, first: Any, second: Any, blend: str = "MIX") -> Any:
        """Two colours mixed."""
        node = self.node("MixRGB", {"Fac": share, "Color1": first, "Color2": second})
        node.blend_type = blend
        return node.outputs["Color"]

    def math(self, how: str, first: Any, second: Any = 0.0) -> Any:
        """A sum, product, ... of two numbers."""
        return self.node("Math", {0: first, 1: second}, operation=how).outputs[0]

    def bump(self, height: Any, distance: float, strength: float = 1.0) -> Any:
        """Normals of a height 0..1 that is ``distance`` tile heights high."""
        inputs = {"Height": height, "Distance": distance, "Strength": strength}
        return self.node("Bump", inputs).outputs["Normal"]


def plastic(name: str, colour: Colour, roughness: float, grain: float = 0.0) -> bpy.types.Material:
    """Plain plastic; ``grain`` is how deep its leather-like grain is, tile heights."""
    material = Material(name)
    if grain:
        height = material.noise(material.place(), 45.0, 2.0)
        material.shade(Normal=material.bump(height, grain))
    return material.shade(Base_Color=linear(colour), Roughness=roughness)


def face(
    name: str, colour: bpy.types.Image, height: bpy.types.Image, deep: float, roughness: float
) -> bpy.types.Material:
    """A tile's face: its print, and its relief ``deep`` tile heights from low to high."""
    material = Material(name)
    printed = material.node("TexImage", image=colour, interpolation="Cubic", extension="EXTEND")
    if deep > 0:
        carved = material.node("TexImage", image=height, interpolation="Cubic", extension="EXTEND")
        material.shade(Normal=material.bump(carved.outputs["Color"], deep))
    return material.shade(Base_Color=printed.outputs["Color"], Roughness=roughness)


def table(kind: str, rng: Rng) -> bpy.types.Material:
    """A table top; ``kind`` is one of ``vision.synth.physical.plan.TABLES``."""
    return _TABLES[kind](rng)


def wood(
    name: str, light: Colour, dark: Colour, turn: float, roughness: float, planks: bool = False
) -> bpy.types.Material:
    """Wood whose grain runs along x, turned by ``turn``; of planks or of one piece."""
    material = Material(name)
    along = material.place((0.12, 1.0, 1.0), turn)
    rings = material.noise(along, 1.1, 4.0, 1.2)
    fibres = material.noise(material.place((0.5, 14.0, 14.0), turn), 1.6, 4.0)
    between = [round((a + b) / 2) for a, b in zip(light, dark, strict=True)]
    colour = material.ramp(rings, ((0.32, dark), (0.47, between), (0.6, light), (0.72, between)))
    streaks = material.ramp(fibres, ((0.3, (150, 140, 130)), (0.62, (255, 255, 255))))
    colour = material.mix(0.8, colour, streaks, "MULTIPLY")
    if planks:
        seams = material.node(
            "TexBrick",
            {
                "Vector": material.place((1, 1, 1), turn),
                "Color1": linear((255, 255, 255)),
                "Color2": linear((196, 190, 184)),
                "Mortar": linear((50, 40, 34)),
                "Scale": 1.0,
                "Mortar Size": 0.02,
                "Brick Width": 26.0,
                "Row Height": 3.2,
            },
        )
        colour = material.mix(1.0, colour, seams.outputs["Color"], "MULTIPLY")
    normal = material.bump(fibres, 0.006)
    return material.shade(Base_Color=colour, Roughness=roughness, Normal=normal)


def _wood_table(rng: Rng, planks: bool = False) -> bpy.types.Material:
    light, dark = _WOODS[int(rng.integers(len(_WOODS)))]
    turn, roughness = float(rng.uniform(-0.5, 0.5)), float(rng.uniform(0.28, 0.55))
    return wood("table", light, dark, turn, roughness, planks)


def _cloth(rng: Rng, checks: bool = False) -> bpy.types.Material:
    material = Material("table")
    base = _CLOTHS[int(rng.integers(len(_CLOTHS)))]
    turn = float(rng.uniform(-0.3, 0.3))
    where = material.place((1, 1, 1), turn)
    threads = [
        material.node("TexWave", {"Vector": where, "Scale": 7.0, "Distortion": 1.0}, **way)
        for way in ({"bands_direction": "X"}, {"bands_direction": "Y"})
    ]
    weave = material.math("MULTIPLY", threads[0].outputs["Fac"], threads[1].outputs["Fac"])
    colour: Any = linear(base)
    if checks:
        colour = _gingham(material, where, base, float(rng.uniform(0.8, 1.6)))
    dim = material.ramp(weave, ((0.0, (205, 205, 205)), (0.7, (255, 255, 255))))
    colour = material.mix(1.0, colour, dim, "MULTIPLY")
    folds = material.noise(where, 0.22, 2.0)
    height = material.math("ADD", material.math("MULTIPLY", weave, 0.02), folds)
    normal = material.bump(height, 0.6)
    return material.shade(Base_Color=colour, Roughness=0.9, Sheen_Weight=0.2, Normal=normal)


def _gingham(material: Material, where: Any, base: Colour, span: float) -> Any:
    """White with bands of a colour across and along, darker where they cross."""
    parts = material.node("SeparateXYZ", {"Vector": where})
    bands = []
    for axis in ("X", "Y"):
        step = material.math("DIVIDE", parts.outputs[axis], span)
        bands.append(material.math("GREATER_THAN", material.math("FRACT", step), 0.5))
    share = material.math("MULTIPLY", material.math("ADD", *bands), 0.45)
    return material.mix(share, linear((236, 234, 228)), linear(base))


def _marble(rng: Rng) -> bpy.types.Material:
    material = Material("table")
    where = material.place((1, 1, 1), float(rng.uniform(0, 3)))
    flow = material.noise(where, 0.11, 5.0, 0.8)
    vein = material.math("ABSOLUTE", material.math("SUBTRACT", flow, 0.5))
    stops = ((0.0, (150, 148, 147)), (0.006, (205, 204, 203)), (0.05, (255, 255, 255)))
    veins = material.ramp(vein, stops)
    cloud = material.noise(where, 0.3, 4.0)
    body = material.ramp(cloud, ((0.3, (214, 213, 211)), (0.7, (236, 235, 232))))
    # Veins come and go.
    there = material.ramp(material.noise(where, 0.13), ((0.42, (0, 0, 0)), (0.6, (235, 235, 235))))
    colour = material.mix(there, body, veins, "MULTIPLY")
    return material.shade(Base_Color=colour, Roughness=float(rng.uniform(0.12, 0.3)))


def _plain(rng: Rng) -> bpy.types.Material:
    colour = _PAINTS[int(rng.integers(len(_PAINTS)))]
    return plastic("table", colour, float(rng.uniform(0.22, 0.5)), 0.002)


_TABLES = {
    "wood": _wood_table,
    "planks": lambda rng: _wood_table(rng, planks=True),
    "cloth": _cloth,
    "checks": lambda rng: _cloth(rng, checks=True),
    "marble": _marble,
    "plain": _plain,
}
