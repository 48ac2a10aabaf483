"""What every estimate method checks and says about itself."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import Bias, EstimateMethod, Target
from foldwise.measures import ModelScores, measure
from tests.worlds import partition, predictions_of

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
