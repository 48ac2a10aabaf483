"""Decision curves."""

import numpy as np
import pytest

from foldwise.measures import measure
from foldwise.measures.curves import DecisionCurve, make_curve
from tests.worlds import fixed, outcomes, predictions_of

RNG = np.random.default_rng(2)
P = RNG.integers(0, 101, 80) / 100
Y = RNG.integers(0, 2, 80)


@pytest.mark.parametrize("threshold", [0.05, 0.2, 0.5, 0.73])
def test_the_curve_passes_through_the_measure(threshold):
    curve = make_curve(predictions_of(Y, Y, fixed(80), scores=np.stack([1 - P, P], axis=1)), "decision")
    at = int(np.argmin(np.abs(curve.threshold - threshold)))
    net = measure(f"net-benefit({threshold})").value(outcomes(Y, scores=P))
    assert curve.benefit[at] == pytest.approx(net)


def test_acting_always_is_worth_the_prevalence_less_the_false_alarms():
    curve = DecisionCurve.pooled(outcomes([1, 0, 0, 0], scores=[0.9, 0.2, 0.3, 0.4]), 1)
    assert curve.always[19] == pytest.approx(0.25 - 0.75 * 0.2 / 0.8)
    assert curve.benefit[49] == pytest.approx(0.25)
