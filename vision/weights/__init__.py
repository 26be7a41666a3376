"""The trained networks: ``<name>_v<N>/`` with ``model.onnx``, ``config.json``, ``README.md``."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent


class WeightsError(RuntimeError):
    """A network is missing or is not the file its config speaks of."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network ready to run, with the settings that belong to these weights."""

    name: str
    net: cv2.dnn.Net
    config: Mapping[str, Any]
    _turn: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def answer(self, blob: NDArray[Any]) -> NDArray[Any]:
        """What the network makes of one input, float32.

        Threads take turns: OpenCV keeps a run's data in the network, and photos
        that came at once would fail or, worse, get each other's tiles.
        """
        with self._turn:
            self.net.setInput(blob)
            return np.array(self.net.forward())

    def answers(self, blob: NDArray[Any], names: Sequence[str]) -> tuple[NDArray[Any], ...]:
        """The named outputs for one input, float32, in that order."""
        with self._turn:
            self.net.setInput(blob)
            return tuple(np.array(each) for each in self.net.forward(list(names)))


def load_network(name: str) -> Network:
    """The newest version of ``detector``, ``corners`` or ``classifier``.

    Raises:
        WeightsError: no such folder, or the model's hash is not the config's.
    """
    folder = newest(name)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    model = (folder / "model.onnx").read_bytes()
    if hashlib.sha256(model).hexdigest() != config["sha256"]:
        raise WeightsError(f"{folder.name}/model.onnx is damaged: install tilesight again")
    return Network(folder.name, _parsed(model), config)


def _parsed(model: bytes) -> cv2.dnn.Net:
    # as an array: OpenCV 5.0 crashes on a bytes object
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))


def newest(name: str) -> Path:
    """The folder with the highest version of these weights.

    Raises:
        WeightsError: there is none.
    """
    versions = {int(f.name.rpartition("_v")[2]): f for f in FOLDER.glob(f"{name}_v*")}
    if not versions:
        raise WeightsError(f"the {name}'s weights are missing: install tilesight again")
    return versions[max(versions)]
