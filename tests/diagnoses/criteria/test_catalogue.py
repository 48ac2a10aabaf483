"""The criteria by name, and all of them for one fit."""

import pytest

from foldwise.diagnoses import CRITERIA, InSampleFit, criteria_of, criterion
from foldwise.errors import UnknownNameError


def test_every_criterion_is_found_and_says_what_it_is():
    for one in CRITERIA:
        assert criterion(one.name.upper()) is one
        assert one.summary
        assert one.formula
        assert one.unit


def test_all_of_them_for_one_fit_with_reasons():
    fit = InSampleFit.of_residuals([1.0, -1.0, 2.0, 0.5], 2)
    found = {one.name: one for one in criteria_of(fit)}
    assert found["aic"].value == pytest.approx(criterion("aic").of(fit))
    assert (found["cp"].value, found["press"].value) == (None, None)
    assert "low bias" in found["cp"].reason
    assert not any(one.approximate for one in found.values())


def test_a_penalised_fit_is_said_to_be_approximate():
    fit = InSampleFit.of_residuals([1.0, -1.0, 2.0, 0.5], 1.3, approximate=True)
    assert [one.approximate for one in criteria_of(fit)] == [True, True, True, True, False, True, False]


def test_an_unknown_criterion_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match="try 'aic'"):
        criterion("aics")
