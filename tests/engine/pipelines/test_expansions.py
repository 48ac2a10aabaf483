"""Steps that learn nothing from the rows."""

import numpy as np
import pytest
from sklearn.preprocessing import PolynomialFeatures, SplineTransformer

from foldwise.engine.pipelines.expansions import expand, refuse_expansions

X = np.random.default_rng(0).random((20, 3))
KNOTS = np.linspace(0, 1, 5)[:, None].repeat(3, axis=1)


@pytest.mark.parametrize(
    "step", [PolynomialFeatures(2), SplineTransformer(knots=KNOTS)], ids=["polynomials", "splines"]
)
def test_they_are_done_once_for_all_rows(step):
    assert refuse_expansions([step], 20, 3) is None
    np.testing.assert_array_equal(expand([step], X), step.fit_transform(X))


def test_what_depends_on_the_training_rows_is_refused():
    assert "depend on the training rows" in refuse_expansions([SplineTransformer()], 20, 3)
    assert "sparse matrix" in refuse_expansions([SplineTransformer(knots=KNOTS, sparse_output=True)], 20, 3)


def test_what_does_not_fit_in_memory_is_refused():
    reason = refuse_expansions([PolynomialFeatures(3)], 10**6, 20)
    assert reason == "PolynomialFeatures makes 1771 columns of 1000000 rows, which do not fit in memory at once"
