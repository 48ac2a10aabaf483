"""Every batched kernel answers as the generic path does, row by row, on every kind of resample."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foldwise.engine import choose
from foldwise.engine.features import is_weighted
from foldwise.testing.kernels import check_kernel
from tests.conformance.kernel_cases import CASES
from tests.conformance.kernel_worlds import resamples
from tests.releases import is_batched
from tests.worlds import label

EXAMPLES = 3
"""Worlds of each case; every kernel also has tests of its own on every kind of resample, and numpy's get a few."""
MANY = 50


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("case", [case for case in CASES if is_batched(case.model)], ids=label)
def test_a_kernel_predicts_as_the_generic_path(case, examples):
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data):
        dataset = data.draw(case.worlds)
        drawn = data.draw(resamples(dataset.n))
        unfit = is_weighted(dataset, drawn) or case.picky
        if unfit and choose(case.model, dataset, drawn).family is None:
            return  # a model that takes no weights, or not these data: the generic path runs
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            check_kernel(case.model, dataset, drawn, tolerance=case.tolerance)

    check()
