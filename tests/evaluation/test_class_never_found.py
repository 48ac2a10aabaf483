"""Rates of a rare class are not assessable where no fit found a row of it."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import foldwise

RNG = np.random.default_rng(0)
Y = np.repeat(["no", "yes"], [112, 8])
NOISE = RNG.normal(size=(120, 3))
APART = NOISE + 4.0 * (Y == "yes")[:, None]
RATES = ("recall", "balanced-error", "f1", "mcc", "kappa")


@pytest.mark.parametrize("measure", RATES)
def test_counts_that_rest_on_a_class_of_which_no_row_was_found_have_no_interval(measure):
    found = foldwise.assess(KNeighborsClassifier(), NOISE, Y, measures=measure).findings[0]
    assert found.interval is None
    assert found.reason.startswith("not assessable: no fit found any of the 8 rows of class 'yes'")


def test_a_cost_relative_to_that_of_one_label_for_all_rows_has_none_either():
    """It is 1 where no row was found, and about .6 for a fit to all rows that finds some: of such intervals .55 contained the truth."""
    costs = np.array([[0.0, 1.0], [5.0, 0.0]])
    names = ["normalised-cost", "cost"]
    result = foldwise.assess(KNeighborsClassifier(), NOISE, Y, measures=names, costs=costs, baseline=False)
    assert result.finding("knn", "normalised-cost").reason.startswith("not assessable: no fit found any")
    assert result.finding("knn", "cost").interval is not None
    near = NOISE + 2.0 * (Y == "yes")[:, None]
    apart = foldwise.assess(GaussianNB(), near, Y, measures=names, costs=costs, baseline=False)
    assert all(one.interval is not None for one in apart.findings)


def test_what_does_not_rest_on_it_keeps_its_interval():
    others = ["error", "specificity", "auc", "log-loss"]
    result = foldwise.assess(KNeighborsClassifier(), NOISE, Y, measures=others, baseline=False)
    assert all(result.finding("knn", name).interval is not None for name in others)


def test_a_class_that_is_found_keeps_them():
    result = foldwise.assess(GaussianNB(), APART, Y, measures=list(RATES), baseline=False)
    assert all(one.interval is not None for one in result.findings)


def test_the_model_that_never_looks_keeps_them():
    result = foldwise.assess({"never": DummyClassifier(), "nb": GaussianNB()}, APART, Y, measures="balanced-error")
    assert all(one.interval is not None for one in result.findings)


def test_more_rows_of_the_class_tell_enough():
    more = np.repeat(["no", "yes"], [104, 16])
    assert foldwise.assess(KNeighborsClassifier(), NOISE, more, measures="recall").findings[0].interval is not None


def test_one_test_set_is_about_the_model_that_was_fitted():
    found = foldwise.assess(KNeighborsClassifier(), NOISE, Y, measures="error, balanced-error", plan="holdout(1/2)")
    assert "no fit found" not in found.findings[1].reason


def test_those_who_allow_invalid_intervals_get_them():
    found = foldwise.assess(KNeighborsClassifier(), NOISE, Y, measures="recall", allow_invalid=True).findings[0]
    assert found.interval is not None


def test_a_saved_result_is_read_back(tmp_path):
    result = foldwise.assess(KNeighborsClassifier(), NOISE, Y, measures="recall")
    result.save(tmp_path / "result.foldwise")
    assert foldwise.load(tmp_path / "result.foldwise").findings[0].reason == result.findings[0].reason
