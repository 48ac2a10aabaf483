"""Rank statistics are averaged over resamples, never pooled."""

import re

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import make_estimate
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import predictions_of

TRUTH = np.array([0, 1, 0, 1, 1])
PARTS = Partition(np.array([[0, 0, 1, 1, 1]]), 2, plan="kfold(2)")


def scored(name="auc", resamples=PARTS, positive=(0.2, 0.9, 0.5, 0.4, 0.6)):
    scores = np.stack([1 - np.array(positive), positive], axis=1)
    return ModelScores(predictions_of(TRUTH, TRUTH, resamples, scores=scores), "m", measure(name))


def test_parts_are_weighted_by_their_pairs():
    """AUC 1 of one pair, 1/2 of two pairs."""
    estimate = make_estimate(scored())
    assert (estimate.method, estimate.value) == ("averaged", pytest.approx((1 * 1 + 0.5 * 2) / 3))


def test_pooling_them_is_refused():
    with pytest.raises(ValidityError, match="scores of 2 models are not on one scale"):
        make_estimate(scored(), "pooled")


def test_one_row_ranks_nothing():
    loo = Partition(np.arange(5)[None, :], 5, plan="loo")
    for method in ("auto", "averaged", "leave-one-out"):
        with pytest.raises(ValidityError, match="test set of one row ranks nothing"):
            make_estimate(scored(resamples=loo), method)


@pytest.mark.parametrize("method", ["auto", "leave-one-out"])
@pytest.mark.parametrize("name", ["correlation", "spearman", "kendall"])
def test_the_hint_for_single_numbers_is_about_parts_and_not_about_pairs_of_classes(name, method):
    numbers = np.arange(5.0)
    loo = Partition(np.arange(5)[None, :], 5, plan="loo")
    one = ModelScores(predictions_of(numbers, numbers + 1, loo), "m", measure(name))
    with pytest.raises(ValidityError) as refused:
        make_estimate(one, method)
    assert "plan='kfold(10, repeats=3)'" in str(refused.value)
    assert not re.search("auc|pair|class", str(refused.value), re.IGNORECASE)


@pytest.mark.parametrize(("name", "offered"), [("auc", True), ("average-precision", False), ("ks", False)])
def test_pairs_are_offered_for_the_area_alone(name, offered):
    loo = Partition(np.arange(5)[None, :], 5, plan="loo")
    for method in ("averaged", "leave-one-out"):
        with pytest.raises(ValidityError) as refused:
            make_estimate(scored(name, loo), method)
        assert ("leave-pair-out" in str(refused.value)) is offered


def test_everything_else_is_pooled():
    with pytest.raises(ValidityError, match=r"and error does not; try estimate='auto'"):
        make_estimate(scored("error"), "averaged")
