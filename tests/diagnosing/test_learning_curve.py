import numpy as np
import pytest

import foldwise
from foldwise.diagnosing.learning_curve import LearningCurvePart, shared_part
from foldwise.problems import GaussianLinear
from tests.diagnosing.subjects import classes, subject, values


@pytest.fixture(scope="module")
def curve():
    X, y = values(200, p=8, seed=1)
    return LearningCurvePart().find(subject("linear", X, y), {})["learning_curve"]


def test_the_error_falls_to_that_of_least_squares(curve):
    assert curve.curve.errors[0] > curve.curve.errors[-1]
    # Risk of least squares with d columns and an intercept on n rows: σ²(1 + (d + 1)/(n - d - 2)), about 1.05 here.
    assert curve.at_full.low < 1.05 < curve.at_full.high
    assert curve.doubled.low < 1.02 < curve.doubled.high
    assert curve.folds == 15


def test_an_error_that_is_never_reached_takes_infinite_rows():
    X, y = values(200, p=8)
    found = LearningCurvePart().find(subject("linear", X, y, reach=0.01), {})["learning_curve"]
    assert np.isinf(found.needed.rows)


def test_weights_count():
    X, y = classes(120)
    weights = np.where(y == 1, 1.0, 1e-9)
    found = LearningCurvePart().find(subject("baseline", X, y, weights=weights), {})["learning_curve"]
    assert found.at_full.value < 0.05


def test_time_order_and_few_rows_are_left_out():
    X, y = classes(30)
    assert "sizes" in LearningCurvePart().refusal(subject("gaussian-nb", X, y))
    late = subject("gaussian-nb", *classes(), order=np.arange(160), plan="forward(4)")
    assert "times" in LearningCurvePart().refusal(late)


def test_rows_that_are_hard_at_every_size_share_their_variance():
    rng = np.random.default_rng(0)
    hard = rng.normal(size=(500, 1))
    assert shared_part(hard + 0.1 * rng.normal(size=(500, 6))) > 0.9
    assert shared_part(rng.normal(size=(500, 6))) == pytest.approx(0.3)


@pytest.mark.slow
def test_the_error_at_all_rows_covers_the_true_risk():
    problem = GaussianLinear(6)
    inside = 0
    for seed in range(20):
        X, y = problem.draw(120, seed=seed)
        found = LearningCurvePart().find(subject("linear", X, y), {})["learning_curve"]
        inside += found.at_full.low <= problem.least_squares_risk(120) <= found.at_full.high
    assert inside >= 17


def test_the_unit_of_the_target_does_not_matter():
    X, y = values(120)
    plain, small = (
        LearningCurvePart().find(subject("linear", X, unit * y), {})["learning_curve"].doubled for unit in (1.0, 1e-12)
    )
    assert [small.value * 1e24, small.low * 1e24, small.high * 1e24] == pytest.approx(
        [plain.value, plain.low, plain.high], rel=1e-6
    )


def test_what_twice_the_rows_take_off_is_one_figure():
    X, y = classes(160)
    found = foldwise.diagnose("tree", X, y, parts="learning-curve,fit", plan="kfold(5)", progress=None)
    sign = next(one for one in found.verdict.signs if one.name == "learning curve")
    assert f"take {found.learning_curve.gained.value:.2g} off" in sign.evidence
