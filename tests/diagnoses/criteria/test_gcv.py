"""Generalised cross-validation."""

from math import inf

import numpy as np
import pytest

from foldwise.diagnoses import Gcv, InSampleFit, Press
from foldwise.errors import ValidityError


def test_with_equal_leverages_it_is_leave_one_out():
    """Two groups of five: the hat matrix has 1/5 on its diagonal."""
    y = np.random.default_rng(0).normal(size=(2, 5))
    e = (y - y.mean(axis=1, keepdims=True)).ravel()
    fit = InSampleFit.of_residuals(e, 2, leverages=np.full(10, 0.2))
    assert Gcv().of(fit) == pytest.approx(Press().of(fit))


def test_as_many_parameters_as_rows_have_no_end():
    assert Gcv().of(InSampleFit.of_residuals([1.0, 2.0], 2)) == inf


def test_without_residuals_there_is_none():
    with pytest.raises(ValidityError, match="no residuals"):
        Gcv().of(InSampleFit(10, 2))
