"""A run of a verb as a store keeps it."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from foldwise.engine import Store, is_running, with_unit
from foldwise.errors import InputError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.typing import Untyped

__all__ = ["STATUSES", "Run", "birth_of", "here"]

STATUSES = ("running", "finished", "interrupted", "failed")
MOST_NAMES = 4
"""Names that are written out."""


@final
@dataclass(frozen=True, kw_only=True)
class Run:
    """One call of a verb that was made with a store.

    Parameters
    ----------
    id
        Its name, of eight hexadecimal digits; the first of them suffice where no other run has the same.
    verb
        What was called.
    started, seconds
        When, and how long it took.
    status
        ``running``, ``finished``, ``interrupted`` (stopped by Ctrl-C, or its process has ended) or ``failed``.
    cause
        Why it failed.
    dataset, fingerprint, rows
        Name and hash of the dataset, and its number of rows.
    models, plan, seed
        What was fitted, and how; what an interrupted run did not come to is missing.
    done, reused
        Fits that were done one by one, and fits that were taken from the store. Those of batched kernels are not counted.
    version
        Of foldwise.
    saved
        Bytes of the result that is kept; 0 where there is none.
    reason
        Why no result is kept.
    store
        The file.
    """

    id: str
    verb: str
    started: datetime
    status: str = "running"
    seconds: float = 0.0
    cause: str = ""
    dataset: str = ""
    fingerprint: str = ""
    rows: int = 0
    models: tuple[str, ...] = ()
    plan: str = ""
    seed: int = 0
    done: int = 0
    reused: int = 0
    version: str = ""
    saved: int = 0
    reason: str = ""
    store: Path = field(default=Path(), compare=False)

    def result(self) -> Untyped:
        """What the verb gave, as `foldwise.load` reads it from a file; an error where none is kept."""
        from foldwise.reports import unpack_result
        from foldwise.run_records.run_table import result_of

        packed = result_of(Store(self.store, reading=True), self.id)
        if packed is None:
            why = self.reason or f"it is {self.status}" + (f": {self.cause}" if self.cause else "")
            message = f"run {self.id} has no result: {why}"
            raise InputError(message, hint="the same call once more, which goes on where it was")
        return unpack_result(packed, f"run {self.id}")

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values."""
        names = ("id", "verb", "status", "seconds", "cause", "dataset", "fingerprint", "rows", "models", "plan", "seed")
        values = {name: getattr(self, name) for name in (*names, "done", "reused", "version", "saved", "reason")}
        return {**values, "models": list(self.models), "started": self.started.isoformat(), "store": str(self.store)}

    @property
    def about(self) -> str:
        """Models and dataset in a few words."""
        some = ", ".join(self.models[:MOST_NAMES]) + (
            f" and {len(self.models) - MOST_NAMES} more" if len(self.models) > MOST_NAMES else ""
        )
        return " on ".join(part for part in (some, self.dataset) if part)

    @property
    def fits(self) -> str:
        """How many fits were done and reused."""
        return f"{self.done:,}" + (f" + {self.reused:,} reused" if self.reused else "")

    def __repr__(self) -> str:
        """Tell it in one line."""
        what = " ".join(part for part in (f"{self.verb}: {self.about}" if self.about else self.verb,) if part)
        plan = f", {self.plan}" if self.plan else ""
        fits = count_of(self.done, "fit") + (f" ({self.reused:,} reused)" if self.reused else "")
        return f"<Run {self.id}, {what}{plan}; {self.status}, {fits}, {self.seconds:.1f} s>"

    def __str__(self) -> str:
        """Tell it line by line."""
        lines = {
            "run": f"{self.id}, {self.verb}, {self.started.astimezone():%Y-%m-%d %H:%M:%S}",
            "status": self.status + (f": {self.cause}" if self.cause else ""),
            "data": f"{self.dataset}, {count_of(self.rows, 'row')}, {self.fingerprint}" if self.rows else self.dataset,
            "models": ", ".join(self.models),
            "plan": f"{self.plan}, seed {self.seed}" if self.plan else f"seed {self.seed}",
            "fits": f"{self.fits}, in {self.seconds:.1f} s, by foldwise {self.version}",
            "result": with_unit(self.saved) if self.saved else f"none: {self.reason or self.status}",
        }
        return "\n".join(f"{name:<8}{text}" for name, text in lines.items() if text)

    @classmethod
    def of_record(cls, record: dict[str, Any], store: Path, saved: int) -> Run:
        """Read what a store keeps; a run whose process has ended without a word was interrupted."""
        texts = ("id", "verb", "cause", "dataset", "fingerprint", "plan", "version", "reason")
        values: dict[str, Any] = {name: str(record[name]) for name in texts}
        values |= {name: int(record[name]) for name in ("rows", "seed", "done", "reused")}
        status = str(record["status"])
        if status not in STATUSES:
            raise ValueError(status)
        return cls(
            **values,
            status="interrupted" if status == "running" and _is_gone(record) else status,
            started=datetime.fromtimestamp(float(record["started"]), tz=UTC),
            seconds=float(record["seconds"]),
            models=tuple(str(name) for name in record["models"]),
            saved=saved,
            store=store,
        )


def here() -> dict[str, Any]:
    """By what a process is known to others."""
    return {"pid": os.getpid(), "host": socket.gethostname(), "birth": birth_of(os.getpid())}


def birth_of(pid: int) -> str:
    """When a process began, as Linux counts; empty where that is not known."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _is_gone(record: dict[str, Any]) -> bool:
    """Whether the process of a run has ended; one on another machine is taken for alive."""
    pid = int(record["pid"])
    if record["host"] != socket.gethostname() or os.name != "posix":
        return False
    return not is_running(pid) or birth_of(pid) != record["birth"]
