"""Discriminants without one row at a time."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from foldwise.engine.linalg.coordinates import keeps_directions
from tests.engine.same import resamples, same
from tests.worlds import classes


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("model", [LinearDiscriminantAnalysis(), LinearDiscriminantAnalysis(solver="lsqr")], ids=str)
def test_every_row_by_the_discriminants_of_the_others(model, k):
    assert same(model, classes(n=60, k=k), resamples("loo", 60), "lda") == "lda"


def test_directions_in_which_the_means_hardly_differ_are_seen():
    apart, flat = np.diag([1.0, 0.5, 0.0]), np.diag([1.0, 1e-9, 0.0])
    found = keeps_directions(np.stack([apart, flat, np.full((3, 3), np.nan)]), np.array([2, 2, 2]), 1e-4)
    assert found.tolist() == [True, False, False]
