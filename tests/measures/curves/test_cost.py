"""Cost curves."""

import numpy as np
import pytest
from hypothesis import given
from scipy.integrate import trapezoid

from foldwise.measures.curves import CostCurve, make_curve
from foldwise.measures.tallies.sweep import ThresholdSweep
from tests.measures.curves.test_roc import both_classes, several, tied_scores
from tests.worlds import outcomes


@given(tied_scores, both_classes)
def test_the_envelope_is_the_cheapest_of_all_thresholds_everywhere(scores, truth):
    rows = outcomes(truth, scores=scores)
    curve, sweep = CostCurve.of(rows), ThresholdSweep.of_outcomes(rows)
    for x in np.linspace(0, 1, 21):
        cheapest = np.min((1 - sweep.tpr) * x + sweep.fpr * (1 - x))
        assert np.interp(x, curve.x, curve.cost) == pytest.approx(cheapest)


def test_a_perfect_order_costs_nothing_and_a_constant_score_what_the_trivial_rules_cost():
    assert CostCurve.of(outcomes([0, 1], scores=[0.1, 0.9])).area == 0
    flat = CostCurve.of(outcomes([0, 1], scores=[0.5, 0.5]))
    assert (flat.x.tolist(), flat.cost.tolist(), flat.area) == ([0, 0.5, 1], [0, 0.5, 0], 0.25)


def test_each_stretch_names_the_threshold_that_reaches_it():
    curve = CostCurve.of(outcomes([0, 1, 0, 1], scores=[0.1, 0.4, 0.6, 0.9]))
    for at in range(curve.x.size - 1):
        middle = (curve.x[at] + curve.x[at + 1]) / 2
        reached = curve.fnr[at] * middle + curve.fpr[at] * (1 - middle)
        assert reached == pytest.approx(np.interp(middle, curve.x, curve.cost))


def test_resamples_are_averaged():
    curve = make_curve(several(), "cost")
    assert len(curve.parts) == 10
    assert trapezoid(curve.cost, curve.x) == pytest.approx(curve.area)
