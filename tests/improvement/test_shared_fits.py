"""Base models fitted once for all blends."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB

from foldwise.engine import Settings
from foldwise.improvement import nested_fits
from foldwise.improvement.shared_fits import fold_pairs_fit
from foldwise.plans import as_plan, draw
from tests.improvement.cases import rows, values

QUIET = Settings(progress=None, jobs=1)


def drawn(plan, dataset):
    return draw(as_plan(plan), dataset, 0)


def test_a_fit_without_two_parts_serves_both_training_sets():
    """Every inner prediction is held against a fit of scikit-learn without the two parts."""
    dataset = rows()
    parts = drawn("kfold(4, repeats=2)", dataset)
    found = nested_fits(dataset, {"nb": GaussianNB()}, parts, QUIET)
    assert found.fits == 2 * (4 + 6)
    assert [one.resample for one in found.folds] == list(range(8))
    for fold in found.folds:
        repeat, part = divmod(fold.resample, 4)
        own = parts.parts[repeat]
        whole = GaussianNB().fit(dataset.X[own != part], dataset.target[own != part])
        assert np.allclose(fold.columns[0], whole.predict_proba(dataset.X[fold.rows]))
        for other in set(range(4)) - {part}:
            kept, tested = (own != part) & (own != other), own[fold.inside] == other
            model = GaussianNB().fit(dataset.X[kept], dataset.target[kept])
            assert np.allclose(fold.inner[0][tested], model.predict_proba(dataset.X[fold.inside[tested]]))


@pytest.mark.parametrize("plan", ["holdout(1/3)", "kfold(2)", "bootstrap(3)"])
def test_other_plans_cut_every_training_set(plan):
    """No row is predicted by a model that has seen it, not even as a copy in a bootstrap sample."""
    dataset = values()
    resamples = drawn(plan, dataset)
    assert not fold_pairs_fit(resamples)
    found = nested_fits(dataset, {"ridge": Ridge()}, resamples, QUIET)
    for fold in found.folds:
        train = resamples.train_rows(fold.resample)
        assert set(fold.inside) == set(train)
        assert np.unique(fold.inside).size == fold.inside.size
        whole = Ridge().fit(dataset.X[train], dataset.target[train])
        assert np.allclose(fold.columns[0], whole.predict(dataset.X[fold.rows]))
        assert not np.allclose(fold.inner[0], whole.predict(dataset.X[fold.inside]))


def test_groups_stay_together_and_time_runs_forward():
    grouped = rows(groups=np.repeat(np.arange(12), 5))
    parts = drawn("group-kfold(4)", grouped)
    for fold in nested_fits(grouped, {"nb": GaussianNB()}, parts, QUIET).folds:
        assert not set(grouped.groups[fold.inside]) & set(grouped.groups[fold.rows])
    ordered = rows(order=np.arange(60))
    for fold in nested_fits(ordered, {"nb": GaussianNB()}, drawn("forward(3)", ordered), QUIET).folds:
        assert fold.inside.max() < fold.rows.min()


class Failing(GaussianNB):
    """Fails where the first row is not among the training rows."""

    def fit(self, X, y, sample_weight=None):
        if not (X == FIRST).all(axis=1).any():
            raise ValueError("the first row is gone")
        return super().fit(X, y, sample_weight)


FIRST = rows().X[0]


@pytest.mark.parametrize("plan", ["kfold(3, repeats=2)", "kfold(2)"])
def test_a_base_model_that_fails_is_left_out_of_all_folds(plan):
    dataset = rows()
    recorded = Settings(progress=None, jobs=1, on_failure="record")
    models = {"bad": Failing(), "good": LogisticRegression()}
    found = nested_fits(dataset, models, drawn(plan, dataset), recorded)
    assert found.names == ("good",)
    assert "the first row is gone" in found.failed["bad"]
    assert all(len(one.columns) == len(one.inner) == 1 for one in found.folds)


def test_some_base_models_can_be_looked_at_alone():
    dataset = rows()
    found = nested_fits(dataset, {"nb": GaussianNB(), "l": LogisticRegression()}, drawn("kfold(3)", dataset), QUIET)
    alone = found.only(["l"])
    assert alone.names == ("l",)
    assert alone.folds[0].inner[0] is found.folds[0].inner[1]
