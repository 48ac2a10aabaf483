"""The compiled ridge fits say what their numpy twin says, whichever way their products are summed."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge, RidgeClassifier

from foldwise import native
from foldwise.data import Dataset
from foldwise.engine import Settings, run
from foldwise.engine.compiled import ridge
from foldwise.engine.driver import predict
from foldwise.engine.families.least_squares import LeastSquares, training_classes
from foldwise.engine.family import Resampled
from foldwise.engine.linalg.design import Design, Problem, centre_of, scale_of
from foldwise.engine.linalg.least_squares import fitted_values
from foldwise.engine.linalg.solvers import Penalty
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import TrainingSets
from foldwise.plans import Partition
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, values

LARGE_TESTS = [kind for kind in KINDS if kind not in ("loo", "pairs of rows", "many parts")]


def weighted(dataset):
    weights = np.random.default_rng(3).uniform(0, 2, dataset.n)
    return Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)


def both(monkeypatch, model, dataset, drawn, *, train=False):
    """What the compiled kernel and its twin say."""
    data = Resampled.of(dataset, drawn, train=train)
    compiled = predict(LeastSquares(), [model], data)[0]
    with monkeypatch.context() as patch:
        patch.setattr(native, "COMPILED", False)
        return compiled, predict(LeastSquares(), [model], data)[0]


@pytest.mark.parametrize("train", [False, True], ids=["tested", "all"])
@pytest.mark.parametrize("kind", LARGE_TESTS)
@pytest.mark.parametrize(
    ("model", "dataset"),
    [
        (Ridge(), values(n=90)),
        (Ridge(fit_intercept=False), weighted(values(n=90))),
        (RidgeClassifier(), weighted(classes(n=90, k=2))),
        (RidgeClassifier(class_weight="balanced"), classes(n=90, k=3)),
    ],
    ids=["values", "no intercept", "classes", "balanced"],
)
def test_the_compiled_fits_are_those_of_numpy(monkeypatch, model, dataset, kind, train):
    compiled, twin = both(monkeypatch, model, dataset, resamples(kind, 90), train=train)
    np.testing.assert_array_equal(compiled.row, twin.row)
    np.testing.assert_allclose(compiled.output, twin.output, rtol=1e-9, atol=1e-9)
    if twin.scores is not None:
        np.testing.assert_allclose(compiled.scores, twin.scores, rtol=1e-9, atol=1e-9)


def problem_of(dataset, penalty=1.0, weights=None):
    X, Y = dataset.X, dataset.truth[:, None] * [1.0, -2.0]
    centre = centre_of(X)
    return Problem(
        Design(X, Y, centre, scale_of(X, centre, penalty), Y.mean(axis=0), intercept=True, weights=weights),
        Penalty((penalty,)),
    )


@pytest.mark.parametrize("weights", [None, np.random.default_rng(0).uniform(0, 2, 5000)], ids=["plain", "weighted"])
def test_parts_of_many_rows_are_summed_a_block_at_a_time(monkeypatch, weights):
    drawn = resamples("parts", 5000)
    problem, test = problem_of(values(n=5000, p=9), weights=weights), TestRows.of(drawn)
    expected, _ = fitted_values(problem, TrainingSets(drawn), test)
    monkeypatch.setattr(ridge, "IN_CACHE", 0)
    found = np.full_like(expected, np.nan)
    assert ridge.fit_ridge(problem, TrainingSets(drawn), test, found).all()
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


def test_parts_of_many_rows_are_predicted_as_the_generic_path_does(monkeypatch):
    monkeypatch.setattr(ridge, "IN_CACHE", 0)
    same(RidgeClassifier(), classes(n=900, k=2), resamples("parts", 900), "least-squares")


def test_other_rows_than_the_tested_ones_are_not_predicted_by_parts(monkeypatch):
    monkeypatch.setattr(ridge, "IN_CACHE", 0)
    drawn = resamples("parts", 90)
    problem, test = problem_of(values(n=90)), TestRows.of(drawn, train=True)
    assert ridge.fit_ridge(problem, TrainingSets(drawn), test, np.empty((test.size, 2))) is None
    same(Ridge(), values(n=90), drawn, "least-squares", train=True)


@pytest.mark.parametrize("kind", ["parts", "pairs of parts", "counts", "weights"])
def test_many_resamples_are_fitted_a_block_at_a_time(monkeypatch, kind):
    monkeypatch.setattr(ridge, "FITS_HELD", 40)
    same(RidgeClassifier(), classes(n=90), resamples(kind, 90), "least-squares", train=True)


def test_the_number_of_threads_does_not_change_a_bit(monkeypatch):
    monkeypatch.setattr("foldwise.engine.threads.WORTH_A_THREAD", 0)
    dataset, drawn = classes(n=5000, k=2), resamples("parts", 5000)
    for near in (ridge.IN_CACHE, 0):
        monkeypatch.setattr(ridge, "IN_CACHE", near)
        one, two = (
            run(dataset, {"m": RidgeClassifier()}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2)
        )
        np.testing.assert_array_equal(one, two)


def test_a_subtraction_that_leaves_too_few_digits_is_not_safe():
    dataset = values(n=60)
    dataset.X[:10, 0] *= 1e6  # all of the spread is in the first part
    drawn = Partition(np.arange(60)[None] // 10, 6)
    test = TestRows.of(drawn)
    safe = fitted_values(problem_of(dataset, 1e-9), TrainingSets(drawn), test)[1]
    np.testing.assert_array_equal(safe, np.arange(6) > 0)


def test_collinear_columns_without_a_penalty_are_not_safe():
    dataset = values(n=60)
    dataset.X[:, 1] = dataset.X[:, 0] + dataset.X[:, 2]
    drawn = resamples("parts", 60)
    assert not fitted_values(problem_of(dataset, 0.0), TrainingSets(drawn), TestRows.of(drawn))[1].any()


@pytest.mark.parametrize("n", [1, 2, 99, 100, 201, 350])
def test_medians_and_squares_without_a_compiler(monkeypatch, n):
    X = np.random.default_rng(n).normal([0, 5, -7], size=(n, 3))
    centre = centre_of(X)
    scale = scale_of(X, centre, 0.5)
    monkeypatch.setattr(native, "COMPILED", False)
    np.testing.assert_array_equal(centre, centre_of(X))
    np.testing.assert_allclose(scale, scale_of(X, centre, 0.5), rtol=1e-14)


@pytest.mark.parametrize("k", [2, 16, 20])
def test_classes_of_a_bootstrap_are_counted_as_often_as_they_are_drawn(k):
    dataset, drawn = classes(n=90, k=k), resamples("counts", 90)
    seen, _ = training_classes(Resampled.of(dataset, drawn))
    np.testing.assert_array_equal(seen, drawn.train_counts(0, drawn.count).astype(float) @ np.eye(k)[dataset.codes])
