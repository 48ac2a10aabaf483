"""Cross-validation followed along a power law to all rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls

from foldwise.errors import ValidityError
from foldwise.estimates import LearningCurve, PowerLaw, fit_power_law, make_estimate
from foldwise.measures import ModelScores, measure
from tests.worlds import losses_of, partition

LAW = PowerLaw(2.0, 0.8, 0.1)
SIZES = np.array([30.0, 40.0, 48.0, 54.0])


def at_parts(k, name="mae"):
    """An error that depends on the training size alone, as the law says."""
    resamples = partition(n=60, k=k)
    error = LAW.at(resamples.train_size)
    return ModelScores(losses_of(resamples, lambda _, rows: np.full(rows.size, error)), "m", measure(name))


@given(st.floats(0.1, 5), st.floats(0.2, 2), st.floats(0, 1))
def test_a_law_without_noise_is_found(a, b, c):
    law = fit_power_law(SIZES, PowerLaw(a, b, c).at(SIZES))
    gap = PowerLaw(a, b, c).at(54.0) - PowerLaw(a, b, c).at(60.0)
    assert law.at(54.0) - law.at(60.0) == pytest.approx(gap, rel=0.05, abs=1e-6)


def test_the_error_is_followed_to_all_rows():
    curve = tuple(at_parts(k).predictions for k in (2, 3, 5))
    estimate = make_estimate(at_parts(10), LearningCurve(curve))
    assert estimate.value == pytest.approx(LAW.at(60.0), rel=1e-3)
    assert estimate.fits == 2 + 3 + 5 + 10


def test_a_flat_curve_corrects_nothing():
    flat = fit_power_law(SIZES, np.full(4, 0.3))
    assert flat.at(54.0) - flat.at(60.0) == pytest.approx(0, abs=1e-3)


def test_a_curve_that_rises_corrects_nothing():
    rising = fit_power_law(SIZES, 0.01 * SIZES)
    assert rising.at(54.0) == rising.at(60.0)


def test_too_few_sizes_are_refused():
    with pytest.raises(ValidityError, match="needs 3 training sizes, and there is 1"):
        make_estimate(at_parts(10), "learning-curve")


def test_the_law_is_that_of_non_negative_least_squares():
    rng = np.random.default_rng(0)
    for _ in range(20):
        sizes = np.sort(rng.uniform(10, 100, 5))
        errors = rng.choice([0.0, 9.0]) / sizes + rng.uniform(0, 0.1, 5)
        law = fit_power_law(sizes, errors)
        found = np.linalg.norm([law.at(size) - error for size, error in zip(sizes, errors, strict=True)])
        designs = (np.stack([(sizes / sizes.max()) ** -b, np.ones(5)], axis=1) for b in np.geomspace(0.05, 3, 200))
        assert found == pytest.approx(min(nnls(design, errors)[1] for design in designs), abs=1e-9)
