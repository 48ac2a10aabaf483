"""The form of a measure is its aggregation rule; what a measure cannot be computed from is refused in one sentence."""

import numpy as np
import pytest

from foldwise.errors import MeasureError
from foldwise.measures import Direction, Measure, measure
from foldwise.measures.measure import divide
from foldwise.measures.tallies.by_resample import mean_defined
from foldwise.predictions import ScoreKind
from tests.worlds import outcomes

RESAMPLE = np.array([0, 0, 0, 1])
"""Three rows in one part, one row in the other."""
ONE_REPEAT, TWO_REPEATS = np.array([0, 0]), np.array([0, 1])


def test_losses_are_pooled_within_a_repeat_and_averaged_over_repeats():
    rows = outcomes([0, 0, 0, 0], [1, 0, 0, 1])
    error = measure("error")
    assert error.values(rows, RESAMPLE, 2) == pytest.approx([1 / 3, 1])
    assert error.aggregate(rows, RESAMPLE, ONE_REPEAT) == pytest.approx(2 / 4)
    assert error.aggregate(rows, RESAMPLE, TWO_REPEATS) == pytest.approx((1 / 3 + 1) / 2)


def test_a_root_is_taken_after_the_repeats_are_averaged():
    rows = outcomes(np.zeros(4), np.array([3.0, 0, 0, 1]), n_classes=0)
    assert measure("rmse").aggregate(rows, RESAMPLE, TWO_REPEATS) == pytest.approx(np.sqrt((9 / 3 + 1) / 2))


def test_tables_are_summed_before_the_function_is_applied():
    """Precision 1/2 of part 0 and 1/1 of part 1: 2 of 3 together, not 3/4."""
    rows = outcomes([1, 0, 0, 1], [1, 1, 0, 1])
    precision = measure("precision")
    assert precision.values(rows, RESAMPLE, 2) == pytest.approx([1 / 2, 1])
    assert precision.summary(rows, RESAMPLE, ONE_REPEAT)[1] == pytest.approx(2 / 3)
    assert precision.aggregate(rows, RESAMPLE, ONE_REPEAT) == pytest.approx(2 / 3)


def test_sums_are_pooled_before_the_function_is_applied():
    rows = outcomes(np.array([0.0, 2, 4, 6]), np.array([0.0, 2, 4, 5]), n_classes=0)
    rae = measure("rae")
    assert rae.aggregate(rows, RESAMPLE, ONE_REPEAT) == pytest.approx(rae.value(rows)) == pytest.approx(1 / 8)


def test_ranks_are_averaged_by_their_pairs_and_parts_of_one_class_do_not_count():
    truth, score = [0, 1, 1, 0, 1, 1], [0.1, 0.9, 0.05, 0.2, 0.1, 0.7]
    part = np.array([0, 0, 0, 1, 1, 2])
    values, together = measure("auc").summary(outcomes(truth, scores=score), part, np.zeros(3, dtype=int))
    assert values[:2].tolist() == [0.5, 0.0]
    assert np.isnan(values[2])
    assert together == pytest.approx((2 * 0.5 + 1 * 0.0) / 3)


@pytest.mark.parametrize(("name", "best"), [("error", 0), ("accuracy", 1), ("calibration-slope", 1), ("mbe", 0)])
def test_the_best_value_is_an_end_of_the_range_or_the_optimum(name, best):
    assert measure(name).best == best


def test_better_is_lower_higher_or_nearer():
    assert measure("error").better(0.1, 0.2)
    assert measure("accuracy").better(0.2, 0.1)
    slope = measure("calibration-slope")
    assert slope.direction is Direction.NONE
    assert slope.better(1.1, 0.8)
    assert not slope.better(0.8, 1.1)


def test_the_range_of_two_classes_may_end_earlier():
    assert (measure("brier").top(2), measure("brier").top(3)) == (1, 2)


@pytest.mark.parametrize(
    ("name", "rows", "message"),
    [
        ("mae", outcomes([0, 1]), "mae is a regression measure, but 'm' predicts classes; try 'error'"),
        ("error", outcomes(np.zeros(2), n_classes=0), "error is a classification measure, but 'm' predicts values"),
        ("auc", outcomes([0, 1]), "auc needs scores, but 'm' gives labels only, from which it cannot be computed"),
        ("cost", outcomes([0, 1]), "cost needs a cost matrix; try costs='fn=10,fp=1'"),
        (
            "log-loss",
            outcomes([0, 1], scores=[[-1.0, 2.0], [0.0, 3.0]], kind=ScoreKind.DECISION),
            "log-loss needs probabilities, but 'm' gives decision scores such as 2, outside 0 to 1",
        ),
        (
            "log-loss",
            outcomes([0, 1], scores=[[0.3, 0.3], [0.5, 0.5]], kind=ScoreKind.DECISION),
            "the scores of 'm' sum to 0.6, not to 1",
        ),
    ],
)
def test_what_a_measure_cannot_be_computed_from_is_refused(name, rows, message):
    one = measure(name)
    assert one.refuses(rows, "m")
    with pytest.raises(MeasureError) as caught:
        one.check(rows, "m")
    assert message in str(caught.value)


def test_division_by_nothing_has_no_value():
    assert divide(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist()[0] == 0.5
    assert np.isnan(divide(np.array([1.0, 0.0]), np.array([0.0, 0.0]))).all()


def test_what_is_not_defined_takes_no_part_in_a_mean():
    assert mean_defined(np.array([1.0, np.nan, 3.0])) == 2
    assert np.isnan(mean_defined(np.array([np.nan])))


def test_a_form_that_lacks_a_method_is_not_made():
    class Half(Measure):
        def value(self, outcomes):
            return 0.0

    error = measure("error")
    given = {name: getattr(error, name) for name in ("name", "title", "task", "needs", "low", "high", "direction")}
    for form in (Measure, Half):
        with pytest.raises(TypeError, match=r"abstract.*aggregate"):
            form(**given, formula="")
