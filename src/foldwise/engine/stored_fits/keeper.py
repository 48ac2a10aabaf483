"""Writing finished fits to a store, now and then rather than one by one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.engine.execute import Result
    from foldwise.engine.generic import Fitting
    from foldwise.engine.stored_fits.store import FitStore

__all__ = ["SECONDS_BETWEEN_SAVES", "Keeper"]

SECONDS_BETWEEN_SAVES = 0.2
"""A run that is killed has lost the fits that were finished within so many seconds before, and the one that was running."""


@final
class Keeper:
    """Remembers finished fits until a moment has passed since the last ones were written; a longer fit is written at once."""

    def __init__(self, store: FitStore) -> None:
        self.store = store
        self.waiting: dict[str, tuple[Fitting, list[Result]]] = {}
        self.saved = time.monotonic()

    def keep(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Remember finished fits until the next flush."""
        finished = [result for result in results if result.outputs is not None]
        self.waiting.setdefault(fitting.name, (fitting, []))[1].extend(finished)

    def flush(self, age: float) -> None:
        """Write, if the last time was more than `age` seconds ago."""
        if time.monotonic() - self.saved < age:
            return
        for fitting, finished in self.waiting.values():
            self.store.save(fitting, finished)
        self.waiting.clear()
        self.saved = time.monotonic()
