"""A saved model checks new rows before it predicts them."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.errors import FitError, InputError
from foldwise.saved_models import SavedModel

IRIS, CARS = foldwise.sample("iris"), foldwise.sample("auto-mpg")


@pytest.fixture(scope="module")
def lda(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "m.skops"
    foldwise.save_model(foldwise.assess("lda", IRIS, measures="error"), path)
    return foldwise.load_model(path)


def test_predictions_are_those_of_the_fitted_model(lda):
    fitted = foldwise.assess("lda", IRIS, measures="error").fit_final("lda")
    found = lda.predict(IRIS.X)
    assert found.labels.tolist() == fitted.predict(IRIS.X).tolist()
    np.testing.assert_array_equal(found.probabilities, fitted.predict_proba(IRIS.X))


def test_columns_may_come_in_another_order_and_with_others(lda):
    frame = IRIS.X[list(IRIS.X.columns[::-1])].assign(colour="blue")
    found = lda.predict(frame)
    assert found.labels.tolist() == lda.predict(IRIS.X).labels.tolist()
    assert found.notes == ("1 column the model does not know was left out: colour",)


def test_a_missing_column_is_said(lda):
    with pytest.raises(InputError, match="lacks a column that the model was trained on: 'petal_width'"):
        lda.predict(IRIS.X.drop(columns="petal_width"))


def test_a_model_that_fails_gives_one_sentence(lda):
    frame = IRIS.X.head(3).copy()
    frame.iloc[0, 0] = np.nan
    with pytest.raises(FitError, match="model 'lda' failed on the 3 rows it was asked about: ValueError"):
        lda.predict(frame)


def test_regression_with_texts_and_gaps(tmp_path):
    path = tmp_path / "cars.skops"
    foldwise.save_model(foldwise.assess("ridge", CARS, measures="rmse", plan="holdout(1/3)"), path)
    found = foldwise.load_model(path).predict(CARS.X)
    assert found.probabilities is None
    assert [one.what for one in found.unlike] == []
    assert found.labels.shape == (398,)


def test_another_scikit_learn_is_said(lda):
    old = SavedModel(lda.model, replace(lda.card, versions={"scikit-learn": "1.2.0"}))
    assert "saved with scikit-learn 1.2.0" in old.predict(IRIS.X).notes[0]


def test_probabilities_of_another_shape_are_refused(lda):
    with pytest.raises(FitError, match="gave probabilities of shape"):
        SavedModel(lda.model, replace(lda.card, classes=("a", "b"))).predict(IRIS.X)


class Column:
    """Predicts as CatBoost does with three classes: one column."""

    def predict(self, X):
        return np.full((len(X), 1), "setosa", dtype=object)


def test_labels_in_a_column_are_labels(lda):
    assert SavedModel(Column(), lda.card).predict(IRIS.X.head(3)).labels.tolist() == ["setosa"] * 3


def test_a_column_may_be_missing_in_all_new_rows(tmp_path):
    X = IRIS.X.assign(colour=np.where(np.arange(150) % 3 == 0, None, "red"))
    X.loc[::4, "petal_width"] = np.nan
    path = tmp_path / "m.skops"
    foldwise.save_model(foldwise.assess("tree", X, IRIS.target, measures="error", plan="kfold(3)"), path)
    new = X.head(1).assign(colour=None, petal_width=np.nan)
    new.to_csv(tmp_path / "new.csv", index=False)
    saved = foldwise.load_model(path)
    assert saved.predict(new).labels.tolist() == saved.predict(tmp_path / "new.csv").labels.tolist()
