"""Names, addresses and clients mean a backend; what means none, or cannot be done there, is one sentence."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import foldwise
from foldwise.engine import Settings
from foldwise.engine.execution import backends
from foldwise.engine.execution.backends import BACKENDS, DEFAULT, backend_name, check_backend, is_remote, opened
from foldwise.engine.execution.backends.catalogue import backend_kind, make_backend
from foldwise.errors import InputError, UnknownNameError
from tests.engine.execution.backends.here import Here

IRIS = foldwise.sample("iris")


class Client:
    """Looks like a client of Dask."""

    __module__ = "distributed.client"

    def submit(self):
        """Do nothing."""


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("processes", "processes"),
        ("threads", "threads"),
        ("dask", "dask"),
        ("dask://10.0.0.5:8786", "dask"),
        ("tcp://10.0.0.5:8786", "dask"),
        ("ray://10.0.0.5:10001", "ray"),
        ("auto", "ray"),
        ("spark", "spark"),
        (Client(), "dask"),
        (Here(), "here"),
    ],
)
def test_a_name_an_address_or_a_client_means_a_backend(given, name):
    assert backend_name(given) == name


def test_the_default_is_not_one_of_the_others():
    assert make_backend(DEFAULT, None, 2) is None
    assert Settings().backend == DEFAULT == next(iter(BACKENDS))
    assert [name for name in BACKENDS if is_remote(name)] == ["loky", "dask", "ray", "spark"]


@pytest.mark.parametrize("name", ["threads", "loky", "spark", "dask://h:1", "ray", "ray://h:1", Client()])
def test_every_other_can_be_made_without_its_package(name):
    made = make_backend(name, {"block_seconds": 3}, 2)
    assert (made.name, made.block_seconds) == (backend_name(name), 3.0)


def test_addresses_and_clients_are_taken_as_they_are():
    assert make_backend("ray://h:1", None, None).address == "ray://h:1"
    assert make_backend("auto", None, None).address == "auto"
    assert make_backend("ray", {"address": "h:6379"}, None).address == "h:6379"
    assert make_backend("dask", None, None).address == ""
    client = Client()
    assert make_backend(client, None, None).client is client


def test_settings_stay_values():
    told = Settings(backend="loky", backend_params={"block_seconds": 1})
    assert told == Settings(backend="loky", backend_params={"block_seconds": 1})
    assert told != replace(told, backend_params={"block_seconds": 2})
    assert len({told, replace(told, seed=0), Settings()}) == 2


def test_what_is_open_stays_open_and_what_was_made_is_closed(monkeypatch):
    mine = Here()
    with opened(mine, None, 1) as backend:
        assert backend is mine
    assert mine.closed == 0
    monkeypatch.setattr("foldwise.engine.execution.backends.catalogue.make_backend", lambda *_: mine)
    with opened("loky", None, 1):
        pass
    assert mine.closed == 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("dusk", "there is no backend called 'dusk'; try 'dask'"),
        ("multiprocessing", "there is no backend called 'multiprocessing'; try 'processes'"),
        ("http://10.0.0.5", "there is no backend called 'http://10.0.0.5'"),
        ("", "there is no backend called ''"),
        (3, "backend is a name, an address or a client of Dask, not 3"),
        (None, "backend is a name, an address or a client of Dask, not None"),
    ],
)
def test_what_means_none_is_refused(given, sentence):
    with pytest.raises(InputError) as error:
        Settings(backend=given)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("name", "params", "sentence"),
    [
        ("dask", {"adress": "x"}, "there is no parameter of backend 'dask' called 'adress'; try 'address'"),
        ("processes", {"block_seconds": 1}, "there is no parameter of backend 'processes' called 'block_seconds'"),
        ("loky", {"block_seconds": 0}, "block_seconds is a number of seconds above 0, not 0"),
        ("ray", {"connect_seconds": "long"}, "connect_seconds is a number of seconds above 0, not 'long'"),
        ("loky", [1], "backend_params is a dictionary, not"),
    ],
)
def test_parameters_that_there_are_not_are_refused(name, params, sentence):
    with pytest.raises(InputError) as error:
        foldwise.assess("lda", IRIS, backend=name, backend_params=params)
    assert sentence in str(error.value)


def test_threads_keep_no_time_limit():
    with pytest.raises(InputError, match="backend 'threads' cannot keep timeout=, since only a process can be ended"):
        Settings(backend="threads", timeout=1)
    check_backend("loky", None, limit="timeout")
    with pytest.raises(InputError, match="backend 'threads' cannot keep memory_limit="):
        Settings(backend="threads", memory_limit="2GB")


def test_a_verb_that_fits_nothing_says_that_it_makes_no_use_of_it():
    with pytest.raises(InputError, match="certify makes no use of backend="):
        foldwise.certify("lda", IRIS, backend="loky")


@pytest.mark.parametrize(("name", "module"), [("dask", "distributed"), ("ray", "ray"), ("spark", "joblibspark")])
def test_a_package_that_is_missing_is_named_by_its_extra(name, module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=f"backend '{name}' needs an optional package; try pip install 'foldwise"):
        foldwise.assess("lda", IRIS, engine="generic", backend=name)


def test_nothing_of_a_cluster_is_loaded_without_one():
    heavy = re.compile("^(from|import) (distributed|dask|ray|pyspark|joblibspark|joblib)", re.MULTILINE)
    room = Path(backends.__file__).parent
    assert [path.name for path in room.glob("*.py") if heavy.search(path.read_text(encoding="utf-8"))] == []


def test_an_unknown_name_is_an_unknown_name():
    with pytest.raises(UnknownNameError):
        backend_kind("desk")
