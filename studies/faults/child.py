"""One run in a process of its own: ``python -m studies.faults.child KIND JOBS STORE PIDS PAUSE`` prints what it found."""

from __future__ import annotations

import hashlib
import json
import signal
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

import foldwise
from foldwise.errors import Interrupted
from studies.faults.models import Slow

if TYPE_CHECKING:
    from foldwise.predictions import Predictions
    from foldwise.reports import Assessment

__all__ = ["digest_of", "run"]

DONE: list[int] = []
"""One for every fit that this process has seen done."""
MODELS = ("random-forest", "mlp", "tree", "lda", "knn")
"""Models with seeds of their own, without, and fitted in batches."""


def run(kind: str, jobs: int, *, store: str = "", pids: str = "", pause: float = 0.0) -> Assessment:
    """Assess a slow model fit by fit, or several models as one usually does."""
    models: Any = {"slow": Slow(pause, pids)} if kind == "slow" else list(MODELS)
    return foldwise.assess(
        models,
        foldwise.sample("iris"),
        plan="kfold(10, repeats=2)" if kind == "slow" else "kfold(4)",
        engine="generic" if kind == "slow" else "auto",
        jobs=jobs,
        store=store or None,
        baseline=False,
        progress=lambda *_: DONE.append(1),
    )


def digest_of(result: Assessment) -> str:
    """Hash of all predictions, estimates and intervals, bit by bit."""
    hashed = hashlib.sha256(result.to_frame().to_json(double_precision=15).encode())
    for part in _arrays(result.predictions):
        hashed.update(np.ascontiguousarray(part).tobytes())
    return hashed.hexdigest()[:16]


def _arrays(predictions: Predictions) -> list[Any]:
    tables = [predictions.of(name) for name in predictions.models]
    parts = [part for one in tables for part in (one.resample, one.row, one.output, one.scores)]
    return [part for part in parts if part is not None]


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell has its background jobs ignore
    kind, jobs, store, pids, pause = sys.argv[1:6]
    try:
        result = run(kind, int(jobs), store=store, pids=pids, pause=float(pause))
        found = {"digest": digest_of(result), "failures": len(result.failures), "fits": len(DONE)}
        print(json.dumps(found), flush=True)
    except Interrupted as stopped:
        print(json.dumps({"stopped": stopped.done}), flush=True)
