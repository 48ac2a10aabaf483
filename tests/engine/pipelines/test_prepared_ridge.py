"""Linear models after preprocessing answer exactly as scikit-learn does."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from foldwise.data import Dataset
from foldwise.engine import choose
from tests.engine.pipelines.test_steps import blocks, dataset_of, mixed
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label, values


def uneven(dataset, weighted=False):
    X = dataset.X * 10.0 ** np.arange(dataset.p) + 3
    weights = np.random.default_rng(1).uniform(0, 2, dataset.n) if weighted else None
    return Dataset(X=X, target=dataset.target, task=dataset.task, weights=weights)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scaler", [StandardScaler(), MinMaxScaler()], ids=label)
@pytest.mark.parametrize("model", [Ridge(), Ridge(0.1, fit_intercept=False), LinearRegression()], ids=label)
def test_values(model, scaler, kind):
    dataset = uneven(values(n=61))
    assert same(make_pipeline(scaler, model), dataset, resamples(kind, 61), "least-squares") == "least-squares"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 3])
def test_classes(k, kind):
    model = make_pipeline(StandardScaler(), RidgeClassifier())
    assert same(model, uneven(classes(n=61, k=k)), resamples(kind, 61), "least-squares") == "least-squares"


@pytest.mark.parametrize("kind", ["parts", "loo", "counts", "weights"])
def test_weighted_rows_are_scaled_without_their_weights(kind):
    same(
        make_pipeline(StandardScaler(), Ridge()),
        uneven(values(n=61), weighted=True),
        resamples(kind, 61),
        "least-squares",
    )


@pytest.mark.filterwarnings("ignore:Found unknown categories:UserWarning")
@pytest.mark.parametrize("kind", ["parts", "counts", "weights", "lists"])
def test_mixed_columns(kind):
    model = make_pipeline(blocks(), RidgeClassifier())
    assert "least-squares" in same(model, dataset_of(mixed()), resamples(kind, 61), "least-squares")


def test_training_rows_are_predicted_too():
    same(make_pipeline(StandardScaler(), Ridge()), values(n=61), resamples("parts", 61), "least-squares", train=True)


@pytest.mark.parametrize("kind", ["parts", "loo", "counts"])
@pytest.mark.parametrize("model", [Ridge(), LinearRegression()], ids=str)
def test_a_far_row_does_not_cost_the_digits_of_the_others(model, kind):
    dataset = values(n=61, p=5)
    X = dataset.X.copy()
    X[4, 0] = 1e5
    far = Dataset(X, X.sum(axis=1) + dataset.target, dataset.task)
    assert "least-squares" in same(make_pipeline(StandardScaler(), model), far, resamples(kind, 61), "least-squares")


def test_collinear_columns_are_left_to_scikit_learn():
    dataset = values(n=61)
    twice = Dataset(np.column_stack([dataset.X, dataset.X[:, 0]]), dataset.target, dataset.task)
    assert same(
        make_pipeline(StandardScaler(), LinearRegression()), twice, resamples("parts", 61), "least-squares"
    ) == ("generic")


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (Ridge(solver="sag"), "stops before the exact solution"),
        (Ridge(positive=True), "positive=True has no closed form"),
        (Ridge(np.ones(1)), "alpha is not a single number"),
    ],
    ids=label,
)
def test_what_is_refused(model, reason):
    route = choose(make_pipeline(StandardScaler(), model), values(), resamples("parts", 80))
    assert reason in route.reason
