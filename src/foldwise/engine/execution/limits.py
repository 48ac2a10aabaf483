"""What one fit may take, of time and of memory."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from importlib import import_module
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, final

from foldwise.data.checks import shown
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["Limits", "memory_of", "read_size", "with_unit"]


UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
AMOUNT = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([kmgt]?)(i?)b?\s*", re.IGNORECASE)
OWN_MEMORY = re.compile(r"^(?:RssAnon|RssShmem):\s*(\d+) kB$", re.MULTILINE)


def read_size(given: Given, name: str) -> int:
    """Bytes of an amount such as ``2GB``, ``500 MB``, ``1.5GiB`` or a number of bytes; `name` is what it is for.

    Examples
    --------
    >>> read_size("2GB", "memory_limit"), read_size("1.5GiB", "memory_limit"), read_size(1000, "memory_limit")
    (2000000000, 1610612736, 1000)
    """
    amount = AMOUNT.fullmatch(given) if isinstance(given, str) else None
    if amount is not None:
        thousands = UNITS[amount[2].lower()]
        whole = 1024 ** list(UNITS).index(amount[2].lower()) if amount[3] else thousands
        size = float(amount[1]) * whole
    else:
        size = float(given) if isinstance(given, Real) and not isinstance(given, bool) else float("nan")
    if not 0 < size < float("inf"):
        message = f"{name} is an amount of memory such as '2GB', or a number of bytes, not {shown(given)}"
        raise InputError(message, hint=f"{name}='2GB'")
    return max(1, int(size))


def with_unit(size: float) -> str:
    """Write an amount with three digits.

    Examples
    --------
    >>> with_unit(2e9), with_unit(12_345_678), with_unit(300)
    ('2 GB', '12.3 MB', '300 bytes')
    """
    for name, unit in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size:.0f} bytes"


def memory_of(pid: int) -> int | None:
    """Bytes that a process has for itself, without what it shares with files; None where that cannot be known."""
    try:
        fields = OWN_MEMORY.findall(Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return _by_psutil(pid)
    return 1024 * sum(int(one) for one in fields) if fields else _by_psutil(pid)


def _by_psutil(pid: int) -> int | None:
    """The same on other systems than Linux, where psutil is installed."""
    try:
        psutil = import_module("psutil")
    except ImportError:
        return None
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return None


@final
@dataclass(frozen=True)
class Limits:
    """Seconds that a fit may take, and bytes that its process may have for itself; None for no limit.

    Only a process can be ended at any point, so fits that have a limit are done in workers.
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
        """Say that a process has more memory than it may; empty where it has not, or that is not known."""
        used = None if self.memory is None else memory_of(pid)
        if self.memory is None or used is None or used <= self.memory:
            return ""
        return f"it took more memory than the {with_unit(self.memory)} a fit may take"
