"""Renders a planned scene with Blender's Cycles, on the CPU."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Matrix

from vision.synth.camera import Camera, Points, Pose, outline
from vision.synth.edition import Edition
from vision.synth.face import face_layers
from vision.synth.physical import materials
from vision.synth.physical.block import Block
from vision.synth.physical.plan import Cup, Light, Plan, Tile

Plane = npt.NDArray[np.float32]
Rng = np.random.Generator

_FACE_PX = 384
_ARC = 4
"""Steps of a tile's rounded edge."""
_FAR = 45.0
"""Tile heights from the middle of the table to a window or lamp."""
_HAND = np.array([1.0, -1.0, 1.0])
"""Blender's y runs away from the viewer, ours towards him."""


def render(plan: Plan, *, samples: int = 32, threads: int = 1) -> Plane:
    """The light of a scene on the sensor.

    Args:
        samples: rays a pixel, before denoising.
        threads: of the CPU.

    Returns:
        float32 (height, width, 3), linear RGB of any scale.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    rng = np.random.default_rng([plan.seed, 0xFACE])
    _room(rng, plan.table)
    _tiles(plan, rng)
    _rack(plan)
    if plan.cup is not None:
        _cup(plan.cup, rng)
    _light(plan.light)
    _camera(plan.camera, plan.focus, plan.sensor.aperture)
    return _rendered(plan, samples, threads)


def _point(point: Points | Sequence[float]) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in np.asarray(point, float) * _HAND)
    return x, y, z


def _frame(pose: Pose) -> Matrix:
    """From a face's own right, up and out to Blender's world."""
    columns = [np.array(pose.right), -np.array(pose.down), np.array(pose.out)]
    rows = np.column_stack([*(c * _HAND for c in columns), np.array(pose.origin) * _HAND])
    return Matrix([*rows.tolist(), [0, 0, 0, 1]])


def _add(name: str, mesh: bpy.types.Mesh, place: Matrix | None = None) -> bpy.types.Object:
    thing = bpy.data.objects.new(name, mesh)
    if place is not None:
        thing.matrix_world = place
    bpy.context.collection.objects.link(thing)
    return thing


def _box(name: str, block: Block, material: bpy.types.Material, edge: float) -> bpy.types.Object:
    """A block with rounded edges."""
    w, h, d = block.pose.width, block.pose.height, block.depth
    spots = [(x, y, z) for z in (-d, 0) for x, y in ((0, -h), (w, -h), (w, 0), (0, 0))]
    sides = [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (3, 2, 1, 0), (4, 5, 6, 7)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(spots, [], sides)
    mesh.materials.append(material)
    thing = _add(name, mesh, _frame(block.pose))
    if edge:
        rounding = thing.modifiers.new("edge", "BEVEL")
        rounding.width, rounding.segments = edge, 2
    return thing


def _tiles(plan: Plan, rng: Rng) -> None:
    edition = plan.edition
    roughness = 0.5 - 0.28 * edition.gloss
    side = materials.plastic("side", edition.side, roughness)
    lower = materials.plastic("lower side", edition.lower_side, roughness)
    body = _tile_body(edition)
    for number, tile in enumerate(plan.tiles):
        mesh = body.copy()
        for material in (_face(f"tile {number}", tile, edition, rng, roughness), side, lower):
            mesh.materials.append(material)
        _add(f"tile {number}", mesh, _frame(tile.block.pose))


def _face(
    name: str, tile: Tile, edition: Edition, rng: Rng, roughness: float
) -> bpy.types.Material:
    colour, height = face_layers(edition, tile.tile, rng, _FACE_PX, tile.second_joker)
    low, high = float(height.min()), float(height.max())
    level = ((height - low) / max(high - low, 1e-9)).astype(np.float32)
    printed = _image(f"{name} print", colour.astype(np.float32) / np.float32(255), "sRGB")
    carved = _image(f"{name} relief", np.repeat(level[..., None], 3, 2), "Non-Color")
    return materials.face(name, printed, carved, high - low, roughness)


def _image(name: str, rgb: Plane, space: str) -> bpy.types.Image:
    tall, wide = rgb.shape[:2]
    image = bpy.data.images.new(name, wide, tall, float_buffer=space != "sRGB")
    image.colorspace_settings.name = space
    rgba = np.ones((tall, wide, 4), np.float32)
    # Blender's rows run upwards.
    rgba[..., :3] = rgb[::-1]
    image.pixels.foreach_set(rgba.ravel())
    image.update()
    return image


def _tile_body(edition: Edition) -> bpy.types.Mesh:
    """A tile with round corners and edges, its face in the plane z = 0.

    Materials: 0 the face, 1 the side above the middle, 2 the side below.
    """
    rings = [_ring(edition, inset, z) for inset, z in _profile(edition)]
    count = len(rings[0])
    spots = np.vstack(rings)
    faces: list[list[int]] = [list(range(count))]
    kinds = [0]
    for level in range(len(rings) - 1):
        start, below = level * count, (level + 1) * count
        middle = float(rings[level][0, 2] + rings[level + 1][0, 2]) / 2
        for i in range(count):
            j = (i + 1) % count
            faces.append([start + i, below + i, below + j, start + j])
            kinds.append(0 if not level else 1 if middle > -edition.thickness / 2 else 2)
    faces.append(list(range(len(spots) - 1, len(spots) - 1 - count, -1)))
    kinds.append(2)
    mesh = bpy.data.meshes.new("tile")
    mesh.from_pydata(spots.tolist(), [], faces)
    layer = mesh.uv_layers.new(name="face")
    for polygon, kind in zip(mesh.polygons, kinds, strict=True):
        polygon.material_index = kind
        polygon.use_smooth = True
        for loop in polygon.loop_indices:
            x, y, _ = spots[mesh.loops[loop].vertex_index]
            layer.data[loop].uv = (x / edition.aspect, 1 + y)
    return mesh


def _profile(edition: Edition) -> Iterator[tuple[float, float]]:
    """From the face down the side: how far inside the outline, at what height."""
    edge, thick = edition.bevel, edition.thickness
    # A ring within the face keeps the rounding's shade off it.
    yield edge * 1.15, 0.0
    for step in range(_ARC + 1):
        angle = step / _ARC * np.pi / 2
        yield edge * (1 - float(np.sin(angle))), -edge * (1 - float(np.cos(angle)))
    yield 0.0, -thick / 2
    for step in range(_ARC, -1, -1):
        angle = step / _ARC * np.pi / 2
        yield edge * (1 - float(np.sin(angle))), edge * (1 - float(np.cos(angle))) - thick
    yield edge * 1.15, -thick


def _ring(edition: Edition, inset: float, z: float) -> Points:
    """The outline of a tile, drawn in by ``inset``; counter-clockwise from above."""
    wide, tall = edition.aspect - 2 * inset, 1 - 2 * inset
    flat = Pose((inset, inset, 0.0), (1, 0, 0), (0, 1, 0), (0, 0, 1), wide, tall)
    corner = max(edition.corner * edition.aspect - inset, 0.004)
    points = outline(flat, corner, 0.0)[::-1] * _HAND
    points[:, 2] = z
    return points


def _rack(plan: Plan) -> None:
    if plan.rack is None:
        return
    if plan.rack.wooden:
        dark = [c * 0.72 for c in plan.rack.colour]
        material = materials.wood("rack", plan.rack.colour, dark, 0.0, 0.45)
    else:
        material = materials.plastic("rack", plan.rack.colour, 0.42, 0.004)
    for number, block in enumerate(plan.rack_blocks):
        _box(f"rack {number}", block, material, 0.014)


def _cup(cup: Cup, rng: Rng) -> None:
    """A beaker of glazed clay, half full."""
    colour = rng.uniform(40, 240, 3)
    r, tall = cup.radius, cup.tall
    wall = [(0.0, 0.0), (r * 0.86, 0.0), (r * 0.94, 0.06), (r, tall - 0.05), (r - 0.05, tall)]
    wall += [(r - 0.12, tall - 0.05), (r - 0.14, 0.3), (0.0, 0.3)]
    _turned("cup", wall, cup, materials.plastic("clay", colour, 0.15))
    drink = [(r - 0.13, tall * 0.7), (0.0, tall * 0.7)]
    _turned("drink", drink, cup, materials.plastic("drink", (46, 26, 14), 0.05))


def _turned(
    name: str, profile: list[tuple[float, float]], cup: Cup, material: bpy.types.Material
) -> None:
    """A body turned on a lathe: (radius, height) from its foot up and inwards."""
    steps = 48
    around = np.arange(steps)
    angles = around * 2 * np.pi / steps
    x, y, _ = _point((cup.x, cup.y, 0))
    spots = [
        (x + r * float(np.cos(a)), y + r * float(np.sin(a)), z) for r, z in profile for a in angles
    ]
    band = np.stack([around, (around + 1) % steps], 1)
    band = np.hstack([band, band[:, ::-1] + steps])
    sides = [(band + level * steps).tolist() for level in range(len(profile) - 1)]
    faces = [face for level in sides for face in level]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(spots, [], faces)
    mesh.materials.append(material)
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    _add(name, mesh)


def _room(rng: Rng, table: str) -> None:
    """A table top, and far behind it, out of focus, a floor, a wall and furniture."""
    top = materials.table(table, rng)
    left, far = float(rng.uniform(-34, -24)), -float(rng.uniform(9, 22))
    _level("table", (left, far, 0.0), (-2 * left, 40.0, 0.8), top, 0.1)
    floor = materials.plastic("floor", rng.uniform(60, 170) * np.array([1, 0.86, 0.72]), 0.5)
    _level("floor", (-200, -120, -19.0), (400, 240, 1.0), floor, 0.0)
    wall = materials.plastic("wall", rng.uniform(120, 230) + rng.uniform(-15, 15, 3), 0.9)
    _level("wall", (-200, -72, 90.0), (400, 2, 110), wall, 0.0)
    for n in range(3):
        colour = materials.plastic(f"furniture {n}", rng.uniform(20, 200, 3), 0.6)
        wide, tall = rng.uniform(8, 30), rng.uniform(14, 40)
        corner = (rng.uniform(-60, 40), -rng.uniform(40, 65), tall - 19)
        _level(f"furniture {n}", corner, (wide, 6.0, tall), colour, 0.2)


def _level(
    name: str,
    corner: Sequence[float],
    size: Sequence[float],
    material: bpy.types.Material,
    edge: float,
) -> None:
    """A box parallel to the room; ``corner`` is its top's, far and left."""
    x, y, z = (float(v) for v in corner)
    wide, long, deep = (float(v) for v in size)
    pose = Pose((x, y, z), (1, 0, 0), (0, 1, 0), (0, 0, 1), wide, long)
    _box(name, Block(pose, deep), material, edge)


def _light(light: Light) -> None:
    """The one strong light, and the dim rest of the room."""
    lamp = bpy.data.lights.new("light", "SUN" if light.kind == "sun" else "AREA")
    if light.kind == "sun":
        lamp.angle, lamp.energy = 0.03, 1.0
    else:
        lamp.shape = "DISK" if light.kind == "lamp" else "RECTANGLE"
        lamp.size = lamp.size_y = light.size
        lamp.energy = np.pi * _FAR**2
    lamp.use_nodes = True
    tree = lamp.node_tree
    _glow(tree, tree.nodes["Emission"], light.warmth)
    cos, sin = np.cos(light.high), np.sin(light.high)
    way = (np.cos(light.way) * cos, np.sin(light.way) * cos, sin)
    thing = bpy.data.objects.new("light", lamp)
    thing.location = _point(np.array(way) * _FAR)
    thing.rotation_euler = thing.location.to_track_quat("Z", "Y").to_euler()
    thing.visible_camera = False
    bpy.context.collection.objects.link(thing)
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    _glow(world.node_tree, back, 0.6 * light.warmth + 0.4 * 6500)
    back.inputs["Strength"].default_value = light.fill / np.pi


def _glow(tree: bpy.types.NodeTree, node: bpy.types.Node, warmth: float) -> None:
    """The colour of a glowing body of ``warmth`` kelvins."""
    body = tree.nodes.new("ShaderNodeBlackbody")
    body.inputs["Temperature"].default_value = warmth
    tree.links.new(body.outputs["Color"], node.inputs["Color"])


def _camera(camera: Camera, focus: float, aperture: float) -> None:
    """Blender's camera where ours is: same pixels for the same points."""
    made = bpy.data.cameras.new("phone")
    made.sensor_fit, made.sensor_width = "HORIZONTAL", 36.0
    made.lens = camera.focal / camera.width * 36.0
    made.shift_x = 0.5 - camera.center[0] / camera.width
    made.shift_y = (camera.center[1] - camera.height / 2) / camera.width
    made.clip_end = 1000
    made.dof.use_dof, made.dof.focus_distance = True, focus
    # The stop is the lens's length (mm) over its opening; one unit counts as a metre.
    made.dof.aperture_fstop = made.lens / 1000 / (2 * aperture)
    # Rows of the rotation are right, down and forward in (x, y, -z).
    right, down, forward = camera.rotation * [1, 1, -1]
    columns = [axis * _HAND for axis in (right, -down, -forward)] + [camera.position * _HAND]
    thing = bpy.data.objects.new("phone", made)
    thing.matrix_world = Matrix([*np.column_stack(columns).tolist(), [0, 0, 0, 1]])
    bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def _rendered(plan: Plan, samples: int, threads: int) -> Plane:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = plan.camera.width, plan.camera.height
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", samples, plan.seed % (1 << 31)
    cycles.use_adaptive_sampling = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_prefilter = "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 3, 3
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.filter_width = 1.2
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "light.exr"
        scene.render.filepath = str(path)
        with _silence():
            bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        wide, tall = image.size
        pixels = np.empty(wide * tall * image.channels, np.float32)
        image.pixels.foreach_get(pixels)
    return np.ascontiguousarray(pixels.reshape(tall, wide, -1)[::-1, :, :3])


@contextmanager
def _silence() -> Iterator[None]:
    """Blender tells of its progress on the standard output, which is not its own here."""
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
