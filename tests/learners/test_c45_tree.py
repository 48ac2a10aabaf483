"""C4.5, against the trees of Quinlan's book and of Weka's J48."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.exceptions import NotFittedError

import foldwise
from foldwise.errors import InputError
from foldwise.learners import C45Tree
from tests.learners.checks import complaints
from tests.learners.golf import LABELS, TABLE, UNKNOWN


def test_scikit_learn_accepts_it():
    assert complaints(C45Tree(), C45Tree(1, subsets=True, smoothing=1.0)) == []


def test_the_tree_of_the_golf_data():
    """The published tree, levels in alphabetical order."""
    assert C45Tree().fit(TABLE, LABELS).to_text() == (
        "outlook = overcast: Play (4.0)\n"
        "outlook = rain:\n"
        "|   windy = false: Play (3.0)\n"
        "|   windy = true: Don't (2.0)\n"
        "outlook = sunny:\n"
        "|   humidity <= 75: Play (2.0)\n"
        "|   humidity > 75: Don't (3.0)"
    )


def test_the_tree_of_the_golf_data_with_an_unknown_outlook():
    """The published tree, with its fractions of cases."""
    assert C45Tree().fit(UNKNOWN, LABELS).to_text() == (
        "outlook = overcast: Play (3.2)\n"
        "outlook = rain:\n"
        "|   windy = false: Play (3.0)\n"
        "|   windy = true: Don't (2.4/0.4)\n"
        "outlook = sunny:\n"
        "|   humidity <= 75: Play (2.0)\n"
        "|   humidity > 75: Don't (3.4/0.4)"
    )


def test_the_prediction_of_the_book_for_an_unknown_humidity():
    """Play 2.0/5.4 + 3.4/5.4 x 12 % = 44 %, Don't 56 %."""
    model = C45Tree().fit(UNKNOWN, LABELS)
    case = pd.DataFrame({"outlook": ["sunny"], "temperature": [70.0], "humidity": [np.nan], "windy": ["false"]})
    assert model.predict_proba(case)[0] == pytest.approx([0.56, 0.44], abs=0.005)
    assert model.predict(case).tolist() == ["Don't"]


def test_the_tree_of_iris_is_j48s():
    X, y = load_iris(return_X_y=True, as_frame=True)
    names = X.rename(columns=lambda name: name.removesuffix(" (cm)"))
    assert C45Tree().fit(names, y).to_text() == (
        "petal width <= 0.6: 0 (50.0)\n"
        "petal width > 0.6:\n"
        "|   petal width <= 1.7:\n"
        "|   |   petal length <= 4.9: 1 (48.0/1.0)\n"
        "|   |   petal length > 4.9:\n"
        "|   |   |   petal width <= 1.5: 2 (3.0)\n"
        "|   |   |   petal width > 1.5: 1 (3.0/1.0)\n"
        "|   petal width > 1.7: 2 (46.0/1.0)"
    )


@pytest.mark.parametrize(
    ("load", "options", "leaves", "errors"),
    [
        (load_breast_cancer, {"unpruned": True}, 15, 4),
        (load_breast_cancer, {}, 13, 5),
        (load_wine, {}, 5, 2),
    ],
)
def test_leaves_and_training_errors_are_j48s(load, options, leaves, errors):
    """J48 of Weka 3.6.14 on the same rows."""
    X, y = load(return_X_y=True)
    model = C45Tree(**options).fit(X, y)
    assert (model.leaf_count_, int((model.predict(X) != y).sum())) == (leaves, errors)


def made(n=120):
    """Numbers and categories, an eighth of the values missing."""
    rng = np.random.default_rng(7)
    columns = {
        "size": np.round(rng.normal(10, 3, n), 1),
        "colour": rng.choice(["red", "green", "blue"], n),
        "shape": rng.choice(["round", "square", "star", "flat"], n),
    }
    X = pd.DataFrame(columns)
    y = np.where((X["size"] > 11) ^ (X["colour"] == "red") ^ (rng.random(n) < 0.1), "yes", "no")
    return X.mask(rng.random(X.shape) < 0.12), y


def test_the_tree_of_a_table_with_missing_values_is_j48s():
    """J48 of Weka 3.6.14, its two decimals rounded to one."""
    X, y = made()
    assert C45Tree().fit(X, y).to_text() == (
        "colour = blue:\n"
        "|   size <= 11: no (35.9/3.6)\n"
        "|   size > 11: yes (11.2/1.0)\n"
        "colour = green:\n"
        "|   size <= 11.1: no (26.5/3.1)\n"
        "|   size > 11.1: yes (7.6/1.8)\n"
        "colour = red:\n"
        "|   size <= 10.3: yes (25.5/4.9)\n"
        "|   size > 10.3: no (13.3/2.7)"
    )
    unpruned = C45Tree(unpruned=True).fit(X, y)
    assert (unpruned.leaf_count_, int((unpruned.predict(X) != y).sum())) == (9, 14)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_rows_does_not_matter(seed):
    X, y = made()
    order = np.random.default_rng(seed).permutation(len(y))
    assert C45Tree().fit(X.iloc[order], y[order]).to_text() == C45Tree().fit(X, y).to_text()


def test_the_order_of_the_columns_does_not_matter():
    X, y = made()
    other = X[["shape", "size", "colour"]]
    np.testing.assert_allclose(C45Tree().fit(other, y).predict_proba(other), C45Tree().fit(X, y).predict_proba(X))


def test_growing_scales_do_not_change_the_tree():
    X, y = made()
    scaled = X.assign(size=np.exp(X["size"]))
    np.testing.assert_allclose(C45Tree().fit(scaled, y).predict_proba(scaled), C45Tree().fit(X, y).predict_proba(X))


def test_weights_are_repeated_rows():
    X, y = made()
    counts = np.random.default_rng(0).integers(0, 4, len(y))
    weighted = C45Tree().fit(X, y, sample_weight=counts)
    repeated = C45Tree().fit(X.loc[X.index.repeat(counts)], y.repeat(counts))
    assert weighted.to_text() == repeated.to_text()


def test_pandas_and_polars_are_the_same():
    X, y = made()
    assert C45Tree().fit(pl.from_pandas(X.convert_dtypes()), y).to_text() == C45Tree().fit(X, y).to_text()


def test_probabilities_add_up_to_one_whatever_is_missing():
    X, y = made()
    model = C45Tree(unpruned=True).fit(X, y)
    unseen = X.assign(colour="violet").mask(np.random.default_rng(1).random(X.shape) < 0.5)
    np.testing.assert_allclose(model.predict_proba(unseen).sum(axis=1), 1)


def test_an_unseen_level_is_missing():
    X, y = made()
    model = C45Tree().fit(X, y)
    np.testing.assert_allclose(
        model.predict_proba(X.assign(colour="violet")), model.predict_proba(X.assign(colour=None))
    )


def test_a_fitted_tree_can_be_pickled():
    X, y = made()
    model = C45Tree().fit(X, y)
    assert pickle.loads(pickle.dumps(model)).to_text() == model.to_text()


def test_a_text_may_be_missing_in_all_training_rows():
    X, y = made()
    text = X.columns[1]
    model = C45Tree().fit(X.assign(**{text: None}), y)
    np.testing.assert_array_equal(
        model.predict(X), C45Tree().fit(X.drop(columns=text), y).predict(X.drop(columns=text))
    )


def test_it_has_a_name():
    X, y = made()
    result = foldwise.assess("c45", X, y, plan="kfold(5)")
    assert result.finding("c45", "error").estimate.value < result.finding("baseline", "error").estimate.value


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (C45Tree(0), "min_cases is a number from 1 up, not 0"),
        (C45Tree(confidence=0.6), "confidence is a number above 0 and up to 0.5, not 0.6"),
        (C45Tree(confidence=None), "confidence is a number above 0 and up to 0.5, not None"),
        (C45Tree(smoothing=float("inf")), "smoothing is a number from 0 up, not inf; try smoothing=0.0"),
    ],
)
def test_wrong_parameters(model, message):
    with pytest.raises(InputError, match=message):
        model.fit(TABLE, LABELS)


def test_a_tree_that_is_not_fitted_has_no_text():
    with pytest.raises(NotFittedError):
        C45Tree().to_text()
