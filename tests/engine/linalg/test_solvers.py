"""Small systems, solved many at a time, with and without a compiler."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise import native
from foldwise.engine.linalg.solvers import LeastNorm, smallest_pivot, solve_probed, whiten

rng = np.random.default_rng(0)


def systems(count, size, m):
    rows = rng.normal(size=(count, 3 * size, size))
    return np.swapaxes(rows, 1, 2) @ rows, rng.normal(size=(count, size, m))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("count", "size", "m"), [(1, 1, 1), (9, 5, 2), (17, 31, 1), (3, 140, 1), (4, 0, 1)])
def test_they_are_solved(count, size, m, compiled, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled and native.COMPILED)
    matrices, right = systems(count, size, m)
    solution, sizes = solve_probed(matrices, right, 1.0)
    np.testing.assert_allclose(matrices @ solution, right, atol=1e-10)
    norms = [np.abs(np.linalg.inv(matrix)).sum(axis=1).max(initial=0) for matrix in matrices]
    assert (sizes <= np.array(norms) * (1 + 1e-9)).all()
    assert (sizes >= np.array(norms) / (10 * max(1, size))).all()


@pytest.mark.parametrize("compiled", [True, False])
def test_a_singular_one_among_them_is_told_apart(compiled, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled and native.COMPILED)
    matrices, right = systems(10, 4, 1)
    matrices[3] = 0.0
    solution, sizes = solve_probed(matrices, right, 1.0)
    assert np.flatnonzero(~np.isfinite(sizes)).tolist() == [3]
    others = np.arange(10) != 3
    np.testing.assert_allclose((matrices @ solution)[others], right[others], atol=1e-10)


def test_the_compiled_kernel_takes_parts_of_larger_matrices():
    matrices, _ = systems(5, 8, 1)
    right = rng.normal(size=(5, 6, 1))
    solution, _ = solve_probed(matrices[:, 1:7, 1:7], right, 1.0)
    np.testing.assert_allclose(matrices[:, 1:7, 1:7] @ solution, right, atol=1e-10)


def test_pivots_of_a_matrix_that_has_none_are_its_eigenvalues():
    assert smallest_pivot(np.array([[[1.0, 2.0], [2.0, 1.0]]]))[0] == pytest.approx(-1)


@given(st.integers(0, 1000), st.booleans(), st.booleans())
def test_whitened_rows_give_the_features_back(seed, intercept, collinear):
    draw = np.random.default_rng(seed)
    X = draw.normal(size=(20, 4)) * 10.0 ** draw.integers(-2, 3)
    if collinear:
        X[:, 3] = X[:, 0] - X[:, 1]
    basis = whiten(X, None, intercept=intercept)
    assert basis.rows.shape[1] == (3 if collinear else 4)
    apart = X - X[:1] if intercept else X
    turned = basis.rows - basis.rows[:1] if intercept else basis.rows
    np.testing.assert_allclose(turned @ basis.back, apart, atol=1e-9 * np.abs(apart).max())


@pytest.mark.parametrize(
    ("cut", "collinear", "certain"), [(1e-6, True, True), (2e-16, True, False), (2e-16, False, True)]
)
def test_a_cut_as_small_as_rounding_needs_all_directions(cut, collinear, certain):
    X = np.random.default_rng(0).normal(size=(20, 3))
    if collinear:
        X[:, 2] = X[:, 0] - X[:, 1]
    solver = LeastNorm(whiten(X, None, intercept=True), cut)
    assert (solver.certain, bool(np.isfinite(solver.room))) == (certain, certain)
