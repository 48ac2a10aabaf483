"""Which measures can be summarised."""

import numpy as np
import pytest

from foldwise.measures import MEASURES, CountMeasure, LossMeasure, measure
from foldwise.measures.summaries import is_additive, is_summarised


@pytest.mark.parametrize(
    "name", ["error", "f1", "auc", "gini", "log-loss", "brier", "mae", "rmse", "r2", "correlation", "cost"]
)
def test_these_can(name):
    classes = 2 if measure(name).task == "classification" else 0
    assert is_summarised(measure(name), classes)


@pytest.mark.parametrize("name", ["mce", "kendall", "spearman", "median-absolute-error", "aurc", "explained-variance"])
def test_these_cannot(name):
    assert not is_summarised(measure(name), 2)


def test_all_counts_and_nearly_all_losses_can():
    for one in MEASURES:
        if isinstance(one, CountMeasure):
            assert is_summarised(one, 3)
    assert np.mean([is_additive(one, 2) for one in MEASURES if isinstance(one, LossMeasure)]) > 0.9


def test_ranks_of_several_classes_need_the_rows():
    assert is_summarised(measure("ks"), 2)
    assert not is_summarised(measure("ks"), 3)
    assert is_summarised(measure("auc"), 3)
    assert not is_summarised(measure("auc[c1]"), 3)
