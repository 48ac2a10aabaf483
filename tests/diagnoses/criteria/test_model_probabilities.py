"""Probabilities of candidates."""

import numpy as np
import pytest

from foldwise.diagnoses import akaike_weights, model_probabilities
from foldwise.errors import InputError


def test_they_are_evidences_times_priors():
    evidence = {"a": np.log(0.02), "b": np.log(0.01), "c": np.log(0.01)}
    assert list(model_probabilities(evidence).values()) == pytest.approx([0.5, 0.25, 0.25])
    given = model_probabilities(evidence, {"a": 1, "b": 2})
    assert list(given.values()) == pytest.approx([0.5, 0.5, 0])


def test_far_apart_evidences_do_not_overflow():
    assert model_probabilities({"a": -10_000.0, "b": -20_000.0}) == {"a": 1.0, "b": 0.0}


def test_weights_of_bic_are_probabilities_of_its_evidence():
    bic = {"a": 100.0, "b": 103.0}
    assert akaike_weights(bic) == pytest.approx(model_probabilities({name: -one / 2 for name, one in bic.items()}))


def test_candidates_without_a_number_are_refused():
    with pytest.raises(InputError, match="every candidate has a number"):
        akaike_weights({"a": float("nan")})
    with pytest.raises(InputError, match="one of them is above 0"):
        model_probabilities({"a": 1.0}, {"b": 1.0})
