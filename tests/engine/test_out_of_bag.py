"""Out-of-bag predictions are scikit-learn's own."""

import numpy as np
import pytest
from sklearn.ensemble import (
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise import native
from foldwise.engine import out_of_bag
from foldwise.errors import InputError
from tests.worlds import classes, label, values


def sklearns(model, dataset, weights=None):
    """What scikit-learn stores when it fits with `oob_score`; rows without a vote are NaN."""
    with np.errstate(invalid="ignore"):
        fitted = model.set_params(oob_score=True).fit(dataset.X, dataset.target, sample_weight=weights)
    found = fitted.oob_decision_function_ if dataset.is_classification else fitted.oob_prediction_
    return np.where((found == 0).all(axis=1)[:, None] if found.ndim == 2 else found == 0, np.nan, found)


@pytest.mark.parametrize(
    "model",
    [
        RandomForestClassifier(30, random_state=1),
        RandomForestClassifier(30, random_state=1, class_weight="balanced_subsample", max_depth=3),
        ExtraTreesClassifier(30, bootstrap=True, max_samples=0.7, random_state=3),
        BaggingClassifier(n_estimators=30, random_state=1),
        BaggingClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=25, max_features=0.5, random_state=2),
    ],
    ids=label,
)
def test_votes_of_classifiers(model):
    dataset = classes(n=80, spread=0.5)
    np.testing.assert_allclose(out_of_bag(model, dataset.X, dataset.target), sklearns(model, dataset), atol=1e-12)


@pytest.mark.parametrize(
    "model", [RandomForestRegressor(25, random_state=0), BaggingRegressor(n_estimators=25, random_state=0)], ids=label
)
def test_means_of_regressors(model):
    dataset = values(n=80)
    np.testing.assert_allclose(out_of_bag(model, dataset.X, dataset.target), sklearns(model, dataset), rtol=1e-10)


def test_weights_are_chances_to_be_drawn():
    dataset, weights = classes(n=80, spread=0.5), np.random.default_rng(0).gamma(2.0, size=80)
    model = RandomForestClassifier(30, random_state=1)
    found = out_of_bag(model, dataset.X, dataset.target, weights=weights)
    np.testing.assert_allclose(found, sklearns(model, dataset, weights), atol=1e-12)


@pytest.mark.filterwarnings("ignore:Some inputs do not have OOB scores", "ignore:invalid value")
@pytest.mark.parametrize("kind", [RandomForestClassifier, BaggingClassifier])
def test_rows_that_every_tree_has_drawn_are_unknown(kind):
    dataset, model = classes(n=40), kind(n_estimators=2, random_state=0)
    found = out_of_bag(model, dataset.X, dataset.target)
    np.testing.assert_allclose(found, sklearns(model, dataset), atol=1e-12)
    assert 0 < np.isnan(found[:, 0]).sum() < 40


def test_an_open_seed_is_given(monkeypatch):
    dataset, model = classes(n=60), RandomForestClassifier(20)
    found = out_of_bag(model, dataset.X, dataset.target, seed=7)
    np.testing.assert_array_equal(found, out_of_bag(model, dataset.X, dataset.target, seed=7))
    assert (found != out_of_bag(model, dataset.X, dataset.target, seed=8)).any()
    monkeypatch.setattr(native, "COMPILED", False)
    np.testing.assert_allclose(out_of_bag(model, dataset.X, dataset.target, seed=7), found, atol=1e-12)


def test_other_estimators_in_bags_are_left_to_scikit_learn():
    dataset = classes(n=60)
    model = BaggingClassifier(KNeighborsClassifier(3), n_estimators=20, random_state=0)
    np.testing.assert_allclose(out_of_bag(model, dataset.X, dataset.target), sklearns(model, dataset), atol=1e-12)


@pytest.mark.parametrize(
    "model", [DecisionTreeClassifier(), ExtraTreesClassifier(), BaggingClassifier(bootstrap=False)], ids=label
)
def test_without_draws_nothing_is_out_of_the_bag(model):
    dataset = classes(n=30)
    with pytest.raises(InputError, match="need a forest or bagging with bootstrap=True"):
        out_of_bag(model, dataset.X, dataset.target)
