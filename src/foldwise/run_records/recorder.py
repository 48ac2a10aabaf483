"""Recording a run: begun before the first fit, its end and its result written when they come."""

from __future__ import annotations

import json
import os
import secrets
import time
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, final

from foldwise.data import Dataset
from foldwise.engine import FILE_ERRORS, Store, read_size, version_of, with_unit
from foldwise.errors import FoldwiseError, FoldwiseWarning, InputError, Interrupted
from foldwise.phrases import count_of
from foldwise.run_records.run import here
from foldwise.run_records.run_table import shrink, sign_run, stored_bytes

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from foldwise.engine import FitStore, Fitting, Result, Settings
    from foldwise.typing import Given

__all__ = ["LIMIT", "RunRecorder", "recording"]

LIMIT, USUAL_LIMIT = "FOLDWISE_STORE_LIMIT", "2GB"
"""Variable that says how much a store may hold, and what it may where it is not set."""
LARGEST_RESULT = 200_000_000
"""Bytes of a result from which on it is not kept."""
SECONDS_BETWEEN_NOTES = 5.0
"""Seconds between two notes of how far a run is."""


@contextmanager
def recording(verb: str, settings: Settings, about: Dataset | str | None) -> Iterator[FitStore | None]:
    """Open the store of a call and record its run; a call within another run, and a store of a class of the user's own, have none."""
    store = settings.fits
    if not isinstance(store, Store):
        yield EnclosingStore(store) if isinstance(store, RunRecorder | EnclosingStore) else store
        return
    recorder = RunRecorder(store, verb, settings.seed, about)
    recorder.owned = store is not settings.store
    try:
        yield recorder
    except BaseException as error:
        stopped = isinstance(error, KeyboardInterrupt | Interrupted)
        cause = "" if stopped else str(error.args[0]) if isinstance(error, FoldwiseError) else type(error).__name__
        recorder.finish("interrupted" if stopped else "failed", cause)
        raise
    else:
        recorder.finish("finished")
    finally:
        recorder.let_go()


@final
class EnclosingStore:
    """The store of a call that another call makes: its fits are kept, and it is no run of its own."""

    def __init__(self, outer: RunRecorder | EnclosingStore) -> None:
        self.outer = outer

    def load(self, fitting: Fitting) -> dict[int, Result]:
        """Ask the store."""
        return self.outer.load(fitting)

    def save(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Keep in the store."""
        self.outer.save(fitting, results)


@final
class RunRecorder:
    """A store with the record of the run that uses it.

    Parameters
    ----------
    store
        Where fits and the run are kept.
    verb, seed
        What was called, and its seed.
    about
        The rows, or what to call them.
    """

    def __init__(self, store: Store, verb: str, seed: int, about: Dataset | str | None) -> None:
        self.store, self.started, self.noted = store, time.time(), time.monotonic()
        self.owned = self.kept = self.ended = self.shrunk = False
        self.record: dict[str, Any] = {
            **dict.fromkeys(("cause", "dataset", "fingerprint", "plan", "reason"), ""),
            **dict.fromkeys(("rows", "done", "reused", "seconds"), 0),
            "id": secrets.token_hex(4),
            "verb": verb,
            "status": "running",
            "started": self.started,
            "seed": int(seed),
            "models": [],
            "version": version_of("foldwise").partition("/")[0],
            **here(),
        }
        if isinstance(about, Dataset):
            self.record |= {"dataset": about.name, "fingerprint": about.fingerprint, "rows": about.n}
        else:
            self.record["dataset"] = about or ""
        store.writing, store.run = True, None
        store.used.clear()
        store.saved.clear()
        self._keep_within_limit()
        store.write(self._begin)

    def _begin(self, connection: sqlite3.Connection) -> None:
        about = json.dumps(self.record)
        line = self.record["id"], about, sign_run(self.store, about, None)
        self.store.run = connection.execute("INSERT INTO runs (id, about, digest) VALUES (?, ?, ?)", line).lastrowid

    def load(self, fitting: Fitting) -> dict[int, Result]:
        """Ask the store."""
        self._learn(fitting)
        return self.store.load(fitting)

    def save(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Keep in the store, and now and then how far the run is."""
        self.store.save(fitting, results)
        if time.monotonic() - self.noted > SECONDS_BETWEEN_NOTES:
            self._note()

    def _learn(self, fitting: Fitting) -> None:
        """What is known before there is a result."""
        if fitting.name not in self.record["models"] and len(self.record["models"]) < 1000:
            self.record["models"].append(fitting.name)
        self.record["plan"] = self.record["plan"] or fitting.resamples.plan
        if not self.record["fingerprint"]:
            self.record["rows"] = fitting.dataset.n

    def _note(self, result: bytes | None = None) -> None:
        """Write the record anew."""
        self.noted = time.monotonic()
        counts = {"done": len(self.store.saved), "reused": len(self.store.used)}
        self.record |= {**counts, "seconds": time.time() - self.started}
        about = json.dumps(self.record)
        line = about, result, sign_run(self.store, about, result), self.store.run
        if self.store.run is not None:
            command = "UPDATE runs SET about = ?, result = ?, digest = ? WHERE number = ?"
            self.store.write(lambda connection: connection.execute(command, line))

    def finish(self, status: str, cause: str = "") -> None:
        """Write how the run ended, where its result has not told already."""
        if not self.kept or status != "finished":
            self.record |= {"status": status, "cause": cause[:500]}
            self._note()

    def let_go(self) -> None:
        """Close the store, where it was opened for this run; a result that comes later opens it once more."""
        self.ended = True
        if self.owned:
            self.store.close()

    def keep(self, result: Given) -> None:
        """Keep the result, where it can be saved; a call never fails for it."""
        from foldwise.reports import pack_result

        self.record |= models_and_plan(result)
        packed: bytes | None = None
        try:
            packed = pack_result(result)
        except FoldwiseError as error:
            self.record["reason"] = str(error.args[0])
        if packed is not None and len(packed) > LARGEST_RESULT:
            self.record["reason"] = (
                f"it has {with_unit(len(packed))}, more than the {with_unit(LARGEST_RESULT)} that are kept"
            )
            packed = None
        self.record["status"] = "finished"
        self.kept = True
        self._note(packed)
        self._keep_within_limit()
        if self.ended:
            self.let_go()

    def _keep_within_limit(self) -> None:
        """Remove what only old runs use, where the store holds more than it may."""
        limit = read_size(os.environ.get(LIMIT) or USUAL_LIMIT, LIMIT)
        try:
            if stored_bytes(self.store) <= limit:
                return
            fits, runs = shrink(self.store, limit, sparing=self.store.run)
        except (InputError, *FILE_ERRORS):
            return  # what cannot be removed now is removed by the next run
        if (fits or runs) and not self.shrunk:
            self.shrunk = True
            text = f"{count_of(fits, 'fit')}" + (f" and {count_of(runs, 'run')}" if runs else "")
            where = f"the store '{self.store.file.path}' held more than {with_unit(limit)}"
            warnings.warn(f"{where}: {text} of the oldest were removed from it", FoldwiseWarning, stacklevel=5)


def models_and_plan(result: Given) -> dict[str, Any]:
    """Models and plan of a result."""
    whole = getattr(result, "assessment", result)
    models: Any = getattr(whole, "models", ()) or getattr(getattr(whole, "predictions", None), "models", ())
    names = [str(name) for name in models]
    if not names and getattr(result, "model", None):
        names = [str(result.model)]
    plan = getattr(whole, "plan", "") or getattr(getattr(whole, "predictions", None), "plan", "")
    return {name: value for name, value in (("models", names[:1000]), ("plan", str(plan))) if value}
