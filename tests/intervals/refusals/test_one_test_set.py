"""What the methods for one test set share."""

import numpy as np

from foldwise.intervals import DEFAULTS, ONE_TEST_SET, make_interval
from foldwise.intervals.refusals.one_test_set import prediction_groups, rows_refusal
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of

TRUTH = np.tile([0, 1], 30)


def test_all_of_them_have_the_same_defaults():
    assert len({DEFAULTS[plan] for plan in ONE_TEST_SET}) == 1


def test_groups_are_those_of_the_predictions():
    groups = np.repeat(np.arange(12), 5)
    scored = ModelScores(predictions_of(TRUTH, TRUTH, fixed(60), groups=groups), "m", measure("error"))
    np.testing.assert_array_equal(prediction_groups(scored), groups)
    assert "rows of one group are alike" in rows_refusal(scored)
    plain = ModelScores(predictions_of(TRUTH, TRUTH, fixed(60)), "m", measure("error"))
    assert prediction_groups(plain) is None
    assert rows_refusal(plain) is None


def test_with_groups_every_form_of_measure_gets_a_method_that_knows_them():
    rng = np.random.default_rng(0)
    score = rng.random(60)
    predictions = predictions_of(
        TRUTH, (score > 0.5).astype(int), fixed(60), scores=np.stack([1 - score, score], 1), groups=np.arange(60) // 3
    )
    names = {"error": "cluster-t", "f1": "delta", "auc": "placement-t", "average-precision": "ranking-t"}
    found = {name: make_interval(ModelScores(predictions, "m", measure(name))).method for name in names}
    assert found == names


def test_few_rows_of_a_fixed_test_set_are_flagged_but_not_refused():
    few = predictions_of([0, 1] * 5, [0, 1, 1, 1] * 2 + [0, 1], fixed(10))
    error, kappa = (make_interval(ModelScores(few, "m", measure(name))) for name in ("error", "kappa"))
    assert (error.method, kappa.method) == ("clopper-pearson", "delta")
    assert error.note == "few rows: only a rough guide"
