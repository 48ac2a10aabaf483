"""FW205: one row dominates the loss."""

import numpy as np

from foldwise.advice import Case, DominantRow
from foldwise.predictions import Predictions

rule = DominantRow()
rng = np.random.default_rng(0)


def case(errors):
    truth = rng.normal(size=errors.size)
    return Case("diagnose", predictions=Predictions.build(truth, {"m": truth + errors}))


def test_a_row_with_most_of_the_loss_is_found():
    errors = rng.normal(size=80)
    errors[17] = 30
    found = rule.look(case(errors))
    assert found.found.startswith("row 17 has 9")
    assert "squared errors of 'm' on 80 rows" in found.found


def test_normal_errors_and_classes_are_no_finding():
    assert rule.look(case(rng.normal(size=80))) is None
    assert rule.look(case(np.zeros(80))) is None
    assert rule.look(case(np.array([0.0, 0.0, 5.0]))) is None
    labels = Predictions.build([0, 1] * 20, {"m": [0, 1] * 20})
    assert rule.look(Case("diagnose", predictions=labels)) is None
