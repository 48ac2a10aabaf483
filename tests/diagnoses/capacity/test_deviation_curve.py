"""The curve of deviations, and the dimension fitted to it."""

import numpy as np
import pytest

from foldwise.diagnoses import expected_deviation, fit_vc_dimension
from foldwise.errors import InputError


def test_the_curve_is_continuous_and_falls():
    assert expected_deviation(0.5) == pytest.approx(1, abs=1e-4)
    assert (np.diff(expected_deviation(np.linspace(0.5, 100, 500))) <= 0).all()
    assert expected_deviation(0.01) == 1


def test_a_value_worked_by_hand():
    """τ = 5: 0.16 · 3.302585/4.85072 · (√(1 + 1.2 · 4.85072/3.302585) + 1)."""
    assert expected_deviation(5.0) == pytest.approx(0.108935 * (1.662084 + 1), abs=1e-5)


@pytest.mark.parametrize("h", [2, 11, 40])
def test_the_dimension_is_found_again(h):
    sizes = np.array([4, 8, 16, 32, 64, 128, 256])
    found = fit_vc_dimension(sizes, expected_deviation(sizes / h))
    assert found.value == pytest.approx(h, rel=1e-3)
    assert found.misfit < 1e-4


def test_a_learner_that_fits_everything_has_more_than_was_tried():
    assert fit_vc_dimension([5, 10, 20], [1.0, 1.0, 1.0]).value >= 40


def test_one_size_is_refused():
    with pytest.raises(InputError, match="two half-sample sizes"):
        fit_vc_dimension([5], [0.5])
