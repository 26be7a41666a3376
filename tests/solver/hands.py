"""Two hands that do what a step says, word by word, and know nothing else.

They see the table as it lies. Where a sentence leaves them a choice that makes a
difference they stop with :class:`Unsure`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from solver.piles import is_group
from solver.readings import readings
from solver.rules import Rules
from solver.tiles import COLORS, JOKER, Meld, Tile
from solver.wording import Sentence, name_set, name_tile

RULES = Rules.preset("lemada")
LONE = ("left", "right", "sides", "next")
"""Where tiles go beside one that lies by itself: it has no front, no end and no inside."""


class Unsure(AssertionError):
    """A sentence that can be understood in several ways, or not at all."""


def looks(pile: Meld) -> Meld:
    """What a player sees in a pile: the order of a group says nothing."""
    return tuple(sorted(pile)) if is_group(pile) else pile


def _sees_to_jokers(sentence: Sentence, fewer: Meld, more: Meld) -> None:
    """Told which joker moves, and where to, wherever one has to."""
    numbers = [[tile for tile in pile if not tile.is_joker] for pile in (fewer, more)]
    if not _lies_still(numbers[0], numbers[1]) or _lies_still(fewer, more):
        return
    text = str(sentence)
    if text.endswith(("(the jokers move).", "(the joker that lies there moves too).")):
        return
    told = re.search(r"\((the|the left|the right|one) joker moves (.*)\)", text)
    if told is None or not any(
        _lies_still(*sorted((sentence.lying[:k] + sentence.lying[k + 1 :], rest), key=len))
        for k in _which(told[1], sentence.lying)
        for rest in _without_joker(told[2], sentence.result)
    ):
        raise Unsure(f"{sentence}: a joker has to move")


def _which(word: str, lying: Meld) -> list[int]:
    """The places of the jokers that may be meant."""
    places = [place for place, tile in enumerate(lying) if tile == JOKER]
    if (word == "the") != (len(places) == 1):
        return []
    return {"the left": places[:1], "the right": places[-1:]}.get(word, places)


def _without_joker(where: str, result: Meld) -> Iterator[Meld]:
    """The result without the joker that has gone there."""
    for place in (place for place, tile in enumerate(result) if tile == JOKER):
        beside = result[max(0, place - 1) : place] + result[place + 1 : place + 2]
        between = " and ".join(f"the {name_tile(tile)}" for tile in beside)
        told = {"to the front": place == 0, "to the end": place == len(result) - 1}
        if told.get(where, where.startswith("to where") or where == f"between {between}"):
            yield result[:place] + result[place + 1 :]


def _lies_still(fewer: Sequence[Tile], more: Sequence[Tile]) -> bool:
    return any(tuple(fewer) == kept for kept in combinations(more, len(fewer)))


def _names(pile: Meld) -> set[str]:
    """What a pile may be called; what is left of a group, like a run as well."""
    return {name_set(pile), name_set(pile, group=True)}


class Hands:
    """The table, the rack, and what is in the hands at the moment."""

    def __init__(self, table: tuple[Meld, ...], rack: Meld) -> None:
        self.table = list(table)
        self.rack = Counter(rack)

    def carry_out(self, sentences: tuple[Sentence, ...]) -> None:
        """Do one step."""
        first, last = sentences[0], sentences[-1]
        if first.template == "order":
            self._lay(first, self.table.pop(self._find(first)))
            _sees_to_jokers(first, first.lying, first.result)
        elif first.template.startswith("rack."):
            if Counter(first.tiles) - self.rack:
                raise Unsure(f"{first}: not on the rack")
            self.rack -= Counter(first.tiles)
            self._put(first, first.tiles)
        else:
            self._put(last, self._take(first))

    def _find(self, sentence: Sentence) -> int:
        """The one pile that is named so; any of several that look the same."""
        name = name_set(sentence.lying, group=sentence.group)
        named = [p for p, pile in enumerate(self.table) if name in _names(pile)]
        same = [p for p, pile in enumerate(self.table) if looks(pile) == looks(sentence.lying)]
        if not same or any(p not in same for p in named):
            raise Unsure(f"{sentence}: {[name_set(pile) for pile in self.table]}")
        if (len(same) > 1) != ("either of the two" in str(sentence)):
            raise Unsure(f"{sentence}: there are {len(same)} such sets")
        return same[0]

    def _take(self, sentence: Sentence) -> Meld:
        pile = self.table.pop(self._find(sentence))
        tiles, count = Counter(sentence.tiles), len(sentence.tiles)
        if Counter(pile) & tiles != tiles:
            raise Unsure(f"{sentence}: there is no such tile")
        way = sentence.template.removeprefix("take.")
        if (len(pile) == 1) != (way == "lone"):
            raise Unsure(f"{sentence}: {len(pile)} tiles lie there")
        if way in ("all", "lone"):
            return pile
        if way == "leaving":
            left = sentence.result
            _sees_to_jokers(sentence, left, pile)
        elif way in ("front", "end"):
            left = pile[count:] if way == "front" else pile[:-count]
        else:
            others = any(tile.is_joker and pile.count(tile) != n for tile, n in tiles.items())
            if others and not is_group(pile):
                raise Unsure(f"{sentence}: which joker?")
            left, wanted = (), Counter(tiles)
            for tile in pile:
                if wanted[tile]:
                    wanted[tile] -= 1
                else:
                    left += (tile,)
        if Counter(left) + tiles != Counter(pile):
            raise Unsure(f"{sentence}: other tiles lie there")
        self.table.append(left)
        return sentence.tiles

    def _put(self, sentence: Sentence, tiles: Meld) -> None:
        way = sentence.template.split(".")[1]
        if way in ("set", "start"):
            self.table.append(tiles)
            return
        if way == "laid":
            self._lay(sentence, tiles)
            return
        pile = self.table.pop(self._find(sentence))
        if way != "beside" and (len(pile) == 1) != (way in LONE):
            raise Unsure(f"{sentence}: {len(pile)} tiles lie there")
        if way in ("anew", "beside"):
            self._lay(sentence, pile + tiles)
            if way == "anew":
                _sees_to_jokers(sentence, pile, sentence.result)
        elif way in ("group", "next"):
            # where nothing tells it from a run, number tiles come first
            self.table.append(tuple(sorted(pile + tiles, key=lambda tile: tile.is_joker)))
        elif way == "joker":
            self.table.append(self._in_the_jokers_place(sentence, pile, tiles))
        else:
            self.table.append(self._along(sentence, pile, tiles, way))

    def _lay(self, sentence: Sentence, tiles: Meld) -> None:
        if Counter(sentence.result) != Counter(tiles):
            raise Unsure(f"{sentence}: those are other tiles")
        self.table.append(sentence.result)

    def _in_the_jokers_place(self, sentence: Sentence, pile: Meld, tiles: Meld) -> Meld:
        (tile,) = tiles
        jokers = [place for place, lying in enumerate(pile) if lying.is_joker]
        new = [(*pile[:place], tile, *pile[place + 1 :]) for place in jokers]
        ways = {meld for meld in new if len(meld) < 3 or readings(meld, RULES)}
        if is_group(pile) and len(pile) <= len(COLORS):
            ways = {looks(meld) for meld in ways}
        if len(ways) != 1:
            raise Unsure(f"{sentence}: in which place?")
        return (*ways.pop(), pile[jokers[0]])

    def _along(self, sentence: Sentence, pile: Meld, tiles: Meld, way: str) -> Meld:
        """A pile of one colour with tiles at one end, at both or inside."""
        ways: set[Meld] = set()
        for order in set(permutations(tiles)):
            if way in ("front", "left"):
                ways.add(order + pile)
            elif way in ("end", "right"):
                ways.add(pile + order)
            elif way in ("ends", "sides"):
                ways |= {order[:n] + pile + order[n:] for n in range(1, len(order))}
            else:
                size = len(pile) + len(order)
                for places in combinations(range(size), len(order)):
                    new, old = iter(order), iter(pile)
                    ways.add(tuple(next(new if n in places else old) for n in range(size)))
        valid = {m for m in ways if any(not one.backward for one in readings(m, RULES))}
        rising = {meld for meld in ways if list(meld) == sorted(meld)}
        sensible = valid or rising
        if len(sensible) != 1:
            raise Unsure(f"{sentence}: {len(sensible)} ways")
        return sensible.pop()
