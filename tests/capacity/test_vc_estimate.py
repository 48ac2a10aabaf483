"""Measured dimensions, against known ones."""

import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.svm import SVC

from foldwise.capacity import estimate_vc_dimension
from foldwise.errors import InputError


@pytest.mark.parametrize("p", [2, 6])
def test_linear_rules_have_about_one_dimension_more_than_columns(p):
    """The method is an approximation, and the learner does not quite minimise its error: within 40 %."""
    found = estimate_vc_dimension(LinearDiscriminantAnalysis(), p, draws=12)
    assert found.value == pytest.approx(p + 1, rel=0.4)
    assert found.misfit < 0.1


def test_rows_can_be_drawn_by_a_function():
    found = estimate_vc_dimension(LinearDiscriminantAnalysis(), lambda n, rng: rng.uniform(size=(n, 3)), draws=6)
    assert 2 < found.value < 7


def test_a_kernel_that_fits_everything_has_more_than_was_tried():
    assert estimate_vc_dimension(SVC(gamma=1e4, C=1e6), 2, sizes=(5, 10, 20), draws=2).value > 39


def test_one_size_is_refused():
    with pytest.raises(InputError, match="two sizes or more"):
        estimate_vc_dimension(SVC(), 2, sizes=(5,))
