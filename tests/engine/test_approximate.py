"""Approximate leave-one-out is near the exact one, and says so when it cannot be."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, approximate_loo, run
from foldwise.errors import FitError, InputError
from foldwise.plans import Partition
from tests.releases import exact_logistic
from tests.worlds import classes, label


def exact_loo(model, dataset):
    """Probabilities of every row without it, in the order of the rows."""
    drawn = Partition(np.arange(dataset.n)[None], dataset.n, plan="loo")
    return run(dataset, {"m": model}, drawn, Settings()).of("m").scores


def exact(**more):
    return exact_logistic(3, tol=1e-10, **more)


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("parameters", [{}, {"class_weight": "balanced"}, {"fit_intercept": False}], ids=label)
def test_it_is_near_leave_one_out_and_nearer_than_the_fit_to_all_rows(parameters, k):
    dataset = classes(n=120, k=k, spread=0.5)
    model = exact(**parameters)
    truth = exact_loo(model, dataset)
    found = approximate_loo(model, dataset)
    apparent = model.fit(dataset.X, dataset.target).predict_proba(dataset.X)
    assert np.abs(found - truth).max() < 0.15 * np.abs(apparent - truth).max()
    np.testing.assert_allclose(found.sum(axis=1), 1.0)


def test_a_pipeline_keeps_its_preprocessing():
    X, y = load_breast_cancer(return_X_y=True)
    dataset = Dataset(X, y, Task.CLASSIFICATION)
    model = make_pipeline(StandardScaler(), exact())
    truth = exact_loo(model, dataset)
    apparent = model.fit(X, y).predict_proba(X)
    apart = np.abs(approximate_loo(model, dataset) - truth)
    assert apart.max() < 0.2 * np.abs(apparent - truth).max()
    assert apart.mean() < 0.05 * np.abs(apparent - truth).mean()


def test_rows_of_no_weight_stay_as_they_are():
    whole = classes(n=60, k=2, spread=0.5)
    weights = np.ones(60)
    weights[0] = 0
    dataset = Dataset(whole.X, whole.target, whole.task, weights=weights)
    model = exact()
    fitted = model.fit(whole.X, whole.target, sample_weight=weights).predict_proba(whole.X)
    np.testing.assert_allclose(approximate_loo(exact(), dataset)[0], fitted[0], rtol=1e-8)


def test_other_models_are_refused_with_the_way_out():
    with pytest.raises(InputError, match=r"needs a smooth logistic regression.*plan='loo'"):
        approximate_loo(Ridge(), classes())
    with pytest.raises(InputError, match="only an L2 penalty"):
        approximate_loo(LogisticRegression(l1_ratio=1, solver="saga"), classes())


def test_separable_classes_without_penalty_have_no_optimum():
    X = np.linspace(-1, 1, 20)[:, None]
    with pytest.raises(FitError, match="no optimum"):
        approximate_loo(exact(C=np.inf), Dataset(X, (X[:, 0] > 0).astype(int), Task.CLASSIFICATION))
