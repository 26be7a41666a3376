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
    straight = _logits(network, crops, adaptation)
    upside_down = _sigmoid(straight[:, -1])
    unsure = np.flatnonzero(upside_down > CERTAIN_UPRIGHT)
    turned = straight.copy()
    turned[:, -1] = -straight[:, -1]
    if len(unsure):
        turned[unsure] = _logits(network, crops[unsure, ::-1, ::-1], adaptation)
    upside_down = _sigmoid((straight[:, -1] - turned[:, -1]) / 2)
    temperature = float(network.config["temperature"])
    kinds = [_kind_probabilities(part, temperature) for part in (straight, turned)]
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


@cache
def loaded() -> Network:
    return load_network("classifier")


def _logits(
    network: Network, crops: np.ndarray, adaptation: Adaptation | None = None
) -> np.ndarray:
    """``(N, 21)`` float32 of uint8 crops ``(N, 64, 48, 3)``."""
    logits, embedding = logits_of(network, crops)
    return adaptation.applied(logits, embedding) if adaptation else logits


def logits_of(network: Network, crops: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Logits ``(N, 21)`` and embedding ``(N, E)``, float32, of uint8 crops ``(N, 64, 48, 3)``."""
    parts = []
    for start in range(0, len(crops), BATCH):
        batch = crops[start : start + BATCH]
        blob = cv2.dnn.blobFromImages(list(np.ascontiguousarray(batch)), 1 / 255)
        parts.append(network.answers(blob, ("answer", "embedding")))
    logits, embeddings = zip(*parts, strict=True)
    return np.concatenate(logits), np.concatenate(embeddings)


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
