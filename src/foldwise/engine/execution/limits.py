"""What one fit may take, of time and of memory."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import final

from foldwise.engine.execution.memory import in_units, memory_of

__all__ = ["Limits"]


@final
@dataclass(frozen=True)
class Limits:
    """Seconds that a fit may take, and bytes that its process may have for itself; None for no limit.

    Only a process can be ended at any point, so fits that have a limit are done in workers.

    Examples
    --------
    >>> bool(Limits()), bool(Limits(seconds=60.0)), Limits(memory=2_000_000_000).needs
    (False, True, 'a memory limit')
    """

    seconds: float | None = None
    memory: int | None = None

    def __bool__(self) -> bool:
        """Whether there is a limit."""
        return self.seconds is not None or self.memory is not None

    @property
    def needs(self) -> str:
        """What needs other processes."""
        return "a time limit" if self.memory is None else "a memory limit"

    def late(self, since: float) -> str:
        """Say that a fit that began at `since` takes too long; empty where it does not."""
        if self.seconds is None or time.monotonic() - since <= self.seconds:
            return ""
        return f"it took longer than the {self.seconds:g} s a fit may take"

    def large(self, pid: int) -> str:
        """Say that a process has more memory than it may; empty where it has not, or nobody knows."""
        used = None if self.memory is None else memory_of(pid)
        if self.memory is None or used is None or used <= self.memory:
            return ""
        return f"it took more memory than the {in_units(self.memory)} a fit may take"
