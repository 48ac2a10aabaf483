"""Worker processes of our own: each fit is known to its worker, so that one that dies or takes too long loses only itself.

A worker is in a process group of its own, so that Ctrl-C reaches this process alone, and ends when its input does, however
this process ended: nothing is left running after SIGTERM or SIGKILL.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, final

from foldwise.engine.execute import Result, fit_one, pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.engine.generic import Fitting

__all__ = ["read_frame", "run_pool", "write_frame"]

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "LOKY_MAX_CPU_COUNT")
"""Settings that give a worker one core."""
DIED = "the process died, probably for lack of memory"
WORD = 8
"""Bytes of a frame's length."""
LOOK = 0.05
"""Seconds between two looks at the clock."""

GONE = (EOFError, OSError, ValueError)
"""What a worker that has ended, or whose pipes were closed, raises."""

Task = tuple["Fitting", int]


def write_frame(stream: IO[bytes], value: object) -> None:
    """Write one pickled value with its length before it."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(WORD, "little") + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any:  # noqa: ANN401 - whatever was written
    """Read one value; `EOFError` where there is none."""
    head = stream.read(WORD)
    size = int.from_bytes(head, "little")
    data = stream.read(size) if len(head) == WORD else b""
    if not data or len(data) != size:
        raise EOFError
    return pickle.loads(data)


@final
class Worker:
    """One process, and the fit it is busy with."""

    def __init__(self, dataset: Path) -> None:
        from sklearn import get_config

        program = f"import sys; sys.path[:] = {sys.path!r}; from foldwise.engine.worker import main; main()"
        own: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {"creationflags": 0x200}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | dict.fromkeys(THREADS, "1"),
            **own,
        )
        self.known: set[str] = set()
        self.busy_since: float | None = None
        self.late = False
        self.first: tuple[str, dict[str, Any]] | None = (str(dataset), get_config())

    def ask(self, *question: object) -> Any:  # noqa: ANN401
        """Put one question and wait for the answer; `EOFError` or `OSError` where the process has died."""
        if self.process.stdin is None or self.process.stdout is None:  # pragma: no cover - both are pipes
            raise EOFError
        if self.first is not None:
            write_frame(self.process.stdin, self.first)
            self.first = None
        write_frame(self.process.stdin, question)
        return read_frame(self.process.stdout)

    def stop(self) -> None:
        """End the process and whatever it started."""
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()


@final
class Pool:
    """Fits waiting to be done, workers that do them, and what came back."""

    def __init__(self, packed: dict[str, bytes], dataset: Path, timeout: float | None) -> None:
        self.packed = packed
        self.dataset = dataset
        self.timeout = timeout
        self.waiting: deque[Task] = deque()
        self.again: deque[Task] = deque()
        self.lost: dict[str, str] = {}
        self.back: queue.SimpleQueue[tuple[Fitting, Result] | None] = queue.SimpleQueue()
        self.workers: list[Worker] = []
        self.closed = False
        self.lock = threading.Lock()

    def run(self, tasks: Sequence[Task], size: int) -> Iterator[tuple[Fitting, Result]]:
        """Do all fits; those whose worker died once more, one at a time, when the others are done."""
        self.waiting.extend(tasks)
        try:
            yield from self._lanes(size)
            self.waiting, self.again = self.again, deque()
            yield from self._lanes(min(1, len(self.waiting)), last=True)
        finally:
            self.close()

    def _lanes(self, size: int, *, last: bool = False) -> Iterator[tuple[Fitting, Result]]:
        threads = [threading.Thread(target=self._lane, args=(last,), daemon=True) for _ in range(size)]
        for thread in threads:
            thread.start()
        ended = 0
        while ended < len(threads):
            try:
                found = self.back.get(timeout=LOOK if self.timeout is not None else 1.0)
            except queue.Empty:
                self._stop_late()
                continue
            self._stop_late()
            if found is None:
                ended += 1
            else:
                yield found

    def _stop_late(self) -> None:
        """End the workers whose fit takes longer than it may."""
        now = time.monotonic()
        for worker in list(self.workers):
            since = worker.busy_since
            if self.timeout is not None and since is not None and now - since > self.timeout:
                worker.late = True
                worker.busy_since = None
                with suppress(OSError):
                    worker.process.kill()

    def _lane(self, last: bool) -> None:  # noqa: FBT001 - the target of a thread
        """Take one fit after the other, with a worker that is made anew when it has died."""
        worker: Worker | None = None
        try:
            while (task := self._next()) is not None:
                worker = worker or self._made(task)
                if worker is not None:
                    worker = self._one(worker, task, last=last)
        finally:
            if worker is not None:
                worker.stop()
            self.back.put(None)

    def _next(self) -> Task | None:
        """The next fit of a model that can travel, if there is one."""
        while not self.closed:
            try:
                task = self.waiting.popleft()
            except IndexError:
                return None
            if task[0].name not in self.lost:
                return task
        return None

    def _made(self, task: Task) -> Worker | None:
        """A new worker; where none can be started, the model is fitted here."""
        try:
            worker = Worker(self.dataset)
        except (OSError, ValueError) as error:
            self.lost[task[0].name] = f"no process could be started: {error}"
            return None
        with self.lock:
            self.workers.append(worker)
            if self.closed:
                worker.stop()
        return worker

    def _one(self, worker: Worker, task: Task, *, last: bool) -> Worker | None:
        """Have one fit done; gives the worker, or none if it has died."""
        fitting, r = task
        try:
            if fitting.name not in worker.known:
                cause = worker.ask("load", fitting.name, self.packed[fitting.name])
                if cause:
                    self.lost[fitting.name] = cause
                    return worker
                worker.known.add(fitting.name)
        except GONE:
            worker.stop()
            self.lost[fitting.name] = "no process could be started"
            return None
        worker.busy_since = time.monotonic()
        try:
            result = worker.ask("fit", fitting.name, r)
        except GONE:
            worker.stop()
            self._died(worker, task, last=last)
            return None
        worker.busy_since = None
        self.back.put((fitting, result))
        return worker

    def _died(self, worker: Worker, task: Task, *, last: bool) -> None:
        """A worker that was ended for its time has lost its fit; any other gets a second chance."""
        fitting, r = task
        if worker.late:
            self.back.put(
                (fitting, Result(r, None, cause=f"it took longer than the {self.timeout:g} s a fit may take"))
            )
        elif last:
            self.back.put((fitting, Result(r, None, cause=DIED)))
        elif not self.closed:
            self.again.append(task)

    def close(self) -> None:
        """End all workers."""
        self.closed = True
        self.waiting.clear()
        for worker in list(self.workers):
            worker.stop()


def run_pool(tasks: Sequence[Task], size: int, timeout: float | None) -> Iterator[tuple[Fitting, Result]]:
    """Do fits in worker processes and give each as it comes; those of a model that cannot travel are done here."""
    fittings = {fitting.name: fitting for fitting, _ in tasks}
    packed, here = {}, {}
    for name, fitting in fittings.items():
        packed[name], cause = pack(fitting)
        if cause:
            here[name] = cause
    travelling = [task for task in tasks if task[0].name not in here]
    done: set[tuple[str, int]] = set()
    with ExitStack() as stack:
        path, cause = written(tasks[0][0], stack) if travelling else (None, "")
        if path is None:
            here |= {fitting.name: cause for fitting, _ in travelling}
        else:
            pool = Pool(packed, path, timeout)
            for fitting, result in pool.run(travelling, size):
                done.add((fitting.name, result.resample))
                yield fitting, result
            here |= pool.lost
    for fitting, r in tasks:
        if fitting.name in here and (fitting.name, r) not in done:
            yield fitting, fitted_here(fitting, r, here[fitting.name], timeout)


def written(fitting: Fitting, stack: ExitStack) -> tuple[Path | None, str]:
    """The dataset as a file that all workers share; or none, and why. A frozen program has no interpreter to start."""
    import joblib

    if getattr(sys, "frozen", False) or not sys.executable:
        return None, "this program cannot start another interpreter"
    try:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="foldwise-", ignore_cleanup_errors=True))
        path = Path(folder) / "dataset"
        joblib.dump(fitting.dataset, path)
    except (OSError, TypeError, ValueError, AttributeError, RecursionError, pickle.PicklingError) as error:
        return None, f"the rows cannot be written for other processes: {error}"
    return path, ""


def fitted_here(fitting: Fitting, r: int, cause: str, timeout: float | None) -> Result:
    """Fit in this process, unless the fit has a time limit, which this process could not keep."""
    if timeout is None:
        return fit_one(fitting, r, checked=True)
    told = f"a time limit needs other processes, and the model cannot be sent to one ({cause})"
    return Result(r, None, cause=told)
