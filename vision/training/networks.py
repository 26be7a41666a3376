"""The three networks, in PyTorch: a tile detector, a finder of its corners, a tile classifier.

Plain 3x3 convolutions throughout: on CPUs they train and run many times faster
than depthwise ones, and ``cv2.dnn`` fuses their batch norms.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

CORE_CHANNEL = 0
SHAPE_CHANNELS = slice(1, 9)
UP_CHANNELS = slice(9, 11)
DETECTOR_CHANNELS = 11
EMBEDDING = 128
LEAST_SPREAD = 0.02
"""A crop whose values spread less than this (of 0..1) is not spread out further."""


def _conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions beside a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class DetectorNet(nn.Module):
    """RGB image in, maps at a quarter of its size out.

    Input: float ``(N, 3, H, W)`` in 0..1, H and W multiples of 32.
    Output: ``(N, 11, H/4, W/4)``. Channel 0: the logit of "inside a tile's
    core". 1 and 2: the tile's centre relative to the cell's, in units of
    ``vision.cell_votes.UNIT`` pixels. 3 to 5: cosine and sine of twice the angle of
    the side that runs across the tile, and the logarithm of its length in units;
    6 to 8: the same of the side that runs down. Twice the angle, because a tile turned by half
    has the same outline. 9 and 10: the vector towards the tile's top.
    """

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 24, 48, 72, 112)) -> None:
        super().__init__()
        stem, w4, w8, w16, w32 = widths
        self.stem = nn.Sequential(_conv(3, stem, 2), _conv(stem, w4, 2))
        self.down4 = Residual(w4)
        self.down8 = nn.Sequential(_conv(w4, w8, 2), Residual(w8))
        self.down16 = nn.Sequential(_conv(w8, w16, 2), Residual(w16))
        self.down32 = nn.Sequential(_conv(w16, w32, 2), Residual(w32), Residual(w32))
        self.up16 = _conv(w32 + w16, w16)
        # at the finer levels the joining layer is 1x1: most of the cost lies there
        self.up8 = nn.Sequential(_conv(w16 + w8, w8, size=1), Residual(w8))
        self.up4 = nn.Sequential(_conv(w8 + w4, w4, size=1), Residual(w4))
        self.head = nn.Conv2d(w4, DETECTOR_CHANNELS, 1)
        nn.init.constant_(self.head.bias[CORE_CHANNEL], -2.0)

    def forward(self, image: Tensor) -> Tensor:
        x4 = self.down4(self.stem(image - 0.5))
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        y16 = self.up16(torch.cat([_double(x32), x16], 1))
        y8 = self.up8(torch.cat([_double(y16), x8], 1))
        y4 = self.up4(torch.cat([_double(y8), x4], 1))
        return self.head(y4)


def _double(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class TwoViews(nn.Module):
    """A crop as it is, and once more with its own mean and spread taken out.

    ``(N, 3, H, W)`` in 0..1 in, ``(N, 6, H, W)`` out: in the dark and under glare the
    second view shows what the first hardly does.
    """

    def forward(self, crop: Tensor) -> Tensor:
        centred = crop - crop.mean((1, 2, 3), keepdim=True)
        spread = ((centred * centred).mean((1, 2, 3), keepdim=True) + LEAST_SPREAD**2).sqrt()
        return torch.cat([crop - 0.5, centred / (4 * spread)], 1)


def carried_over(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Weights of an earlier form of a network on crops, which do the same in the present one.

    Those of the detector have no earlier form.

    Earlier ones saw the first view alone, did not tell a 6 from a 9 as it is held, and
    classified with half as many blocks at the two coarser levels.
    """
    entrance, asked = "features.0.0.weight", "nine.weight"
    if entrance not in state:
        return state
    weight = state[entrance]
    if weight.shape[1] == 3:
        state = {**state, entrance: torch.cat([weight, torch.zeros_like(weight)], 1)}
    if "embedding.weight" not in state:
        return state
    if asked not in state:
        state = {**state, asked: torch.zeros(1, EMBEDDING), "nine.bias": torch.zeros(1)}
    return state if "features.8.second.0.weight" in state else _deepened(state)


def _deepened(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Weights of a classifier of seven layers for one of nine: the new ones pass everything on."""
    moved = {"features.5.": "features.6.", "features.6.": "features.7."}
    deeper = {}
    for name, weight in state.items():
        old = next((old for old in moved if name.startswith(old)), None)
        deeper[name if old is None else moved[old] + name.removeprefix(old)] = weight
    fresh = ClassifierNet().state_dict()
    new = {
        name: weight
        for name, weight in fresh.items()
        if name.startswith(("features.5.", "features.8."))
    }
    for block in ("features.5.", "features.8."):
        new[f"{block}second.1.weight"] = torch.zeros_like(new[f"{block}second.1.weight"])
    return {**deeper, **new}


class ClassifierNet(nn.Module):
    """One crop in; what is printed, and what it looked like, out.

    Input: float ``(N, 3, 64, 48)`` in 0..1, the tile with a small margin.
    Output: ``(N, 21)`` logits: 16 kinds (numbers 1 to 13, joker, back, no
    tile), 4 inks (R, B, K, O) and one for "upside down"; the embedding ``(N, 128)``,
    not negative, of which the logits are linear; and ``(N, 1)``, of a 6 or 9, the
    logit of "as it is held it looks like a 9".
    """

    def __init__(self, widths: tuple[int, int, int, int] = (24, 40, 80, 128)) -> None:
        super().__init__()
        w1, w2, w3, w4 = widths
        self.views = TwoViews()
        self.features = nn.Sequential(
            _conv(6, w1, 2),
            _conv(w1, w2),
            Residual(w2),
            _conv(w2, w3, 2),
            Residual(w3),
            Residual(w3),
            _conv(w3, w4, 2),
            Residual(w4),
            Residual(w4),
        )
        self.squeeze = _conv(w4, 32, size=1)
        self.embedding = nn.Linear(32 * 8 * 6 + w4, EMBEDDING)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(EMBEDDING, 21)
        self.nine = nn.Linear(EMBEDDING, 1)

    def forward(self, crop: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.features(self.views(crop))
        flat = torch.cat([torch.flatten(self.squeeze(x), 1), x.mean((2, 3))], 1)
        embedding = functional.relu(self.embedding(flat))
        return self.head(self.drop(embedding)), embedding, self.nine(self.drop(embedding))


class CornersNet(nn.Module):
    """One loose crop in, where the tile's corners are out.

    Input: float ``(N, 3, 64, 48)`` in 0..1: a quad about a tile and as much
    again around it (``vision.corners.MARGIN``). Output: ``(N, 8)``: how far each
    of the quad's corners (top-left, top-right, bottom-right, bottom-left) is from
    the tile's, x and y, in sides of the quad.
    """

    def __init__(self, widths: tuple[int, int, int] = (16, 32, 64)) -> None:
        super().__init__()
        w1, w2, w3 = widths
        self.views = TwoViews()
        self.features = nn.Sequential(
            _conv(6, w1, 2),
            _conv(w1, w2, 2),
            Residual(w2),
            _conv(w2, w3, 2),
            Residual(w3),
            _conv(w3, 32, size=1),
        )
        self.head = nn.Linear(32 * 8 * 6, 8)

    def forward(self, crop: Tensor) -> Tensor:
        return self.head(torch.flatten(self.features(self.views(crop)), 1))
