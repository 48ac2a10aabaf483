"""Workers of a cluster give what one process gives, to the last bit, also where one of them is lost."""

import os
import signal
from functools import partial
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.scoring import parts
from foldwise.scoring.workers import InProcess, open_workers
from tests.scoring.test_ranges import MEASURES, bits, scored

rng = np.random.default_rng(8)


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as found,
    ):
        yield found


@pytest.fixture(autouse=True)
def _small_blocks():
    """Let every file be a task of its own, as a large one would be."""
    with patch.object(parts, "ROWS_PER_TASK", 1):
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("rows")
    truth = rng.integers(0, 2, 1000)
    scores = np.round(1 / (1 + np.exp(-(rng.normal(size=1000) + truth))), 3)
    frame = pd.DataFrame({"y": truth, "p": scores, "q": scores[::-1], "site": rng.choice(["x", "z"], 1000)})
    for number, rows in enumerate(np.array_split(np.arange(1000), 5)):
        frame.iloc[rows].to_parquet(path / f"part-{number}.parquet")
    return path


def test_a_tree_merges_neighbours_whatever_runs_it(client):
    def join(a, b):
        return f"({a}{b})"

    for count in (1, 2, 3, 6, 7):
        items = list(range(count))
        there = open_workers(client)
        assert there.reduce(str, items, join) == InProcess().reduce(str, items, join)
        assert list(there.map(str, items)) == [str(one) for one in items]


def test_a_dask_cluster_gives_the_bits_of_one_process(client, folder):
    for more in ({}, {"segments": "site"}):
        expected = scored(folder, budget=64, most=100, **more)
        assert bits(scored(folder, budget=64, most=100, backend=client, **more)) == bits(expected)


@pytest.mark.filterwarnings("ignore:Running on a single-machine scheduler")  # Dask before 2025
def test_a_dask_frame_is_read_by_the_workers(client, folder):
    dd = pytest.importorskip("dask.dataframe")
    frame = dd.from_pandas(pd.read_parquet(folder), npartitions=3)
    assert bits(scored(frame, backend=client)) == bits(scored(folder))


def test_pairs_of_systems_are_compared_on_the_workers(client, folder):
    given = {"scores": {"a": "p", "b": "q"}, "data": folder, "measures": "error,auc"}
    here, there = foldwise.score("y", stream=True, **given), foldwise.score("y", backend=client, **given)
    pd.testing.assert_frame_equal(here.pairs(), there.pairs(), check_exact=True)


def test_what_is_wrong_with_the_rows_is_told_as_in_one_process(client, folder):
    with pytest.raises(InputError, match="truth holds the label '1', which is not one of the classes 0, 2"):
        foldwise.score("y", scores="p", data=folder, classes=["0", "2"], backend=client)


def once(marker, item):
    """Kill the worker at the first call."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return item


@pytest.mark.slow
def test_a_worker_that_dies_costs_its_part(tmp_path, folder):
    there = open_workers("dask", {"n_workers": 2})
    try:
        assert list(there.map(partial(once, str(tmp_path / "killed")), [1, 2, 3])) == [1, 2, 3]
    finally:
        there.close()
    assert (tmp_path / "killed").exists()
    given = {"scores": "p", "data": folder, "measures": MEASURES}
    alone = foldwise.score("y", stream=True, **given)
    assert bits(foldwise.score("y", backend="dask", backend_params={"n_workers": 2}, **given)) == bits(alone)


@pytest.mark.slow
def test_ray_gives_the_bits_of_one_process(folder):
    pytest.importorskip("ray")
    given = {"scores": "p", "data": folder, "measures": MEASURES}
    alone = foldwise.score("y", stream=True, **given)
    assert bits(foldwise.score("y", backend="ray", **given)) == bits(alone)
    with pytest.raises(InputError, match="truth holds the label '1'"):
        foldwise.score("y", classes=["0", "2"], backend="ray", **given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"backend": "spork"}, "there is no backend called 'spork'; try 'spark'"),
        ({"backend": "loky"}, "score runs on threads, dask, ray, and not on 'loky'; try backend='dask'"),
        ({"backend": 3}, "backend is a name, an address or a client of Dask, not 3"),
        ({"backend": "dask://127.0.0.1:1"}, "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ({"backend": "dask", "backend_params": {"wings": 2}}, "there is no parameter of backend 'dask' called 'wings'"),
        ({"backend": "dask", "backend_params": {"block_seconds": 2}}, "block_seconds is about fits"),
        ({"backend_params": {"n_workers": 2}}, "there is no parameter of backend 'threads' called 'n_workers'"),
        (
            {"backend": "dask://127.0.0.1:1", "backend_params": {"n_workers": 2}},
            "n_workers says how to start a Dask cluster, and one that runs was given",
        ),
        ({"backend": "threads", "stream": False}, "backend= reads the rows in pieces, and stream=False keeps"),
    ],
)
def test_bad_requests_get_one_clear_sentence(folder, given, message):
    with pytest.raises(InputError) as caught:
        foldwise.score("y", scores="p", data=folder, **given)
    assert str(caught.value).startswith(message)
