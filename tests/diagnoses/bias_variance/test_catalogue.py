"""The decompositions by name, and losses without one."""

import pytest

from foldwise.diagnoses import DECOMPOSITIONS, NOT_DECOMPOSED, decompose, decomposition_method
from foldwise.errors import UnknownNameError, ValidityError
from tests.diagnoses.bias_variance.worlds import labels, probabilities, values

WORLDS = {"labels": labels, "values": values, "probabilities": probabilities}


@pytest.mark.parametrize("method", DECOMPOSITIONS, ids=lambda one: one.name)
def test_every_decomposition_is_found_and_sums_to_its_loss(method):
    runs = WORLDS[str(method.kind)](seed=7)
    found = decompose(runs, method.name)
    assert found.method == method.name
    assert abs(found.bias + found.variance + found.noise - found.loss) < 1e-10
    assert method.summary


def test_the_default_goes_by_what_was_predicted():
    assert [decompose(one()).method for one in WORLDS.values()] == ["kohavi-wolpert", "squared", "brier"]
    assert decomposition_method(DECOMPOSITIONS[0]) is DECOMPOSITIONS[0]


@pytest.mark.parametrize("name", NOT_DECOMPOSED)
def test_a_loss_without_a_decomposition_is_refused_with_the_reason(name):
    with pytest.raises(ValidityError, match=f"'{name}' has no decomposition: "):
        decompose(values(), name)


def test_a_name_that_is_none_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match="try 'domingos'"):
        decomposition_method("domingo")
