"""The estimate at the centre of the nested-CV interval; the interval itself is held against loops over folds."""

import numpy as np
import pytest

from foldwise.errors import InputError, ValidityError
from foldwise.estimates import make_estimate, nested_parts
from foldwise.estimates.nested_cv import sort_losses
from foldwise.measures import ModelScores, measure
from foldwise.plans import PairsOut
from tests.worlds import losses_of, partition, predictions_of

PARTS = np.arange(6)[None, :] % 3
RESAMPLES = PairsOut(PARTS, 3, plan="two-folds-out(3)")


def without(r):
    """How many parts resample r is fitted without."""
    return np.unique(RESAMPLES.left_out[r]).size


def test_extrapolation_from_two_parts_and_one_part_left_out_worked_by_hand():
    """Losses of 4 without two parts and 3 without one: 4 - (1 + 1/3)(4 - 3)."""
    one = ModelScores(losses_of(RESAMPLES, lambda r, rows: np.full(rows.size, 2.0 + without(r))), "m", measure("mae"))
    found = nested_parts(one)
    assert (found.inner_all, found.outer_all, found.k) == (4, 3, 3)
    assert found.bias == pytest.approx(4 / 3)
    assert make_estimate(one, "nested-cv").value == pytest.approx(4 - 4 / 3)


def test_the_root_is_taken_last_and_never_of_less_than_nothing():
    """Squared errors of 1 without one part and of 16 without two: 16 - (4/3) 15 is below 0."""
    losses = losses_of(RESAMPLES, lambda r, rows: np.full(rows.size, 1.0 if without(r) == 1 else 4.0))
    assert make_estimate(ModelScores(losses, "m", measure("rmse")), "nested-cv").value == 0


def test_a_measure_without_losses_is_refused():
    truth = np.arange(6) % 2
    with pytest.raises(ValidityError, match="f1 is not a mean of one loss per row"):
        make_estimate(ModelScores(predictions_of(truth, truth, RESAMPLES), "m", measure("f1")), "nested-cv")


def test_another_plan_is_refused():
    with pytest.raises(InputError, match=r"made from a two-folds-out plan, not from kfold\(5\)"):
        sort_losses(partition(n=10, k=5), (np.zeros(1, int), np.zeros(1, int)), np.ones(1))
