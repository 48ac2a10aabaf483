"""Pooled and fold-averaged estimates."""

import numpy as np
import pytest

from foldwise.estimates import Bias, FoldMean, Pooled, Target
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition, RowLists
from tests.worlds import fixed, partition, predictions_of

rng = np.random.default_rng(7)
TRUTH, OUTPUT = rng.integers(0, 2, 60), rng.integers(0, 2, 60)


def scored(resamples, name="error"):
    return ModelScores(predictions_of(TRUTH, OUTPUT, resamples), "m", measure(name))


def test_equal_parts_give_equal_estimates():
    one = scored(partition(n=60, k=6, repeats=2))
    assert Pooled().estimate(one).value == pytest.approx(FoldMean().estimate(one).value)
    assert Pooled().estimate(one).value == pytest.approx(np.mean(TRUTH != OUTPUT))


def test_unequal_parts_give_different_estimates():
    parts = np.where(np.arange(60) < 50, 0, 1)[None, :]
    one = scored(Partition(parts, 2, plan="kfold(2)"))
    wrong = TRUTH != OUTPUT
    assert Pooled().estimate(one).value == pytest.approx(wrong.mean())
    assert FoldMean().estimate(one).value == pytest.approx((wrong[:50].mean() + wrong[50:].mean()) / 2)


def test_a_cross_validation_is_pessimistic_and_says_what_it_cost():
    estimate = Pooled().estimate(scored(partition(n=60, k=6, repeats=2)))
    assert (estimate.bias, estimate.fits, estimate.target) == (Bias.PESSIMISTIC, 12, Target.RISK)


def test_testing_on_training_rows_is_optimistic():
    everything = (np.arange(60),)
    resubstitution = RowLists(everything, everything, 60, plan="resubstitution", overlap=True)
    assert Pooled().estimate(scored(resubstitution)).bias is Bias.OPTIMISTIC


def test_a_fixed_test_set_does_not_lean():
    assert Pooled().estimate(scored(fixed(60))).bias is Bias.NONE
