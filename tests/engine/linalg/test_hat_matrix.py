"""Fits without a few rows from the fit to all of them."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge

from foldwise.engine.linalg.design import Design, Problem
from foldwise.engine.linalg.least_squares import few_rows
from foldwise.engine.linalg.solvers import Penalty
from foldwise.engine.rows import TestRows
from tests.engine.same import resamples, same
from tests.worlds import values

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(40, 3)), RNG.normal(size=(40, 1))


def problem(solver):
    return Problem(Design(X, Y, np.zeros(3), np.ones(3), np.zeros(1), intercept=True), solver)


@pytest.mark.parametrize("kind", ["loo", "pairs of rows", "many parts"])
@pytest.mark.parametrize("model", [Ridge(0.5), LinearRegression()], ids=str)
def test_they_are_the_fits_without_these_rows(model, kind):
    assert same(model, values(n=41, p=5), resamples(kind, 41), "least-squares") == "least-squares"


def test_a_row_that_alone_fixes_a_coefficient_is_not_safe():
    design = Design(np.eye(40)[:, :3], Y, np.zeros(3), np.ones(3), np.zeros(1), intercept=True)
    block = few_rows(Problem(design, Penalty((1e-12,))), TestRows.of(resamples("loo", 40)))
    assert block is None or not block(0, 3)[1].any()


def test_many_rows_or_many_penalties_go_another_way():
    assert few_rows(problem(Penalty((1.0,))), TestRows.of(resamples("parts", 40))) is None
    assert few_rows(problem(Penalty((1.0, 2.0))), TestRows.of(resamples("loo", 40))) is None
