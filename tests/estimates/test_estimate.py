"""What every estimate method checks and says about itself."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from foldwise.errors import ValidityError
from foldwise.estimates import Bias, EstimateMethod, Target, make_estimate
from foldwise.estimates.estimate import bias_of
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import fixed, partition, predictions_of

TRUTH = np.arange(20) % 2
ONE = ModelScores(predictions_of(TRUTH, 0 * TRUTH, partition(n=20, k=5)), "m", measure("error"))


@dataclass(frozen=True)
class Given(EstimateMethod):
    """Whatever it is given."""

    value: float = 0.4

    name: ClassVar[str] = "given"
    summary: ClassVar[str] = "a number"
    cost: ClassVar[str] = "nothing"
    bias: ClassVar[Bias] = Bias.OPTIMISTIC

    def estimate(self, scored):
        return self.made(scored, self.value)


class ForBootstraps(Given):
    plans: ClassVar[tuple[str, ...]] = ("bootstrap",)
    instead: ClassVar[str] = "plan='bootstrap(200)'"


class OfAllRows(Given):
    needs_apparent: ClassVar[bool] = True


class OfTrainingRows(Given):
    needs_train: ClassVar[bool] = True


def test_an_estimate_says_what_it_is_for_how_it_leans_and_what_it_cost():
    found = Given().estimate(ONE)
    assert (found.value, found.method, found.target, found.bias) == (0.4, "given", Target.RISK, Bias.OPTIMISTIC)
    assert (found.fits, found.undefined) == (5, 0)
    assert OfAllRows().estimate(ONE).fits == 6


@pytest.mark.parametrize(("value", "kept"), [(-0.2, 0.0), (1.2, 1.0), (0.0, 0.0)])
def test_an_estimate_stays_in_the_range_of_the_measure(value, kept):
    assert Given(value).estimate(ONE).value == kept


@pytest.mark.parametrize(
    ("method", "reason"),
    [
        (ForBootstraps(), r"it is not made for the plan kfold\(5\); try plan='bootstrap\(200\)'"),
        (OfAllRows(), "it needs the model fitted to all rows, which these predictions lack; try estimate='auto'"),
        (OfTrainingRows(), "it needs predictions of the training rows, which these predictions lack"),
    ],
)
def test_what_is_lacking_is_said(method, reason):
    with pytest.raises(ValidityError, match=f"no valid given estimate of error for 'm': {reason}"):
        method.check(ONE)


def test_nothing_is_lacking():
    assert Given().refusal(ONE) is None
    Given().check(ONE)


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
