"""Which way an estimate leans."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from foldwise.estimates import Bias, make_estimate
from foldwise.estimates.bias import bias_of
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import fixed, predictions_of

TRUTH = np.tile([0, 1], 10)
PARTS = Partition((np.arange(20) // 4)[None, :], 5, plan="kfold(5)")


def scored(name, resamples=PARTS):
    positive = np.linspace(0.1, 0.9, 20)
    scores = np.stack([1 - positive, positive], axis=1)
    return ModelScores(predictions_of(TRUTH, TRUTH, resamples, scores=scores), "m", measure(name))


@pytest.mark.parametrize("name", ["error", "f1", "auc", "gini"])
def test_fewer_training_rows_make_an_estimate_pessimistic(name):
    assert bias_of(scored(name)) is Bias.PESSIMISTIC


@pytest.mark.parametrize("name", ["average-precision", "ks", "recall-at-fpr(0.2)", "lift", "aurc"])
def test_it_is_not_known_of_measures_that_depend_on_how_many_rows_a_part_has(name):
    assert make_estimate(scored(name)).bias is Bias.UNKNOWN


def test_small_parts_flatter_average_precision_and_not_the_area():
    """Parts of 20 rows with 2 positives against 6,000 rows with as large a share of them, by scikit-learn."""
    rng = np.random.default_rng(0)
    truth = np.tile(np.arange(20) < 2, 300)
    score = rng.normal(size=truth.size) + truth

    def lean(of):
        parts = np.array([of(*both) for both in zip(truth.reshape(-1, 20), score.reshape(-1, 20), strict=True)])
        return (parts.mean() - of(truth, score)) / (parts.std() / np.sqrt(parts.size))

    assert lean(average_precision_score) > 10
    assert abs(lean(roc_auc_score)) < 3


@pytest.mark.parametrize("method", ["fold-mean", "trimmed"])
def test_a_mean_over_parts_of_what_is_no_mean_leans_either_way(method):
    ten = Partition((np.arange(20) // 2)[None, :], 10, plan="kfold(10)")
    assert make_estimate(scored("error", ten), method).bias is Bias.PESSIMISTIC
    assert make_estimate(scored("balanced-error", ten), method).bias is Bias.UNKNOWN


def test_a_fixed_test_set_does_not_lean():
    assert bias_of(scored("average-precision", fixed(20))) is Bias.NONE
