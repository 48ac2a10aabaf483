"""Which estimate a plan gets."""

import numpy as np
import pytest

from foldwise.errors import UnknownNameError
from foldwise.estimates import ESTIMATES, choose_estimate, estimate_method, make_estimate
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, memoriser, partition, predictions_of

TRUTH, SCORES = np.tile([0, 1], 15), np.random.default_rng(0).random((30, 2))


@pytest.mark.parametrize(
    ("predictions", "name", "expected"),
    [
        (predictions_of(TRUTH, TRUTH, partition(n=30, k=5)), "error", "pooled"),
        (predictions_of(TRUTH, TRUTH, partition(n=30, k=5), scores=SCORES), "auc", "averaged"),
        (predictions_of(TRUTH, TRUTH, fixed(30)), "f1", "pooled"),
        (memoriser(), "error", "loo-bootstrap"),
        (memoriser(), "f1", "pooled"),
        (memoriser().resubstituted, "error", "apparent"),
    ],
)
def test_the_default_by_plan_and_measure(predictions, name, expected):
    assert choose_estimate(ModelScores(predictions, "m", measure(name))).name == expected


@pytest.mark.parametrize("method", ESTIMATES, ids=lambda method: method.name)
def test_every_method_describes_itself(method):
    assert estimate_method(method.name) is method
    assert method.summary[0] in ".abcdefghijklmnopqrstuvwxyz"
    assert not method.summary.endswith(".")
    assert len(method.summary) < 100
    assert method.cost
    assert "References" in type(method).__doc__


def test_names_are_unique_and_unknown_ones_suggest_the_nearest():
    assert len({method.name for method in ESTIMATES}) == len(ESTIMATES)
    with pytest.raises(UnknownNameError, match="try '632plus'"):
        make_estimate(ModelScores(memoriser(), "m", measure("error")), "632plsu")
