"""Which set of the table after a play is which set of the table before.

Each set after inherits at most one set before and each set before has at most
one heir. A table tile that does not lie in its set's heir has *moved*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.tiles import Meld, Tile

_KEPT = 1000
"""What a kept tile is worth beside a tile that comes: more than all that can come."""


@dataclass(frozen=True, slots=True)
class Heirs:
    """``of_before[i]`` is the place after of the heir of set ``i`` before, or None.

    ``moved`` counts table tiles that do not lie in the heir of their set,
    ``touched`` the sets before that do not lie there unchanged.
    """

    of_before: tuple[int | None, ...]
    moved: int
    touched: int


def find_heirs(before: Sequence[Meld], after: Sequence[Meld]) -> Heirs:
    """The heirs that leave the fewest tiles moved, then those to which the fewest come.

    Further ties go to the earlier places.
    """
    # an unchanged set may always be its own heir: no other choice keeps more
    heirs = _unchanged(before, after)
    unchanged = len(heirs)
    still = sum(len(before[place]) for place in heirs)
    taken = set(heirs.values())
    free = [j for j in range(len(after)) if j not in taken]
    open_places = [place for place in range(len(before)) if place not in heirs]
    counts = [Counter(after[j]) for j in free]
    kept = [[_common(before[i], there) for there in counts] for i in open_places]
    sizes = [len(after[j]) for j in free]
    worth = [
        [count and count * _KEPT - size for count, size in zip(row, sizes, strict=True)]
        for row in kept
    ]
    for row, column in _most_kept(worth).items():
        heirs[open_places[row]] = free[column]
        still += kept[row][column]
    return Heirs(
        tuple(heirs.get(place) for place in range(len(before))),
        sum(map(len, before)) - still,
        len(before) - unchanged,
    )


def _unchanged(before: Sequence[Meld], after: Sequence[Meld]) -> dict[int, int]:
    """Place before -> place after of the sets that hold the very same tiles."""
    places: dict[Meld, list[int]] = {}
    for j in range(len(after) - 1, -1, -1):
        places.setdefault(tuple(sorted(after[j])), []).append(j)
    heirs = {}
    for i, meld in enumerate(before):
        if same := places.get(tuple(sorted(meld))):
            heirs[i] = same.pop()
    return heirs


def _common(first: Meld, second: Counter[Tile]) -> int:
    """How many tiles the two sets have in common, copies counted."""
    there = [tile for tile in first if tile in second]
    if len(set(there)) == len(there):
        return len(there)
    return (Counter(there) & second).total()


def _most_kept(kept: list[list[int]]) -> dict[int, int]:
    """Row -> column of an assignment with the largest sum; zeros stay unassigned.

    Successive longest augmenting paths (Bellman-Ford): exact, and quick for the
    handful of sets that a play changes.
    """
    column_of: dict[int, int] = {}
    row_of: dict[int, int] = {}
    while True:
        path = _best_path(kept, column_of, row_of)
        if path is None:
            return column_of
        for row, column in path:
            column_of[row], row_of[column] = column, row


def _best_path(
    kept: list[list[int]], column_of: dict[int, int], row_of: dict[int, int]
) -> list[tuple[int, int]] | None:
    gain = {row: 0 for row in range(len(kept)) if row not in column_of}
    came: dict[int, tuple[int, int]] = {}  # row -> (the row before, the column taken over)
    changed = True
    while changed:
        changed = False
        for row in sorted(gain):
            for column, count in enumerate(kept[row]):
                holder = row_of.get(column)
                if count == 0 or holder is None or holder == row:
                    continue
                total = gain[row] + count - kept[holder][column]
                if holder not in gain or total > gain[holder]:
                    gain[holder], came[holder] = total, (row, column)
                    changed = True
    ends = [
        (gain[row] + count, -row, -column)
        for row in gain
        for column, count in enumerate(kept[row])
        if count and column not in row_of
    ]
    if not ends or max(ends)[0] <= 0:
        return None
    _, row, column = max(ends)
    row, column = -row, -column
    path = [(row, column)]
    while row in came:
        row, column = came[row]
        path.append((row, column))
    return path[::-1]
