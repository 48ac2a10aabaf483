"""Evidence of counts."""

import numpy as np
import pytest
from scipy.stats import dirichlet_multinomial

from foldwise.diagnoses import dirichlet_evidence
from foldwise.errors import InputError


def test_it_is_the_dirichlet_multinomial_of_scipy_for_one_order():
    counts = np.array([4, 1, 2])
    ways = np.log([1, 1, 2, 6, 24, 120, 720, 5040])  # ln k!
    orders = ways[7] - ways[counts].sum()
    assert dirichlet_evidence(counts, 0.5) == pytest.approx(dirichlet_multinomial([0.5] * 3, 7).logpmf(counts) - orders)


def test_it_is_the_product_of_one_step_predictives():
    """Labels 0 0 1 with a uniform prior: 1/2 · 2/3 · 1/4."""
    assert np.exp(dirichlet_evidence([2, 1])) == pytest.approx(1 / 2 * 2 / 3 * 1 / 4)


def test_cells_multiply():
    assert dirichlet_evidence([[2, 1], [0, 3]]) == pytest.approx(
        dirichlet_evidence([2, 1]) + dirichlet_evidence([0, 3])
    )


def test_negative_counts_are_refused():
    with pytest.raises(InputError, match="counts are 0 or more"):
        dirichlet_evidence([-1, 2])
