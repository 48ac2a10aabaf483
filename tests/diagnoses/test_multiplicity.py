"""Models that are equally good and disagree."""

from itertools import combinations

import numpy as np
import pytest

from foldwise.diagnoses import predictive_multiplicity
from foldwise.errors import InputError

rng = np.random.default_rng(0)
MODELS = {name: rng.choice(["yes", "no"], 60, p=[0.8, 0.2]) for name in "abcd"}


def test_against_a_model_it_is_counted_as_in_the_definition():
    found = predictive_multiplicity(MODELS, "b")
    differs = {name: MODELS[name] != MODELS["b"] for name in "acd"}
    assert found.ambiguity == pytest.approx(np.any(list(differs.values()), axis=0).mean())
    assert found.discrepancy == pytest.approx(max(one.mean() for one in differs.values()))
    assert differs[found.most_different[0]].mean() == found.discrepancy
    assert found.rows.tolist() == np.flatnonzero(np.any(list(differs.values()), axis=0)).tolist()


def test_without_one_any_two_are_compared():
    found = predictive_multiplicity(MODELS)
    shares = {pair: (MODELS[pair[0]] != MODELS[pair[1]]).mean() for pair in combinations("abcd", 2)}
    assert found.discrepancy == pytest.approx(max(shares.values()))
    assert shares[tuple(sorted(found.most_different))] == found.discrepancy
    assert found.ambiguity >= found.discrepancy


def test_equal_models_do_not_disagree():
    found = predictive_multiplicity({"a": [1, 0], "b": [1, 0]})
    assert (found.ambiguity, found.discrepancy, found.rows.size) == (0, 0, 0)


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="there is 1"):
        predictive_multiplicity({"a": [1, 0]})
    with pytest.raises(InputError, match="no model is called 'x'; try one of a, b, c, d"):
        predictive_multiplicity(MODELS, "x")
    with pytest.raises(InputError, match="same rows"):
        predictive_multiplicity({"a": [1, 0], "b": [1]})
