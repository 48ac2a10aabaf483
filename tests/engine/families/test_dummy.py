"""The baseline kernel answers exactly as scikit-learn does, on every kind of resample."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.plans import CountMatrix, Partition, RowLists
from tests.worlds import classes, partition, values

rng = np.random.default_rng(8)


def resamples(kind, n):
    if kind == "partition":
        return partition(n=n, k=4, repeats=2)
    if kind == "loo":
        return Partition(np.arange(n)[None, :], n, plan="loo")
    if kind == "counts":
        counts = np.stack([np.bincount(rng.integers(0, n, n), minlength=n) for _ in range(4)])
        return CountMatrix(counts.astype(np.uint8), plan="bootstrap(4)")
    if kind == "weights":
        return CountMatrix(rng.dirichlet(np.ones(n), 3) * n, plan="bootstrap(3, scheme=bayesian)", test_all=True)
    order = rng.permutation(n)
    return RowLists((np.sort(order[: n // 2]),), (np.sort(order[n // 2 :]),), n, plan="holdout(1/2)")


def same(model, dataset, drawn):
    fast, slow = (
        run(dataset, {"m": model}, drawn, Settings(engine=engine, train=True)).of("m") for engine in ("auto", "generic")
    )
    assert (fast.engine, slow.engine) == ("dummy", "generic")
    np.testing.assert_array_equal(fast.row, slow.row)
    if dataset.is_classification:
        np.testing.assert_array_equal(fast.output, slow.output)
        np.testing.assert_allclose(fast.scores, slow.scores, rtol=1e-12, atol=1e-15)
    else:
        np.testing.assert_allclose(fast.output, slow.output, rtol=1e-12, atol=1e-12)


KINDS = ["partition", "loo", "counts", "weights", "lists"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("strategy", ["prior", "most_frequent"])
def test_classes(kind, strategy):
    same(DummyClassifier(strategy=strategy), classes(n=41), resamples(kind, 41))


@pytest.mark.parametrize("kind", KINDS)
def test_values(kind):
    same(DummyRegressor(), values(n=37), resamples(kind, 37))


@given(st.lists(st.integers(0, 3), min_size=8, max_size=30).filter(lambda codes: len(set(codes)) > 1))
def test_any_classes_with_weights(codes):
    target = np.array(codes)
    dataset = Dataset(
        X=np.zeros((target.size, 1)), target=target, task=Task.CLASSIFICATION, weights=np.arange(1.0, target.size + 1)
    )
    same(DummyClassifier(), dataset, partition(n=target.size, k=3))


def test_leave_one_out_of_the_majority_on_balanced_classes_is_always_wrong():
    """METHODS L.1: 0 % accuracy."""
    dataset = Dataset(X=np.zeros((150, 1)), target=np.repeat([0, 1, 2], 50), task=Task.CLASSIFICATION)
    table = run(dataset, {"m": DummyClassifier()}, resamples("loo", 150), Settings()).of("m")
    assert not np.any(table.output == dataset.codes[table.row])


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (DummyClassifier(strategy="uniform"), "strategy='uniform' is not a sum over the training rows"),
        (DummyRegressor(), "DummyRegressor does not fit a classification target"),
    ],
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, classes(), partition(n=90, k=3))
    assert (route.name, route.reason) == ("generic", reason)


def test_an_empty_training_set_goes_the_generic_way():
    empty = RowLists((np.zeros(0, dtype=int),), (np.arange(90),), 90, plan="predefined")
    assert choose(DummyClassifier(), classes(), empty).reason == "a training set is empty"


def test_a_subclass_may_override_anything():
    class Mine(DummyClassifier):
        pass

    assert choose(Mine(), classes(), partition(n=90, k=3)).reason == "no batched kernel for Mine"


def test_an_assessment_of_many_rows_does_not_repeat_the_scores_of_the_baseline():
    X = rng.normal(size=(26_000, 2))
    found = foldwise.assess(GaussianNB(), X, X[:, 0] > rng.normal(size=26_000), plan="kfold(2, repeats=10)")
    baseline = found.predictions.of("baseline")
    assert baseline.engine == "dummy"
    assert (baseline.shared is not None) == native.COMPILED
