"""What is printed on a tile: number or joker, ink, and which way is up.

A small network (``vision/weights/classifier_v*``) answers for every crop; this
module cuts the crops, runs it and turns its logits into distributions over the
game's tiles. It knows nothing of rules: what it says is what lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from vision.reading import FACE_DOWN, JOKER, Quad
from vision.rectify import cut_crops
from vision.weights import Network, load_network

CROP_WIDTH, CROP_HEIGHT = 48, 64
CROP_MARGIN = 0.08
"""Share of the tile's side that a crop shows beyond each edge."""
KINDS: tuple[str, ...] = (*(str(number) for number in range(1, 14)), JOKER, FACE_DOWN, "none")
INKS: tuple[str, ...] = ("R", "B", "K", "O")
NUMBERS = 13
TILE_NAMES: tuple[str, ...] = (
    *(f"{ink}{number}" for ink in INKS for number in range(1, NUMBERS + 1)),
    JOKER,
    FACE_DOWN,
)
CERTAIN_UPRIGHT = 0.02
"""Below this chance of lying upside down the other way round is not asked for."""
BATCH = 64


@dataclass(frozen=True, slots=True)
class TileScores:
    """The network's answer for one quad, before anyone else had a say.

    ``upright`` and ``flipped`` are the distributions over ``TILE_NAMES`` (falling,
    each summing to 1) when the quad is taken as given and turned by half;
    ``upside_down`` is the chance, 0 to 1, that the turned one is right, and
    ``tile_probability`` that there is a tile at all, the better way round.
    ``raw`` is the name the network itself gave, kept when others change the rest.
    """

    upright: tuple[tuple[str, float], ...]
    flipped: tuple[tuple[str, float], ...]
    upside_down: float
    tile_probability: float
    raw: str = ""

    @property
    def own(self) -> tuple[tuple[str, float], ...]:
        """The distribution of the way round that the tile itself speaks for."""
        return self.flipped if self.upside_down > 0.5 else self.upright


@dataclass(frozen=True, slots=True, eq=False)
class Adaptation:
    """What a game's own tiles add to the network's logits: linear in its embedding.

    ``weights`` float32 ``(21, E)`` and ``bias`` ``(21,)``: the logits of a crop become
    ``logits + weights @ embedding + bias``, in the order of the network's answer
    (kinds, inks, upside down).
    """

    weights: np.ndarray
    bias: np.ndarray

    def applied(self, logits: np.ndarray, embedding: np.ndarray) -> np.ndarray:
        """Logits ``(N, 21)`` of crops with this embedding ``(N, E)``."""
        return logits + embedding @ self.weights.T + self.bias


def classify(
    pixels: np.ndarray, quads: Sequence[Quad], adaptation: Adaptation | None = None
) -> list[TileScores]:
    """Scores for each quad of an RGB uint8 ``(H, W, 3)`` photo, in order."""
    if not quads:
        return []
    network = loaded()
    crops = cut_crops(pixels, quads, width=CROP_WIDTH, height=CROP_HEIGHT, margin=CROP_MARGIN)
    straight, nine = _logits(network, crops, adaptation)
    upside_down = _sigmoid(straight[:, -1])
    unsure = np.flatnonzero(upside_down > CERTAIN_UPRIGHT)
    turned, turned_nine = straight.copy(), -nine
    turned[:, -1] = -straight[:, -1]
    if len(unsure):
        turned[unsure], turned_nine[unsure] = _logits(
            network, crops[unsure, ::-1, ::-1], adaptation
        )
    upside_down = _sigmoid((straight[:, -1] - turned[:, -1]) / 2)
    looks_nine = _sigmoid((nine - turned_nine) / 2)
    temperature = float(network.config["temperature"])
    kinds = [
        told_apart(_kind_probabilities(straight, temperature), 1 - upside_down, looks_nine),
        told_apart(_kind_probabilities(turned, temperature), upside_down, 1 - looks_nine),
    ]
    names = [
        _tile_probabilities(part, kind, temperature)
        for part, kind in zip((straight, turned), kinds, strict=True)
    ]
    tile = 1 - np.where(upside_down > 0.5, kinds[1][:, -1], kinds[0][:, -1])
    scores = [
        TileScores(
            upright=_ranked(names[0][place]),
            flipped=_ranked(names[1][place]),
            upside_down=float(upside_down[place]),
            tile_probability=float(tile[place]),
        )
        for place in range(len(quads))
    ]
    return [replace(score, raw=score.own[0][0]) for score in scores]


def told_apart(kinds: np.ndarray, upright: np.ndarray, looks_nine: np.ndarray) -> np.ndarray:
    """The kinds ``(N, 16)`` of crops, given that they are held upright.

    Without a mark a 6 upside down is the very picture of a 9: the chances of "a 9", of
    "upright" and of "looks like a 9 as it is held" may be even, sure or anything, and
    only the three together tell what the tile is once its row says which end is up.
    All are chances, 0 to 1, ``(N,)``; the last is that of a 9 upright or a 6 upside down.
    """
    six, nine = KINDS.index("6"), KINDS.index("9")
    either = kinds[:, six] + kinds[:, nine]
    share = kinds[:, nine] / np.maximum(either, 1e-9)
    # three sums of two of the four cells (6 or 9, upright or not) give each of them
    both = (share + upright + looks_nine - 1) / 2
    both = np.clip(both, np.maximum(0, share + upright - 1), np.minimum(share, upright))
    share = np.where(upright > 0, both / np.maximum(upright, 1e-9), share)
    told = kinds.copy()
    told[:, six], told[:, nine] = either * (1 - share), either * share
    return told


@cache
def loaded() -> Network:
    return load_network("classifier")


def _logits(
    network: Network, crops: np.ndarray, adaptation: Adaptation | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """``(N, 21)`` of uint8 crops ``(N, 64, 48, 3)``, and ``(N,)``: looks like a 9; float32."""
    logits, embedding, nine = _answers(network, crops)
    return adaptation.applied(logits, embedding) if adaptation else logits, nine[:, 0]


def logits_of(network: Network, crops: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Logits ``(N, 21)`` and embedding ``(N, E)``, float32, of uint8 crops ``(N, 64, 48, 3)``."""
    logits, embedding, _ = _answers(network, crops)
    return logits, embedding


def _answers(network: Network, crops: np.ndarray) -> tuple[np.ndarray, ...]:
    parts = []
    for start in range(0, len(crops), BATCH):
        batch = crops[start : start + BATCH]
        blob = cv2.dnn.blobFromImages(list(np.ascontiguousarray(batch)), 1 / 255)
        parts.append(network.answers(blob, ("answer", "embedding", "nine")))
    return tuple(np.concatenate(part) for part in zip(*parts, strict=True))


def _kind_probabilities(logits: np.ndarray, temperature: float) -> np.ndarray:
    """``(N, 16)`` over ``KINDS``."""
    return _softmax(logits[:, : len(KINDS)] / temperature)


def _tile_probabilities(logits: np.ndarray, kinds: np.ndarray, temperature: float) -> np.ndarray:
    """``(N, 54)`` over ``TILE_NAMES``, given that there is a tile."""
    inks = _softmax(logits[:, len(KINDS) : len(KINDS) + len(INKS)] / temperature)
    numbers = inks[:, :, None] * kinds[:, None, :NUMBERS]
    tiles = np.concatenate([numbers.reshape(len(kinds), -1), kinds[:, NUMBERS:-1]], 1)
    return tiles / np.maximum(tiles.sum(1, keepdims=True), 1e-9)


def _ranked(probabilities: np.ndarray) -> tuple[tuple[str, float], ...]:
    order = np.argsort(-probabilities, kind="stable")
    return tuple((TILE_NAMES[place], float(probabilities[place])) for place in order)


def _softmax(logits: np.ndarray) -> np.ndarray:
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def _sigmoid(logits: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(logits, -50, 50)))
