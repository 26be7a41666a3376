"""A hand in the picture."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Rng = np.random.Generator


def draw_hand(
    canvas: npt.NDArray[np.uint8], ids: npt.NDArray[np.int32], rng: Rng, pixels: float
) -> None:
    """A hand or forearm that comes in over the edge of the picture.

    ``ids`` is set to 0 under it; ``pixels`` is a tile height.
    """
    height, width = ids.shape
    scale = max(40.0, pixels) * float(rng.uniform(1.2, 2.2))
    edge = rng.integers(4)
    along = rng.uniform(0.1, 0.9)
    start = np.array(
        [(along * width, height), (along * width, 0), (0, along * height), (width, along * height)][
            edge
        ],
        float,
    )
    inward = np.array([(0, -1), (0, 1), (1, 0), (-1, 0)][edge], float)
    turn = rng.normal(0, 0.35)
    cos, sin = np.cos(turn), np.sin(turn)
    inward = np.array([[cos, -sin], [sin, cos]]) @ inward
    side = np.array([-inward[1], inward[0]])
    reach = float(rng.uniform(0.1, 1.3)) * scale
    palm = start + inward * reach
    mask = np.zeros((height, width), np.uint8)

    def limb(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64], thick: float) -> None:
        cv2.line(
            mask,
            tuple(int(v) for v in a),
            tuple(int(v) for v in b),
            255,
            max(2, round(thick)),
            cv2.LINE_AA,
        )

    limb(start - inward * scale, palm, scale * 0.8)
    limb(palm - side * 0.2 * scale, palm + side * 0.2 * scale, scale * 0.7)
    for finger in range(4):
        root = palm + side * (finger - 1.5) * 0.25 * scale
        bend = rng.normal(0, 0.12)
        tip = root + (inward + side * bend) * scale * rng.uniform(0.5, 1.0)
        limb(root, tip, scale * 0.22)
    thumb = float(rng.choice([-1, 1]))
    limb(
        palm + side * thumb * 0.35 * scale,
        palm + (side * thumb + inward * 0.5) * 0.7 * scale,
        scale * 0.24,
    )
    tone = np.array(
        [[236, 188, 160], [224, 172, 138], [198, 134, 96], [141, 85, 54], [92, 58, 40]], float
    )
    skin = tone[rng.integers(len(tone))] * rng.uniform(0.8, 1.05)
    soft = cv2.GaussianBlur(mask, (0, 0), scale * 0.12).astype(np.float32) / 255
    shade = (0.55 + 0.5 * soft)[..., None]
    shadow = cv2.GaussianBlur(
        np.roll(mask, (round(scale * 0.1), round(scale * 0.08)), (0, 1)), (0, 0), scale * 0.1
    )
    dark = 1 - 0.45 * (shadow.astype(np.float32) / 255)[..., None]
    cover = mask.astype(np.float32)[..., None] / 255
    mixed = canvas * dark * (1 - cover) + skin.astype(np.float32) * shade * cover
    canvas[:] = np.clip(mixed, 0, 255).astype(np.uint8)
    ids[mask > 127] = 0
