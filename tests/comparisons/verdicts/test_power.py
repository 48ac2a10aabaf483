"""What it would take to decide."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Posterior, detectable, mcnemar_rows, needed, rows_for_width
from foldwise.errors import InputError


def test_the_detectable_difference_is_the_formula():
    """(t(.975) + t(.8)) · se (METHODS D.15)."""
    assert detectable(Posterior(0.0, 0.02, 29)) == pytest.approx((stats.t.ppf(0.975, 29) + stats.t.ppf(0.8, 29)) * 0.02)


def test_a_difference_half_as_large_needs_four_times_the_rows():
    one, half = (needed(Posterior(d, 0.05, 29), 100, rope=0.0).rows for d in (0.1, 0.05))
    assert half == pytest.approx(4 * one, abs=4)


def test_where_it_is_detectable_already_the_rows_suffice():
    seen = detectable(Posterior(0.0, 0.02, 29))
    assert needed(Posterior(seen, 0.02, 29), 500, rope=0.0).rows == 500


def test_a_small_difference_is_sooner_shown_to_be_negligible():
    with_rope, without = (needed(Posterior(0.001, 0.01, 29), 1000, rope=rope).rows for rope in (0.02, 0.0))
    assert with_rope < without / 100


def test_repeats_help_only_as_far_as_they_can():
    """With 3 x 10 parts 10/13 of the variance stays however many repeats are drawn."""
    share = (1 / 9) / (1 / 30 + 1 / 9)
    seen = detectable(Posterior(0.0, 0.02, 29))
    few = needed(Posterior(0.95 * seen, 0.02, 29), 500, rope=0.0, repeats=3, share=share)
    assert few.repeats == 6
    factor = (1 / (10 * few.repeats) + 1 / 9) / (1 / 30 + 1 / 9)
    assert np.sqrt(factor) <= 0.95
    assert needed(Posterior(0.8 * seen, 0.02, 29), 500, rope=0.0, repeats=3, share=share).repeats is None
    assert needed(Posterior(0.95 * seen, 0.02, 29), 500, rope=0.0, repeats=3).repeats is None


def test_no_difference_and_no_rope_can_never_be_decided():
    assert needed(Posterior(0.0, 0.02, 29), 500, rope=0.0).rows == np.inf


def test_mcnemar():
    """ψ .15, Δ .05 need 469 rows at 5 % and 80 %; equal shares are never told apart."""
    assert mcnemar_rows(0.05, 0.10) == mcnemar_rows(0.10, 0.05) == 469
    assert mcnemar_rows(0.1, 0.1) == np.inf


def test_a_width():
    assert rows_for_width(0.1, 0.5) == 97


def test_no_rows_are_refused():
    with pytest.raises(InputError, match="at least 1, not 0"):
        needed(Posterior(0.1, 0.1, 9), 0, rope=0.0)
