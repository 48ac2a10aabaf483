"""Adjusted p-values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.comparisons import ADJUSTMENTS, adjust
from foldwise.errors import InputError, UnknownNameError

families = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def test_holm_worked_by_hand():
    """The smallest of three counts three times, the next twice, and none is smaller than the one before."""
    assert adjust([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


@given(families)
def test_no_adjustment_lowers_a_p_value(p_values):
    for how in ADJUSTMENTS:
        adjusted = adjust(p_values, how)
        assert (adjusted >= np.array(p_values) - 1e-12).all()
        assert (adjusted <= 1).all()


@given(families)
def test_the_order_of_evidence_is_kept(p_values):
    for how in ADJUSTMENTS:
        order = np.argsort(p_values, kind="stable")
        assert (np.diff(adjust(p_values, how)[order]) >= -1e-12).all()


@given(families)
def test_hochberg_finds_no_less_than_holm_and_holm_no_less_than_bonferroni(p_values):
    bonferroni, holm, hochberg = (adjust(p_values, how) for how in ("bonferroni", "holm", "hochberg"))
    assert (hochberg <= holm + 1e-12).all()
    assert (holm <= bonferroni + 1e-12).all()


def test_a_comparison_that_was_not_made_does_not_count():
    assert adjust([0.01, np.nan, 0.03]) == pytest.approx([0.02, np.nan, 0.03], nan_ok=True)


def test_no_comparison_at_all():
    assert adjust([]).size == 0


def test_an_unknown_adjustment_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="no adjustment called 'holms'; try 'holm'"):
        adjust([0.1], "holms")


def test_a_p_value_above_one_is_refused():
    with pytest.raises(InputError, match="between 0 and 1"):
        adjust([1.1])
