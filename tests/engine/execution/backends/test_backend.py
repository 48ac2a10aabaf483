"""Blocks are values that are the same where their fits are: they are counted, and sent."""

import pickle
import socket
import time

import pytest

from foldwise.engine.execution.backends.backend import (
    BatchBlock,
    FitBlock,
    Job,
    LostBlock,
    Reply,
    backend_error,
    in_flight,
    missing,
    reach,
    unreachable,
)
from foldwise.engine.execution.limits import Limits
from foldwise.errors import FitError, InputError, MissingExtraError
from tests.worlds import partition


def test_blocks_of_the_same_fits_are_the_same():
    assert FitBlock((("m", 1), ("m", 2))) == FitBlock((("m", 1), ("m", 2)))
    assert FitBlock((("m", 1),)) != FitBlock((("m", 1),), apart=True)
    assert len({BatchBlock(("m",), 0, 2), BatchBlock(("m",), 0, 2), BatchBlock(("m",), 2, 4)}) == 2


def test_what_travels_is_read_as_it_was_written():
    block, lost = FitBlock((("m", 1),), apart=True), LostBlock("it died")
    assert pickle.loads(pickle.dumps((block, lost))) == (block, lost)
    job = pickle.loads(pickle.dumps(Job("key", partition(), {"m": b"model"}, limits=Limits(seconds=2.0))))
    assert (job.key, job.packed, job.limits.seconds, job.resamples.count) == ("key", {"m": b"model"}, 2.0, 5)


def test_a_reply_without_anything_has_done_nothing():
    assert (Reply().results, dict(Reply().outputs), dict(Reply().refused), Reply().unlike) == ((), {}, {}, "")


class Desk:
    """Gives the block that was sent last first, and remembers how many were on their way."""

    def __init__(self):
        self.sent, self.most, self.cancelled = 0, 0, []

    def send(self, block):
        self.sent += 1
        return self.sent

    def arrived(self, waiting):
        self.most = max(self.most, len(waiting))
        yield max(waiting), Reply(worker=str(max(waiting)))

    def cancel(self, waiting):
        self.cancelled += waiting


def blocks(count):
    waiting = [FitBlock((("m", r),)) for r in range(count)]
    return lambda: waiting.pop(0) if waiting else None


def test_all_blocks_come_back_with_few_on_their_way():
    desk = Desk()
    found = list(in_flight(desk, blocks(10), 3))
    assert sorted(block.tasks[0][1] for block, _ in found) == list(range(10))
    assert (desk.most, desk.cancelled) == (3, [])
    assert [int(reply.worker) for _, reply in found][:2] == [3, 4]


def test_a_block_that_is_handed_out_late_is_done_too():
    late = [FitBlock((("m", 0),))]
    given = blocks(1)
    found = []
    for block, _ in in_flight(Desk(), lambda: given() or (late.pop() if found and late else None), 2):
        found.append(block)
    assert len(found) == 2


def test_without_blocks_there_is_nothing():
    assert list(in_flight(Desk(), blocks(0), 3)) == []


def test_what_nobody_waits_for_is_cancelled():
    desk = Desk()
    stream = in_flight(desk, blocks(10), 4)
    next(stream)
    stream.close()
    assert desk.cancelled == [1, 2, 3]


def test_a_listening_address_is_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        reach(f"tcp://127.0.0.1:{server.getsockname()[1]}", "Dask scheduler")


def test_a_closed_port_is_told_at_once():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    start = time.monotonic()
    with pytest.raises(InputError, match=f"no Dask scheduler answers at tcp://127.0.0.1:{port} within 10 s"):
        reach(f"tcp://127.0.0.1:{port}", "Dask scheduler")
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("address", ["ray://", "ray://host", "ray://host:many", "ray://:0", "ray://host:99999"])
def test_an_address_without_a_host_and_a_port_is_refused(address):
    with pytest.raises(InputError, match="is no address of Ray cluster; try a host and a port, such as ray://"):
        reach(address, "Ray cluster")


def test_each_trouble_is_one_sentence():
    assert isinstance(missing("ray"), MissingExtraError)
    assert "try pip install 'foldwise[ray]'" in str(missing("ray"))
    assert "(OSError: refused)" in str(unreachable("tcp://h:1", "Dask scheduler", 2, OSError("refused")))
    told = backend_error("dask", ModuleNotFoundError("No module named 'foldwise'"))
    assert isinstance(told, FitError)
    assert "No module named 'foldwise'); try foldwise, installed for every worker" in str(told)
    assert "no cause given" in str(backend_error("dask", None))
