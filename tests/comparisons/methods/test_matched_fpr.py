"""Comparison at a matched false-positive rate."""

import numpy as np
import pytest

from foldwise.comparisons import compare_at_fpr
from foldwise.errors import MeasureError
from foldwise.measures import measure
from foldwise.predictions import Predictions
from tests.comparisons.methods.test_paired_bootstrap import pair


def test_the_system_that_only_alarms_more_is_not_better():
    """b is a with a lower threshold: more recall, but the same scores."""
    rng = np.random.default_rng(0)
    truth = (rng.random(300) < 0.4).astype(int)
    score = 1 / (1 + np.exp(-(rng.normal(size=300) + truth)))
    labels = {"a": (score > 0.8).astype(int), "b": (score > 0.5).astype(int)}
    table = Predictions.build(truth, labels, scores={"a": score, "b": score})
    found = compare_at_fpr(table, "a", "b")
    assert (found.difference, found.p_value) == (0, 1)
    assert measure("recall").value(pair("recall").a.outcomes) > 0


def test_a_better_system_is_found():
    table = pair("auc", gain=3.0, n=400).predictions
    found = compare_at_fpr(table, "a", "b", fpr=0.1)
    assert found.measure.name == "recall-at-fpr(0.1)"
    assert found.low > 0
    assert found.p_value < 0.01


def test_without_scores_it_is_refused():
    table = Predictions.build([0, 1] * 20, {"a": [0, 1] * 20, "b": [0, 0] * 20})
    with pytest.raises(MeasureError, match="needs scores, but 'a' gives labels only"):
        compare_at_fpr(table, "a", "b", fpr=0.1)
