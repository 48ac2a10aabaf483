"""Workers are kept from one call to the next, unless what they were started under has changed."""

import io
import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest
from sklearn.svm import SVC

import foldwise
from foldwise.engine.execution import processes
from foldwise.engine.execution.processes import Session, Worker, read_frame, stamps, surroundings, write_frame
from tests.worlds import classes

DATA = classes()


class Sham:
    """A worker without a process."""

    def __init__(self, *, alive=True, files=()):
        self.alive, self.stopped, self.ready = alive, False, False
        self.started, self.stamps = time.time_ns(), dict(files)

    def is_alive(self):
        return self.alive

    knows = Worker.knows

    def stop(self):
        self.stopped = True


@pytest.fixture
def session():
    found = Session()
    found.surroundings = surroundings()
    yield found
    found.close()


def test_frames_are_read_as_they_were_written():
    stream = io.BytesIO()
    write_frame(stream, ("fit", 3))
    stream.seek(0)
    assert read_frame(stream) == ("fit", 3)
    with pytest.raises(EOFError):
        read_frame(stream)


def test_a_worker_takes_rows_and_tells_why_it_cannot(tmp_path, session):
    worker = Worker()
    assert worker.begin(tmp_path / "none", {}).startswith("FileNotFoundError")
    assert worker.begin(session.written(DATA)[0], {}) == ""
    assert worker.is_alive()
    assert worker.stop() == -signal.SIGKILL
    assert not worker.is_alive()


def test_a_worker_that_waits_is_taken(session):
    worker = Sham()
    session.give_back(worker)
    assert session.warm() == 1
    assert session.take() is worker
    assert session.warm() == 0


@pytest.mark.parametrize("unfit", [Sham(alive=False), Sham(files={__file__: (0, 0)})])
def test_a_worker_that_died_or_knows_older_code_is_ended(session, unfit, monkeypatch):
    new = Sham()
    monkeypatch.setattr("foldwise.engine.execution.processes.Worker", lambda: new)
    session.give_back(unfit)
    assert session.take() is new
    assert unfit.stopped


def test_other_surroundings_want_other_workers(session, monkeypatch):
    old, new = Sham(), Sham()
    session.give_back(old)
    monkeypatch.setattr("foldwise.engine.execution.processes.Worker", lambda: new)
    monkeypatch.setenv("FOLDWISE_NOWHERE", "1")
    assert session.take() is new
    assert old.stopped


@pytest.mark.parametrize("when", [3e9, 1e9])
@pytest.mark.parametrize("known", [True, False])
def test_a_file_of_this_program_that_was_written_again_is_seen(tmp_path, monkeypatch, when, known):
    module = ModuleType("written_again")
    module.__file__ = str(tmp_path / "written_again.py")
    Path(module.__file__).write_text("")
    worker = Sham(files=stamps())
    monkeypatch.setitem(sys.modules, "written_again", module)
    if known:
        assert worker.knows(stamps())  # a module that was imported after it was started, and has not changed since
    Path(module.__file__).write_text("CUT = 9")
    os.utime(module.__file__, (when, when))
    assert worker.knows(stamps()) is (not known and when == 1e9)


def test_rows_are_written_once_and_removed_with_their_dataset(session):
    dataset = classes()
    path, cause = session.written(dataset)
    assert (path.exists(), cause) == (True, "")
    assert session.written(dataset) == (path, "")
    del dataset
    other = classes()
    assert session.written(other)[0] != path
    assert not path.exists()


def test_rows_that_cannot_be_written_say_why(session, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("joblib.dump", full)
    path, cause = session.written(classes())
    assert (path, "No space left" in cause) == (None, True)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    assert session.written(classes()) == (None, "this program cannot start another interpreter")


def test_a_fork_leaves_workers_and_rows_to_its_parent(session):
    worker = Sham()
    session.give_back(worker)
    dataset = classes()
    path, _ = session.written(dataset)
    folder = session.folder
    session.forget()
    assert (session.warm(), session.files, worker.stopped, path.exists()) == (0, [], False, True)
    shutil.rmtree(folder)


def test_no_more_workers_are_kept_than_there_are_cores(session):
    workers = [Sham() for _ in range((os.cpu_count() or 1) + 2)]
    for worker in workers:
        session.give_back(worker)
    assert session.warm() == os.cpu_count()
    assert [worker.stopped for worker in workers[-2:]] == [True, True]


def test_a_worker_that_is_being_started_for_nobody_is_waited_for(session):
    worker = Sham()
    session.held[worker] = lambda: False
    ready = threading.Timer(0.1, session.give_back, [worker])
    ready.start()
    assert session.take() is worker
    assert list(session.held) == [worker]


def test_a_worker_that_a_call_works_with_is_not_waited_for(session, monkeypatch):
    busy, other = Sham(), Sham()
    monkeypatch.setattr(processes, "Worker", lambda: other)
    session.held[busy] = lambda: True
    assert session.take() is other


def test_a_call_that_ends_while_its_worker_is_being_started_leaves_it_to_the_next(session, monkeypatch):
    worker, closed = Sham(), threading.Event()

    def start():
        closed.set()  # the call ends before it has its worker
        threading.Timer(0.1, session.give_back, [worker]).start()
        return worker

    monkeypatch.setattr(processes, "Worker", start)
    assert session.take(lambda: not closed.is_set()) is worker
    monkeypatch.setattr(processes, "Worker", Sham)
    assert session.take() is worker


def test_nobody_waits_for_a_worker_that_came_to_nothing(session, monkeypatch):
    worker, other = Sham(), Sham()
    monkeypatch.setattr(processes, "Worker", lambda: other)
    session.held[worker] = lambda: False
    threading.Timer(0.1, session.give_up, [worker]).start()
    assert session.take() is other
    assert worker.stopped


def test_a_worker_that_is_not_wanted_any_more_is_not_started(session):
    assert session.take(lambda: False) is None


def test_many_short_calls_start_no_more_workers_than_one(monkeypatch):
    started = []
    monkeypatch.setattr(processes, "Worker", lambda: started.append(1) or Worker())
    monkeypatch.setattr(processes.SESSION, "spent", 1e9)
    processes.SESSION.close()
    for seed in range(6):
        foldwise.assess(SVC(), classes(n=60), plan="kfold(5)", engine="generic", seed=seed, measures="error")
    assert len(started) <= (os.cpu_count() or 1)


def test_a_worker_that_nobody_holds_is_ended():
    worker = Worker()
    process = worker.process
    del worker
    assert process.poll() is not None
    assert process.stdin.closed
    assert process.stdout.closed


def test_folders_of_killed_processes_are_removed_when_they_are_old(tmp_path, monkeypatch):
    monkeypatch.setattr(processes.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(processes, "is_running", lambda pid: pid == 5)
    names = ("foldwise-4-a", "foldwise-4-new", "foldwise-5-a", "foldwise-x-a", "other-4-a")
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "rows").write_bytes(b"0")
        if not name.endswith("new"):
            os.utime(tmp_path / name, (0, 0))
    processes.remove_abandoned()
    assert {path.name for path in tmp_path.iterdir()} == set(names) - {"foldwise-4-a"}


def test_nobody_waits_for_a_worker_that_has_died(session, monkeypatch):
    dead, other = Sham(alive=False), Sham()
    monkeypatch.setattr(processes, "Worker", lambda: other)
    session.held[dead] = lambda: False
    assert session.take() is other
    assert list(session.held) == [other]
