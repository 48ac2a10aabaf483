"""Quantiles, against tables."""

import pytest

from foldwise.intervals.limits.quantiles import t_quantile, z_quantile


@pytest.mark.parametrize(("freedom", "level", "expected"), [(1, 0.95, 12.7062), (9, 0.95, 2.2622), (99, 0.9, 1.6604)])
def test_students_t(freedom, level, expected):
    assert t_quantile(freedom, level) == pytest.approx(expected, abs=5e-5)


def test_the_normal_distribution():
    assert z_quantile(0.95) == pytest.approx(1.959964, abs=1e-6)
