"""Naive Bayes on raw tables, against scikit-learn's where they coincide."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import CategoricalNB, GaussianNB

import foldwise
from foldwise.errors import InputError
from foldwise.learners import MixedNB
from foldwise.learners.mixed_nb import NUMERIC
from tests.learners.checks import complaints

X, y = load_iris(return_X_y=True)
rng = np.random.default_rng(0)
LEVELS = rng.integers(0, 4, (80, 3))
LABELS = np.where(LEVELS[:, 0] + rng.integers(0, 3, 80) > 2, "yes", "no")
MIXED = pd.DataFrame({"a": rng.normal(size=80), "b": rng.choice(["p", "q", None], 80), "c": LEVELS[:, 0]})


def test_scikit_learn_accepts_it():
    assert complaints(*map(MixedNB, NUMERIC)) == []


@pytest.mark.parametrize("weights", [None, rng.random(150)])
def test_numbers_alone_are_gaussian_nb(weights):
    ours = MixedNB(variance_floor=0).fit(X, y, sample_weight=weights)
    theirs = GaussianNB(var_smoothing=0).fit(X, y, sample_weight=weights)
    np.testing.assert_allclose(ours.predict_log_proba(X), theirs.predict_log_proba(X), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("alpha", [1.0, 0.3])
@pytest.mark.parametrize("weights", [None, rng.random(80)])
def test_categories_alone_are_categorical_nb(alpha, weights):
    texts = np.array([f"level {level}" for level in LEVELS.ravel()], dtype=object).reshape(LEVELS.shape)
    ours = MixedNB(alpha=alpha).fit(texts, LABELS, sample_weight=weights)
    theirs = CategoricalNB(alpha=alpha).fit(LEVELS, LABELS, sample_weight=weights)
    np.testing.assert_allclose(ours.predict_log_proba(texts), theirs.predict_log_proba(LEVELS), rtol=1e-9)
    chosen = MixedNB(alpha=alpha, categorical_features=[0, 1, 2]).fit(LEVELS, LABELS, sample_weight=weights)
    np.testing.assert_array_equal(chosen.predict_proba(LEVELS), ours.predict_proba(texts))


def test_a_mixed_table_is_the_product_of_both():
    table = pd.DataFrame(X).assign(level=[f"l{code}" for code in y % 2])
    gaussian, levels = GaussianNB(var_smoothing=0).fit(X, y), CategoricalNB().fit(y[:, None] % 2, y)
    joint = gaussian.predict_proba(X) * levels.predict_proba(y[:, None] % 2) * 3  # one prior too many
    ours = MixedNB(variance_floor=0).fit(table.rename(columns=str), y).predict_proba(table.rename(columns=str))
    np.testing.assert_allclose(ours, joint / joint.sum(axis=1, keepdims=True), atol=1e-12)


@pytest.mark.parametrize("numeric", NUMERIC)
def test_a_missing_value_is_left_out(numeric):
    """A row whose other values are missing is predicted by a model of the one column."""
    masked = MIXED.assign(b=None, c=np.nan)
    whole = MixedNB(numeric).fit(MIXED, LABELS).predict_proba(masked)
    alone = MixedNB(numeric).fit(MIXED[["a"]], LABELS).predict_proba(MIXED[["a"]])
    np.testing.assert_allclose(whole, alone)


def test_a_missing_value_is_left_out_of_the_counts():
    known = MIXED["b"].notna().to_numpy()
    whole = MixedNB(priors=[0.5, 0.5]).fit(MIXED[["b"]], LABELS)
    part = MixedNB(priors=[0.5, 0.5]).fit(MIXED[["b"]][known], LABELS[known])
    np.testing.assert_allclose(whole.predict_proba(MIXED[["b"]]), part.predict_proba(MIXED[["b"]]))


def test_an_unseen_category_says_nothing():
    model = MixedNB().fit(MIXED[["b"]], LABELS)
    np.testing.assert_allclose(model.predict_proba(pd.DataFrame({"b": ["z", None]})), [model.class_prior_] * 2)


def test_pandas_and_polars_are_the_same():
    model, other = MixedNB().fit(MIXED, LABELS), MixedNB().fit(pl.from_pandas(MIXED), LABELS)
    np.testing.assert_array_equal(model.predict_proba(MIXED), other.predict_proba(pl.from_pandas(MIXED)))


@pytest.mark.parametrize("numeric", NUMERIC)
def test_weights_are_repeated_rows(numeric):
    counts = rng.integers(0, 3, 80)
    weighted = MixedNB(numeric, m=2).fit(MIXED, LABELS, sample_weight=counts)
    repeated = MixedNB(numeric, m=2).fit(MIXED.loc[MIXED.index.repeat(counts)], LABELS.repeat(counts))
    np.testing.assert_allclose(weighted.predict_proba(MIXED), repeated.predict_proba(MIXED))


@pytest.mark.parametrize("numeric", NUMERIC)
def test_a_constant_column_changes_nothing(numeric):
    more = MIXED.assign(same=3.0, text="one", empty=np.nan)
    expected = MixedNB(numeric).fit(MIXED, LABELS).predict_proba(MIXED)
    np.testing.assert_array_equal(MixedNB(numeric).fit(more, LABELS).predict_proba(more), expected)


def test_many_columns_do_not_underflow():
    wide = rng.normal(size=(40, 3000)) + 50 * (np.arange(40) % 2)[:, None]
    shares = MixedNB().fit(wide, np.arange(40) % 2).predict_proba(wide)
    np.testing.assert_allclose(shares.sum(axis=1), 1)


def test_a_class_without_weight_is_never_predicted():
    model = MixedNB().fit(MIXED, LABELS, sample_weight=LABELS == "yes")
    assert set(model.predict(MIXED)) == {"yes"}


def test_a_text_may_be_missing_in_all_training_rows():
    X, y = MIXED, LABELS
    text = X.columns[1]
    model = MixedNB().fit(X.assign(**{text: None}), y)
    np.testing.assert_array_equal(
        model.predict(X), MixedNB().fit(X.drop(columns=text), y).predict(X.drop(columns=text))
    )


def test_it_has_a_name():
    result = foldwise.assess("mixed-nb", MIXED, LABELS, plan="kfold(5)")
    assert result.finding("mixed-nb", "error").estimate.value < result.finding("baseline", "error").estimate.value


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (MixedNB("normal"), "numeric is one of gaussian, kernel, discretised, not 'normal'; try numeric='gaussian'"),
        (MixedNB(alpha=-1), "alpha is a number from 0 up, not -1; try alpha=1.0"),
        (MixedNB(alpha=None), "alpha is a number from 0 up, not None"),
        (MixedNB(m=float("nan")), "m is a number from 0 up, not nan"),
        (MixedNB(priors=[1.0]), "there are 1 priors for 2 classes"),
    ],
)
def test_wrong_parameters(model, message):
    with pytest.raises(InputError, match=message):
        model.fit(MIXED, LABELS)
