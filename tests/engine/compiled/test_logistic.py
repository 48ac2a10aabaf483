"""The compiled logistic regressions of two classes get to where their numpy twin gets."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from foldwise import native
from foldwise.data import Dataset
from foldwise.engine import Settings, run
from foldwise.engine.compiled.logistic import PairFits
from foldwise.engine.driver import predict
from foldwise.engine.families.logistic import Logistic
from foldwise.engine.family import Resampled
from foldwise.engine.pipelines.shared_columns import sums_of
from foldwise.engine.pipelines.steps import Prepared
from foldwise.engine.storage import TrainingSets
from tests.engine.same import KINDS, resamples
from tests.worlds import classes


def exact(**more):
    return LogisticRegression(solver="newton-cholesky", tol=1e-12, max_iter=1000, **more)


def weighted(dataset):
    weights = np.random.default_rng(3).uniform(0, 2, dataset.n)
    weights[:2] = 0
    return Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)


def prepared(dataset, drawn, *steps):
    return Prepared.of(steps, Resampled.of(dataset, drawn))


def without_compiler(monkeypatch):
    monkeypatch.setattr(native, "COMPILED", False)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("more", [{}, {"C": 1e4}, {"class_weight": "balanced"}, {"class_weight": {"class a": 3.0}}])
@pytest.mark.parametrize("rows", [lambda dataset: dataset, weighted], ids=["plain", "weighted"])
def test_the_compiled_searches_end_where_those_of_numpy_do(monkeypatch, more, kind, rows):
    dataset, drawn = rows(classes(n=120, p=9, k=2, spread=0.4)), resamples(kind, 120)
    model, data = make_pipeline(StandardScaler(), exact(**more)), Resampled.of(dataset, drawn)
    assert PairFits.of(exact(), dataset, prepared(dataset, drawn, StandardScaler()), 1.0) is not None
    compiled = predict(Logistic(), [model], data)[0]
    without_compiler(monkeypatch)
    twin = predict(Logistic(), [model], data)[0]
    np.testing.assert_array_equal(compiled.resample, twin.resample)
    np.testing.assert_allclose(compiled.scores, twin.scores, rtol=1e-8, atol=1e-8)


def test_far_rows_do_not_overflow():
    dataset, drawn = classes(n=60, k=2), resamples("parts", 60)
    dataset.X[0] *= 1e6
    scores = predict(Logistic(), [exact(C=1e6)], Resampled.of(dataset, drawn))[0].scores
    assert np.isfinite(scores).all()


def test_the_number_of_threads_does_not_change_a_bit(monkeypatch):
    monkeypatch.setattr("foldwise.engine.threads.WORTH_A_THREAD", 0)
    dataset, drawn = classes(n=300, k=2), resamples("parts", 300)
    model = make_pipeline(StandardScaler(), LogisticRegression())
    one, two = (run(dataset, {"m": model}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("dataset", "model", "steps"),
    [
        (classes(n=60, k=3), exact(), []),
        (classes(n=60, k=2), exact(fit_intercept=False), []),
        (classes(n=60, k=2), exact(), [MinMaxScaler()]),
        (classes(n=60, p=130, k=2), exact(), []),
    ],
    ids=["three classes", "no constant", "another step", "many columns"],
)
def test_what_goes_the_way_of_numpy(dataset, model, steps):
    assert PairFits.of(model, dataset, prepared(dataset, resamples("parts", 60), *steps), 1.0) is None


def test_a_column_that_is_constant_in_a_resample_goes_the_way_of_numpy():
    dataset, drawn = classes(n=60, k=2), resamples("uneven parts", 60)
    dataset.X[:, 0] = np.where(np.arange(60) < 3, np.arange(60), 0.0)
    assert PairFits.of(exact(), dataset, prepared(dataset, drawn, StandardScaler()), 1.0) is None


@pytest.mark.parametrize("kind", KINDS)
def test_training_sums_of_the_shared_columns(monkeypatch, kind):
    dataset, drawn = classes(n=50), resamples(kind, 50)
    table = prepared(dataset, drawn).shared.table
    numbers = np.concatenate([table, table**2, np.ones((50, 1))], axis=1)
    counts = drawn.train_counts(0, drawn.count)
    expected = (counts if counts.dtype.kind == "u" else counts != 0).astype(float) @ numbers
    for _ in ("compiled", "numpy"):
        found = sums_of(prepared(dataset, drawn).shared, TrainingSets(drawn))(0, drawn.count)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
        without_compiler(monkeypatch)


@pytest.mark.parametrize("step", [StandardScaler(), StandardScaler(with_mean=False), StandardScaler(with_std=False)])
def test_multiples_are_the_columns(step):
    dataset, drawn = classes(n=50), resamples("parts", 50)
    both = prepared(dataset, drawn, step)
    columns, multiples = both(0, drawn.count), both.node.multiples(both.block(0, drawn.count))
    np.testing.assert_allclose(multiples.factors, np.diagonal(columns.maps, axis1=1, axis2=2), rtol=1e-12)
    np.testing.assert_allclose(multiples.constants, columns.constants, rtol=1e-12, atol=1e-12)
