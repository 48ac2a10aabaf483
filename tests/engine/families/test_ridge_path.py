"""All penalties at once give what each of them gives alone."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from foldwise.data import Dataset
from foldwise.engine.driver import predict
from foldwise.engine.families.least_squares import LeastSquares
from foldwise.engine.family import Resampled
from tests.engine.same import KINDS, generic, resamples
from tests.worlds import classes, values

ALPHAS = [100.0, 1.0, 0.01]
MANY = [float(alpha) for alpha in np.geomspace(0.01, 1000, 12)]


def weighted(dataset):
    return Dataset(
        X=dataset.X, target=dataset.target, task=dataset.task, weights=np.random.default_rng(0).uniform(0, 2, dataset.n)
    )


def ridge_path(model, dataset, drawn, alphas, *, train=False):
    """Fit the model with all penalties together."""
    name = "ridge__alpha" if hasattr(model, "steps") else "alpha"
    models = [clone(model).set_params(**{name: alpha}) for alpha in alphas]
    return predict(LeastSquares(), models, Resampled.of(dataset, drawn, train=train))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("alphas", [ALPHAS, MANY], ids=["few", "many"])
@pytest.mark.parametrize(
    ("model", "dataset"),
    [
        (Ridge(), values(n=41)),
        (Ridge(fit_intercept=False), weighted(values(n=41))),
        (RidgeClassifier(), classes(n=41)),
        (RidgeClassifier(class_weight="balanced"), weighted(classes(n=41))),
        (make_pipeline(PolynomialFeatures(2), Ridge()), values(n=41)),
    ],
    ids=["values", "weighted values", "classes", "weighted classes", "polynomials"],
)
def test_each_penalty_as_alone(kind, alphas, model, dataset):
    drawn = resamples(kind, 41)
    train = alphas is MANY
    path = ridge_path(model, dataset, drawn, alphas, train=train)
    for alpha, mine in list(zip(alphas, path, strict=True))[::8]:
        alone = model.set_params(**{"ridge__alpha" if hasattr(model, "steps") else "alpha": alpha})
        numbers, theirs = generic(alone, dataset, drawn, train=train)
        mine = mine.where(np.isin(mine.resample, numbers))
        np.testing.assert_array_equal(mine.row, theirs.row)
        np.testing.assert_allclose(mine.output, theirs.output, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("kind", ["parts", "loo", "counts"])
def test_columns_in_very_different_units(kind):
    dataset, drawn = values(n=41), resamples(kind, 41)
    far = Dataset(X=dataset.X * 10.0 ** np.array([-3, 0, 3]), target=dataset.target, task=dataset.task)
    for alpha, mine in zip(MANY, ridge_path(Ridge(), far, drawn, MANY), strict=True):
        numbers, theirs = generic(Ridge(alpha), far, drawn)
        np.testing.assert_allclose(mine.output[np.isin(mine.resample, numbers)], theirs.output, rtol=1e-8, atol=1e-9)
