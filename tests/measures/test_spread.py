"""Moments of scores, and what sums come to over the repeats."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foldwise import native
from foldwise.measures.spread import pool, score_spread

numbers = st.lists(st.floats(-1e3, 1e3) | st.just(float("nan")), max_size=30)


@pytest.fixture(params=["compiled", "numpy"], autouse=True)
def way(request, monkeypatch):
    """With and without the compiled kernels."""
    if request.param == "numpy":
        monkeypatch.setattr(native, "COMPILED", False)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(numbers)
def test_undefined_values_are_left_out(values):
    defined = [value for value in values if value == value]
    found = score_spread(np.array(values, dtype=float))
    assert found.size == len(defined)
    assert np.isnan(found.mean) if not defined else found.mean == pytest.approx(np.mean(defined), abs=1e-9)
    if len(defined) > 1:
        assert found.variance == pytest.approx(np.var(defined, ddof=1), abs=1e-9)
    else:
        assert np.isnan(found.variance)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.floats(-9, 9), st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=30))
def test_sums_are_pooled_within_repeats_in_any_order(resamples):
    sums, weights, repeat = (np.array(part) for part in zip(*resamples, strict=True))
    expected = [
        sums[repeat == t].sum() / weights[repeat == t].sum() for t in range(5) if weights[repeat == t].sum() > 0
    ]
    scores, found = pool(sums.astype(float), weights.astype(float), repeat)
    assert np.array_equal(np.isnan(scores), weights == 0)
    assert scores[weights > 0] == pytest.approx(sums[weights > 0] / weights[weights > 0])
    assert np.isnan(found) if not expected else found == pytest.approx(np.mean(expected), abs=1e-9)
