"""Fits in this process and in worker processes: which runs where, when workers are started, and what becomes of lost ones.

The cost of a fit is learned from the first ones. Workers are started as soon as the fits that are left take longer than
starting them does; until they are ready, this process goes on fitting.
"""

from __future__ import annotations

import queue
import signal
import subprocess
import threading
import time
import warnings
from collections import Counter, deque
from contextlib import suppress
from math import ceil, inf
from typing import TYPE_CHECKING, final

from foldwise.engine.execution.execute import CHANGED_CODE, INTERRUPTED, Result, fit_one, pack_fitting
from foldwise.engine.execution.limits import Limits
from foldwise.engine.execution.process_settings import settings_in_use
from foldwise.engine.execution.processes import SESSION, Worker
from foldwise.errors import FoldwiseWarning

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from foldwise.engine.single_fits.generic import Fitting

__all__ = ["Pool", "died"]

START_SECONDS, WAKE_SECONDS = 3.0, 0.03
"""Seconds of work left from which on starting workers pays, and from which on handing it to workers that wait does."""
SHORT_FIT_SECONDS = 0.3
"""Seconds of a fit up to which this process does it while workers are being started."""
CHUNK_SECONDS = 0.02
"""Seconds of fits that are sent together."""
POLL_SECONDS = 0.05
"""Seconds between two looks at the clock."""
ENDING_SECONDS = 1.0
"""Seconds that a process may take to end once it has closed its output."""

WORKER_GONE = (EOFError, OSError, ValueError)
"""What a worker that has ended, or whose pipes were closed, raises."""

NO_LIMITS = Limits()
FitTask = tuple["Fitting", int]
"""A fit to do: what is fitted, and the number of the resample."""


@final
class Pool:
    """Fits waiting to be done, workers that do them, and what came back.

    With `away`, or limits, every fit is done in a worker, whatever it takes to start one.
    """

    def __init__(self, tasks: Sequence[FitTask], size: int, *, limits: Limits = NO_LIMITS, away: bool = False) -> None:
        self.size, self.limits, self.away = min(size, len(tasks)), limits, away or bool(limits)
        self.dataset = tasks[0][0].dataset
        self.total, self.given = len(tasks), 0
        self.waiting = deque(tasks)
        self.left = Counter(fitting.name for fitting, _ in tasks)
        self.here: deque[FitTask] = deque()
        self.again: deque[FitTask] = deque()
        self.back: queue.SimpleQueue[tuple[Fitting, Result] | None] = queue.SimpleQueue()
        self.lost: dict[str, str] = {}
        self.changed: set[str] = set()
        self.unable = ""
        self.packed: dict[str, bytes] = {}
        self.spent: dict[str, tuple[int, float]] = {}
        self.workers: list[Worker] = []
        self.lanes, self.starting = 0, 0
        self.last, self.closed = False, False
        self.lock = threading.RLock()
        self.session = SESSION
        self.settings = settings_in_use()  # of this thread: those that wait for workers have others

    def run(self) -> Generator[tuple[Fitting, Result]]:
        """Do all fits; those whose worker died once more, one at a time, when the others are done."""
        try:
            if self.away:
                self.start()
            while self.given + len(self.again) < self.total:
                yield from self._step()
            if self.again:
                self.waiting, self.again, self.last = self.again, deque(), True
                self._open(1)
            while self.given < self.total:
                yield from self._step()
        finally:
            self.close()
        self._tell()

    def _step(self) -> Iterator[tuple[Fitting, Result]]:
        """Give what has come back, or do a fit here, or wait for something to come back."""
        task = self._mine() if self.back.empty() else None
        found = None if task is None else (task[0], self._fit_here(*task))
        if found is None:
            with suppress(queue.Empty):
                found = self.back.get(timeout=POLL_SECONDS)
            self._look_after()
        if found is not None:
            if found[1].cause == INTERRUPTED:  # as one in this process would
                raise KeyboardInterrupt
            self.given += 1
            self._learn(*found)
            yield found

    def _mine(self) -> FitTask | None:
        """The next fit for this process: of a model that cannot travel, or any while there are no workers yet."""
        with self.lock:
            if self.here:
                return self.here.popleft()
            if self.waiting and (not self.lanes or (self.starting == self.lanes and self._is_short())):
                return self._popped()
        return None

    def _is_short(self) -> bool:
        """Whether the next fit is over before workers are ready, and may be done here."""
        count, seconds = self.spent.get(self.waiting[0][0].name, (0, 0.0))
        return not self.away and count > 0 and seconds / count < SHORT_FIT_SECONDS

    def _popped(self) -> FitTask:
        task = self.waiting.popleft()
        self.left[task[0].name] -= 1
        return task

    def _fit_here(self, fitting: Fitting, r: int) -> Result:
        """Fit in this process; a first fit that takes long has the workers started meanwhile."""
        if self.limits:  # which this process could not keep
            cause = self.lost.get(fitting.name, self.unable)
            text = f"{self.limits.needs} needs other processes, and the model cannot be sent to one ({cause})"
            return Result(r, None, cause=text)
        if self._pays():
            self.start()
        timer = self._timer(fitting)
        try:
            result = fit_one(fitting, r, checked=fitting.name in self.spent)
        finally:
            if timer is not None:
                timer.cancel()
        self.session.spent += sum(result.seconds or ())
        return result

    def _timer(self, fitting: Fitting) -> threading.Timer | None:
        """Starts the workers when the first fit of a model has taken so long that they pay."""
        left = self.left[fitting.name]
        if self.lanes or self.size < 2 or fitting.name in self.spent or not left:
            return None
        timer = threading.Timer(max(0.0, self._cost() - self._remaining()) / left, self.start)
        timer.daemon = True
        timer.start()
        return timer

    def _cost(self) -> float:
        """Seconds of work from which on workers pay: what was spent in this session without them counts as well."""
        return WAKE_SECONDS if self.session.warm() else START_SECONDS - self.session.spent

    def _remaining(self) -> float:
        """Seconds of the fits that are waiting, of the models whose cost is known."""
        return sum(self.left[name] * seconds / count for name, (count, seconds) in self.spent.items())

    def _pays(self) -> bool:
        return not self.lanes and self.size > 1 and len(self.waiting) > 1 and self._remaining() > self._cost()

    def _learn(self, fitting: Fitting, result: Result) -> None:
        """Record how long a fit took; not that of one that failed."""
        if result.seconds is not None:
            count, seconds = self.spent.get(fitting.name, (0, 0.0))
            self.spent[fitting.name] = count + 1, seconds + sum(result.seconds)

    def start(self) -> None:
        """Start as many workers as there may be, unless that was done or could not be done."""
        with self.lock:
            if not (self.lanes or self.closed or self.unable):
                self.here.extend(task for task in self.waiting if not self._is_packed(task[0]))
                self.waiting = deque(task for task in self.waiting if self._is_packed(task[0]))
                self._open(min(self.size, len(self.waiting)))

    def _open(self, size: int) -> None:
        with self.lock:
            self.lanes += size
            self.starting += size
        for _ in range(size):
            threading.Thread(target=self._lane, daemon=True).start()

    def _lane(self) -> None:
        """Take some fits after the others, with a worker that is made anew when it has died."""
        worker = self._begun()
        with self.lock:
            self.starting -= 1
        try:
            while worker is not None and (tasks := self._next()):
                worker = self._send(worker, tasks) or (self._begun() if self.waiting else None)
        finally:
            with self.lock:
                self.lanes -= 1
            if worker is not None:
                self._done_with(worker)
            self.back.put(None)

    def _begun(self) -> Worker | None:
        """A worker that knows the rows; none where there can be none, or nothing is left to do."""
        if self.closed:
            return None
        path, cause = self.session.written(self.dataset)
        for _ in range(2):  # one that was kept may have died since
            if path is None:
                break
            worker = None
            try:
                worker = self.session.take(lambda: not self.closed)
                if worker is None:
                    return None
                cause = worker.begin(path, self.settings)
            except WORKER_GONE as error:
                cause = f"no process could be started: {error}"
            if worker is not None and not cause:
                with self.lock:
                    self.workers.append(worker)
                return worker
            if worker is not None:
                self.session.give_up(worker)
        self.unable = cause
        return None

    def _next(self) -> list[FitTask]:
        """Some fits of one model that can travel, if there are any: short ones together, as long as all lanes have enough."""
        with self.lock:
            while self.waiting and not self.closed:
                task = self._popped()
                fitting = task[0]
                if fitting.name in self.lost:
                    self._keep_here([task])
                    continue
                tasks = [task]
                for _ in range(self._chunk(fitting) - 1):
                    if not self.waiting or self.waiting[0][0] is not fitting:
                        break
                    tasks.append(self._popped())
                return tasks
        return []

    def _chunk(self, fitting: Fitting) -> int:
        """How many fits of a model are sent together."""
        count, seconds = self.spent.get(fitting.name, (0, inf))
        if self.limits or not count:
            return 1
        most = ceil(len(self.waiting) / (3 * self.size))
        return max(1, min(most, int(CHUNK_SECONDS * count / max(seconds, 1e-9))))

    def _is_packed(self, fitting: Fitting) -> bool:
        if fitting.name not in self.packed and fitting.name not in self.lost:
            self.packed[fitting.name], cause = pack_fitting(fitting)
            if cause:
                self.lost[fitting.name] = cause
        return fitting.name not in self.lost

    def _keep_here(self, tasks: Sequence[FitTask]) -> None:
        """Leave fits to this process."""
        self.here.extend(tasks)
        self.back.put(None)

    def _send(self, worker: Worker, tasks: list[FitTask]) -> Worker | None:
        """Have some fits of a model done; gives the worker, or none if it has died."""
        fitting, waiting = tasks[0][0], deque(tasks)
        worker.active = True
        try:
            cause = self._load(worker, fitting)
            if cause:
                self.lost[fitting.name] = cause
                self._keep_here(tasks)
                return worker
            worker.busy_since = time.monotonic()
            worker.send("fit", fitting.name, [r for _, r in tasks])
            while waiting:
                result = worker.receive()
                worker.busy_since = time.monotonic()
                done = waiting.popleft()[0]
                worker.active = bool(waiting)  # before the call can end, which ends the workers that are active
                self.back.put((done, result))
        except WORKER_GONE:
            self._died(worker, waiting)
            return None
        finally:
            worker.active, worker.busy_since = False, None
        return worker

    def _load(self, worker: Worker, fitting: Fitting) -> str:
        """Send a model, once to every worker; gives why it cannot be read there, or nothing."""
        if fitting.name in worker.known:
            return ""
        worker.send("load", fitting.name, self.packed[fitting.name])
        cause = str(worker.receive())
        if cause == CHANGED_CODE:
            self.changed.add(fitting.name)
            cause = "" if self.limits else cause  # a limit is kept in workers alone
        worker.known.update([] if cause else [fitting.name])
        return cause

    def _died(self, worker: Worker, tasks: deque[FitTask]) -> None:
        """A worker that was ended for its time has lost its fit; any other fit gets a second chance."""
        with suppress(subprocess.TimeoutExpired):
            worker.process.wait(ENDING_SECONDS)
        late, code = worker.late, worker.stop()  # a text that says why it was ended, empty where it ended by itself
        fitting, r = task = tasks.popleft()
        with self.lock:
            self.waiting.extendleft(reversed(tasks))
            self.left[fitting.name] += len(tasks)
            if late:
                self.back.put((fitting, Result(r, None, cause=late)))
            elif self.last:
                self.back.put((fitting, Result(r, None, cause=died(code))))
            elif not self.closed:
                self.again.append(task)
                self.left[fitting.name] += 1
                self.back.put(None)

    def _tell(self) -> None:
        """Say of which models other processes have another version, and what was done about it."""
        done = "those of the code and constants as imported anew" if self.limits else "done in this process alone"
        for name in sorted(self.changed):
            warnings.warn(f"fits of '{name}' are {done}: {CHANGED_CODE}", FoldwiseWarning, stacklevel=2)

    def _look_after(self) -> None:
        """End the workers whose fit takes more than it may, and what dead ones have started: it may hold their pipes open."""
        for worker in list(self.workers):
            since = worker.busy_since if self.limits else None
            late = "" if since is None else self.limits.late(since)
            large = "" if since is None else self.limits.large(worker.process.pid)
            if late or large:
                # What a process still holds from fits before may be too much: it is tried once more, in another one.
                worker.late = late or (large if self.last else "")
                worker.busy_since = None
                worker.kill()
            elif worker.active and not worker.is_alive():
                worker.kill()

    def _done_with(self, worker: Worker) -> None:
        """Keep a worker for the next call, unless it was ended."""
        with self.lock:
            if worker in self.workers:
                self.workers.remove(worker)
                self.session.give_back(worker)

    def close(self) -> None:
        """End the workers whose results are no longer awaited; the others are kept."""
        with self.lock:
            self.closed = True
            self.waiting.clear()
            active = [worker for worker in self.workers if worker.active]
            self.workers = [worker for worker in self.workers if not worker.active]
        for worker in active:
            self.session.give_up(worker)


def died(code: int) -> str:
    """Why a process that was doing a fit ended by itself, given its exit code.

    Examples
    --------
    >>> died(3)
    'the fit ended its process, with exit code 3'
    >>> died(-11)
    'the fit crashed its process (SIGSEGV)'
    """
    if code >= 0:
        return f"the fit ended its process, with exit code {code}"
    if code == -9:
        return "the process died, probably for lack of memory"
    return f"the fit crashed its process ({signal.Signals(-code).name})"
