"""Backends in turns: 10x10 folds of a model of ten milliseconds by two workers of each, started outside of the timing."""

from __future__ import annotations

import os
import pickle
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer

import foldwise
from benchmarks.timing import in_turns, publish, table
from foldwise.data import as_dataset
from foldwise.engine.execution.backends import dispatch

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array
    from foldwise.engine.execution.backends.backend import Reply

PLAN, ROUNDS = "kfold(10, repeats=10)", 7
INTRODUCTION = """\
`assess` with 10x10 folds of a model whose fit takes ten milliseconds, on the breast cancer data (569 rows, 30 columns), by
two workers of each backend, in turns in one process, best of {rounds} rounds. Clusters are started outside of the timing:
`LocalCluster(2, threads_per_worker=1)` and `ray.init(num_cpus=2)`. The times are of the whole call: data checks, every
fit, labels and scores of all test rows, a baseline, measures and intervals.
"""
ROWS = """\
How often each worker process has read the rows of a call, which are {size:,} bytes. Beside them a worker is sent the resamples and
the models once in a call, and for every block of fits some hundred bytes that say which they are.
"""


class TenMilliseconds(ClassifierMixin, BaseEstimator):
    """Computes for ten milliseconds, then predicts the nearest mean."""

    def fit(self, X: Array, y: Array) -> Self:
        """Spend the time."""
        end = time.perf_counter() + 0.01
        self.classes_ = np.unique(y)
        self.means_ = np.stack([X[y == one].mean(axis=0) for one in self.classes_])
        while time.perf_counter() < end:
            pass
        return self

    def predict(self, X: Array) -> Array:
        """Predict the class of the nearest mean."""
        far = ((X[:, None] - self.means_) ** 2).sum(axis=2)
        return self.classes_[far.argmin(axis=1)]


def calls(stack: ExitStack) -> dict[str, Callable[[], object]]:
    """What is timed."""
    import ray
    from distributed import Client, LocalCluster

    from foldwise.engine.execution.backends.ray_tasks import local_session

    X, y = load_breast_cancer(return_X_y=True)
    cluster = stack.enter_context(LocalCluster(2, threads_per_worker=1, dashboard_address=":0"))
    client = stack.enter_context(Client(cluster))
    ray.init(**local_session(2), log_to_driver=False, logging_level="ERROR")
    stack.callback(ray.shutdown)

    def call(backend: object) -> Callable[[], object]:
        return lambda: foldwise.assess(
            {"ten": TenMilliseconds()}, X, y, plan=PLAN, jobs=2, backend=backend, progress=False
        )

    return {"loky": call("loky"), "processes": call("processes"), "dask": call(client), "ray": call("ray")}


def main() -> None:
    """Measure and publish."""
    seen: dict[str, int] = {}
    usual = dispatch.refuse_unlike

    def note(reply: Reply) -> None:
        seen[reply.worker] = reply.loads
        usual(reply)

    dispatch.refuse_unlike = note  # type: ignore[assignment]
    with ExitStack() as stack:
        work = calls(stack)
        for call in work.values():
            call()
        found = in_turns(work, rounds=ROUNDS)
        reads = []
        for name in ("loky", "dask", "ray"):
            seen.clear()
            work[name]()
            reads.append([name, str(len(seen)), str(max(seen.values()))])
    lines = [[name, f"{1e3 * seconds:,.0f}", f"{seconds / found['loky']:.2f}x"] for name, seconds in found.items()]
    load = f"Load average while this was measured: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n"
    size = len(pickle.dumps(as_dataset(*load_breast_cancer(return_X_y=True))))
    text = f"{INTRODUCTION.format(rounds=ROUNDS)}\n{load}\n{table(['backend', 'ms', 'against loky'], lines)}\n\n"
    text += ROWS.format(size=size) + "\n" + table(["backend", "workers", "reads of the rows by each"], reads)
    publish("backends", "Backends", text)


if __name__ == "__main__":
    main()
