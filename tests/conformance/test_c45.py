"""The C4.5 trees of all resamples are those of `C45Tree`, on whatever table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foldwise import native
from foldwise.learners import C45Tree
from foldwise.testing.kernels import check_kernel
from tests.conformance.kernel_worlds import PLANS, class_worlds, drawn
from tests.worlds import label

compiled = pytest.mark.skipif(not native.COMPILED, reason="trees are grown by the compiled kernels")


@compiled
@pytest.mark.parametrize("examples", [8, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "model", [C45Tree(), C45Tree(unpruned=True), C45Tree(3, confidence=0.4, categorical_features=[0])], ids=label
)
def test_trees_are_the_same_trees(model, examples):
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data):
        dataset = data.draw(class_worlds())
        rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
        check_kernel(model, dataset, drawn(data.draw(st.sampled_from(PLANS)), dataset.n, rng))

    check()
