"""Deviances of counts and amounts."""

import numpy as np
import pytest

from foldwise.errors import MeasureError
from foldwise.measures import ModelScores, measure
from foldwise.measures.definitions.deviances import unit_deviance
from tests.worlds import fixed, outcomes, partition, predictions_of


def test_known_powers_are_limits_of_the_general_form():
    y, mean = np.array([0.5, 2.0, 3.0]), np.array([1.0, 1.5, 4.0])
    for power in (1, 2):
        assert unit_deviance(y, mean, power) == pytest.approx(unit_deviance(y, mean, power + 1e-7), abs=1e-5)
    assert unit_deviance(y, mean, 0) == pytest.approx((y - mean) ** 2)


def test_a_count_of_zero_costs_twice_its_mean():
    assert unit_deviance(np.array([0.0]), np.array([1.5]), 1).tolist() == [3]


def test_the_reference_is_the_mean_of_the_training_set():
    """A model that predicts the training mean explains nothing, whatever the parts."""
    rng = np.random.default_rng(0)
    y = rng.poisson(3, 40).astype(float)
    resamples = partition(n=40, k=4)
    f = resamples.train_means(y)[resamples.parts[0]]
    assert ModelScores(predictions_of(y, f, resamples, n_classes=0), "m", measure("d2-poisson")).value == pytest.approx(
        0
    )


def test_r2_is_the_share_of_the_squared_deviance():
    rng = np.random.default_rng(0)
    rows = outcomes(rng.normal(size=20), rng.normal(size=20), n_classes=0)
    assert measure("d2-tweedie(0)").value(rows) == pytest.approx(measure("r2").value(rows))


@pytest.mark.parametrize(
    ("name", "truth", "output", "message"),
    [
        ("poisson-deviance", [1, 2], [1, 0], "it needs predictions above 0, and one is 0"),
        ("poisson-deviance", [1, -2], [1, 1], "it needs true values not below 0, and one is -2"),
        ("gamma-deviance", [1, 0], [1, 1], "it needs true values above 0, and one is 0"),
        ("d2-gamma", [1, 0], [1, 1], "it needs true values above 0, and one is 0"),
    ],
)
def test_values_outside_the_distribution_are_refused(name, truth, output, message):
    predictions = predictions_of(np.array(truth, dtype=float), np.array(output, dtype=float), fixed(2), n_classes=0)
    with pytest.raises(MeasureError, match=f"{name} of 'm' does not exist: {message}"):
        _ = ModelScores(predictions, "m", measure(name)).value


def test_constant_truth_leaves_nothing_to_explain():
    flat = outcomes(np.ones(4), np.arange(1.0, 5), n_classes=0)
    assert np.isnan(
        [measure(name).value(flat) for name in ("d2-poisson", "d2-gamma", "d2-absolute", "d2-pinball")]
    ).all()


def test_no_rows_have_no_share_explained():
    assert np.isnan(measure("d2-absolute").value(outcomes(np.zeros(0), np.zeros(0), n_classes=0)))
