"""Wald intervals of one cross-validation, worked by hand."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.estimates import Target
from foldwise.intervals import make_interval, wald_cv, wald_cv_within
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import losses_of, partition, predictions_of

Z = stats.norm.ppf(0.975)
LOSSES = np.array([0.0, 1, 2, 1, 3, 5])
PARTS = np.array([0, 0, 0, 1, 1, 1])


def test_all_pairs_worked_by_hand():
    """Mean 2, squared deviations 4 + 1 + 0 + 1 + 1 + 9 = 16 over 6 rows."""
    half = Z * np.sqrt(16 / 6 / 6)
    assert wald_cv(LOSSES, 0.95) == pytest.approx((2 - half, 2 + half))


def test_within_worked_by_hand():
    """Variances within the parts: 1 and 4, their mean 2.5."""
    half = Z * np.sqrt(2.5 / 6)
    assert wald_cv_within(LOSSES, PARTS, 0.95) == pytest.approx((2 - half, 2 + half))


@pytest.mark.parametrize("method", ["wald-cv", "wald-cv-within"])
def test_equal_weights_change_nothing(method):
    resamples = partition(n=60, k=10)
    plain, weighed = (
        make_interval(
            ModelScores(losses_of(resamples, lambda _, rows: np.sqrt(rows), weights=weights), "m", measure("mae")),
            method,
        )
        for weights in (None, np.full(60, 2.0))
    )
    assert (plain.low, plain.high) == pytest.approx((weighed.low, weighed.high))


def test_leave_one_out_gets_all_pairs():
    loo = Partition(np.arange(40)[None, :], 40, plan="loo")
    one = ModelScores(losses_of(loo, lambda _, rows: rows % 3), "m", measure("mae"))
    interval = make_interval(one, "wald-cv")
    assert (interval.method, interval.target) == ("wald-cv", Target.PROXY)
    assert (interval.low, interval.high) == pytest.approx(wald_cv(np.arange(40) % 3, 0.95))
    with pytest.raises(ValidityError, match="not valid for the plan loo"):
        make_interval(one, "wald-cv-within")


def test_no_error_at_all_is_no_certainty():
    truth = np.tile([0, 1], 50)
    one = ModelScores(predictions_of(truth, truth, partition(n=100, k=10)), "m", measure("error"))
    interval = make_interval(one, "wald-cv")
    assert (interval.low, interval.high) == pytest.approx((0, 0.0370), abs=5e-5)  # Wilson, 0 of 100


@pytest.mark.parametrize("method", ["wald-cv", "wald-cv-within"])
def test_repeats_are_refused(method):
    one = ModelScores(losses_of(partition(n=60, k=10, repeats=2), lambda _, rows: rows % 3), "m", measure("mae"))
    with pytest.raises(
        ValidityError, match=r"it needs 1 repeat of the plan, and there are 2; try interval='corrected-t'"
    ):
        make_interval(one, method)


def test_measures_without_losses_are_refused():
    one = ModelScores(predictions_of(np.tile([0, 1], 30), np.tile([0, 1, 1], 20), partition(n=60)), "m", measure("f1"))
    with pytest.raises(ValidityError, match="means of one loss per row, and f1 is not one"):
        make_interval(one, "wald-cv")
