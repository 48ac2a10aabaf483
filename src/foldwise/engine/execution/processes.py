"""Worker processes as this process sees them: how they are started, asked and ended, and kept from one call to the next.

A worker is in a process group of its own, so that Ctrl-C reaches this process alone, and ends when its input does, however
this process ended: nothing is left running after SIGTERM or SIGKILL. Processes that a model starts are in the group of its
worker and end with it, but for those that it puts into a session of their own: they have left every group and every tree.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, final
from weakref import WeakSet, ref

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.data import Dataset
    from foldwise.typing import Given

__all__ = ["SESSION", "Session", "Worker", "is_running", "read_frame", "write_frame"]

THREAD_VARIABLES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "LOKY_MAX_CPU_COUNT",
)
"""Settings that give a worker one core."""
LENGTH_BYTES = 8
"""Bytes of a frame's length."""
INSTALL_FOLDERS = ("site-packages", "dist-packages")
"""Folders of packages that do not change while a program runs."""
EXPECT_SECONDS = 0.5
"""Seconds between two looks at whether a worker that is being started is still wanted."""
FOLDER_PREFIX = "foldwise-"
"""How the names of folders with rows begin."""
ABANDONED_SECONDS = 86_400.0
"""Age of a folder from which on it is removed, where the process that made it is gone."""
PYTEST_VARIABLE = "PYTEST_CURRENT_TEST"
"""A variable that changes with every test, and that no model looks at."""


def write_frame(stream: IO[bytes], value: object) -> None:
    """Write one pickled value with its length before it."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(LENGTH_BYTES, "little") + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Given:
    """Read one value; `EOFError` where there is none."""
    head = stream.read(LENGTH_BYTES)
    size = int.from_bytes(head, "little")
    data = stream.read(size) if len(head) == LENGTH_BYTES else b""
    if not data or len(data) != size:
        raise EOFError
    return pickle.loads(data)


@final
class Worker:
    """One process, what it has been sent, and since when it has been busy with a fit."""

    def __init__(self) -> None:
        self.owner, self.stopped = os.getpid(), False
        program = f"import sys; sys.path[:] = {sys.path!r}; from foldwise.engine.execution.worker import main; main()"
        own: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {"creationflags": 0x200}
        self.started, self.stamps = time.time_ns(), stamps()
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | dict.fromkeys(THREAD_VARIABLES, "1"),
            **own,
        )
        self.ready, self.active = False, False
        self.known: set[str] = set()
        self.busy_since: float | None = None
        self.late = ""

    def send(self, *message: object) -> None:
        """Send one message; `OSError` or `ValueError` where the process has died."""
        if self.process.stdin is None:  # pragma: no cover - it is a pipe
            raise EOFError
        write_frame(self.process.stdin, message)

    def receive(self) -> Given:
        """Wait for the next message; `EOFError` where the process has died."""
        if self.process.stdout is None:  # pragma: no cover - it is a pipe
            raise EOFError
        return read_frame(self.process.stdout)

    def begin(self, path: Path, settings: Mapping[str, Any]) -> str:
        """Wait until the process is ready, and tell it the rows of a run; gives why it cannot read them, or nothing."""
        if not self.ready:
            self.receive()
            self.ready = True
        self.known.clear()
        self.late, self.busy_since = "", None
        self.send("begin", "", (str(path), settings))
        return str(self.receive())

    def knows(self, files: dict[str, tuple[int, int]]) -> bool:
        """Whether the process has imported these files as they are, or may import them; takes notice of new ones."""
        stale = any(self.stamps.get(path, stamp) != stamp for path, stamp in files.items())
        newer = any(stamp[0] > self.started for path, stamp in files.items() if path not in self.stamps)
        self.stamps = files | self.stamps
        return not (stale or newer)

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    def kill(self) -> None:
        """End the process and whatever it started, or what is left of that, without waiting until they have ended."""
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    def stop(self) -> int:
        """End the process and whatever it started; gives its exit code, a negative one for a signal."""
        ended = self.process.poll()
        self.stopped = True
        self.kill()
        code = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        return code if ended is None else ended

    def __del__(self) -> None:
        """End a process that is no longer referenced, such as one whose session was closed while it was being started."""
        if hasattr(self, "process") and not self.stopped and self.owner == os.getpid():
            self.stop()


@final
class Session:
    """Worker processes and files with rows that are kept for the next call; all end with this process.

    Workers are handed to one call at a time. They see the folders, variables and modules of the moment they were started,
    so those started under others are ended instead of used.
    """

    def __init__(self) -> None:
        self.lock = threading.Condition()
        self.idle: list[Worker] = []
        self.held: dict[Worker, Callable[[], bool]] = {}
        """Workers that were handed out, and whether the call that has one still wants it: else it comes back when it is ready."""
        self.expecting = 0
        """How many calls wait for one that comes back."""
        self.all: WeakSet[Worker] = WeakSet()
        self.files: list[tuple[ref[Dataset], Path]] = []
        self.folder: Path | None = None
        self.surroundings: tuple[object, ...] = ()
        self.spent = 0.0
        """Seconds of fits done in this process so far."""

    def warm(self) -> int:
        """How many workers are waiting."""
        return len(self.idle)

    def take(self, is_wanted: Callable[[], bool] = lambda: True) -> Worker | None:
        """An idle worker, or one that is being started and not yet taken, or a new one; none where it is no longer wanted.

        `OSError` or `ValueError` where none can be started. It is started with the lock held: no other call can
        come between and start one more than are needed.
        """
        with self.lock:
            while is_wanted():
                self._end_others()
                if self.idle or self.expecting >= self._coming():
                    worker = self.idle.pop() if self.idle else Worker()
                    self.all.add(worker)
                    self.held[worker] = is_wanted
                    return worker
                self.expecting += 1
                self.lock.wait(EXPECT_SECONDS)
                self.expecting -= 1
        return None

    def _coming(self) -> int:
        """How many workers were handed to calls that have ended since."""
        self.held = {worker: is_wanted for worker, is_wanted in self.held.items() if worker.is_alive()}
        return sum(not is_wanted() for is_wanted in self.held.values())

    def give_up(self, worker: Worker) -> None:
        """End a worker that is of no use."""
        worker.stop()
        with self.lock:
            self.held.pop(worker, None)
            self.lock.notify()

    def give_back(self, worker: Worker) -> None:
        """Keep a worker that has nothing left to do; no more than there are cores."""
        with self.lock:
            self.held.pop(worker, None)
            kept = len(self.idle) < (os.cpu_count() or 1)
            if kept:
                self.idle.append(worker)
            self.lock.notify()
        if not kept:
            worker.stop()

    def _end_others(self) -> None:
        """End workers that were started under other surroundings, have died, or know an older version of a module."""
        now = surroundings()
        files = stamps() if self.idle else {}
        kept = []
        for worker in self.idle:
            if now == self.surroundings and worker.is_alive() and worker.knows(files):
                kept.append(worker)
            else:
                worker.stop()
        self.idle, self.surroundings = kept, now

    def written(self, dataset: Dataset) -> tuple[Path | None, str]:
        """The rows as a file that all workers share; or none, and why. A frozen program has no interpreter to start."""
        import joblib

        if getattr(sys, "frozen", False) or not sys.executable:
            return None, "this program cannot start another interpreter"
        with self.lock:
            self._remove_files()
            for kept, path in self.files:
                if kept() is dataset and path.exists():
                    return path, ""
            try:
                if self.folder is None or not self.folder.is_dir():
                    remove_abandoned()
                    self.folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-"))
                path = self.folder / f"{time.monotonic_ns()}"
                joblib.dump(dataset, path)
            except (OSError, TypeError, ValueError, AttributeError, RecursionError, pickle.PicklingError) as error:
                return None, f"the rows cannot be written for other processes: {error}"
            self.files.append((ref(dataset), path))
        return path, ""

    def _remove_files(self) -> None:
        """Remove the rows of datasets that are no more."""
        for kept, path in self.files:
            if kept() is None:
                path.unlink(missing_ok=True)
        self.files = [(kept, path) for kept, path in self.files if kept() is not None]

    def close(self) -> None:
        """End the workers and remove the files."""
        with self.lock:
            for worker in list(self.all):
                worker.stop()
            self.idle.clear()
            self.held.clear()
            self.files.clear()
            if self.folder is not None:
                shutil.rmtree(self.folder, ignore_errors=True)
                self.folder = None

    def forget(self) -> None:
        """Leave workers and files to the process that this one was forked from."""
        vars(self).update(vars(Session()))


def remove_abandoned() -> None:
    """Remove folders with rows of processes that were killed, once they are a day old."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*-*"):
        pid = folder.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
        with suppress(OSError):
            old = time.time() - folder.stat().st_mtime > ABANDONED_SECONDS
            if old and pid.isdecimal() and not is_running(int(pid)):
                shutil.rmtree(folder, ignore_errors=True)


def is_running(pid: int) -> bool:
    """Whether there is a process of that number; taken for granted where one cannot ask.

    Examples
    --------
    >>> is_running(os.getpid())
    True
    """
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def surroundings() -> tuple[object, ...]:
    """What a worker takes over from this process when it is started."""
    try:
        here = str(Path.cwd())
    except OSError:  # the folder was removed
        here = ""
    return here, tuple(sys.path), {name: value for name, value in os.environ.items() if name != PYTEST_VARIABLE}


def stamps() -> dict[str, tuple[int, int]]:
    """Time and size of the file of every module that is neither installed nor of Python itself."""
    found = {}
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        if isinstance(path, str) and path.endswith(".py") and not _is_installed(path):
            with suppress(OSError):
                state = os.stat(path)  # noqa: PTH116 - hundreds of them in a call
                found[path] = state.st_mtime_ns, state.st_size
    return found


def _is_installed(path: str) -> bool:
    return path.startswith((OWN_FOLDER, STANDARD_LIBRARY)) or any(folder in path for folder in INSTALL_FOLDERS)


OWN_FOLDER, STANDARD_LIBRARY = str(Path(__file__).parents[1]), str(Path(os.__file__).parent)
SESSION = Session()
"""The workers of this process."""
atexit.register(SESSION.close)
if hasattr(os, "register_at_fork"):  # a worker serves the process that started it
    os.register_at_fork(after_in_child=SESSION.forget)
