"""Fits in the span of a kernel matrix, held against a solution of each by itself."""

import numpy as np
import pytest

from foldwise.engine.linalg.kernel_system import KernelSystem, solve_system
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import TrainingSets
from tests.engine.same import KINDS, resamples

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 2))
KERNEL = np.exp(-np.square(X[:, None] - X).sum(axis=2))
TARGETS = RNG.normal(size=(40, 2))


@pytest.mark.parametrize("train", [True, False])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "weights"])
def test_each_resample_as_by_itself(kind, train):
    drawn = resamples(kind, 40)
    test = TestRows.of(drawn, train=train)
    values, safe = solve_system(KernelSystem(KERNEL, np.full(40, 0.5), TARGETS), TrainingSets(drawn), test)
    assert safe.all()
    for r in range(0, drawn.count, 5):
        rows = drawn.train_rows(r)
        duals = np.linalg.solve(KERNEL[np.ix_(rows, rows)] + 0.5 * np.eye(rows.size), TARGETS[rows])
        mine = slice(test.starts[r], test.starts[r + 1])
        np.testing.assert_allclose(values[mine], KERNEL[np.ix_(test.row[mine], rows)] @ duals, rtol=1e-8, atol=1e-9)


def test_a_matrix_that_is_nearly_singular_is_not_safe():
    system = KernelSystem(np.ones((40, 40)), np.full(40, 1e-12), TARGETS)
    drawn = resamples("parts", 40)
    assert not solve_system(system, TrainingSets(drawn), TestRows.of(drawn))[1].any()
