"""The nearest rows, found exactly."""

from time import sleep

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from foldwise import native
from foldwise.engine import threads
from foldwise.engine.neighbourhoods.search import Search

METRICS = {"euclidean": "euclidean", "manhattan": "cityblock"}


@pytest.fixture(params=[True, False], ids=["compiled", "numpy"])
def _either(request, monkeypatch):
    """Run with the compiled kernel and with its twin."""
    if request.param and not native.COMPILED:
        pytest.fail("the compiled kernels are missing")
    monkeypatch.setattr(native, "COMPILED", request.param)


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
@pytest.mark.parametrize("p", [3, 20])
def test_the_search_is_exact_by_tree_and_by_products(metric, p):
    X = np.random.default_rng(0).normal(size=(5000, p)) + 1000
    rows = np.array([7, 4000, 12])
    found = Search(X, metric).nearest(rows, 6)
    apart = X[rows][:, None, :] - X
    distance = np.abs(apart).sum(axis=2) if metric == "manhattan" else np.sqrt(np.square(apart).sum(axis=2))
    np.testing.assert_array_equal(found.numbers, np.argsort(distance, axis=1)[:, :6])
    np.testing.assert_allclose(found.distances, np.sort(distance, axis=1)[:, :6])


@pytest.mark.usefixtures("_either")
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(1, 70), p=st.integers(1, 6), metric=st.sampled_from(sorted(METRICS)))
def test_the_nearest_rows_of_all_rows(seed, n, p, metric):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) * 10.0 ** rng.integers(-3, 4, p)
    k = int(rng.integers(1, n + 1))
    found = Search(X, metric).all_nearest(k)
    distance = cdist(X, X, METRICS[metric])
    np.testing.assert_array_equal(found.numbers, np.argsort(distance, axis=1, kind="stable")[:, :k])
    np.testing.assert_allclose(found.distances, np.sort(distance, axis=1)[:, :k], rtol=1e-11)


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("p", [2, 16])
def test_neighbours_are_found_among_some_rows_only(metric, p, monkeypatch):
    monkeypatch.setattr("foldwise.engine.neighbourhoods.search.TREE_ROWS", 50)
    rng = np.random.default_rng(0)
    X, among, rows = rng.normal(size=(300, p)), np.sort(rng.permutation(300)[:90]), np.arange(0, 300, 7)
    search = Search(X, metric, among)
    distance = cdist(X[rows], X[among], METRICS[metric])
    for found, k in ((search.nearest(rows, 9), 9), (search.nearest(rows, 90), 90)):
        np.testing.assert_array_equal(found.numbers, among[np.argsort(distance, axis=1)[:, :k]])
        np.testing.assert_allclose(found.distances, np.sort(distance, axis=1)[:, :k], rtol=1e-11)
    np.testing.assert_array_equal(search.all_nearest(9).numbers[rows], search.nearest(rows, 9).numbers)


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("metric", METRICS)
def test_equal_rows_are_at_no_distance(metric):
    X = np.repeat(np.random.default_rng(0).normal(size=(40, 3)), 3, axis=0)
    found = Search(X, metric).all_nearest(4)
    np.testing.assert_array_equal(
        np.sort(found.numbers[:, :3], axis=1) // 3, np.arange(120)[:, None] // 3 + np.zeros(3)
    )
    assert (found.distances[:, :3] == 0).all()
    assert (found.distances[:, 3] > 0).all()


@pytest.mark.parametrize("columns", [2, 30])
def test_what_threads_share_is_made_once(columns, monkeypatch):
    """A tree of every thread held the rows once more for each."""
    made = []

    def slowly(compute):
        def call(search):
            made.append(1)
            sleep(0.02)
            return compute(search)

        return call

    for name in ("_tree", "_centred"):
        monkeypatch.setattr(Search.__dict__[name], "compute", slowly(Search.__dict__[name].compute))
    monkeypatch.setattr(threads, "cores", lambda: 4)
    X = np.random.default_rng(0).normal(size=(6000, columns))
    assert Search(X, "euclidean").nearest(np.arange(6000), 5).numbers.shape == (6000, 5)
    assert len(made) == 1
