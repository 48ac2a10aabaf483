"""Workers of loky, Dask and Ray killed at random moments: ``python -m studies.faults.backends [repeats] [names]``."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
import warnings
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np

import foldwise
from studies.faults.cases import FITS, PAUSE, undisturbed
from studies.faults.child import digest_of
from studies.faults.models import Slow

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Struck", "kill_on", "workers_of"]

NAMES = ("loky", "dask", "ray")


@final
@dataclass(frozen=True)
class Struck:
    """A run one of whose workers was killed: whether its bits are those of an undisturbed run, and what it took."""

    same: bool
    killed: bool
    failures: int
    seconds: float


def kill_on(backend: Any, seed: int) -> Struck:  # noqa: ANN401 - a name or a client
    """Kill a worker that fits, at a moment that the seed decides, and hold the bits against an undisturbed run."""
    with tempfile.TemporaryDirectory() as folder:
        killer = Killer(Path(folder), seed)
        killer.start()
        start = time.monotonic()
        result = foldwise.assess(
            {"slow": Slow(PAUSE, folder)},
            foldwise.sample("iris"),
            plan="kfold(10, repeats=2)",
            engine="generic",
            jobs=2,
            backend=backend,
            baseline=False,
            progress=False,
        )
        seconds = time.monotonic() - start
        killer.ended = True
        killer.join()
    return Struck(digest_of(result) == undisturbed(), killer.killed, len(result.failures), seconds)


@final
class Killer(threading.Thread):
    """Waits until somebody fits, and then a while, and kills one of those who do."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(daemon=True)
        self.folder, self.rng = folder, np.random.default_rng(seed)
        self.killed, self.ended = False, False

    def run(self) -> None:
        """Wait and kill."""
        while not self.ended and not list(self.folder.iterdir()):
            time.sleep(0.005)
        time.sleep(float(self.rng.uniform(0, FITS * PAUSE / 3)))
        with suppress(OSError):
            pids = sorted(int(path.name) for path in self.folder.iterdir() if path.name != str(os.getpid()))
            if pids and not self.ended:
                os.kill(int(self.rng.choice(pids)), signal.SIGKILL)
                self.killed = True


@contextmanager
def workers_of(name: str) -> Iterator[Any]:
    """Two workers, for all runs on a backend."""
    if name == "dask":
        import logging

        from distributed import Client, LocalCluster

        quiet = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}
        with LocalCluster(2, threads_per_worker=1, **quiet) as cluster, Client(cluster) as client:
            yield client
    elif name == "ray":
        import ray

        from foldwise.engine.execution.backends.ray_tasks import local_session

        ray.init(**local_session(2), log_to_driver=False, logging_level="ERROR")
        yield name
        ray.shutdown()
    else:
        yield name


def main(repeats: int = 10, *names: str) -> int:
    """Print a line for every backend; the exit code says whether anything was wrong."""
    wrong = 0
    warnings.simplefilter("ignore")
    for name in names or NAMES:
        with workers_of(name) as backend:
            found = [kill_on(backend, seed) for seed in range(repeats)]
        same, killed = sum(one.same for one in found), sum(one.killed for one in found)
        failures, seconds = sum(one.failures for one in found), np.median([one.seconds for one in found])
        print(
            f"SIGKILL of a worker of {name}: {killed} of {repeats} runs struck, {same} the same bits, "
            f"{failures} failures, {seconds:.1f} s (median)",
            flush=True,
        )
        wrong += repeats - same + failures
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int((sys.argv[1:] or ["10"])[0]), *sys.argv[2:]))
