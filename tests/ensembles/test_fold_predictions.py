"""Out-of-fold predictions, against scikit-learn's, with groups and time."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import PredefinedSplit, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import out_of_fold
from foldwise.ensembles.fold_predictions import inner_plan, member_columns
from foldwise.errors import FitError, InputError, PlanError
from tests.ensembles.data import classes

X, Y = classes(classes=3)
LABELS = np.arange(3)


def test_predictions_are_those_of_cross_val_predict():
    folds = StratifiedKFold(4, shuffle=True, random_state=0)
    models = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis(), "tree": DecisionTreeClassifier(random_state=0)}
    found = out_of_fold(models, X, Y, classes=LABELS, plan=folds)
    for model, columns in zip(models.values(), found.columns, strict=True):
        theirs = cross_val_predict(model, X, Y, cv=folds, method="predict_proba")
        np.testing.assert_allclose(columns, theirs, atol=1e-6)


def test_a_batched_model_is_not_fitted_fold_by_fold():
    found = out_of_fold({"nb": GaussianNB()}, X, Y, classes=LABELS)
    assert found.predictions.outputs["nb"].engine == "gaussian-nb"


def test_no_group_is_cut_apart():
    groups = np.arange(120) // 4
    found = out_of_fold({"nb": GaussianNB()}, X, Y, classes=LABELS, groups=groups)
    outputs = found.predictions.outputs["nb"]
    part = np.empty(120, dtype=int)
    part[outputs.row] = outputs.resample
    assert all(len(set(part[groups == group])) == 1 for group in range(30))
    with pytest.raises(PlanError, match="rows of the same group"):
        out_of_fold({"nb": GaussianNB()}, X, Y, classes=LABELS, groups=groups, plan="kfold(5)")


def test_the_first_rows_in_time_have_no_prediction():
    found = out_of_fold({"nb": GaussianNB()}, X, Y, classes=LABELS, order=np.arange(120))
    assert found.rows.min() > 0
    assert found.rows.max() == 119


def test_repeats_are_averaged():
    found = out_of_fold(
        {"tree": DecisionTreeClassifier(random_state=0)}, X, Y, classes=LABELS, plan="kfold(3, repeats=4)"
    )
    assert set(np.unique(found.columns[0] * 4)) <= {0, 1, 2, 3, 4}
    np.testing.assert_allclose(found.columns[0].sum(axis=1), 1)


@pytest.mark.parametrize("kind", ["classes", "probabilities", "scores"])
@pytest.mark.parametrize("model", [RidgeClassifier(), GaussianNB()], ids=["ridge", "nb"])
def test_new_rows_get_columns_of_the_same_form(kind, model):
    """One held-out part: the model of the rest predicts it as `member_columns` does."""
    part = np.where(np.arange(120) < 30, 0, -1)
    found = out_of_fold({"a": model}, X, Y, classes=LABELS, plan=PredefinedSplit(part), kind=kind)
    fitted = model.fit(X[30:], Y[30:])
    np.testing.assert_allclose(found.columns[0], member_columns(fitted, X[:30], LABELS, kind), atol=1e-6)


def test_the_plan_suits_the_rows():
    assert inner_plan(None, 5, None, None) == "kfold(2)"
    assert inner_plan(None, 100, None, np.arange(100)) == "forward(5)"
    assert inner_plan("loo", 100, None, None) == "loo"


def test_one_row_is_refused():
    with pytest.raises(InputError, match="folds need two rows"):
        out_of_fold({"nb": GaussianNB()}, X[:1], Y[:1], classes=LABELS)


def test_a_model_that_fails_is_named_with_what_a_blend_can_do():
    with pytest.raises(
        FitError, match=r"model 'nb' failed on .* no feature varies .*; try the blend without this model"
    ):
        out_of_fold({"nb": GaussianNB()}, np.ones((120, 2)), Y, classes=LABELS)
