"""Addresses at which nobody listens, packages that are missing and workers that cannot work: one sentence each."""

import socket
import time

import pytest

from foldwise.engine.execution.backends.connecting import failed, missing, reach, unreachable
from foldwise.errors import FitError, InputError, MissingExtraError


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
    told = failed("dask", ModuleNotFoundError("No module named 'foldwise'"))
    assert isinstance(told, FitError)
    assert "No module named 'foldwise'); try foldwise, installed for every worker" in str(told)
    assert "no cause given" in str(failed("dask", None))
