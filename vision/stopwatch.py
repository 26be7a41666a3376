"""Where the time of a reading goes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds by stage, in the order they first ran."""

    stages: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Adds the time its block takes to the stage of that name."""
        start = time.perf_counter()
        yield
        spent = (time.perf_counter() - start) * 1000
        self.stages[name] = self.stages.get(name, 0.0) + spent
