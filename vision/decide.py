"""From scores to tile readings: which tile, how sure, who decided, worth a look or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vision.classify import TileScores
from vision.reading import UNREADABLE, DecidedBy, Quad, TileReading, Why

DOUBTFUL_BELOW = 0.9
UNREADABLE_BELOW = 0.2
ALTERNATIVES = 5
LEAST_ALTERNATIVE = 0.001
SURE_OF_NUMBER = 0.95
"""With its number surer than this, a tile's doubt is about ink: no reader of digits helps."""
SURE_OF_UP = 0.05
"""A tile lies this way up, or the other, with a chance of error below this, or it is undecided."""
_TRUST = ((0.85, 4.0), (0.0, 1.0))
"""How many times likelier Tesseract names the right number than a given wrong one, by the
confidence it states itself. Where the two readers differed on tiles of held-out rendered editions,
Tesseract was right on 9 of 21 and the network on 9 while it was that sure, and on 1 and 14 of 29
while it was not."""

Opinion = tuple[int, float]
"""A number and the second reader's confidence in it, 0 to 1."""
Ranking = Sequence[tuple[str, float]]


def decide(
    tile_id: int,
    quad: Quad,
    scores: TileScores,
    upside_down: float,
    opinion: Opinion | None = None,
) -> TileReading:
    """The reading of one tile.

    Args:
        quad: as found; it comes out turned when the tile lies upside down.
        scores: the network's answer for ``quad``.
        upside_down: chance, 0 to 1, that ``quad`` is upside down, its row heard.
        opinion: what the second reader sees on the tile the likelier way up.
    """
    ranked = both_ways(scores, upside_down)
    raw = scores.raw or scores.own[0][0]
    decided_by = _decided_by(raw, scores, ranked[0][0])
    if opinion is not None:
        heard = _heard(ranked, opinion, _spoken_for(opinion[0], scores.upside_down))
        if heard[0][0] != ranked[0][0]:
            decided_by = DecidedBy.TESSERACT
        ranked = heard
    (best, chance), *others = ranked
    confidence = chance * scores.tile_probability
    readable = chance >= UNREADABLE_BELOW
    why = tuple(_doubts(ranked, scores.tile_probability, decided_by))
    return TileReading(
        id=tile_id,
        tile=best if readable else UNREADABLE,
        # "?" names no tile, so it is never the right one: all there is to know are the others
        confidence=confidence if readable else 0.0,
        doubtful=bool(why),
        quad=upright(quad, upside_down),
        alternatives=_likely(others if readable else ranked, scores.tile_probability),
        raw=raw,
        decided_by=decided_by,
        why=why,
    )


def _doubts(ranked: Ranking, tile_probability: float, decided_by: DecidedBy) -> Iterator[Why]:
    """Why a tile with these chances is in doubt, if it is."""
    chance = ranked[0][1]
    if decided_by == DecidedBy.TESSERACT:
        # two readers that disagree are a doubt, however sure the second one is
        yield Why.READERS
    elif chance < DOUBTFUL_BELOW:
        yield _between(ranked)
    if tile_probability < DOUBTFUL_BELOW:
        yield Why.NO_TILE
    elif chance >= DOUBTFUL_BELOW > chance * tile_probability:
        yield Why.HARD_TO_READ


def _between(ranked: Ranking) -> Why:
    """Between what the reader wavers: the likeliest two tiles differ in ink, in number, or both."""
    best, other = (tile for tile, _chance in [*ranked, ("", 0.0)][:2])
    if not (best[1:] and other[1:]):  # a joker, a back, or nothing else
        return Why.HARD_TO_READ
    if best[1:] == other[1:]:
        return Why.INK
    if {best[1:], other[1:]} == {"6", "9"}:
        return Why.SIX_OR_NINE
    return Why.NUMBER if best[0] == other[0] else Why.HARD_TO_READ


def _decided_by(raw: str, scores: TileScores, laid: str) -> DecidedBy:
    """Who decided, before the second reader: the network said ``raw``, the photo's inks made
    ``scores`` of it, and with its row heard the tile is ``laid``."""
    if scores.own[0][0] != raw:
        return DecidedBy.INK
    alone = both_ways(scores, scores.upside_down)[0][0]
    return DecidedBy.NETWORK if laid == alone else DecidedBy.RULES


def _likely(ranked: Ranking, tile_probability: float) -> tuple[tuple[str, float], ...]:
    """The likeliest of ``ranked`` with the chance that a tile lies there and is that one."""
    chances = ((tile, p * tile_probability) for tile, p in ranked[:ALTERNATIVES])
    return tuple((tile, p) for tile, p in chances if p >= LEAST_ALTERNATIVE)


def upright(quad: Quad, upside_down: float) -> Quad:
    """The quad as the tile is held upright, by the likelier of the two ways."""
    return (quad[2], quad[3], quad[0], quad[1]) if upside_down > 0.5 else quad


def both_ways(scores: TileScores, upside_down: float) -> list[tuple[str, float]]:
    """One distribution, falling: each way round is as likely as the tile's row says."""
    chances: dict[str, float] = {}
    for share, distribution in ((1 - upside_down, scores.upright), (upside_down, scores.flipped)):
        for tile, chance in distribution:
            chances[tile] = chances.get(tile, 0.0) + share * chance
    return _falling(chances)


def wants_second_opinion(scores: TileScores, upside_down: float) -> bool:
    """Whether it is the number that leaves this tile in doubt."""
    ranked = both_ways(scores, upside_down)
    if ranked[0][1] * scores.tile_probability >= DOUBTFUL_BELOW:
        return False
    numbers: dict[str, float] = {}
    for tile, chance in ranked:
        numbers[tile[1:]] = numbers.get(tile[1:], 0.0) + chance
    return max(numbers.values()) < SURE_OF_NUMBER


def _spoken_for(number: int, upside_down: float) -> frozenset[str]:
    """The numbers that an opinion makes likelier.

    A 6 was seen because the tile was held with the 6 up: that says nothing of which end is up,
    if the tile itself does not tell; and its row is heard already.
    """
    undecided = SURE_OF_UP < upside_down < 1 - SURE_OF_UP
    return frozenset({"6", "9"} if number in (6, 9) and undecided else {str(number)})


def _heard(ranked: Ranking, opinion: Opinion, numbers: frozenset[str]) -> list[tuple[str, float]]:
    factor = next(factor for least, factor in _TRUST if opinion[1] >= least)
    weighed = {tile: chance * (factor if tile[1:] in numbers else 1.0) for tile, chance in ranked}
    total = sum(weighed.values())
    return _falling({tile: weight / total for tile, weight in weighed.items()})


def _falling(chances: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(chances.items(), key=lambda item: (-item[1], item[0]))
